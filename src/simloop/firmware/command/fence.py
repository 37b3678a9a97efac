"""How far it is to the fence: circles, polygons, ceiling and floor.

Distances are positive where the vehicle may be and negative where it may not. It must be inside at
least one of the areas to keep in, if there are any, and outside all the areas to keep out.
"""

from math import sqrt
from typing import NamedTuple

from simloop.firmware.fields.safety import (
    AREA_KEEP_IN,
    AREA_KEEP_OUT,
    AREA_UNUSED,
    FENCE_CIRCLES,
    FENCE_POLYGONS,
    FENCE_VERTICES,
    Fence,
)
from simloop.firmware.maths import clamp, larger, smaller
from simloop.firmware.vector import Vec3

FAR_M = 1e9
LEAST_CORNERS = 3.0


class Corner(NamedTuple):
    """A vertex, and the polygon that it belongs to."""

    north_m: float
    east_m: float
    polygon: float


class Circle(NamedTuple):
    """A circle, and what it means."""

    north_m: float
    east_m: float
    radius_m: float
    kind: float


def corner_at(fence: Fence, k: int) -> Corner:
    """Vertex k."""
    return Corner(fence.vertex[3 * k], fence.vertex[3 * k + 1], fence.vertex[3 * k + 2])


def circle_at(fence: Fence, k: int) -> Circle:
    """Circle k."""
    circle = fence.circle
    return Circle(circle[4 * k], circle[4 * k + 1], circle[4 * k + 2], circle[4 * k + 3])


def inside_fence(
    fence: Fence,
    home_ned_m: Vec3,
    place_ned_m: Vec3,
    level_known: bool,
    height_known: bool,
    floor_counts: bool,
) -> float:
    """Distance to the nearest part of the fence; parts that cannot be judged are left out."""
    limit = fence.limit_m
    off = place_ned_m - home_ned_m
    inside = FAR_M
    if height_known:
        inside = inside_heights(
            home_ned_m.z - place_ned_m.z, limit.ceiling_m, limit.floor_m, floor_counts
        )
    if level_known:
        if limit.radius_m > 0.0:
            inside = smaller(inside, inside_circle(off.x, off.y, limit.radius_m))
        inside = smaller(inside, inside_areas(fence, place_ned_m.x, place_ned_m.y))
    return inside


def inside_heights(height_m: float, ceiling_m: float, floor_m: float, floor_counts: bool) -> float:
    """Distance to ceiling and floor above home; 0 for none."""
    below = ceiling_m - height_m if ceiling_m > 0.0 else FAR_M
    above = height_m - floor_m if floor_m > 0.0 and floor_counts else FAR_M
    return smaller(below, above)


def inside_circle(north: float, east: float, radius_m: float) -> float:
    """Distance to a circle around the origin, positive inside."""
    return radius_m - sqrt(north * north + east * east)


def inside_areas(fence: Fence, north: float, east: float) -> float:
    """Distance to the edge of where polygons and circles let the vehicle be."""
    kept_in = -FAR_M
    kept_out = FAR_M
    for p in range(FENCE_POLYGONS):
        kind = fence.polygon[p]
        if kind != AREA_UNUSED:
            inside = inside_polygon(fence, float(p), north, east)
            if inside != FAR_M:
                kept_in = larger(kept_in, inside) if kind == AREA_KEEP_IN else kept_in
                kept_out = smaller(kept_out, -inside) if kind == AREA_KEEP_OUT else kept_out
    for c in range(FENCE_CIRCLES):
        circle = circle_at(fence, c)
        if circle.kind != AREA_UNUSED:
            inside = inside_circle(north - circle.north_m, east - circle.east_m, circle.radius_m)
            kept_in = larger(kept_in, inside) if circle.kind == AREA_KEEP_IN else kept_in
            kept_out = smaller(kept_out, -inside) if circle.kind == AREA_KEEP_OUT else kept_out
    # Without any area to keep in, everywhere is allowed.
    kept_in = FAR_M if kept_in == -FAR_M else kept_in
    return smaller(kept_in, kept_out)


def inside_polygon(fence: Fence, polygon: float, north: float, east: float) -> float:
    """Distance to the edge of a polygon, positive inside; 0 corners to 2 are no polygon: FAR_M."""
    vertices = int(clamp(fence.vertex_count, 0.0, float(FENCE_VERTICES)))
    corners = 0.0
    first = 0
    last = 0
    for k in range(vertices):
        if corner_at(fence, k).polygon == polygon:
            first = k if corners == 0.0 else first
            last = k
            corners = corners + 1.0
    if corners < LEAST_CORNERS:
        return FAR_M

    nearest2 = FAR_M * FAR_M
    inside = False
    before = corner_at(fence, last)
    for k in range(first, last + 1):
        corner = corner_at(fence, k)
        if corner.polygon == polygon:
            nearest2 = smaller(nearest2, square_to_edge(north, east, before, corner))
            if ray_meets_edge(north, east, before, corner):
                inside = not inside
            before = corner
    distance = sqrt(nearest2)
    return distance if inside else -distance


def square_to_edge(north: float, east: float, a: Corner, b: Corner) -> float:
    """The square of the distance from a place to the line between two corners."""
    along_n = b.north_m - a.north_m
    along_e = b.east_m - a.east_m
    length2 = along_n * along_n + along_e * along_e
    dot = (north - a.north_m) * along_n + (east - a.east_m) * along_e
    share = clamp(dot / length2, 0.0, 1.0) if length2 > 0.0 else 0.0
    off_n = north - a.north_m - share * along_n
    off_e = east - a.east_m - share * along_e
    return off_n * off_n + off_e * off_e


def ray_meets_edge(north: float, east: float, a: Corner, b: Corner) -> bool:
    """Does the way east from a place cross the line between two corners?"""
    if (a.north_m > north) == (b.north_m > north):
        return False
    across = a.east_m + (north - a.north_m) / (b.north_m - a.north_m) * (b.east_m - a.east_m)
    return east < across


def fence_is_empty(fence: Fence) -> bool:
    """Is there no limit and no area at all?"""
    limit = fence.limit_m
    used = limit.radius_m + limit.ceiling_m + limit.floor_m
    for p in range(FENCE_POLYGONS):
        used = used + fence.polygon[p]
    for c in range(FENCE_CIRCLES):
        used = used + circle_at(fence, c).kind
    return used <= 0.0
