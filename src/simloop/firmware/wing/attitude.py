"""From bank and pitch to surfaces: angle P, rate PI with feed-forward, all scaled by airspeed."""

from math import sqrt

from simloop.firmware.maths import (
    GRAVITY_MPS2,
    atan2,
    clamp,
    larger,
    ned_to_body,
    sin_cos,
    smaller,
)
from simloop.firmware.modes import (
    COMMAND_NONE,
    COMMAND_PASS_THROUGH,
    COMMAND_RATE,
    LEVEL_ANGLE,
    LEVEL_CLIMB,
)
from simloop.firmware.row import Row
from simloop.firmware.wing.stages import STAGE_CLIMB_OUT, STAGE_FLARE, STAGE_ROLL_OUT
from simloop.firmware.wing.thin_air import true_per_design

# Lanes per block; compiled copies set it.
W = 1

# Gains grow no further below this share of the design speed, and fall no further above.
LEAST_SPEED_SHARE = 0.5
GREATEST_SPEED_SHARE = 2.5
# The most that an integral may hold, as a share of the surface.
INTEGRAL_LIMIT = 0.5
# Banks steeper than this turn no faster: the tangent runs away.
STEEPEST_TURN_RAD = 1.1
# How fast the nose may still rise below the highest angle of attack.
ALPHA_GAIN_PER_S = 5.0
# A wing that has stalled bears little: then the path tells. It knows nothing of air that rises or
# sinks, so it is believed from this angle beyond the limit on.
PATH_MARGIN_RAD = 0.09
# Above the limit the elevator has this share more than what would hold the limit.
ELEVATOR_RESERVE = 0.1
# How fast the wind triangle corrects sideslip, and the most that is believed.
SLIP_FOLLOW_PER_S = 0.4
MOST_SLIP_RAD = 0.5
# A hand on the rudder adds to the coordination; on the ground steering is this much quicker.
GROUND_STEERING = 3.0
# A wing that must balance is held level in a flare below this height.
UPRIGHT_BELOW_M = 2.5


def roll_pitch(w: float, x: float, y: float, z: float) -> tuple[float, float]:
    """Bank and pitch of an attitude."""
    sine = clamp(2.0 * (w * y - z * x), -1.0, 1.0)
    roll = atan2(2.0 * (w * x + y * z), 1.0 - 2.0 * (x * x + y * y))
    return roll, atan2(sine, sqrt(1.0 - sine * sine))


def axis_share(
    rate_wanted: float,
    rate: float,
    gain: float,
    integral: float,
    forward: float,
    speed_ratio: float,
) -> float:
    """The surface that gives a rate: against damping with 1/V, against inertia with 1/V^2."""
    square = speed_ratio * speed_ratio
    return forward * speed_ratio * rate_wanted + square * (gain * (rate_wanted - rate) + integral)


def grown(integral: float, gain: float, error: float, share: float, period_s: float) -> float:
    """The integral one step on; it stands still while the surface is at the stop it pushes to."""
    pushing = share * error > 0.0
    stopped = (abs(share) > 1.0) & pushing
    step = 0.0 if stopped else gain * error * period_s
    return clamp(integral + step, -INTEGRAL_LIMIT, INTEGRAL_LIMIT)


def control_wing_attitude(
    period_s: float,
    fw_wing_design_speed_mps: Row,
    fw_wing_alpha_curve_rad: Row,
    fw_wing_elevator_curve: Row,
    fw_wing_angle_gain_per_s: Row,
    fw_wing_rate_gain_s: Row,
    fw_wing_rate_integral_gain: Row,
    fw_wing_rate_forward_s: Row,
    fw_wing_rate_limit_radps: Row,
    fw_wing_ball_gain: Row,
    fw_wing_coordination: Row,
    fw_wing_lean_gains: Row,
    fw_wing_bank_limit_rad: Row,
    fw_wing_pitch_limits_rad: Row,
    fw_wing_alpha_limit_rad: Row,
    fw_armed: Row,
    fw_flying: Row,
    fw_wing_engaged: Row,
    fw_control_level: Row,
    fw_command: Row,
    fw_command_type: Row,
    fw_attitude_wxyz: Row,
    fw_rate_frd_radps: Row,
    fw_acceleration_frd_mps2: Row,
    fw_velocity_ned_mps: Row,
    fw_wind_ned_mps: Row,
    fw_airspeed_mps: Row,
    fw_air_density_kgpm3: Row,
    fw_wing_stage: Row,
    fw_wing_clearance_m: Row,
    fw_wing_roll_setpoint_rad: Row,
    fw_wing_pitch_setpoint_rad: Row,
    fw_wing_turn_setpoint_radps: Row,
    fw_wing_throttle: Row,
    fw_wing_rate_integral: Row,
    fw_wing_ball_integral: Row,
    fw_wing_slip_rad: Row,
    fw_standard_command: Row,
) -> None:
    """One step of the inner loops, for pilots' axes as for set points of guidance."""
    for j in range(W):
        live = (fw_armed[j] > 0.0) & (fw_flying[j] > 0.0)
        idle = fw_wing_engaged[j] <= 0.0
        by_pilot = fw_control_level[j] <= LEVEL_ANGLE
        stage = fw_wing_stage[j]
        on_ground = (stage < STAGE_CLIMB_OUT) | (stage == STAGE_ROLL_OUT)
        on_ground = on_ground & (fw_control_level[j] > LEVEL_CLIMB)
        rolling = on_ground & ((stage < 1.5) | (stage == STAGE_ROLL_OUT))
        # Next to the ground a wing that leans is held level: it yaws away, but not within seconds.
        flares = (stage == STAGE_FLARE) & (fw_wing_clearance_m[j] < UPRIGHT_BELOW_M)
        upright = (on_ground | flares) & (fw_control_level[j] > LEVEL_CLIMB)
        balanced = abs(fw_wing_lean_gains[2 * W + j]) > 0.0
        leans = balanced & (not upright)
        roll_type = fw_command_type[3 * W + j]
        pitch_type = fw_command_type[4 * W + j]
        yaw_type = fw_command_type[5 * W + j]
        hand_roll = fw_command[3 * W + j]
        hand_pitch = fw_command[4 * W + j]
        hand_yaw = fw_command[5 * W + j]

        # Gains fall with dynamic pressure.
        design = fw_wing_design_speed_mps[j] * true_per_design(fw_air_density_kgpm3[j])
        airspeed = clamp(
            fw_airspeed_mps[j], LEAST_SPEED_SHARE * design, GREATEST_SPEED_SHARE * design
        )
        ratio = design / airspeed
        p = fw_rate_frd_radps[j]
        q = fw_rate_frd_radps[W + j]
        r = fw_rate_frd_radps[2 * W + j]
        roll, pitch = roll_pitch(
            fw_attitude_wxyz[j],
            fw_attitude_wxyz[W + j],
            fw_attitude_wxyz[2 * W + j],
            fw_attitude_wxyz[3 * W + j],
        )

        # Angles, then Euler rates.
        bank = fw_wing_bank_limit_rad[j]
        wanted_roll = hand_roll if by_pilot else fw_wing_roll_setpoint_rad[j]
        wanted_roll = 0.0 if by_pilot & (roll_type == COMMAND_NONE) else wanted_roll
        wanted_pitch = hand_pitch if by_pilot else fw_wing_pitch_setpoint_rad[j]
        wanted_pitch = 0.0 if by_pilot & (pitch_type == COMMAND_NONE) else wanted_pitch
        wanted_roll = 0.0 if balanced & upright else clamp(wanted_roll, -bank, bank)
        wanted_pitch = clamp(
            wanted_pitch, fw_wing_pitch_limits_rad[j], fw_wing_pitch_limits_rad[W + j]
        )
        fastest_roll = fw_wing_rate_limit_radps[j]
        fastest_pitch = fw_wing_rate_limit_radps[W + j]
        roll_rate = clamp(
            fw_wing_angle_gain_per_s[j] * (wanted_roll - roll), -fastest_roll, fastest_roll
        )
        pitch_rate = clamp(
            fw_wing_angle_gain_per_s[W + j] * (wanted_pitch - pitch),
            -fastest_pitch,
            fastest_pitch,
        )

        # The way through the air as the body sees it.
        _, across, below = ned_to_body(
            fw_attitude_wxyz[j],
            fw_attitude_wxyz[W + j],
            fw_attitude_wxyz[2 * W + j],
            fw_attitude_wxyz[3 * W + j],
            fw_velocity_ned_mps[j] - fw_wind_ned_mps[j],
            fw_velocity_ned_mps[W + j] - fw_wind_ned_mps[W + j],
            fw_velocity_ned_mps[2 * W + j],
        )

        # Lift, as felt, tells the angle of attack: the nose rises no further than the wing bears.
        felt_load = -fw_acceleration_frd_mps2[2 * W + j] / GRAVITY_MPS2
        alpha_none = fw_wing_alpha_curve_rad[j]
        alpha_level = fw_wing_alpha_curve_rad[W + j]
        alpha_most = fw_wing_alpha_limit_rad[j]
        alpha = alpha_none + alpha_level * felt_load * ratio * ratio
        steep = alpha if idle else larger(alpha, below / airspeed - PATH_MARGIN_RAD)
        bearable = ALPHA_GAIN_PER_S * (alpha_most - steep)
        limited = (pitch_rate > bearable) & (not on_ground)
        pitch_rate = clamp(bearable, -fastest_pitch, pitch_rate) if limited else pitch_rate

        # A banked wing turns: body rates of a coordinated turn are fed forward.
        turning_roll = clamp(roll, -STEEPEST_TURN_RAD, STEEPEST_TURN_RAD)
        sine, cosine = sin_cos(turning_roll)
        sine_pitch, cosine_pitch = sin_cos(pitch)
        turn = GRAVITY_MPS2 * sine / (cosine * airspeed)
        turn = fw_wing_turn_setpoint_radps[j] if on_ground else turn
        wanted_p = roll_rate - turn * sine_pitch
        wanted_q = pitch_rate * cosine + turn * sine * cosine_pitch
        wanted_r = turn * cosine * cosine_pitch - pitch_rate * sine
        wanted_p = hand_roll if by_pilot & (roll_type == COMMAND_RATE) else wanted_p
        wanted_q = hand_pitch if by_pilot & (pitch_type == COMMAND_RATE) else wanted_q
        steered = by_pilot & (yaw_type == COMMAND_RATE)
        wanted_r = hand_yaw if steered else wanted_r

        # Sideslip: rates and forces for the moment, the wind triangle in time.
        slip = fw_wing_slip_rad[j]
        pushed = fw_acceleration_frd_mps2[W + j] + GRAVITY_MPS2 * sine * cosine_pitch
        slip_rate = pushed / airspeed + p * alpha - r
        slip = slip + period_s * (slip_rate + SLIP_FOLLOW_PER_S * (across / airspeed - slip))
        slip = clamp(slip, -MOST_SLIP_RAD, MOST_SLIP_RAD)

        # Level flight needs an elevator of its own at every speed, and a turn needs more of it.
        load = 1.0 / larger(cosine, 0.5)
        carried = 1.0 if rolling else load * ratio * ratio
        trim = fw_wing_elevator_curve[j] + fw_wing_elevator_curve[W + j] * carried

        ip = fw_wing_rate_integral[j]
        iq = fw_wing_rate_integral[W + j]
        ir = fw_wing_rate_integral[2 * W + j]
        ball = fw_wing_ball_integral[j]
        quick = GROUND_STEERING if on_ground else 1.0
        share_p = axis_share(
            wanted_p, p, fw_wing_rate_gain_s[j], ip, fw_wing_rate_forward_s[j], ratio
        )
        lean = fw_wing_lean_gains[4 * W + j] * wanted_roll - (
            fw_wing_lean_gains[j] * slip
            + fw_wing_lean_gains[W + j] * p
            + fw_wing_lean_gains[2 * W + j] * r
            + fw_wing_lean_gains[3 * W + j] * roll
        )
        share_p = lean * ratio * ratio if leans else share_p
        share_q = trim + axis_share(
            wanted_q, q, fw_wing_rate_gain_s[W + j], iq, fw_wing_rate_forward_s[W + j], ratio
        )
        # Pulled beyond the limit, a surface would only hold the stall.
        held_s = (alpha_most - alpha_none) / larger(alpha_level, 0.01)
        stop_q = fw_wing_elevator_curve[j] + fw_wing_elevator_curve[W + j] * held_s
        stop_q = larger(stop_q, trim) + ELEVATOR_RESERVE
        stalling = (steep > alpha_most) & (not (on_ground | idle))
        share_q = smaller(share_q, stop_q) if stalling else share_q
        # Ailerons and the roll they make pull the nose to the outside: the rudder holds against.
        aileron = clamp(share_p, -1.0, 1.0)
        turned = fw_wing_coordination[j] * aileron + fw_wing_coordination[W + j] * ratio * p
        turned = 0.0 if on_ground else turned
        share_r = (
            turned
            + ball * ratio * ratio
            + axis_share(
                wanted_r,
                r,
                quick * fw_wing_rate_gain_s[2 * W + j],
                ir,
                fw_wing_rate_forward_s[2 * W + j],
                ratio,
            )
        )
        direct_p = by_pilot & (roll_type == COMMAND_PASS_THROUGH)
        direct_q = by_pilot & (pitch_type == COMMAND_PASS_THROUGH)
        direct_r = by_pilot & (yaw_type == COMMAND_PASS_THROUGH)
        # With roll in hand the rudder is in hand alone; with roll stabilised it adds.
        share_r = 0.0 if direct_p & direct_r else share_r
        share_r = share_r + hand_yaw if direct_r else share_r
        share_p = hand_roll if direct_p else share_p
        share_q = hand_pitch if direct_q else share_q

        held_p = (not live) | idle | on_ground | direct_p | leans
        held_q = (not live) | idle | rolling | direct_q
        held_r = (not live) | idle | direct_r
        fw_wing_rate_integral[j] = (
            0.0
            if held_p
            else grown(ip, fw_wing_rate_integral_gain[j], wanted_p - p, share_p, period_s)
        )
        fw_wing_rate_integral[W + j] = (
            0.0
            if held_q
            else grown(iq, fw_wing_rate_integral_gain[W + j], wanted_q - q, share_q, period_s)
        )
        fw_wing_rate_integral[2 * W + j] = (
            0.0
            if held_r
            else grown(ir, fw_wing_rate_integral_gain[2 * W + j], wanted_r - r, share_r, period_s)
        )
        # Sideslip is felt as a sideways force: the rudder learns to centre it.
        felt = -fw_acceleration_frd_mps2[W + j]
        fw_wing_slip_rad[j] = slip if live else 0.0
        fw_wing_ball_integral[j] = (
            0.0
            if held_r | on_ground | steered
            else grown(ball, fw_wing_ball_gain[j], felt, share_r, period_s)
        )
        throttle = fw_command[j] if by_pilot else fw_wing_throttle[j]
        fw_standard_command[j] = clamp(throttle, 0.0, 1.0) if live else 0.0
        fw_standard_command[W + j] = 0.0
        fw_standard_command[2 * W + j] = 0.0
        fw_standard_command[3 * W + j] = clamp(share_p, -1.0, 1.0) if live else 0.0
        fw_standard_command[4 * W + j] = clamp(share_q, -1.0, 1.0) if live else 0.0
        fw_standard_command[5 * W + j] = clamp(share_r, -1.0, 1.0) if live else 0.0
