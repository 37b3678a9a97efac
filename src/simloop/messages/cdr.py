"""Messages as CDR bytes, the encoding of ROS 2 topics and MCAP files; needs the extra `ros`."""

from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar, cast

import numpy as np

from simloop.messages.catalog import MESSAGE_TYPES
from simloop.messages.complaint import complaint
from simloop.messages.definition import (
    Field,
    Message,
    definition,
    message_fields,
    ros_type,
)

M = TypeVar("M", bound=Message)

# ROS 2 gives a struct without fields this one, since CDR knows no empty struct.
_FILLER = "structure_needs_at_least_one_member"


@cache
def typestore() -> Any:
    """The rosbags typestore of ROS 2 Humble with simloop's own types added."""
    try:
        from rosbags.typesys import Stores, get_typestore
    except ImportError as error:
        raise ImportError("CDR needs rosbags: pip install 'simloop[ros]'") from error
    store = get_typestore(Stores.ROS2_HUMBLE)
    for cls in MESSAGE_TYPES:
        _register(store, cls)
    return store


def to_cdr(message: Message) -> bytes:
    """Encode a message, little-endian after the four bytes of the CDR header."""
    cls = type(message)
    try:
        encodable = _encoder(cls)(message)
        return bytes(_store_of(cls).serialize_cdr(encodable, ros_type(cls), little_endian=True))
    except Exception as error:
        fault = complaint(message)
        if fault is None:
            raise
        raise ValueError(f"{ros_type(cls)} cannot be encoded: {fault}") from error


def from_cdr(data: bytes, cls: type[M]) -> M:
    """Decode a message of a known type."""
    raw = _store_of(cls).deserialize_cdr(data, ros_type(cls))
    return cast("M", _decoder(cls)(raw))


@cache
def _store_of(cls: type[Message]) -> Any:
    """The typestore, after making sure that it knows this type and those within."""
    for field in message_fields(cls):
        if field.nested is not None:
            _store_of(field.nested)
    _register(typestore(), cls)
    return typestore()


def _register(store: Any, cls: type[Message]) -> None:
    from rosbags.typesys import get_types_from_msg

    name = ros_type(cls)
    if name in store.fielddefs:
        return
    text = definition(cls) or f"uint8 {_FILLER}\n"
    # The parser takes messages only: a service half is parsed as one, then named.
    (parsed,) = get_types_from_msg(text, "parsed/msg/Parsed").values()
    store.register({name: parsed})


@cache
def _encoder(cls: type[Message]) -> Callable[[Any], Any]:
    """How to hand a message to rosbags, which reads attributes and wants arrays as numpy."""
    fields = message_fields(cls)
    steps = [(field.name, _field_encoder(field)) for field in fields]
    if fields and all(step is None for _, step in steps):
        return _unchanged
    target = _store_of(cls).types[ros_type(cls)]
    filler = {} if fields else {_FILLER: 0}

    def encode(message: Any) -> Any:
        values = ((name, step, getattr(message, name)) for name, step in steps)
        return target(
            **{name: step(value) if step else value for name, step, value in values}, **filler
        )

    return encode


def _field_encoder(field: Field) -> Callable[[Any], Any] | None:
    if field.nested is not None:
        step = _encoder(field.nested)
        return None if step is _unchanged else step
    if field.length is None:
        return None
    dtype, length = np.dtype(field.ros_type), field.length

    def encode(values: Any) -> Any:
        if length and len(values) != length:
            raise ValueError("wrong length")
        if isinstance(values, bytes):
            return np.frombuffer(values, dtype=np.uint8)
        return np.array(values, dtype=dtype)

    return encode


@cache
def _decoder(cls: type[Message]) -> Callable[[Any], Message]:
    steps = [(field.name, _field_decoder(field)) for field in message_fields(cls)]

    def decode(raw: Any) -> Message:
        return cls(*(step(getattr(raw, name)) for name, step in steps))

    return decode


def _field_decoder(field: Field) -> Callable[[Any], Any]:
    if field.nested is not None:
        return _decoder(field.nested)
    if field.length is None:
        return _unchanged
    return _as_bytes if (field.ros_type, field.length) == ("uint8", 0) else _as_tuple


def _unchanged(value: Any) -> Any:
    return value


def _as_tuple(values: Any) -> tuple[Any, ...]:
    return tuple(values.tolist())


def _as_bytes(values: Any) -> bytes:
    return bytes(values.tobytes())
