"""Quaternions w, x, y, z that turn body (FRD) vectors into world (NED) vectors."""

from math import sqrt

from simloop.math.scalar import asin, atan2, sin_cos


def rotate_to_world(
    w: float, x: float, y: float, z: float, a: float, b: float, c: float
) -> tuple[float, float, float]:
    """The body vector (a, b, c) in world axes, for a unit quaternion."""
    # v + 2 w (q x v) + 2 q x (q x v), with t = 2 q x v
    tx = 2.0 * (y * c - z * b)
    ty = 2.0 * (z * a - x * c)
    tz = 2.0 * (x * b - y * a)
    return (
        a + w * tx + (y * tz - z * ty),
        b + w * ty + (z * tx - x * tz),
        c + w * tz + (x * ty - y * tx),
    )


def rotate_to_body(
    w: float, x: float, y: float, z: float, a: float, b: float, c: float
) -> tuple[float, float, float]:
    """The world vector (a, b, c) in body axes, for a unit quaternion."""
    return rotate_to_world(w, -x, -y, -z, a, b, c)


def multiply(
    aw: float, ax: float, ay: float, az: float, bw: float, bx: float, by: float, bz: float
) -> tuple[float, float, float, float]:
    """The Hamilton product a b: first turn by b, then by a."""
    return (
        aw * bw - ax * bx - ay * by - az * bz,
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
    )


def exponential(px: float, py: float, pz: float) -> tuple[float, float, float, float]:
    """The quaternion of a rotation vector in radians."""
    squared = px * px + py * py + pz * pz
    # Below 1e-4 rad the series is exact to the last bit and avoids dividing by zero.
    small = squared < 1e-8
    angle = sqrt(1.0 if small else squared)
    s, c = sin_cos(0.5 * angle)
    scale = 0.5 - squared * (1.0 / 48.0) if small else s / angle
    w = 1.0 - squared * 0.125 if small else c
    return w, px * scale, py * scale, pz * scale


def from_euler(roll: float, pitch: float, yaw: float) -> tuple[float, float, float, float]:
    """The quaternion of yaw, then pitch, then roll, in radians."""
    sr, cr = sin_cos(0.5 * roll)
    sp, cp = sin_cos(0.5 * pitch)
    sy, cy = sin_cos(0.5 * yaw)
    return (
        cr * cp * cy + sr * sp * sy,
        sr * cp * cy - cr * sp * sy,
        cr * sp * cy + sr * cp * sy,
        cr * cp * sy - sr * sp * cy,
    )


def to_euler(w: float, x: float, y: float, z: float) -> tuple[float, float, float]:
    """Roll, pitch and yaw in radians of a unit quaternion."""
    roll = atan2(2.0 * (w * x + y * z), 1.0 - 2.0 * (x * x + y * y))
    pitch = asin(2.0 * (w * y - z * x))
    yaw = atan2(2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z))
    return roll, pitch, yaw
