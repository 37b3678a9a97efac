"""A small world of kinematic differential drives with IMU, GNSS and compass, and no server."""

from math import hypot, radians, sqrt

from simloop.adapters.lightweight.config import LightweightConfig
from simloop.math.magnetic_field import field_ned_t
from simloop.systems import differential_drive, gnss, imu, magnetometer
from simloop.timing.clock import US_PER_S
from simloop.world.body import BODY_COMPONENTS
from simloop.world.entities import Entity
from simloop.world.plugin import VehicleClass, VehicleKit
from simloop.world.runner import Runner
from simloop.world.world import ModelSpec, World

# The magnetic field changes by less than its noise within years.
_YEAR = 2025.0
_COMPASS_RATE_HZ = 50.0


class Drives:
    """The world of an adapter that stands alone."""

    def __init__(self, config: LightweightConfig) -> None:
        self.world = World(seed=config.seed, tick_rate_hz=config.tick_rate_hz)
        self.fleet: list[tuple[int, Entity]] = []
        self._runner = Runner(self.world, compiled=config.compiled)
        self._ticks = config.step_size_us * config.tick_rate_hz // US_PER_S
        spec, height_m = _spec(config)
        self.world.reserve(spec, len(config.vehicles))
        for row, number in enumerate(sorted(config.vehicles)):
            place = (0.0, row * config.spacing_m, -height_m)
            entity = self.world.spawn(f"rover_{number}", spec, {"position_ned_m": place})
            self.fleet.append((number, entity))

    def step(self) -> None:
        """Let one step pass."""
        self._runner.advance(self._ticks)


def _spec(config: LightweightConfig) -> tuple[ModelSpec, float]:
    kit = VehicleKit(config.tick_rate_hz)
    for component in BODY_COMPONENTS:
        kit.component(component)
    latitude_deg, longitude_deg, height_m = config.origin_llh_deg
    origin = (radians(latitude_deg), radians(longitude_deg), height_m)
    field_t = field_ned_t(*origin, _YEAR)
    kit.value("origin_llh", origin)
    drive = differential_drive.Config(
        wheel_base_m=config.wheel_base_m,
        max_speed_mps=config.max_speed_mps,
        max_turn_rate_radps=config.max_turn_rate_radps,
    )
    differential_drive.equip(kit, drive)
    imu.equip(kit, _imu(config))
    gnss.equip(kit, _gnss(config))
    magnetometer.equip(kit, _compass(config, field_t))
    kit.value("mag_world_field_ned_t", field_t)
    return ModelSpec(VehicleClass.from_kit(kit), dict(kit.values)), drive.ride_height_m


def _imu(config: LightweightConfig) -> imu.Config:
    per_sample = sqrt(config.tick_rate_hz)
    return imu.Config(
        accel_noise_density=config.accel_sigma_mps2 / per_sample,
        gyro_noise_density=config.gyro_sigma_radps / per_sample,
        accel_bias_range_mps2=0.0,
        gyro_bias_range_radps=0.0,
        accel_bias_walk=0.0,
        gyro_bias_walk=0.0,
    )


def _gnss(config: LightweightConfig) -> gnss.Config:
    density = config.gnss_sigma_m / sqrt(config.gnss_rate_hz)
    return gnss.Config(
        rate_hz=config.gnss_rate_hz,
        delay_s=0.0,
        horizontal_noise_density=density,
        vertical_noise_density=density,
        velocity_noise_density=0.00316 if config.gnss_sigma_m > 0.0 else 0.0,
        horizontal_wander_m=0.0,
        vertical_wander_m=0.0,
        accuracy=(config.gnss_sigma_m, config.gnss_sigma_m, 0.01),
    )


def _compass(config: LightweightConfig, field_t: tuple[float, float, float]) -> magnetometer.Config:
    """The heading's noise is that of the field across its level part."""
    level_t = hypot(field_t[0], field_t[1])
    return magnetometer.Config(
        rate_hz=_COMPASS_RATE_HZ,
        noise_density=config.compass_sigma_rad * level_t / sqrt(_COMPASS_RATE_HZ),
        bias_range_t=0.0,
        bias_walk=0.0,
    )
