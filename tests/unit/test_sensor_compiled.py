"""Compiled sensors give the bits of the interpreted ones, and work on whole vectors."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from packed_lanes import instructions_of
from simloop.systems import airspeed, barometer, battery, gnss, imu, magnetometer
from simloop.systems import range as sonar
from simloop.testing.sensor_bench import SensorBench
from simloop.world.plugin import VehicleKit

TRUTH_COLUMNS = (
    "position_ned_m",
    "velocity_frd_mps",
    "rate_frd_radps",
    "acceleration_frd_mps2",
    "wind_ned_mps",
)


def equip_all(kit: VehicleKit) -> None:
    """Every sensor, at rates that make them all sample within a few ticks, some delayed."""
    imu.equip(kit, imu.Config(bias_rate_hz=200.0))
    barometer.equip(kit, barometer.Config(rate_hz=200.0, resolution_pa=0.5))
    magnetometer.equip(kit, magnetometer.Config(rate_hz=100.0, delay_s=0.0025))
    gnss.equip(kit, gnss.Config(rate_hz=100.0, delay_s=0.025, start_wander=1.0))
    airspeed.equip(kit, airspeed.Config(rate_hz=200.0))
    sonar.equip(kit, sonar.Config(rate_hz=200.0))
    battery.equip(kit, battery.Config(rate_hz=200.0))


def moving_bench(count: int, *, compiled: bool) -> SensorBench:
    """Vehicles in different states."""
    bench = SensorBench(equip_all, count=count, compiled=compiled)
    bench.set("origin_llh", (0.7, -1.9, 1387.0))
    random = np.random.default_rng(7)
    for model in bench.world.models():
        for column in TRUTH_COLUMNS:
            bench.world.vector(model.entity, column)[:] = random.normal(0.0, 3.0, 3)
        attitude = random.normal(size=4)
        bench.world.vector(model.entity, "attitude_wxyz")[:] = attitude / np.linalg.norm(attitude)
    return bench


@pytest.mark.parametrize("count", [1, 20])
def test_compiled_equals_interpreted_bit_by_bit(count: int) -> None:
    compiled, plain = moving_bench(count, compiled=True), moving_bench(count, compiled=False)
    for bench in (compiled, plain):
        bench.run(30)
    (table,) = plain.world.tables
    for column in table.layout.places:
        assert np.array_equal(compiled.read(column), plain.read(column)), column
    assert compiled.world.state_hash() == plain.world.state_hash()
    assert np.all(plain.read("gnss_sequence") == 5.0)


def test_a_vehicle_reads_the_same_alone_and_in_a_fleet() -> None:
    alone, fleet = moving_bench(1, compiled=False), moving_bench(20, compiled=False)
    for bench in (alone, fleet):
        bench.run(10)
    for column in ("imu_accel_frd_mps2", "baro_pressure_pa", "mag_field_frd_t", "sonar_range_m"):
        assert np.array_equal(alone.first(column), fleet.first(column)), column


EQUIP: dict[str, Callable[[VehicleKit], Any]] = {
    "imu": lambda kit: imu.equip(kit, imu.Config()),
    "baro": lambda kit: barometer.equip(kit, barometer.Config()),
    "mag": lambda kit: magnetometer.equip(kit, magnetometer.Config()),
    "gnss": lambda kit: gnss.equip(kit, gnss.Config(delay_s=0.0)),
    "diff_pressure": lambda kit: airspeed.equip(kit, airspeed.Config()),
    "sonar": lambda kit: sonar.equip(kit, sonar.Config()),
    "battery": lambda kit: battery.equip(kit, battery.Config()),
}


@pytest.mark.parametrize("sensor", EQUIP)
def test_sixteen_lanes_become_packed_instructions(sensor: str) -> None:
    bench = SensorBench(EQUIP[sensor], count=16, compiled=True)
    (table,) = bench.world.tables
    packed, scalar, _ = instructions_of(table, sensor)
    assert packed > 0
    # What is the same for all lanes is worked out once; unrolled lanes would be more.
    assert scalar <= packed + 2
