"""The scene broadcaster: all on joining, then changes; poses when asked; nothing otherwise."""

import itertools
from typing import Any

import numpy as np
import pytest

from simloop.firmware.codes import Mode, Phase
from simloop.server.session import Session
from simloop.server.simulation import Simulation
from simloop.studio.readouts import STATUS_COLUMNS, PlanReader, plan_of, status_of
from simloop.systems.scene.broadcast import Readouts
from simloop.systems.scene.gather import Population
from simloop.systems.scene.messages import (
    DataMessage,
    DeltaMessage,
    Hello,
    QuestionMessage,
    SceneMessage,
    StatusMessage,
    ToViewer,
    VehicleStatus,
    plain,
)
from simloop.systems.scene.poses import HEAD, POSE, PosePacker
from simloop.timing.wall import WallClock
from simloop.world.entities import Record
from simloop.world.table import Table


class Sink:
    """Takes what it is told, and wants frames while `wanted` is set."""

    def __init__(self) -> None:
        self.wanted = self.overdue = False
        self.watched = True
        self.join = False
        self.told: list[ToViewer] = []
        self.answers: list[ToViewer] = []
        self.questions: list[QuestionMessage] = []
        self.frames: list[bytes] = []

    def joining(self) -> bool:
        join, self.join = self.join, False
        return join

    def tell(self, message: ToViewer) -> None:
        self.told.append(message)

    def answer(self, message: ToViewer) -> None:
        self.answers.append(message)

    def asked(self) -> list[QuestionMessage]:
        questions, self.questions = self.questions, []
        return questions

    def show(self, poses: bytes) -> None:
        self.frames.append(poses)

    def last(self, kind: type) -> Any:
        return [message for message in self.told if isinstance(message, kind)][-1]


def broadcast(simulation: Simulation, sink: Sink) -> None:
    readouts = Readouts(
        hello=lambda: Hello("square", "", 400, ("quad",)),
        status=status_of,
        plan=lambda record, table: plan_of(record, table, (0.0, 0.0, 0.0)),
    )
    simulation.provided["scene"].broadcast(sink, readouts)


@pytest.fixture
def sim() -> Simulation:
    return Simulation.load("square", compiled=False)


@pytest.fixture
def sink(sim: Simulation) -> Sink:
    sink = Sink()
    broadcast(sim, sink)
    return sink


def test_nothing_is_told_while_nobody_looks(sim: Simulation, sink: Sink) -> None:
    sim.advance(20)
    assert sink.told == []
    assert sink.frames == []


def test_who_only_asks_gets_an_answer_and_no_scene(sim: Simulation, sink: Sink) -> None:
    sink.wanted, sink.watched, sink.join = True, False, True
    sink.questions = [QuestionMessage("7", "entities", {})]
    sim.advance(20)
    [answer] = sink.answers
    assert isinstance(answer, DataMessage)
    assert answer.id == "7"
    assert (sink.told, sink.frames) == ([], [])
    # Whoever looks later is told everything all the same.
    sink.watched = True
    sim.advance(1)
    assert sink.last(SceneMessage).items


def test_a_viewer_does_not_change_the_run(sim: Simulation, sink: Sink) -> None:
    sink.wanted = sink.join = True
    sim.advance(200)
    alone = Simulation.load("square", compiled=False)
    alone.advance(200)
    assert sim.world.state_hash() == alone.world.state_hash()
    assert len(sink.frames) == 200


def test_joining_tells_everything(sim: Simulation, sink: Sink) -> None:
    sink.wanted = sink.join = True
    sim.advance(1)
    assert isinstance(sink.told[0], Hello)
    (quad,) = sink.last(SceneMessage).items
    assert (quad.name, quad.model, quad.look.shape) == ("quad_0", "quad", "quad")
    assert len(quad.look.rotors_frd_m) == len(quad.look.rotor_directions) == 4
    # Take-off, four corners and the way home.
    assert quad.plan_ned_m[0] == (0.0, 0.0, -10.0)
    assert quad.plan_ned_m[2] == (20.0, 20.0, -10.0)
    assert len(quad.plan_ned_m) == 6
    (status,) = sink.last(StatusMessage).vehicles
    assert (status.index, status.armed, status.health) == (quad.index, False, "good")


def test_poses_are_those_of_the_world(sim: Simulation, sink: Sink) -> None:
    entity = sim.world.by_name("quad_0")
    sim.command("move", name="quad_0", position_ned_m=[3.0, -4.0, -25.0], heading_deg=90.0)
    sim.advance(200)
    sink.wanted = sink.join = True
    sim.advance(1)
    frame = sink.frames[-1]
    head = np.frombuffer(frame, HEAD, 1)[0]
    (pose,) = np.frombuffer(frame, POSE, offset=HEAD.itemsize)
    assert (head["count"], head["tick"], head["time_s"]) == (1, 201, 201 / 400)
    assert pose["index"] == sink.last(SceneMessage).items[0].index
    for column in ("position_ned_m", "attitude_wxyz"):
        assert pose[column] == pytest.approx(sim.world.vector(entity, column), abs=1e-5)
    # It falls with its nose to the east: down in the body is down in the world.
    down_mps = float(sim.world.vector(entity, "velocity_frd_mps")[2])
    assert down_mps > 2.0
    assert pose["velocity_ned_cmps"][2] / 100 == pytest.approx(down_mps, abs=0.05)


def test_arrivals_names_and_departures_are_deltas(sim: Simulation, sink: Sink) -> None:
    sink.wanted = sink.join = True
    sim.advance(1)
    sim.command("spawn", model="quad", name="extra", position_ned_m=[5.0, 6.0, 0.0])
    sim.advance(2)
    (extra,) = sink.last(DeltaMessage).items
    assert extra.name == "extra"
    assert extra.position_ned_m[:2] == (5.0, 6.0)
    sim.command("rename", name="extra", new_name="eagle")
    sim.advance(40)
    assert [item.name for item in sink.last(DeltaMessage).items] == ["eagle"]
    sim.command("remove", name="eagle")
    sim.advance(2)
    assert sink.last(DeltaMessage).removed == (extra.index,)
    assert len([message for message in sink.told if isinstance(message, SceneMessage)]) == 1


def test_a_reset_tells_everything_anew(sim: Simulation, sink: Sink) -> None:
    sink.wanted = sink.join = True
    sim.advance(10)
    sim.reset_now()
    sim.advance(1)
    assert sink.last(SceneMessage).tick == 1


def test_messages_are_plain_values(sim: Simulation, sink: Sink) -> None:
    sink.wanted = sink.join = True
    sim.advance(1)
    scene = plain(sink.last(SceneMessage))
    assert scene["type"] == "scene"
    assert scene["items"][0]["look"]["colour"].startswith("#")


def test_terrain_and_water_are_part_of_the_scene() -> None:
    for scenario, part in (("quad_hills", "ground"), ("usv_mission", "water")):
        simulation, sink = Simulation.load(scenario, compiled=False), Sink()
        broadcast(simulation, sink)
        sink.wanted = sink.join = True
        simulation.advance(1)
        assert getattr(sink.last(SceneMessage), part) is not None


def test_a_hundred_vehicles_stay_within_the_budget() -> None:
    simulation = Simulation.load("square", count=100, compiled=False)
    frame = PosePacker(simulation.world).pack(paused=False, real_time_factor=1.0, speed=1.0)
    assert 30 * len(frame) < 150_000


def test_columns_are_gathered_as_the_table_has_them(sim: Simulation) -> None:
    for name in ("one", "two"):
        sim.command("spawn", model="quad", name=name)
    sim.advance(40)
    (gather,) = Population(
        sim.world, lambda table: ("attitude_wxyz", "no_such", "frozen")
    ).gathers()
    numbers, rows = gather.read(), [record.row for record in gather.records]
    assert list(gather.lines) == ["attitude_wxyz", "frozen"]
    assert len(rows) == 3
    assert np.array_equal(numbers[:4].T, gather.table.read("attitude_wxyz")[rows])


def test_a_status_is_made_only_when_its_numbers_change(sim: Simulation) -> None:
    sink, made = Sink(), []

    def status(record: Record, table: Table) -> VehicleStatus:
        made.append(record.name)
        return status_of(record, table)

    hello = Hello("square", "", 400, ())
    version = 0
    readouts = Readouts(
        lambda: hello,
        status=status,
        status_columns=("fw_armed", "crashed"),
        status_version=lambda: version,
    )
    look = sim.provided["scene"].broadcast_between_ticks(sink, readouts)
    sink.wanted = sink.join = True
    for _ in range(20):
        look(False)
    assert made == ["quad_0"]
    sim.world.vector(sim.world.by_name("quad_0"), "crashed")[0] = 1.0
    for _ in range(20):
        look(False)
    assert made == ["quad_0"] * 2
    assert sink.last(StatusMessage).vehicles[0].health == "lost"
    version = 1
    for _ in range(20):
        look(False)
    assert made == ["quad_0"] * 3


def test_all_that_a_status_reads_is_watched(sim: Simulation) -> None:
    ((record, table),) = sim.world.each("body")
    read: set[str] = set()

    class Spy:
        layout = table.layout

        def vector(self, row: int, column: str) -> Any:
            read.add(column)
            return table.vector(row, column)

        numbers = vector

    status_of(record, Spy())  # type: ignore[arg-type]
    assert {"fw_armed", "crashed"} <= read <= set(STATUS_COLUMNS)


def test_a_status_tells_what_is_so(sim: Simulation) -> None:
    ((record, table),) = sim.world.each("body")
    quad = sim.world.by_name("quad_0")
    sim.world.vector(quad, "fw_phase")[0] = Phase.WAYPOINT
    sim.world.vector(quad, "gnss_fix_type")[0] = 3.0
    # Told to go somewhere, it is on the way to no waypoint.
    for mode, words in ((Mode.AUTO, "waypoint 1"), (Mode.GUIDED, "under way")):
        sim.world.vector(quad, "fw_mode")[0] = mode
        assert status_of(record, table).doing == words
    # A receiver that is off leaves its last fix behind.
    assert [status_of(record, table, gone).gnss_fix for gone in ((), ("gps off",))] == [3, 0]


def test_a_run_with_a_page_looks_between_ticks(sim: Simulation) -> None:
    sink = Sink()
    readouts = Readouts(lambda: Hello("square", "", 400, ()))
    sim.between_ticks(sim.provided["scene"].broadcast_between_ticks(sink, readouts))
    sink.wanted = sink.join = True
    sim.advance(50)
    assert len(sink.frames) == 1
    # One that has waited for too long is served inside a batch of ticks.
    sink.overdue = True
    sim.advance(1)
    assert len(sink.frames) == 3


class SlowTime:
    """A wall clock that only goes on while somebody sleeps."""

    def __init__(self) -> None:
        self.now_ns = 0
        self.wall = WallClock(monotonic_ns=lambda: self.now_ns, sleep=self._sleep)

    def _sleep(self, seconds: float) -> None:
        self.now_ns += max(1_000, round(seconds * 1e9))


@pytest.mark.parametrize("factor", [0.05, 0.001])
def test_viewers_do_not_wait_for_ticks_that_are_far_apart(factor: float) -> None:
    time, sink, looks_ns = SlowTime(), Sink(), []
    sim = Simulation.load("square", compiled=False, wall=time.wall, sets=[f"speed={factor}"])
    look = sim.provided["scene"].broadcast_between_ticks(
        sink, Readouts(lambda: Hello("square", "", 400, ()))
    )

    def job(paused: bool) -> None:
        looks_ns.append(time.now_ns)
        look(paused)

    sim.between_ticks(job)
    sink.wanted = sink.join = True
    session = Session(sim)
    session.run(lambda: session.stop() if time.now_ns > 1_000_000_000 else None)
    assert sim.world.tick <= 400 * factor * 1.1
    assert max(b - a for a, b in itertools.pairwise(looks_ns)) <= 34_000_000
    assert len(sink.frames) >= 30


def test_plans_are_made_anew_when_their_numbers_change(sim: Simulation) -> None:
    ((record, table),) = sim.world.each("body")
    plans, home = PlanReader(), (1.0, 2.0, 0.0)
    assert plans.read(record, table, home) == plan_of(record, table, home)
    assert plans.read(record, table, home) is plans.read(record, table, home)
    table.vector(record.row, "fw_item")[13] += 7.0
    assert plans.read(record, table, home) == plan_of(record, table, home)
    assert plans.read(record, table, None) == (None, ())
