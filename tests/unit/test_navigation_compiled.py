"""The navigation compiled: the bits of plain Python, lanes that do not see each other, vectors."""

import ast
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from navigation_bench import FIELDS, NavigationBench, Swing

import simloop.firmware.navigation as package
from packed_lanes import instructions_of
from simloop.firmware.codes import Calibrate
from simloop.firmware.fields.navigation import PARAMETERS, STATE
from simloop.firmware.navigation.tasks import NAVIGATION_TASKS
from simloop.math.geodesy import ned_to_llh
from simloop.world.kernel_columns import columns_of

# The first run on a machine compiles.
pytestmark = pytest.mark.timeout(900)

ROWS = 3
TICKS = 720


def live(bench: NavigationBench, row: int, only: int | None = None) -> None:
    """Set up one row: a wing, a multirotor that gets calibrated, one whose filter breaks down."""
    place = row if only is None else only
    bench.set(
        row,
        fw_align_time_s=0.4,
        fw_airframe=1.0 if place == 0 else 0.0,
        fw_airspeed_least_mps=2.0,
        fw_gnss_reset_time_s=0.5,
        fw_calibration_kind=Calibrate.IMU if place == 1 else 0.0,
    )


def feed(bench: NavigationBench, row: int, tick: int, place: int) -> None:
    """Samples of one tick: at rest for 0.6 s, then a swing, GNSS off by 300 m in the end."""
    random = np.random.default_rng(1000 * tick + place)
    t = max(0.0, tick / 400 - 0.6)
    swing = Swing()
    moving = t > 0.0
    rate = swing.rate_frd_radps(t) if moving else np.zeros(3)
    force = swing.force_frd_mps2(t) if moving else np.array([0.0, 0.0, -9.80665])
    bench.set(row, imu_gyro_frd_radps=rate + random.normal(0.0, 0.002, 3))
    bench.set(row, imu_accel_frd_mps2=force + random.normal(0.0, 0.1, 3))
    bench.set(row, fw_armed=float(moving), gnss_fix_type=3.0, gnss_accuracy=(0.2, 0.4, 0.01))
    if tick % 8 == place:
        bench.set(row, mag_field_frd_t=swing.field_frd_t(t, (2e-5, 1e-6, 4e-5)))
        bench.set(row, mag_sequence=tick, baro_sequence=tick, diff_pressure_sequence=tick)
        bench.set(row, baro_pressure_pa=101000.0 + random.normal(0.0, 3.0))
        bench.set(row, diff_pressure_pa=60.0 + random.normal())
        bench.set(row, sonar_range_m=3.0, sonar_sequence=tick)
        bench.set(row, battery_voltage_v=24.0, battery_current_a=3.0, battery_sequence=tick)
    if tick % 20 == place:
        shift = 300.0 if tick > 440 and place != 2 else 0.0
        where = swing.position_ned_m(t) + np.array([shift, 0.0, 50.0])
        bench.set(row, gnss_llh=ned_to_llh(0.9, 0.1, 50.0, *where), gnss_sequence=tick)
        bench.set(row, gnss_velocity_ned_mps=swing.velocity_ned_mps(t) if moving else np.zeros(3))
    if tick == 500 and place == 2:
        bench.set(row, fw_ekf_velocity_ned_mps=(np.nan, 1.0, 1.0))


# Work space holds nothing that lasts; what lies there depends on what neighbours needed.
LASTING = [field.name for field in FIELDS if not field.scratch]


def fly(*, count: int, lanes: int, compiled: bool, only: int | None = None) -> NavigationBench:
    bench = NavigationBench(count, lanes, compiled)
    for row in range(count):
        live(bench, row, only)
    for tick in range(1, TICKS + 1):
        for row in range(count):
            feed(bench, row, tick, row if only is None else only)
        bench.run()
    return bench


@pytest.fixture(scope="module")
def plain() -> NavigationBench:
    return fly(count=ROWS, lanes=1, compiled=False)


def test_the_flight_has_seen_what_can_happen(plain: NavigationBench) -> None:
    assert [plain.get("fw_aligned", row) for row in range(ROWS)] == [1.0, 1.0, 1.0]
    assert plain.get("fw_ekf_resets", 0) > 0.0
    assert plain.view("fw_ekf_used", 0)[13:].any()
    assert plain.get("fw_calibration_result", 1) == 2.0
    assert plain.get("fw_ekf_restarts", 2) >= 1.0


@pytest.mark.parametrize("lanes", [1, 16])
def test_compiled_lanes_give_the_bits_of_plain_python(plain: NavigationBench, lanes: int) -> None:
    compiled = fly(count=ROWS, lanes=lanes, compiled=True)
    for row in range(ROWS):
        for name in LASTING:
            expected = plain.view(name, row).tobytes()
            assert compiled.view(name, row).tobytes() == expected, (row, name)


@pytest.mark.parametrize("row", range(ROWS))
def test_a_lane_alone_is_the_lane_among_others(plain: NavigationBench, row: int) -> None:
    alone = fly(count=1, lanes=1, compiled=False, only=row)
    for name in LASTING:
        assert alone.view(name).tobytes() == plain.view(name, row).tobytes(), name


@pytest.mark.parametrize(
    "name", ["fw_ahrs", "fw_strapdown", "fw_estimate", "fw_ekf_prediction", "fw_ekf_updates"]
)
def test_sixteen_lanes_become_packed_instructions(name: str) -> None:
    task = next(task for task in NAVIGATION_TASKS if task.name == name)
    bench = NavigationBench(16, 16, tasks=[task])
    packed, scalar, assembly = instructions_of(bench.table, name)
    assert packed > 15
    # What is the same for all lanes is worked out once.
    assert scalar <= packed
    assert "gather" not in assembly


@pytest.mark.parametrize("task", NAVIGATION_TASKS, ids=lambda task: str(task.name))
def test_a_task_uses_columns_that_there_are(task: Any) -> None:
    assert set(columns_of(task.block).used) <= {field.name for field in FIELDS}


def test_every_column_is_used_and_named_within_limits() -> None:
    used = {name for task in NAVIGATION_TASKS for name in columns_of(task.block).used}
    for field in PARAMETERS + STATE:
        assert field.name in used, field.name
        assert all(len(name) <= 16 and name.isupper() for name in field.names), field.name
    written = {name for task in NAVIGATION_TASKS for name in columns_of(task.block).written}
    assert not written & {field.name for field in PARAMETERS}


def test_the_navigation_imports_nothing_but_the_firmware() -> None:
    for path in Path(str(package.__path__[0])).glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom) and str(node.module).startswith("simloop"):
                assert str(node.module).startswith("simloop.firmware"), path
