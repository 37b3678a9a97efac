"""The SIL manager: passes by timer at a rate, or one per call, and resets handed on."""

import pytest

from simloop.firmware.board import Lanes
from simloop.firmware.fields.samples import SAMPLES
from simloop.messages.std_srvs import TriggerRequest, TriggerResponse
from simloop.sitl.sil_board import SilBoard
from simloop.sitl.sil_manager import SilManager
from simloop.systems import imu, multirotor
from simloop.transport.errors import BusError
from simloop.world.body import BODY_COMPONENTS
from simloop.world.plugin import VehicleClass, VehicleKit
from simloop.world.runner import Runner
from simloop.world.world import ModelSpec, World


class Counting:
    """A firmware that notes when it ran and commands how often."""

    def __init__(self, board: SilBoard, world: World) -> None:
        self.ticks: list[int] = []
        self._board, self._world = board, world
        self._samples = {f.name: Lanes().column(int(f.size)) for f in SAMPLES}

    def run(self) -> bool:
        self.ticks.append(self._world.tick)
        fresh = self._board.imu_read(self._samples)
        self._board.pwm_write(self._board.lanes.column(4, 0.01 * len(self.ticks)))
        return fresh


class Rig:
    def __init__(self, **settings: object) -> None:
        kit = VehicleKit(400)
        for component in BODY_COMPONENTS:
            kit.component(component)
        multirotor.equip(kit, multirotor.Config())
        imu.equip(kit, imu.Config())
        self.world = World(seed=1, tick_rate_hz=400)
        self.world.spawn("quad", ModelSpec(VehicleClass.from_kit(kit), dict(kit.values)), {})
        self.board = SilBoard(self.world)
        self.runner = Runner(self.world, compiled=False)
        self.firmware = Counting(self.board, self.world)
        self.manager = SilManager(self.runner, self.firmware, self.board, **settings)  # type: ignore[arg-type]
        self.manager.join()

    @property
    def motors(self) -> list[float]:
        return self.world.vector(self.world.by_name("quad"), "motor_command").tolist()

    def call(self, name: str = "sil_board/run") -> TriggerResponse:
        response = self.runner.bus.call(name, TriggerRequest())
        assert isinstance(response, TriggerResponse)
        return response


def test_the_timer_runs_once_a_tick() -> None:
    rig = Rig()
    rig.runner.advance(4)
    assert rig.firmware.ticks == [0, 1, 2, 3]
    assert rig.motors == [0.04] * 4


def test_the_timer_has_a_rate() -> None:
    rig = Rig(simulation_loop_frequency=100.0)
    rig.runner.advance(12)
    assert len(rig.firmware.ticks) == 3


@pytest.mark.parametrize("frequency", [300.0, 800.0])
def test_a_rate_that_ticks_cannot_give_is_refused(frequency: float) -> None:
    with pytest.raises(ValueError, match="firmware"):
        Rig(simulation_loop_frequency=frequency)


@pytest.mark.parametrize("name", ["sil_board/run", "rosflight_sil/take_sim_step"])
def test_a_call_runs_one_pass(name: str) -> None:
    rig = Rig(use_timer=False)
    rig.runner.advance(5)
    assert rig.firmware.ticks == []
    first, second = rig.call(name), rig.call(name)
    assert rig.firmware.ticks == [5, 5]
    assert first == TriggerResponse(success=True, message="one pass, with a new IMU sample")
    assert second == TriggerResponse(success=True, message="one pass, with no new IMU sample")
    assert rig.motors == [0.02] * 4


def test_a_call_is_refused_while_the_timer_drives() -> None:
    rig = Rig()
    rig.runner.advance(2)
    for name in ("sil_board/run", "rosflight_sil/take_sim_step"):
        response = rig.call(name)
        assert not response.success
        assert response.message == "the timer drives the firmware: set use_timer to false"
    assert len(rig.firmware.ticks) == rig.manager.passes == 2


def test_the_timer_can_be_switched() -> None:
    rig = Rig()
    rig.runner.advance(2)
    rig.manager.use_timer = False
    rig.runner.advance(2)
    assert rig.call().success
    rig.manager.use_timer = True
    rig.runner.advance(1)
    assert rig.firmware.ticks == [0, 1, 4, 4]


def test_a_queued_call_runs_when_the_next_tick_opens() -> None:
    rig = Rig(use_timer=False)
    rig.runner.advance(1)
    reply = rig.runner.bus.request("sil_board/run", TriggerRequest())
    assert rig.firmware.ticks == []
    rig.runner.advance(1)
    assert reply.done and reply.error is None
    assert rig.firmware.ticks == [1]


def test_stepping_by_calls_equals_the_timer() -> None:
    timed, stepped = Rig(), Rig(use_timer=False)
    timed.runner.advance(20)
    for _ in range(20):
        assert stepped.call().success
        stepped.runner.advance(1)
    assert timed.world.state_hash() == stepped.world.state_hash()


def test_a_reset_restarts_the_firmware_of_its_lane() -> None:
    restarted: list[int] = []
    rig = Rig(restart=restarted.append)
    rig.runner.advance(1)
    assert restarted == []
    rig.board.board_reset(to_bootloader=False, lane=0)
    rig.runner.advance(2)
    assert restarted == [0]


def test_the_board_is_part_of_snapshots() -> None:
    rig = Rig(use_timer=False)
    rig.runner.mark_start()
    rig.board.led0_on()
    rig.runner.reset()
    assert not rig.board.parts[0].led0


def test_a_second_board_has_names_of_its_own() -> None:
    rig = Rig(use_timer=False, namespace="second")
    assert rig.call("second/sil_board/run").success
    assert [system.name for system in rig.runner.systems] == ["second/firmware"]


def test_after_leaving_nothing_is_served() -> None:
    rig = Rig()
    rig.manager.leave()
    rig.runner.advance(2)
    assert rig.firmware.ticks == []
    with pytest.raises(BusError, match="no service sil_board/run"):
        rig.call()
