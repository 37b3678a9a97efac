"""What browsers may ask of a run: one module per subject, each with its own `QUESTIONS`."""

from importlib import import_module

from simloop.systems.scene.questions import Question


def _about(*subjects: str) -> tuple[Question, ...]:
    modules = (import_module(f"{__name__}.{subject}") for subject in subjects)
    return tuple(question for module in modules for question in module.QUESTIONS)


QUESTIONS = _about(
    "columns",
    "details",
    "entities",
    "environment",
    "failures",
    "instruments",
    "mesh",
    "mission",
    "parameters",
    "pilot",
    "ports",
    "samples",
    "timeline",
    "topics",
)
OF_RECORDINGS = _about("comparison")
"""Questions that only recordings answer."""
ALL_QUESTIONS = (*QUESTIONS, *OF_RECORDINGS)
