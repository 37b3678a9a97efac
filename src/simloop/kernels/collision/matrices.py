"""Matrices as plain numbers: rotations, and the tensors of inertia."""


def rotation(
    w: float, x: float, y: float, z: float
) -> tuple[float, float, float, float, float, float, float, float, float]:
    """The rotation from FRD to NED, row by row; cheaper than quaternions for several vectors."""
    x2 = x + x
    y2 = y + y
    z2 = z + z
    xx = x * x2
    yy = y * y2
    zz = z * z2
    xy = x * y2
    xz = x * z2
    yz = y * z2
    wx = w * x2
    wy = w * y2
    wz = w * z2
    return (
        1.0 - (yy + zz), xy - wz, xz + wy,
        xy + wz, 1.0 - (xx + zz), yz - wx,
        xz - wy, yz + wx, 1.0 - (xx + yy),
    )  # fmt: skip


def symmetric_times(
    xx: float, yy: float, zz: float, xy: float, xz: float, yz: float, a: float, b: float, c: float
) -> tuple[float, float, float]:
    """A symmetric tensor times the vector (a, b, c)."""
    return xx * a + xy * b + xz * c, xy * a + yy * b + yz * c, xz * a + yz * b + zz * c
