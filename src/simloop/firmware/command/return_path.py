"""Home and the way flown since: recorded as few points that stay near what was flown.

Each point knows how far the line to the one before may be off the true way. A point is dropped
when the line without it stays within the accuracy; a way that comes back to itself loses the loop.
"""

from math import sqrt

from simloop.firmware.maths import clamp, larger
from simloop.firmware.modes import MODE_SMART_RTL
from simloop.firmware.phases import PHASE_DESCEND, PHASE_TOUCH_DOWN
from simloop.firmware.row import Row

# Lanes per block; compiled copies set it.
W = 1
# As in fields/mission.py.
POINTS = 64

HOME_FOUND = 1.0
HOME_TOLD = 2.0


def off_line(
    fw_path_ned_m: Row, j: int, first: int, last: int, n: float, e: float, d: float
) -> float:
    """Distance of a place from the line between two points of the way."""
    start_n = fw_path_ned_m[3 * first * W + j]
    start_e = fw_path_ned_m[(3 * first + 1) * W + j]
    start_d = fw_path_ned_m[(3 * first + 2) * W + j]
    way_n = fw_path_ned_m[3 * last * W + j] - start_n
    way_e = fw_path_ned_m[(3 * last + 1) * W + j] - start_e
    way_d = fw_path_ned_m[(3 * last + 2) * W + j] - start_d
    length2 = way_n * way_n + way_e * way_e + way_d * way_d
    along = (n - start_n) * way_n + (e - start_e) * way_e + (d - start_d) * way_d
    share = clamp(along / length2 if length2 > 1e-12 else 0.0, 0.0, 1.0)
    off_n = n - start_n - share * way_n
    off_e = e - start_e - share * way_e
    off_d = d - start_d - share * way_d
    return sqrt(off_n * off_n + off_e * off_e + off_d * off_d)


def error_without(fw_path_ned_m: Row, fw_path_error_m: Row, j: int, k: int) -> float:
    """How far the way may be off once point k is dropped."""
    n = fw_path_ned_m[3 * k * W + j]
    e = fw_path_ned_m[(3 * k + 1) * W + j]
    d = fw_path_ned_m[(3 * k + 2) * W + j]
    worse = larger(fw_path_error_m[k * W + j], fw_path_error_m[(k + 1) * W + j])
    return worse + off_line(fw_path_ned_m, j, k - 1, k + 1, n, e, d)


def drop_point(fw_path_ned_m: Row, fw_path_error_m: Row, j: int, k: int, count: int) -> None:
    """Take point k out of the way; the one after it inherits the error."""
    fw_path_error_m[(k + 1) * W + j] = error_without(fw_path_ned_m, fw_path_error_m, j, k)
    for i in range(k, count - 1):
        for axis in range(3):
            fw_path_ned_m[(3 * i + axis) * W + j] = fw_path_ned_m[(3 * i + 3 + axis) * W + j]
        fw_path_error_m[i * W + j] = fw_path_error_m[(i + 1) * W + j]


def without_loop(
    fw_path_ned_m: Row, j: int, count: int, n: float, e: float, d: float, near_m: float
) -> int:
    """How many points lead to a place that lies on the way already."""
    for i in range(count - 2):
        if off_line(fw_path_ned_m, j, i, i + 1, n, e, d) < near_m:
            return i + 1
    return count


def make_room(fw_path_ned_m: Row, fw_path_error_m: Row, j: int, count: int) -> int:
    """Drop the point that is missed least, if there is no place for another."""
    if count < POINTS:
        return count
    best = 1
    least = error_without(fw_path_ned_m, fw_path_error_m, j, 1)
    for k in range(2, POINTS - 1):
        error = error_without(fw_path_ned_m, fw_path_error_m, j, k)
        if error < least:
            least = error
            best = k
    drop_point(fw_path_ned_m, fw_path_error_m, j, best, count)
    return count - 1


def add_point(
    fw_path_ned_m: Row,
    fw_path_error_m: Row,
    j: int,
    count: int,
    n: float,
    e: float,
    d: float,
    accuracy_m: float,
) -> int:
    """Lead the way on to a new place; how many points it has then."""
    kept = without_loop(fw_path_ned_m, j, count, n, e, d, accuracy_m)
    error = 0.0
    if kept < count:
        # The new line replaces part of the one it lies beside.
        error = off_line(fw_path_ned_m, j, kept - 1, kept, n, e, d)
        error = error + fw_path_error_m[kept * W + j]
    kept = make_room(fw_path_ned_m, fw_path_error_m, j, kept)
    fw_path_ned_m[3 * kept * W + j] = n
    fw_path_ned_m[(3 * kept + 1) * W + j] = e
    fw_path_ned_m[(3 * kept + 2) * W + j] = d
    fw_path_error_m[kept * W + j] = error
    total = kept + 1
    if total >= 3 and error_without(fw_path_ned_m, fw_path_error_m, j, kept - 1) <= accuracy_m:
        drop_point(fw_path_ned_m, fw_path_error_m, j, kept - 1, total)
        total = total - 1
    return total


def remember_path(
    fw_path_spacing_m: Row,
    fw_path_accuracy_m: Row,
    fw_position_ok: Row,
    fw_aligned: Row,
    fw_position_ned_m: Row,
    fw_armed: Row,
    fw_flying: Row,
    fw_mode: Row,
    fw_phase: Row,
    fw_was_armed: Row,
    fw_home_ned_m: Row,
    fw_home_set: Row,
    fw_path_ned_m: Row,
    fw_path_error_m: Row,
    fw_path_count: Row,
) -> None:
    """Home is where it was armed, unless it was told; from there on it records the way."""
    for j in range(W):
        n = fw_position_ned_m[j]
        e = fw_position_ned_m[W + j]
        d = fw_position_ned_m[2 * W + j]
        known = fw_position_ok[j] > 0.0 and fw_aligned[j] > 0.0
        arms = fw_armed[j] > 0.0 and fw_was_armed[j] == 0.0
        # Ground stations want to see a home before it arms.
        found = fw_home_set[j] == 0.0 and fw_armed[j] == 0.0
        if known and (found or (arms and fw_home_set[j] < HOME_TOLD)):
            fw_home_ned_m[j] = n
            fw_home_ned_m[W + j] = e
            fw_home_ned_m[2 * W + j] = d
            fw_home_set[j] = HOME_FOUND
        count = int(fw_path_count[j])
        count = 0 if arms else count
        landing = fw_phase[j] == PHASE_DESCEND or fw_phase[j] == PHASE_TOUCH_DOWN
        records = fw_flying[j] > 0.0 and fw_mode[j] != MODE_SMART_RTL and not landing
        if known and count == 0 and (arms or records):
            fw_path_ned_m[j] = n
            fw_path_ned_m[W + j] = e
            fw_path_ned_m[2 * W + j] = d
            fw_path_error_m[j] = 0.0
            count = 1
        elif known and records:
            last = 3 * (count - 1)
            off_n = n - fw_path_ned_m[last * W + j]
            off_e = e - fw_path_ned_m[(last + 1) * W + j]
            off_d = d - fw_path_ned_m[(last + 2) * W + j]
            spacing = fw_path_spacing_m[j]
            if off_n * off_n + off_e * off_e + off_d * off_d >= spacing * spacing:
                accuracy = fw_path_accuracy_m[j]
                count = add_point(fw_path_ned_m, fw_path_error_m, j, count, n, e, d, accuracy)
        fw_path_count[j] = float(count)
