"""The inertial unit: accelerometer, gyro and its temperature."""

from simloop.kernels.noise import STREAM_IMU, STREAM_IMU_BIAS, gauss_pair
from simloop.kernels.sensors.delay_line import push
from simloop.kernels.sensors.error_model import turn_on, wander
from simloop.math.row import KeyRow, Row
from simloop.math.scalar import clamp

# Lanes per block; compiled copies set it.
W = 1
# Samples under way at most; compiled copies set it.
IMU_SLOTS = 1
# Ticks between two samples; compiled copies set it.
IMU_TICKS = 1


def take_imu(
    tick: int,
    noise_key: KeyRow,
    gravity_mps2: Row,
    imu_accel_sigma_mps2: Row,
    imu_gyro_sigma_radps: Row,
    imu_accel_limit_mps2: Row,
    imu_gyro_limit_radps: Row,
    attitude_wxyz: Row,
    rate_frd_radps: Row,
    acceleration_frd_mps2: Row,
    imu_accel_bias_frd_mps2: Row,
    imu_gyro_bias_frd_radps: Row,
    imu_accel_frd_mps2: Row,
    imu_gyro_frd_radps: Row,
    imu_sequence: Row,
) -> None:
    """Sample specific force and rate."""
    push(imu_accel_frd_mps2, 3, IMU_SLOTS)
    push(imu_gyro_frd_radps, 3, IMU_SLOTS)
    push(imu_sequence, 1, IMU_SLOTS)
    # Errors first, in a loop of their own: both together would not fit the registers.
    for j in range(W):
        n0, n1 = gauss_pair(noise_key[j], STREAM_IMU, tick, 0)
        n2, n3 = gauss_pair(noise_key[j], STREAM_IMU, tick, 1)
        n4, n5 = gauss_pair(noise_key[j], STREAM_IMU, tick, 2)
        accel_sigma = imu_accel_sigma_mps2[j]
        gyro_sigma = imu_gyro_sigma_radps[j]
        imu_accel_frd_mps2[j] = imu_accel_bias_frd_mps2[j] + accel_sigma * n0
        imu_accel_frd_mps2[W + j] = imu_accel_bias_frd_mps2[W + j] + accel_sigma * n1
        imu_accel_frd_mps2[2 * W + j] = imu_accel_bias_frd_mps2[2 * W + j] + accel_sigma * n2
        imu_gyro_frd_radps[j] = imu_gyro_bias_frd_radps[j] + gyro_sigma * n3
        imu_gyro_frd_radps[W + j] = imu_gyro_bias_frd_radps[W + j] + gyro_sigma * n4
        imu_gyro_frd_radps[2 * W + j] = imu_gyro_bias_frd_radps[2 * W + j] + gyro_sigma * n5
    for j in range(W):
        p, q, r = rate_frd_radps[j], rate_frd_radps[W + j], rate_frd_radps[2 * W + j]
        fx, fy, fz = specific_force(
            attitude_wxyz[j],
            attitude_wxyz[W + j],
            attitude_wxyz[2 * W + j],
            attitude_wxyz[3 * W + j],
            gravity_mps2[j],
            acceleration_frd_mps2[j],
            acceleration_frd_mps2[W + j],
            acceleration_frd_mps2[2 * W + j],
        )
        accel_limit = imu_accel_limit_mps2[j]
        gyro_limit = imu_gyro_limit_radps[j]
        ax = fx + imu_accel_frd_mps2[j]
        ay = fy + imu_accel_frd_mps2[W + j]
        az = fz + imu_accel_frd_mps2[2 * W + j]
        gx = p + imu_gyro_frd_radps[j]
        gy = q + imu_gyro_frd_radps[W + j]
        gz = r + imu_gyro_frd_radps[2 * W + j]
        imu_accel_frd_mps2[j] = clamp(ax, -accel_limit, accel_limit)
        imu_accel_frd_mps2[W + j] = clamp(ay, -accel_limit, accel_limit)
        imu_accel_frd_mps2[2 * W + j] = clamp(az, -accel_limit, accel_limit)
        imu_gyro_frd_radps[j] = clamp(gx, -gyro_limit, gyro_limit)
        imu_gyro_frd_radps[W + j] = clamp(gy, -gyro_limit, gyro_limit)
        imu_gyro_frd_radps[2 * W + j] = clamp(gz, -gyro_limit, gyro_limit)
        imu_sequence[j] = imu_sequence[j] + 1.0


def average_motion(
    tick: int,
    rate_frd_radps: Row,
    acceleration_frd_mps2: Row,
    imu_mean_rate_frd_radps: Row,
    imu_mean_acceleration_frd_mps2: Row,
) -> None:
    """Average the motion since the last sample, as a unit does that samples far more often.

    What happens between two samples would be lost otherwise, or count several times.
    """
    share = 1.0 / ((tick - 1) % IMU_TICKS + 1)
    for i in range(3 * W):
        rate = imu_mean_rate_frd_radps[i]
        acceleration = imu_mean_acceleration_frd_mps2[i]
        imu_mean_rate_frd_radps[i] = rate + share * (rate_frd_radps[i] - rate)
        imu_mean_acceleration_frd_mps2[i] = acceleration + share * (
            acceleration_frd_mps2[i] - acceleration
        )


def turn_on_imu(
    noise_key: KeyRow,
    imu_accel_bias_range_mps2: Row,
    imu_gyro_bias_range_radps: Row,
    air_temperature_k: Row,
    imu_sequence: Row,
    imu_accel_bias_frd_mps2: Row,
    imu_gyro_bias_frd_radps: Row,
    imu_temperature_k: Row,
) -> None:
    """Draw the biases of vehicles that have not sampled yet; nothing to do on all other ticks."""
    new = 0
    for j in range(W):
        new += 1 if imu_sequence[j] == 0.0 else 0
    if new == 0:
        return
    for j in range(W):
        first = imu_sequence[j] == 0.0
        for axis in range(3):
            i = axis * W + j
            accel = turn_on(noise_key[j], STREAM_IMU_BIAS, axis, imu_accel_bias_range_mps2[j])
            gyro = turn_on(noise_key[j], STREAM_IMU_BIAS, 3 + axis, imu_gyro_bias_range_radps[j])
            imu_accel_bias_frd_mps2[i] = accel if first else imu_accel_bias_frd_mps2[i]
            imu_gyro_bias_frd_radps[i] = gyro if first else imu_gyro_bias_frd_radps[i]
        imu_temperature_k[j] = air_temperature_k[j] if first else imu_temperature_k[j]


def drift_imu(
    tick: int,
    noise_key: KeyRow,
    imu_accel_bias_range_mps2: Row,
    imu_gyro_bias_range_radps: Row,
    imu_accel_bias_decay: Row,
    imu_gyro_bias_decay: Row,
    imu_accel_bias_kick_mps2: Row,
    imu_gyro_bias_kick_radps: Row,
    imu_heating_k: Row,
    imu_heating_decay: Row,
    air_temperature_k: Row,
    imu_accel_bias_frd_mps2: Row,
    imu_gyro_bias_frd_radps: Row,
    imu_temperature_k: Row,
) -> None:
    """Let biases wander about their turn-on values, and the unit warm up above the air."""
    for j in range(W):
        key = noise_key[j]
        for axis in range(3):
            i = axis * W + j
            n_accel, n_gyro = gauss_pair(key, STREAM_IMU_BIAS, tick, axis)
            accel = turn_on(key, STREAM_IMU_BIAS, axis, imu_accel_bias_range_mps2[j])
            gyro = turn_on(key, STREAM_IMU_BIAS, 3 + axis, imu_gyro_bias_range_radps[j])
            imu_accel_bias_frd_mps2[i] = wander(
                imu_accel_bias_frd_mps2[i],
                accel,
                imu_accel_bias_decay[j],
                imu_accel_bias_kick_mps2[j],
                n_accel,
            )
            imu_gyro_bias_frd_radps[i] = wander(
                imu_gyro_bias_frd_radps[i],
                gyro,
                imu_gyro_bias_decay[j],
                imu_gyro_bias_kick_radps[j],
                n_gyro,
            )
        warm = air_temperature_k[j] + imu_heating_k[j]
        imu_temperature_k[j] = warm + imu_heating_decay[j] * (imu_temperature_k[j] - warm)


def specific_force(
    w: float, x: float, y: float, z: float, g: float, ax: float, ay: float, az: float
) -> tuple[float, float, float]:
    """What an accelerometer at the centre of mass feels: acceleration without gravity, FRD."""
    # Gravity in body axes is g times the last row of the rotation matrix.
    twice = g + g
    return (
        ax - twice * (x * z - w * y),
        ay - twice * (y * z + w * x),
        az - g + twice * (x * x + y * y),
    )
