"""Recordings: what is in them, who opens them, and what they cost the run."""

import errno
import os
import sys
from collections import Counter
from functools import partial
from pathlib import Path
from threading import Event as Gate
from typing import Any

import pytest
from mcap.reader import make_reader

sys.path.insert(0, str(Path(__file__).parents[1]))

from recorded_flight import GroundStation
from simloop.messages import TYPE_BY_NAME
from simloop.messages.cdr import from_cdr
from simloop.messages.rosflight_msgs import SimState
from simloop.server.files import FileMistake
from simloop.server.files.scenario_file import Record
from simloop.server.recording import mcap_file
from simloop.server.recording.branches import make_room, next_branch, unfinished
from simloop.server.recording.mcap_file import McapFile
from simloop.server.recording.reader import RunFile
from simloop.server.recording.recording import Recording
from simloop.server.recording.writer_thread import WriterThread
from simloop.server.report.facts import gather
from simloop.server.simulation import Simulation
from simloop.systems.recorder.selection import Selection


def _recorded(path: Path, ticks: int = 400, **options: Any) -> Simulation:
    sim = Simulation.load("square", compiled=False)
    recording = Recording(sim, path / "run.mcap", Record(**options))
    sim.advance(ticks)
    recording.finish()
    sim.close()
    return sim


def test_recording_changes_no_bit(tmp_path: Path) -> None:
    plain = Simulation.load("square", compiled=False)
    plain.advance(300)
    everything = _recorded(tmp_path, 300, topics=("*",), rate_hz="max", checkpoint_ticks=7)
    assert everything.world.state_hash() == plain.world.state_hash()


def test_listening_to_a_serial_line_changes_no_bit(tmp_path: Path) -> None:
    """A station that sends and does not listen: the recorder must not seem to listen either."""
    hashes = set()
    for record in (False, True):
        sim = Simulation.load("stand", compiled=False)
        station = GroundStation(sim)
        station.heard.close()
        if record:
            Recording(sim, tmp_path / "run.mcap", Record(topics=("*",)))
        for _ in range(5):
            station.heartbeat()
            sim.advance(50)
        hashes.add(sim.world.state_hash())
        sim.close()
    assert len(hashes) == 1


def test_the_index_and_every_message_are_as_mcap_has_them(tmp_path: Path) -> None:
    _recorded(tmp_path)
    with (tmp_path / "run.mcap").open("rb") as stream:
        reader = make_reader(stream, validate_crcs=True)
        summary = reader.get_summary()
        assert summary is not None
        assert summary.statistics is not None
        counts = Counter(channel.topic for _, channel, _ in reader.iter_messages())
        truth = [
            from_cdr(message.data, SimState)
            for _, _, message in reader.iter_messages(topics=["/sim/truth_state"])
        ]
    assert summary.statistics.message_count == counts.total()
    assert counts["/sim/truth_state"] == 50
    assert counts["/sim/sensors/gnss"] == 9
    assert {"/simloop/inbox", "/simloop/checkpoints", "/simloop/states"} <= set(counts)
    assert [state.header.stamp.nanoseconds for state in truth] == [
        20_000_000 * number for number in range(1, 51)
    ]


def test_rosbag2_opens_it(tmp_path: Path) -> None:
    highlevel = pytest.importorskip("rosbags.highlevel")
    _recorded(tmp_path, topics=("*",))
    run = RunFile(tmp_path)
    ours = [item.decode() for item in run.items({"sim/sensors/imu/data"})]
    with highlevel.AnyReader([tmp_path / "run.mcap"]) as reader:
        assert {c.msgtype for c in reader.connections} <= set(TYPE_BY_NAME)
        theirs = [
            reader.deserialize(raw, connection.msgtype)
            for connection, _, raw in reader.messages()
            if connection.topic == "/sim/sensors/imu/data"
        ]
        # Every type can be read by its schema alone.
        for connection, _, raw in reader.messages():
            reader.deserialize(raw, connection.msgtype)
    assert [m.linear_acceleration.x for m in theirs] == [
        m.linear_acceleration.x  # type: ignore[attr-defined]
        for m in ours
    ]


def test_topics_of_a_vehicle_that_comes_later_are_recorded(tmp_path: Path) -> None:
    sim = Simulation.load("square", compiled=False)
    recording = Recording(sim, tmp_path / "run.mcap", Record(topics=("sim/truth_state",)))
    sim.command("spawn", name="late", model="quad", position_ned_m=(30.0, 0.0, 0.0))
    sim.advance(200)
    recording.finish()
    sim.close()
    run = RunFile(tmp_path)
    assert {"sim/truth_state", "late/sim/truth_state"} <= set(run.topics())
    assert run.complete


def test_a_pattern_means_every_vehicle() -> None:
    selection = Selection(("sim/sensors/*", "clock"))
    assert selection.takes("quad_3/sim/sensors/imu/data")
    assert selection.takes("clock")
    assert not selection.takes("sim/truth_state")


def test_a_pattern_that_fits_nothing_is_refused_with_the_nearest(tmp_path: Path) -> None:
    with pytest.raises(FileMistake, match="no topic fits 'sim/thruth_state'.*'sim/truth_state'"):
        _recorded(tmp_path, topics=("sim/thruth_state",))


def test_events_and_the_end_are_told(tmp_path: Path) -> None:
    sim = Simulation.load("square", compiled=False)
    recording = Recording(sim, tmp_path / "run.mcap")
    sim.command("move", name="nobody", position_ned_m=(0, 0, 0))
    sim.advance(20)
    recording.finish()
    (event,) = RunFile(tmp_path).events()
    assert (event.tick, event.name, event.vehicle) == (1, "refused", "nobody")
    assert (tmp_path / "config.lock").exists()


class _FullDisk:
    """Stands for `os` where files are written: after so many bytes there is no room."""

    def __init__(self, room: int) -> None:
        self._room = room

    def write(self, descriptor: int, data: memoryview) -> int:
        if self._room <= 0:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        done = os.write(descriptor, data[: self._room])
        self._room -= done
        return done

    ftruncate = staticmethod(os.ftruncate)


def test_a_full_disk_ends_the_recording_and_not_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mcap_file, "os", _FullDisk(40_000))
    told: list[str] = []
    sim = Simulation.load("square", compiled=False)
    recording = Recording(sim, tmp_path / "run.mcap", tell=told.append)
    sim.advance(800)
    recording.finish()
    sim.close()
    (line,) = told
    assert line.endswith("No space left on device: the run goes on without it")
    assert sim.world.tick == 800
    assert [event.name for event in sim.log.events] == ["recording ended"]
    # Half a chunk was taken back: what is there is whole.
    assert len(list(RunFile(tmp_path).items())) > 100


def test_no_room_at_all_is_an_error_of_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mcap_file, "os", _FullDisk(0))
    with pytest.raises(OSError, match="No space left on device") as error:
        McapFile(tmp_path / "run.mcap", {})
    assert error.value.filename == str(tmp_path / "run.mcap")


class _SlowFile:
    """A disk that takes nothing until the world is too far ahead of it."""

    def __init__(self) -> None:
        self.added = 0
        self.writer: WriterThread | None = None

    def flush(self) -> None:
        while self.writer is None or not (self.writer.is_behind or self.writer.lateness.waits):
            Gate().wait(0.001)

    def finish(self) -> None:
        pass


def test_a_slow_disk_makes_the_run_wait_and_nothing_is_lost() -> None:
    file: Any = _SlowFile()
    done: list[int] = []
    file.writer = WriterThread(file, now_ns=lambda: 0, when_slow="wait")
    for number in range(30):
        file.writer.do_unless_slow(partial(done.append, number))
        file.writer.beat()
    file.writer.close()
    assert file.writer.lateness.waits > 0
    assert file.writer.lateness.dropped == 0
    assert done == list(range(30))


def test_who_would_rather_lose_messages_is_never_held(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    flush, gate = McapFile.flush, Gate()

    def once_the_gate_opens(file: McapFile) -> None:
        gate.wait()
        flush(file)

    monkeypatch.setattr(McapFile, "flush", once_the_gate_opens)
    sim = Simulation.load("stand", compiled=False)
    record = Record(topics=("sim/truth_state",), checkpoint_ticks=100, when_slow="drop")
    recording = Recording(sim, tmp_path / "run.mcap", record)
    sim.advance(1200)
    gate.set()
    recording.finish()
    sim.close()
    assert recording.lateness.waits == 0
    kept = sum(item.topic == "sim/truth_state" for item in RunFile(tmp_path).items())
    assert kept + recording.lateness.dropped == 150
    assert recording.lateness.dropped > 50
    assert len(list(RunFile(tmp_path).checkpoints())) == 12


@pytest.mark.parametrize("content", [b"", b"nothing of the kind", b"\x89MCAP0\r\n" + bytes(99)])
def test_what_is_no_recording_is_told_in_a_line(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "run.mcap").write_bytes(content)
    with pytest.raises(FileMistake, match="this is no recording of simloop"):
        RunFile(tmp_path)


def test_any_cut_leaves_a_readable_file(tmp_path: Path) -> None:
    _recorded(tmp_path, 300)
    whole = (tmp_path / "run.mcap").read_bytes()
    total = len(list(RunFile(tmp_path).items()))
    seen = []
    for size in range(len(whole) // 40, len(whole), len(whole) // 40):
        (tmp_path / "run.mcap").write_bytes(whole[:size])
        seen.append(len(list(RunFile(tmp_path).items())))
    assert seen == sorted(seen)
    assert seen[-1] > 0.6 * total


def test_a_recording_that_failed_gathers_nothing_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = McapFile(tmp_path / "run.mcap", {})
    monkeypatch.setattr(mcap_file, "os", _FullDisk(0))
    writer = WriterThread(file, now_ns=lambda: 0, when_slow="wait")
    writer.do(lambda: file.add(1, 0, b"data"))
    while writer.failure is None:
        writer.beat()
    writer._thread.join()
    for _ in range(100):
        writer.do(lambda: None)
        writer.beat()
    assert not writer._jobs


def test_a_branch_that_is_not_done_yet_keeps_its_number(tmp_path: Path) -> None:
    """Two programs that fly on from one run write into two files."""
    first = tmp_path / "run.mcap"
    assert next_branch(first).name == "run_branch_1.mcap"
    begun = unfinished(next_branch(first))
    begun.touch()
    assert next_branch(first).name == "run_branch_2.mcap"
    begun.rename(tmp_path / "run_branch_1.mcap")
    assert next_branch(first).name == "run_branch_2.mcap"
    make_room(first)
    assert list(tmp_path.iterdir()) == []


def test_a_new_recording_is_not_taken_for_the_run_before_it(tmp_path: Path) -> None:
    (tmp_path / "summary.json").write_text('{"outcome": "success"}')
    sim = Simulation.load("square", compiled=False)
    Recording(sim, tmp_path / "run.mcap")
    sim.advance(100)
    # As if it were killed here: nobody has told how it ended.
    sim.close()
    assert gather(RunFile(tmp_path)).outcome == "cut off"
