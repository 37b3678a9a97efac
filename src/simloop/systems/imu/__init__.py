"""The inertial unit: accelerometer, gyro and temperature."""

from dataclasses import replace

from simloop.kernels.sensors.error_model import walk_kick, wander_decay, white_sigma
from simloop.systems.imu.components import Imbalance, Imu, MeanMotion, Shaker
from simloop.systems.imu.kernel import (
    average_motion,
    drift_imu,
    shake_by_rotors,
    shake_imu,
    take_imu,
    turn_on_imu,
)
from simloop.timing.rates import period_ticks
from simloop.world.plugin import VehicleKit
from simloop.world.sampling import Sensor, add_sensor
from simloop.world.setting import NotNegative, Positive, setting, settings
from simloop.world.system import BlockSystem, Stage

IMU = Sensor(name="imu", component=Imu, take=take_imu)

TURN_ON = BlockSystem(name="imu_turn_on", stage=Stage.SENSE, block=turn_on_imu)

DRIFT = BlockSystem(name="imu_drift", stage=Stage.SENSE, block=drift_imu, after=("imu_turn_on",))

SHAKE = BlockSystem(name="imu_shaker", stage=Stage.SENSE, block=shake_imu, after=("imu",))
SHAKE_BY_ROTORS = BlockSystem(
    name="imu_imbalance", stage=Stage.SENSE, block=shake_by_rotors, after=("imu",)
)

AVERAGE = BlockSystem(name="imu_average", stage=Stage.SENSE, block=average_motion)
# What a slow unit samples instead of the motion of the tick.
MEANS = {
    "rate_frd_radps": "imu_mean_rate_frd_radps",
    "acceleration_frd_mps2": "imu_mean_acceleration_frd_mps2",
}


@settings
class Config:
    """How good the IMU is.

    White noise and walks are ROSflight's, as densities: at 400 Hz a sample has 0.2 m/s^2 and
    0.00226 rad/s. The turn-on biases are those of a calibrated unit; ROSflight's (0.6 m/s^2 and
    0.25 rad/s) need a calibration before flight. A bias wanders about its turn-on value with a
    steady spread of walk * sqrt(time constant / 2).
    """

    rate_hz: float | None = None
    """Samples per second; every tick when not set. A slower unit shows means over its period."""
    delay_s: NotNegative = 0.0
    """From taking a sample to showing it, rounded to whole ticks."""
    accel_noise_density: NotNegative = 0.01
    """White noise of the accelerometer, m/s^2/sqrt(Hz)."""
    gyro_noise_density: NotNegative = setting(0.000113, "White noise of the gyro, rad/s/sqrt(Hz).")
    accel_bias_range_mps2: NotNegative = 0.05
    """Turn-on bias of each accelerometer axis: uniform within plus and minus this."""
    gyro_bias_range_radps: NotNegative = 0.01
    """Turn-on bias of each gyro axis: uniform within plus and minus this."""
    accel_bias_walk: NotNegative = 0.0002
    """What drives the accelerometer bias, m/s^2/sqrt(s)."""
    accel_bias_time_constant_s: Positive = 1000.0
    """How long the accelerometer bias remembers; infinite for a random walk."""
    gyro_bias_walk: NotNegative = setting(0.00165, "What drives the gyro bias, rad/s/sqrt(s).")
    gyro_bias_time_constant_s: Positive = 0.05
    """How long the gyro bias remembers; infinite for a random walk."""
    bias_rate_hz: Positive = 50.0
    """How often biases and temperature move; their statistics do not depend on it."""
    accel_limit_mps2: Positive = setting(156.9064, "Largest reading of the accelerometer: 16 g.")
    gyro_limit_radps: Positive = 34.906585
    """Largest reading of the gyro: 2000 degrees per second."""
    shaker_hz: NotNegative = 0.0
    """Frequency of a vibration, as of an engine; half the sample rate and more folds back."""
    shaker_accel_mps2: NotNegative = 0.0
    """Its amplitude on each axis of the accelerometer; 0 for none."""
    shaker_gyro_radps: NotNegative = 0.0
    """Its amplitude on each axis of the gyro; 0 for none."""
    rotor_accel_mps2: NotNegative = 0.0
    """What each rotor shakes the accelerometer once a turn, at 100 turns a second; 0 for none."""
    rotor_gyro_radps: NotNegative = 0.0
    """What each rotor shakes the gyro once a turn, at 100 turns a second; 0 for none."""
    heating_k: float = setting(12.0, "How much warmer than the air the unit gets.")
    heating_time_constant_s: Positive = setting(60.0, "How long it takes to warm up by two thirds.")


def equip(kit: VehicleKit, config: Config) -> None:
    """Give the vehicle an IMU."""
    rate_hz = float(kit.tick_rate_hz) if config.rate_hz is None else config.rate_hz
    lines = add_sensor(
        kit, IMU, rate_hz=rate_hz, delay_s=config.delay_s, after=("imu_turn_on", "imu_drift")
    )
    ticks = period_ticks(rate_hz, kit.tick_rate_hz, "imu")
    if ticks > 1:
        _average(kit, ticks)
    # Turn-on asks for vehicles without samples, so it looks where samples are counted first.
    kit.system(replace(TURN_ON, rate_hz=rate_hz, bind=lines))
    kit.system(replace(DRIFT, rate_hz=config.bias_rate_hz))
    accel_s, gyro_s = config.accel_bias_time_constant_s, config.gyro_bias_time_constant_s
    period_s = 1.0 / config.bias_rate_hz
    kit.component(
        Imu,
        config,
        accel_sigma_mps2=white_sigma(config.accel_noise_density, rate_hz),
        gyro_sigma_radps=white_sigma(config.gyro_noise_density, rate_hz),
        accel_bias_decay=wander_decay(accel_s, period_s),
        gyro_bias_decay=wander_decay(gyro_s, period_s),
        accel_bias_kick_mps2=walk_kick(config.accel_bias_walk, accel_s, period_s),
        gyro_bias_kick_radps=walk_kick(config.gyro_bias_walk, gyro_s, period_s),
        heating_decay=wander_decay(config.heating_time_constant_s, period_s),
    )
    _shake(kit, config, rate_hz, lines)


def _shake(kit: VehicleKit, config: Config, rate_hz: float, lines: dict[str, str]) -> None:
    """Vibration is a system of its own, so that a unit without it costs nothing."""
    # It moves the newest sample, wherever that waits.
    shaken = {name: line for name, line in lines.items() if name != "imu_sequence"}
    accel, gyro = config.shaker_accel_mps2, config.shaker_gyro_radps
    if accel > 0.0 or gyro > 0.0:
        kit.component(Shaker, hz=config.shaker_hz, accel_mps2=accel, gyro_radps=gyro)
        kit.system(replace(SHAKE, rate_hz=rate_hz, bind=shaken))
    accel, gyro = config.rotor_accel_mps2, config.rotor_gyro_radps
    if accel > 0.0 or gyro > 0.0:
        kit.component(Imbalance, accel_mps2=accel, gyro_radps=gyro)
        kit.system(replace(SHAKE_BY_ROTORS, rate_hz=rate_hz, bind=shaken))


def _average(kit: VehicleKit, ticks: int) -> None:
    kit.constant("IMU_TICKS", ticks)
    kit.component(MeanMotion)
    kit.system(AVERAGE)
    place = next(n for n, system in enumerate(kit.systems) if system.name == IMU.name)
    take = kit.systems[place]
    kit.systems[place] = replace(take, bind={**take.bind, **MEANS})
