"""A delayed sample shows exactly its delay after it was taken, however many are under way."""

import pytest

from simloop.systems import barometer, gnss, imu
from simloop.testing.sensor_bench import SensorBench
from simloop.world.plugin import VehicleKit

LAST_TICK = 120


def shown_after(delay_s: float, rate_hz: float) -> dict[int, tuple[float, int]]:
    """For each tick with a new sample: its count, and the tick it was taken in.

    The height grows by 10 m a tick, so that pressure tells when the sample was taken.
    """
    config = barometer.Config(
        rate_hz=rate_hz, delay_s=delay_s, noise_density=0.0, bias_range_pa=0.0, bias_walk=0.0
    )
    bench = SensorBench(lambda kit: barometer.equip(kit, config))
    direct = SensorBench(
        lambda kit: barometer.equip(
            kit,
            barometer.Config(rate_hz=400.0, noise_density=0.0, bias_range_pa=0.0, bias_walk=0.0),
        )
    )
    pressure_of: dict[float, int] = {}
    seen: dict[int, tuple[float, int]] = {}
    count = 0.0
    for tick in range(1, LAST_TICK):
        for one in (bench, direct):
            one.set("position_ned_m", (0.0, 0.0, -10.0 * tick))
            one.run()
        pressure_of[float(direct.first("baro_pressure_pa")[0])] = tick
        if bench.first("baro_sequence")[0] != count:
            count = float(bench.first("baro_sequence")[0])
            seen[tick] = (count, pressure_of[float(bench.first("baro_pressure_pa")[0])])
    return seen


@pytest.mark.parametrize(
    ("delay_ticks", "period"), [(0, 8), (1, 8), (3, 8), (7, 8), (8, 8), (9, 8), (27, 8), (5, 1)]
)
def test_a_sample_shows_after_its_delay(delay_ticks: int, period: int) -> None:
    seen = shown_after(delay_ticks / 400.0, 400.0 / period)
    taken = list(range(period, LAST_TICK - delay_ticks, period))
    expected = {
        tick + delay_ticks: (float(number), tick) for number, tick in enumerate(taken, start=1)
    }
    assert seen == expected


def test_noise_does_not_depend_on_the_delay() -> None:
    def imu_with(delay_s: float) -> SensorBench:
        return SensorBench(lambda kit: imu.equip(kit, imu.Config(delay_s=delay_s)))

    direct, late = imu_with(0.0), imu_with(0.005)
    late.run(2)
    for column in ("imu_accel_frd_mps2", "imu_gyro_frd_radps", "imu_sequence"):
        at_once = direct.record(column, 12)
        delayed = late.record(column, 12)
        assert (at_once == delayed).all()
        direct, late = imu_with(0.0), imu_with(0.005)
        late.run(2)


def test_gnss_shows_after_20_ticks_by_default() -> None:
    bench = SensorBench(lambda kit: gnss.equip(kit, gnss.Config()))
    counts = bench.record("gnss_sequence", 100).ravel()
    assert counts.tolist() == [0.0] * 59 + [1.0] * 40 + [2.0]
    assert bench.first("gnss_fix_type")[0] == 3.0
    assert bench.first("gnss_satellites")[0] == 15.0


def test_without_delay_there_is_one_system_and_no_line() -> None:
    kit = VehicleKit(400)
    barometer.equip(kit, barometer.Config())
    assert [system.name for system in kit.systems] == ["baro"]
    assert {component.name for component in kit.components} == {"baro_model", "baro"}


def test_a_negative_delay_is_refused() -> None:
    with pytest.raises(ValueError, match="barometer: delay_s must not be negative"):
        barometer.equip(VehicleKit(400), barometer.Config(delay_s=-0.1))
