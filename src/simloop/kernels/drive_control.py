"""The drive controller of a ground vehicle: from speed and yaw rate to the commands of its outputs.

It works with what a real one has: encoders of both sides and a gyro, all of the tick before. A
twist is in force from when it is given until somebody else changes an output; too old a twist means
stop.
"""

from simloop.math.row import Row
from simloop.math.scalar import atan2, clamp

# Lanes per block; compiled copies set it
W = 1
# Outputs of the vehicle class; compiled copies set it
OUTPUTS = 2

# Steering is worked out for at least this speed, m/s.
SLOWEST_MPS = 0.05


def take_target(
    tick: int,
    drive_timeout_ticks: Row,
    drive_top_speed_mps: Row,
    drive_top_yaw_rate_radps: Row,
    drive_speed_mps: Row,
    drive_yaw_rate_radps: Row,
    drive_commanded_tick: Row,
    actuator_command: Row,
    drive_seen_tick: Row,
    drive_since_tick: Row,
    drive_in_force: Row,
    drive_output: Row,
    drive_target: Row,
    drive_integral: Row,
    drive_yaw_trim_radps: Row,
) -> None:
    """See who commanded last, and what the vehicle should do if it was a twist."""
    now = float(tick)
    # An output that is not as this controller left it was commanded by somebody else.
    for i in range(OUTPUTS):
        for j in range(W):
            asked = actuator_command[i * W + j]
            # What is not finite is no command.
            other = (asked != drive_output[i * W + j]) & (asked - asked == 0.0)
            drive_in_force[j] = 0.0 if other else drive_in_force[j]
    for j in range(W):
        fresh = drive_commanded_tick[j] != drive_seen_tick[j]
        drive_seen_tick[j] = drive_commanded_tick[j]
        drive_since_tick[j] = now if fresh else drive_since_tick[j]
        begins = fresh & (drive_in_force[j] == 0.0)
        drive_in_force[j] = 1.0 if fresh else drive_in_force[j]
        drive_integral[j] = 0.0 if begins else drive_integral[j]
        drive_integral[W + j] = 0.0 if begins else drive_integral[W + j]
        drive_yaw_trim_radps[j] = 0.0 if begins else drive_yaw_trim_radps[j]

        old = (now - drive_since_tick[j] >= drive_timeout_ticks[j]) & (drive_timeout_ticks[j] > 0.0)
        speed = drive_speed_mps[j]
        turn = drive_yaw_rate_radps[j]
        useful = (speed - speed == 0.0) & (turn - turn == 0.0) & (not old)
        top = drive_top_speed_mps[j]
        most = drive_top_yaw_rate_radps[j]
        drive_target[j] = clamp(speed, -top, top) if useful else 0.0
        drive_target[W + j] = clamp(turn, -most, most) if useful else 0.0


def give_outputs(
    drive_mix: Row,
    actuator_command: Row,
    drive_in_force: Row,
    drive_output: Row,
    drive_standard: Row,
) -> None:
    """Turn standard commands Fx and Qz into outputs, where a twist is in force."""
    for i in range(OUTPUTS):
        for j in range(W):
            k = i * W + j
            mixed = (
                drive_mix[k] * drive_standard[j]
                + drive_mix[(OUTPUTS + i) * W + j] * drive_standard[W + j]
            )
            given = clamp(mixed, -1.0, 1.0) if drive_in_force[j] != 0.0 else actuator_command[k]
            actuator_command[k] = given
            drive_output[k] = given if drive_in_force[j] != 0.0 else drive_output[k]


def follow(
    target: float, measured: float, integral: float, top: float, gain: float, per_period: float
) -> tuple[float, float]:
    """Command and integral of a speed controller: feed-forward, proportional, integral.

    The integral waits while the command is at its limit.
    """
    error = (target - measured) / top
    grown = integral + per_period * error
    command = target / top + gain * error + grown
    stuck = (abs(command) > 1.0) & (command * error > 0.0)
    kept = integral if stuck else grown
    return clamp(command, -1.0, 1.0), clamp(kept, -1.0, 1.0)


def drive_sides(
    tick: int,
    period_s: float,
    drive_timeout_ticks: Row,
    drive_top_speed_mps: Row,
    drive_top_yaw_rate_radps: Row,
    drive_track_m: Row,
    drive_gain: Row,
    drive_park_mps: Row,
    drive_mix: Row,
    drive_speed_mps: Row,
    drive_yaw_rate_radps: Row,
    drive_commanded_tick: Row,
    actuator_command: Row,
    drive_seen_tick: Row,
    drive_since_tick: Row,
    drive_in_force: Row,
    drive_output: Row,
    drive_target: Row,
    drive_standard: Row,
    drive_integral: Row,
    drive_yaw_trim_radps: Row,
    encoder_speed_mps: Row,
    drive_gyro_radps: Row,
) -> None:
    """Drive a vehicle that turns by different speeds of its sides."""
    take_target(
        tick,
        drive_timeout_ticks,
        drive_top_speed_mps,
        drive_top_yaw_rate_radps,
        drive_speed_mps,
        drive_yaw_rate_radps,
        drive_commanded_tick,
        actuator_command,
        drive_seen_tick,
        drive_since_tick,
        drive_in_force,
        drive_output,
        drive_target,
        drive_integral,
        drive_yaw_trim_radps,
    )
    for j in range(W):
        speed = drive_target[j]
        turn = drive_target[W + j]
        top = drive_top_speed_mps[j]
        half = 0.5 * drive_track_m[j]
        still = (speed == 0.0) & (turn == 0.0)
        # Sides that slip turn the vehicle less than they should: the gyro tells by how much.
        trim = drive_yaw_trim_radps[j]
        limit = top / half
        grown = trim + drive_gain[2 * W + j] * period_s * (turn - drive_gyro_radps[j])
        trim = 0.0 if still else clamp(grown, -limit, limit)
        drive_yaw_trim_radps[j] = trim

        # Too much for a side: both go slower, the curve stays.
        left = speed + (turn + trim) * half
        right = speed - (turn + trim) * half
        larger = abs(left) if abs(left) > abs(right) else abs(right)
        scale = top / (larger if larger > top else 1.0) if larger > top else 1.0
        command_l, integral_l = follow(
            left * scale,
            encoder_speed_mps[j],
            drive_integral[j],
            top,
            drive_gain[j],
            drive_gain[W + j] * period_s,
        )
        command_r, integral_r = follow(
            right * scale,
            encoder_speed_mps[W + j],
            drive_integral[W + j],
            top,
            drive_gain[j],
            drive_gain[W + j] * period_s,
        )
        slow = (abs(encoder_speed_mps[j]) < drive_park_mps[j]) & (
            abs(encoder_speed_mps[W + j]) < drive_park_mps[j]
        )
        parks = still & slow
        drive_integral[j] = 0.0 if parks else integral_l
        drive_integral[W + j] = 0.0 if parks else integral_r
        drive_standard[j] = 0.0 if parks else 0.5 * (command_l + command_r)
        drive_standard[W + j] = 0.0 if parks else 0.5 * (command_l - command_r)
    give_outputs(drive_mix, actuator_command, drive_in_force, drive_output, drive_standard)


def drive_steered(
    tick: int,
    period_s: float,
    drive_timeout_ticks: Row,
    drive_top_speed_mps: Row,
    drive_top_yaw_rate_radps: Row,
    drive_gain: Row,
    drive_park_mps: Row,
    drive_mix: Row,
    wheel_base_m: Row,
    steering_limit_rad: Row,
    drive_speed_mps: Row,
    drive_yaw_rate_radps: Row,
    drive_commanded_tick: Row,
    actuator_command: Row,
    drive_seen_tick: Row,
    drive_since_tick: Row,
    drive_in_force: Row,
    drive_output: Row,
    drive_target: Row,
    drive_standard: Row,
    drive_integral: Row,
    drive_yaw_trim_radps: Row,
    encoder_speed_mps: Row,
    drive_gyro_radps: Row,
) -> None:
    """Drive a vehicle that turns by steering its front wheels."""
    take_target(
        tick,
        drive_timeout_ticks,
        drive_top_speed_mps,
        drive_top_yaw_rate_radps,
        drive_speed_mps,
        drive_yaw_rate_radps,
        drive_commanded_tick,
        actuator_command,
        drive_seen_tick,
        drive_since_tick,
        drive_in_force,
        drive_output,
        drive_target,
        drive_integral,
        drive_yaw_trim_radps,
    )
    for j in range(W):
        speed = drive_target[j]
        turn = drive_target[W + j]
        measured = 0.5 * (encoder_speed_mps[j] + encoder_speed_mps[W + j])
        # The angle that turns a rolling vehicle at this rate, going forward or back, as fast as it
        # goes now: so the curve is right also while it speeds up.
        rolling = abs(measured) if abs(measured) > SLOWEST_MPS else SLOWEST_MPS
        onward = measured if abs(measured) > SLOWEST_MPS else speed
        sense = -1.0 if onward < 0.0 else 1.0
        trim = drive_yaw_trim_radps[j]
        grown = trim + drive_gain[2 * W + j] * period_s * (turn - drive_gyro_radps[j])
        angle = atan2(sense * wheel_base_m[j] * (turn + grown), rolling)
        limit = steering_limit_rad[j]
        inside = (abs(angle) < limit) & (abs(measured) > SLOWEST_MPS)
        still = speed == 0.0
        trim = grown if inside else trim
        trim = 0.0 if still else trim
        drive_yaw_trim_radps[j] = trim
        angle = atan2(sense * wheel_base_m[j] * (turn + trim), rolling)
        steer = clamp(angle, -limit, limit) / limit

        command, integral = follow(
            speed,
            measured,
            drive_integral[j],
            drive_top_speed_mps[j],
            drive_gain[j],
            drive_gain[W + j] * period_s,
        )
        parks = still & (abs(measured) < drive_park_mps[j])
        drive_integral[j] = 0.0 if parks else integral
        drive_standard[j] = 0.0 if parks else command
        drive_standard[W + j] = 0.0 if still else steer
    give_outputs(drive_mix, actuator_command, drive_in_force, drive_output, drive_standard)
