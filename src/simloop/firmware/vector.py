"""Small vectors as values: in tasks they are compiled away."""

from math import sqrt
from typing import NamedTuple, TypeVar

from simloop.firmware.component import Row
from simloop.firmware.maths import atan2, clamp, sin_cos

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

    def __sub__(self, other: "Vec2") -> "Vec2":
        return Vec2(self.x - other.x, self.y - other.y)

    def __mul__(self, factor: float) -> "Vec2":  # type: ignore[override]
        return Vec2(self.x * factor, self.y * factor)

    def __rmul__(self, factor: float) -> "Vec2":  # type: ignore[override]
        return Vec2(factor * self.x, factor * self.y)

    def __truediv__(self, divisor: float) -> "Vec2":
        return Vec2(self.x / divisor, self.y / divisor)

    def __neg__(self) -> "Vec2":
        return Vec2(-self.x, -self.y)

    def times(self, other: "Vec2") -> "Vec2":
        """Axis by axis."""
        return Vec2(self.x * other.x, self.y * other.y)

    def dot(self, other: "Vec2") -> float:
        """The scalar product."""
        return self.x * other.x + self.y * other.y

    def norm(self) -> float:
        """Its length."""
        return sqrt(self.x * self.x + self.y * self.y)

    def bearing(self) -> float:
        """Its direction as a heading, if it points north and east."""
        return atan2(self.y, self.x)

    def right(self) -> "Vec2":
        """A quarter turn to the right of it."""
        return Vec2(-self.y, self.x)


def towards(bearing_rad: float) -> Vec2:
    """The vector of length one that points there, from north to the right."""
    sine, cosine = sin_cos(bearing_rad)
    return Vec2(cosine, sine)


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

    def xy(self) -> Vec2:
        """Its part along the first two axes, such as north and east."""
        return Vec2(self.x, self.y)

    def with_xy(self, part: Vec2) -> "Vec3":
        """Another part along the first two axes."""
        return Vec3(part.x, part.y, self.z)

    def with_z(self, part: float) -> "Vec3":
        """Another part along the last axis."""
        return Vec3(self.x, self.y, part)


ZERO = Vec3(0.0, 0.0, 0.0)


class Matrix3(NamedTuple):
    """Three rows of three numbers."""

    xx: float
    xy: float
    xz: float
    yx: float
    yy: float
    yz: float
    zx: float
    zy: float
    zz: float

    def __matmul__(self, v: Vec3) -> Vec3:
        return Vec3(
            self.xx * v.x + self.xy * v.y + self.xz * v.z,
            self.yx * v.x + self.yy * v.y + self.yz * v.z,
            self.zx * v.x + self.zy * v.y + self.zz * v.z,
        )


class Quaternion(NamedTuple):
    """A rotation from body (FRD) to world (NED) axes, of length one."""

    w: float
    x: float
    y: float
    z: float

    def to_ned(self, v: Vec3) -> Vec3:
        """A body vector in NED axes."""
        tx = 2.0 * (self.y * v.z - self.z * v.y)
        ty = 2.0 * (self.z * v.x - self.x * v.z)
        tz = 2.0 * (self.x * v.y - self.y * v.x)
        return Vec3(
            v.x + self.w * tx + (self.y * tz - self.z * ty),
            v.y + self.w * ty + (self.z * tx - self.x * tz),
            v.z + self.w * tz + (self.x * ty - self.y * tx),
        )

    def to_frd(self, v: Vec3) -> Vec3:
        """An NED vector in body axes."""
        return Quaternion(self.w, -self.x, -self.y, -self.z).to_ned(v)

    def heading(self) -> float:
        """Where the nose points, from north to the right."""
        return atan2(
            2.0 * (self.w * self.z + self.x * self.y),
            1.0 - 2.0 * (self.y * self.y + self.z * self.z),
        )

    def tilt_cosine(self) -> float:
        """The cosine of the angle between body z and down."""
        return 1.0 - 2.0 * (self.x * self.x + self.y * self.y)

    def turned_by(self, half: Vec3) -> "Quaternion":
        """The attitude after the body turned by twice `half`, a rotation vector in body axes.

        The exponential by its series, good for turns up to one radian, then one step of Newton's
        method towards unit length.
        """
        t = half.dot(half)
        s = 1.0 - t * (1.0 / 6.0 - t * (1.0 / 120.0 - t * (1.0 / 5040.0)))
        c = 1.0 - t * (0.5 - t * (1.0 / 24.0 - t * (1.0 / 720.0 - t * (1.0 / 40320.0))))
        i, j, k = s * half
        w = self.w * c - self.x * i - self.y * j - self.z * k
        x = self.x * c + self.w * i + self.y * k - self.z * j
        y = self.y * c + self.w * j + self.z * i - self.x * k
        z = self.z * c + self.w * k + self.x * j - self.y * i
        f = 1.5 - 0.5 * (w * w + x * x + y * y + z * z)
        return Quaternion(w * f, x * f, y * f, z * f)


class Range(NamedTuple):
    """The least and the largest of something."""

    low: float
    high: float


class Geodetic(NamedTuple):
    """A place on the ellipsoid."""

    latitude_rad: float
    longitude_rad: float
    height_m: float


def attitude_of(roll: float, pitch: float, yaw: float) -> Quaternion:
    """The attitude that turns by yaw, then pitch, then roll."""
    sr, cr = sin_cos(0.5 * roll)
    sp, cp = sin_cos(0.5 * pitch)
    sy, cy = sin_cos(0.5 * yaw)
    return Quaternion(
        cr * cp * cy + sr * sp * sy,
        sr * cp * cy - cr * sp * sy,
        cr * sp * cy + sr * cp * sy,
        cr * cp * sy - sr * sp * cy,
    )


def roll_pitch_of(attitude: Quaternion) -> Vec2:
    """Roll and pitch of an attitude."""
    w, x, y, z = attitude
    roll = atan2(2.0 * (w * x + y * z), attitude.tilt_cosine())
    sine = clamp(2.0 * (w * y - z * x), -1.0, 1.0)
    return Vec2(roll, atan2(sine, sqrt(1.0 - sine * sine)))


def vector_at(row: Row, first: int) -> Vec3:
    """The numbers from `first` on."""
    return Vec3(row[first], row[first + 1], row[first + 2])


def put_vector(row: Row, first: int, vector: Vec3) -> None:
    """Write them."""
    row[first] = vector.x
    row[first + 1] = vector.y
    row[first + 2] = vector.z


def fill(row: Row, number: float) -> None:
    """The same number in every element."""
    for k in range(len(row)):
        row[k] = number
