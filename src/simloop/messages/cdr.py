"""Messages as CDR bytes, the encoding of ROS 2 topics and MCAP files."""

from collections.abc import Callable, Iterator
from functools import cache
from operator import attrgetter
from struct import Struct, error
from typing import Any, NamedTuple, TypeVar, cast

from simloop.messages.complaint import complaint
from simloop.messages.definition import Field, Message, message_fields, ros_type

M = TypeVar("M", bound=Message)

# Little-endian, plain CDR.
HEAD = b"\x00\x01\x00\x00"
# ROS 2 gives a struct without fields one byte, since CDR knows no empty struct.
_FILLER = b"\x00"
_CODES = {
    **{"bool": "?", "float32": "f", "float64": "d"},
    **{"int8": "b", "int16": "h", "int32": "i", "int64": "q"},
    **{"uint8": "B", "uint16": "H", "uint32": "I", "uint64": "Q"},
}
_LARGEST = 8
_LENGTH = Struct("<I")


class _Reader:
    """Bytes and how far they have been read; positions count from the end of the head."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = len(HEAD)

    def take(self, size: int) -> bytes:
        """The next bytes."""
        part = self.data[self.at : self.at + size]
        if len(part) < size:
            raise error("the bytes end too soon")
        self.at += size
        return part

    def length(self) -> int:
        """A count, aligned."""
        self.at += -(self.at - len(HEAD)) % _LENGTH.size
        return int(_LENGTH.unpack(self.take(_LENGTH.size))[0])


class _Part(NamedTuple):
    """How some neighbouring values of a message are written and read."""

    write: Callable[[Any, bytearray], None]
    read: Callable[[_Reader], tuple[Any, ...]]


def to_cdr(message: Message) -> bytes:
    """Encode a message, little-endian after the four bytes of the CDR header."""
    cls = type(message)
    out = bytearray(HEAD)
    try:
        for part in _parts(cls):
            part.write(message, out)
    except Exception as cause:
        fault = complaint(message)
        if fault is None:
            raise
        raise ValueError(f"{ros_type(cls)} cannot be encoded: {fault}") from cause
    return bytes(out) if len(out) > len(HEAD) else HEAD + _FILLER


def from_cdr(data: bytes, cls: type[M]) -> M:
    """Decode a message of a known type."""
    if data[: len(HEAD)] != HEAD:
        raise ValueError(f"{ros_type(cls)}: these bytes are no little-endian CDR")
    reader = _Reader(data)
    try:
        values = (value for part in _parts(cls) for value in part.read(reader))
        return cast("M", _made(cls, values))
    except (error, UnicodeDecodeError) as cause:
        raise ValueError(f"{ros_type(cls)} cannot be decoded: {cause}") from None


def _made(cls: type[Message], values: Iterator[Any]) -> Message:
    # One value after the other: a generator that runs dry inside another would hide why.
    members = [
        _made(field.nested, values) if field.nested is not None else _next(values)
        for field in message_fields(cls)
    ]
    return cls(*members)


def _next(values: Iterator[Any]) -> Any:
    return next(values)


@cache
def _parts(cls: type[Message]) -> tuple[_Part, ...]:
    """The message as runs of numbers, texts and arrays, in order."""
    parts: list[_Part] = []
    run: list[tuple[str, str]] = []
    for path, field in _leaves(cls, ""):
        if field.length is None and field.ros_type != "string":
            run.append((path, _CODES[field.ros_type]))
            continue
        parts += [_numbers(run)] if run else []
        run = []
        parts.append(_text(path) if field.length is None else _array(path, field))
    parts += [_numbers(run)] if run else []
    return tuple(parts)


def _leaves(cls: type[Message], prefix: str) -> Iterator[tuple[str, Field]]:
    for field in message_fields(cls):
        if field.nested is not None:
            yield from _leaves(field.nested, f"{prefix}{field.name}.")
        else:
            yield prefix + field.name, field


def _packers(codes: str) -> tuple[Struct, ...]:
    """The same numbers, padded for each place modulo eight at which they may begin."""
    return tuple(_padded(codes, start) for start in range(_LARGEST))


def _padded(codes: str, start: int) -> Struct:
    text, at = "<", start
    for code in codes:
        size = Struct(f"<{code}").size
        gap = -at % size
        text += "x" * gap + code
        at += gap + size
    return Struct(text)


def _numbers(run: list[tuple[str, str]]) -> _Part:
    paths = [path for path, _ in run]
    packers = _packers("".join(code for _, code in run))
    get = attrgetter(*paths)
    alone = len(paths) == 1

    def write(message: Any, out: bytearray) -> None:
        values = get(message)
        packer = packers[(len(out) - len(HEAD)) % _LARGEST]
        out += packer.pack(values) if alone else packer.pack(*values)

    def read(reader: _Reader) -> tuple[Any, ...]:
        packer = packers[(reader.at - len(HEAD)) % _LARGEST]
        return packer.unpack(reader.take(packer.size))

    return _Part(write, read)


def _text(path: str) -> _Part:
    get = attrgetter(path)

    def write(message: Any, out: bytearray) -> None:
        data = get(message).encode() + b"\x00"
        out += bytes(-(len(out) - len(HEAD)) % _LENGTH.size) + _LENGTH.pack(len(data)) + data

    def read(reader: _Reader) -> tuple[Any, ...]:
        return (reader.take(reader.length())[:-1].decode(),)

    return _Part(write, read)


def _array(path: str, field: Field) -> _Part:
    get, code, fixed = attrgetter(path), _CODES[field.ros_type], field.length
    size = Struct(f"<{code}").size
    is_bytes = (field.ros_type, field.length) == ("uint8", 0)

    def write(message: Any, out: bytearray) -> None:
        values = get(message)
        if fixed and len(values) != fixed:
            raise ValueError("wrong length")
        if not fixed:
            out += bytes(-(len(out) - len(HEAD)) % _LENGTH.size) + _LENGTH.pack(len(values))
        if is_bytes:
            out += values
        elif len(values):
            gap = bytes(-(len(out) - len(HEAD)) % size)
            out += gap + Struct(f"<{len(values)}{code}").pack(*values)

    def read(reader: _Reader) -> tuple[Any, ...]:
        count = fixed or reader.length()
        if is_bytes:
            return (reader.take(count),)
        if count == 0:
            return ((),)
        reader.at += -(reader.at - len(HEAD)) % size
        return (Struct(f"<{count}{code}").unpack(reader.take(count * size)),)

    return _Part(write, read)
