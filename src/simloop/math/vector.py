"""Small vectors as values: in kernels they are compiled away."""

from math import sqrt
from typing import NamedTuple, TypeVar

from simloop.math.scalar import clamp

_T = TypeVar("_T")


def with_own_operators(cls: type[_T]) -> type[_T]:
    """Let scalars of numpy leave their products with such values to the values."""
    cls.__array_ufunc__ = None  # type: ignore[attr-defined]
    return cls


@with_own_operators
class Vec2(NamedTuple):
    """Two numbers, such as north and east."""

    x: float
    y: float

    def __add__(self, other: "Vec2") -> "Vec2":  # type: ignore[override]
        return Vec2(self.x + other.x, self.y + other.y)

    def __rmul__(self, factor: float) -> "Vec2":  # type: ignore[override]
        return Vec2(factor * self.x, factor * self.y)

    def times(self, other: "Vec2") -> "Vec2":
        """Axis by axis."""
        return Vec2(self.x * other.x, self.y * other.y)

    def norm(self) -> float:
        """Its length."""
        return sqrt(self.x * self.x + self.y * self.y)


class Range(NamedTuple):
    """The least and the largest of something."""

    low: float
    high: float


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


class Matrix3(NamedTuple):
    """Three rows."""

    x: Vec3
    y: Vec3
    z: Vec3

    def __matmul__(self, v: Vec3) -> Vec3:
        return Vec3(self.x.dot(v), self.y.dot(v), self.z.dot(v))

    def transposed(self) -> "Matrix3":
        """Its columns as rows; of a rotation, the way back."""
        return Matrix3(
            Vec3(self.x.x, self.y.x, self.z.x),
            Vec3(self.x.y, self.y.y, self.z.y),
            Vec3(self.x.z, self.y.z, self.z.z),
        )


@with_own_operators
class Quaternion(NamedTuple):
    """A rotation from body (FRD) to world (NED) axes, of length one.

    Sums and multiples are for those who integrate it.
    """

    w: float
    x: float
    y: float
    z: float

    def __add__(self, other: "Quaternion") -> "Quaternion":  # type: ignore[override]
        return Quaternion(self.w + other.w, self.x + other.x, self.y + other.y, self.z + other.z)

    def __rmul__(self, factor: float) -> "Quaternion":  # type: ignore[override]
        return Quaternion(factor * self.w, factor * self.x, factor * self.y, factor * self.z)

    def to_world(self, v: Vec3) -> Vec3:
        """A body vector in world axes."""
        # v + 2 w (q x v) + 2 q x (q x v), with t = 2 q x v
        tx = 2.0 * (self.y * v.z - self.z * v.y)
        ty = 2.0 * (self.z * v.x - self.x * v.z)
        tz = 2.0 * (self.x * v.y - self.y * v.x)
        return Vec3(
            v.x + self.w * tx + (self.y * tz - self.z * ty),
            v.y + self.w * ty + (self.z * tx - self.x * tz),
            v.z + self.w * tz + (self.x * ty - self.y * tx),
        )

    def forward(self) -> Vec3:
        """The first body axis in world axes."""
        return Vec3(
            1.0 - 2.0 * (self.y * self.y + self.z * self.z),
            2.0 * (self.x * self.y + self.w * self.z),
            2.0 * (self.x * self.z - self.w * self.y),
        )

    def down(self) -> Vec3:
        """The third body axis in world axes."""
        return Vec3(
            2.0 * (self.x * self.z + self.w * self.y),
            2.0 * (self.y * self.z - self.w * self.x),
            1.0 - 2.0 * (self.x * self.x + self.y * self.y),
        )

    def to_body(self, v: Vec3) -> Vec3:
        """A world vector in body axes."""
        return Quaternion(self.w, -self.x, -self.y, -self.z).to_world(v)

    def matrix(self) -> Matrix3:
        """The same from body to world as a matrix: cheaper for several vectors."""
        x2 = self.x + self.x
        y2 = self.y + self.y
        z2 = self.z + self.z
        xx = self.x * x2
        yy = self.y * y2
        zz = self.z * z2
        xy = self.x * y2
        xz = self.x * z2
        yz = self.y * z2
        wx = self.w * x2
        wy = self.w * y2
        wz = self.w * z2
        return Matrix3(
            Vec3(1.0 - (yy + zz), xy - wz, xz + wy),
            Vec3(xy + wz, 1.0 - (xx + zz), yz - wx),
            Vec3(xz - wy, yz + wx, 1.0 - (xx + yy)),
        )

    def turning(self, rate: Vec3) -> "Quaternion":
        """How it changes per second at a body rate in rad/s."""
        return Quaternion(
            -0.5 * (self.x * rate.x + self.y * rate.y + self.z * rate.z),
            0.5 * (self.w * rate.x + self.y * rate.z - self.z * rate.y),
            0.5 * (self.w * rate.y + self.z * rate.x - self.x * rate.z),
            0.5 * (self.w * rate.z + self.x * rate.y - self.y * rate.x),
        )

    def normalised(self) -> "Quaternion":
        """The one of length one; zero becomes no rotation."""
        squared = self.w * self.w + self.x * self.x + self.y * self.y + self.z * self.z
        scale = 1.0 / sqrt(squared if squared > 0.0 else 1.0)
        w = self.w * scale if squared > 0.0 else 1.0
        return Quaternion(w, self.x * scale, self.y * scale, self.z * scale)


@with_own_operators
class SymmetricTensor(NamedTuple):
    """A symmetric 3 x 3 tensor."""

    xx: float
    yy: float
    zz: float
    xy: float
    xz: float
    yz: float

    def __rmul__(self, factor: float) -> "SymmetricTensor":  # type: ignore[override]
        return SymmetricTensor(
            factor * self.xx,
            factor * self.yy,
            factor * self.zz,
            factor * self.xy,
            factor * self.xz,
            factor * self.yz,
        )

    def __matmul__(self, v: Vec3) -> Vec3:
        return Vec3(
            self.xx * v.x + self.xy * v.y + self.xz * v.z,
            self.xy * v.x + self.yy * v.y + self.yz * v.z,
            self.xz * v.x + self.yz * v.y + self.zz * v.z,
        )

    def inverse(self) -> "SymmetricTensor":
        """What undoes it."""
        xx, yy, zz, xy, xz, yz = self
        cofactor_xx = yy * zz - yz * yz
        cofactor_xy = xz * yz - xy * zz
        cofactor_xz = xy * yz - xz * yy
        scale = 1.0 / (xx * cofactor_xx + xy * cofactor_xy + xz * cofactor_xz)
        return SymmetricTensor(
            cofactor_xx * scale,
            (xx * zz - xz * xz) * scale,
            (xx * yy - xy * xy) * scale,
            cofactor_xy * scale,
            cofactor_xz * scale,
            (xy * xz - xx * yz) * scale,
        )

    def smallest_minor(self) -> float:
        """The smallest leading minor: positive if a body can have it as inertia."""
        xx, yy, zz, xy, xz, yz = self
        two = xx * yy - xy * xy
        three = zz * two - xx * yz * yz - yy * xz * xz + 2.0 * xy * xz * yz
        low = xx if xx < two else two
        return low if low < three else three


ZERO = Vec3(0.0, 0.0, 0.0)
