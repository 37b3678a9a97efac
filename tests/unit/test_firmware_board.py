"""The firmware on its board: order, freshness, lanes, declarations, and that it is an island."""

import ast
from pathlib import Path

import numpy as np
import pytest

import simloop.firmware
from simloop.firmware.board import Lanes
from simloop.firmware.codes import Error
from simloop.firmware.fake_board import FakeBoard
from simloop.firmware.fields.samples import SAMPLES
from simloop.firmware.firmware import Firmware
from simloop.firmware.stack import STACKS, Stack

SOURCES = sorted(Path(next(iter(simloop.firmware.__path__))).rglob("*.py"))
QUAD = STACKS["multirotor"]
LEVEL = {"imu_accel_frd_mps2": (0.0, 0.0, -9.80665), "imu_gyro_frd_radps": (0.0, 0.0, 0.0)}


def rig(lanes: Lanes | None = None, **parameters: float) -> tuple[FakeBoard, Firmware]:
    lanes = lanes or Lanes()
    board = FakeBoard(lanes)
    return board, Firmware(board, lanes, QUAD, parameters)


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


@pytest.mark.parametrize("stack", STACKS.values(), ids=STACKS)
def test_names_are_unique_and_prefixed(stack: Stack) -> None:
    names = [field.name for field in (*stack.parameters, *stack.state, *SAMPLES, *stack.outputs)]
    assert len(set(names)) == len(names)
    assert all(field.name.startswith("fw_") for field in (*stack.parameters, *stack.state))
    tasks = [task.name for task in stack.tasks]
    assert len(set(tasks)) == len(tasks)


@pytest.mark.parametrize("stack", STACKS.values(), ids=STACKS)
def test_the_groups_of_a_pass_follow_each_other(stack: Stack) -> None:
    groups = [task.group for task in stack.tasks]
    assert groups == sorted(groups, key=("estimate", "control", "command").index)


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
    assert firmware.lane().read("fw_error")[Error.TIME_GOING_BACKWARDS] == 1.0
    tick(board, firmware)
    assert firmware.lane().read("fw_error")[Error.TIME_GOING_BACKWARDS] == 0.0


def test_slow_tasks_run_at_their_rate() -> None:
    board, firmware = rig(fw_mission_start=0.0)
    for _ in range(80):
        tick(board, firmware)
    # The phase counts its own time: ten calls of 20 ms.
    assert firmware.columns["fw_phase_time_s"][0, 0] == pytest.approx(0.2)


def test_an_imu_rate_that_does_not_fit_is_refused() -> None:
    with pytest.raises(ValueError, match="does not divide the IMU rate 410 Hz"):
        Firmware(FakeBoard(Lanes()), Lanes(), QUAD, {}, imu_rate_hz=410.0)


def test_unknown_columns_are_refused() -> None:
    _, firmware = rig()
    with pytest.raises(KeyError, match="no column 'fw_mas_kg'"):
        firmware.set_column("fw_mas_kg", 1.0)


def test_a_column_can_be_set_in_one_lane() -> None:
    _, firmware = rig(Lanes(count=3))
    firmware.set_column("fw_mc_mass_kg", 7.0, lane=1)
    firmware.set_column("fw_gnss_least_accuracy", (1.0, 2.0, 3.0), lane=2)
    assert firmware.columns["fw_mc_mass_kg"][:, 0].tolist() == [1.0, 7.0, 1.0]
    assert firmware.columns["fw_gnss_least_accuracy"][2].tolist() == [1.0, 2.0, 3.0]
    assert firmware.columns["fw_gnss_least_accuracy"][1].tolist() != [1.0, 2.0, 3.0]


def test_lanes_do_not_influence_each_other() -> None:
    """A lane gives the same bits alone and beside others."""
    one_board, one = rig()
    board, three = rig(Lanes(count=3))
    three.columns["fw_ahrs_attitude_wxyz"][0] = (0.9, 0.1, -0.2, 0.3)
    three.columns["fw_ahrs_attitude_wxyz"][2] = (0.0, 0.0, 0.0, 1.0)
    for _ in range(200):
        tick(one_board, one)
        tick(board, three)
    for name, column in one.columns.items():
        assert column[0].tobytes() == three.columns[name][1].tobytes(), name


def test_wide_blocks_need_compiled_functions() -> None:
    with pytest.raises(ValueError, match="1 lane per block, not 16"):
        Firmware(FakeBoard(Lanes()), Lanes(count=16, width=16), QUAD, {})


def test_injected_functions_are_used() -> None:
    calls: list[str] = []

    def compile_block(block):  # type: ignore[no-untyped-def]
        return lambda *arguments: calls.append(block.__name__)

    board = FakeBoard(Lanes())
    firmware = Firmware(board, Lanes(), QUAD, {}, compile_block=compile_block)
    tick(board, firmware)
    assert calls == [task.block.__name__ for task in QUAD.tasks if task.rate_hz is None]


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


def test_a_board_fills_what_it_is_asked_for() -> None:
    board = FakeBoard(Lanes())
    board.deliver("gnss", gnss_fix_type=3.0, gnss_satellites=9.0)
    samples = {"gnss_satellites": np.zeros((1, 1))}
    assert board.gnss_read(samples)
    assert samples["gnss_satellites"][0, 0] == 9.0


def test_multipliers_belong_to_a_lane() -> None:
    board = FakeBoard(Lanes(count=3, width=2))
    board.battery_voltage_set_multiplier(1.1)
    board.battery_voltage_set_multiplier(2.0, lane=2)
    board.battery_current_set_multiplier(0.5, lane=0)
    board.deliver("battery", battery_voltage_v=10.0, battery_current_a=4.0)
    samples = {name: board.lanes.column(1) for name in ("battery_voltage_v", "battery_current_a")}
    assert board.battery_read(samples)
    assert samples["battery_voltage_v"].tolist() == [[11.0, 11.0], [20.0, 11.0]]
    assert samples["battery_current_a"].tolist() == [[2.0, 4.0], [4.0, 4.0]]


def test_a_reset_of_one_lane_leaves_the_others() -> None:
    board = FakeBoard(Lanes(count=2))
    board.pwm_write(np.full((2, 4), 0.7))
    for lane in range(2):
        board.led0_on(lane)
        board.parts[lane].serial.to_firmware.put(b"waiting")
        board.memory_write(lane, b"kept")
        board.backup_memory_write(lane, b"why")
    board.board_reset(to_bootloader=True, lane=1)
    assert board.motor_command.tolist() == [[0.7] * 4, [0.0] * 4]
    assert [board.serial_bytes_available(lane) for lane in range(2)] == [7, 0]
    assert [board.parts[lane].led0 for lane in range(2)] == [True, False]
    assert [board.parts[lane].in_bootloader for lane in range(2)] == [False, True]
    assert board.memory_read(1) == b"kept" and board.backup_memory_read(1) == b"why"
    assert board.take_resets() == [1] and board.take_resets() == []
    board.init_board()
    assert not board.parts[1].in_bootloader


@pytest.mark.parametrize("lane", [-1, 2])
def test_a_lane_that_is_not_there_is_an_error(lane: int) -> None:
    board = FakeBoard(Lanes(count=2))
    calls = (
        lambda: board.serial_read(lane, 1),
        lambda: board.memory_write(lane, b""),
        lambda: board.led1_on(lane),
        lambda: board.board_reset(False, lane),
        lambda: board.battery_voltage_set_multiplier(1.0, lane),
    )
    for call in calls:
        with pytest.raises(IndexError, match=f"no lane {lane}: this board has 2"):
            call()
    with pytest.raises(IndexError, match="no memory slot 3"):
        board.memory_read(0, 3)


def test_a_board_goes_back_to_what_it_was() -> None:
    board = FakeBoard(Lanes(count=2))
    board.deliver("imu", **LEVEL)
    board.parts[1].serial.to_firmware.put(b"early")
    board.memory_write(1, b"first")
    saved = board.save()
    board.advance(1000)
    board.imu_read({})
    board.serial_read(1, 100)
    board.memory_write(1, b"second")
    board.led0_on(1)
    board.pwm_init([400.0])
    board.load(saved)
    assert board.clock_micros() == 0
    assert board.imu_read({})
    assert board.serial_read(1, 100) == b"early"
    assert board.memory_read(1) == b"first"
    assert not board.parts[1].led0
    assert board.pwm_rates_hz == ()
    # What was saved is a copy: it serves twice.
    board.load(saved)
    assert board.serial_read(1, 100) == b"early"


def test_a_line_counts_what_it_cannot_take() -> None:
    board = FakeBoard(Lanes())
    line = board.parts[0].serial
    line.from_firmware.limit = line.to_firmware.limit = 10
    assert board.serial_write(0, b"12345678")
    assert not board.serial_write(0, b"abc")
    assert line.from_firmware.overrun_bytes == 3
    assert line.from_firmware.take() == b"12345678"
    assert line.to_firmware.put_some(b"123456789abc") == 10
    assert line.to_firmware.overrun_bytes == 2
    assert board.serial_read(0, 100) == b"123456789a"
