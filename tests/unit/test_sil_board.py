"""The SIL board: SAMPLE columns in, motor_command out, for all rows of a table."""

import numpy as np
import pytest

from simloop.firmware.columns import SAMPLES
from simloop.sitl.sil_board import SilBoard, board_system
from simloop.systems import barometer, gnss, imu, magnetometer, multirotor
from simloop.systems.atmosphere.components import WEATHER
from simloop.world.body import BODY_COMPONENTS
from simloop.world.plugin import VehicleClass, VehicleKit
from simloop.world.runner import Runner
from simloop.world.world import ModelSpec, World


def sensor_world(count: int, *, motors: bool = True) -> World:
    """Vehicles that stand still with an IMU at 400 Hz and a barometer at 50 Hz."""
    kit = VehicleKit(400)
    for component in (*BODY_COMPONENTS, WEATHER):
        kit.component(component)
    if motors:
        multirotor.equip(kit, multirotor.Config())
    imu.equip(kit, imu.Config())
    magnetometer.equip(kit, magnetometer.Config())
    barometer.equip(kit, barometer.Config())
    gnss.equip(kit, gnss.Config())
    spec = ModelSpec(VehicleClass.from_kit(kit), dict(kit.values))
    world = World(seed=1, tick_rate_hz=400)
    world.reserve(spec, count)
    for number in range(count):
        world.spawn(f"quad_{number}", spec, {})
    return world


def empty_samples(board: SilBoard) -> dict[str, np.ndarray]:
    return {
        field.name: board.lanes.column(field.size)
        for field in SAMPLES
        if isinstance(field.size, int)
    }


@pytest.mark.parametrize("count", [1, 3, 7])
def test_a_read_copies_every_lane(count: int) -> None:
    world = sensor_world(count)
    board, runner = SilBoard(world), Runner(world, compiled=False)
    runner.advance(3)
    samples = empty_samples(board)
    assert board.imu_read(samples)
    width = board.lanes.width
    assert width == (16 if count == 7 else 1)
    for number in range(count):
        record = world.entities.get(world.by_name(f"quad_{number}"))
        block, lane = divmod(record.row, width)
        for name in ("imu_accel_frd_mps2", "imu_gyro_frd_radps", "imu_sequence"):
            seen = samples[name][block, lane::width]
            assert seen.tolist() == world.vector(record.entity, name).tolist()


def test_a_sample_is_new_once() -> None:
    world = sensor_world(1)
    board, runner = SilBoard(world), Runner(world, compiled=False)
    samples = empty_samples(board)
    assert not board.imu_read(samples)
    runner.advance(1)
    assert board.imu_read(samples)
    assert not board.imu_read(samples)
    runner.advance(6)
    assert not board.baro_read(samples), "the barometer samples every eighth tick"
    runner.advance(1)
    assert board.baro_read(samples)


def test_a_missing_sensor_never_delivers() -> None:
    world = sensor_world(1)
    board, runner = SilBoard(world), Runner(world, compiled=False)
    runner.advance(40)
    samples = empty_samples(board)
    assert not board.sonar_read(samples)
    assert not board.battery_read(samples)
    assert samples["sonar_range_m"].tolist() == [[0.0]]


def test_the_clock_is_simulated_time() -> None:
    world = sensor_world(1)
    board, runner = SilBoard(world), Runner(world, compiled=False)
    assert board.clock_micros() == 0
    runner.advance(3)
    assert board.clock_micros() == 7500


def test_commands_reach_their_vehicle_within_limits() -> None:
    world = sensor_world(3)
    board = SilBoard(world)
    commands = board.lanes.column(4)
    row = world.entities.get(world.by_name("quad_2")).row
    commands[row] = (0.1, -0.5, 0.9, 1.7)
    board.pwm_write(commands)
    assert world.vector(world.by_name("quad_2"), "motor_command").tolist() == [0.1, 0.0, 0.9, 1.0]
    assert world.vector(world.by_name("quad_0"), "motor_command").tolist() == [0.0] * 4


def test_commands_for_other_rotors_are_refused() -> None:
    board = SilBoard(sensor_world(1))
    with pytest.raises(ValueError, match="ROTORS"):
        board.pwm_write(board.lanes.column(6))


def test_a_table_that_grew_is_noticed() -> None:
    world = sensor_world(1)
    board = SilBoard(world)
    world.spawn("late", world.entities.get(world.by_name("quad_0")).facts["spec"], {})
    with pytest.raises(RuntimeError, match="2 rows in lanes of 1 now, the board was made for 1"):
        board.imu_read(empty_samples(board))


def test_a_vehicle_without_motors_needs_no_board() -> None:
    with pytest.raises(ValueError, match="motor_command"):
        SilBoard(sensor_world(1, motors=False))


def test_after_a_reset_the_first_sample_is_new_again() -> None:
    world = sensor_world(1)
    board, runner = SilBoard(world), Runner(world, compiled=False)
    seen: list[tuple[int, bool]] = []
    samples = empty_samples(board)

    def run() -> None:
        seen.append((world.tick, board.imu_read(samples)))

    runner.add_system(board_system(run, board))
    runner.mark_start()
    runner.advance(3)
    first, seen[:] = list(seen), []
    runner.reset()
    runner.advance(3)
    assert first == seen == [(0, False), (1, True), (2, True)]


def test_without_snapshots_going_back_is_no_new_sample() -> None:
    world = sensor_world(1)
    board, runner = SilBoard(world), Runner(world, compiled=False)
    samples = empty_samples(board)
    runner.mark_start()
    runner.advance(5)
    assert board.imu_read(samples)
    runner.reset()
    assert not board.imu_read(samples)
    runner.advance(1)
    assert board.imu_read(samples)
