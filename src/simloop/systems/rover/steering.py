"""The drive controller of a vehicle that turns by steering its front wheels."""

from simloop.component import Mut
from simloop.math.scalar import atan2, clamp
from simloop.systems.rover.components import DriveTrain, Wheels
from simloop.world.actuators.components import Outputs
from simloop.world.drive.components import Drive, Encoders, Sides, Standard, Twist
from simloop.world.drive.controller import follow, give_outputs, take_target

# Steering is worked out for at least this speed, m/s.
SLOWEST_MPS = 0.05


def drive_steered(
    tick: int,
    period_s: float,
    wheels: Wheels,
    train: DriveTrain,
    twist: Twist,
    encoders: Encoders,
    drive: Mut[Drive],
    outputs: Mut[Outputs],
) -> None:
    """Follow a twist by throttle and steering."""
    take_target(tick, twist, outputs, drive)
    speed = drive.target.speed_mps
    measured = encoders.speed_mps.mean()
    still = speed == 0.0
    steer = steering(period_s, measured, wheels, train, encoders, drive)
    command, integral = follow(
        speed,
        measured,
        drive.integral.left,
        drive.top_speed_mps,
        drive.gain.command,
        drive.gain.growth_ps * period_s,
    )
    parks = still and abs(measured) < drive.park_mps
    drive.integral = Sides(0.0 if parks else integral, drive.integral.right)
    drive.standard = Standard(0.0 if parks else command, 0.0 if still else steer)
    give_outputs(drive, outputs)


def steering(
    period_s: float,
    measured_mps: float,
    wheels: Wheels,
    train: DriveTrain,
    encoders: Encoders,
    drive: Mut[Drive],
) -> float:
    """The steering command: the angle that turns a rolling vehicle at the wanted rate.

    It is that for the speed it has now, forward or back, so the curve is right also while it
    speeds up.
    """
    speed, turn = drive.target
    rolls = abs(measured_mps) > SLOWEST_MPS
    rolling = abs(measured_mps) if rolls else SLOWEST_MPS
    onward = measured_mps if rolls else speed
    lever = (-1.0 if onward < 0.0 else 1.0) * wheels.base_m
    limit = train.steering_limit_rad
    trim = drive.yaw_trim_radps
    grown = trim + drive.gain.yaw_trim_ps * period_s * (turn - encoders.gyro_radps)
    angle = atan2(lever * (turn + grown), rolling)
    # What cannot be steered must not be asked for more and more.
    trim = grown if abs(angle) < limit and rolls else trim
    trim = 0.0 if speed == 0.0 else trim
    drive.yaw_trim_radps = trim
    angle = atan2(lever * (turn + trim), rolling)
    return clamp(angle, -limit, limit) / limit
