"""The IMU: values at rest and in motion, noise by density, biases, limits, temperature."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from simloop.math.quaternion import from_euler
from simloop.systems import imu
from simloop.testing.sensor_bench import SensorBench
from simloop.world.plugin import VehicleKit

QUIET: dict[str, Any] = {
    "accel_noise_density": 0.0,
    "gyro_noise_density": 0.0,
    "accel_bias_range_mps2": 0.0,
    "gyro_bias_range_radps": 0.0,
    "accel_bias_walk": 0.0,
    "gyro_bias_walk": 0.0,
}
AT_REST = np.array([0.0, 0.0, -9.80665])


def imu_bench(tick_rate_hz: int = 400, count: int = 1, seed: int = 0, **config: Any) -> SensorBench:
    return SensorBench(
        lambda kit: imu.equip(kit, imu.Config(**config)),
        tick_rate_hz=tick_rate_hz,
        count=count,
        seed=seed,
    )


def record_both(bench: SensorBench, samples: int) -> tuple[NDArray[Any], NDArray[Any]]:
    """The errors of accelerometer and gyro of one vehicle at rest."""
    accel, gyro = [], []
    for _ in range(samples):
        bench.run()
        accel.append(bench.first("imu_accel_frd_mps2") - AT_REST)
        gyro.append(bench.first("imu_gyro_frd_radps"))
    return np.array(accel), np.array(gyro)


def test_at_rest_it_reads_minus_g_down_and_no_rate() -> None:
    bench = imu_bench(**QUIET)
    bench.run()
    assert bench.first("imu_accel_frd_mps2") == pytest.approx([0.0, 0.0, -9.80665], abs=1e-12)
    assert bench.first("imu_gyro_frd_radps") == pytest.approx([0.0, 0.0, 0.0], abs=0.0)


def test_in_free_fall_it_reads_nothing() -> None:
    bench = imu_bench(**QUIET)
    bench.set("attitude_wxyz", from_euler(0.3, -0.2, 1.0))
    gravity_frd = [
        9.80665 * 0.19866933079506122,
        9.80665 * 0.29552020666133955 * 0.9800665778412416,
        9.80665 * 0.955336489125606 * 0.9800665778412416,
    ]
    bench.set("acceleration_frd_mps2", gravity_frd)
    bench.run()
    assert bench.first("imu_accel_frd_mps2") == pytest.approx([0.0, 0.0, 0.0], abs=1e-12)


def test_tilted_it_sees_gravity_on_the_low_side() -> None:
    bench = imu_bench(**QUIET)
    bench.set("attitude_wxyz", from_euler(np.pi / 2.0, 0.0, 0.7))
    bench.set("rate_frd_radps", (0.1, -0.2, 0.3))
    bench.run()
    assert bench.first("imu_accel_frd_mps2") == pytest.approx([0.0, -9.80665, 0.0], abs=1e-12)
    assert bench.first("imu_gyro_frd_radps") == pytest.approx([0.1, -0.2, 0.3], abs=1e-15)


@pytest.mark.parametrize("rate_hz", [100, 400])
def test_white_noise_has_its_density_at_any_rate(rate_hz: int) -> None:
    noisy = QUIET | {"accel_noise_density": 0.01, "gyro_noise_density": 0.0005}
    bench = imu_bench(rate_hz, **noisy)
    accel, gyro = record_both(bench, 2500)
    root = np.sqrt(rate_hz)
    assert accel.std() / root == pytest.approx(0.01, rel=0.04)
    assert gyro.std() / root == pytest.approx(0.0005, rel=0.04)
    # No axis copies another, and no sample the one before.
    everything = np.hstack([accel / accel.std(), gyro / gyro.std()])
    assert np.abs(np.corrcoef(everything.T) - np.eye(6)).max() < 0.1
    assert np.abs((everything[1:] * everything[:-1]).mean(axis=0)).max() < 0.1


def test_the_default_noise_is_that_of_rosflight_at_400_hz() -> None:
    bench = imu_bench()
    assert bench.first("imu_accel_sigma_mps2") == pytest.approx(0.2)
    assert bench.first("imu_gyro_sigma_radps") == pytest.approx(0.00226)


def test_turn_on_biases_fill_their_range_and_differ_between_vehicles() -> None:
    ranges = QUIET | {"accel_bias_range_mps2": 0.6, "gyro_bias_range_radps": 0.25}
    bench = imu_bench(count=300, **ranges)
    bench.run()
    accel = bench.read("imu_accel_frd_mps2") - AT_REST
    gyro = bench.read("imu_gyro_frd_radps")
    for biases, half_range in ((accel, 0.6), (gyro, 0.25)):
        assert np.abs(biases).max() < half_range
        assert biases.std() == pytest.approx(half_range / np.sqrt(3.0), rel=0.07)
        assert len(np.unique(biases)) == biases.size
    assert bench.read("imu_accel_bias_frd_mps2") == pytest.approx(accel, abs=1e-12)


def test_a_vehicle_that_comes_later_has_its_bias_from_the_first_sample() -> None:
    bench = imu_bench(**QUIET | {"gyro_bias_range_radps": 0.25})
    bench.run(5)
    (record,) = bench.world.models()
    late = bench.world.spawn("late", record.facts["spec"], {})
    before = bench.first("imu_gyro_bias_frd_radps")
    bench.run()
    assert np.all(bench.world.vector(late, "imu_gyro_frd_radps") != 0.0)
    assert np.array_equal(bench.first("imu_gyro_bias_frd_radps"), before)


@pytest.mark.parametrize("bias_rate_hz", [20, 80])
def test_a_wandering_bias_has_its_spread_and_memory_at_any_rate(bias_rate_hz: int) -> None:
    wander = QUIET | {
        "accel_bias_walk": 0.2,
        "accel_bias_time_constant_s": 0.1,
        "gyro_bias_walk": 0.02,
        "gyro_bias_time_constant_s": 0.05,
        "bias_rate_hz": bias_rate_hz,
    }
    bench = imu_bench(bias_rate_hz, **wander)
    bench.run(bias_rate_hz)
    bias = bench.record("imu_accel_bias_frd_mps2", 40 * bias_rate_hz)[:, 0]
    assert bias.std() == pytest.approx(0.2 * np.sqrt(0.1 / 2.0), rel=0.12)
    memory = (bias[1:] * bias[:-1]).mean() / (bias * bias).mean()
    assert memory == pytest.approx(np.exp(-1.0 / (bias_rate_hz * 0.1)), abs=0.05)


def test_without_end_of_memory_the_bias_walks_with_the_root_of_time() -> None:
    endless = {"accel_bias_time_constant_s": float("inf"), "bias_rate_hz": 10.0}
    bench = imu_bench(10, count=80, **QUIET | {"accel_bias_walk": 0.1} | endless)
    bench.run(10)
    one_second = bench.read("imu_accel_bias_frd_mps2").std()
    bench.run(30)
    four_seconds = bench.read("imu_accel_bias_frd_mps2").std()
    assert one_second == pytest.approx(0.1, rel=0.2)
    assert four_seconds == pytest.approx(0.2, rel=0.2)


def test_readings_stop_at_the_limits() -> None:
    bench = imu_bench(**QUIET | {"accel_limit_mps2": 20.0, "gyro_limit_radps": 5.0})
    bench.set("acceleration_frd_mps2", (100.0, -100.0, 0.0))
    bench.set("rate_frd_radps", (7.0, -7.0, 1.0))
    bench.run()
    assert bench.first("imu_accel_frd_mps2") == pytest.approx([20.0, -20.0, -9.80665])
    assert bench.first("imu_gyro_frd_radps") == pytest.approx([5.0, -5.0, 1.0])


def test_the_unit_warms_up_above_the_air() -> None:
    bench = imu_bench(50, heating_k=12.0, heating_time_constant_s=2.0)
    bench.set("air_temperature_k", 280.0)
    bench.run()
    assert bench.first("imu_temperature_k")[0] == pytest.approx(280.0, abs=0.2)
    bench.run(99)
    warmed = 12.0 * (1.0 - np.exp(-1.0))
    assert bench.first("imu_temperature_k")[0] == pytest.approx(280.0 + warmed, abs=0.01)


def test_every_sample_is_counted() -> None:
    bench = imu_bench(rate_hz=200.0)
    counts = bench.record("imu_sequence", 6).ravel()
    assert counts.tolist() == [0.0, 1.0, 1.0, 2.0, 2.0, 3.0]


def test_a_slow_unit_shows_the_mean_of_its_period() -> None:
    still = {"accel_noise_density": 0.0, "accel_bias_range_mps2": 0.0, "accel_bias_walk": 0.0}
    bench = imu_bench(rate_hz=100.0, **still)
    seen = []
    for tick in range(12):
        # A jerk of one tick between two samples, as wheels without inertia make it.
        bench.set("acceleration_frd_mps2", [8.0 if tick == 5 else 0.0, 1.0, 0.0])
        bench.run()
        seen.append(bench.first("imu_accel_frd_mps2")[:2].tolist())
    assert seen[3::4] == [pytest.approx(each) for each in ([0.0, 1.0], [2.0, 1.0], [0.0, 1.0])]


@pytest.mark.parametrize(
    ("setting", "value"),
    [("accel_noise_density", -1.0), ("gyro_limit_radps", 0.0), ("gyro_bias_walk", float("nan"))],
)
def test_a_senseless_setting_is_refused_by_name(setting: str, value: float) -> None:
    wrong: dict[str, Any] = {setting: value}
    with pytest.raises(ValueError, match=setting):
        imu_bench(**wrong)


def test_a_rate_that_does_not_fit_is_refused_with_those_that_do() -> None:
    with pytest.raises(ValueError, match="300 Hz does not divide the tick rate of 400 Hz"):
        imu_bench(rate_hz=300.0)


def test_a_shaker_shows_its_frequency_and_size_and_no_mean() -> None:
    bench = imu_bench(**QUIET, shaker_hz=97.0, shaker_gyro_radps=0.8, shaker_accel_mps2=4.0)
    accel, gyro = record_both(bench, 400)
    for numbers, size in ((accel, 4.0), (gyro, 0.8)):
        lines = np.abs(np.fft.rfft(numbers, axis=0)) / 200.0
        assert lines[97] == pytest.approx([size] * 3, rel=1e-6)
        assert np.delete(lines, 97, axis=0).max() < 1e-9


def test_a_delayed_unit_is_shaken_where_its_samples_wait() -> None:
    late = imu_bench(**QUIET, delay_s=0.01, shaker_hz=97.0, shaker_gyro_radps=0.8)
    soon = imu_bench(**QUIET, shaker_hz=97.0, shaker_gyro_radps=0.8)
    _, late_gyro = record_both(late, 100)
    _, soon_gyro = record_both(soon, 100)
    assert late_gyro[10:] == pytest.approx(soon_gyro[6:-4])


def test_a_unit_that_is_not_shaken_has_no_such_system() -> None:
    def systems(**config: float) -> set[str]:
        kit = VehicleKit(400)
        imu.equip(kit, imu.Config(**config))
        return {system.name for system in kit.systems}

    assert systems(shaker_gyro_radps=0.1) - systems() == {"imu_shaker"}
    assert systems(rotor_gyro_radps=0.1) - systems() == {"imu_imbalance"}
