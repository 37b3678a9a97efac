"""What shakes the inertial unit: a shaker of one frequency, and rotors out of balance."""

from simloop.component import Mut
from simloop.math.scalar import round_nearest, sin_cos
from simloop.math.vector import Vec3
from simloop.systems.imu.components import Imbalance, Imu, Shaker
from simloop.world.rotors import Rotors

TWO_PI = 6.283185307179586
THIRD_TURN = 2.0943951023931953
# Rotor speed at which rotors shake as much as their numbers say: 100 turns per second.
NOMINAL_RADPS = 628.3185307179587


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
