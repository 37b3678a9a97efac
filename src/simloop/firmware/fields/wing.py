"""What fixed-wing guidance and control know, decide and remember."""

from simloop.firmware.component import Component, column
from simloop.firmware.row import Row

# Airspeeds are true. Shares are of full deflection; gains hold at the cruise speed.


class WingSpeeds(Component, prefix="fw_wing"):
    """Wing speeds."""

    stall_speed_mps: float = column(
        "m/s", "slowest level flight", default=9.0, names=("AIRSPEED_STALL",), low=0.1, high=200.0
    )
    speed_limits_mps: Row = column(
        "m/s",
        "lowest, usual and highest airspeed to fly",
        size=3,
        default=(11.0, 15.0, 22.0),
        names=("AIRSPEED_MIN", "AIRSPEED_CRUISE", "AIRSPEED_MAX"),
        low=0.1,
        high=300.0,
    )
    ground_speeds_mps: Row = column(
        "m/s",
        "airspeed at which the nose is raised for take-off, and that of the approach",
        size=2,
        default=(10.5, 12.0),
        names=("AIRSPEED_ROTATE", "AIRSPEED_LAND"),
        low=0.1,
        high=200.0,
    )


class WingRates(Component, prefix="fw_wing"):
    """Wing rates."""

    angle_gain_per_s: Row = column(
        "1/s",
        "rate asked per roll and pitch error",
        size=2,
        default=(4.0, 3.0),
        names=("WING_ROLL_P", "WING_PITCH_P"),
        low=0.0,
        high=20.0,
    )
    rate_gain_s: Row = column(
        "s",
        "share per rate error about each axis",
        size=3,
        frame="FRD",
        default=(0.1, 0.2, 0.2),
        names=("WING_RLL_RATE_P", "WING_PIT_RATE_P", "WING_YAW_RATE_P"),
        low=0.0,
        high=100.0,
    )
    rate_integral_gain: Row = column(
        "1",
        "share per integral of the rate error",
        size=3,
        frame="FRD",
        default=(0.1, 0.2, 0.0),
        names=("WING_RLL_RATE_I", "WING_PIT_RATE_I", "WING_YAW_RATE_I"),
        low=0.0,
        high=100.0,
    )
    rate_forward_s: Row = column(
        "s",
        "share per rate asked for",
        size=3,
        frame="FRD",
        default=(0.3, 0.5, 0.2),
        names=("WING_RLL_RATE_FF", "WING_PIT_RATE_FF", "WING_YAW_RATE_FF"),
        low=0.0,
        high=100.0,
    )
    rate_limit_radps: Row = column(
        "rad/s",
        "fastest roll and pitch",
        size=2,
        default=(2.0, 1.0),
        names=("WING_ROLL_RMAX", "WING_PITCH_RMAX"),
        low=0.01,
        high=20.0,
    )
    ball_gain: float = column(
        "s/m",
        "rudder share per second and sideways specific force",
        frame="FRD",
        default=0.02,
        names=("WING_BALL_I",),
        low=0.0,
        high=10.0,
    )
    coordination: Row = column(
        "1, s",
        "rudder share per aileron share, and per roll rate at the design speed",
        size=2,
        frame="FRD",
        names=("WING_RUD_AIL", "WING_RUD_ROLL"),
        low=-2.0,
        high=2.0,
    )


# For a wing that has neither rudder nor weathercock stability: it leans to follow its nose.


class WingLean(Component, prefix="fw_wing"):
    """Wing lean."""

    lean_gains: Row = column(
        "1, s, s, 1, 1",
        "aileron share per sideslip, roll rate, yaw rate, bank, and per bank asked for",
        size=5,
        frame="FRD",
        names=("LEAN_SLIP", "LEAN_ROLLRATE", "LEAN_YAWRATE", "LEAN_BANK", "LEAN_FORWARD"),
        low=-50.0,
        high=50.0,
    )


class WingLimits(Component, prefix="fw_wing"):
    """Wing limits."""

    bank_limit_rad: float = column(
        "rad", "steepest bank", default=0.7, names=("WING_BANK_MAX",), low=0.05, high=1.4
    )
    bank_slew_radps: float = column(
        "rad/s",
        "fastest change of the bank that guidance asks for",
        default=2.0,
        names=("WING_BANK_SLEW",),
        low=0.01,
        high=20.0,
    )
    pitch_limits_rad: Row = column(
        "rad",
        "lowest and highest pitch",
        size=2,
        default=(-0.4, 0.45),
        names=("WING_PITCH_MIN", "WING_PITCH_MAX"),
        low=-1.4,
        high=1.4,
    )
    takeoff_pitch_rad: float = column(
        "rad",
        "pitch at which it leaves the ground",
        default=0.2,
        names=("TKOFF_PITCH",),
        low=0.0,
        high=1.0,
    )
    throw_mps2: float = column(
        "m/s^2",
        "push ahead that tells a take-off by hand or bungee: the motor waits for it; 0: it rolls",
        frame="FRD",
        default=0.0,
        names=("TKOFF_THROW",),
        low=0.0,
        high=200.0,
    )
    alpha_limit_rad: float = column(
        "rad",
        "highest angle of attack that control asks for",
        default=0.2,
        names=("WING_ALPHA_MAX",),
        low=0.02,
        high=1.0,
    )


class WingPaths(Component, prefix="fw_wing"):
    """Wing paths."""

    loiter_radius_m: float = column(
        "m",
        "radius of the circle flown where others would stop",
        default=70.0,
        names=("LOITER_RAD",),
        low=1.0,
        high=10000.0,
    )
    acceptance_m: float = column(
        "m",
        "distance at which a waypoint is passed",
        default=30.0,
        names=("WING_WP_RADIUS",),
        low=0.1,
        high=10000.0,
    )
    course_gains: Row = column(
        "1/s, 1/s, 1/s^2",
        "turn per course error; sideways speed and acceleration per distance from the path",
        size=3,
        default=(0.8, 0.25, 0.005),
        names=("WING_COURSE_P", "WING_PATH_P", "WING_PATH_I"),
        low=0.0,
        high=10.0,
    )
    approach: Row = column(
        "rad, m, s",
        "glide slope, height at which the approach begins, time constant of the flare",
        size=3,
        default=(0.1, 30.0, 1.5),
        names=("LAND_SLOPE", "LAND_HEIGHT", "LAND_FLARE_TC"),
        low=0.01,
        high=1000.0,
    )
    rolling_mps2: float = column(
        "m/s^2",
        "how wheels without brakes slow it after a landing; 0: it stops near where it touches",
        default=0.0,
        names=("LAND_ROLL_DEC",),
        low=0.0,
        high=20.0,
    )


class TecsSettings(Component, prefix="fw_wing"):
    """Tecs settings."""

    climb_limits_mps: Row = column(
        "m/s",
        "fastest climb and sink that guidance asks for",
        size=2,
        default=(3.0, 2.5),
        names=("TECS_CLIMB_MAX", "TECS_SINK_MAX"),
        low=0.1,
        high=50.0,
    )
    energy_gains: Row = column(
        "1/s",
        "climb asked per height error, acceleration asked per speed error",
        size=2,
        default=(0.4, 0.4),
        names=("TECS_HGT_P", "TECS_SPD_P"),
        low=0.0,
        high=5.0,
    )
    throttle_gains: Row = column(
        "1, 1/s",
        "answer to missing energy rate, at once and in time",
        size=2,
        default=(0.5, 0.2),
        names=("TECS_THR_DAMP", "TECS_THR_I"),
        low=0.0,
        high=10.0,
    )
    balance_gains: Row = column(
        "1, 1/s",
        "answer to a wrong balance of climb and acceleration, at once and in time",
        size=2,
        default=(0.5, 0.2),
        names=("TECS_PTCH_DAMP", "TECS_PTCH_I"),
        low=0.0,
        high=10.0,
    )
    throttle_slew_per_s: float = column(
        "1/s",
        "fastest change of the throttle",
        default=1.0,
        names=("TECS_THR_SLEW",),
        low=0.01,
        high=100.0,
    )


# From the design; not for a pilot to change.


class WingModel(Component, prefix="fw_wing"):
    """Wing model."""

    design_speed_mps: float = column("m/s", "airspeed at which gains hold", default=15.0)
    alpha_curve_rad: Row = column("rad", "angle of attack without lift, and by lift", size=2)
    elevator_curve: Row = column("1", "elevator share without lift, and by lift", size=2)
    throttle_curve: Row = column(
        "1",
        "throttle of level flight at the lowest, the cruise and the highest speed",
        size=3,
        default=(0.5, 0.6, 0.9),
    )
    curve_speeds_mps: Row = column(
        "m/s", "those lowest and highest speeds", size=2, default=(11.0, 22.0)
    )
    energy_rates_mps: Row = column(
        "m/s", "energy height gained at full throttle, lost at idle", size=2, default=(4.0, 1.6)
    )
    turn_drag_mps: float = column("m/s", "energy height lost by lift in level flight")
    span_m: float = column("m", "wing span", default=1.5)


WING_PARAMETERS = (
    *WingSpeeds.columns,
    *WingRates.columns,
    *WingLean.columns,
    *WingLimits.columns,
    *WingPaths.columns,
    *TecsSettings.columns,
    *WingModel.columns,
)


class WingControl(Component, prefix="fw_wing"):
    """Wing control."""

    engaged: float = column("1", "1 while the wing carries; rotors set it to 0", default=1.0)
    stage: float = column("1", "part of the flight, see wing/stages.py")
    stage_time_s: float = column("s", "time in this stage")
    runway: Row = column(
        "m, m, m, rad", "where the take-off began, and its heading", size=4, frame="NED of origin"
    )
    landing: Row = column(
        "rad, m, m, m, 1",
        "heading, north and east where the approach begins, how far before the goal it ends, "
        "side of the pattern",
        size=5,
        frame="NED of origin",
    )
    clearance_m: float = column("m", "height above the ground, by sonar or by home", frame="NED")
    touch_time_s: float = column("s", "how long it has felt the ground, or lain still")
    roll_setpoint_rad: float = column("rad", "bank to fly", frame="NED")
    pitch_setpoint_rad: float = column("rad", "pitch to fly", frame="NED")
    turn_setpoint_radps: float = column("rad/s", "turn to steer on the ground", frame="NED")
    throttle: float = column("1", "throttle of total energy control")
    cross_track_m: float = column("m", "distance to the right of the path", frame="NED")
    path_integral_mps2: float = column("m/s^2", "sideways acceleration learned", frame="NED")
    height_setpoint_m: float = column("m", "height to fly, upwards", frame="NED of origin")
    climb_setpoint_mps: float = column("m/s", "climb of that height", frame="NED")
    speed_setpoint_mps: float = column("m/s", "airspeed to fly")
    smooth_speed_mps: float = column("m/s", "airspeed without gusts")
    acceleration_mps2: float = column("m/s^2", "rate of that airspeed")
    energy_integral_mps: float = column("m/s", "energy rate that throttle makes up for")
    balance_integral_mps: float = column("m/s", "climb that pitch makes up for")
    rate_integral: Row = column("1", "surface shares learned", size=3, frame="FRD")
    ball_integral: float = column("1", "rudder share against sideslip", frame="FRD")
    slip_rad: float = column("rad", "sideslip, wind from the right positive", frame="FRD")
    brake: float = column("1", "wheel brakes, 0 free to 1 full")
