"""Total energy control: throttle for the sum of height and speed, pitch for their balance."""

from typing import NamedTuple

from simloop.firmware.codes import Level, Stage
from simloop.firmware.component import Mut
from simloop.firmware.fields.craft import Craft
from simloop.firmware.fields.wing import Wing
from simloop.firmware.maths import GRAVITY_MPS2, clamp, larger, sin_cos, smaller
from simloop.firmware.vector import Quaternion, Vec3
from simloop.firmware.wing.air import air_velocity_ned, true_per_design

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


class Energy(NamedTuple):
    """How height and speed change, and how they should.

    `per_rate_s` makes climbs of accelerations. `speed_first` is 1 where height must wait.
    """

    speed_mps: float
    climb_mps: float
    rate_mps2: float
    wanted_climb_mps: float
    wanted_rate_mps2: float
    per_rate_s: float
    speed_first: float
    load: float


def control_wing_energy(period_s: float, wing: Mut[Wing], craft: Craft) -> None:
    """One step: what height and speed ask for, within the energy there is."""
    led = craft.control_level >= Level.GOAL
    flying = craft.flying * wing.engaged > 0.0 and craft.control_level >= Level.CLIMB
    flares = led and wing.stage >= Stage.FLARE
    faster = true_per_design(wing.air_density_kgpm3)
    lowest = faster * wing.speed_limits_mps.low
    band = SPEED_FIRST_SHARE * lowest
    speed, rate = airspeed_without_gusts(period_s, craft, wing, lowest, flying)
    slow = clamp((lowest - speed) / band, 0.0, 1.0)
    fast = clamp((speed - wing.speed_limits_mps.high) / band, 0.0, 1.0)
    used = larger(speed, 0.5 * lowest)
    first = 0.0 if flares else larger(slow, fast)
    energy = energy_of(wing, craft, speed, rate, used, first)

    # A lull takes speed away at once: power comes before the smooth airspeed has seen it.
    lull = clamp((lowest - craft.airspeed_mps) / band, 0.0, 1.0)
    lack = larger(slow, lull)
    throttle, gain = throttle_and_gain(period_s, wing, energy, faster, lack)
    pitch, shift = pitch_and_shift(period_s, wing, energy, faster, flares)
    runs = led and wing.stage <= Stage.ROTATE
    if runs:
        # On the ground the stage says it all.
        throttle = 1.0 if wing.stage >= Stage.ROLL else 0.0
        pitch = wing.takeoff_pitch_rad if wing.stage == Stage.ROTATE else 0.0
    elif flares:
        stall = faster * wing.stall_speed_mps
        throttle = flare_throttle(wing, craft, stall, used, throttle)
        pitch = pitch if wing.stage < Stage.ROLL_OUT else 0.0
    learns = flying and not runs
    wing.smooth_speed_mps = speed
    wing.acceleration_mps2 = rate if flying else 0.0
    wing.energy_integral_mps = gain if learns else 0.0
    wing.balance_integral_mps = shift if learns else 0.0

    low, high = wing.pitch_limits_rad
    before, slew = wing.throttle, wing.throttle_slew_per_s * period_s
    throttle = clamp(clamp(throttle, 0.0, 1.0), before - slew, before + slew)
    before, slew = wing.pitch_setpoint_rad, wing.rate_limit_radps.pitch * period_s
    pitch = clamp(clamp(pitch, low, high), before - slew, before + slew)
    # Under a pilot's hands the set points follow, so that control takes over without a jerk.
    piloted = craft.flying > 0.0
    held_throttle = clamp(craft.command[0], 0.0, 1.0) if piloted else 0.0
    held_pitch = clamp(sine_of_pitch(craft.attitude_wxyz), low, high) if piloted else 0.0
    wing.throttle = throttle if flying else held_throttle
    wing.pitch_setpoint_rad = pitch if flying else held_pitch


def airspeed_without_gusts(
    period_s: float, craft: Craft, wing: Wing, lowest_mps: float, flying: bool
) -> tuple[float, float]:
    """Accelerometers tell the moment, the sensor tells in time."""
    measured = craft.airspeed_mps
    along = acceleration_along(
        craft.attitude_wxyz, craft.acceleration_frd_mps2, air_velocity_ned(craft)
    )
    speed, rate = wing.smooth_speed_mps, wing.acceleration_mps2
    missing = SPEED_FOLLOW_PER_S * (measured - speed)
    speed = speed + period_s * (along + missing)
    if not flying or abs(speed - measured) > 0.3 * lowest_mps:
        speed = measured
    rate = rate + RATE_FOLLOW_PER_S * period_s * (along + missing - rate)
    return speed, rate


def acceleration_along(attitude: Quaternion, felt_frd_mps2: Vec3, air_ned_mps: Vec3) -> float:
    """Rate of the airspeed in steady wind: acceleration along the velocity through the air."""
    felt = attitude.to_ned(felt_frd_mps2)
    gained = Vec3(felt.x, felt.y, felt.z + GRAVITY_MPS2).dot(air_ned_mps)
    return gained / larger(air_ned_mps.norm(), 1.0)


def energy_of(
    wing: Wing,
    craft: Craft,
    speed_mps: float,
    rate_mps2: float,
    used_mps: float,
    speed_first: float,
) -> Energy:
    """What height and speed ask for, at an airspeed that can be divided by."""
    gains, most, rates = wing.energy_gains, wing.climb_limits_mps, wing.energy_rates_mps
    error_m = wing.height_setpoint_m + craft.position_ned_m.z
    climb = wing.climb_setpoint_mps + gains.height * error_m
    climb = clamp(climb, -1.3 * most.down, 1.3 * most.up)
    rate = gains.speed * (wing.speed_setpoint_mps - speed_mps)
    hasten = used_mps / GRAVITY_MPS2
    rate = clamp(rate, -0.7 * rates.down / hasten, 0.7 * rates.up / hasten)
    _, cosine = sin_cos(wing.roll_setpoint_rad)
    load = 1.0 / larger(cosine, LEAST_BANK_COSINE)
    climbing = -craft.velocity_ned_mps.z
    return Energy(used_mps, climbing, rate_mps2, climb, rate, hasten, speed_first, load)


def throttle_and_gain(
    period_s: float, wing: Wing, energy: Energy, faster: float, lack: float
) -> tuple[float, float]:
    """Throttle, and the energy rate it has learned to make up for: the sum of energy is its task.

    A `lack` of speed asks for all there is. A banked wing drags more.
    """
    full, idle = wing.energy_rates_mps
    gains, integral = wing.throttle_gains, wing.energy_integral_mps
    turn_drag = wing.turn_drag_mps * (energy.load * energy.load - 1.0)
    total = energy.wanted_climb_mps + energy.per_rate_s * energy.wanted_rate_mps2
    total = clamp(total, -idle, full)
    error = total - (energy.climb_mps + energy.per_rate_s * energy.rate_mps2)
    gain = total + turn_drag + gains.damping * error + integral
    asked = throttle_for(wing, gain, energy.speed_mps, faster)
    asked = asked + lack * (1.0 - smaller(asked, 1.0))
    if (asked < 1.0 or error < 0.0) and (asked > 0.0 or error > 0.0):
        integral = integral + gains.integral_per_s * period_s * error
    return asked, clamp(integral, -MOST_INTEGRAL_SHARE * full, MOST_INTEGRAL_SHARE * full)


def throttle_for(wing: Wing, gain_mps: float, speed: float, faster: float) -> float:
    """The throttle that gains energy height at a rate, by level flight and the two ends.

    The model's airspeeds are those of dense air: here a flight is `faster`.
    """
    slow, fast = faster * wing.curve_speeds_mps.low, faster * wing.curve_speeds_mps.high
    cruise = faster * wing.design_speed_mps
    curve, rates = wing.throttle_curve, wing.energy_rates_mps
    below = clamp((cruise - speed) / larger(cruise - slow, 0.1), 0.0, 1.0)
    above = clamp((speed - cruise) / larger(fast - cruise, 0.1), 0.0, 1.3)
    level = curve.cruise + below * (curve.low - curve.cruise) + above * (curve.high - curve.cruise)
    up = (1.0 - level) / rates.up
    down = level / rates.down
    return level + gain_mps * (up if gain_mps > 0.0 else down)


def pitch_and_shift(
    period_s: float, wing: Wing, energy: Energy, faster: float, flares: bool
) -> tuple[float, float]:
    """Pitch, and the climb it has learned to make up for: the balance of energy is its task.

    It comes on top of the angle of attack that carries.
    """
    used, climb, integral = energy.speed_mps, energy.climb_mps, wing.balance_integral_mps
    alpha = wing.alpha_curve_rad.at_load(energy.load, faster * wing.design_speed_mps / used)
    left = smaller(
        energy.wanted_climb_mps,
        climb + energy.per_rate_s * (energy.rate_mps2 - energy.wanted_rate_mps2),
    )
    forward = (1.0 - energy.speed_first) * energy.wanted_climb_mps + energy.speed_first * left
    # A flare cares for the sink alone.
    speed_share = 0.0 if flares else (1.0 + energy.speed_first) * energy.per_rate_s
    error = (1.0 - energy.speed_first) * (energy.wanted_climb_mps - climb) - speed_share * (
        energy.wanted_rate_mps2 - energy.rate_mps2
    )
    damping = wing.balance_gains.damping * (FLARE_GAIN if flares else 1.0)
    path = (forward + damping * error + integral) / used
    bearable = wing.alpha_limit_rad + PATH_MARGIN_RAD + clamp(climb / used, -0.5, 0.6)
    pitch = smaller(alpha + clamp(path, -0.5, 0.6), bearable)
    low, high = wing.pitch_limits_rad
    if (pitch < high or error < 0.0) and (pitch > low or error > 0.0):
        integral = integral + wing.balance_gains.integral_per_s * period_s * error
    return pitch, clamp(integral, -0.1 * used, 0.1 * used)


def flare_throttle(
    wing: Wing, craft: Craft, stall_mps: float, used_mps: float, asked: float
) -> float:
    """Idle once it is low, unless a lull takes the speed away."""
    floor = FLARE_SPEED * stall_mps + FLARE_WIND_SHARE * craft.wind_ned_mps.norm()
    lack = (floor - craft.airspeed_mps) / (FLARE_SPEED_BAND * stall_mps)
    clearance = wing.clearance_m if wing.stage == Stage.FLARE else 0.0
    left = (clearance - FLARE_IDLE_M) / (FLARE_POWER_M - FLARE_IDLE_M)
    power = clamp(lack, 0.0, 1.0) * clamp(left, 0.0, 1.0)
    usual = wing.approach.slope_rad * wing.approach.flare_s * used_mps
    return asked if clearance > larger(FLARE_POWER_M, FLARE_HIGH_SHARE * usual) else power


def sine_of_pitch(attitude: Quaternion) -> float:
    """How far up the nose points."""
    return 2.0 * (attitude.w * attitude.y - attitude.z * attitude.x)
