"""What shakes the inertial unit: a shaker of one frequency, and rotors out of balance."""

from simloop.math.row import Row
from simloop.math.scalar import clamp, round_nearest, sin_cos

# Lanes per block; compiled copies set it.
W = 1
# Rotors of the vehicle class; compiled copies set it.
ROTORS = 4

TWO_PI = 6.283185307179586
THIRD_TURN = 2.0943951023931953
# Rotor speed at which rotors shake as much as their numbers say: 100 turns per second.
NOMINAL_RADPS = 628.3185307179587


def shake_imu(
    tick: int,
    dt_s: float,
    imu_shaker_hz: Row,
    imu_shaker_accel_mps2: Row,
    imu_shaker_gyro_radps: Row,
    imu_accel_limit_mps2: Row,
    imu_gyro_limit_radps: Row,
    imu_accel_frd_mps2: Row,
    imu_gyro_frd_radps: Row,
) -> None:
    """Add a sine of one frequency to the newest sample; the axes are a third of a turn apart."""
    for j in range(W):
        turns = imu_shaker_hz[j] * (tick * dt_s)
        phase = TWO_PI * (turns - round_nearest(turns))
        accel_limit = imu_accel_limit_mps2[j]
        gyro_limit = imu_gyro_limit_radps[j]
        for axis in range(3):
            i = axis * W + j
            sine, cosine = sin_cos(phase + THIRD_TURN * axis)
            accel = imu_accel_frd_mps2[i] + imu_shaker_accel_mps2[j] * sine
            gyro = imu_gyro_frd_radps[i] + imu_shaker_gyro_radps[j] * cosine
            imu_accel_frd_mps2[i] = clamp(accel, -accel_limit, accel_limit)
            imu_gyro_frd_radps[i] = clamp(gyro, -gyro_limit, gyro_limit)


def shake_by_rotors(
    period_s: float,
    imu_rotor_accel_mps2: Row,
    imu_rotor_gyro_radps: Row,
    imu_accel_limit_mps2: Row,
    imu_gyro_limit_radps: Row,
    rotor_speed_radps: Row,
    imu_rotor_phase_rad: Row,
    imu_accel_frd_mps2: Row,
    imu_gyro_frd_radps: Row,
) -> None:
    """Add what each rotor's imbalance does: a force that grows with the square of its speed.

    It moves the body to and fro once a turn, so the angular velocity grows with the speed alone.
    """
    for rotor in range(ROTORS):
        for j in range(W):
            speed = rotor_speed_radps[rotor * W + j]
            turned = imu_rotor_phase_rad[rotor * W + j] + period_s * speed
            phase = turned - TWO_PI * round_nearest(turned / TWO_PI)
            imu_rotor_phase_rad[rotor * W + j] = phase
            share = speed / NOMINAL_RADPS
            accel_limit = imu_accel_limit_mps2[j]
            gyro_limit = imu_gyro_limit_radps[j]
            for axis in range(3):
                i = axis * W + j
                sine, cosine = sin_cos(phase + THIRD_TURN * axis)
                accel = imu_accel_frd_mps2[i] + imu_rotor_accel_mps2[j] * share * share * sine
                gyro = imu_gyro_frd_radps[i] + imu_rotor_gyro_radps[j] * share * cosine
                imu_accel_frd_mps2[i] = clamp(accel, -accel_limit, accel_limit)
                imu_gyro_frd_radps[i] = clamp(gyro, -gyro_limit, gyro_limit)
