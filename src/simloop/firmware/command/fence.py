"""How far it is to the fence: circles, polygons, ceiling and floor, as row functions.

Distances are positive where the vehicle may be and negative where it may not. It must be inside at
least one of the areas to keep in, if there are any, and outside all the areas to keep out.
"""

from math import sqrt

from simloop.firmware.fields.safety import (
    AREA_KEEP_IN,
    AREA_KEEP_OUT,
    AREA_UNUSED,
    FENCE_CEILING,
    FENCE_CIRCLES,
    FENCE_FLOOR,
    FENCE_POLYGONS,
    FENCE_RADIUS,
    FENCE_VERTICES,
)
from simloop.firmware.maths import clamp, larger, smaller
from simloop.firmware.row import Row

# Lanes per block; compiled copies set it.
W = 1

FAR_M = 1e9
LEAST_CORNERS = 3.0


def square_to_edge(
    north: float, east: float, a_north: float, a_east: float, b_north: float, b_east: float
) -> float:
    """The square of the distance from a place to the line between two corners."""
    along_n = b_north - a_north
    along_e = b_east - a_east
    length2 = along_n * along_n + along_e * along_e
    dot = (north - a_north) * along_n + (east - a_east) * along_e
    share = clamp(dot / length2, 0.0, 1.0) if length2 > 0.0 else 0.0
    off_n = north - a_north - share * along_n
    off_e = east - a_east - share * along_e
    return off_n * off_n + off_e * off_e


def ray_meets_edge(
    north: float, east: float, a_north: float, a_east: float, b_north: float, b_east: float
) -> bool:
    """Does the way east from a place cross the line between two corners?"""
    if (a_north > north) == (b_north > north):
        return False
    across = a_east + (north - a_north) / (b_north - a_north) * (b_east - a_east)
    return east < across


def inside_polygon(
    fw_fence_vertex: Row, vertices: int, polygon: float, j: int, north: float, east: float
) -> float:
    """Distance to the edge of a polygon, positive inside; 0 corners to 2 are no polygon: FAR_M."""
    corners = 0.0
    first = 0
    last = 0
    for k in range(vertices):
        if fw_fence_vertex[(3 * k + 2) * W + j] == polygon:
            first = k if corners == 0.0 else first
            last = k
            corners = corners + 1.0
    if corners < LEAST_CORNERS:
        return FAR_M

    nearest2 = FAR_M * FAR_M
    inside = False
    before = last
    for k in range(first, last + 1):
        if fw_fence_vertex[(3 * k + 2) * W + j] == polygon:
            a_north = fw_fence_vertex[3 * before * W + j]
            a_east = fw_fence_vertex[(3 * before + 1) * W + j]
            b_north = fw_fence_vertex[3 * k * W + j]
            b_east = fw_fence_vertex[(3 * k + 1) * W + j]
            nearest2 = smaller(
                nearest2, square_to_edge(north, east, a_north, a_east, b_north, b_east)
            )
            if ray_meets_edge(north, east, a_north, a_east, b_north, b_east):
                inside = not inside
            before = k
    distance = sqrt(nearest2)
    return distance if inside else -distance


def inside_circle(north: float, east: float, radius_m: float) -> float:
    """Distance to a circle around the origin, positive inside."""
    return radius_m - sqrt(north * north + east * east)


def inside_areas(
    fw_fence_vertex: Row,
    fw_fence_vertex_count: Row,
    fw_fence_polygon: Row,
    fw_fence_circle: Row,
    j: int,
    north: float,
    east: float,
) -> float:
    """Distance to the edge of where polygons and circles let the vehicle be."""
    vertices = int(clamp(fw_fence_vertex_count[j], 0.0, float(FENCE_VERTICES)))
    kept_in = -FAR_M
    kept_out = FAR_M
    for p in range(FENCE_POLYGONS):
        kind = fw_fence_polygon[p * W + j]
        if kind != AREA_UNUSED:
            inside = inside_polygon(fw_fence_vertex, vertices, float(p), j, north, east)
            if inside != FAR_M:
                kept_in = larger(kept_in, inside) if kind == AREA_KEEP_IN else kept_in
                kept_out = smaller(kept_out, -inside) if kind == AREA_KEEP_OUT else kept_out
    for c in range(FENCE_CIRCLES):
        kind = fw_fence_circle[(4 * c + 3) * W + j]
        if kind != AREA_UNUSED:
            off_n = north - fw_fence_circle[4 * c * W + j]
            off_e = east - fw_fence_circle[(4 * c + 1) * W + j]
            inside = inside_circle(off_n, off_e, fw_fence_circle[(4 * c + 2) * W + j])
            kept_in = larger(kept_in, inside) if kind == AREA_KEEP_IN else kept_in
            kept_out = smaller(kept_out, -inside) if kind == AREA_KEEP_OUT else kept_out
    # Without any area to keep in, everywhere is allowed.
    kept_in = FAR_M if kept_in == -FAR_M else kept_in
    return smaller(kept_in, kept_out)


def inside_heights(height_m: float, ceiling_m: float, floor_m: float, floor_counts: bool) -> float:
    """Distance to ceiling and floor above home; 0 for none."""
    below = ceiling_m - height_m if ceiling_m > 0.0 else FAR_M
    above = height_m - floor_m if (floor_m > 0.0) & floor_counts else FAR_M
    return smaller(below, above)


def inside_fence(
    fw_fence_limit_m: Row,
    fw_fence_vertex: Row,
    fw_fence_vertex_count: Row,
    fw_fence_polygon: Row,
    fw_fence_circle: Row,
    fw_home_ned_m: Row,
    fw_position_ned_m: Row,
    j: int,
    level_known: bool,
    height_known: bool,
    floor_counts: bool,
) -> float:
    """Distance to the nearest part of the fence; parts that cannot be judged are left out."""
    inside = FAR_M
    if height_known:
        inside = inside_heights(
            fw_home_ned_m[2 * W + j] - fw_position_ned_m[2 * W + j],
            fw_fence_limit_m[FENCE_CEILING * W + j],
            fw_fence_limit_m[FENCE_FLOOR * W + j],
            floor_counts,
        )
    if level_known:
        north = fw_position_ned_m[j]
        east = fw_position_ned_m[W + j]
        radius = fw_fence_limit_m[FENCE_RADIUS * W + j]
        if radius > 0.0:
            off_n = north - fw_home_ned_m[j]
            off_e = east - fw_home_ned_m[W + j]
            inside = smaller(inside, inside_circle(off_n, off_e, radius))
        areas = inside_areas(
            fw_fence_vertex,
            fw_fence_vertex_count,
            fw_fence_polygon,
            fw_fence_circle,
            j,
            north,
            east,
        )
        inside = smaller(inside, areas)
    return inside


def fence_is_empty(
    fw_fence_limit_m: Row, fw_fence_polygon: Row, fw_fence_circle: Row, j: int
) -> bool:
    """Is there no limit and no area at all?"""
    used = 0.0
    for limit in range(3):
        used = used + fw_fence_limit_m[limit * W + j]
    for p in range(FENCE_POLYGONS):
        used = used + fw_fence_polygon[p * W + j]
    for c in range(FENCE_CIRCLES):
        used = used + fw_fence_circle[(4 * c + 3) * W + j]
    return used <= 0.0
