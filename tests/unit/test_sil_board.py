"""The SIL board: SAMPLE columns in, actuator commands out, for all rows of a table."""

from math import nan
from pathlib import Path

import numpy as np
import pytest

from simloop.component.column import Column, ColumnGroup, Kind
from simloop.firmware.fields.samples import SAMPLES, RcReceiver
from simloop.firmware.output_mixer import as_pulse
from simloop.server.simulation import Simulation
from simloop.sitl.sil_board import SilBoard, board_system
from simloop.systems import airspeed, barometer, gnss, imu, magnetometer, multirotor
from simloop.world.actuators import equip_actuators
from simloop.world.body import BODY_COMPONENTS, Weather
from simloop.world.mixer import Mixer, work_out
from simloop.world.plugin import VehicleClass, VehicleKit
from simloop.world.runner import Runner
from simloop.world.world import ModelSpec, World

RECEIVER = ColumnGroup(
    "receiver",
    Kind.SAMPLE,
    "What a receiver hears.",
    tuple(
        Column(f.name, f.size, f.unit, f.frame, f.meaning, f.default) for f in RcReceiver.columns
    ),
)


def sensor_world(
    count: int, *, motors: bool = True, mixer: str | None = None, receiver: bool = False
) -> World:
    """Vehicles that stand still with an IMU at 400 Hz and a barometer at 50 Hz."""
    kit = VehicleKit(400)
    for component in (*BODY_COMPONENTS, Weather):
        kit.component(component)
    if motors:
        multirotor.equip(kit, multirotor.Config())
    if mixer is not None:
        mixing = work_out(Mixer(kind=mixer))  # type: ignore[arg-type]
        equip_actuators(kit, mixing, [0.0] * len(mixing.outputs))
        airspeed.equip(kit, airspeed.Config())
    if receiver:
        kit.component(RECEIVER)
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


def test_a_vehicle_without_outputs_needs_no_board() -> None:
    with pytest.raises(ValueError, match="neither column motor_command nor actuator_command"):
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


def test_servos_and_motors_of_a_wing() -> None:
    world = sensor_world(2, motors=False, mixer="fixed_wing")
    board = SilBoard(world)
    assert board.outputs == 5
    pulses = board.lanes.column(5, (0.5, 0.0, 1.3, 0.5, 0.25))
    pulses[1] = (0.25, nan, 0.75, 0.0, nan)
    board.pwm_write(pulses)
    commands = [world.vector(world.by_name(f"quad_{n}"), "actuator_command") for n in (0, 1)]
    # Output 3 is free and counts from 0 as a motor does.
    assert commands[0].tolist() == [0.0, -1.0, 1.0, 0.5, 0.25]
    assert commands[1].tolist() == [-0.5, 0.0, 0.5, 0.0, 0.0]


def test_lift_rotors_come_before_the_mixer() -> None:
    world = sensor_world(1, mixer="fixed_wing")
    board = SilBoard(world)
    board.pwm_write(board.lanes.column(9, (0.1, 0.2, 0.3, 0.4, 0.5, 0.5, 1.0, 0.0, 0.9)))
    quad = world.by_name("quad_0")
    assert world.vector(quad, "motor_command").tolist() == [0.1, 0.2, 0.3, 0.4]
    assert world.vector(quad, "actuator_command").tolist() == [0.0, 0.0, 1.0, 0.0, 0.9]
    with pytest.raises(ValueError, match="OUTPUTS"):
        board.pwm_write(board.lanes.column(4, 0.5))


def test_what_the_mixer_writes_comes_through_a_pulse_to_the_last_bit() -> None:
    """The mixer rounds as a pulse does, so the way over the board adds nothing."""
    world = sensor_world(1, motors=False, mixer="differential")
    board = SilBoard(world)
    rng = np.random.default_rng(1)
    target = world.vector(world.by_name("quad_0"), "actuator_command")
    for wanted in [*rng.uniform(-1.0, 1.0, (2000, 2)), (1e-300, -1e-17), (-1.0, 1.0)]:
        given = [as_pulse(float(value)) for value in wanted]
        board.pwm_write(np.array([[0.5 * value + 0.5 for value in given]]))
        assert target.tolist() == given


def test_rc_comes_from_its_columns() -> None:
    world = sensor_world(2, receiver=True)
    board = SilBoard(world)
    samples = empty_samples(board)
    assert not board.rc_read(samples)
    second = world.by_name("quad_1")
    world.set(second, "rc_channel", [0.25] * 16)
    world.set(second, "rc_lost", 1.0)
    world.set(second, "rc_sequence", 1.0)
    assert board.rc_read(samples) and not board.rc_read(samples)
    assert samples["rc_channel"][:, 0].tolist() == [0.5, 0.25]
    assert samples["rc_lost"][:, 0].tolist() == [0.0, 1.0]


def test_the_pitot_tube_is_read() -> None:
    world = sensor_world(1, mixer="fixed_wing")
    board, runner = SilBoard(world), Runner(world, compiled=False)
    runner.advance(40)
    samples = empty_samples(board)
    assert board.diff_pressure_read(samples)
    quad = world.by_name("quad_0")
    for name in ("diff_pressure_pa", "diff_pressure_temperature_k"):
        assert samples[name][0].tolist() == world.vector(quad, name).tolist()


def test_the_start_tells_which_sensors_are_there() -> None:
    board = SilBoard(sensor_world(1))
    board.sensors_init()
    told = [board.sensors_init_message(n) for n in range(board.sensors_init_message_count())]
    assert told == ["imu is there", "mag is there", "baro is there", "gnss is there"]
    assert all(board.sensors_init_message_good(n) for n in range(len(told)))


def test_memory_lives_in_files_by_the_name_of_the_vehicle(tmp_path: Path) -> None:
    folder = tmp_path / "memory"
    world = sensor_world(3)
    board = SilBoard(world, memory_directory=folder)
    row = world.entities.get(world.by_name("quad_2")).row
    assert board.memory_write(row, b"first") and board.memory_write(row, b"aside", 2)
    assert board.memory_write(row, b"second")
    assert (folder / "quad_2.bin").read_bytes() == b"second"
    assert sorted(path.name for path in folder.iterdir()) == ["quad_2.bin", "quad_2.bin.2"]
    again = sensor_world(3)
    later = SilBoard(again, memory_directory=folder)
    assert later.memory_read(row) == b"second" and later.memory_read(row, 2) == b"aside"
    others = set(range(later.lanes.count)) - {row}
    assert all(later.memory_read(lane) is None for lane in others)


def test_memory_without_a_directory_stays_in_the_board(tmp_path: Path) -> None:
    world = sensor_world(1)
    assert SilBoard(world).memory_write(0, b"mine")
    assert SilBoard(world).memory_read(0) is None


def test_a_directory_that_refuses_is_told(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file, no folder")
    board = SilBoard(sensor_world(1), memory_directory=tmp_path / "taken")
    assert not board.memory_write(0, b"lost")
    assert board.memory_read(0) is None


def test_snapshots_hold_queues_memory_and_lights(tmp_path: Path) -> None:
    world = sensor_world(1)
    board, runner = SilBoard(world, memory_directory=tmp_path), Runner(world, compiled=False)
    runner.add_system(board_system(lambda: None, board))
    board.parts[0].serial.to_firmware.put(b"waiting")
    board.memory_write(0, b"early")
    runner.mark_start()
    runner.advance(2)
    board.serial_read(0, 100)
    board.memory_write(0, b"late")
    board.led1_on()
    board.battery_voltage_set_multiplier(3.0)
    runner.reset()
    assert board.serial_read(0, 100) == b"waiting"
    assert board.memory_read(0) == b"early"
    assert not board.parts[0].led1
    assert (tmp_path / "quad_0.bin").read_bytes() == b"late", "files keep what came last"


def test_a_reset_stops_the_motors_of_its_lane() -> None:
    world = sensor_world(2)
    board = SilBoard(world)
    board.pwm_write(board.lanes.column(4, 0.6))
    board.board_reset(to_bootloader=False, lane=1)
    motors = [world.vector(world.by_name(f"quad_{n}"), "motor_command") for n in (0, 1)]
    assert [list(m) for m in motors] == [[0.6] * 4, [0.0] * 4]
    assert board.take_resets() == [1]


@pytest.mark.parametrize(
    ("vehicle", "columns"),
    [
        ("hexa", ("motor_command",)),
        ("aerosonde", ("actuator_command",)),
        ("quadplane", ("motor_command", "actuator_command")),
        ("rover_diff", ("actuator_command",)),
        ("usv", ("actuator_command",)),
        ("c172p", ("actuator_command",)),
    ],
)
def test_vehicles_of_the_library_have_a_board(vehicle: str, columns: tuple[str, ...]) -> None:
    simulation = Simulation.load("stand", vehicle=vehicle, compiled=False)
    board = SilBoard(simulation.world)
    assert board.output_columns == columns
    rng = np.random.default_rng(2)
    pulses = rng.uniform(0.0, 1.0, (board.lanes.blocks, board.outputs * board.lanes.width))
    simulation.runner.add_system(board_system(lambda: board.pwm_write(pulses), board, name="hands"))
    simulation.advance(1)
    read = simulation.world.tables[0].reader(0)
    least = read("output_least") if "actuator_command" in columns else []
    given = pulses[0, :: board.lanes.width][: board.outputs]
    commands = [value for name in columns for value in read(name)]
    lowest = [0.0] * (len(commands) - len(least)) + least
    expected = [2.0 * v - 1.0 if low < 0.0 else v for v, low in zip(given, lowest, strict=True)]
    assert commands == expected
