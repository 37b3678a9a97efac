"""Home and the way flown since: recorded as few points that stay near what was flown.

Each point knows how far the line to the one before may be off the true way. A point is dropped
when the line without it stays within the accuracy; a way that comes back to itself loses the loop.
"""

from simloop.firmware.codes import Mode, Phase
from simloop.firmware.component import Mut
from simloop.firmware.fields.craft import Craft, Plan
from simloop.firmware.fields.mission import WayHome
from simloop.firmware.maths import clamp, larger
from simloop.firmware.vector import Vec3

HOME_FOUND = 1.0
HOME_TOLD = 2.0


def remember_path(plan: Mut[Plan], craft: Mut[Craft], way: Mut[WayHome]) -> None:
    """Home is where it was armed, unless it was told; from there on it records the way."""
    here = craft.position_ned_m
    known = craft.position_ok > 0.0 and craft.aligned > 0.0
    arms = craft.armed > 0.0 and plan.was_armed == 0.0
    # Ground stations want to see a home before it arms.
    found = plan.home_set == 0.0 and craft.armed == 0.0
    if known and (found or (arms and plan.home_set < HOME_TOLD)):
        craft.home_ned_m = here
        plan.home_set = HOME_FOUND
    count = 0 if arms else int(way.count)
    landing = craft.phase in (Phase.DESCEND, Phase.TOUCH_DOWN)
    records = craft.flying > 0.0 and craft.mode != Mode.SMART_RTL and not landing
    if known and count == 0 and (arms or records):
        put_point(way, 0, here, 0.0)
        count = 1
    elif known and records:
        off = here - point_at(way, count - 1)
        if off.dot(off) >= plan.path_spacing_m * plan.path_spacing_m:
            count = add_point(way, count, here, plan.path_accuracy_m)
    way.count = float(count)


def point_at(way: WayHome, k: int) -> Vec3:
    """Point k of the way."""
    return Vec3(way.ned_m[3 * k], way.ned_m[3 * k + 1], way.ned_m[3 * k + 2])


def put_point(way: Mut[WayHome], k: int, place_ned_m: Vec3, error_m: float) -> None:
    """Write point k."""
    way.ned_m[3 * k] = place_ned_m.x
    way.ned_m[3 * k + 1] = place_ned_m.y
    way.ned_m[3 * k + 2] = place_ned_m.z
    way.error_m[k] = error_m


def add_point(way: Mut[WayHome], count: int, place_ned_m: Vec3, accuracy_m: float) -> int:
    """Lead the way on to a new place; how many points it has then."""
    kept = without_loop(way, count, place_ned_m, accuracy_m)
    error = 0.0
    if kept < count:
        # The new line replaces part of the one it lies beside.
        error = off_line(way, kept - 1, kept, place_ned_m)
        error = error + way.error_m[kept]
    kept = make_room(way, kept)
    put_point(way, kept, place_ned_m, error)
    total = kept + 1
    if total >= 3 and error_without(way, kept - 1) <= accuracy_m:
        drop_point(way, kept - 1, total)
        total = total - 1
    return total


def without_loop(way: WayHome, count: int, place_ned_m: Vec3, near_m: float) -> int:
    """How many points lead to a place that lies on the way already."""
    for i in range(count - 2):
        if off_line(way, i, i + 1, place_ned_m) < near_m:
            return i + 1
    return count


def off_line(way: WayHome, first: int, last: int, place_ned_m: Vec3) -> float:
    """Distance of a place from the line between two points of the way."""
    start = point_at(way, first)
    line = point_at(way, last) - start
    length2 = line.dot(line)
    along = (place_ned_m - start).dot(line)
    share = clamp(along / length2 if length2 > 1e-12 else 0.0, 0.0, 1.0)
    return (place_ned_m - start - share * line).norm()


def error_without(way: WayHome, k: int) -> float:
    """How far the way may be off once point k is dropped."""
    worse = larger(way.error_m[k], way.error_m[k + 1])
    return worse + off_line(way, k - 1, k + 1, point_at(way, k))


def make_room(way: Mut[WayHome], count: int) -> int:
    """Drop the point that is missed least, if there is no place for another."""
    points = len(way.error_m)
    if count < points:
        return count
    best = 1
    least = error_without(way, 1)
    for k in range(2, points - 1):
        error = error_without(way, k)
        if error < least:
            least = error
            best = k
    drop_point(way, best, count)
    return count - 1


def drop_point(way: Mut[WayHome], k: int, count: int) -> None:
    """Take point k out of the way; the one after it inherits the error."""
    way.error_m[k + 1] = error_without(way, k)
    for i in range(k, count - 1):
        put_point(way, i, point_at(way, i + 1), way.error_m[i + 1])
