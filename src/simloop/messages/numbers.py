"""The numbers inside messages: which fields hold one, and a quick way to read them all."""

from collections.abc import Callable
from functools import cache
from operator import attrgetter
from typing import Any

from simloop.messages import TYPE_BY_NAME, Message
from simloop.messages.definition import message_fields


@cache
def numeric_fields(type_name: str) -> tuple[str, ...]:
    """The fields of a type that hold numbers, without its header; arrays element by element."""
    return tuple(path for path, _ in _leaves(TYPE_BY_NAME[type_name], ""))


@cache
def number_reader(type_name: str) -> Callable[[Any], tuple[float, ...]]:
    """A function that reads all numeric fields of a message, in the order of `numeric_fields`."""
    steps: list[tuple[Callable[[Any], Any], bool]] = []
    seen: set[str] = set()
    for path, attribute in _leaves(TYPE_BY_NAME[type_name], ""):
        if attribute not in seen:
            steps.append((attrgetter(attribute), path != attribute))
            seen.add(attribute)

    def read(message: Any) -> tuple[float, ...]:
        numbers: list[float] = []
        for get, is_array in steps:
            value = get(message)
            if is_array:
                numbers += [float(each) for each in value]
            else:
                numbers.append(float(value))
        return tuple(numbers)

    return read


def _leaves(cls: type[Message], prefix: str) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for field in message_fields(cls):
        path = prefix + field.name
        if field.name == "header" or field.ros_type == "string":
            continue
        if field.nested is not None:
            found += _leaves(field.nested, f"{path}.")
        elif field.length is None:
            found.append((path, path))
        else:
            # Arrays of any length have no columns of their own.
            found += [(f"{path}[{n}]", path) for n in range(field.length)]
    return found
