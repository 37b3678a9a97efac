"""Systems that tell when they have something to do: nobody asks them in between."""

from collections.abc import Callable

import pytest

from simloop.messages.simloop_msgs import SerialData
from simloop.server.simulation import Simulation
from simloop.systems.failures.request import FailureRequest
from simloop.testing.tiny_world import tiny_runner, tiny_spec
from simloop.world.activity import Activity
from simloop.world.agenda import Agenda
from simloop.world.commands import Spawn
from simloop.world.runner import Runner, TickInfo
from simloop.world.system import PythonSystem, Stage


class Sleeper:
    """Counts how often it is asked, and in which ticks it runs."""

    def __init__(self, runner: Runner, *, stage: Stage = Stage.COMMANDS, **more: object) -> None:
        self.asked = 0
        self.busy = False
        self.ran: list[int] = []
        self.activity = Activity(self._look)
        runner.add_system(
            PythonSystem(name="sleeper", stage=stage, run=self._run, active=self.activity, **more)  # type: ignore[arg-type]
        )

    def _look(self) -> bool:
        self.asked += 1
        return self.busy

    def _run(self, info: TickInfo) -> None:
        self.ran.append(info.tick)


def one_by_one(runner: Runner, ticks: int) -> None:
    for _ in range(ticks):
        runner.advance(1)


def watching(runner: Runner, seen: list[int], stage: Stage = Stage.OBSERVE) -> None:
    runner.add_system(
        PythonSystem(name="watch", stage=stage, run=lambda info: seen.append(info.tick))
    )


def test_who_sleeps_is_asked_once_and_again_when_stirred() -> None:
    runner = tiny_runner()
    sleeper = Sleeper(runner)
    one_by_one(runner, 50)
    assert sleeper.asked == 1
    sleeper.busy = True
    runner.advance(1)
    assert sleeper.ran == []
    sleeper.activity.stir()
    one_by_one(runner, 3)
    assert sleeper.ran == [52, 53, 54]
    sleeper.busy = False
    one_by_one(runner, 50)
    assert sleeper.ran == [52, 53, 54]
    assert sleeper.asked == 1 + 3 + 1


def test_a_sleeper_is_asked_when_vehicles_or_subscribers_come() -> None:
    runner = tiny_runner()
    sleeper = Sleeper(runner)
    one_by_one(runner, 5)
    runner.world.commands.submit(Spawn("late", tiny_spec()))
    one_by_one(runner, 5)
    assert sleeper.asked == 2
    runner.bus.revision += 1
    one_by_one(runner, 5)
    assert sleeper.asked == 3


def test_a_sleeper_is_asked_after_going_back() -> None:
    runner = tiny_runner()
    sleeper = Sleeper(runner)
    runner.advance(5)
    sleeper.busy = True
    runner.reset()
    runner.advance(1)
    assert sleeper.ran == [1]


def test_who_is_plainly_asked_is_asked_in_every_tick() -> None:
    runner = tiny_runner()
    asked: list[int] = []

    def look() -> bool:
        asked.append(runner.world.tick)
        return False

    runner.add_system(
        PythonSystem(name="old", stage=Stage.COMMANDS, run=lambda info: None, active=look)
    )
    one_by_one(runner, 5)
    assert asked == [0, 1, 2, 3, 4]


def test_a_sleeper_with_a_rate_is_asked_when_it_would_be_due() -> None:
    runner = tiny_runner()
    sleeper = Sleeper(runner, rate_hz=100.0)
    sleeper.busy = True
    one_by_one(runner, 3)
    assert sleeper.asked == 0
    one_by_one(runner, 7)
    assert sleeper.ran == [4, 8]


def test_the_tick_that_is_named_counts_until_somebody_stirs() -> None:
    runner = tiny_runner()
    named = [30]
    sleeper = Sleeper(runner, next_tick=lambda: named[0])
    sleeper.busy = True
    one_by_one(runner, 10)
    assert sleeper.asked == 1
    named[0] = 20
    sleeper.activity.stir()
    one_by_one(runner, 9)
    assert sleeper.ran == []
    runner.advance(1)
    assert sleeper.ran == [20]


@pytest.mark.parametrize("stage", [Stage.COMMANDS, Stage.CONTROL, Stage.SENSE, Stage.OBSERVE])
def test_who_watches_every_tick_sees_each_of_them_and_changes_no_bit(stage: Stage) -> None:
    plain, watched = tiny_runner(), tiny_runner()
    plain.advance(40)
    seen: list[int] = []
    watching(watched, seen, stage)
    watched.advance(17)
    one_by_one(watched, 23)
    assert seen == list(range(1, 41))
    assert watched.world.state_hash() == plain.world.state_hash()


def test_a_sleeper_stirred_by_who_watches_runs_in_the_next_tick() -> None:
    runner = tiny_runner()
    sleeper = Sleeper(runner)

    def look(info: TickInfo) -> None:
        if info.tick == 7:
            sleeper.busy = True
            sleeper.activity.stir()

    runner.add_system(PythonSystem(name="watch", stage=Stage.OBSERVE, run=look))
    runner.advance(9)
    assert sleeper.ran == [8, 9]


def test_who_watches_may_hold_the_world_and_command_it() -> None:
    runner = tiny_runner()
    runner.advance(3)

    def look(info: TickInfo) -> None:
        if info.tick == 6:
            runner.world.commands.submit(Spawn("late", tiny_spec()))
            runner.hold()

    runner.add_system(PythonSystem(name="watch", stage=Stage.OBSERVE, run=look))
    runner.advance(10)
    assert runner.world.tick == 6
    assert runner.world.entities.by_name("late") is not None


FLIGHTS: dict[str, int] = {"rc_loss": 18, "gcs_loss": 18, "failure_gnss_spoof": 14, "respawn": 20}


def wary(agenda: Agenda, is_calm: Callable[[Agenda], bool]) -> bool:
    """Is it calm? Then nobody who sleeps may have anything to do: whoever has must have stirred."""
    calm = is_calm(agenda)
    for entry in agenda.entries if calm else ():
        if isinstance(entry.active, Activity) and entry not in agenda.awake:
            assert not entry.active(), f"{entry.system.name} has something to do and did not stir"
    return calm


def flown(
    scenario: str, seconds: int, run: Callable[[Simulation], object]
) -> tuple[str, list[str]]:
    simulation = Simulation.load(scenario, seed=3)
    simulation.prepare()
    while simulation.seconds < seconds:
        run(simulation)
    told = [f"{event.tick} {event.name} {event.detail}" for event in simulation.log.events]
    simulation.close()
    return simulation.world.state_hash(), told


@pytest.mark.parametrize("scenario", FLIGHTS)
def test_flights_are_those_in_which_everybody_is_asked(
    scenario: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    seconds = FLIGHTS[scenario]
    is_calm = Agenda.is_calm.fget  # type: ignore[attr-defined]
    monkeypatch.setattr(Agenda, "is_calm", property(lambda agenda: wary(agenda, is_calm)))
    told = flown(scenario, seconds, lambda simulation: simulation.advance(1))
    together = flown(scenario, seconds, lambda simulation: simulation.advance(100))
    monkeypatch.setattr(Agenda, "is_calm", property(lambda agenda: False))
    asked = flown(scenario, seconds, lambda simulation: simulation.advance(1))
    assert told == asked == together


def test_whoever_is_given_something_to_do_between_ticks_has_stirred(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    is_calm = Agenda.is_calm.fget  # type: ignore[attr-defined]
    monkeypatch.setattr(Agenda, "is_calm", property(lambda agenda: wary(agenda, is_calm)))
    simulation = Simulation.load("square", seed=3)
    simulation.prepare()
    world = simulation.world
    given: list[Callable[[], object]] = [
        lambda: simulation.provided["failures"].inject(
            FailureRequest(vehicle="quad_0", component="gps", kind="off", duration_s=0.1)
        ),
        lambda: simulation.provided["pilot_orders"].give("quad_0", "hold", ()),
        lambda: simulation.command("set", name="quad_0", values={"mass_kg": 2.0}),
        lambda: simulation.command("rc", name="quad_0", channels=[1500, 1500, 1000, 1500]),
        lambda: simulation.command("radio", name="quad_0", signal="on"),
        lambda: simulation.command("ground_station", name="quad_0", heard=True),
        lambda: simulation.bus.subscribe("serial_out", SerialData, lambda message: None),
    ]
    # Long enough that everybody has been asked, and sleeps.
    simulation.advance(2 * world.tick_rate_hz)
    for give in given:
        give()
        for _ in range(450):
            simulation.advance(1)
    simulation.close()
