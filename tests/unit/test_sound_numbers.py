"""Sensors that say what is no number: the navigation leaves it out and forgets it."""

import numpy as np
import pytest
from navigation_bench import NavigationBench

from simloop.firmware.maths import is_number
from simloop.firmware.navigation.tasks import NAVIGATION_TASKS


def rig(*names: str) -> NavigationBench:
    tasks = [task for task in NAVIGATION_TASKS if task.name in names]
    return NavigationBench(compiled=False, tasks=tasks)


@pytest.mark.parametrize("number", [0.0, -1e300, 5e-324])
def test_numbers_are_numbers(number: float) -> None:
    assert is_number(number)


@pytest.mark.parametrize("number", [float("nan"), float("inf"), float("-inf")])
def test_what_is_none_or_endless_is_not(number: float) -> None:
    assert not is_number(number)


def test_the_last_rate_stands_in_for_one_that_is_none() -> None:
    bench = rig("fw_imu")
    bench.set(imu_gyro_frd_radps=(0.1, 0.2, 0.3), imu_accel_frd_mps2=(1.0, 2.0, -9.0))
    bench.run(2)
    bench.set(imu_gyro_frd_radps=(np.nan, 0.4, np.inf), imu_accel_frd_mps2=(np.nan, 3.0, -8.0))
    bench.run(2)
    assert bench.view("fw_clean_gyro_frd_radps").tolist() == [0.1, 0.4, 0.3]
    assert bench.view("fw_mid_gyro_frd_radps").tolist() == [0.1, 0.4, 0.3]
    assert bench.view("fw_clean_accel_frd_mps2").tolist() == [1.0, 3.0, -8.0]


@pytest.mark.parametrize("aligned", [0.0, 1.0])
@pytest.mark.parametrize("column", ["gnss_llh", "gnss_velocity_ned_mps"])
def test_a_fix_that_is_none_leaves_no_trace(column: str, aligned: float) -> None:
    bench = rig("fw_gnss_fix")
    bench.set(fw_aligned=aligned, gnss_fix_type=3.0, gnss_accuracy=1.0, gnss_llh=(0.7, 0.1, 100.0))
    for _ in range(3):
        bench.view("gnss_sequence")[:] += 1.0
        bench.run(8)
    kept = ("fw_origin_llh", "fw_origin_fixes", "fw_ekf_sum", "fw_ekf_count")
    before = {name: bench.view(name).copy() for name in kept}
    good = bench.view(column).copy()
    bench.view(column)[1] = np.nan
    bench.view("gnss_sequence")[:] += 1.0
    bench.run(8)
    for name in kept:
        assert np.array_equal(bench.view(name), before[name]), name
    bench.view(column)[:] = good
    bench.view("gnss_sequence")[:] += 1.0
    bench.run(8)
    moved = "fw_ekf_count" if aligned else "fw_origin_fixes"
    assert not np.array_equal(bench.view(moved), before[moved]), "the next fix counts again"


def test_a_pressure_that_is_none_is_no_sample() -> None:
    bench = rig("fw_pitot")
    bench.set(fw_air_density_kgpm3=1.2, diff_pressure_pa=240.0)
    bench.view("diff_pressure_sequence")[:] += 1.0
    bench.run(8)
    before = bench.get("fw_pitot_pressure_pa")
    assert before > 0.0
    bench.set(diff_pressure_pa=np.nan)
    bench.view("diff_pressure_sequence")[:] += 1.0
    bench.run(8)
    assert bench.get("fw_pitot_pressure_pa") == before
    assert bench.get("fw_pitot_age_s") > 0.0
