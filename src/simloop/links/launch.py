"""Programs that files name as autopilots: what is said of them, and whether they are there."""

import os
import shutil
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from string import Formatter

RUN_DIRECTORY = "run_directory"
"""Under this name whoever records a run says where."""

PLACES = ("port", "instance", "vehicle_id")
"""What is filled in, by its name in braces."""


class AutopilotProcessError(ValueError):
    """A program that cannot be started; `str()` is one line with the fix."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Launch:
    """A program to start, as an autopilot's settings name it."""

    command: str
    """The autopilot's program: a path, or a name on PATH."""
    arguments: tuple[str, ...] = ()
    """Its arguments, one each; {port}, {instance} and {vehicle_id} are filled in."""
    directory: str | None = None
    """Where it runs; one below the run's directory, or a temporary one, if left out."""
    environment: Mapping[str, str] = field(default_factory=dict)
    """Variables it gets over those that simloop has, filled in likewise."""

    def __post_init__(self) -> None:
        """Refuse what could not be filled in."""
        if not self.command:
            raise ValueError("command is empty: name the autopilot's program")
        for text in (*self.arguments, *self.environment.values()):
            _check_places(text)


def find_program(command: str) -> str:
    """The path of a program, so that it is known to be there before a run begins.

    Raises:
        AutopilotProcessError: there is none, or it may not be run.
    """
    found = shutil.which(str(Path(command).expanduser()) if os.sep in command else command)
    if found is not None:
        return str(Path(found).absolute())
    if os.sep in command and Path(command).expanduser().is_file():
        raise cannot_start(command, "it may not be executed", "make it executable (chmod +x)")
    raise cannot_start(command, "there is no such program")


def cannot_start(
    command: str, why: str, fix: str = "give its path as 'command:', or put it on PATH"
) -> AutopilotProcessError:
    """The error of a program, with the fix."""
    return AutopilotProcessError(f"the autopilot '{command}' cannot be started: {why}; {fix}")


def _check_places(text: str) -> None:
    try:
        named = {name for _, name, _, _ in Formatter().parse(text) if name is not None}
    except ValueError:
        raise ValueError(f"'{text}' has a single brace: write {{{{ or }}}} for one") from None
    for name in named - set(PLACES):
        known = ", ".join(f"{{{place}}}" for place in PLACES)
        raise ValueError(f"'{text}' names {{{name}}}: only {known} are filled in")
