"""Gains and limits of the multirotor's loops and of its guidance."""

from typing import NamedTuple

from simloop.firmware.component import Component, column
from simloop.firmware.vector import Vec3


class LevelVertical(NamedTuple):
    """One number for what lies level, one for what is vertical."""

    level: float
    vertical: float

    def along_ned(self) -> Vec3:
        """The same axis by axis."""
        return Vec3(self.level, self.level, self.vertical)


class LiftLimits(NamedTuple):
    """Least and most upward force."""

    low: float
    high: float


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

    attitude_gain_per_s: Vec3 = column(
        "1/s",
        "rate per attitude error",
        frame="FRD",
        default=(8.0, 8.0, 2.0),
        names=("MC_ROLL_P", "MC_PITCH_P", "MC_YAW_P"),
        low=0.0,
        high=50.0,
    )
    rate_limit_radps: Vec3 = column(
        "rad/s",
        "fastest turn that an attitude error asks for",
        frame="FRD",
        default=(5.0, 5.0, 1.0),
        names=("MC_ROLLRATE_MAX", "MC_PITCHRATE_MAX", "MC_YAWRATE_MAX"),
        low=0.05,
        high=30.0,
    )
    acro_limit_radps: Vec3 = column(
        "rad/s",
        "fastest turn that a rate command asks for",
        frame="FRD",
        default=(12.0, 12.0, 4.0),
        names=("MC_ACRO_R_MAX", "MC_ACRO_P_MAX", "MC_ACRO_Y_MAX"),
        low=0.05,
        high=40.0,
    )
    rate_gain_per_s: Vec3 = column(
        "1/s",
        "angular acceleration per rate error",
        frame="FRD",
        default=(20.0, 20.0, 5.0),
        names=("MC_ROLLRATE_P", "MC_PITCHRATE_P", "MC_YAWRATE_P"),
        low=0.0,
        high=200.0,
    )
    rate_integral_gain_per_s2: Vec3 = column(
        "1/s^2",
        "angular acceleration per turned-up rate error",
        frame="FRD",
        default=(50.0, 50.0, 3.0),
        names=("MC_ROLLRATE_I", "MC_PITCHRATE_I", "MC_YAWRATE_I"),
        low=0.0,
        high=1000.0,
    )
    rate_derivative_gain: Vec3 = column(
        "1",
        "angular acceleration taken back per angular acceleration",
        frame="FRD",
        default=0.0,
        names=("MC_ROLLRATE_D", "MC_PITCHRATE_D", "MC_YAWRATE_D"),
        low=0.0,
        high=5.0,
    )
    rate_integral_limit: Vec3 = column(
        "1",
        "most torque of the integrals, as a share of full torque",
        frame="FRD",
        default=(0.3, 0.3, 0.5),
        names=("MC_ROLLRATE_IM", "MC_PITCHRATE_IM", "MC_YAWRATE_IM"),
        low=0.0,
        high=1.0,
    )
    derivative_filter_per_s: float = column(
        "1/s",
        "corner of the derivative's low pass",
        default=120.0,
        names=("MC_DTERM_CUTOFF",),
        low=1.0,
        high=1000.0,
    )
    trim_torque: Vec3 = column(
        "1",
        "torque added always, as a share of full torque",
        frame="FRD",
        default=0.0,
        names=("X_EQ_TORQUE", "Y_EQ_TORQUE", "Z_EQ_TORQUE"),
        low=-1.0,
        high=1.0,
    )


class StickSettings(Component, prefix="fw_mc"):
    """What sticks may ask for while they say the attitude."""

    stick_tilt_limit_rad: float = column(
        "rad",
        "steepest tilt a pilot or program may ask for",
        frame="NED",
        default=0.785,
        names=("MC_ANGLE_MAX",),
        low=0.05,
        high=1.4,
    )
    stick_slew_radps: float = column(
        "rad/s",
        "how fast that tilt set point moves",
        frame="NED",
        default=6.0,
        names=("MC_ANGLE_SLEW",),
        low=0.1,
        high=100.0,
    )
    tilt_boost: float = column(
        "1",
        "1: tilt raises the pilot's thrust so that the lift stays",
        default=0.0,
        names=("MC_TILT_BOOST",),
        low=0.0,
        high=1.0,
        whole=True,
    )
    airmode: float = column(
        "1",
        "1: torque may raise the thrust above a pilot's throttle",
        default=1.0,
        names=("MC_AIRMODE",),
        low=0.0,
        high=1.0,
        whole=True,
    )


class PositionGains(Component, prefix="fw_mc"):
    """What the loops of position and velocity answer to errors with, and within which limits."""

    position_gain_per_s: LevelVertical = column(
        "1/s",
        "velocity per position error: level, vertical",
        frame="NED",
        default=1.0,
        names=("MC_XY_P", "MC_Z_P"),
        low=0.0,
        high=10.0,
    )
    velocity_gain_per_s: LevelVertical = column(
        "1/s",
        "acceleration per velocity error, likewise",
        frame="NED",
        default=(2.0, 3.0),
        names=("MC_XY_VEL_P", "MC_Z_VEL_P"),
        low=0.0,
        high=20.0,
    )
    velocity_integral_gain_per_s2: LevelVertical = column(
        "1/s^2",
        "acceleration per summed velocity error, likewise",
        frame="NED",
        default=1.0,
        names=("MC_XY_VEL_I", "MC_Z_VEL_I"),
        low=0.0,
        high=50.0,
    )
    velocity_integral_limit_mps2: LevelVertical = column(
        "m/s^2",
        "most acceleration of the integrals, likewise",
        frame="NED",
        default=3.0,
        names=("MC_XY_VEL_IMAX", "MC_Z_VEL_IMAX"),
        low=0.0,
        high=20.0,
    )
    tilt_limit_rad: float = column(
        "rad",
        "steepest tilt that position control asks for",
        frame="NED",
        default=0.5,
        names=("MC_TILT_MAX",),
        low=0.05,
        high=1.3,
    )
    lift_limits_n: LiftLimits = column(
        "N", "least and most upward force asked", frame="NED", default=(0.1, 1.0)
    )
    thrust_limit_n: float = column("N", "most thrust asked for", frame="FRD", default=1.0)


class GuidanceLimits(Component, prefix="fw_mc"):
    """How the set point may move, and when it has arrived."""

    acceleration_mps2: LevelVertical = column(
        "m/s^2",
        "how fast the set point's speed changes: level, vertical",
        frame="NED",
        default=2.0,
        names=("MC_ACC_XY", "MC_ACC_Z"),
        low=0.1,
        high=20.0,
    )
    vertical_speed_mps: VerticalSpeeds = column(
        "m/s",
        "speed up, down, and down close to the ground",
        frame="NED",
        default=(2.0, 1.5, 0.5),
        names=("MC_SPEED_UP", "MC_SPEED_DN", "MC_LAND_SPEED"),
        low=0.1,
        high=20.0,
    )
    velocity_limit_mps: VelocityLimits = column(
        "m/s",
        "most speed at level velocity: over ground, up, down",
        frame="NED",
        default=(15.0, 5.0, 3.0),
        names=("MC_VEL_XY_MAX", "MC_VEL_UP_MAX", "MC_VEL_DN_MAX"),
        low=0.1,
        high=50.0,
    )
    yaw_speed_radps: float = column(
        "rad/s",
        "how fast the heading set point turns",
        frame="NED",
        default=0.8,
        names=("MC_YAW_SPEED",),
        low=0.05,
        high=10.0,
    )
    goal_radius_m: float = column(
        "m",
        "a goal counts as reached within this",
        frame="NED",
        default=1.0,
        names=("MC_GOAL_RADIUS",),
        low=0.1,
        high=100.0,
    )
    landing_height_m: float = column(
        "m",
        "height above ground or home at which the ground may be near",
        frame="NED",
        default=3.0,
        names=("MC_LAND_ALT",),
        low=0.5,
        high=50.0,
    )
