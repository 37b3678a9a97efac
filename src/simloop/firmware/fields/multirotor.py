"""Columns of the multirotor's guidance, controllers and mixer."""

from simloop.firmware.component import Component, column
from simloop.firmware.fields.gyro_filter import GyroFilter, GyroFilterSettings
from simloop.firmware.row import Row
from simloop.firmware.vector import Quaternion, Vec3

AXES = ("ROLL", "PITCH", "YAW")


def _names(pattern: str, parts: tuple[str, ...] = AXES) -> tuple[str, ...]:
    return tuple(pattern.format(part) for part in parts)


def _mixer_names(prefix: str) -> tuple[str, ...]:
    """Names of a mixer's elements: row of the command (Fz is 2, Qx 3, ...), then the output."""
    return tuple(f"{prefix}_MIXER_{row}_{output}" for row in range(2, 6) for output in range(10))


class MultirotorFacts(Component, prefix="fw_mc"):
    """Multirotor facts."""

    mass_kg: float = column("kg", "mass", default=1.0, names=("MC_MASS",), low=0.01, high=1000.0)
    inertia_kgm2: Row = column("kg m^2", "inertia about x, y, z", size=3, frame="FRD", default=0.01)
    rotor_lag_s: float = column("s", "how long thrust takes to follow", default=0.03)
    yaw_lead: Row = column(
        "1, 1/s",
        "yaw torque left to drag: share at once, rate of the rest",
        size=2,
        frame="FRD",
        default=(1.0, 0.0),
    )
    arm_m: Row = column(
        "m", "arms of the mixer's torques: tilt, heading", size=2, frame="FRD", default=1.0
    )
    torque_full_nm: Row = column(
        "N m", "torque that a command of 1 means", size=3, frame="FRD", default=1.0
    )
    touch_torque_nm: float = column(
        "N m", "ground torque that shows a foot", frame="FRD", default=1e9
    )


class MotorMixer(Component, prefix="fw_mc"):
    """Motor mixer."""

    allocation: Row = column(
        "1", "lift and torques per newton of mean rotor", size="4*ROTORS", frame="FRD"
    )
    mixer_table: Row = column(
        "1",
        "mixers 0 to 8 and the vehicle's own: rotor thrust per lift, roll, pitch, yaw",
        size="40*ROTORS",
        frame="FRD",
    )
    mixer_number: Row = column(
        "1",
        "mixer of sticks and of offboard commands; 255: the vehicle's own, the same",
        size=2,
        default=255.0,
        names=("PRIMARY_MIXER", "SECONDARY_MIXER"),
        low=0.0,
        high=255.0,
        whole=True,
    )
    custom_primary: Row = column(
        "1",
        "mixer 11: ten outputs per Fz, Qx, Qy, Qz",
        size=40,
        frame="FRD",
        names=_mixer_names("PRI"),
    )
    custom_secondary: Row = column(
        "1",
        "mixer 11 of offboard commands, likewise",
        size=40,
        frame="FRD",
        names=_mixer_names("SEC"),
    )
    rotor_thrust_limits_n: Row = column("N", "least and most thrust of a rotor in flight", size=2)
    motor_curve: Row = column("1, N^-0.5, 1/N", "command = c0 + c1 sqrt(t) + c2 t", size=3)
    idle_command: float = column(
        "1",
        "motor command while armed on the ground",
        default=0.05,
        names=("MOTOR_IDLE_THR",),
        low=0.0,
        high=0.5,
    )


class AttitudeGains(Component, prefix="fw_mc"):
    """Attitude gains."""

    attitude_gain_per_s: Row = column(
        "1/s",
        "rate per attitude error",
        size=3,
        frame="FRD",
        default=(8.0, 8.0, 2.0),
        names=_names("MC_{}_P"),
        low=0.0,
        high=50.0,
    )
    rate_limit_radps: Row = column(
        "rad/s",
        "fastest turn that an attitude error asks for",
        size=3,
        frame="FRD",
        default=(5.0, 5.0, 1.0),
        names=_names("MC_{}RATE_MAX"),
        low=0.05,
        high=30.0,
    )
    acro_limit_radps: Row = column(
        "rad/s",
        "fastest turn that a rate command asks for",
        size=3,
        frame="FRD",
        default=(12.0, 12.0, 4.0),
        names=_names("MC_ACRO_{}_MAX", ("R", "P", "Y")),
        low=0.05,
        high=40.0,
    )
    rate_gain_per_s: Row = column(
        "1/s",
        "angular acceleration per rate error",
        size=3,
        frame="FRD",
        default=(20.0, 20.0, 5.0),
        names=_names("MC_{}RATE_P"),
        low=0.0,
        high=200.0,
    )
    rate_integral_gain_per_s2: Row = column(
        "1/s^2",
        "angular acceleration per turned-up rate error",
        size=3,
        frame="FRD",
        default=(50.0, 50.0, 3.0),
        names=_names("MC_{}RATE_I"),
        low=0.0,
        high=1000.0,
    )
    rate_derivative_gain: Row = column(
        "1",
        "angular acceleration taken back per angular acceleration",
        size=3,
        frame="FRD",
        default=0.0,
        names=_names("MC_{}RATE_D"),
        low=0.0,
        high=5.0,
    )
    rate_integral_limit: Row = column(
        "1",
        "most torque of the integrals, as a share of full torque",
        size=3,
        frame="FRD",
        default=(0.3, 0.3, 0.5),
        names=_names("MC_{}RATE_IM"),
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
    trim_torque: Row = column(
        "1",
        "torque added always, as a share of full torque",
        size=3,
        frame="FRD",
        default=0.0,
        names=_names("{}_EQ_TORQUE", ("X", "Y", "Z")),
        low=-1.0,
        high=1.0,
    )


class StickGains(Component, prefix="fw_mc"):
    """Stick gains."""

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
    """Position gains."""

    position_gain_per_s: Row = column(
        "1/s",
        "velocity per position error: level, vertical",
        size=2,
        frame="NED",
        default=1.0,
        names=("MC_XY_P", "MC_Z_P"),
        low=0.0,
        high=10.0,
    )
    velocity_gain_per_s: Row = column(
        "1/s",
        "acceleration per velocity error, likewise",
        size=2,
        frame="NED",
        default=(2.0, 3.0),
        names=("MC_XY_VEL_P", "MC_Z_VEL_P"),
        low=0.0,
        high=20.0,
    )
    velocity_integral_gain_per_s2: Row = column(
        "1/s^2",
        "acceleration per summed velocity error, likewise",
        size=2,
        frame="NED",
        default=1.0,
        names=("MC_XY_VEL_I", "MC_Z_VEL_I"),
        low=0.0,
        high=50.0,
    )
    velocity_integral_limit_mps2: Row = column(
        "m/s^2",
        "most acceleration of the integrals, likewise",
        size=2,
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
    lift_limits_n: Row = column(
        "N", "least and most upward force asked", size=2, frame="NED", default=(0.1, 1.0)
    )
    thrust_limit_n: float = column("N", "most thrust asked for", frame="FRD", default=1.0)


class GuidanceLimits(Component, prefix="fw_mc"):
    """Guidance limits."""

    acceleration_mps2: Row = column(
        "m/s^2",
        "how fast the set point's speed changes: level, vertical",
        size=2,
        frame="NED",
        default=2.0,
        names=("MC_ACC_XY", "MC_ACC_Z"),
        low=0.1,
        high=20.0,
    )
    vertical_speed_mps: Row = column(
        "m/s",
        "speed up, down, and down close to the ground",
        size=3,
        frame="NED",
        default=(2.0, 1.5, 0.5),
        names=("MC_SPEED_UP", "MC_SPEED_DN", "MC_LAND_SPEED"),
        low=0.1,
        high=20.0,
    )
    velocity_limit_mps: Row = column(
        "m/s",
        "most speed at level velocity: over ground, up, down",
        size=3,
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


PARAMETERS = (
    MultirotorFacts.columns
    + MotorMixer.columns
    + GyroFilterSettings.columns
    + AttitudeGains.columns
    + StickGains.columns
    + PositionGains.columns
    + GuidanceLimits.columns
)


class MultirotorControl(Component):
    """Multirotor control."""

    motor_ok: Row = column("1", "1 for each motor that works", size="ROTORS", default=1.0)
    mc_level: float = column("1", "control level that the loops work at", default=5.0)
    mc_tilt_limit_tan: float = column("1", "tangent of the tilt limit", default=0.5)
    setpoint_position_ned_m: Vec3 = column("m", "where to be now", frame="NED of origin")
    setpoint_velocity_ned_mps: Vec3 = column("m/s", "how fast that moves", frame="NED")
    setpoint_acceleration_ned_mps2: Vec3 = column("m/s^2", "how fast that changes", frame="NED")
    yaw_setpoint_rad: float = column("rad", "heading to hold", frame="NED")
    yaw_rate_setpoint_radps: float = column("rad/s", "how fast that turns", frame="NED")
    yaw_acceleration_radps2: float = column("rad/s^2", "how fast that turns faster", frame="NED")
    mc_stick_used: float = column("1", "1 while sticks say the attitude")
    mc_stick_angle_rad: Row = column(
        "rad", "roll and pitch that sticks ask for", size=2, frame="NED"
    )
    mc_stick_wxyz: Quaternion = column(
        "1", "attitude they ask for", frame="FRD->NED", default=(1.0, 0.0, 0.0, 0.0)
    )
    mc_stick_thrust_n: float = column("N", "thrust they ask for", frame="FRD")
    mc_controlled_level: float = column("1", "level at the last position step", default=5.0)
    mc_handover_ned_mps2: Vec3 = column(
        "m/s^2", "what a change of level would make jump", frame="NED"
    )
    velocity_integral_ned_mps2: Vec3 = column("m/s^2", "integral of the velocity loop", frame="NED")
    attitude_setpoint_wxyz: Quaternion = column(
        "1", "attitude to hold", frame="FRD->NED", default=(1.0, 0.0, 0.0, 0.0)
    )
    thrust_setpoint_n: float = column("N", "thrust to give at that attitude", frame="FRD")
    mc_smooth_rate_frd_radps: Vec3 = column("rad/s", "rates behind the low pass", frame="FRD")
    mc_yaw_spin_nm: float = column("N m", "yaw torque behind the spin-up of rotors", frame="FRD")
    rate_integral: Row = column(
        "1", "integral of the rate loop, share of full torque", size=3, frame="FRD"
    )
    torque_frd_nm: Vec3 = column("N m", "torque asked of the mixer", frame="FRD")
    thrust_n: float = column("N", "thrust asked of the mixer", frame="FRD")
    mc_torque_given: Row = column(
        "1", "share of tilt and yaw torque given", size=2, frame="FRD", default=1.0
    )
    mc_mix: Row = column(
        "1", "the mixer in use: thrust per lift, roll, pitch, yaw", size="4*ROTORS", frame="FRD"
    )
    mc_mix_key: float = column("1", "which mixers and motors it was made of", default=-1.0)
    mc_rotor_torque_nm: Row = column(
        "N m", "roll and pitch torque, lagging as rotors do", size=2, frame="FRD"
    )
    mc_seen_rate_frd_radps: Row = column(
        "rad/s", "roll and pitch rate at the last look", size=2, frame="FRD"
    )
    mc_ground_torque_nm: Row = column("N m", "torque that rotors did not give", size=2, frame="FRD")
    mc_touch_time_s: float = column("s", "time with signs of ground contact")
    mc_near_ground: float = column("1", "1 while landing close to the ground")
    mc_torque_first: float = column("1", "1 while torque may raise the thrust", default=1.0)
    mc_work: Row = column("1", "work space of the mixer's choice", size=32, scratch=True)


STATE = (*MultirotorControl.columns, *GyroFilter.columns)
