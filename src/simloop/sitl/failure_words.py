"""A failure in one word, as the command line and services spell it: quad_0:gyro=stuck@20+5."""

import re
from dataclasses import dataclass, field
from typing import Any

FORM = "[VEHICLE:]COMPONENT[.INSTANCE]=KIND[@SECONDS][+SECONDS][,NAME=NUMBER ...]"
EXAMPLE = "quad_0:gyro=stuck@20+5"
# Numbers of any failure; all others are strengths of the kind.
OF_THE_REQUEST = ("ramp_s", "probability")

_SECONDS = r"\d+(?:\.\d+)?"
_WORD = re.compile(
    r"(?:(?P<vehicle>[^:=,@]+):)?(?P<component>\w+)(?:\.(?P<instance>\d+))?=(?P<kind>\w+)"
    rf"(?:@(?P<at>{_SECONDS}))?(?:\+(?P<lasts>{_SECONDS}))?(?:,(?P<numbers>.+))?"
)


@dataclass(frozen=True, slots=True)
class FailureWord:
    """What a word says: when, and the arguments of the user command `failure`."""

    at_s: float = 0.0
    arguments: dict[str, Any] = field(default_factory=dict)


def parse_failure(word: str) -> FailureWord:
    """Read a word; a ValueError says what is wrong with it and how to write it."""
    found = _WORD.fullmatch(word.strip())
    if found is None:
        raise ValueError(f"write {FORM}, such as {EXAMPLE}")
    arguments: dict[str, Any] = {"component": found["component"], "kind": found["kind"]}
    if found["vehicle"]:
        arguments["name"] = found["vehicle"]
    if found["instance"]:
        arguments["instance"] = int(found["instance"])
    if found["lasts"]:
        arguments["duration_s"] = float(found["lasts"])
    numbers = parse_numbers(found["numbers"] or "")
    strength = {name: value for name, value in numbers.items() if name not in OF_THE_REQUEST}
    arguments |= {name: numbers[name] for name in OF_THE_REQUEST if name in numbers}
    if strength:
        arguments["strength"] = strength
    return FailureWord(float(found["at"] or 0.0), arguments)


def parse_numbers(text: str) -> dict[str, float]:
    """Names and numbers: share=0.3,length=5."""
    numbers: dict[str, float] = {}
    for part in text.split(",") if text.strip() else ():
        name, equals, value = (piece.strip() for piece in part.partition("="))
        try:
            numbers[name] = float(value)
        except ValueError:
            equals = ""
        if not (name.isidentifier() and equals):
            raise ValueError(f"'{part.strip()}' is no NAME=NUMBER: write, for example, share=0.3")
    return numbers
