"""The sonar: slant range, limits, lost echo, noise."""

from typing import Any

import numpy as np
import pytest

from simloop.math.quaternion import from_euler, rotate_to_world
from simloop.systems import range as sonar
from simloop.testing.sensor_bench import SensorBench


def sonar_bench(rate_hz: int = 20, **config: Any) -> SensorBench:
    chosen = sonar.Config(rate_hz=rate_hz, **config)
    return SensorBench(lambda kit: sonar.equip(kit, chosen), tick_rate_hz=rate_hz)


@pytest.mark.parametrize(
    ("roll", "pitch", "height_m", "range_m"),
    [
        (0.0, 0.0, 3.0, 3.0),
        (np.radians(60.0), 0.0, 3.0, 6.0),
        (0.3, -0.4, 2.0, 2.0 / (np.cos(0.3) * np.cos(0.4))),
        (np.radians(60.0), 0.0, 5.0, 8.0),
        (np.radians(90.0), 0.0, 3.0, 8.0),
        (np.radians(180.0), 0.0, 3.0, 8.0),
        (0.0, 0.0, 0.1, 0.25),
        (0.0, 0.0, 100.0, 8.0),
    ],
)
def test_it_reads_the_distance_along_the_beam(
    roll: float, pitch: float, height_m: float, range_m: float
) -> None:
    bench = sonar_bench(noise_density=0.0)
    bench.set("attitude_wxyz", from_euler(roll, pitch, 2.0))
    bench.set("ground_down_m", 2.0)
    bench.set("position_ned_m", (5.0, 5.0, 2.0 - height_m))
    bench.run()
    assert bench.first("sonar_range_m")[0] == pytest.approx(range_m, abs=1e-12)


@pytest.mark.parametrize(
    ("euler", "slope"),
    [
        ((0.0, 0.0, 0.0), (0.3, -0.2)),
        ((0.2, -0.3, 2.0), (0.0, 0.0)),
        ((0.2, -0.3, 2.0), (0.3, -0.2)),
        ((-0.4, 0.1, -1.0), (-0.5, 0.4)),
    ],
)
def test_on_a_slope_the_beam_ends_on_the_plane(
    euler: tuple[float, float, float], slope: tuple[float, float]
) -> None:
    bench = sonar_bench(noise_density=0.0)
    attitude = from_euler(*euler)
    bench.set("attitude_wxyz", attitude)
    bench.set("ground_down_m", 2.0)
    bench.set("ground_slope_ne", slope)
    bench.set("position_ned_m", (5.0, 5.0, -0.5))
    bench.run()
    north, east, down = np.array(rotate_to_world(*attitude, 0.0, 0.0, 1.0)) * bench.first(
        "sonar_range_m"
    )
    assert -0.5 + down == pytest.approx(2.0 + slope[0] * north + slope[1] * east, abs=1e-12)


def test_a_beam_that_leaves_the_slope_has_no_echo() -> None:
    bench = sonar_bench(noise_density=0.0)
    # Looking 50 degrees to the north, where the ground falls away at 45 degrees.
    bench.set("attitude_wxyz", from_euler(0.0, np.radians(50.0), 0.0))
    bench.set("ground_slope_ne", (1.0, 0.0))
    bench.set("position_ned_m", (0.0, 0.0, -1.0))
    bench.run()
    assert bench.first("sonar_range_m")[0] == 8.0


@pytest.mark.parametrize("rate_hz", [10, 40])
def test_white_noise_has_its_density_at_any_rate(rate_hz: int) -> None:
    bench = sonar_bench(rate_hz, noise_density=0.0067)
    bench.set("position_ned_m", (0.0, 0.0, -4.0))
    readings = bench.record("sonar_range_m", 3000)
    assert readings.std() / np.sqrt(rate_hz) == pytest.approx(0.0067, rel=0.06)
    assert readings.mean() == pytest.approx(4.0, abs=0.004)


def test_noise_never_leaves_the_limits() -> None:
    bench = sonar_bench(noise_density=0.1)
    bench.set("position_ned_m", (0.0, 0.0, -0.3))
    low = bench.record("sonar_range_m", 50)
    bench.set("position_ned_m", (0.0, 0.0, -7.9))
    high = bench.record("sonar_range_m", 50)
    assert low.min() == 0.25
    assert high.max() == 8.0
    assert low.max() > 0.3
    assert high.min() < 7.9


def test_readings_come_in_steps() -> None:
    bench = sonar_bench(noise_density=0.0, resolution_m=0.5)
    bench.set("position_ned_m", (0.0, 0.0, -3.1))
    bench.run()
    assert bench.first("sonar_range_m")[0] == 3.0


def test_limits_in_the_wrong_order_are_refused() -> None:
    with pytest.raises(ValueError, match="min_range_m must be below"):
        sonar_bench(min_range_m=2.0, max_range_m=1.0)
