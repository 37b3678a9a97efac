"""What the firmware knows of a multirotor: its body, its motors, its mixers."""

from math import sqrt
from typing import NamedTuple

from simloop.firmware.component import Component, Row, column, columns_in
from simloop.firmware.vector import Range, Vec3

# Elements of a mixer: the row of the command (Fz is 2, Qx 3, ...), then the output.
_ELEMENTS = tuple(f"MIXER_{row}_{output}" for row in range(2, 6) for output in range(10))


class YawLead(NamedTuple):
    """How much of a yaw torque is left to the drag of rotors."""

    at_once: float
    rest_per_s: float


class TiltAndYaw(NamedTuple):
    """What holds of torques: about roll and pitch, about yaw."""

    tilt: float
    yaw: float


class MixerNumbers(NamedTuple):
    """The mixer of sticks, and that of a program."""

    primary: float
    secondary: float


class MotorCurve(NamedTuple):
    """The motor model solved for its command, as a polynomial of the root of thrust."""

    constant: float
    root: float
    linear: float

    def command(self, thrust_n: float) -> float:
        """The command for a thrust."""
        return self.constant + self.root * sqrt(thrust_n) + self.linear * thrust_n


class MultirotorModel(Component, prefix="fw_mc"):
    """The vehicle as its loops see it: what it weighs, and what its rotors can do."""

    mass_kg: float = column("kg", "mass").knob("MC_MASS", 1.0, 0.01, 1000.0)
    inertia_kgm2: Vec3 = column("kg m^2", "inertia about x, y, z", "FRD", 0.01)
    rotor_lag_s: float = column("s", "how long thrust takes to follow", default=0.03)
    yaw_lead: YawLead = column(
        "1, 1/s", "yaw torque left to drag: share at once, rate of the rest", "FRD", (1.0, 0.0)
    )
    arm_m: TiltAndYaw = column("m", "arms of the mixer's torques: tilt, heading", "FRD", 1.0)
    torque_full_nm: Vec3 = column("N m", "torque that a command of 1 means", "FRD", 1.0)
    touch_torque_nm: float = column("N m", "ground torque that shows a foot", "FRD", 1e9)


class MixerTable(Component, prefix="fw_mc"):
    """The mixers there are, and the numbers of those to use."""

    allocation: Row = column(
        "1", "lift and torques per newton of mean rotor", "FRD", size="4*ROTORS"
    )
    table: Row = column(
        "1",
        "mixers 0 to 8 and the vehicle's own: rotor thrust per lift, roll, pitch, yaw",
        "FRD",
        size="40*ROTORS",
        column="fw_mc_mixer_table",
    )
    number: MixerNumbers = column(
        "1",
        "mixer of sticks and of offboard commands; 255: the vehicle's own, the same",
        column="fw_mc_mixer_number",
    ).knob("PRIMARY_MIXER, SECONDARY_MIXER", 255.0, 0.0, 255.0, whole=True)
    custom_primary: Row = column("1", "mixer 11: ten outputs per Fz, Qx, Qy, Qz", "FRD").knob(
        ", ".join(f"PRI_{element}" for element in _ELEMENTS)
    )
    custom_secondary: Row = column("1", "mixer 11 of offboard commands, likewise", "FRD").knob(
        ", ".join(f"SEC_{element}" for element in _ELEMENTS)
    )


class MotorModel(Component, prefix="fw_mc"):
    """What a rotor gives, and by which command."""

    rotor_thrust_limits_n: Range = column("N", "least and most thrust of a rotor in flight")
    motor_curve: MotorCurve = column("1, N^-0.5, 1/N", "command = c0 + c1 sqrt(t) + c2 t")
    idle_command: float = column("1", "motor command while armed on the ground").knob(
        "MOTOR_IDLE_THR", 0.05, 0.0, 0.5
    )


MODEL = columns_in(__name__)
