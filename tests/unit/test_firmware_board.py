"""The firmware on its board: order, freshness, lanes, declarations, and that it is an island."""

import ast
import inspect
from pathlib import Path

import numpy as np
import pytest

import simloop.firmware
from simloop.firmware.board import Lanes
from simloop.firmware.columns import OUTPUTS, PARAMETERS, SAMPLES, STATE
from simloop.firmware.fake_board import FakeBoard
from simloop.firmware.firmware import Firmware
from simloop.firmware.pipeline import PIPELINE, Task

SOURCES = sorted(Path(next(iter(simloop.firmware.__path__))).glob("*.py"))
COLUMNS = {field.name for field in (*PARAMETERS, *STATE, *SAMPLES, *OUTPUTS)}
LEVEL = {"imu_accel_frd_mps2": (0.0, 0.0, -9.80665), "imu_gyro_frd_radps": (0.0, 0.0, 0.0)}


def rig(lanes: Lanes | None = None, **parameters: float) -> tuple[FakeBoard, Firmware]:
    lanes = lanes or Lanes()
    board = FakeBoard(lanes)
    return board, Firmware(board, lanes, parameters)


def tick(board: FakeBoard, firmware: Firmware) -> bool:
    board.advance(2500)
    board.deliver("imu", **LEVEL)
    return firmware.run()


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_the_firmware_is_an_island(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "no relative imports"
            names = [str(node.module)]
        for name in names:
            assert not name.startswith("simloop") or name.startswith("simloop.firmware")


@pytest.mark.parametrize("task", PIPELINE, ids=lambda task: task.name)
def test_tasks_use_declared_columns(task: Task) -> None:
    arguments = [name for name in inspect.signature(task.block).parameters if name != "period_s"]
    assert set(arguments) <= COLUMNS
    assert set(task.writes) <= set(arguments)
    assert not {field.name for field in (*PARAMETERS, *SAMPLES)} & set(task.writes)


def test_every_state_column_has_one_writer() -> None:
    written = [name for task in PIPELINE for name in task.writes]
    assert sorted(written) == sorted({field.name for field in (*STATE, *OUTPUTS)})


def test_names_are_unique_and_prefixed() -> None:
    names = [field.name for field in (*PARAMETERS, *STATE, *SAMPLES, *OUTPUTS)]
    assert len(set(names)) == len(names)
    assert all(field.name.startswith("fw_") for field in (*PARAMETERS, *STATE))


def test_without_an_imu_sample_nothing_moves() -> None:
    board, firmware = rig()
    board.advance(2500)
    assert not firmware.run()
    assert firmware.columns["fw_time_s"][0, 0] == 0.0
    assert board.motor_command.size == 0
    assert tick(board, firmware)
    assert firmware.columns["fw_time_s"][0, 0] == 0.0025
    assert board.motor_command.shape == (1, 4)


def test_a_clock_that_stands_still_is_refused() -> None:
    board, firmware = rig()
    tick(board, firmware)
    board.deliver("imu", **LEVEL)
    assert not firmware.run()
    assert firmware.columns["fw_time_s"][0, 0] == 0.0025


def test_slow_tasks_run_at_their_rate() -> None:
    board, firmware = rig(fw_mission_start=0.0)
    for _ in range(80):
        tick(board, firmware)
    # The sequencer counts its own time: ten calls of 20 ms.
    assert firmware.columns["fw_phase_time_s"][0, 0] == pytest.approx(0.2)


def test_an_imu_rate_that_does_not_fit_is_refused() -> None:
    with pytest.raises(ValueError, match="does not divide the IMU rate 410 Hz"):
        Firmware(FakeBoard(Lanes()), Lanes(), {}, imu_rate_hz=410.0)


def test_unknown_parameters_are_refused() -> None:
    _, firmware = rig()
    with pytest.raises(KeyError, match="no parameter 'fw_mas_kg'"):
        firmware.set_parameter("fw_mas_kg", 1.0)


def test_a_parameter_can_be_set_in_one_lane() -> None:
    _, firmware = rig(Lanes(count=3))
    firmware.set_parameter("fw_mass_kg", 7.0, lane=1)
    firmware.set_parameter("fw_baro_gains", (1.0, 2.0, 3.0), lane=2)
    assert firmware.columns["fw_mass_kg"][:, 0].tolist() == [1.0, 7.0, 1.0]
    assert firmware.columns["fw_baro_gains"][2].tolist() == [1.0, 2.0, 3.0]
    assert firmware.columns["fw_baro_gains"][1].tolist() != [1.0, 2.0, 3.0]


def test_lanes_do_not_influence_each_other() -> None:
    """A lane gives the same bits alone and beside others."""
    one_board, one = rig()
    board, three = rig(Lanes(count=3))
    three.columns["fw_attitude_wxyz"][0] = (0.9, 0.1, -0.2, 0.3)
    three.columns["fw_attitude_wxyz"][2] = (0.0, 0.0, 0.0, 1.0)
    for _ in range(200):
        tick(one_board, one)
        tick(board, three)
    for name, column in one.columns.items():
        assert column[0].tobytes() == three.columns[name][1].tobytes(), name


def test_wide_blocks_need_compiled_functions() -> None:
    with pytest.raises(ValueError, match="1 lane per block, not 16"):
        Firmware(FakeBoard(Lanes()), Lanes(count=16, width=16), {})


def test_injected_functions_are_used() -> None:
    calls: list[str] = []

    def compile_block(block):  # type: ignore[no-untyped-def]
        return lambda *arguments: calls.append(block.__name__)

    board = FakeBoard(Lanes())
    firmware = Firmware(board, Lanes(), {}, compile_block=compile_block)
    tick(board, firmware)
    assert calls == [task.block.__name__ for task in PIPELINE if task.rate_hz is None]


def test_layout_of_lanes() -> None:
    lanes = Lanes(count=5, width=4)
    column = lanes.column(2, (1.0, 2.0))
    assert lanes.blocks == 2
    assert column.tolist() == [[1.0] * 4 + [2.0] * 4] * 2
    assert np.unique(lanes.column(3, 0.5)).tolist() == [0.5]
    with pytest.raises(ValueError, match="at least 1"):
        Lanes(count=0)


def test_a_sample_is_read_once() -> None:
    board = FakeBoard(Lanes())
    samples = {"mag_field_frd_t": np.zeros((1, 3)), "mag_sequence": np.zeros((1, 1))}
    assert not board.mag_read(samples)
    board.deliver("mag", mag_field_frd_t=(1e-5, 2e-5, 3e-5))
    assert board.mag_read(samples)
    assert samples["mag_field_frd_t"][0].tolist() == [1e-5, 2e-5, 3e-5]
    assert samples["mag_sequence"][0, 0] == 1.0
    assert not board.mag_read(samples)
