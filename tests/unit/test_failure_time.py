"""Failures of time and of the autopilot: missed passes, late samples, wrong clocks, death."""

from typing import Any

import numpy as np
import pytest

from simloop.server.simulation import Simulation
from simloop.systems.failures import FailureAnswer, FailureDesk, FailureRequest, FailureResult
from simloop.world.world import Snapshot

SECOND = 400


def load(board: str = "sil", count: int = 1) -> Simulation:
    """The class of the default flight, which is compiled already; boards are run interpreted."""
    sets = [f"vehicles[0].model.autopilot.settings.board={board}"]
    return Simulation.load("square", sets=sets, count=count, compiled=board == "fused")


def ask(simulation: Simulation, component: str, kind: str, **given: Any) -> FailureAnswer:
    desk = simulation.provided["failures"]
    assert isinstance(desk, FailureDesk)
    request = FailureRequest(**{"vehicle": "quad_0", **given}, component=component, kind=kind)
    return desk.inject(request)


def inject(simulation: Simulation, component: str, kind: str, **given: Any) -> None:
    answer = ask(simulation, component, kind, **given)
    assert answer.accepted, answer


def column(simulation: Simulation, name: str, vehicle: str = "quad_0") -> Any:
    return simulation.world.vector(simulation.world.by_name(vehicle), name).copy()


def firmware_time_s(simulation: Simulation, vehicle: str = "quad_0") -> float:
    return float(column(simulation, "fw_time_s", vehicle)[0])


def passed_s(simulation: Simulation, ticks: int) -> float:
    """How far the firmware's clock goes in some ticks."""
    before = firmware_time_s(simulation)
    simulation.advance(ticks)
    return firmware_time_s(simulation) - before


@pytest.fixture(scope="module")
def climbing() -> tuple[Simulation, Snapshot]:
    simulation = load()
    simulation.advance(4 * SECOND)
    assert column(simulation, "motor_command").min() > 0.0
    return simulation, simulation.snapshot()


@pytest.fixture
def flying(climbing: tuple[Simulation, Snapshot]) -> Simulation:
    """A vehicle whose motors run."""
    simulation, snapshot = climbing
    simulation.restore(snapshot)
    return simulation


@pytest.mark.parametrize(
    ("component", "kind"), [("time", "pause"), ("autopilot", "off"), ("autopilot", "stop")]
)
def test_a_paused_firmware_holds_its_outputs_and_goes_on(
    flying: Simulation, component: str, kind: str
) -> None:
    simulation = flying
    inject(simulation, component, kind, duration_s=0.25)
    held = column(simulation, "motor_command")
    for _ in range(100):
        assert passed_s(simulation, 1) == 0.0
        assert (column(simulation, "motor_command") == held).all()
    assert passed_s(simulation, 100) == pytest.approx(0.25)
    assert (column(simulation, "motor_command") != held).any()


def test_neighbours_on_the_same_board_notice_nothing() -> None:
    """Not a bit of another vehicle changes, whatever is wrong with the first one's time."""
    bad, good = load(count=2), load(count=2)
    names = [record.name for record in good.world.models()]
    for kind in ("pause", "jitter", "drift", "jump", "leap"):
        inject(bad, "time", kind, vehicle=names[0], onset_s=0.2, duration_s=0.4)
    for simulation in (bad, good):
        simulation.advance(400)
    hashes = [[s.world.model_hash(s.world.by_name(name)) for name in names] for s in (bad, good)]
    assert hashes[0][0] != hashes[1][0]
    assert hashes[0][1] == hashes[1][1]


def test_the_same_trouble_has_the_same_bits_alone_and_in_a_fleet() -> None:
    hashes = []
    for count in (1, 7):
        simulation = load(count=count)
        inject(simulation, "time", "jitter", strength={"most_s": 0.02})
        inject(simulation, "autopilot", "slow")
        simulation.advance(150)
        hashes.append(simulation.world.model_hash(simulation.world.by_name("quad_0")))
    assert hashes[0] == hashes[1]


@pytest.mark.parametrize(("component", "kind"), [("time", "pause"), ("autopilot", "slow")])
def test_a_share_of_the_passes_is_missed(component: str, kind: str) -> None:
    simulation = load()
    simulation.advance(40)
    inject(simulation, component, kind, strength={"share": 0.3}, duration_s=1.0)
    assert passed_s(simulation, SECOND) == pytest.approx(0.7, abs=0.09)
    simulation.advance(1)
    assert passed_s(simulation, 200) == pytest.approx(0.5)


def test_a_sample_that_came_meanwhile_waits() -> None:
    """Receivers keep their last fix until somebody reads it."""
    simulation = load()
    simulation.advance(40)
    inject(simulation, "time", "pause", duration_s=0.25)
    read = column(simulation, "board_gnss_sequence")[0]
    simulation.advance(99)
    assert column(simulation, "board_gnss_sequence")[0] == read
    assert column(simulation, "gnss_sequence")[0] > read
    simulation.advance(2)
    assert column(simulation, "board_gnss_sequence")[0] == column(simulation, "gnss_sequence")[0]


def test_samples_come_late_by_chance_and_never_overtake() -> None:
    simulation = load()
    simulation.advance(40)
    inject(simulation, "time", "jitter", strength={"most_s": 0.02}, duration_s=1.0)
    late, shown = [], []
    for _ in range(SECOND):
        taken = column(simulation, "imu_sequence")[0]
        simulation.advance(1)
        shown.append(column(simulation, "board_imu_sequence")[0])
        late.append(taken - shown[-1])
    assert shown == sorted(shown)
    assert min(late) >= 0.0 and max(late) <= 8.0
    assert np.mean(late) > 2.0 and len(set(late)) > 5
    simulation.advance(2)
    taken = column(simulation, "imu_sequence")[0]
    simulation.advance(1)
    assert column(simulation, "board_imu_sequence")[0] == taken


@pytest.mark.parametrize("board", ["fused", "sil"])
def test_a_clock_drifts_and_keeps_what_it_has_gained(board: str) -> None:
    simulation = load(board)
    simulation.advance(40)
    for gain in (0.1, -0.1):
        inject(simulation, "time", "drift", strength={"gain": gain}, duration_s=1.0)
        assert passed_s(simulation, SECOND) == pytest.approx(1.0 + gain)
        simulation.advance(1)
        assert passed_s(simulation, SECOND // 2) == pytest.approx(0.5)


@pytest.mark.parametrize("board", ["fused", "sil"])
def test_a_clock_jumps_and_is_set_right(board: str) -> None:
    simulation = load(board)
    simulation.advance(40)
    begin_s = firmware_time_s(simulation)
    inject(simulation, "time", "jump", strength={"by_s": 3.0}, duration_s=0.5)
    assert passed_s(simulation, 100) == pytest.approx(3.25)
    simulation.advance(100)
    simulation.advance(100)
    assert firmware_time_s(simulation) - begin_s == pytest.approx(0.75)


@pytest.mark.parametrize("board", ["fused", "sil"])
def test_a_leap_second_stays_and_the_clock_goes_on(board: str) -> None:
    simulation = load(board)
    simulation.advance(SECOND * 2)
    inject(simulation, "time", "leap", duration_s=0.5)
    assert passed_s(simulation, 100) == pytest.approx(0.25 - 1.0)
    # Past its end the clock is as wrong as before, and counts as it should.
    simulation.advance(200)
    assert passed_s(simulation, 100) == pytest.approx(0.25)


@pytest.mark.parametrize("board", ["fused", "sil"])
def test_a_restarted_firmware_begins_anew(board: str) -> None:
    simulation = load(board)
    simulation.advance(SECOND)
    assert firmware_time_s(simulation) > 0.9
    inject(simulation, "autopilot", "restart")
    simulation.advance(40)
    assert firmware_time_s(simulation) < 0.11
    assert passed_s(simulation, 100) == pytest.approx(0.25)


def test_a_killed_firmware_lets_its_motors_rest_and_begins_anew(flying: Simulation) -> None:
    simulation = flying
    inject(simulation, "autopilot", "kill", duration_s=0.25)
    simulation.advance(50)
    assert (column(simulation, "motor_command") == 0.0).all()
    simulation.advance(55)
    assert firmware_time_s(simulation) < 0.02
    assert passed_s(simulation, 100) == pytest.approx(0.25)


@pytest.mark.parametrize("kind", ["jitter", "pause", "jump", "leap", "drift"])
def test_going_back_in_time_takes_the_trouble_along(kind: str) -> None:
    simulation = load()
    inject(simulation, "time", kind)
    simulation.advance(60)
    saved = simulation.snapshot()
    simulation.advance(60)
    straight = simulation.world.state_hash()
    inject(simulation, "time", "ok")
    simulation.advance(20)
    simulation.restore(saved)
    simulation.advance(60)
    assert simulation.world.state_hash() == straight
    simulation.reset_now()
    assert passed_s(simulation, 101) == pytest.approx(0.25)


def test_without_a_board_the_answer_is_honest() -> None:
    simulation = Simulation.load("square", compiled=False)
    simulation.command("spawn", model="ball", name="ball")
    simulation.advance(2)
    for component, kind in (
        ("time", "jitter"),
        ("time", "pause"),
        ("autopilot", "off"),
        ("autopilot", "kill"),
        ("autopilot", "slow"),
    ):
        told = ask(simulation, component, kind)
        assert told.result is FailureResult.UNSUPPORTED
        assert "board: sil" in told.reason
        assert ask(simulation, component, kind, vehicle="ball").result is FailureResult.UNSUPPORTED
    for component, kind in (("time", "drift"), ("time", "jump"), ("autopilot", "restart")):
        assert ask(simulation, component, kind, vehicle="ball").result is FailureResult.UNSUPPORTED
    for component, kind, name, value in (
        ("time", "drift", "gain", 2.0),
        ("time", "jump", "by_s", 1e9),
        ("autopilot", "slow", "share", 1.0),
    ):
        told = ask(simulation, component, kind, strength={name: value})
        assert told.result is FailureResult.DENIED and name in told.reason


class Program:
    """Stands in for an autopilot's process, and keeps what is done to it."""

    def __init__(self) -> None:
        self.done: list[str] = []

    def stop(self) -> None:
        self.done.append("stop")

    def go_on(self) -> None:
        self.done.append("go on")

    def kill(self) -> None:
        self.done.append("kill")

    def restart(self) -> None:
        self.done.append("restart")


@pytest.mark.parametrize(
    ("kind", "begin", "end"),
    [
        ("off", ["stop"], ["stop", "go on"]),
        ("stop", ["stop"], ["stop", "go on"]),
        ("kill", ["kill"], ["kill", "restart"]),
        ("restart", ["restart"], ["restart"]),
    ],
)
def test_programs_are_stopped_killed_and_restarted(
    kind: str, begin: list[str], end: list[str]
) -> None:
    simulation = load("fused")
    program = Program()
    simulation.provide("autopilot_processes", {"quad_0": program})
    inject(simulation, "autopilot", kind, duration_s=0.05)
    simulation.advance(5)
    assert program.done == begin
    simulation.advance(30)
    assert program.done == end


def test_a_slow_program_stands_still_for_a_share_of_the_time() -> None:
    simulation = load("fused")
    program = Program()
    simulation.provide("autopilot_processes", {"quad_0": program})
    inject(simulation, "autopilot", "slow", duration_s=0.4)
    simulation.advance(170)
    assert program.done.count("stop") in (4, 5)
    assert program.done[-1] == "go on"
    # Time waits for a party of a lockstep run, so it is never late.
    simulation.coordinator.wait_for("px4 of quad_0", lambda wait_s: True)
    told = ask(simulation, "autopilot", "slow")
    assert told.result is FailureResult.UNSUPPORTED and "lockstep" in told.reason


def test_a_stopped_program_goes_on_when_the_world_goes_back() -> None:
    simulation = load("fused")
    program = Program()
    simulation.provide("autopilot_processes", {"quad_0": program})
    saved = simulation.snapshot()
    inject(simulation, "autopilot", "stop")
    simulation.advance(5)
    simulation.restore(saved)
    assert program.done == ["stop", "go on"]
