"""What a multirotor's guidance, loops and mixer hand on and remember."""

from simloop.firmware.component import Component, Row, column, columns_in
from simloop.firmware.fields.multirotor_model import TiltAndYaw
from simloop.firmware.vector import Quaternion, Vec2, Vec3


class MotorHealth(Component, prefix="fw_motor"):
    """Which motors still work."""

    ok: Row = column("1", "1 for each motor that works", size="ROTORS", default=1.0)


class SetPoint(Component, prefix="fw_setpoint"):
    """Where the vehicle should be now and how it should move, and the level that loops work at."""

    level: float = column(
        "1", "control level that the loops work at", default=5.0, column="fw_mc_level"
    )
    tilt_limit_tan: float = column(
        "1", "tangent of the tilt limit", default=0.5, column="fw_mc_tilt_limit_tan"
    )
    position_ned_m: Vec3 = column("m", "where to be now", "NED of origin")
    velocity_ned_mps: Vec3 = column("m/s", "how fast that moves", "NED")
    acceleration_ned_mps2: Vec3 = column("m/s^2", "how fast that changes", "NED")
    yaw_rad: float = column("rad", "heading to hold", "NED", column="fw_yaw_setpoint_rad")
    yaw_rate_radps: float = column(
        "rad/s", "how fast that turns", "NED", column="fw_yaw_rate_setpoint_radps"
    )
    yaw_acceleration_radps2: float = column(
        "rad/s^2", "how fast that turns faster", "NED", column="fw_yaw_acceleration_radps2"
    )


class StickAttitude(Component, prefix="fw_mc_stick"):
    """The attitude and thrust that sticks ask for, below level velocity."""

    used: float = column("1", "1 while sticks say the attitude")
    angle_rad: Vec2 = column("rad", "roll and pitch that sticks ask for", "NED")
    wxyz: Quaternion = column("1", "attitude they ask for", "FRD->NED", (1.0, 0.0, 0.0, 0.0))
    thrust_n: float = column("N", "thrust they ask for", "FRD")


class PositionLoop(Component, prefix="fw_mc"):
    """What the loops of position and velocity remember."""

    controlled_level: float = column("1", "level at the last position step", default=5.0)
    handover_ned_mps2: Vec3 = column("m/s^2", "what a change of level would make jump", "NED")
    velocity_integral_ned_mps2: Vec3 = column(
        "m/s^2", "integral of the velocity loop", "NED", column="fw_velocity_integral_ned_mps2"
    )


class AttitudeSetPoint(Component, prefix="fw_attitude_setpoint"):
    """The attitude to hold, and the thrust to give there."""

    wxyz: Quaternion = column("1", "attitude to hold", "FRD->NED", (1.0, 0.0, 0.0, 0.0))
    thrust_n: float = column(
        "N", "thrust to give at that attitude", "FRD", column="fw_thrust_setpoint_n"
    )


class RateLoop(Component, prefix="fw_mc"):
    """What the loop of body rates remembers."""

    smooth_rate_frd_radps: Vec3 = column("rad/s", "rates behind the low pass", "FRD")
    yaw_spin_nm: float = column("N m", "yaw torque behind the spin-up of rotors", "FRD")
    integral: Vec3 = column(
        "1", "integral of the rate loop, share of full torque", "FRD", column="fw_rate_integral"
    )


class Wrench(Component):
    """Thrust and torque asked of the mixer, and how much of the torque it gave."""

    torque_frd_nm: Vec3 = column("N m", "torque asked of the mixer", "FRD")
    thrust_n: float = column("N", "thrust asked of the mixer", "FRD")
    given: TiltAndYaw = column(
        "1", "share of tilt and yaw torque given", "FRD", 1.0, column="fw_mc_torque_given"
    )


class MixerInUse(Component, prefix="fw_mc_mix"):
    """The mixer that drives the motors now."""

    shares: Row = column(
        "1",
        "the mixer in use: thrust per lift, roll, pitch, yaw",
        "FRD",
        size="4*ROTORS",
        column="fw_mc_mix",
    )
    key: float = column("1", "which mixers and motors it was made of", default=-1.0)


class GroundTorque(Component, prefix="fw_mc"):
    """What turns the body beside its rotors; x is roll, y is pitch."""

    rotor_torque_nm: Vec2 = column("N m", "roll and pitch torque, lagging as rotors do", "FRD")
    seen_rate_frd_radps: Vec2 = column("rad/s", "roll and pitch rate at the last look", "FRD")
    ground_torque_nm: Vec2 = column("N m", "torque that rotors did not give", "FRD")


class GroundContact(Component, prefix="fw_mc"):
    """Signs of the ground, and what they mean for loops and mixer."""

    touch_time_s: float = column("s", "time with signs of ground contact")
    near_ground: float = column("1", "1 while landing close to the ground")
    torque_first: float = column("1", "1 while torque may raise the thrust", default=1.0)


class MixerWork(Component, prefix="fw_mc"):
    """Where a mixer for the motors that are left is worked out."""

    work: Row = column("1", "work space of the mixer's choice", size=32, scratch=True)


LOOPS = columns_in(__name__)
