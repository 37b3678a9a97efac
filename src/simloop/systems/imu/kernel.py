"""The inertial unit: accelerometer, gyro and its temperature, and what shakes it.

A shaker has one frequency; rotors shake by being out of balance.
"""

from simloop.component import Mut
from simloop.kernels.noise import STREAM_IMU, STREAM_IMU_BIAS, gauss_pair, gauss_vectors
from simloop.kernels.sensors.error_model import turn_on_vector, wander_vector
from simloop.math.scalar import round_nearest, sin_cos
from simloop.math.vector import Quaternion, Vec3
from simloop.systems.imu.components import Imbalance, Imu, MeanMotion, Shaker
from simloop.world.body import Air, Body, NoiseKey
from simloop.world.rotors import Rotors

# Ticks between two samples of the vehicle class.
IMU_TICKS = 1
TWO_PI = 6.283185307179586
THIRD_TURN = 2.0943951023931953
# Rotor speed at which rotors shake as much as their numbers say: 100 turns per second.
NOMINAL_RADPS = 628.3185307179587


def take_imu(tick: int, key: NoiseKey, body: Body, imu: Mut[Imu]) -> None:
    """Sample specific force and rate."""
    n0, n1 = gauss_pair(key.value, STREAM_IMU, tick, 0)
    n2, n3 = gauss_pair(key.value, STREAM_IMU, tick, 1)
    n4, n5 = gauss_pair(key.value, STREAM_IMU, tick, 2)
    accel_error = imu.accel_bias_frd_mps2 + imu.accel_sigma_mps2 * Vec3(n0, n1, n2)
    gyro_error = imu.gyro_bias_frd_radps + imu.gyro_sigma_radps * Vec3(n3, n4, n5)
    accel = specific_force(body.attitude_wxyz, body.gravity_mps2, body.acceleration_frd_mps2)
    imu.accel_frd_mps2 = (accel + accel_error).clamped(imu.accel_limit_mps2)
    imu.gyro_frd_radps = (body.rate_frd_radps + gyro_error).clamped(imu.gyro_limit_radps)
    imu.sequence += 1.0


def average_motion(tick: int, body: Body, mean: Mut[MeanMotion]) -> None:
    """Average the motion since the last sample, as a unit does that samples far more often.

    What happens between two samples would be lost otherwise, or count several times.
    """
    share = 1.0 / ((tick - 1) % IMU_TICKS + 1)
    rate, acceleration = mean.rate_frd_radps, mean.acceleration_frd_mps2
    mean.rate_frd_radps = rate + share * (body.rate_frd_radps - rate)
    mean.acceleration_frd_mps2 = acceleration + share * (body.acceleration_frd_mps2 - acceleration)


def turn_on_imu(key: NoiseKey, air: Air, imu: Mut[Imu]) -> None:
    """Draw the biases of a vehicle that has not sampled yet; nothing to do on all other ticks."""
    if imu.sequence == 0.0:
        imu.accel_bias_frd_mps2 = accel_centre(key, imu)
        imu.gyro_bias_frd_radps = gyro_centre(key, imu)
        imu.temperature_k = air.temperature_k


def drift_imu(tick: int, key: NoiseKey, air: Air, imu: Mut[Imu]) -> None:
    """Let biases wander about their turn-on values, and the unit warm up above the air."""
    for_accel, for_gyro = gauss_vectors(key.value, STREAM_IMU_BIAS, tick)
    imu.accel_bias_frd_mps2 = wander_vector(
        imu.accel_bias_frd_mps2,
        accel_centre(key, imu),
        imu.accel_bias_decay,
        imu.accel_bias_kick_mps2,
        for_accel,
    )
    imu.gyro_bias_frd_radps = wander_vector(
        imu.gyro_bias_frd_radps,
        gyro_centre(key, imu),
        imu.gyro_bias_decay,
        imu.gyro_bias_kick_radps,
        for_gyro,
    )
    warm_k = air.temperature_k + imu.heating_k
    imu.temperature_k = warm_k + imu.heating_decay * (imu.temperature_k - warm_k)


def accel_centre(key: NoiseKey, imu: Imu) -> Vec3:
    """The bias with which the accelerometer wakes up."""
    return turn_on_vector(key.value, STREAM_IMU_BIAS, 0, imu.accel_bias_range_mps2)


def gyro_centre(key: NoiseKey, imu: Imu) -> Vec3:
    """The bias with which the gyro wakes up."""
    return turn_on_vector(key.value, STREAM_IMU_BIAS, 3, imu.gyro_bias_range_radps)


def specific_force(attitude: Quaternion, g: float, acceleration: Vec3) -> Vec3:
    """What an accelerometer at the centre of mass feels: acceleration without gravity, FRD."""
    w, x, y, z = attitude
    # Gravity in body axes is g times the last row of the rotation matrix.
    twice = g + g
    return Vec3(
        acceleration.x - twice * (x * z - w * y),
        acceleration.y - twice * (y * z + w * x),
        acceleration.z - g + twice * (x * x + y * y),
    )


def shake_imu(tick: int, dt_s: float, shaker: Shaker, imu: Mut[Imu]) -> None:
    """Add a sine of one frequency to the newest sample; the axes are a third of a turn apart."""
    turns = shaker.hz * (tick * dt_s)
    sine, cosine = three_phases(TWO_PI * (turns - round_nearest(turns)))
    add_vibration(imu, shaker.accel_mps2 * sine, shaker.gyro_radps * cosine)


def shake_by_rotors(
    period_s: float, rotors: Rotors, imbalance: Mut[Imbalance], imu: Mut[Imu]
) -> None:
    """Add what each rotor's imbalance does: a force that grows with the square of its speed.

    It moves the body to and fro once a turn, so the angular velocity grows with the speed alone.
    """
    for rotor in range(len(rotors.speed_radps)):
        speed = rotors.speed_radps[rotor]
        turned = imbalance.phase_rad[rotor] + period_s * speed
        phase = turned - TWO_PI * round_nearest(turned / TWO_PI)
        imbalance.phase_rad[rotor] = phase
        share = speed / NOMINAL_RADPS
        sine, cosine = three_phases(phase)
        accel = imbalance.accel_mps2 * share * share * sine
        add_vibration(imu, accel, imbalance.gyro_radps * share * cosine)


def three_phases(phase: float) -> tuple[Vec3, Vec3]:
    """Sines and cosines of three axes, a third of a turn apart."""
    sine_x, cosine_x = sin_cos(phase + THIRD_TURN * 0)
    sine_y, cosine_y = sin_cos(phase + THIRD_TURN * 1)
    sine_z, cosine_z = sin_cos(phase + THIRD_TURN * 2)
    return Vec3(sine_x, sine_y, sine_z), Vec3(cosine_x, cosine_y, cosine_z)


def add_vibration(imu: Mut[Imu], accel_mps2: Vec3, gyro_radps: Vec3) -> None:
    """Move the newest sample, within the unit's limits."""
    imu.accel_frd_mps2 = (imu.accel_frd_mps2 + accel_mps2).clamped(imu.accel_limit_mps2)
    imu.gyro_frd_radps = (imu.gyro_frd_radps + gyro_radps).clamped(imu.gyro_limit_radps)
