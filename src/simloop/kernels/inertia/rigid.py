"""Symmetric tensors, number by number."""


def symmetric_times(
    xx: float, yy: float, zz: float, xy: float, xz: float, yz: float, a: float, b: float, c: float
) -> tuple[float, float, float]:
    """A symmetric tensor times the vector (a, b, c)."""
    return xx * a + xy * b + xz * c, xy * a + yy * b + yz * c, xz * a + yz * b + zz * c
