"""Columns of a vehicle that is under way when the firmware starts: armed, in its mode, moving."""

from collections.abc import Callable, Sequence
from math import atan2, hypot
from typing import NamedTuple

from simloop.firmware.codes import GoalKind, Mode, Phase, State
from simloop.firmware.command.items import takes_off
from simloop.firmware.command.return_path import HOME_TOLD
from simloop.firmware.fields.command import ITEM_SIZE

Read = Callable[[str], Sequence[float]]
Columns = dict[str, float | tuple[float, ...]]

NAN = float("nan")
# Until the mode gives its first goal, the way leads on for so long.
AHEAD_S = 10.0
# Slower turns than this are none.
LEAST_TURN_RADPS = 1e-3


def under_way_columns(
    read: Read,
    *,
    attitude_wxyz: Sequence[float],
    position_ned_m: Sequence[float],
    velocity_ned_mps: Sequence[float],
    speed_mps: float,
    turn_radps: float,
    home_ned_m: Sequence[float],
) -> Columns:
    """Armed and moving: on the mission from its first item after take-off, or in initial mode.

    `read` tells the mission and the initial mode by column. Positions are from the origin. In place
    of a hold, a vehicle in a turn goes on round the circle it is on. `speed_mps` is the one to
    keep: through the air for wings, else over ground.
    """
    planned = read("fw_mission_start")[0] > 0.0 and read("fw_item_count")[0] > 0.0
    ahead = _way_ahead(position_ned_m, velocity_ned_mps, turn_radps)
    circles = ahead.radius_m != 0.0 and not planned and read("fw_initial_mode")[0] == Mode.HOLD
    mode = Mode.GUIDED if circles else read("fw_initial_mode")[0]
    w, x, y, z = attitude_wxyz
    return {
        "fw_state": State.ARMED,
        "fw_armed": 1.0,
        "fw_armed_time_s": 0.0,
        "fw_was_armed": 1.0,
        "fw_flying": 1.0,
        "fw_takeoff_time_s": 0.0,
        "fw_booted": 1.0,
        "fw_mode": Mode.AUTO if planned else mode,
        "fw_phase": Phase.WAYPOINT if planned else Phase.HOLD,
        "fw_target": (*ahead.place_ned_m, NAN, speed_mps, ahead.radius_m),
        "fw_target_used": 1.0 if circles else 0.0,
        "fw_speed_wanted_mps": 0.0 if planned else speed_mps,
        "fw_start_taken": 1.0 if planned else 0.0,
        "fw_mission_started": 1.0 if planned else 0.0,
        "fw_items_known": read("fw_item_count")[0],
        "fw_waypoint_index": _first_item(read) if planned else 0.0,
        "fw_home_ned_m": _three(home_ned_m),
        "fw_home_set": HOME_TOLD,
        "fw_goal_kind": GoalKind.PASS if ahead.radius_m == 0.0 else GoalKind.ORBIT,
        "fw_goal_ned_m": ahead.place_ned_m,
        "fw_goal_start_ned_m": _three(position_ned_m),
        "fw_goal_radius_m": ahead.radius_m,
        "fw_goal_speed_mps": speed_mps,
        "fw_goal_yaw_rad": atan2(2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z)),
    }


def _first_item(read: Read) -> float:
    """The first item that does not take off; the last one if all do."""
    items, count = read("fw_item"), int(read("fw_item_count")[0])
    later = (i for i in range(count) if not takes_off(items[ITEM_SIZE * i]))
    return float(next(later, count - 1))


class _Way(NamedTuple):
    """A place straight ahead, or the centre and the radius of a circle, positive to the right."""

    place_ned_m: tuple[float, float, float]
    radius_m: float


def _way_ahead(
    position_ned_m: Sequence[float], velocity_ned_mps: Sequence[float], turn_radps: float
) -> _Way:
    """Go on as it goes."""
    north, east, down = _three(position_ned_m)
    vn, ve, vd = (float(number) for number in velocity_ned_mps)
    speed = hypot(vn, ve)
    if abs(turn_radps) < LEAST_TURN_RADPS or speed == 0.0:
        return _Way((north + AHEAD_S * vn, east + AHEAD_S * ve, down + AHEAD_S * vd), 0.0)
    # The centre lies at right angles to the way, as far as the speed leads in this time.
    time_s = 1.0 / turn_radps
    return _Way((north - time_s * ve, east + time_s * vn, down), time_s * speed)


def _three(numbers: Sequence[float]) -> tuple[float, float, float]:
    n, e, d = (float(number) for number in numbers)
    return n, e, d
