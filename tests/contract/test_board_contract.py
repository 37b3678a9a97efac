"""Both boards keep the firmware's contract, and the checker finds those that do not."""

from collections.abc import Callable

import numpy as np
import pytest

from simloop.firmware.board import Lanes, Samples
from simloop.firmware.fake_board import FakeBoard
from simloop.firmware.row import Block
from simloop.sitl.sil_board import SilBoard
from simloop.systems import (
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
from simloop.testing import BoardBench, check_board
from simloop.world.body import BODY_COMPONENTS
from simloop.world.plugin import VehicleClass, VehicleKit
from simloop.world.runner import Runner
from simloop.world.world import ModelSpec, World

CARRIED = (atmosphere, contacts, multirotor, imu, magnetometer, barometer, gnss, sonar, battery)


def fake_bench(board_class: type[FakeBoard] = FakeBoard, count: int = 2) -> BoardBench:
    lanes = Lanes(count=count)
    board = board_class(lanes)

    def pass_time() -> None:
        board.advance(20_000)
        board.deliver("imu", imu_accel_frd_mps2=(0.0, 0.0, -9.8))
        board.deliver("mag", mag_field_frd_t=(2e-5, 0.0, 4e-5))
        board.deliver("baro", baro_pressure_pa=101325.0)
        board.deliver("gnss", gnss_llh=(0.7, -1.9, 1387.0), gnss_fix_type=3.0)
        board.deliver("battery", battery_voltage_v=24.0)

    return BoardBench(
        board=board, lanes=lanes, pass_time=pass_time, motors=lambda: board.motor_command
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
    commands = table.layout.slice("motor_command", table.lanes)
    return BoardBench(
        board=board,
        lanes=board.lanes,
        pass_time=lambda: runner.advance(1),
        motors=lambda: table.arenas["f8"][:, commands],
    )


class Backwards(FakeBoard):
    def clock_micros(self) -> int:
        return -super().clock_micros()


class Stopped(FakeBoard):
    def clock_micros(self) -> int:
        return 0


class InSeconds(FakeBoard):
    def clock_micros(self) -> int:
        return super().clock_micros() / 1e6  # type: ignore[return-value]


class SameSampleTwice(FakeBoard):
    def imu_read(self, samples: Samples) -> bool:
        super().imu_read(samples)
        return True


class FillsAnyway(FakeBoard):
    def sonar_read(self, samples: Samples) -> bool:
        samples["sonar_range_m"][:] = 7.0
        return False


class FillsOthers(FakeBoard):
    def mag_read(self, samples: Samples) -> bool:
        samples["baro_pressure_pa"][:] = 5.0
        return super().mag_read(samples)


class NoCounter(FakeBoard):
    def baro_read(self, samples: Samples) -> bool:
        before = samples["baro_sequence"].copy()
        fresh = super().baro_read(samples)
        samples["baro_sequence"][:] = before
        return fresh


class Degrees(FakeBoard):
    def gnss_read(self, samples: Samples) -> bool:
        fresh = super().gnss_read(samples)
        if fresh:
            samples["gnss_llh"][:, :2] = np.degrees(samples["gnss_llh"][:, :2])
        return fresh


class Gauss(FakeBoard):
    def mag_read(self, samples: Samples) -> bool:
        fresh = super().mag_read(samples)
        if fresh:
            samples["mag_field_frd_t"] *= 1e4  # type: ignore[index]
        return fresh


class NoImu(FakeBoard):
    def imu_read(self, samples: Samples) -> bool:
        return False


class KeepsTheArray(FakeBoard):
    def pwm_write(self, motor_command: Block) -> None:
        self.motor_command = motor_command


class ReversesMotors(FakeBoard):
    def pwm_write(self, motor_command: Block) -> None:
        super().pwm_write(motor_command[:, ::-1])


@pytest.mark.parametrize(
    "make",
    [fake_bench, sil_bench, lambda: sil_bench(3), lambda: sil_bench(7)],
    ids=["fake", "sil", "sil_3", "sil_fleet"],
)
def test_both_boards_keep_the_contract(make: Callable[[], BoardBench]) -> None:
    check_board(make)


@pytest.mark.parametrize(
    ("wrong", "complaint"),
    [
        (Backwards, "clock_micros goes back"),
        (Stopped, "stands still"),
        (InSeconds, "must be an int, not float"),
        (SameSampleTwice, "imu_read gives the same sample twice"),
        (FillsAnyway, "sonar_read fills sonar_range_m without a new sample"),
        (FillsOthers, "mag_read fills baro_pressure_pa though it belongs"),
        (NoCounter, "baro_sequence must grow"),
        (Degrees, "latitude and longitude must be in rad"),
        (Gauss, "mag_field_frd_t must lie"),
        (NoImu, "imu_read gave no sample"),
        (KeepsTheArray, "keeps the caller's array"),
        (ReversesMotors, "not the commands"),
    ],
)
def test_the_checker_finds_what_is_wrong(wrong: type[FakeBoard], complaint: str) -> None:
    with pytest.raises(AssertionError, match=complaint):
        check_board(lambda: fake_bench(wrong))
