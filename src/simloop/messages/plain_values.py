"""Messages as plain values and back: for JSON, forms, and whoever writes a message by hand."""

from collections.abc import Mapping
from difflib import get_close_matches
from math import nan
from typing import Any

from simloop.messages.complaint import complaint
from simloop.messages.definition import Field, Message, message_fields, ros_type

_FLOATS = ("float32", "float64")


class WrongMessage(ValueError):
    """Why plain values are no message of the type, in one line that names the field."""


def values_of(message: Message) -> dict[str, Any]:
    """The fields of a message as numbers, texts, lists and mappings."""
    found: dict[str, Any] = {}
    for field in message_fields(type(message)):
        value = getattr(message, field.name)
        if field.nested is not None:
            found[field.name] = values_of(value)
        else:
            found[field.name] = value if field.length is None else list(value)
    return found


def message_of(kind: type[Message], given: Any) -> Message:
    """A message from plain values; fields that are left out have their defaults.

    JSON has no NaN: null stands for it where a number with a fraction belongs.

    Raises:
        WrongMessage: an unknown field, or a value that does not fit.
    """
    message = _message(kind, given, "")
    wrong = complaint(message)
    if wrong is not None:
        raise WrongMessage(wrong)
    return message


def _message(kind: type[Message], given: Any, where: str) -> Message:
    if not isinstance(given, Mapping):
        place = where.rstrip(".") or ros_type(kind)
        raise WrongMessage(f"{place}: write its fields by name, not {given!r}")
    fields = {field.name: field for field in message_fields(kind)}
    for name in given:
        if name not in fields:
            near = get_close_matches(str(name), fields, 1)
            hint = f"did you mean '{near[0]}'?" if near else f"it has {', '.join(fields)}"
            raise WrongMessage(f"{ros_type(kind)} has no field '{where}{name}': {hint}")
    own = {name: _value(fields[name], value, where) for name, value in given.items()}
    try:
        return kind(**own)
    except (TypeError, ValueError) as wrong:
        raise WrongMessage(str(wrong)) from None


def _value(field: Field, given: Any, where: str) -> Any:
    if field.nested is not None:
        return _message(field.nested, given, f"{where}{field.name}.")
    if field.length is None:
        return _scalar(field, given)
    if not isinstance(given, (list, tuple)):
        raise WrongMessage(f"{where}{field.name}: write a list, not {given!r}")
    numbers = [_scalar(field, each) for each in given]
    if field.ros_type == "uint8" and all(type(n) is int and 0 <= n <= 255 for n in numbers):
        return bytes(numbers)
    return tuple(numbers)


def _scalar(field: Field, given: Any) -> Any:
    if field.ros_type in _FLOATS:
        if given is None:
            return nan
        whole = isinstance(given, int) and not isinstance(given, bool)
        return float(given) if whole else _no_truth(given)
    if field.ros_type in ("bool", "string"):
        return given
    if isinstance(given, float) and given.is_integer():
        return int(given)
    return _no_truth(given)


def _no_truth(given: Any) -> Any:
    """True is a number in Python, but in no message: a text in its place is complained about."""
    return str(given) if isinstance(given, bool) else given
