"""Gains and limits of the multirotor's loops and of its guidance."""

from typing import NamedTuple

from simloop.firmware.component import Component, column, columns_in
from simloop.firmware.vector import Range, Vec3


class LevelVertical(NamedTuple):
    """One number for what lies level, one for what is vertical."""

    level: float
    vertical: float

    def along_ned(self) -> Vec3:
        """The same axis by axis."""
        return Vec3(self.level, self.level, self.vertical)


class VerticalSpeeds(NamedTuple):
    """Up, down, and down close to the ground."""

    up: float
    down: float
    landing: float


class VelocityLimits(NamedTuple):
    """Over ground, up, down."""

    level: float
    up: float
    down: float


class AttitudeGains(Component, prefix="fw_mc"):
    """What the loops of attitude and body rates answer to errors with, and within which limits."""

    attitude_gain_per_s: Vec3 = column("1/s", "rate per attitude error", "FRD").knob(
        "MC_ROLL_P, MC_PITCH_P, MC_YAW_P", (8.0, 8.0, 2.0), 0.0, 50.0
    )
    rate_limit_radps: Vec3 = column(
        "rad/s", "fastest turn that an attitude error asks for", "FRD"
    ).knob("MC_ROLLRATE_MAX, MC_PITCHRATE_MAX, MC_YAWRATE_MAX", (5.0, 5.0, 1.0), 0.05, 30.0)
    acro_limit_radps: Vec3 = column(
        "rad/s", "fastest turn that a rate command asks for", "FRD"
    ).knob("MC_ACRO_R_MAX, MC_ACRO_P_MAX, MC_ACRO_Y_MAX", (12.0, 12.0, 4.0), 0.05, 40.0)
    rate_gain_per_s: Vec3 = column("1/s", "angular acceleration per rate error", "FRD").knob(
        "MC_ROLLRATE_P, MC_PITCHRATE_P, MC_YAWRATE_P", (20.0, 20.0, 5.0), 0.0, 200.0
    )
    rate_integral_gain_per_s2: Vec3 = column(
        "1/s^2", "angular acceleration per turned-up rate error", "FRD"
    ).knob("MC_ROLLRATE_I, MC_PITCHRATE_I, MC_YAWRATE_I", (50.0, 50.0, 3.0), 0.0, 1000.0)
    rate_derivative_gain: Vec3 = column(
        "1", "angular acceleration taken back per angular acceleration", "FRD"
    ).knob("MC_ROLLRATE_D, MC_PITCHRATE_D, MC_YAWRATE_D", 0.0, 0.0, 5.0)
    rate_integral_limit: Vec3 = column(
        "1", "most torque of the integrals, as a share of full torque", "FRD"
    ).knob("MC_ROLLRATE_IM, MC_PITCHRATE_IM, MC_YAWRATE_IM", (0.3, 0.3, 0.5), 0.0, 1.0)
    derivative_filter_per_s: float = column("1/s", "corner of the derivative's low pass").knob(
        "MC_DTERM_CUTOFF", 120.0, 1.0, 1000.0
    )
    trim_torque: Vec3 = column("1", "torque added always, as a share of full torque", "FRD").knob(
        "X_EQ_TORQUE, Y_EQ_TORQUE, Z_EQ_TORQUE", 0.0, -1.0, 1.0
    )


class StickSettings(Component, prefix="fw_mc"):
    """What sticks may ask for while they say the attitude."""

    stick_tilt_limit_rad: float = column(
        "rad", "steepest tilt a pilot or program may ask for", "NED"
    ).knob("MC_ANGLE_MAX", 0.785, 0.05, 1.4)
    stick_slew_radps: float = column("rad/s", "how fast that tilt set point moves", "NED").knob(
        "MC_ANGLE_SLEW", 6.0, 0.1, 100.0
    )
    tilt_boost: float = column(
        "1", "1: tilt raises the pilot's thrust so that the lift stays"
    ).flag("MC_TILT_BOOST")
    airmode: float = column("1", "1: torque may raise the thrust above a pilot's throttle").flag(
        "MC_AIRMODE", 1.0
    )


class PositionGains(Component, prefix="fw_mc"):
    """What the loops of position and velocity answer to errors with, and within which limits."""

    position_gain_per_s: LevelVertical = column(
        "1/s", "velocity per position error: level, vertical", "NED"
    ).knob("MC_XY_P, MC_Z_P", 1.0, 0.0, 10.0)
    velocity_gain_per_s: LevelVertical = column(
        "1/s", "acceleration per velocity error, likewise", "NED"
    ).knob("MC_XY_VEL_P, MC_Z_VEL_P", (2.0, 3.0), 0.0, 20.0)
    velocity_integral_gain_per_s2: LevelVertical = column(
        "1/s^2", "acceleration per summed velocity error, likewise", "NED"
    ).knob("MC_XY_VEL_I, MC_Z_VEL_I", 1.0, 0.0, 50.0)
    velocity_integral_limit_mps2: LevelVertical = column(
        "m/s^2", "most acceleration of the integrals, likewise", "NED"
    ).knob("MC_XY_VEL_IMAX, MC_Z_VEL_IMAX", 3.0, 0.0, 20.0)
    tilt_limit_rad: float = column(
        "rad", "steepest tilt that position control asks for", "NED"
    ).knob("MC_TILT_MAX", 0.5, 0.05, 1.3)
    lift_limits_n: Range = column("N", "least and most upward force asked", "NED", (0.1, 1.0))
    thrust_limit_n: float = column("N", "most thrust asked for", "FRD", 1.0)


class GuidanceLimits(Component, prefix="fw_mc"):
    """How the set point may move, and when it has arrived."""

    acceleration_mps2: LevelVertical = column(
        "m/s^2", "how fast the set point's speed changes: level, vertical", "NED"
    ).knob("MC_ACC_XY, MC_ACC_Z", 2.0, 0.1, 20.0)
    vertical_speed_mps: VerticalSpeeds = column(
        "m/s", "speed up, down, and down close to the ground", "NED"
    ).knob("MC_SPEED_UP, MC_SPEED_DN, MC_LAND_SPEED", (2.0, 1.5, 0.5), 0.1, 20.0)
    velocity_limit_mps: VelocityLimits = column(
        "m/s", "most speed at level velocity: over ground, up, down", "NED"
    ).knob("MC_VEL_XY_MAX, MC_VEL_UP_MAX, MC_VEL_DN_MAX", (15.0, 5.0, 3.0), 0.1, 50.0)
    yaw_speed_radps: float = column("rad/s", "how fast the heading set point turns", "NED").knob(
        "MC_YAW_SPEED", 0.8, 0.05, 10.0
    )
    goal_radius_m: float = column("m", "a goal counts as reached within this", "NED").knob(
        "MC_GOAL_RADIUS", 1.0, 0.1, 100.0
    )
    landing_height_m: float = column(
        "m", "height above ground or home at which the ground may be near", "NED"
    ).knob("MC_LAND_ALT", 3.0, 0.5, 50.0)


GAINS = columns_in(__name__)
