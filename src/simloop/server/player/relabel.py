"""Answers of a second run in the names and numbers that the programme has for its vehicles."""

from dataclasses import fields, is_dataclass, replace
from itertools import chain
from typing import Any

from simloop.server.player.programme import SECOND_FROM, second_name

_NAMES = ("name", "vehicle")


def relabelled(answer: Any) -> Any:
    """The answer, with the index and the name of each vehicle in it made those of a ghost."""
    if isinstance(answer, tuple):
        return tuple(relabelled(each) for each in answer)
    if not is_dataclass(answer) or isinstance(answer, type):
        return answer
    values = {part.name: getattr(answer, part.name) for part in fields(answer)}
    changes = {name: relabelled(v) for name, v in values.items() if isinstance(v, tuple)}
    # Columns and components have names as well, but no index.
    if "index" in values:
        changes["index"] = values["index"] + SECOND_FROM
    if "index" in values or "vehicle" in values:
        changes |= {name: second_name(values[name]) for name in _NAMES if name in values}
    return replace(answer, **changes)


def joined(answers: list[Any]) -> Any:
    """Answers about several vehicles as one: the lists of the first, continued by the others."""
    first = answers[0]
    if not is_dataclass(first) or isinstance(first, type):
        return first
    lists = [part.name for part in fields(first) if isinstance(getattr(first, part.name), tuple)]
    more = {n: tuple(chain.from_iterable(getattr(each, n) for each in answers)) for n in lists}
    return replace(first, **more)
