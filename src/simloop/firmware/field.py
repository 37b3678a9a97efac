"""How a column of the firmware is declared, and how a parameter of the user lies in it."""

from dataclasses import dataclass, replace
from math import inf


@dataclass(frozen=True, slots=True)
class Field:
    """One column, `size` numbers per lane.

    `size` is a number or the product of numbers and class constants, such as "ROTORS" or
    "8*ITEMS". `default` is one number for every element, or one per element. A column with `names`
    holds parameters that a user may read and set, one name per element, up to 16 characters each;
    they stay within `low` and `high`, and are whole numbers if `whole` says so.
    """

    name: str
    size: int | str
    unit: str
    frame: str
    meaning: str
    default: float | tuple[float, ...] = 0.0
    dtype: str = "f8"
    names: tuple[str, ...] = ()
    low: float = -inf
    high: float = inf
    whole: bool = False
    scratch: bool = False

    def knob(
        self,
        names: str,
        default: float | tuple[float, ...] = 0.0,
        low: float = -inf,
        high: float = inf,
        *,
        whole: bool = False,
    ) -> "Field":
        """The same as parameters of the user, as many as `names`, which has commas between them."""
        named = tuple(names.split(", "))
        like = replace(self, size=self.size or len(named), names=named, default=default)
        return replace(like, low=low, high=high, whole=whole)

    def flag(self, names: str, default: float = 0.0) -> "Field":
        """The same as switches of the user: 0 or 1."""
        return self.knob(names, default, 0.0, 1.0, whole=True)


def size_of(field: Field, constants: dict[str, int]) -> int:
    """The number of elements, with class constants filled in."""
    if isinstance(field.size, int):
        return field.size
    total = 1
    for factor in field.size.split("*"):
        total *= int(factor) if factor.isdigit() else constants[factor]
    return total
