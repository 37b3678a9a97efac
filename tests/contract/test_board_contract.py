"""Both boards keep the firmware's contract, and the checker finds those that do not."""

import re
from collections.abc import Callable

import broken_boards
import numpy as np
import pytest

from simloop.firmware.board import Board, Lanes
from simloop.firmware.component import Block
from simloop.sitl.sil_board import SilBoard
from simloop.systems import (
    airspeed,
    atmosphere,
    barometer,
    battery,
    contacts,
    gnss,
    imu,
    magnetometer,
    multirotor,
)
from simloop.systems import range as sonar
from simloop.testing import BoardBench, FakeBoard, check_board
from simloop.world.actuators import equip_actuators
from simloop.world.body import BODY_COMPONENTS
from simloop.world.mixer import Mixer, work_out
from simloop.world.plugin import VehicleClass, VehicleKit
from simloop.world.runner import Runner
from simloop.world.world import ModelSpec, World

CARRIED = (atmosphere, contacts, multirotor, imu, magnetometer, barometer, gnss, sonar, battery)


def fake_bench(board_class: type[FakeBoard] = FakeBoard, count: int = 2) -> BoardBench:
    lanes = Lanes(count=count)
    board = board_class(lanes)

    def pass_time() -> None:
        board.advance(20_300)
        board.deliver("imu", imu_accel_frd_mps2=(0.0, 0.0, -9.8))
        board.deliver("mag", mag_field_frd_t=(2e-5, 0.0, 4e-5))
        board.deliver("baro", baro_pressure_pa=101325.0)
        board.deliver("gnss", gnss_llh=(0.7, -1.9, 1387.0), gnss_fix_type=3.0)
        board.deliver("diff_pressure", diff_pressure_pa=200.0)
        board.deliver("battery", battery_voltage_v=24.0, battery_current_a=11.0)
        board.deliver("rc", rc_channel=0.4)

    return soft_bench(board, lanes, pass_time, pulses=lambda: board.motor_command)


def soft_bench(
    board: FakeBoard | SilBoard,
    lanes: Lanes,
    pass_time: Callable[[], None],
    pulses: Callable[[], Block],
    rest: tuple[float, ...] = (0.0, 0.0, 0.0, 0.0),
    absent: tuple[str, ...] = ("sonar",),
) -> BoardBench:
    """A bench around a board whose far ends are in memory."""

    def restart() -> Board:
        board.board_reset(to_bootloader=False)
        return board

    return BoardBench(
        board=board,
        lanes=lanes,
        pass_time=pass_time,
        rest=rest,
        pulses=pulses,
        send=lambda lane, data: board.parts[lane].serial.to_firmware.put_some(data) and None,
        receive=lambda lane: board.parts[lane].serial.from_firmware.take(),
        restart=restart,
        leds=lambda lane: (board.parts[lane].led0, board.parts[lane].led1),
        absent=absent,
    )


def sil_bench(count: int = 1) -> BoardBench:
    kit = VehicleKit(100)
    for component in BODY_COMPONENTS:
        kit.component(component)
    for plugin in CARRIED:
        plugin.equip(kit, plugin.Config())  # type: ignore[attr-defined]
    spec = ModelSpec(VehicleClass.from_kit(kit), dict(kit.values))
    world = World(seed=3, tick_rate_hz=100)
    world.reserve(spec, count)
    for number in range(count):
        world.spawn(f"quad_{number}", spec, {"position_ned_m": (0.0, 0.0, -0.12)})
    board, runner, table = SilBoard(world), Runner(world, compiled=False), world.tables[0]
    return soft_bench(
        board,
        board.lanes,
        pass_time=lambda: runner.advance(1),
        pulses=lambda: table.blocks_of("motor_command"),
        absent=("rc", "diff_pressure"),
    )


def wing_bench() -> BoardBench:
    """Servos and a motor behind a mixer, and a pitot tube."""
    kit = VehicleKit(100)
    for component in BODY_COMPONENTS:
        kit.component(component)
    equip_actuators(kit, work_out(Mixer(kind="fixed_wing")), [0.0] * 5)
    for plugin in (atmosphere, imu, airspeed):
        plugin.equip(kit, plugin.Config())
    spec = ModelSpec(VehicleClass.from_kit(kit), dict(kit.values))
    world = World(seed=3, tick_rate_hz=100)
    world.spawn("wing", spec, {})
    board, runner = SilBoard(world), Runner(world, compiled=False)

    def pulses() -> Block:
        table = world.tables[0]
        commands, least = table.read("actuator_command"), table.read("output_least")
        return np.where(least < 0.0, 0.5 * commands + 0.5, commands)

    return soft_bench(
        board,
        board.lanes,
        pass_time=lambda: runner.advance(1),
        pulses=pulses,
        rest=(0.5, 0.5, 0.5, 0.0, 0.0),
        absent=("rc", "sonar", "gnss", "mag", "baro", "battery"),
    )


@pytest.mark.parametrize(
    "make",
    [fake_bench, sil_bench, lambda: sil_bench(3), lambda: sil_bench(7), wing_bench],
    ids=["fake", "sil", "sil_3", "sil_fleet", "sil_wing"],
)
def test_both_boards_keep_the_contract(make: Callable[[], BoardBench]) -> None:
    check_board(make)


@pytest.mark.parametrize(
    ("wrong", "complaint"),
    [
        (broken_boards.SaysNothing, "sensors_init_message(0) says nothing"),
        (broken_boards.Backwards, "clock_micros goes back"),
        (broken_boards.Stopped, "stands still"),
        (broken_boards.InSeconds, "must be an int, not float"),
        (broken_boards.MillisOfItsOwn, "clock_millis is 27"),
        (broken_boards.DelayTurnsBack, "clock_delay turns the clock back"),
        (broken_boards.SameSampleTwice, "imu_read gives the same sample twice"),
        (broken_boards.RangeRepeatsSonar, "range_read gives the same sample twice"),
        (broken_boards.FillsAnyway, "sonar_read fills sonar_range_m without a new sample"),
        (broken_boards.FillsOthers, "mag_read fills baro_pressure_pa though it belongs"),
        (broken_boards.NoCounter, "baro_sequence must grow"),
        (broken_boards.Degrees, "latitude and longitude must be in rad"),
        (broken_boards.Gauss, "mag_field_frd_t must lie"),
        (broken_boards.CelsiusTube, "diff_pressure_temperature_k must lie"),
        (broken_boards.Microseconds, "rc_channel must lie"),
        (broken_boards.NoImu, "imu_read gave no sample"),
        (broken_boards.SonarFromNowhere, "sonar_read gives samples of a sensor that is not there"),
        (broken_boards.NoMultiplier, "leaves the voltage multiplier out"),
        (broken_boards.OneMultiplierForAll, "a voltage multiplier reaches other lanes"),
        (broken_boards.NoCurrentMultiplier, "leaves the current's out"),
        (broken_boards.KeepsTheArray, "keeps the caller's array"),
        (broken_boards.ChangesTheArray, "pwm_write changes the values"),
        (broken_boards.ReversesMotors, "not the values"),
        (broken_boards.NoClamp, "pwm_write of -0.5: the outputs are"),
        (broken_boards.NanReachesMotors, "pwm_write of nan: the outputs are"),
        (broken_boards.KeepsRunning, "pwm_disable leaves outputs running"),
        (broken_boards.NeverDisabled, "pwm_write works though pwm_disable was called"),
        (broken_boards.NeverEnabled, "pwm_init does not bring the outputs back"),
        (broken_boards.Echo, "has bytes nobody sent"),
        (broken_boards.IgnoresTheLimit, "serial_read gives 18 bytes, 7 were asked for"),
        (broken_boards.ReadsBackwards, "serial_read gives b'stsrif"),
        (broken_boards.PartyLine, "lane 0 hears what is meant for another"),
        (broken_boards.LastWrittenFirst, "the far end gets b'two"),
        (broken_boards.TakesHalf, "the far end gets"),
        (broken_boards.WritesWithoutEnd, "serial_write takes bytes without end"),
        (broken_boards.TakesHalfAtTheEnd, "or takes half of some"),
        (broken_boards.ReadsWithoutEnd, "the serial line keeps bytes without end"),
        (broken_boards.OneSlot, "memory_read: not what was written to lane"),
        (broken_boards.FullMemory, "memory_write fails in slot 0"),
        (broken_boards.OverwritesInPlace, "a shorter write leaves old bytes in"),
        (broken_boards.ForgetsAtReset, "a reset loses the memory of lane"),
        (broken_boards.ForgetsBackup, "a reset loses the backup memory"),
        (broken_boards.BackupNeverCleared, "backup_memory_clear leaves bytes"),
        (broken_boards.BackupWithoutEnd, "takes more than 1024 bytes"),
        (broken_boards.OneBackup, "backup memory of one lane is another's"),
        (broken_boards.SwappedLights, "led0_toggle: the lights are"),
        (broken_boards.OneLight, "lights of lane 1 are lights of lane 0"),
    ],
)
def test_the_checker_finds_what_is_wrong(wrong: type[FakeBoard], complaint: str) -> None:
    with pytest.raises(AssertionError, match=re.escape(complaint)):
        check_board(lambda: fake_bench(wrong))
