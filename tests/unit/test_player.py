"""Recordings for viewers: columns, moments, commands and questions, against the file itself."""

import json
import shutil
import sys
from base64 import b64decode
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parents[1]))

from recorded_pair import TICKS, VISIT, Flight, record_flight
from simloop.cli.main import main
from simloop.cli.watching import event_message
from simloop.server.files.scenario_file import Record
from simloop.server.player.player import Player
from simloop.server.player.playhead import Playhead
from simloop.server.player.programme import Programme
from simloop.server.player.recorded_run import RecordedRun
from simloop.server.recording.reader import RunFile
from simloop.server.recording.recording import Recording
from simloop.server.recording.replayer import Replayer
from simloop.server.recording.series import plottable, read_tables
from simloop.server.simulation import Simulation
from simloop.systems.scene.messages import (
    DataMessage,
    DeltaMessage,
    EventMessage,
    Hello,
    QuestionMessage,
    SceneMessage,
    ToViewer,
)
from simloop.systems.scene.poses import HEAD, POSE
from simloop.systems.user_commands.desk import UserCommand
from simloop.timing.wall import WallClock
from simloop.transport.inbox import Inbox, Reply

TRUTH = "sim/truth_state"


@pytest.fixture(scope="module")
def flight(tmp_path_factory: pytest.TempPathFactory) -> Flight:
    return record_flight(tmp_path_factory.mktemp("flights") / "calm")


@pytest.fixture(scope="module")
def windy(tmp_path_factory: pytest.TempPathFactory) -> Flight:
    return record_flight(tmp_path_factory.mktemp("flights") / "windy", wind_mps=6.0)


class Viewer:
    """A scene port's sink, an inbox and a clock, as a player sees them."""

    def __init__(self, *runs: RecordedRun, looks: bool = True) -> None:
        self.wanted, self.overdue, self.join = looks, False, True
        self.watched = True
        self.told: list[ToViewer] = []
        self.poses = b""
        self.now_ns = 0
        self._questions: list[QuestionMessage] = []
        self._inbox = Inbox(keep_log=False)
        wall = WallClock(lambda: self.now_ns, lambda seconds: None)
        self.player = Player(Programme(*runs), self, self._inbox, event_message, wall=wall)
        self.player.turn()

    def joining(self) -> bool:
        join, self.join = self.join, False
        return join

    def tell(self, message: ToViewer) -> None:
        self.told.append(message)

    answer = tell

    def show(self, poses: bytes) -> None:
        self.poses = poses

    def asked(self) -> list[QuestionMessage]:
        asked, self._questions = self._questions, []
        return asked

    def after(self, seconds: float) -> int:
        """Let time go by, and give the tick that is shown then."""
        self.now_ns += round(seconds * 1e9)
        self.player.turn()
        return int(self.head["tick"])

    def command(self, verb: str, **arguments: Any) -> str:
        """What a command is answered with: nothing, or why not."""
        reply = Reply()
        self._inbox.push("test", UserCommand(verb, arguments), reply)
        self.player.turn()
        return reply.error or ""

    def ask(self, question: str, /, **arguments: Any) -> Any:
        self._questions.append(QuestionMessage("7", question, arguments))
        self.player.turn()
        self.player._desk._librarian.submit(lambda: None).result()
        answer = self.last(DataMessage)
        return answer.refused or answer.data

    def last(self, kind: type) -> Any:
        return [message for message in self.told if isinstance(message, kind)][-1]

    @property
    def head(self) -> Any:
        return np.frombuffer(self.poses, HEAD, 1)[0]

    @property
    def places(self) -> dict[int, list[float]]:
        rows = np.frombuffer(self.poses, POSE, -1, HEAD.itemsize)
        return {int(row["index"]): row["position_ned_m"].tolist() for row in rows}


def truth_of(flight: Flight, topic: str = TRUTH) -> Any:
    return read_tables(RunFile(flight.directory), [topic])[topic]


def test_columns_are_those_of_the_messages(flight: Flight) -> None:
    run = RecordedRun(flight.directory)
    topics = plottable(run.file)
    assert len(topics) > 10
    for topic, table in read_tables(run.file, topics).items():
        for field in table.fields:
            times_s, values = run.shelf.series(topic, field)
            np.testing.assert_array_equal(values, table.column(field))
            np.testing.assert_array_equal(times_s, table.times_s)
    names = {row.name for row in run.shelf.rows(["quad_0"])}
    assert names == {f"{topic}.{field}" for topic, fields in topics.items() for field in fields}


def test_states_are_those_of_the_checkpoints(flight: Flight) -> None:
    run = RecordedRun(flight.directory)
    for state in run.file.checkpoints():
        for vehicle in run.vehicles:
            columns = vehicle.history.states.at(state.tick)
            for name, numbers in state.vehicles.get(vehicle.name, {}).items():
                assert columns[name].tobytes() == numbers.tobytes()


def test_a_moment_is_the_recorded_truth(flight: Flight) -> None:
    viewer = Viewer(RecordedRun(flight.directory))
    table = truth_of(flight)
    for row in (3, 100, 300):
        tick = round(table.times_s[row] * 400)
        past = viewer.ask("past", tick=tick)
        frame = b64decode(past.poses)
        poses = np.frombuffer(frame, POSE, -1, HEAD.itemsize)
        place = table.columns(*(f"pose.position.{axis}" for axis in "xyz"))[row]
        np.testing.assert_array_equal(poses[0]["position_ned_m"], place.astype(np.float32))
        assert np.frombuffer(frame, HEAD, 1)["tick"] == past.tick == tick


def test_a_track_is_made_of_such_moments(flight: Flight) -> None:
    viewer = Viewer(RecordedRun(flight.directory))
    track = viewer.ask("track")
    ticks = [int(np.frombuffer(b64decode(frame), HEAD, 1)["tick"][0]) for frame in track.frames]
    assert ticks == list(range(0, TICKS + 1, 20))
    for number in (5, 60):
        past = viewer.ask("past", tick=ticks[number])
        assert (
            b64decode(track.frames[number])[HEAD.itemsize :]
            == (b64decode(past.poses)[HEAD.itemsize :])
        )
    modes = [change.mode for change in track.modes if change.index == track.modes[0].index]
    assert {flight.status[400].mode, flight.status[2400].mode} <= set(modes)
    some = viewer.ask("track", after_tick=400, before_tick=800, points=5)
    assert len(some.frames) == 5


def test_status_is_what_the_columns_said(flight: Flight) -> None:
    viewer = Viewer(RecordedRun(flight.directory))
    for tick in (400, 1200, 2400, TICKS):
        assert viewer.ask("past", tick=tick).status[0] == flight.status[tick]
    assert flight.status[400].mode != flight.status[2400].mode


def test_columns_of_a_tick_are_those_of_the_checkpoint_before(flight: Flight) -> None:
    viewer = Viewer(RecordedRun(flight.directory))
    every = viewer.player._programme.first.run.about.checkpoint_ticks
    asked: dict[str, Any] = {"name": "quad_0", "columns": ["position_ned_m", "rotor_speed_radps"]}
    late = viewer.ask("columns", **asked, tick=TICKS - 1)
    assert late.tick == (TICKS - 1) // every * every
    states = {state.tick: state for state in RunFile(flight.directory).checkpoints()}
    for row in late.rows:
        recorded = states[late.tick].vehicles["quad_0"][row.name]
        assert list(row.values) == recorded.tolist()
    # Before the first checkpoint it stands where it began, whatever was asked before.
    early = viewer.ask("columns", **asked, tick=5)
    assert early.tick == 0
    assert early.rows[1].values == (0.0, 0.0, 0.0, 0.0)


def test_who_comes_and_goes_is_there_while_it_was(flight: Flight) -> None:
    viewer = Viewer(RecordedRun(flight.directory))
    shape = {item.name: item.look.shape for item in viewer.last(SceneMessage).items if item.look}
    assert shape == {"quad_0": "quad"}
    viewer.command("seek", tick=VISIT[0] - 20)
    viewer.after(0.3)
    (guest,) = viewer.last(DeltaMessage).items
    assert (guest.name, guest.look.shape) == ("guest", "quad")
    assert viewer.places[guest.index][:2] == pytest.approx([3.0, 4.0], abs=0.05)
    past = viewer.ask("past", tick=VISIT[1] + 100)
    assert [item.name for item in past.items] == ["quad_0"]
    assert {row.name for row in viewer.ask("entities").rows} >= {"world", "quad_0", "guest"}
    viewer.command("seek", tick=VISIT[1] - 20)
    viewer.after(0.3)
    assert viewer.last(DeltaMessage).removed == (guest.index,)


def test_commands_move_the_playhead(flight: Flight) -> None:
    viewer = Viewer(RecordedRun(flight.directory))
    assert viewer.last(Hello).source == "recording"
    assert viewer.after(1.0) == 400
    assert not viewer.command("pause")
    assert viewer.after(1.0) == 400
    assert viewer.head["flags"] == 1
    viewer.command("step", ticks=3)
    assert viewer.after(0.0) == 403
    viewer.command("speed", factor=2)
    viewer.command("play")
    assert viewer.after(0.5) == 803
    assert "pause first" in viewer.command("step", ticks=1)
    assert "did you mean 'seek'" in viewer.command("seeks", tick=3)
    assert "whole number" in viewer.command("seek", tick="soon")
    assert "from 0.01" in viewer.command("speed", factor=-1)
    viewer.command("seek", time_s=7.5)
    assert viewer.after(10.0) == TICKS
    assert viewer.head["flags"] == 1
    viewer.command("play")
    assert viewer.after(0.1) == 80
    viewer.command("reset")
    assert viewer.after(0.0) == 0


def test_it_begins_when_somebody_looks(flight: Flight) -> None:
    viewer = Viewer(RecordedRun(flight.directory), looks=False)
    viewer.now_ns += 5_000_000_000
    viewer.player.turn()
    viewer.wanted, viewer.watched = True, False
    assert viewer.ask("entities")
    viewer.now_ns += 5_000_000_000
    viewer.player.turn()
    assert viewer.poses == b""
    viewer.watched = True
    assert viewer.after(3.0) == 0
    assert viewer.after(0.5) == 200


def test_a_loop_begins_again_and_voids_what_was_drawn() -> None:
    playhead = Playhead(0, 100, 400, loop=True)
    playhead.move(0.2)
    assert playhead.tick == 80
    playhead.move(0.2)
    assert (playhead.tick, playhead.paused, playhead.jumps) == (0, False, 1)


def test_the_timeline_has_the_events(flight: Flight) -> None:
    viewer = Viewer(RecordedRun(flight.directory))
    timeline = viewer.ask("timeline")
    assert (timeline.first_tick, timeline.last_tick) == (0, TICKS)
    assert timeline.can_branch
    words = [marker.words for marker in timeline.markers]
    assert "takes off" in words
    told = [m.words for m in viewer.told if isinstance(m, EventMessage)]
    assert set(words) <= set(told)


def test_questions_by_columns_follow_the_playhead(flight: Flight) -> None:
    viewer = Viewer(RecordedRun(flight.directory))
    viewer.command("pause")
    heights = []
    for tick in (400, 2800):
        viewer.command("seek", tick=tick)
        heights.append(viewer.ask("instruments", vehicle="quad_0").height_agl_m)
    assert heights[0] < 0.5
    assert heights[1] > 3.0
    assert "does not answer" in viewer.ask("publish")


def test_samples_are_thinned_cut_and_refused(flight: Flight) -> None:
    viewer = Viewer(RecordedRun(flight.directory))
    field = f"{TRUTH}.pose.position.z"
    (series,) = viewer.ask("samples", fields=[field], after_s=1.0, before_s=2.0).series
    table = truth_of(flight)
    between = (table.times_s > 1.0) & (table.times_s <= 2.0)
    assert series.values == tuple(table.column("pose.position.z")[between].tolist())
    assert (series.run, series.unit) == ("", "m")
    (few,) = viewer.ask("samples", fields=[field], points=10).series
    assert len(few.values) < 20
    assert min(few.values) == min(table.column("pose.position.z"))
    assert "no number nothing.here" in viewer.ask("samples", fields=["nothing.here"])


def test_two_runs_are_laid_over_each_other(flight: Flight, windy: Flight) -> None:
    viewer = Viewer(RecordedRun(flight.directory), RecordedRun(windy.directory))
    items = {item.name: item for item in viewer.last(SceneMessage).items}
    assert {name: item.ghost for name, item in items.items()} == {
        "quad_0": False,
        "quad_0 (B)": True,
    }
    assert len(viewer.places) == 2
    field = f"{TRUTH}.pose.position.x"
    mine, theirs, apart = viewer.ask("samples", fields=[field]).series
    assert [mine.run, theirs.run, apart.run] == ["", "B", "difference"]
    np.testing.assert_array_equal(apart.values, np.subtract(mine.values, theirs.values))
    (row, *_) = viewer.ask("comparison").rows
    tables = truth_of(flight), truth_of(windy)
    places = [t.columns(*(f"pose.position.{axis}" for axis in "xyz")) for t in tables]
    distances = np.linalg.norm(places[0] - places[1], axis=1)
    assert row.most_m == pytest.approx(distances.max())
    assert row.rms_m == pytest.approx(np.sqrt((distances**2).mean()))
    assert row.most_m > 0.2
    assert any("from B" in m.words for m in viewer.told if isinstance(m, EventMessage))
    assert "two runs are shown" in viewer.command("branch", tick=100)
    viewer.command("seek", tick=2800)
    names = ["quad_0", "quad_0 (B)"]
    alone = [viewer.ask("instruments", vehicle=name) for name in names]
    assert [each.vehicle for each in alone] == names
    assert alone[0].wind_ned_mps != alone[1].wind_ned_mps
    both = viewer.ask("details", names=names).vehicles
    indices = [items[name].index for name in names]
    assert [(each.name, each.index) for each in both] == list(zip(names, indices, strict=True))


def test_a_recording_that_was_cut_off_opens_up_to_there(flight: Flight, tmp_path: Path) -> None:
    data = (flight.directory / "run.mcap").read_bytes()
    shutil.copy(flight.directory / "config.lock", tmp_path)
    for share in (0.35, 0.6, 0.999):
        (tmp_path / "run.mcap").write_bytes(data[: int(share * len(data))])
        run = RecordedRun(tmp_path)
        assert "cut off" in run.notes[-1]
        last = read_tables(run.file, [TRUTH])[TRUTH].times_s[-1]
        assert run.last_tick == round(last * 400)
        assert len(run.poses(run.last_tick)) >= 1
        run.close()


def test_without_a_lock_shapes_are_plain(flight: Flight, tmp_path: Path) -> None:
    shutil.copy(flight.directory / "run.mcap", tmp_path)
    viewer = Viewer(RecordedRun(tmp_path / "run.mcap"))
    assert any("plain shapes" in m.words for m in viewer.told if isinstance(m, EventMessage))
    (item,) = (i for i in viewer.last(SceneMessage).items if i.name == "quad_0")
    assert item.look.shape == "box"
    assert "cannot be loaded" in viewer.command("branch", tick=100)
    assert not viewer.ask("timeline").can_branch


def test_without_truth_the_way_comes_from_checkpoints(tmp_path: Path) -> None:
    sim = Simulation.load("square")
    sim.prepare()
    recording = Recording(sim, tmp_path / "run.mcap", Record(topics=("sim/RC",)))
    sim.advance(2800)
    place = sim.world.vector(sim.world.by_name("quad_0"), "position_ned_m").tolist()
    recording.finish()
    sim.close()
    run = RecordedRun(tmp_path)
    assert "record sim/truth_state" in run.notes[0]
    np.testing.assert_allclose(run.poses(2800)[0]["position_ned_m"], place, rtol=1e-6)


def test_what_is_shown_came_after_the_last_reset(tmp_path: Path) -> None:
    sim = Simulation.load("square")
    sim.prepare()
    recording = Recording(sim, tmp_path / "run.mcap")
    sim.advance(2800)
    sim.command("reset")
    sim.advance(1)
    while sim.world.tick < 1300:
        sim.advance(100)
    wanted = sim.world.state_hash()
    sim.advance(700)
    recording.finish()
    sim.close()
    run = RecordedRun(tmp_path)
    assert run.last_tick == 2000
    assert run.poses(1200)[0]["position_ned_m"][2] > -1.0
    assert max(event.tick for event in run.events) <= 2000
    # A branch goes to the tick of the last life, too.
    replayer = Replayer(run.file, lambda world: None, every=400)
    replayer.stop_at = (run.resets, 1300)
    replayer.simulation.prepare()
    replayer.follow()
    assert replayer.simulation.world.tick == 1300
    assert replayer.simulation.world.state_hash() == wanted
    replayer.simulation.close()


def _reset(simulation: Simulation, then: Any) -> None:
    simulation.command("reset")
    simulation.advance(1)


@pytest.mark.parametrize("again", [_reset, Simulation.restore])
def test_what_a_run_that_began_anew_has_made_void_is_not_told(
    tmp_path: Path, again: Callable[[Simulation, Any], None]
) -> None:
    sim = Simulation.load("square", compiled=False)
    recording = Recording(sim, tmp_path / "run.mcap")
    sim.advance(10)
    then = sim.snapshot()
    sim.command("move", name="nobody", position_ned_m=(0, 0, 0))
    sim.advance(40)
    again(sim, then)
    sim.advance(30)
    recording.finish()
    sim.close()
    run = RecordedRun(tmp_path)
    assert run.events == RunFile(tmp_path).events() == []
    run.close()


def test_a_replay_stops_before_what_came_in_at_the_tick(flight: Flight) -> None:
    run = RunFile(flight.directory)
    for tick in (600, VISIT[0], VISIT[1]):
        replayer = Replayer(run, lambda world: None, every=400)
        replayer.stop_at = (0, tick)
        replayer.simulation.prepare()
        replayer.follow()
        assert replayer.simulation.world.state_hash() == flight.hashes[tick]
        replayer.simulation.close()


def test_runs_that_others_drove_cannot_be_branched(flight: Flight, tmp_path: Path) -> None:
    shutil.copytree(flight.directory, tmp_path / "run")
    lock = tmp_path / "run" / "config.lock"
    document = json.loads(lock.read_text())
    for model in document["scenario"]["models"].values():
        model["autopilot"] = {"kind": "px4"}
    lock.write_text(json.dumps(document))
    viewer = Viewer(RecordedRun(tmp_path / "run"))
    assert "quad_0 was flown by px4" in viewer.command("branch", tick=100)


def test_mistakes_are_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "text.mcap").write_text("this is no MCAP file")
    (tmp_path / "nothing.mcap").write_bytes(b"")
    for what, words in (
        ("empty", "no recording there: record it"),
        ("text.mcap", "this is no recording of simloop"),
        ("nothing.mcap", "this is no recording of simloop"),
        ("missing", "no recording there"),
    ):
        assert main(["view", str(tmp_path / what)]) == 2
        said = capsys.readouterr().err
        assert words in said
        assert said.count("\n") == 1
    assert main(["view", "a", "b", "c"]) == 2
    assert main(["view", "a", "scene://127.0.0.1:1"]) == 2
    assert "one run, two recordings" in capsys.readouterr().err


def test_columns_of_a_tick_beyond_the_end_are_those_of_the_end(flight: Flight) -> None:
    run = RecordedRun(flight.directory)
    viewer = Viewer(run)
    wanted = {"name": "quad_0", "components": ["body"]}
    last = viewer.ask("columns", **wanted, tick=TICKS)
    assert viewer.ask("columns", **wanted, tick=0) != last
    assert viewer.ask("columns", **wanted, tick=10**12) == last
    run.close()


def test_a_name_that_nobody_has_is_refused_and_the_page_stays(flight: Flight) -> None:
    run = RecordedRun(flight.directory)
    viewer = Viewer(run)
    for question in ("inspect", "columns", "details", "instruments"):
        said = viewer.ask(question, name="quad_0 (B)", names=["quad_0 (B)"], vehicle="quad_0 (B)")
        assert "quad_0 (B)" in said
    run.close()


def test_a_branch_from_before_the_start_is_one_from_the_start(flight: Flight) -> None:
    run = RecordedRun(flight.directory)
    viewer = Viewer(run)
    viewer.command("branch", tick=-7)
    assert viewer.player._branch is not None
    assert viewer.player._branch.tick == 0
    run.close()
