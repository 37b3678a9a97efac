"""How far it is to the fence of circles, polygons, ceiling and floor, and what the pilot is told.

Distances are positive where the vehicle may be and negative where it may not. It must be inside at
least one of the areas to keep in, if there are any, and outside all the areas to keep out.
"""

from math import sqrt
from typing import NamedTuple

from simloop.firmware.codes import Answer, Mode, Phase, RequestKind
from simloop.firmware.command.answers import answer, is_asked, post
from simloop.firmware.command.legs import on_surface
from simloop.firmware.command.reasons import Reason
from simloop.firmware.component import Mut
from simloop.firmware.fields.command import Requests
from simloop.firmware.fields.craft import Craft, Safety, Talk
from simloop.firmware.fields.safety import (
    AREA_KEEP_IN,
    AREA_KEEP_OUT,
    AREA_UNUSED,
    FENCE_CIRCLES,
    FENCE_POLYGONS,
    FENCE_VERTICES,
)
from simloop.firmware.maths import clamp, larger, smaller
from simloop.firmware.vector import Vec2

FAR_M = 1e9
LEAST_CORNERS = 3.0


def watch_fence(craft: Craft, safety: Mut[Safety], talk: Mut[Talk]) -> None:
    """Switch the fence if asked, measure the way to it, tell the pilot when it is close."""
    note = Reason.NONE
    if is_asked(talk, RequestKind.FENCE):
        note = switch(safety, talk)

    airborne = craft.armed > 0.0 and craft.flying > 0.0
    limit = safety.limit_m
    height = craft.home_ned_m.z - craft.position_ned_m.z
    above = height > limit.floor_m + limit.margin_m
    risen = airborne and (above or safety.risen > 0.0)
    distance = FAR_M
    if safety.enabled > 0.0:
        distance = inside_fence(safety, craft, floor_counts(risen, craft.mode, craft.phase))
    near = distance < limit.margin_m
    # Outside, or outside before and not yet back by the margin.
    breach = distance < 0.0 or (safety.breach > 0.0 and near)
    if airborne and near and not breach and safety.near <= 0.0:
        note = Reason.FENCE_CLOSE
    if note != Reason.NONE:
        post(talk, note, distance)
    safety.distance_m = distance
    safety.breach = breach
    safety.near = near
    safety.risen = risen


def switch(safety: Mut[Safety], requests: Mut[Requests]) -> float:
    """Do what a request to switch the fence asks for; what to tell the pilot of it."""
    on = requests.request.first > 0.0
    note = switched(on, fence_is_empty(safety))
    refused = note == Reason.FENCE_EMPTY
    safety.enabled = on and not refused
    answer(
        requests, Answer.DENIED if refused else Answer.ACCEPTED, note if refused else Reason.NONE
    )
    return note


def switched(on: bool, empty: bool) -> float:
    """What a request to switch the fence leads to, as a reason."""
    if on and empty:
        return Reason.FENCE_EMPTY
    return Reason.FENCE_ON if on else Reason.FENCE_OFF


def floor_counts(risen: bool, mode: float, phase: float) -> bool:
    """Does the fence's floor hold? Not before the climb, nor on the way back to the ground."""
    returns = mode in (Mode.LAND, Mode.RTL, Mode.SMART_RTL)
    sinks = phase in (Phase.DESCEND, Phase.TOUCH_DOWN, Phase.RETURN)
    return risen and not returns and not sinks


class Circle(NamedTuple):
    """A circle, and what it means."""

    centre: Vec2
    radius_m: float
    kind: float


def corner_at(safety: Safety, k: int) -> Vec2:
    """Vertex k."""
    return Vec2(safety.vertex[3 * k], safety.vertex[3 * k + 1])


def is_corner_of(safety: Safety, k: int, polygon: float) -> bool:
    """Is vertex k one of this polygon?"""
    return bool(safety.vertex[3 * k + 2] == polygon)


def circle_at(safety: Safety, k: int) -> Circle:
    """Circle k."""
    row = safety.circle
    return Circle(Vec2(row[4 * k], row[4 * k + 1]), row[4 * k + 2], row[4 * k + 3])


def inside_fence(safety: Safety, craft: Craft, floor_counts: bool) -> float:
    """Distance to the nearest part of the fence; parts that cannot be judged are left out."""
    limit, home_ned_m, place_ned_m = safety.limit_m, craft.home_ned_m, craft.position_ned_m
    inside = FAR_M
    if craft.height_ok > 0.0 and not on_surface(craft.airframe):
        height = home_ned_m.z - place_ned_m.z
        inside = inside_heights(height, limit.ceiling_m, limit.floor_m, floor_counts)
    if craft.position_ok > 0.0:
        if limit.radius_m > 0.0:
            inside = smaller(inside, inside_circle((place_ned_m - home_ned_m).xy(), limit.radius_m))
        inside = smaller(inside, inside_areas(safety, place_ned_m.xy()))
    return inside


def inside_heights(height_m: float, ceiling_m: float, floor_m: float, floor_counts: bool) -> float:
    """Distance to ceiling and floor above home; 0 for none."""
    below = ceiling_m - height_m if ceiling_m > 0.0 else FAR_M
    above = height_m - floor_m if floor_m > 0.0 and floor_counts else FAR_M
    return smaller(below, above)


def inside_circle(off_m: Vec2, radius_m: float) -> float:
    """Distance to a circle, positive inside, seen from its centre."""
    return radius_m - off_m.norm()


def inside_areas(safety: Safety, place_m: Vec2) -> float:
    """Distance to the edge of where polygons and circles let the vehicle be."""
    kept_in = -FAR_M
    kept_out = FAR_M
    for p in range(FENCE_POLYGONS):
        kind = safety.polygon[p]
        if kind != AREA_UNUSED:
            inside = inside_polygon(safety, float(p), place_m)
            if inside != FAR_M:
                kept_in = larger(kept_in, inside) if kind == AREA_KEEP_IN else kept_in
                kept_out = smaller(kept_out, -inside) if kind == AREA_KEEP_OUT else kept_out
    for c in range(FENCE_CIRCLES):
        circle = circle_at(safety, c)
        if circle.kind != AREA_UNUSED:
            inside = inside_circle(place_m - circle.centre, circle.radius_m)
            kept_in = larger(kept_in, inside) if circle.kind == AREA_KEEP_IN else kept_in
            kept_out = smaller(kept_out, -inside) if circle.kind == AREA_KEEP_OUT else kept_out
    # Without any area to keep in, everywhere is allowed.
    kept_in = FAR_M if kept_in == -FAR_M else kept_in
    return smaller(kept_in, kept_out)


def inside_polygon(safety: Safety, polygon: float, place_m: Vec2) -> float:
    """Distance to the edge of a polygon, positive inside; 0 corners to 2 are no polygon: FAR_M."""
    vertices = int(clamp(safety.vertex_count, 0.0, float(FENCE_VERTICES)))
    corners = 0.0
    first = 0
    last = 0
    for k in range(vertices):
        if is_corner_of(safety, k, polygon):
            first = k if corners == 0.0 else first
            last = k
            corners = corners + 1.0
    if corners < LEAST_CORNERS:
        return FAR_M

    nearest2 = FAR_M * FAR_M
    inside = False
    before = corner_at(safety, last)
    for k in range(first, last + 1):
        if is_corner_of(safety, k, polygon):
            corner = corner_at(safety, k)
            nearest2 = smaller(nearest2, square_to_edge(place_m, before, corner))
            if ray_meets_edge(place_m, before, corner):
                inside = not inside
            before = corner
    distance = sqrt(nearest2)
    return distance if inside else -distance


def square_to_edge(place_m: Vec2, a: Vec2, b: Vec2) -> float:
    """The square of the distance from a place to the line between two corners."""
    along = b - a
    length2 = along.dot(along)
    share = clamp((place_m - a).dot(along) / length2, 0.0, 1.0) if length2 > 0.0 else 0.0
    off = place_m - a - share * along
    return off.dot(off)


def ray_meets_edge(place_m: Vec2, a: Vec2, b: Vec2) -> bool:
    """Does the way east from a place cross the line between two corners?"""
    if (a.x > place_m.x) == (b.x > place_m.x):
        return False
    return place_m.y < a.y + (place_m.x - a.x) / (b.x - a.x) * (b.y - a.y)


def fence_is_empty(safety: Safety) -> bool:
    """Is there no limit and no area at all?"""
    limit = safety.limit_m
    used = limit.radius_m + limit.ceiling_m + limit.floor_m
    for p in range(FENCE_POLYGONS):
        used = used + safety.polygon[p]
    for c in range(FENCE_CIRCLES):
        used = used + circle_at(safety, c).kind
    return used <= 0.0
