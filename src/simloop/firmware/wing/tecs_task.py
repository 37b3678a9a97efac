"""Total energy control: throttle for the sum of height and speed, pitch for their balance."""

from math import sqrt

from simloop.firmware.maths import GRAVITY_MPS2, body_to_ned, clamp, larger, sin_cos, smaller
from simloop.firmware.modes import LEVEL_CLIMB, LEVEL_GOAL
from simloop.firmware.row import Row
from simloop.firmware.wing.stages import (
    STAGE_FLARE,
    STAGE_ROLL,
    STAGE_ROLL_OUT,
    STAGE_ROTATE,
)
from simloop.firmware.wing.thin_air import true_per_design

# Lanes per block; compiled copies set it.
W = 1

# How fast the smooth airspeed follows the measured one, and its rate the accelerometers.
SPEED_FOLLOW_PER_S = 0.7
RATE_FOLLOW_PER_S = 4.0
# Within this share of the lowest and above the highest airspeed, speed comes before height.
SPEED_FIRST_SHARE = 0.08
# The steepest load that feed-forward believes in: a bank of 60 degrees.
LEAST_BANK_COSINE = 0.5
MOST_INTEGRAL_SHARE = 0.6
# A flare answers to a wrong sink this much harder: there is no time to be gentle.
FLARE_GAIN = 2.0
# A flare that a gust began higher than this, and much higher than usual, keeps its power.
FLARE_POWER_M = 2.0
FLARE_HIGH_SHARE = 1.3
# Below it has power again below this many stall speeds and this share of the wind, which may fall
# asleep near the ground; full power this many stall speeds lower. It fades down to the last height:
# what is added there is left over as a long way to float.
FLARE_SPEED = 1.3
FLARE_WIND_SHARE = 0.35
FLARE_SPEED_BAND = 0.15
FLARE_IDLE_M = 0.6
# The nose rises this much further above the path than the highest angle of attack: air may sink.
PATH_MARGIN_RAD = 0.09


def acceleration_along(
    w: float,
    x: float,
    y: float,
    z: float,
    fx: float,
    fy: float,
    fz: float,
    an: float,
    ae: float,
    ad: float,
) -> float:
    """Rate of the airspeed in steady wind: acceleration along the velocity through the air."""
    gn, ge, gd = body_to_ned(w, x, y, z, fx, fy, fz)
    speed = sqrt(an * an + ae * ae + ad * ad)
    return (gn * an + ge * ae + (gd + GRAVITY_MPS2) * ad) / larger(speed, 1.0)


def throttle_for(
    gain_mps: float,
    speed: float,
    speed_low: float,
    speed_cruise: float,
    speed_high: float,
    low: float,
    cruise: float,
    high: float,
    full_mps: float,
    idle_mps: float,
) -> float:
    """The throttle that gains energy height at a rate, by level flight and the two ends."""
    below = clamp((speed_cruise - speed) / larger(speed_cruise - speed_low, 0.1), 0.0, 1.0)
    above = clamp((speed - speed_cruise) / larger(speed_high - speed_cruise, 0.1), 0.0, 1.3)
    level = cruise + below * (low - cruise) + above * (high - cruise)
    up = (1.0 - level) / full_mps
    down = level / idle_mps
    return level + gain_mps * (up if gain_mps > 0.0 else down)


def control_wing_energy(
    period_s: float,
    fw_wing_design_speed_mps: Row,
    fw_wing_stall_speed_mps: Row,
    fw_wing_speed_limits_mps: Row,
    fw_wing_curve_speeds_mps: Row,
    fw_wing_throttle_curve: Row,
    fw_wing_energy_rates_mps: Row,
    fw_wing_turn_drag_mps: Row,
    fw_wing_alpha_curve_rad: Row,
    fw_wing_pitch_limits_rad: Row,
    fw_wing_takeoff_pitch_rad: Row,
    fw_wing_alpha_limit_rad: Row,
    fw_wing_rate_limit_radps: Row,
    fw_wing_climb_limits_mps: Row,
    fw_wing_energy_gains: Row,
    fw_wing_approach: Row,
    fw_wing_throttle_gains: Row,
    fw_wing_balance_gains: Row,
    fw_wing_throttle_slew_per_s: Row,
    fw_flying: Row,
    fw_wing_engaged: Row,
    fw_control_level: Row,
    fw_command: Row,
    fw_attitude_wxyz: Row,
    fw_acceleration_frd_mps2: Row,
    fw_position_ned_m: Row,
    fw_velocity_ned_mps: Row,
    fw_wind_ned_mps: Row,
    fw_airspeed_mps: Row,
    fw_air_density_kgpm3: Row,
    fw_wing_stage: Row,
    fw_wing_clearance_m: Row,
    fw_wing_roll_setpoint_rad: Row,
    fw_wing_height_setpoint_m: Row,
    fw_wing_climb_setpoint_mps: Row,
    fw_wing_speed_setpoint_mps: Row,
    fw_wing_smooth_speed_mps: Row,
    fw_wing_acceleration_mps2: Row,
    fw_wing_energy_integral_mps: Row,
    fw_wing_balance_integral_mps: Row,
    fw_wing_pitch_setpoint_rad: Row,
    fw_wing_throttle: Row,
) -> None:
    """One step: what height and speed ask for, within the energy there is."""
    for j in range(W):
        stage = fw_wing_stage[j]
        level = fw_control_level[j]
        led = level >= LEVEL_GOAL
        flying = fw_flying[j] * fw_wing_engaged[j] > 0.0 and level >= LEVEL_CLIMB
        faster = true_per_design(fw_air_density_kgpm3[j])
        lowest = faster * fw_wing_speed_limits_mps[j]
        climb = -fw_velocity_ned_mps[2 * W + j]

        # Airspeed without gusts: accelerometers for the moment, the sensor in time.
        along = acceleration_along(
            fw_attitude_wxyz[j],
            fw_attitude_wxyz[W + j],
            fw_attitude_wxyz[2 * W + j],
            fw_attitude_wxyz[3 * W + j],
            fw_acceleration_frd_mps2[j],
            fw_acceleration_frd_mps2[W + j],
            fw_acceleration_frd_mps2[2 * W + j],
            fw_velocity_ned_mps[j] - fw_wind_ned_mps[j],
            fw_velocity_ned_mps[W + j] - fw_wind_ned_mps[W + j],
            fw_velocity_ned_mps[2 * W + j],
        )
        speed = fw_wing_smooth_speed_mps[j]
        missing = SPEED_FOLLOW_PER_S * (fw_airspeed_mps[j] - speed)
        speed = speed + period_s * (along + missing)
        if not flying or abs(speed - fw_airspeed_mps[j]) > 0.3 * lowest:
            speed = fw_airspeed_mps[j]
        rate = fw_wing_acceleration_mps2[j]
        rate = rate + RATE_FOLLOW_PER_S * period_s * (along + missing - rate)
        used = larger(speed, 0.5 * lowest)

        # What height and speed ask for.
        error_m = fw_wing_height_setpoint_m[j] + fw_position_ned_m[2 * W + j]
        wanted_climb = fw_wing_climb_setpoint_mps[j] + fw_wing_energy_gains[j] * error_m
        wanted_climb = clamp(
            wanted_climb,
            -1.3 * fw_wing_climb_limits_mps[W + j],
            1.3 * fw_wing_climb_limits_mps[j],
        )
        wanted_rate = fw_wing_energy_gains[W + j] * (fw_wing_speed_setpoint_mps[j] - speed)
        full = fw_wing_energy_rates_mps[j]
        idle = fw_wing_energy_rates_mps[W + j]
        hasten = used / GRAVITY_MPS2
        wanted_rate = clamp(wanted_rate, -0.7 * idle / hasten, 0.7 * full / hasten)

        # Too slow or too fast, speed comes first and height takes what is left.
        band = SPEED_FIRST_SHARE * lowest
        slow = clamp((lowest - speed) / band, 0.0, 1.0)
        fast = clamp((speed - fw_wing_speed_limits_mps[2 * W + j]) / band, 0.0, 1.0)
        first = larger(slow, fast)
        if led and stage >= STAGE_FLARE:
            first = 0.0
        height_weight = 1.0 - first
        speed_weight = 1.0 + first

        # Energy: the sum is for the throttle. A banked wing drags more.
        _, cosine = sin_cos(fw_wing_roll_setpoint_rad[j])
        load = 1.0 / larger(cosine, LEAST_BANK_COSINE)
        turn_drag = fw_wing_turn_drag_mps[j] * (load * load - 1.0)
        total = wanted_climb + hasten * wanted_rate
        total = clamp(total, -idle, full)
        total_error = total - (climb + hasten * rate)
        integral = fw_wing_energy_integral_mps[j]
        asked = throttle_for(
            total + turn_drag + fw_wing_throttle_gains[j] * total_error + integral,
            used,
            faster * fw_wing_curve_speeds_mps[j],
            faster * fw_wing_design_speed_mps[j],
            faster * fw_wing_curve_speeds_mps[W + j],
            fw_wing_throttle_curve[j],
            fw_wing_throttle_curve[W + j],
            fw_wing_throttle_curve[2 * W + j],
            full,
            idle,
        )
        # A lull takes speed away at once: power comes before the smooth airspeed has seen it.
        lull = clamp((lowest - fw_airspeed_mps[j]) / band, 0.0, 1.0)
        asked = asked + larger(slow, lull) * (1.0 - smaller(asked, 1.0))
        if (asked < 1.0 or total_error < 0.0) and (asked > 0.0 or total_error > 0.0):
            integral = integral + fw_wing_throttle_gains[W + j] * period_s * total_error
        integral = clamp(integral, -MOST_INTEGRAL_SHARE * full, MOST_INTEGRAL_SHARE * full)

        # Energy: the balance is for the pitch, on top of the angle of attack that carries.
        ratio = faster * fw_wing_design_speed_mps[j] / used
        alpha = fw_wing_alpha_curve_rad[j] + fw_wing_alpha_curve_rad[W + j] * load * ratio * ratio
        left = smaller(wanted_climb, climb + hasten * (rate - wanted_rate))
        forward = height_weight * wanted_climb + first * left
        if led and stage >= STAGE_FLARE:
            speed_weight = 0.0
            hasten = 0.0
        balance_error = height_weight * (wanted_climb - climb) - speed_weight * hasten * (
            wanted_rate - rate
        )
        shift = fw_wing_balance_integral_mps[j]
        damp = fw_wing_balance_gains[j] * (FLARE_GAIN if led and stage >= STAGE_FLARE else 1.0)
        path = (forward + damp * balance_error + shift) / used
        pitch = alpha + clamp(path, -0.5, 0.6)
        bearable = fw_wing_alpha_limit_rad[j] + PATH_MARGIN_RAD + clamp(climb / used, -0.5, 0.6)
        pitch = smaller(pitch, bearable)
        low_pitch = fw_wing_pitch_limits_rad[j]
        high_pitch = fw_wing_pitch_limits_rad[W + j]
        if (pitch < high_pitch or balance_error < 0.0) and (
            pitch > low_pitch or balance_error > 0.0
        ):
            shift = shift + fw_wing_balance_gains[W + j] * period_s * balance_error
        shift = clamp(shift, -0.1 * used, 0.1 * used)

        sine = 2.0 * (
            fw_attitude_wxyz[j] * fw_attitude_wxyz[2 * W + j]
            - fw_attitude_wxyz[3 * W + j] * fw_attitude_wxyz[W + j]
        )
        piloted = fw_flying[j] > 0.0
        held_pitch = clamp(sine, low_pitch, high_pitch) if piloted else 0.0
        held_throttle = clamp(fw_command[j], 0.0, 1.0) if piloted else 0.0

        # On the ground the stage says it all.
        if led and stage <= STAGE_ROTATE:
            asked = 1.0 if stage >= STAGE_ROLL else 0.0
            pitch = fw_wing_takeoff_pitch_rad[j] if stage == STAGE_ROTATE else 0.0
            integral = 0.0
            shift = 0.0
        elif led and stage >= STAGE_FLARE:
            # Idle once it is low, unless a lull takes the speed away.
            stall = faster * fw_wing_stall_speed_mps[j]
            wind_n = fw_wind_ned_mps[j]
            wind_e = fw_wind_ned_mps[W + j]
            wind = sqrt(wind_n * wind_n + wind_e * wind_e)
            floor = FLARE_SPEED * stall + FLARE_WIND_SHARE * wind
            lack = (floor - fw_airspeed_mps[j]) / (FLARE_SPEED_BAND * stall)
            clearance = fw_wing_clearance_m[j] if stage == STAGE_FLARE else 0.0
            left = (clearance - FLARE_IDLE_M) / (FLARE_POWER_M - FLARE_IDLE_M)
            power = clamp(lack, 0.0, 1.0) * clamp(left, 0.0, 1.0)
            usual = fw_wing_approach[j] * fw_wing_approach[2 * W + j] * used
            asked = asked if clearance > larger(FLARE_POWER_M, FLARE_HIGH_SHARE * usual) else power
            pitch = pitch if stage < STAGE_ROLL_OUT else 0.0
        slew = fw_wing_throttle_slew_per_s[j] * period_s
        before = fw_wing_throttle[j]
        throttle = clamp(clamp(asked, 0.0, 1.0), before - slew, before + slew)
        step = fw_wing_rate_limit_radps[W + j] * period_s
        pitch = clamp(pitch, low_pitch, high_pitch)
        pitch_before = fw_wing_pitch_setpoint_rad[j]
        pitch = clamp(pitch, pitch_before - step, pitch_before + step)
        fw_wing_smooth_speed_mps[j] = speed
        fw_wing_acceleration_mps2[j] = rate if flying else 0.0
        fw_wing_energy_integral_mps[j] = integral if flying else 0.0
        fw_wing_balance_integral_mps[j] = shift if flying else 0.0
        # Under a pilot's hands the set points follow, so that control takes over without a jerk.
        fw_wing_pitch_setpoint_rad[j] = pitch if flying else held_pitch
        fw_wing_throttle[j] = throttle if flying else held_throttle
