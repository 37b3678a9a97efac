"""All gains and limits of the controllers from the facts of a vehicle, without hand tuning."""

from math import sqrt

from simloop.firmware.maths import GRAVITY_MPS2, TWO_PI, atan2, clamp
from simloop.firmware.multirotor.allocation import allocation, geometry_mixer
from simloop.firmware.multirotor.canned_mixers import MIXER_GEOMETRY, MIXER_X8, mixer_columns
from simloop.firmware.multirotor.facts import MultirotorFacts, motor_curve
from simloop.firmware.multirotor.gyro_filter import filter_lag_s

Value = float | tuple[float, ...]

# The rate loop takes back part of the angular acceleration, so that slow rotors seem faster: as
# much of it as their lag is of this time, up to the limit.
DERIVATIVE_TIME_S = 0.045
MOST_DERIVATIVE = 1.5
# From a gyro sample to rotors that follow it, beside their lag: filter, control and mixer.
DELAY_TICKS = 3.0
# Corner of the gyro's low pass as a share of the rotors' frequency at hover, and its limits; the
# limit above is a share of the tick rate.
GYRO_FILTER_SHARE = 0.8
LEAST_GYRO_FILTER_HZ = 20.0
MOST_GYRO_FILTER = 0.25
# Width of the notch as a share of its frequency.
NOTCH_WIDTH = 0.3
# The lag of filters costs more phase than rotor lag, of which the loop takes a part back.
FILTER_LAG_WEIGHT = 1.5
# Bandwidth of the rate loop times the lag in it: rises fast, and hardly swings.
RATE_LOOP_LAG = 0.75
FASTEST_RATE_LOOP = 40.0
# How much faster than the loop around it each loop is.
ATTITUDE_RATIO = 2.6
VELOCITY_RATIO = 2.5
POSITION_RATIO = 2.5
# Integrals as a share of their loop's bandwidth squared.
RATE_INTEGRAL_SHARE = 0.1
VELOCITY_INTEGRAL_SHARE = 0.35
# Acceleration of the set point per unit of thrust-to-weight, and its limits, in m/s^2.
ACCELERATION_SHARE = 0.5
GENTLEST, LIVELIEST = 2.0, 5.0
# Tilt limits of 58 and 15 degrees.
STEEPEST_TILT_COSINE = 0.5299192642332049
LEAST_TILT_COSINE = 0.9659258262890683


def mixer_values(facts: MultirotorFacts) -> dict[str, Value]:
    """What the mixer needs: every mixer that can be chosen by number, and the motor model."""
    mixers = (*range(MIXER_X8 + 1), MIXER_GEOMETRY)
    most = facts.max_rotor_thrust_n
    return {
        "fw_mc_allocation": _flat(allocation(facts)),
        "fw_mc_mixer_table": tuple(
            share for number in mixers for share in _flat(mixer_columns(number, facts))
        ),
        "fw_mc_arm_m": (facts.arm_m, facts.drag_arm_m),
        "fw_mc_rotor_thrust_limits_n": (0.02 * most, 0.98 * most),
        "fw_mc_motor_curve": motor_curve(facts),
    }


def _flat(rows: list[tuple[float, ...]] | list[list[float]]) -> tuple[float, ...]:
    return tuple(share for row in rows for share in row)


def torque_reserves(facts: MultirotorFacts) -> tuple[float, float, float]:
    """Torque about each axis at hover before a rotor stops."""
    thrust, *torques = geometry_mixer(facts)
    forces = [
        min(facts.weight_n * a / abs(b) for a, b in zip(thrust, row, strict=True) if abs(b) > 1e-9)
        for row in torques
    ]
    return forces[0] * facts.arm_m, forces[1] * facts.arm_m, forces[2] * facts.drag_arm_m


def derivative_gain(facts: MultirotorFacts) -> float:
    """Share of the angular acceleration that the rate loop takes back."""
    return min(facts.rotor_lag_s / DERIVATIVE_TIME_S, MOST_DERIVATIVE)


def hover_frequency_hz(facts: MultirotorFacts) -> float:
    """Turns per second of a rotor that carries its share of the weight."""
    share_n = facts.weight_n / facts.rotors
    return sqrt(share_n / facts.thrust_per_speed2) / TWO_PI


def gyro_filter_hz(facts: MultirotorFacts) -> float:
    """Corner of the gyro's low pass: below what the rotors shake."""
    most = MOST_GYRO_FILTER * facts.tick_rate_hz
    return clamp(GYRO_FILTER_SHARE * hover_frequency_hz(facts), LEAST_GYRO_FILTER_HZ, most)


def gyro_filter_lag_s(facts: MultirotorFacts) -> float:
    """How late slow rates come out of low pass and notch."""
    notch_hz = hover_frequency_hz(facts)
    return filter_lag_s(gyro_filter_hz(facts), notch_hz, NOTCH_WIDTH * notch_hz)


def rate_bandwidth(facts: MultirotorFacts) -> float:
    """How fast the rate loop may be: what is left of the rotor lag, filters and sampling decide."""
    lag_s = facts.rotor_lag_s / (1.0 + derivative_gain(facts)) + DELAY_TICKS / facts.tick_rate_hz
    lag_s += FILTER_LAG_WEIGHT * gyro_filter_lag_s(facts)
    return min(RATE_LOOP_LAG / lag_s, FASTEST_RATE_LOOP)


def yaw_lead(facts: MultirotorFacts) -> tuple[float, float]:
    """How the mixer's yaw torque follows the wanted one: share at once, rate of the rest in 1/s.

    A rotor that speeds up by its lag gives (1 + spin s) / (1 + lag s) of the torque asked for; the
    inverse, with the lag left to it, lets the body feel what the rate loop was designed for.
    """
    spin_s = facts.spin_time_s
    if spin_s <= facts.rotor_lag_s:
        return 1.0, 0.0
    return facts.rotor_lag_s / spin_s, 1.0 / spin_s


def attitude_values(facts: MultirotorFacts) -> dict[str, Value]:
    """Inner loops."""
    level = rate_bandwidth(facts)
    jx, jy, jz = facts.inertia_kgm2
    rx, ry, rz = torque_reserves(facts)
    # Heading has little torque: a rate step of half a rad/s shall not use it up.
    yaw = min(0.4 * level, rz / jz / 0.5)
    # The fastest turn is one that full torque stops within an eighth of a radian.
    turn = min(5.0, 0.5 * sqrt(min(rx / jx, ry / jy)))
    tilt = level / ATTITUDE_RATIO
    damping = derivative_gain(facts)
    gain = (1.0 + damping) * level
    return {
        "fw_mc_attitude_gain_per_s": (tilt, tilt, min(yaw / ATTITUDE_RATIO, 2.0)),
        "fw_mc_rate_limit_radps": (turn, turn, 1.0),
        "fw_mc_rate_gain_per_s": (gain, gain, yaw),
        "fw_mc_rate_integral_gain_per_s2": (
            RATE_INTEGRAL_SHARE * gain * level,
            RATE_INTEGRAL_SHARE * gain * level,
            RATE_INTEGRAL_SHARE * yaw * yaw,
        ),
        "fw_mc_rate_derivative_gain": (damping, damping, 0.0),
        "fw_mc_rate_integral_limit": (0.3, 0.3, 0.5),
        "fw_mc_gyro_filter_hz": gyro_filter_hz(facts),
        "fw_mc_notch_hz": hover_frequency_hz(facts),
        "fw_mc_notch_width_hz": NOTCH_WIDTH * hover_frequency_hz(facts),
        "fw_mc_derivative_filter_per_s": 0.4 * facts.tick_rate_hz,
        "fw_mc_torque_full_nm": (rx, ry, rz),
        "fw_mc_inertia_kgm2": facts.inertia_kgm2,
        "fw_mc_rotor_lag_s": facts.rotor_lag_s,
        "fw_mc_yaw_lead": yaw_lead(facts),
        "fw_mc_touch_torque_nm": 0.1 * min(rx, ry),
    }


def position_values(facts: MultirotorFacts) -> dict[str, Value]:
    """Outer loops: each slower than the one inside it by its ratio."""
    velocity = min(rate_bandwidth(facts) / ATTITUDE_RATIO / VELOCITY_RATIO, 4.0)
    position = velocity / POSITION_RATIO
    integral = VELOCITY_INTEGRAL_SHARE * velocity * velocity
    weight = facts.weight_n
    full = facts.thrust_to_weight * weight
    # The steepest tilt leaves a quarter of the thrust for control.
    cosine = 1.0 / (0.75 * facts.thrust_to_weight)
    cosine = clamp(cosine, STEEPEST_TILT_COSINE, LEAST_TILT_COSINE)
    tangent = sqrt(1.0 - cosine * cosine) / cosine
    tilt_rad = atan2(tangent, 1.0)
    return {
        "fw_mc_mass_kg": facts.mass_kg,
        "fw_mc_position_gain_per_s": (position, position),
        "fw_mc_velocity_gain_per_s": (velocity, 1.5 * velocity),
        "fw_mc_velocity_integral_gain_per_s2": (integral, integral),
        "fw_mc_velocity_integral_limit_mps2": (0.8 * GRAVITY_MPS2 * tangent, 0.6 * GRAVITY_MPS2),
        "fw_mc_acceleration_mps2": (
            clamp(ACCELERATION_SHARE * facts.thrust_to_weight, GENTLEST, LIVELIEST),
            GENTLEST,
        ),
        "fw_mc_tilt_limit_rad": tilt_rad,
        "fw_mc_stick_tilt_limit_rad": min(tilt_rad, 0.785),
        "fw_mc_lift_limits_n": (0.3 * weight, min(2.5 * weight, 0.85 * full)),
        "fw_mc_thrust_limit_n": 0.95 * full,
    }


def design_gains(facts: MultirotorFacts) -> dict[str, Value]:
    """Values of all parameters that depend on the vehicle."""
    return mixer_values(facts) | attitude_values(facts) | position_values(facts)
