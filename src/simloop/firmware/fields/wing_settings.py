"""What the pilot may set of a wing's guidance and control."""

from typing import NamedTuple

from simloop.firmware.component import Component, column, columns_in
from simloop.firmware.fields.wing_model import LowCruiseHigh, UpDown, WingModel
from simloop.firmware.vector import Range

# Airspeeds are true. Shares are of full deflection; gains hold at the cruise speed.


class RunwaySpeeds(NamedTuple):
    """Airspeed at which the nose is raised, and that of the approach."""

    rotate: float
    approach: float


class RollPitch(NamedTuple):
    """Two angles, or what goes with each."""

    roll: float
    pitch: float


class Axes(NamedTuple):
    """What goes with aileron, elevator and rudder."""

    roll: float
    pitch: float
    yaw: float


class Coordination(NamedTuple):
    """Rudder share per aileron share, and per roll rate."""

    aileron: float
    roll_rate_s: float


class LeanGains(NamedTuple):
    """Aileron share per sideslip, roll rate, yaw rate and bank, and per bank asked for."""

    slip: float
    roll_rate_s: float
    yaw_rate_s: float
    bank: float
    forward: float


class CourseGains(NamedTuple):
    """Turn per course error; sideways speed and acceleration per distance from the path."""

    turn_per_s: float
    path_per_s: float
    learn_per_s2: float


class Approach(NamedTuple):
    """Glide slope, height at which the approach begins, time constant of the flare."""

    slope_rad: float
    height_m: float
    flare_s: float


class EnergyGains(NamedTuple):
    """Climb per height error, acceleration per speed error."""

    height: float
    speed: float


class TecsGains(NamedTuple):
    """The answer to an error at once, and in time."""

    damping: float
    integral_per_s: float


class WingSpeeds(Component, prefix="fw_wing"):
    """The airspeeds it flies at."""

    stall_speed_mps: float = column("m/s", "slowest level flight").knob(
        "AIRSPEED_STALL", 9.0, 0.1, 200.0
    )
    speed_limits_mps: LowCruiseHigh = column(
        "m/s", "lowest, usual and highest airspeed to fly"
    ).knob("AIRSPEED_MIN, AIRSPEED_CRUISE, AIRSPEED_MAX", (11.0, 15.0, 22.0), 0.1, 300.0)
    ground_speeds_mps: RunwaySpeeds = column(
        "m/s", "airspeed at which the nose is raised for take-off, and that of the approach"
    ).knob("AIRSPEED_ROTATE, AIRSPEED_LAND", (10.5, 12.0), 0.1, 200.0)


class WingHandling(Component, prefix="fw_wing"):
    """How surfaces answer to attitude and rates, and how far it may lean and pitch.

    The gains of leaning are for a wing that has neither rudder nor weathercock stability: it leans
    to follow its nose.
    """

    angle_gain_per_s: RollPitch = column("1/s", "rate asked per roll and pitch error").knob(
        "WING_ROLL_P, WING_PITCH_P", (4.0, 3.0), 0.0, 20.0
    )
    rate_gain_s: Axes = column("s", "share per rate error about each axis", "FRD").knob(
        "WING_RLL_RATE_P, WING_PIT_RATE_P, WING_YAW_RATE_P", (0.1, 0.2, 0.2), 0.0, 100.0
    )
    rate_integral_gain: Axes = column("1", "share per integral of the rate error", "FRD").knob(
        "WING_RLL_RATE_I, WING_PIT_RATE_I, WING_YAW_RATE_I", (0.1, 0.2, 0.0), 0.0, 100.0
    )
    rate_forward_s: Axes = column("s", "share per rate asked for", "FRD").knob(
        "WING_RLL_RATE_FF, WING_PIT_RATE_FF, WING_YAW_RATE_FF", (0.3, 0.5, 0.2), 0.0, 100.0
    )
    rate_limit_radps: RollPitch = column("rad/s", "fastest roll and pitch").knob(
        "WING_ROLL_RMAX, WING_PITCH_RMAX", (2.0, 1.0), 0.01, 20.0
    )
    ball_gain: float = column(
        "s/m", "rudder share per second and sideways specific force", "FRD"
    ).knob("WING_BALL_I", 0.02, 0.0, 10.0)
    coordination: Coordination = column(
        "1, s", "rudder share per aileron share, and per roll rate at the design speed", "FRD"
    ).knob("WING_RUD_AIL, WING_RUD_ROLL", 0.0, -2.0, 2.0)
    lean_gains: LeanGains = column(
        "1, s, s, 1, 1",
        "aileron share per sideslip, roll rate, yaw rate, bank, and per bank asked for",
        "FRD",
    ).knob("LEAN_SLIP, LEAN_ROLLRATE, LEAN_YAWRATE, LEAN_BANK, LEAN_FORWARD", 0.0, -50.0, 50.0)
    bank_limit_rad: float = column("rad", "steepest bank").knob("WING_BANK_MAX", 0.7, 0.05, 1.4)
    bank_slew_radps: float = column(
        "rad/s", "fastest change of the bank that guidance asks for"
    ).knob("WING_BANK_SLEW", 2.0, 0.01, 20.0)
    pitch_limits_rad: Range = column("rad", "lowest and highest pitch").knob(
        "WING_PITCH_MIN, WING_PITCH_MAX", (-0.4, 0.45), -1.4, 1.4
    )
    takeoff_pitch_rad: float = column("rad", "pitch at which it leaves the ground").knob(
        "TKOFF_PITCH", 0.2, 0.0, 1.0
    )
    throw_mps2: float = column(
        "m/s^2",
        "push ahead that tells a take-off by hand or bungee: the motor waits for it; 0: it rolls",
        "FRD",
    ).knob("TKOFF_THROW", 0.0, 0.0, 200.0)
    alpha_limit_rad: float = column("rad", "highest angle of attack that control asks for").knob(
        "WING_ALPHA_MAX", 0.2, 0.02, 1.0
    )


class WingGuidanceSettings(Component, prefix="fw_wing"):
    """How it follows paths, comes down, and shares its energy between height and speed."""

    loiter_radius_m: float = column("m", "radius of the circle flown where others would stop").knob(
        "LOITER_RAD", 70.0, 1.0, 10000.0
    )
    acceptance_m: float = column("m", "distance at which a waypoint is passed").knob(
        "WING_WP_RADIUS", 30.0, 0.1, 10000.0
    )
    course_gains: CourseGains = column(
        "1/s, 1/s, 1/s^2",
        "turn per course error; sideways speed and acceleration per distance from the path",
    ).knob("WING_COURSE_P, WING_PATH_P, WING_PATH_I", (0.8, 0.25, 0.005), 0.0, 10.0)
    approach: Approach = column(
        "rad, m, s", "glide slope, height at which the approach begins, time constant of the flare"
    ).knob("LAND_SLOPE, LAND_HEIGHT, LAND_FLARE_TC", (0.1, 30.0, 1.5), 0.01, 1000.0)
    rolling_mps2: float = column(
        "m/s^2",
        "how wheels without brakes slow it after a landing; 0: it stops near where it touches",
    ).knob("LAND_ROLL_DEC", 0.0, 0.0, 20.0)
    climb_limits_mps: UpDown = column("m/s", "fastest climb and sink that guidance asks for").knob(
        "TECS_CLIMB_MAX, TECS_SINK_MAX", (3.0, 2.5), 0.1, 50.0
    )
    energy_gains: EnergyGains = column(
        "1/s", "climb asked per height error, acceleration asked per speed error"
    ).knob("TECS_HGT_P, TECS_SPD_P", (0.4, 0.4), 0.0, 5.0)
    throttle_gains: TecsGains = column(
        "1, 1/s", "answer to missing energy rate, at once and in time"
    ).knob("TECS_THR_DAMP, TECS_THR_I", (0.5, 0.2), 0.0, 10.0)
    balance_gains: TecsGains = column(
        "1, 1/s", "answer to a wrong balance of climb and acceleration, at once and in time"
    ).knob("TECS_PTCH_DAMP, TECS_PTCH_I", (0.5, 0.2), 0.0, 10.0)
    throttle_slew_per_s: float = column("1/s", "fastest change of the throttle").knob(
        "TECS_THR_SLEW", 1.0, 0.01, 100.0
    )


WING_PARAMETERS = columns_in(__name__) + WingModel.columns
