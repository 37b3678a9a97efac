"""The inertial unit's columns."""

from simloop.component import Component, FloatRow, held, param, sample
from simloop.math.vector import Vec3


class Imu(Component, prefix="imu"):
    """The IMU: its errors and limits, its biases, and what it says."""

    accel_sigma_mps2: float = param("m/s^2", "white noise of one sample", frame="FRD")
    gyro_sigma_radps: float = param("rad/s", "white noise of one sample", frame="FRD")
    accel_limit_mps2: float = param("m/s^2", "largest reading", frame="FRD", default=1e9)
    gyro_limit_radps: float = param("rad/s", "largest reading", frame="FRD", default=1e9)
    accel_bias_range_mps2: float = param("m/s^2", "turn-on bias lies within +- this", frame="FRD")
    gyro_bias_range_radps: float = param("rad/s", "turn-on bias lies within +- this", frame="FRD")
    accel_bias_decay: float = param("1", "what a drift step keeps", default=1.0)
    gyro_bias_decay: float = param("1", "what a drift step keeps", default=1.0)
    accel_bias_kick_mps2: float = param("m/s^2", "what a drift step adds, 1 sigma", frame="FRD")
    gyro_bias_kick_radps: float = param("rad/s", "what a drift step adds, 1 sigma", frame="FRD")
    heating_k: float = param("K", "how much warmer than the air it gets")
    heating_decay: float = param("1", "what a drift step leaves of the warm-up", default=1.0)
    accel_bias_frd_mps2: Vec3 = held("m/s^2", "accelerometer bias", frame="FRD")
    gyro_bias_frd_radps: Vec3 = held("rad/s", "gyro bias", frame="FRD")
    temperature_k: float = held("K", "temperature of the unit", default=288.15)
    accel_frd_mps2: Vec3 = sample("m/s^2", "specific force: (0, 0, -g) at rest", frame="FRD")
    gyro_frd_radps: Vec3 = sample("rad/s", "angular velocity", frame="FRD")
    sequence: float = sample("1", "samples shown so far")


class MeanMotion(Component, prefix="imu_mean"):
    """What an IMU that shows fewer samples than there are ticks has felt since the last one."""

    rate_frd_radps: Vec3 = held("rad/s", "mean angular velocity", frame="FRD")
    acceleration_frd_mps2: Vec3 = held("m/s^2", "mean acceleration", frame="FRD")


class Shaker(Component, prefix="imu_shaker"):
    """Vibration of one frequency, as of an engine or a gimbal."""

    hz: float = param("Hz", "its frequency")
    accel_mps2: float = param("m/s^2", "amplitude on each axis", frame="FRD")
    gyro_radps: float = param("rad/s", "amplitude on each axis", frame="FRD")


class Imbalance(Component, prefix="imu_rotor"):
    """Vibration of each rotor, once a turn."""

    accel_mps2: float = param("m/s^2", "amplitude at 100 turns per second", frame="FRD")
    gyro_radps: float = param("rad/s", "amplitude at 100 turns per second", frame="FRD")
    phase_rad: FloatRow = held("rad", "angle of the rotor's imbalance", size="ROTORS")
