"""The drive controller of a ground vehicle: from speed and yaw rate to the commands of its outputs.

It works with what a real one has: encoders of both sides and a gyro, all of the tick before. A
twist is in force from when it is given until somebody else changes an output; too old a twist means
stop.
"""

from math import isfinite

from simloop.component import Mut
from simloop.math.scalar import clamp
from simloop.world.actuators.components import Outputs
from simloop.world.drive.components import Course, Drive, Encoders, Sides, Standard, Twist

STOP = Course(0.0, 0.0)
NOTHING = Standard(0.0, 0.0)
NEITHER = Sides(0.0, 0.0)


def take_target(tick: int, twist: Twist, outputs: Outputs, drive: Mut[Drive]) -> None:
    """See who commanded last, and what the vehicle should do if it was a twist."""
    now = float(tick)
    # An output that is not as this controller left it was commanded by somebody else.
    for i in range(len(outputs.command)):
        asked = outputs.command[i]
        if asked != drive.output[i] and isfinite(asked):
            drive.in_force = 0.0
    if twist.commanded_tick != drive.seen_tick:
        drive.seen_tick = twist.commanded_tick
        drive.since_tick = now
        if drive.in_force == 0.0:
            drive.integral = NEITHER
            drive.yaw_trim_radps = 0.0
        drive.in_force = 1.0

    speed, turn = twist.speed_mps, twist.yaw_rate_radps
    top, most = drive.top_speed_mps, drive.top_yaw_rate_radps
    old = now - drive.since_tick >= drive.timeout_ticks and drive.timeout_ticks > 0.0
    useful = isfinite(speed) and isfinite(turn) and not old
    wanted = Course(clamp(speed, -top, top), clamp(turn, -most, most))
    drive.target = wanted if useful else STOP


def give_outputs(drive: Mut[Drive], outputs: Mut[Outputs]) -> None:
    """Turn standard commands into outputs, if a twist is in force."""
    count = len(outputs.command)
    forward, turn = drive.standard
    if drive.in_force != 0.0:
        for i in range(count):
            mixed = drive.mix[i] * forward + drive.mix[count + i] * turn
            given = clamp(mixed, -1.0, 1.0)
            outputs.command[i] = given
            drive.output[i] = given


def follow(
    target: float, measured: float, integral: float, top: float, gain: float, per_period: float
) -> tuple[float, float]:
    """Command and integral of a speed controller: feed-forward, proportional, integral.

    The integral waits while the command is at its limit.
    """
    error = (target - measured) / top
    grown = integral + per_period * error
    command = target / top + gain * error + grown
    stuck = abs(command) > 1.0 and command * error > 0.0
    kept = integral if stuck else grown
    return clamp(command, -1.0, 1.0), clamp(kept, -1.0, 1.0)


def drive_sides(
    tick: int,
    period_s: float,
    twist: Twist,
    encoders: Encoders,
    drive: Mut[Drive],
    outputs: Mut[Outputs],
) -> None:
    """Drive a vehicle that turns by different speeds of its sides."""
    take_target(tick, twist, outputs, drive)
    wanted = side_speeds(period_s, encoders, drive)
    measured, integral = encoders.speed_mps, drive.integral
    top, gain, per_period = drive.top_speed_mps, drive.gain.command, drive.gain.growth_ps * period_s
    left, kept_left = follow(wanted.left, measured.left, integral.left, top, gain, per_period)
    right, kept_right = follow(wanted.right, measured.right, integral.right, top, gain, per_period)
    still = drive.target.speed_mps == 0.0 and drive.target.yaw_rate_radps == 0.0
    slow = abs(measured.left) < drive.park_mps and abs(measured.right) < drive.park_mps
    parks = still and slow
    drive.integral = NEITHER if parks else Sides(kept_left, kept_right)
    asked = Standard(0.5 * (left + right), 0.5 * (left - right))
    drive.standard = NOTHING if parks else asked
    give_outputs(drive, outputs)


def side_speeds(period_s: float, encoders: Encoders, drive: Mut[Drive]) -> Sides:
    """How fast the sides should go for what the vehicle goes for."""
    speed, turn = drive.target
    top, half = drive.top_speed_mps, 0.5 * drive.track_m
    # Sides that slip turn the vehicle less than they should: the gyro tells by how much.
    limit = top / half
    grown = drive.yaw_trim_radps + drive.gain.yaw_trim_ps * period_s * (turn - encoders.gyro_radps)
    trim = 0.0 if speed == 0.0 and turn == 0.0 else clamp(grown, -limit, limit)
    drive.yaw_trim_radps = trim
    # Too much for a side: both go slower, the curve stays.
    left = speed + (turn + trim) * half
    right = speed - (turn + trim) * half
    larger = abs(left) if abs(left) > abs(right) else abs(right)
    return (top / larger if larger > top else 1.0) * Sides(left, right)
