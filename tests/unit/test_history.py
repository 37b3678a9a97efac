"""The past of a run under way: looked at without a trace, and gone on from to the bit."""

from base64 import b64decode
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from simloop.messages.rosflight_msgs import RCRaw
from simloop.messages.simloop_msgs import InboxEntry
from simloop.messages.std_srvs import TriggerRequest
from simloop.server.files.scenario_file import Record
from simloop.server.history import History
from simloop.server.history.thinned import Thinned
from simloop.server.history.wall_share import WallShare
from simloop.server.recording.names import EVENTS, INBOX
from simloop.server.recording.reader import Item, RunFile
from simloop.server.recording.recording import Recording
from simloop.server.recording.replay import replay
from simloop.server.simulation import Simulation
from simloop.studio.questions import QUESTIONS
from simloop.studio.questions.columns import Columns
from simloop.studio.questions.timeline_answers import Past
from simloop.studio.readouts import STATUS_COLUMNS, status_of
from simloop.systems.rc.receiver import TOPIC
from simloop.systems.scene.messages import QuestionMessage, VehicleStatus
from simloop.systems.scene.poses import HEAD, POSE
from simloop.systems.user_commands.desk import UserCommand
from simloop.timing.wall import WallClock
from simloop.transport.inbox import Reply
from simloop.world.commands import CommandRefused
from simloop.world.entities import Record as EntityRecord
from simloop.world.system import PythonSystem, Stage
from simloop.world.table import Table


class Clock:
    """A wall clock that goes on by half a second whenever it is read."""

    def __init__(self) -> None:
        self._now_ns = 0

    def read(self) -> int:
        self._now_ns += 500_000_000
        return self._now_ns


def flying(**options: Any) -> tuple[Simulation, History]:
    wall = WallClock(monotonic_ns=Clock().read, sleep=lambda seconds: None)
    simulation = Simulation.load("square", compiled=False, wall=wall)
    history = History(simulation, status=status_of, shares=(1.0, 1.0), **options)
    history.join()
    return simulation, history


def position(past: Past | None) -> list[float]:
    assert past is not None
    poses = np.frombuffer(b64decode(past.poses), POSE, offset=HEAD.itemsize)
    place: list[float] = poses[0]["position_ned_m"].tolist()
    return place


def branch(simulation: Simulation, tick: int) -> Reply:
    """Ask for it as a page does; a command is answered when the next tick begins."""
    reply = Reply()
    simulation.bus.inbox.push("studio", UserCommand("branch", {"tick": tick}), reply)
    simulation.advance(1)
    return reply


def advance_to(simulation: Simulation, tick: int) -> None:
    while simulation.world.tick < tick:
        simulation.advance(tick - simulation.world.tick)


def test_old_things_get_fewer_and_the_ends_stay() -> None:
    kept: Thinned[int] = Thinned(100)
    for tick in range(1000):
        kept.add(tick, tick, 2)
    assert kept.bytes <= 100
    assert (kept.ticks[0], kept.ticks[-1]) == (0, 999)
    gaps = np.diff(kept.ticks)
    assert gaps[0] > 10 * gaps[-1]
    assert kept.at(-1) is None
    assert kept.at(998) == 998
    assert kept.at(999, lambda tick: tick < 998) == 997


@pytest.mark.parametrize(
    ("cost_ms", "times"),
    [
        pytest.param(0.1, 300, id="cheap work is done as often as it is wanted"),
        pytest.param(5.0, 24, id="dear work takes two per cent of the time"),
        pytest.param(50.0, 4, id="very dear work, too, once that is known"),
    ],
)
def test_work_takes_a_small_share_of_the_time(cost_ms: float, times: int) -> None:
    now_ns = 0
    wall = WallClock(monotonic_ns=lambda: now_ns, sleep=lambda seconds: None)
    pace = WallShare(wall, least_ns=20_000_000, share=0.02)
    done = 0
    while now_ns < 6_000_000_000:
        if pace.due:
            with pace.work():
                # Once the host was busy: that is not held against the work.
                now_ns += int(1e6 * cost_ms) if done != 10 else 300_000_000
            done += 1
        now_ns += 1_000_000
    assert done == pytest.approx(times, rel=0.1)


def test_a_status_is_read_again_only_when_its_columns_have_changed() -> None:
    simulation = Simulation.load("square", count=3, compiled=False)
    asked: list[str] = []

    def status(record: EntityRecord, table: Table) -> VehicleStatus:
        asked.append(record.name)
        return status_of(record, table)

    history = History(simulation, status=status, status_columns=STATUS_COLUMNS)
    history.join()
    assert len(asked) == 3
    simulation.world.vector(simulation.world.by_name("quad_1"), "battery_state_of_charge")[0] = 0.4
    for _ in range(4):
        history.frames.take()
    assert asked[3:] == ["quad_1"]
    told = history.past(0)
    assert told is not None
    assert [each.battery for each in told.status] == [1.0, 0.4, 1.0]
    _, *others = (each.index for each in told.status)
    simulation.command("remove", name="quad_0")
    simulation.advance(2)
    for _ in range(4):
        history.frames.take()
    told = history.past(2)
    assert told is not None
    assert [each.index for each in told.status] == others


def test_keeping_a_history_does_not_change_the_run() -> None:
    simulation, history = flying()
    alone = Simulation.load("square", compiled=False)
    for _ in range(3):
        simulation.advance(300)
        alone.advance(300)
    assert simulation.world.state_hash() == alone.world.state_hash()
    assert len(history.frames) == 46
    assert history.snapshots.ticks == (0, 600)


def test_the_past_is_as_it_was() -> None:
    simulation, history = flying()
    simulation.command("move", name="quad_0", position_ned_m=[3.0, 4.0, -30.0])
    simulation.advance(100)
    then = simulation.world.vector(simulation.world.by_name("quad_0"), "position_ned_m").copy()
    simulation.advance(300)
    past = history.past(105)
    assert position(past) == pytest.approx(then, abs=1e-5)
    assert past is not None
    assert (past.tick, past.items) == (100, None)
    assert [status.health for status in past.status] == ["good"]
    assert history.past(-1) is None


def test_who_was_there_is_told_when_that_has_changed() -> None:
    simulation, history = flying()
    simulation.advance(40)
    simulation.command("spawn", model="quad", name="extra", position_ned_m=[5.0, 6.0, 0.0])
    simulation.advance(40)
    past = history.past(20)
    assert past is not None
    assert past.items is not None
    assert [item.name for item in past.items] == ["quad_0"]
    now = history.past(80)
    assert now is not None
    assert now.items is None
    assert len(now.status) == 2


def columns(simulation: Simulation, tick: int, name: str = "quad_0") -> Columns:
    asked = QuestionMessage("1", "columns", {"name": name, "components": ["body"], "tick": tick})
    told = simulation.provided["questions"].answer(asked)
    assert told.refused == ""
    assert isinstance(told.data, Columns)
    return told.data


def test_the_numbers_of_the_past_are_those_of_the_nearest_copy() -> None:
    simulation, history = flying()
    simulation.provided["questions"].offer(QUESTIONS)
    simulation.command("push", name="quad_0", force_ned_n=[3.0, 0.0, -40.0])
    told = {}
    for tick in (0, 400, 430):
        advance_to(simulation, tick)
        told[tick] = columns(simulation, tick)
    simulation.command("spawn", model="quad", name="extra", position_ned_m=[5.0, 6.0, 0.0])
    advance_to(simulation, 500)
    assert history.snapshots.ticks == (0, 400)
    assert columns(simulation, 430) == columns(simulation, 400) == told[400] != told[430]
    assert columns(simulation, 399) == told[0]
    assert columns(simulation, 500).tick == columns(simulation, 900).tick == 500
    # It came after the copy.
    assert columns(simulation, 480, "extra") == Columns(400, ())


def test_a_copy_of_many_knows_each_of_them() -> None:
    simulation = Simulation.load("square", count=7, compiled=False)
    history = History(simulation)
    history.join()
    for record in simulation.world.models():
        row = history.row(0, record.name)
        assert not isinstance(row, int)
        for column in ("position_ned_m", "noise_key", "rotor_speed_radps"):
            now = simulation.world.vector(record.entity, column)
            assert row.read(column).tobytes() == now.tobytes()


def busy_flight(simulation: Simulation, until: int) -> dict[int, str]:
    """Commands of users, radio, pauses, an undo: the hash of every tick."""
    hashes = {0: simulation.world.state_hash()}
    radio = simulation.bus.advertise(TOPIC, RCRaw, by="pilot", external=True)

    def go(ticks: int) -> None:
        for _ in range(ticks):
            simulation.advance(1)
            hashes[simulation.world.tick] = simulation.world.state_hash()

    go(30)
    simulation.command("push", name="quad_0", force_ned_n=[3.0, 0.0, -40.0])
    go(25)
    simulation.command("wind", mean_ned_mps=[4.0, 2.0, 0.0])
    simulation.command("spawn", model="quad", name="extra", position_ned_m=[5.0, 6.0, 0.0])
    go(3)
    radio.publish(RCRaw(values=(1500, 1500, 1200, 1500, 1000, 1000, 1000, 1000)))
    go(397)
    # Undone after the copy at 455, done before it.
    simulation.command("undo")
    simulation.command("pause")
    go(7)
    simulation.command("move", name="quad_0", position_ned_m=[1.0, 2.0, -20.0])
    simulation.idle()
    simulation.idle()
    hashes[simulation.world.tick] = simulation.world.state_hash()
    simulation.bus.call("time_manager/toggle_pause", TriggerRequest())
    go(until - simulation.world.tick)
    return hashes


@pytest.fixture(scope="module")
def busy() -> tuple[Simulation, History, dict[int, str]]:
    simulation, history = flying()
    return simulation, history, busy_flight(simulation, 620)


def test_a_branch_is_the_run_at_that_tick_and_goes_on_as_it_did(
    busy: tuple[Simulation, History, dict[int, str]],
) -> None:
    simulation, history, hashes = busy
    # Later ones first: each branch forgets what came after it.
    for tick in (600, 470, 461, 460, 62, 57, 54, 31, 0):
        branch(simulation, tick)
        assert simulation.world.tick == simulation.time.tick == tick
        assert simulation.world.state_hash() == hashes[tick]
        assert all(line.tick <= tick for line in simulation.bus.inbox.log)
        assert history.timeline().last_tick == tick
        assert history.frames.ticks[-1] == tick
        if tick in (600, 62):
            advance_to(simulation, tick + 20)
            # What had come after the branch is not repeated: compare where nothing came.
            assert simulation.world.state_hash() == hashes[tick + 20]
    assert simulation.bus.inbox.log == ()


def test_the_log_of_a_branch_repeats_it() -> None:
    simulation, _ = flying()
    hashes = busy_flight(simulation, 520)
    branch(simulation, 300)
    simulation.command("move", name="extra", position_ned_m=[1.0, 2.0, -20.0])
    simulation.advance(40)
    assert simulation.world.state_hash() != hashes[340]
    twin = Simulation.load("square", compiled=False, replay=simulation.bus.inbox.log)
    advance_to(twin, 340)
    assert twin.world.state_hash() == simulation.world.state_hash()


def test_a_branch_answers_keeps_the_pace_and_forgets_events() -> None:
    simulation, history = flying()
    simulation.advance(50)
    simulation.command("remove", name="nobody")
    simulation.advance(50)
    told: list[str] = []
    simulation.log.listen(lambda event: told.append(event.name))
    simulation.pause(True)
    reply = Reply()
    simulation.bus.inbox.push("studio", UserCommand("branch", {"tick": 60}), reply)
    simulation.idle()
    assert simulation.world.tick == 60
    simulation.idle()
    assert (reply.done, reply.error) == (True, None)
    assert simulation.time.paused
    assert [event.name for event in simulation.log.events] == ["refused", "branched"]
    assert told == ["branched"]
    assert history.timeline().branches == (60,)
    simulation.bus.inbox.push("studio", UserCommand("branch", {"tick": 20}))
    simulation.idle()
    assert [event.name for event in simulation.log.events] == ["branched"]


def test_input_that_comes_while_the_past_is_repeated_waits() -> None:
    simulation, _ = flying()
    simulation.advance(100)
    run = simulation.runner.advance

    def disturbed(ticks: int) -> None:
        run(ticks)
        simulation.command("push", name="quad_0", force_ned_n=[0.0, 0.0, -50.0])

    simulation.runner.advance = disturbed  # type: ignore[method-assign]
    branch(simulation, 80)
    alone = Simulation.load("square", compiled=False)
    alone.advance(80)
    assert simulation.world.state_hash() == alone.world.state_hash()
    assert len(simulation.bus.inbox) == 2


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({}, "argument 'tick' is a whole number: where to go on from"),
        ({"tick": 51}, "argument 'tick' is a whole number from 0 to 50"),
        ({"tick": -1}, "argument 'tick' is a whole number from 0 to 50"),
    ],
)
def test_a_branch_to_nowhere_is_refused(arguments: dict[str, Any], reason: str) -> None:
    simulation, _ = flying()
    simulation.advance(50)
    reply = Reply()
    simulation.bus.inbox.push("studio", UserCommand("branch", arguments), reply)
    simulation.advance(2)
    assert reply.error == reason
    assert simulation.world.tick == 52


def recorded(run: RunFile, until_tick: int) -> list[Item]:
    """What is common to all that went on from this tick."""
    last_ns = until_tick * 1_000_000_000 // run.about.tick_rate_hz
    return [item for item in run.items() if item.time_ns <= last_ns and item.topic != INBOX]


def test_a_branch_of_a_recorded_run_has_a_file_of_its_own(tmp_path: Path) -> None:
    simulation, history = flying()
    record = Record(topics=("sim/truth_state",), checkpoint_ticks=20)
    recording = Recording(simulation, tmp_path / "run.mcap", record)
    simulation.command("push", name="quad_0", force_ned_n=[3.0, 0.0, -40.0])
    advance_to(simulation, 90)
    assert history.timeline().can_branch
    branch(simulation, 40)
    simulation.command("wind", mean_ned_mps=[9.0, 0.0, 0.0])
    advance_to(simulation, 70)
    recording.finish()
    first, second = (RunFile(path) for path in RunFile(tmp_path).siblings)
    assert (second.about.branch_of, second.about.branch_tick) == ("run.mcap", 40)
    assert recorded(second, 40) == [
        *recorded(first, 40),
        *(item for item in second.items({EVENTS}) if b"branched" in item.data),
    ]
    assert [state.tick for state in first.checkpoints()] == [20, 40, 60, 80]
    assert [state.tick for state in second.checkpoints()] == [20, 40, 60]
    ends = [
        [e.tick for e in run.journal() if isinstance(e, InboxEntry) and e.kind == "end"]
        for run in (first, second)
    ]
    assert ends == [[91], [70]]
    assert first.complete
    assert second.complete
    for run in (first, second):
        report = replay(run, compiled=False)
        assert report.same, (report.difference, report.trouble)
    assert report.state_hash == simulation.world.state_hash()


@pytest.mark.parametrize("others", [("undo",), ("undo", "redo"), ("redo",)])
def test_what_others_undo_in_the_round_of_a_branch_is_replayed(
    tmp_path: Path, others: tuple[str, ...]
) -> None:
    simulation, _ = flying()
    record = Record(topics=("sim/truth_state",), checkpoint_ticks=20)
    recording = Recording(simulation, tmp_path / "run.mcap", record)
    for north_mps in (4.0, 9.0):
        simulation.command("wind", mean_ned_mps=[north_mps, 0.0, 0.0])
        simulation.advance(1)
    simulation.command("undo")
    advance_to(simulation, 30)
    inbox = simulation.bus.inbox
    inbox.push("one viewer", UserCommand("branch", {"tick": 25}), Reply())
    for verb in others:
        inbox.push("another", UserCommand(verb), Reply())
    simulation.advance(1)
    assert simulation.world.tick == 25
    advance_to(simulation, 40)
    recording.finish()
    for path in RunFile(tmp_path).siblings:
        report = replay(RunFile(path), compiled=False)
        assert report.same, (path.name, report.difference, report.trouble)


def test_a_branch_off_a_reset_run_keeps_what_came_before(tmp_path: Path) -> None:
    simulation, _ = flying()
    recording = Recording(simulation, tmp_path / "run.mcap", Record(checkpoint_ticks=20))
    advance_to(simulation, 5)
    simulation.command("reset")
    simulation.advance(1)
    advance_to(simulation, 45)
    branch(simulation, 3)
    advance_to(simulation, 25)
    recording.finish()
    report = replay(RunFile(tmp_path), compiled=False)
    assert report.same, (report.difference, report.trouble)
    assert (report.checkpoints, report.inputs, report.last_tick) == (1, 1, 25)


def test_a_recording_that_cannot_go_on_says_so_and_the_run_does(tmp_path: Path) -> None:
    simulation, _ = flying()
    told: list[str] = []
    (tmp_path / "run").mkdir()
    recording = Recording(simulation, tmp_path / "run" / "run.mcap", tell=told.append)
    advance_to(simulation, 50)
    # Where there is no directory any more, no file can be begun.
    moved = (tmp_path / "run").rename(tmp_path / "moved")
    branch(simulation, 20)
    advance_to(simulation, 60)
    assert len(told) == 1
    assert told[0].startswith("recording ended at 0.05 s")
    recording.finish()
    assert replay(RunFile(moved), compiled=False).same


def test_who_keeps_state_elsewhere_is_told_and_can_still_be_looked_at() -> None:
    simulation, history = flying()

    def save() -> None:
        if simulation.world.tick:
            raise CommandRefused("it runs elsewhere")

    simulation.add_system(
        PythonSystem(name="elsewhere", stage=Stage.OBSERVE, run=lambda info: None, save=save)
    )
    advance_to(simulation, 500)
    assert history.timeline().branch_refusal == "it runs elsewhere"
    assert position(history.past(500)) == position(history.past(510))


def test_a_reset_begins_a_new_history() -> None:
    simulation, history = flying()
    simulation.advance(450)
    simulation.command("reset")
    simulation.advance(1)
    assert simulation.world.tick == 0
    assert history.frames.ticks == history.snapshots.ticks == (0,)
    simulation.advance(60)
    assert history.frames.ticks == (0, 20, 40, 60)
    branch(simulation, 30)
    alone = Simulation.load("square", compiled=False)
    alone.advance(30)
    assert simulation.world.state_hash() == alone.world.state_hash()


def test_a_program_that_restores_begins_a_new_history() -> None:
    simulation, history = flying()
    simulation.advance(50)
    snapshot = simulation.snapshot()
    simulation.advance(50)
    simulation.restore(snapshot)
    simulation.advance(10)
    assert history.timeline().first_tick == 60


def test_memory_stays_within_the_budget() -> None:
    simulation, history = flying(budget_mb=0.2)
    for _ in range(30):
        simulation.advance(100)
        history.snapshots.take()
    assert history.frames.bytes <= 50_000
    assert history.snapshots.bytes <= 150_000
    assert 3 <= len(history.snapshots) < 30
    assert history.snapshots.ticks[0] == 0
