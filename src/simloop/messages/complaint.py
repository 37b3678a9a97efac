"""Why a message does not fit its ROS type: asked for only after an encoder failed."""

from typing import Any

from simloop.messages.definition import Field, Message, message_fields
from simloop.messages.scalars import INTEGER_LIMITS


def complaint(message: Message) -> str | None:
    """The first field with a value that its ROS type cannot hold and the reason, or None."""
    for field in message_fields(type(message)):
        value = getattr(message, field.name)
        if field.nested is not None and isinstance(value, field.nested):
            if inner := complaint(value):
                return f"{field.name}.{inner}"
        elif fault := _fault(field, value):
            return f"{field.name}: {fault}"
    return None


def _fault(field: Field, value: Any) -> str | None:
    if field.length is None:
        return _scalar_fault(field.ros_type, value)
    if field.length and len(value) != field.length:
        return f"{len(value)} values where {field.length} belong"
    faults = (_scalar_fault(field.ros_type, each) for each in value)
    return next((fault for fault in faults if fault), None)


def _scalar_fault(ros_type: str, value: Any) -> str | None:
    if ros_type in INTEGER_LIMITS:
        low, high = INTEGER_LIMITS[ros_type]
        fits, range_note = isinstance(value, int) and low <= value <= high, f" ({low} to {high})"
    elif ros_type in ("float32", "float64"):
        fits, range_note = isinstance(value, int | float), ""
    else:
        fits, range_note = isinstance(value, {"string": str, "bool": bool}.get(ros_type, ())), ""
    return None if fits else f"{value!r} is no {ros_type}{range_note}"
