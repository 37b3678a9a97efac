"""Columns of a vehicle that is under way when the firmware starts: armed, in its mode, moving."""

from collections.abc import Callable, Sequence
from math import atan2, hypot

from simloop.firmware.command.item_legs import takes_off
from simloop.firmware.command.return_path import HOME_TOLD
from simloop.firmware.fields.command import ITEM_SIZE
from simloop.firmware.modes import GOAL_ORBIT, GOAL_PASS, MODE_AUTO
from simloop.firmware.phases import PHASE_HOLD, PHASE_WAYPOINT
from simloop.firmware.states import STATE_ARMED

Read = Callable[[str], Sequence[float]]
Columns = dict[str, float | tuple[float, ...]]

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
    turn_radps: float,
    home_ned_m: Sequence[float],
) -> Columns:
    """Armed and moving: on the mission from its first item after take-off, or in initial mode.

    `read` tells the mission and the initial mode by column. Positions are from the origin.
    """
    planned = read("fw_mission_start")[0] > 0.0 and read("fw_item_count")[0] > 0.0
    mode = MODE_AUTO if planned else read("fw_initial_mode")[0]
    w, x, y, z = attitude_wxyz
    return {
        "fw_state": STATE_ARMED,
        "fw_armed": 1.0,
        "fw_armed_time_s": 0.0,
        "fw_was_armed": 1.0,
        "fw_flying": 1.0,
        "fw_takeoff_time_s": 0.0,
        "fw_booted": 1.0,
        "fw_mode": mode,
        "fw_phase": PHASE_WAYPOINT if planned else PHASE_HOLD,
        "fw_start_taken": 1.0 if planned else 0.0,
        "fw_mission_started": 1.0 if planned else 0.0,
        "fw_items_known": read("fw_item_count")[0],
        "fw_waypoint_index": _first_item(read) if planned else 0.0,
        "fw_home_ned_m": _three(home_ned_m),
        "fw_home_set": HOME_TOLD,
        "fw_goal_yaw_rad": atan2(2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z)),
        "fw_goal_start_ned_m": _three(position_ned_m),
        **_first_goal(position_ned_m, velocity_ned_mps, turn_radps),
    }


def _first_item(read: Read) -> float:
    """The first item that does not take off; the last one if all do."""
    items, count = read("fw_item"), int(read("fw_item_count")[0])
    later = (i for i in range(count) if not takes_off(items[ITEM_SIZE * i]))
    return float(next(later, count - 1))


def _first_goal(
    position_ned_m: Sequence[float], velocity_ned_mps: Sequence[float], turn_radps: float
) -> Columns:
    """Go on as it goes: straight ahead, or round the circle it is on."""
    north, east, down = _three(position_ned_m)
    vn, ve, vd = velocity_ned_mps
    speed = hypot(vn, ve)
    turns = abs(turn_radps) > LEAST_TURN_RADPS and speed > 0.0
    # The centre lies at right angles to the way; seconds that lead there by the speed.
    to_centre_s = 1.0 / turn_radps if turns else 0.0
    ahead = (north + AHEAD_S * vn, east + AHEAD_S * ve, down + AHEAD_S * vd)
    centre = (north - ve * to_centre_s, east + vn * to_centre_s, down)
    return {
        "fw_goal_kind": GOAL_ORBIT if turns else GOAL_PASS,
        "fw_goal_ned_m": centre if turns else ahead,
        "fw_goal_radius_m": speed * to_centre_s,
        "fw_goal_speed_mps": speed,
    }


def _three(numbers: Sequence[float]) -> tuple[float, float, float]:
    n, e, d = (float(number) for number in numbers)
    return n, e, d
