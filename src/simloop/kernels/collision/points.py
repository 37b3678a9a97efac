"""How far a point is from a shape, and which way out: all in the shape's own axes.

Each function returns the signed distance, negative inside, and the direction in which it grows.
"""

from math import sqrt

from simloop.kernels.collision.vectors import NO_LENGTH, direction, limited

Distance = tuple[float, float, float, float]


def point_to_segment(
    px: float,
    py: float,
    pz: float,
    ax: float,
    ay: float,
    az: float,
    bx: float,
    by: float,
    bz: float,
) -> float:
    """Where on the way from a to b, from 0 to 1, the segment is nearest to p."""
    ux = bx - ax
    uy = by - ay
    uz = bz - az
    squared = ux * ux + uy * uy + uz * uz
    if squared < NO_LENGTH * NO_LENGTH:
        return 0.0
    return limited(((px - ax) * ux + (py - ay) * uy + (pz - az) * uz) / squared, 0.0, 1.0)


def point_to_ball(x: float, y: float, z: float, radius: float) -> Distance:
    """From the surface of a sphere around the origin."""
    nx, ny, nz = direction(x, y, z)
    return sqrt(x * x + y * y + z * z) - radius, nx, ny, nz


def point_to_capsule(x: float, y: float, z: float, radius: float, half: float) -> Distance:
    """From a capsule whose core reaches from -half to half on the z axis."""
    return point_to_ball(x, y, z - limited(z, -half, half), radius)


def point_to_box(x: float, y: float, z: float, hx: float, hy: float, hz: float) -> Distance:
    """From a box of these half sizes."""
    ox = abs(x) - hx
    oy = abs(y) - hy
    oz = abs(z) - hz
    sx = -1.0 if x < 0.0 else 1.0
    sy = -1.0 if y < 0.0 else 1.0
    sz = -1.0 if z < 0.0 else 1.0
    if ox <= 0.0 and oy <= 0.0 and oz <= 0.0:
        if ox >= oy and ox >= oz:
            return ox, sx, 0.0, 0.0
        if oy >= oz:
            return oy, 0.0, sy, 0.0
        return oz, 0.0, 0.0, sz
    ox = ox if ox > 0.0 else 0.0
    oy = oy if oy > 0.0 else 0.0
    oz = oz if oz > 0.0 else 0.0
    out = sqrt(ox * ox + oy * oy + oz * oz)
    nx, ny, nz = direction(sx * ox, sy * oy, sz * oz)
    return out, nx, ny, nz


def point_to_cylinder(x: float, y: float, z: float, radius: float, half: float) -> Distance:
    """From a cylinder around the z axis that reaches from -half to half."""
    across = sqrt(x * x + y * y)
    rx = 1.0
    ry = 0.0
    if across > NO_LENGTH:
        rx = x / across
        ry = y / across
    side = across - radius
    end = abs(z) - half
    sz = -1.0 if z < 0.0 else 1.0
    if side > 0.0 and end > 0.0:
        out = sqrt(side * side + end * end)
        return out, rx * side / out, ry * side / out, sz * end / out
    if side > end:
        return side, rx, ry, 0.0
    return end, 0.0, 0.0, sz
