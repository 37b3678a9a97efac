"""One parameter: which element of which column it is, and which values it takes."""

import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from math import inf, isfinite

from simloop.firmware.field import Field, size_of

NAME_LENGTH = 16
INT32_MAX = 2**31 - 1
FLOAT32_MAX = 3.4028234663852886e38


class ParameterType(IntEnum):
    """What travels over a link and into a file, with the numbers of MAV_PARAM_TYPE."""

    INT32 = 6
    REAL32 = 9


@dataclass(frozen=True, slots=True)
class Parameter:
    """A number that a user may read and set: one element of a column."""

    name: str
    type: ParameterType
    low: float
    high: float
    unit: str
    meaning: str
    column: str
    element: int
    default: float

    @property
    def range_words(self) -> str:
        """The values it takes, in words; empty if it takes all."""
        least, most = format_number(self.low), format_number(self.high)
        if self.low == -inf and self.high == inf:
            return ""
        if self.high == inf:
            return f"at least {least}"
        if self.low == -inf:
            return f"at most {most}"
        return f"from {least} to {most}"

    def on_wire(self, value: float) -> float:
        """What is left of a finite value in 32 bits."""
        return float(round(value)) if self.type is ParameterType.INT32 else as_float32(value)

    def clamped(self, value: float) -> float:
        """The nearest value that it takes, in 32 bits; limits too are looked at in 32 bits."""
        low, high = self.low, self.high
        if self.type is ParameterType.INT32:
            low, high = max(low, -INT32_MAX - 1.0), min(high, float(INT32_MAX))
        else:
            low = max(as_float32(low), -FLOAT32_MAX)
            high = min(as_float32(high), FLOAT32_MAX)
        return min(max(self.on_wire(value), low), high)

    def refusal(self, value: float) -> str:
        """Why it does not take this value; empty if it does."""
        if not isfinite(value):
            return f"{self.name} must be a finite number, not {value}"
        if self.type is ParameterType.INT32 and not float(value).is_integer():
            return f"{self.name} must be a whole number, not {format_number(value)}"
        if self.clamped(value) != self.on_wire(value):
            place = self.range_words or "within 32 bits"
            return f"{self.name} must lie {place}, not {format_number(value)}"
        return ""


def parameters_of(fields: Sequence[Field], constants: Mapping[str, int]) -> list[Parameter]:
    """The parameters that these fields declare, in the order of the fields."""
    named = [field for field in fields if field.names]
    sizes = dict(constants)
    return [each for field in named for each in field_parameters(field, size_of(field, sizes))]


def field_parameters(field: Field, size: int) -> list[Parameter]:
    """The parameters of one column.

    Names beyond its size, as of a vehicle with few rotors, are left out.
    """
    if len(field.names) < size:
        raise ValueError(f"column {field.name} has {size} elements, but {len(field.names)} names")
    units = field.unit.split(", ")
    return [
        Parameter(
            name=_checked(name, field.name),
            type=ParameterType.INT32 if field.whole else ParameterType.REAL32,
            low=field.low,
            high=field.high,
            unit=units[element] if len(units) == len(field.names) else field.unit,
            meaning=field.meaning,
            column=field.name,
            element=element,
            default=field.default[element] if isinstance(field.default, tuple) else field.default,
        )
        for element, name in enumerate(field.names[:size])
    ]


def as_float32(value: float) -> float:
    """The nearest number that fits 32 bits; infinite if it is too large."""
    try:
        number: float = struct.unpack("<f", struct.pack("<f", value))[0]
    except OverflowError:
        return inf if value > 0.0 else -inf
    return number


def format_number(value: float) -> str:
    """The shortest text that means the same number in 32 bits."""
    if float(value).is_integer() and abs(value) < 1e10:
        return str(int(value))
    for digits in range(1, 10):
        text = f"{value:.{digits}g}"
        if as_float32(float(text)) == as_float32(value):
            return text
    return repr(value)


def _checked(name: str, column: str) -> str:
    if not 0 < len(name) <= NAME_LENGTH or not name.isascii() or name != name.upper():
        raise ValueError(
            f"column {column}: parameter name {name!r} must be 1 to {NAME_LENGTH} characters, "
            "upper case"
        )
    return name
