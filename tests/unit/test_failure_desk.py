"""The failure desk: answers, times, chance, undo and snapshots, with an effect that only notes."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from simloop.cli.main import main
from simloop.cli.words import event_words
from simloop.server.files.mistake import FileMistake
from simloop.server.simulation import Simulation
from simloop.systems.failures import (
    Effect,
    FailureDesk,
    FailureRequest,
    FailureResult,
    UnsupportedError,
)

RATE_HZ = 400


class Note(Effect):
    """Writes down what the desk calls."""

    def __init__(self, calls: list[tuple[Any, ...]], sim: Simulation, steady: bool) -> None:
        self.calls, self.sim, self.steady = calls, sim, steady
        self.memory = 0

    def begin(self) -> None:
        self.calls.append(("begin", self.sim.world.tick + 1))

    def update(self, share: float) -> None:
        self.memory += 1
        self.calls.append(("update", self.sim.world.tick + 1, share))

    def end(self) -> None:
        self.calls.append(("end", self.sim.world.tick + 1))

    def save(self) -> int:
        return self.memory

    def load(self, saved: int) -> None:
        self.memory = saved
        self.calls.append(("load", saved))


class Bench:
    """A parked quad and a desk with a cell that notes."""

    def __init__(self, count: int = 1, steady: bool = True) -> None:
        self.sim = Simulation.load("stand", compiled=False, count=count)
        self.desk: FailureDesk = self.sim.provided["failures"]
        self.calls: list[tuple[Any, ...]] = []
        self.made: list[FailureRequest] = []
        self.desk.offer("lamp", "dim", self._make(steady), strength={"level": 0.5})
        self.desk.offer("lamp", "never", self._refuse)

    def _make(self, steady: bool) -> Any:
        def make(request: FailureRequest) -> Effect:
            self.made.append(request)
            return Note(self.calls, self.sim, steady)

        return make

    def _refuse(self, request: FailureRequest) -> Effect:
        raise UnsupportedError(f"'{request.vehicle}' has no lamp")

    def inject(self, kind: str = "dim", **rest: Any) -> Any:
        name = rest.pop("vehicle", self.names[0])
        component = rest.pop("component", "lamp")
        request = FailureRequest(vehicle=name, component=component, kind=kind, **rest)
        return self.desk.inject(request)

    @property
    def names(self) -> list[str]:
        return [record.name for record in self.sim.world.models()]

    def events(self) -> list[tuple[int, str]]:
        words = ("failure", "recovered", "spared")
        return [(event.tick, event.name) for event in self.sim.log.events if event.name in words]


@pytest.fixture
def bench() -> Iterator[Bench]:
    yield Bench()


def test_onset_ramp_and_duration_fall_on_their_ticks(bench: Bench) -> None:
    bench.sim.advance(10)
    answer = bench.inject(onset_s=0.05, ramp_s=0.01, duration_s=0.05)
    assert answer.result is FailureResult.ACCEPTED
    bench.sim.advance(100)
    shares = [("update", 31 + k, 0.25 * (k + 1)) for k in range(4)]
    assert bench.calls == [("begin", 31), *shares, ("end", 51)]
    assert bench.events() == [(31, "failure"), (51, "recovered")]
    assert bench.desk.active(bench.names[0]) == ()


def test_a_steady_effect_lets_ticks_fuse_and_another_runs_in_each(bench: Bench) -> None:
    lively = Bench(steady=False)
    for each in (bench, lively):
        each.inject(duration_s=0.1)
        each.sim.advance(60)
    assert [call[0] for call in bench.calls] == ["begin", "update", "end"]
    assert len([call for call in lively.calls if call[0] == "update"]) == 40


@pytest.mark.parametrize(
    ("given", "result", "words"),
    [
        ({"component": "lmap"}, "UNSUPPORTED", "did you mean 'lamp'?"),
        ({"kind": "din"}, "UNSUPPORTED", "lamp cannot fail as 'din': did you mean 'dim'?"),
        ({"kind": "never"}, "UNSUPPORTED", "has no lamp"),
        ({"vehicle": "nobody"}, "DENIED", "no entity named 'nobody'"),
        ({"duration_s": 0.0}, "DENIED", "duration_s is 0"),
        ({"onset_s": -1.0}, "DENIED", "onset_s is -1"),
        ({"probability": 1.5}, "DENIED", "probability is 1.5: use 0 to 1"),
        ({"instance": -1}, "DENIED", "count from 1"),
        ({"strength": {"levl": 1.0}}, "DENIED", "no strength 'levl': did you mean 'level'?"),
        ({"strength": {"level": float("nan")}}, "DENIED", "use a finite number"),
    ],
)
def test_refusals_name_the_place_and_the_fix(
    bench: Bench, given: dict[str, Any], result: str, words: str
) -> None:
    answer = bench.inject(**given)
    assert (answer.result.name, words in answer.reason) == (result, True), answer
    assert bench.desk.active(bench.names[0]) == ()


def test_strengths_have_defaults_and_requests_are_plain(bench: Bench) -> None:
    bench.inject()
    assert bench.made[-1].strength == {"level": 0.5}
    bench.inject(strength={"level": 0.25})
    assert bench.made[-1].plain()["strength"] == {"level": 0.25}
    assert len(bench.desk.active(bench.names[0])) == 1, "the same failure again replaces the first"


def test_ok_clears_by_component_and_instance(bench: Bench) -> None:
    name = bench.names[0]
    for instance in (1, 2):
        bench.inject(instance=instance)
    bench.sim.advance(1)
    bench.inject("ok", instance=2)
    assert [request.instance for request in bench.desk.active(name)] == [1]
    bench.inject("ok", component="all")
    assert bench.desk.active(name) == ()
    assert [call[0] for call in bench.calls].count("end") == 2


def test_the_timeline_injects_and_undo_takes_back(bench: Bench) -> None:
    sim, name = bench.sim, bench.names[0]
    sim.command("failure", name=name, component="lamp", kind="dim", duration_s=1.0)
    sim.advance(3)
    assert [request.kind for request in bench.desk.active(name)] == ["dim"]
    sim.command("failure", name=name, component="lamp", kind="ok")
    sim.advance(5)
    assert bench.desk.active(name) == ()
    sim.command("undo")
    sim.advance(5)
    assert [request.kind for request in bench.desk.active(name)] == ["dim"], "ok was undone"
    sim.command("undo")
    sim.advance(1)
    assert bench.desk.active(name) == ()
    sim.command("redo")
    sim.advance(1)
    assert [request.kind for request in bench.desk.active(name)] == ["dim"]


def test_a_failure_that_is_brought_back_finds_its_vehicle_under_a_new_name(bench: Bench) -> None:
    sim, name = bench.sim, bench.names[0]
    sim.command("failure", name=name, component="lamp", kind="dim")
    sim.advance(1)
    sim.command("rename", name=name, new_name="lamp_ship")
    sim.advance(1)
    sim.command("failure", name="lamp_ship", component="lamp", kind="ok")
    sim.advance(1)
    sim.command("undo")
    sim.advance(2)
    assert [request.vehicle for request in bench.desk.active("lamp_ship")] == ["lamp_ship"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"component": "lamp", "kind": "dim", "durations_s": 1.0}, "did you mean 'duration_s'?"),
        ({"component": "lamp"}, "argument 'kind' is missing"),
        ({"component": "lamp", "kind": "dim", "ramp_s": "x"}, "'ramp_s' takes a number"),
        ({"component": "lamp", "kind": "dim", "instance": 1.5}, "takes a whole number"),
        ({"component": "lamp", "kind": "dim", "strength": 3.0}, "maps names to numbers"),
        ({"component": "lamp", "kind": "never"}, "has no lamp"),
    ],
)
def test_the_command_refuses_with_one_line(
    bench: Bench, arguments: dict[str, Any], words: str
) -> None:
    bench.sim.command("failure", name=bench.names[0], **arguments)
    bench.sim.advance(2)
    receipt = bench.sim.provided["user_commands"].history[-1]
    assert receipt.state == "refused"
    assert words in receipt.reason


def test_chance_is_each_vehicles_own_whatever_the_batch() -> None:
    fleet = Bench(count=12)
    fleet.sim.command("failure", component="lamp", kind="dim", probability=0.5)
    fleet.sim.advance(5)
    hit = {event.vehicle: event.name for event in fleet.sim.log.events if event.name != "timeline"}
    assert set(hit.values()) == {"failure", "spared"}
    few = Bench(count=3)
    few.sim.command("failure", component="lamp", kind="dim", probability=0.5)
    few.sim.advance(5)
    for name in few.names:
        assert hit[name] == ("failure" if few.desk.active(name) else "spared")


def test_snapshots_and_reset_carry_what_fails(bench: Bench) -> None:
    sim, name = bench.sim, bench.names[0]
    bench.inject(duration_s=0.1, ramp_s=0.02)
    sim.advance(5)
    before = sim.snapshot()
    sim.advance(100)
    first = list(bench.calls)
    assert bench.desk.active(name) == ()
    bench.calls.clear()
    sim.restore(before)
    sim.advance(100)
    assert bench.calls == [("load", 5), *(call for call in first if call[1] > 5)]
    sim.restore(before)
    sim.reset_now()
    assert bench.desk.active(name) == ()


def test_a_vehicle_that_leaves_takes_its_failures_along(bench: Bench) -> None:
    sim, name = bench.sim, bench.names[0]
    bench.inject()
    sim.command("remove", name=name)
    sim.advance(3)
    assert bench.desk.active(name) == ()


def test_with_nothing_injected_ticks_fuse_as_before(bench: Bench) -> None:
    systems = {system.name: system for system in bench.sim.runner.systems}
    active = systems["failures"].active
    assert active is not None
    assert not active()
    bench.inject(onset_s=1.0)
    next_tick = systems["failures"].next_tick
    assert next_tick is not None
    assert next_tick() == 1 + RATE_HZ


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("component: gyr, kind: stuck", "nothing called 'gyr' can fail: did you mean 'gyro'?"),
        ("component: gyro, kind: stuk", "gyro cannot fail as 'stuk': did you mean 'stuck'?"),
        ("component: motor, kind: off, instance: 7", "no motor 7: it has 1 to 4"),
        ("component: gyro", "argument 'kind' is missing: write a name"),
    ],
)
def test_a_timeline_with_a_wrong_failure_is_told_at_load(arguments: str, words: str) -> None:
    event = f"{{at_s: 1, command: failure, arguments: {{name: quad_0, {arguments}}}}}"
    with pytest.raises(FileMistake) as told:
        Simulation.load("stand", compiled=False, sets=[f"timeline=[{event}]"])
    assert words in str(told.value)
    assert "at_s 1" in str(told.value)


def test_a_bare_off_in_yaml_means_off() -> None:
    event = "{at_s: 0.1, command: failure, arguments: {name: quad_0, component: gps, kind: off}}"
    sim = Simulation.load("stand", compiled=False, sets=[f"timeline=[{event}]"])
    sim.advance(60)
    assert [request.kind for request in sim.provided["failures"].active("quad_0")] == ["off"]


def test_the_command_line_lists_failures(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list", "failures"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert any(line.split()[:2] == ["gps", "spoof"] for line in lines)
    assert main(["list", "failures", "--vehicle", "workboat", "--json"]) == 0
    cells = {(row["component"], row["kind"]) for row in json.loads(capsys.readouterr().out)}
    assert ("structure", "leak") in cells
    assert ("environment", "current") in cells
    assert ("airspeed", "stuck") not in cells
    assert main(["list", "worlds", "--vehicle", "quad"]) == 2


def test_events_say_what_fails(bench: Bench) -> None:
    bench.inject(instance=2, duration_s=0.01)
    bench.inject(probability=0.0)
    bench.sim.advance(10)
    words = ("failure", "recovered", "spared")
    told = [event_words(event) for event in bench.sim.log.events if event.name in words]
    assert told == ["FAILS: lamp 2 dim", "was spared: lamp dim", "recovered: lamp 2 dim"]
