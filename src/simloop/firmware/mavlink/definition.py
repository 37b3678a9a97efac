"""How one MAVLink message lies in a payload, and how its named tuple is packed and unpacked."""

import re
import struct
from collections import namedtuple
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import isnan
from operator import itemgetter
from typing import Any

from simloop.firmware.mavlink.crc import mirrored_byte

# A named tuple of the message's fields, made from the tables: its fields are numbers, bytes for
# texts and byte arrays, and tuples for other arrays.
Message = Any

WHOLE_SIZES = {"b": 1, "B": 1, "h": 2, "H": 2, "i": 4, "I": 4, "q": 8, "Q": 8}
LARGEST_SINGLE = 3.4028234663852886e38
RUN = re.compile(r"(\w*)\{(\d+)-(\d+)\}(\w*):(\w+)")


class Definition:
    """One message: its number, its CRC_EXTRA and its fields in the order of the wire."""

    def __init__(self, number: int, name: str, crc_extra: int, base: str, extension: str) -> None:
        self.id = number
        self.name = name
        self.crc_extra = crc_extra
        self.crc_extra_mirrored = mirrored_byte(crc_extra)
        spelled = [*_spelled(base), *_spelled(extension)]
        self.fields = tuple(field for field, _, _ in spelled)
        layout = "".join(code for _, _, code in spelled)
        self.base_size = struct.calcsize("<" + "".join(code for _, _, code in _spelled(base)))
        self.payload = struct.Struct("<" + layout)
        self.size = self.payload.size
        self.message = _named_tuple(name, self.fields)
        self._nothing = {field: _nothing(count, code) for field, count, code in spelled}
        self._in_order = _in_order(self.fields)
        self.has_arrays = any(count for _, count, _ in spelled)
        # Length of a payload that needs neither zeros nor gathering; none has -1 bytes.
        self.plain_size = -1 if self.has_arrays else self.size
        self._counts = tuple(count for _, count, _ in spelled)
        self._codes = "".join(code[-1] * (count or 1) for _, count, code in spelled)

    def __deepcopy__(self, memo: object) -> "Definition":
        """Itself: it never changes, and copies of links share it."""
        return self

    def values(self, fields: dict[str, Any]) -> tuple[Any, ...]:
        """The fields in the order of the wire; those that are not given are zero."""
        if len(fields) != len(self.fields):
            unknown = fields.keys() - self._nothing.keys()
            if unknown:
                raise ValueError(f"{self.name} has no field {', '.join(sorted(unknown))}")
            fields = self._nothing | fields
        return self._in_order(fields)

    def pack(self, values: Sequence[Any]) -> bytes:
        """The payload with all fields; a number that does not fit is held at the nearest limit."""
        row = self.flattened(values) if self.has_arrays else values
        try:
            return self.payload.pack(*row)
        except (struct.error, OverflowError):
            return self.payload.pack(*self.fitted(row))

    def unpack(self, payload: bytes) -> Message:
        """The message of a payload; missing bytes at its end are zeros, others are left out."""
        values = self.payload.unpack(payload[: self.size].ljust(self.size, b"\0"))
        fields = self.gathered(values) if self.has_arrays else values
        return tuple.__new__(self.message, fields)

    def flattened(self, values: Iterable[Any]) -> list[Any]:
        """All values in a row, those of arrays too."""
        row: list[Any] = []
        for value, count in zip(values, self._counts, strict=True):
            if count:
                row.extend(value)
            else:
                row.append(value)
        return row

    def gathered(self, values: Sequence[Any]) -> Iterator[Any]:
        """The values of each field, those of an array together."""
        place = 0
        for count in self._counts:
            yield tuple(values[place : place + count]) if count else values[place]
            place += count or 1

    def fitted(self, values: Iterable[Any]) -> list[Any]:
        """The nearest values that the payload can hold."""
        return [_fitted(value, code) for value, code in zip(values, self._codes, strict=True)]


def _spelled(fields: str) -> list[tuple[str, int, str]]:
    """Name, length if it is an array of numbers, and format of each field.

    `chan{1-3}_raw:H` stands for three fields; `16s` is a text or an array of bytes, `4f` an array.
    """
    spelled: list[tuple[str, int, str]] = []
    for field in fields.split():
        name, _, code = field.rpartition(":")
        count = int(code[:-1]) if len(code) > 1 and code[-1] != "s" else 0
        run = RUN.fullmatch(field)
        places = range(int(run[2]), int(run[3]) + 1) if run else ()
        names = [f"{run[1]}{place}{run[4]}" for place in places] if run else [name]
        spelled.extend((each, count, code) for each in names)
    return spelled


def _named_tuple(name: str, fields: Sequence[str]) -> Any:
    return namedtuple(name, fields)


def _in_order(fields: Sequence[str]) -> Callable[[Mapping[str, Any]], tuple[Any, ...]]:
    """Takes the values of the fields out of a mapping."""
    # itemgetter gives no tuple for a single field.
    return itemgetter(*fields) if len(fields) > 1 else lambda values: (values[fields[0]],)


def _nothing(count: int, code: str) -> Any:
    """What a field holds if nobody sets it."""
    return b"" if code[-1] == "s" else (0,) * count if count else 0


def _fitted(value: Any, code: str) -> Any:
    """The nearest value that the format can hold; NaN becomes 0 in a whole number."""
    if code == "s":
        return value
    if code in "fd":
        too_large = code == "f" and abs(value) > LARGEST_SINGLE
        return (float("inf") if value > 0.0 else float("-inf")) if too_large else float(value)
    bits = 8 * WHOLE_SIZES[code]
    low, high = (-(1 << bits - 1), (1 << bits - 1) - 1) if code.islower() else (0, (1 << bits) - 1)
    if isnan(value):
        return 0
    return low if value <= low else high if value >= high else round(value)
