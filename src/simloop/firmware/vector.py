"""Small vectors as values: in tasks they are compiled away."""

from math import sqrt
from typing import NamedTuple, TypeVar

from simloop.firmware.maths import clamp

_T = TypeVar("_T")


def with_own_operators(cls: type[_T]) -> type[_T]:
    """Let scalars of numpy leave their products with such values to the values."""
    cls.__array_ufunc__ = None  # type: ignore[attr-defined]
    return cls


class Vec2(NamedTuple):
    """Two numbers, such as north and east."""

    x: float
    y: float


@with_own_operators
class Vec3(NamedTuple):
    """Three numbers along axes that the name of whoever holds them tells: FRD, NED."""

    x: float
    y: float
    z: float

    def __add__(self, other: "Vec3") -> "Vec3":  # type: ignore[override]
        return Vec3(self.x + other.x, self.y + other.y, self.z + other.z)

    def __sub__(self, other: "Vec3") -> "Vec3":
        return Vec3(self.x - other.x, self.y - other.y, self.z - other.z)

    def __mul__(self, factor: float) -> "Vec3":  # type: ignore[override]
        return Vec3(self.x * factor, self.y * factor, self.z * factor)

    def __rmul__(self, factor: float) -> "Vec3":  # type: ignore[override]
        return Vec3(factor * self.x, factor * self.y, factor * self.z)

    def __neg__(self) -> "Vec3":
        return Vec3(-self.x, -self.y, -self.z)

    def times(self, other: "Vec3") -> "Vec3":
        """Axis by axis."""
        return Vec3(self.x * other.x, self.y * other.y, self.z * other.z)

    def clamped(self, most: float) -> "Vec3":
        """Each axis held between minus and plus `most`."""
        return Vec3(
            clamp(self.x, -most, most), clamp(self.y, -most, most), clamp(self.z, -most, most)
        )

    def dot(self, other: "Vec3") -> float:
        """The scalar product."""
        return self.x * other.x + self.y * other.y + self.z * other.z

    def cross(self, other: "Vec3") -> "Vec3":
        """The vector product."""
        return Vec3(
            self.y * other.z - self.z * other.y,
            self.z * other.x - self.x * other.z,
            self.x * other.y - self.y * other.x,
        )

    def norm(self) -> float:
        """Its length."""
        return sqrt(self.x * self.x + self.y * self.y + self.z * self.z)


class Quaternion(NamedTuple):
    """A rotation from body (FRD) to world (NED) axes, of length one."""

    w: float
    x: float
    y: float
    z: float


class Geodetic(NamedTuple):
    """A place on the ellipsoid."""

    latitude_rad: float
    longitude_rad: float
    height_m: float
