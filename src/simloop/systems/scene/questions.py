"""Questions of viewers: answered in the world's thread between ticks; nothing changes by them."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from simloop.systems.scene.messages import DataMessage, QuestionMessage
from simloop.world.command_arguments import as_number, text
from simloop.world.entities import EntityKind, Record
from simloop.world.one_line import one_line
from simloop.world.plugin import App
from simloop.world.world import World

Arguments = Mapping[str, Any]
_LONGEST_TEXT = 256
_COMPARED = 200
_LARGEST = 2.0**63


class QuestionRefused(ValueError):
    """Why there is no answer, in one line."""


@dataclass(frozen=True, slots=True)
class Question:
    """Something that viewers may ask."""

    name: str
    meaning: str
    answer: type
    """The dataclass of its answer, from which the client's types are made."""
    make: Callable[[App], Callable[[Arguments], Any]]
    """Called once per run; gives what is called with the arguments of each asking."""


class QuestionDesk:
    """Answers by name; `provided["questions"]`."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._known: dict[str, Callable[[Arguments], Any]] = {}
        self.frames = 0
        """Frames that viewers have been shown, by which it is told how long nobody has asked."""

    @property
    def names(self) -> tuple[str, ...]:
        """What may be asked."""
        return tuple(self._known)

    def offer(self, questions: Iterable[Question]) -> None:
        """Answer these too; a later one of the same name replaces an earlier one."""
        for question in questions:
            self._known[question.name] = question.make(self._app)

    def answer(self, asked: QuestionMessage) -> DataMessage:
        """What was asked for, or why not."""
        tick = self._app.world.tick
        try:
            return DataMessage(asked.id, tick, self._find(asked.name)(asked.arguments))
        except QuestionRefused as refusal:
            return DataMessage(asked.id, tick, None, one_line(str(refusal)))
        # Whoever may only look must not be able to end the run by a fault of ours.
        except Exception as fault:
            return DataMessage(asked.id, tick, None, one_line(f"it failed: {fault!r}"))

    def _find(self, name: str) -> Callable[[Arguments], Any]:
        if name in self._known:
            return self._known[name]
        name = name[:_LONGEST_TEXT]
        near = get_close_matches(name, self._known, 1)
        hint = f"did you mean '{near[0]}'?" if near else f"ask one of {', '.join(self._known)}"
        raise QuestionRefused(f"unknown question '{name}': {hint}")


def text_of(given: Arguments, key: str) -> str:
    """An argument that is a word."""
    return text(given, key, QuestionRefused)


def entity_of(world: World, given: Arguments, key: str = "name") -> Record:
    """The entity that an argument names."""
    name = text_of(given, key)
    entity = world.entities.by_name(name)
    if entity is None:
        # Among the first: to compare thousands of names would hold the world up.
        near = get_close_matches(name, world.entities.names()[:_COMPARED], 1)
        hint = f": did you mean '{near[0]}'?" if near else ""
        raise QuestionRefused(f"there is no '{name}'{hint}")
    return world.entities.get(entity)


def vehicle_of(world: World, given: Arguments, key: str = "name") -> Record:
    """The vehicle that an argument names."""
    record = entity_of(world, given, key)
    if record.kind is not EntityKind.MODEL:
        raise QuestionRefused(f"{record.kind.value} '{record.name}' is no vehicle")
    return record


def number_of(given: Arguments, key: str, default: float | None = None) -> float:
    """An argument that is a number."""
    if key not in given and default is not None:
        return default
    value = as_number(key, given.get(key), QuestionRefused)
    if not -_LARGEST <= value <= _LARGEST:
        raise QuestionRefused(f"argument '{key}' takes a number of 64 bits")
    return value
