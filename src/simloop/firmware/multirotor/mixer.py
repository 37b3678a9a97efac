"""From thrust and torques to motor commands: roll and pitch before yaw before thrust."""

from typing import NamedTuple

from simloop.firmware.component import Mut
from simloop.firmware.fields.craft import Craft
from simloop.firmware.fields.multirotor import Loops, Multirotor
from simloop.firmware.fields.multirotor_loops import MixerInUse, Wrench
from simloop.firmware.fields.multirotor_model import MotorModel, TiltAndYaw
from simloop.firmware.fields.outputs import Motors
from simloop.firmware.maths import clamp, larger, smaller
from simloop.firmware.vector import Range

# A rotor with a smaller share of the lift than this stands by: it need not turn.
LEAST_LIFT_SHARE = 1e-3


class Forces(NamedTuple):
    """A wrench as forces: the lift, and torques at their arms."""

    lift: float
    roll: float
    pitch: float
    yaw: float


class Shares(NamedTuple):
    """What a rotor gives of a wrench."""

    lift: float
    roll: float
    pitch: float
    yaw: float

    def tilt_of(self, forces: Forces) -> float:
        """Its force for roll and pitch."""
        return self.roll * forces.roll + self.pitch * forces.pitch

    def of(self, forces: Forces) -> float:
        """Its force for all."""
        return (
            self.lift * forces.lift
            + self.roll * forces.roll
            + self.pitch * forces.pitch
            + self.yaw * forces.yaw
        )

    def carries(self) -> bool:
        """Does it give lift?"""
        return self.lift >= LEAST_LIFT_SHARE


class Spread(NamedTuple):
    """How far apart the rotors would be by their torques, and the largest share of the lift."""

    tilt: float
    yaw: float
    lift_share: float


def mix_motors(
    model: Multirotor,
    motor: MotorModel,
    craft: Craft,
    loops: Loops,
    mixer: MixerInUse,
    wrench: Mut[Wrench],
    motors: Mut[Motors],
) -> None:
    """Shares the wrench among the rotors and inverts the motor model."""
    limits = motor.rotor_thrust_limits_n
    torque_first = loops.torque_first > 0.0
    asked = forces_of(model, wrench)
    spread = spread_of(mixer, asked)

    # Rotors reach from the lower to the upper limit, or as far as they may without more thrust.
    carried = larger(2.0 * (asked.lift * spread.lift_share - limits.low), 0.0)
    room = limits.high - limits.low
    room = room if torque_first else smaller(room, carried)

    # Roll and pitch get what they need, yaw gets what is left.
    tilt_share = share_that_fits(spread.tilt, room)
    yaw_share = share_that_fits(spread.yaw, larger(room - spread.tilt, 0.0))
    given = Forces(asked.lift, asked.roll * tilt_share, asked.pitch * tilt_share, asked.yaw)
    yaw_share = yaw_that_fits(mixer, given, yaw_share)
    given = Forces(given.lift, given.roll, given.pitch, given.yaw * yaw_share)
    shift = lift_shift(mixer, given, limits, torque_first)
    lift = given.lift + shift / spread.lift_share
    given = Forces(lift, given.roll, given.pitch, given.yaw)

    idle = motor.idle_command if craft.armed > 0.0 else 0.0
    for rotor in range(len(motors.command)):
        driven = drive(shares_of(mixer, rotor), given, motor, craft.supply_scale, idle)
        driven = 0.0 if loops.ok[rotor] <= 0.0 else driven
        motors.command[rotor] = driven if craft.flying > 0.0 else idle
    wrench.given = TiltAndYaw(tilt_share, yaw_share)


def forces_of(model: Multirotor, wrench: Wrench) -> Forces:
    """Torques as forces at their arms."""
    torque = wrench.torque_frd_nm
    per_arm = 1.0 / model.arm_m.tilt
    return Forces(
        wrench.thrust_n, torque.x * per_arm, torque.y * per_arm, torque.z / model.arm_m.yaw
    )


def shares_of(mixer: MixerInUse, rotor: int) -> Shares:
    """A rotor's column of the mixer."""
    rotors = len(mixer.shares) // 4
    return Shares(
        mixer.shares[rotor],
        mixer.shares[rotors + rotor],
        mixer.shares[2 * rotors + rotor],
        mixer.shares[3 * rotors + rotor],
    )


def spread_of(mixer: MixerInUse, forces: Forces) -> Spread:
    """How far apart the rotors would be by roll and pitch, and by yaw."""
    tilt_low = tilt_high = yaw_low = yaw_high = 0.0
    lift_share = LEAST_LIFT_SHARE
    for rotor in range(len(mixer.shares) // 4):
        shares = shares_of(mixer, rotor)
        tilt, yaw = shares.tilt_of(forces), shares.yaw * forces.yaw
        tilt_low, tilt_high = smaller(tilt_low, tilt), larger(tilt_high, tilt)
        yaw_low, yaw_high = smaller(yaw_low, yaw), larger(yaw_high, yaw)
        lift_share = larger(lift_share, shares.lift)
    return Spread(tilt_high - tilt_low, yaw_high - yaw_low, lift_share)


def share_that_fits(wanted: float, room: float) -> float:
    """How much of a spread fits into the room, 0 to 1."""
    return room / wanted if wanted > room else 1.0


def yaw_that_fits(mixer: MixerInUse, forces: Forces, share: float) -> float:
    """The share of the yaw that rotors can give which stand by: they cannot pull."""
    for rotor in range(len(mixer.shares) // 4):
        shares = shares_of(mixer, rotor)
        yaw = shares.yaw * forces.yaw
        fits = clamp(shares.tilt_of(forces) / larger(-yaw, 1e-9), 0.0, 1.0)
        share = smaller(share, fits) if (shares.lift < LEAST_LIFT_SHARE) & (yaw < 0.0) else share
    return share


def lift_shift(mixer: MixerInUse, forces: Forces, limits: Range, torque_first: bool) -> float:
    """How far the rotors that carry must move up or down to fit between the limits."""
    most, least = -1e30, 1e30
    for rotor in range(len(mixer.shares) // 4):
        shares = shares_of(mixer, rotor)
        force = shares.of(forces)
        most = larger(most, force) if shares.carries() else most
        least = smaller(least, force) if shares.carries() else least
    shift = limits.high - most if most > limits.high else 0.0
    return limits.low - least if torque_first & (least + shift < limits.low) else shift


def drive(shares: Shares, forces: Forces, motor: MotorModel, supply: float, idle: float) -> float:
    """The command of one motor; one that stands by stops: the least thrust would turn the body."""
    limits = motor.rotor_thrust_limits_n
    carries = shares.carries()
    force = clamp(shares.of(forces), limits.low if carries else 0.0, limits.high)
    command = clamp(supply * motor.motor_curve.command(force), idle, 1.0)
    return 0.0 if (not carries) & (force <= 0.0) else command
