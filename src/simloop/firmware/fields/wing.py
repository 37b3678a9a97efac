"""What fixed-wing guidance and control decide and remember."""

from typing import NamedTuple

from simloop.firmware.component import Component, column, columns_in
from simloop.firmware.fields.navigation import AirAround
from simloop.firmware.fields.wing_model import WingModel
from simloop.firmware.fields.wing_settings import (
    Axes,
    WingGuidanceSettings,
    WingHandling,
    WingSpeeds,
)


class Runway(NamedTuple):
    """Where the take-off began, and its heading."""

    north_m: float
    east_m: float
    down_m: float
    heading_rad: float


class Landing(NamedTuple):
    """The approach: its heading, where it begins, how far before the goal it ends.

    The pattern lies on its right for a side of 1, on its left for -1.
    """

    heading_rad: float
    north_m: float
    east_m: float
    before_goal_m: float
    side: float


class WingFlight(Component, prefix="fw_wing"):
    """Which part of the flight it is in, and the ground where that begins and ends."""

    engaged: float = column("1", "1 while the wing carries; rotors set it to 0", default=1.0)
    stage: float = column("1", "part of the flight, see codes.py")
    stage_time_s: float = column("s", "time in this stage")
    runway: Runway = column(
        "m, m, m, rad", "where the take-off began, and its heading", "NED of origin"
    )
    landing: Landing = column(
        "rad, m, m, m, 1",
        "heading, north and east where the approach begins, how far before the goal it ends, "
        "side of the pattern",
        "NED of origin",
    )
    clearance_m: float = column("m", "height above the ground, by sonar or by home", "NED")
    touch_time_s: float = column("s", "how long it has felt the ground, or lain still")


class WingGuidance(Component, prefix="fw_wing"):
    """What guidance asks of control, and what it knows of the path."""

    roll_setpoint_rad: float = column("rad", "bank to fly", "NED")
    pitch_setpoint_rad: float = column("rad", "pitch to fly", "NED")
    turn_setpoint_radps: float = column("rad/s", "turn to steer on the ground", "NED")
    throttle: float = column("1", "throttle of total energy control")
    cross_track_m: float = column("m", "distance to the right of the path", "NED")
    path_integral_mps2: float = column("m/s^2", "sideways acceleration learned", "NED")
    height_setpoint_m: float = column("m", "height to fly, upwards", "NED of origin")
    climb_setpoint_mps: float = column("m/s", "climb of that height", "NED")
    speed_setpoint_mps: float = column("m/s", "airspeed to fly")


class Tecs(Component, prefix="fw_wing"):
    """What total energy control remembers."""

    smooth_speed_mps: float = column("m/s", "airspeed without gusts")
    acceleration_mps2: float = column("m/s^2", "rate of that airspeed")
    energy_integral_mps: float = column("m/s", "energy rate that throttle makes up for")
    balance_integral_mps: float = column("m/s", "climb that pitch makes up for")


class WingTrim(Component, prefix="fw_wing"):
    """What the inner loops have learned, and the sideslip they follow."""

    rate_integral: Axes = column("1", "surface shares learned", "FRD")
    ball_integral: float = column("1", "rudder share against sideslip", "FRD")
    slip_rad: float = column("rad", "sideslip, wind from the right positive", "FRD")


class WingBrakes(Component, prefix="fw_wing"):
    """What the stages ask of wheel brakes."""

    brake: float = column("1", "wheel brakes, 0 free to 1 full")


WING_STATE = columns_in(__name__)


class Wing(
    WingModel,
    WingHandling,
    WingGuidanceSettings,
    WingSpeeds,
    WingFlight,
    AirAround,
    WingGuidance,
    Tecs,
    WingTrim,
    WingBrakes,
):
    """What the wing can do, how it is to be flown, in what air, how far its flight is, and how."""
