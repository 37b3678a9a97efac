"""Recordings that are whole files and still nonsense: every verb says so in one line."""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import zstandard
from mcap.records import Chunk

from simloop.cli.main import main
from simloop.messages import TYPE_BY_NAME
from simloop.messages.cdr import from_cdr, to_cdr
from simloop.messages.simloop_msgs import (
    InboxEntry,
    RunEvent,
    RunThings,
    StateCheckpoint,
    StateLayout,
    VehicleState,
)
from simloop.server.files import FileMistake
from simloop.server.files.scenario_file import Record
from simloop.server.player.recorded_run import RecordedRun
from simloop.server.recording.mcap_file import MAGIC, McapFile, _bytes_of
from simloop.server.recording.reader import RunFile
from simloop.server.recording.recording import Recording
from simloop.server.recording.unpacking import MAX_CHUNK_BYTES, ChunkRefused, Unpacker
from simloop.server.simulation import Simulation

Craft = Callable[[str, Any], Any]
ESCAPE = "\x1b]0;owned\x07\x1b[2J"


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("runs") / "whole"
    directory.mkdir()
    simulation = Simulation.load("square", compiled=False)
    recording = Recording(simulation, directory / "run.mcap", Record(checkpoint_ticks=50))
    simulation.advance(60)
    simulation.command("push", name="quad_0", force_ned_n=[1.0, 0.0, 0.0], duration_s=0.1)
    simulation.advance(100)
    recording.finish()
    simulation.close()
    return directory


def crafted(whole: Path, into: Path, craft: Craft, about: dict[str, str]) -> Path:
    """The recording with every message of our own as `craft` makes it."""
    into.mkdir()
    (into / "config.lock").write_bytes((whole / "config.lock").read_bytes())
    file = McapFile(into / "run.mcap", {**_about(whole), **about})
    for item in RunFile(whole).items():
        message = craft(item.topic, from_cdr(item.data, TYPE_BY_NAME[item.type]))
        for topic, each in message if isinstance(message, list) else [(item.topic, message)]:
            file.add(file.channel(topic, type(each)), item.time_ns, to_cdr(each))
    file.finish()
    return into


def _about(whole: Path) -> dict[str, str]:
    from mcap.records import Metadata

    return next(r.metadata for r in RunFile(whole).records() if isinstance(r, Metadata))


def _same(topic: str, message: Any) -> Any:
    return message


def _each(cls: type, **changes: Any) -> Craft:
    return lambda topic, message: (
        replace(message, **changes) if isinstance(message, cls) else message
    )


def _inputs(**changes: Any) -> Craft:
    """Other inputs; how the run ended stays."""

    def craft(topic: str, message: Any) -> Any:
        if isinstance(message, InboxEntry) and message.kind == "command":
            return replace(message, **changes)
        return message

    return craft


def _named(name: str) -> Craft:
    """Another topic for all of the vehicle's truth."""
    return lambda topic, message: [(name if topic.endswith("truth_state") else topic, message)]


_COLUMN = ["position_ned_m", "f8", 3, "m", True]
CRAFTED: dict[str, tuple[Craft, dict[str, str]]] = {
    "no ticks in a second": (_same, {"tick_rate_hz": "0"}),
    "no ticks between checkpoints": (_same, {"checkpoint_ticks": "0"}),
    "begins before the start": (_same, {"first_tick": "-5"}),
    "versions are a list": (_same, {"versions": "[1]"}),
    "versions are no JSON": (_same, {"versions": "{"}),
    "lines heard are a number": (_same, {"lines_heard": "5"}),
    "a line heard with a strange name": (_same, {"lines_heard": '["/\\u001b//"]'}),
    "columns are no JSON": (_each(StateLayout, columns="{"), {}),
    "columns are an object": (_each(StateLayout, columns='{"a": 1}'), {}),
    "columns are numbers": (_each(StateLayout, columns="[1, 2]"), {}),
    "columns of no type": (
        _each(StateLayout, columns=json.dumps([[*_COLUMN[:1], "zz", 3, "m", True]])),
        {},
    ),
    "columns of a negative size": (
        _each(StateLayout, columns=json.dumps([["a", "f8", -7, "m", True]] * 999)),
        {},
    ),
    "columns of a huge size": (
        _each(StateLayout, columns=json.dumps([["a", "f8", 2**62, "m", True]] * 999)),
        {},
    ),
    "columns nested without end": (_each(StateLayout, columns="[" * 100_000), {}),
    "layouts with another number": (_each(StateLayout, layout=77), {}),
    "states of columns that are not there": (_each(VehicleState, columns=(65535,)), {}),
    "states without their data": (_each(VehicleState, data=b""), {}),
    "states of nobody": (_each(VehicleState, vehicle=ESCAPE), {}),
    "states in the past": (_each(VehicleState, tick=-(2**63)), {}),
    "checkpoints in the past": (_each(StateCheckpoint, tick=-5), {}),
    "checkpoints of one tick": (_each(StateCheckpoint, tick=100), {}),
    "events without JSON": (_each(RunEvent, detail="quad"), {}),
    "events with a list": (_each(RunEvent, detail="[1]"), {}),
    "events in the far future": (_each(RunEvent, tick=2**62), {}),
    "events with controls": (_each(RunEvent, name=ESCAPE, vehicle=ESCAPE), {}),
    "inputs of an unknown kind": (_inputs(kind="wish"), {}),
    "inputs to a topic nobody has": (_inputs(kind="topic", name="a/b", type="x/msg/Y"), {}),
    "inputs to a topic with no name": (_inputs(kind="topic", name="//"), {}),
    "calls of a service nobody has": (_inputs(kind="service", name="a/b"), {}),
    "commands that are no JSON": (_inputs(data=b"\xff\xfe"), {}),
    "commands that are a list": (_inputs(data=b"[1, 2]"), {}),
    "inputs before the start": (_inputs(tick=-9), {}),
    "things that are no list": (_each(RunThings, things='"x"'), {}),
    "things of one word": (_each(RunThings, things='[["x"]]'), {}),
    "a topic that climbs": (_named("../../../../climbed"), {}),
    "a topic with controls": (_named(f"quad{ESCAPE}"), {}),
    "our topics with another type": (lambda topic, message: [("simloop/states", message)], {}),
}
VERBS: dict[str, tuple[str, ...]] = {
    "replay": ("replay", "{run}", "--interpreted"),
    "diff": ("diff", "{run}", "{whole}", "--interpreted"),
    "report": ("report", "{run}"),
    "export": ("export", "{run}"),
    "plot": ("plot", "{run}"),
}


@pytest.mark.parametrize("name", CRAFTED)
def test_every_verb_says_it_in_one_line(
    whole: Path, tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    run = crafted(whole, tmp_path / "run", *CRAFTED[name])
    before = {path for path in tmp_path.parent.rglob("*") if path.is_file()}
    for words in VERBS.values():
        main([word.format(run=run, whole=whole) for word in words])
        told = capsys.readouterr()
        assert "internal error" not in told.err
        assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f]", told.out + told.err)
        assert len(told.err.splitlines()) <= 4
    after = {path for path in tmp_path.parent.rglob("*") if path.is_file()}
    assert all(path.is_relative_to(run) for path in after - before)


@pytest.mark.parametrize("name", CRAFTED)
def test_a_page_says_it_in_one_line(whole: Path, tmp_path: Path, name: str) -> None:
    run = crafted(whole, tmp_path / "run", *CRAFTED[name])
    try:
        shown = RecordedRun(run)
    except FileMistake as mistake:
        assert len(str(mistake).splitlines()) == 1
    else:
        assert all(event.name.isprintable() for event in shown.events)


def bomb(claims: int | None) -> bytes:
    """A chunk of zeros that is a thousand times larger than its bytes."""
    raw = bytes(2 * MAX_CHUNK_BYTES)
    packed = zstandard.ZstdCompressor(write_content_size=claims is None).compress(raw)
    size = len(raw) if claims is None else claims
    return _bytes_of(Chunk("zstd", packed, 0, 0, 0, size))


@pytest.mark.parametrize("claims", [None, 100, MAX_CHUNK_BYTES])
def test_a_chunk_is_not_unpacked_beyond_its_limit(
    whole: Path, tmp_path: Path, claims: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = crafted(whole, tmp_path / "run", _same, {})
    data = (run / "run.mcap").read_bytes()
    at = data.index(b"zstd") - 41
    (run / "run.mcap").write_bytes(data[:at] + bomb(claims) + data[at:])
    unpacked: list[int] = []
    real = Unpacker._raw

    def watched(self: Unpacker, *given: Any) -> bytes:
        made = real(self, *given)
        unpacked.append(len(made))
        return made

    monkeypatch.setattr(Unpacker, "_raw", watched)
    file = RunFile(run)
    assert list(file.items()) == []
    assert file.cut
    assert max(unpacked, default=0) <= MAX_CHUNK_BYTES


def test_a_file_has_a_limit_of_its_own() -> None:
    chunk = zstandard.ZstdCompressor().compress(bytes(MAX_CHUNK_BYTES))
    unpacker = Unpacker(len(chunk))

    def all_of_them() -> Iterator[int]:
        for _ in range(100):
            yield len(unpacker.unpack(chunk, "zstd", MAX_CHUNK_BYTES))

    with pytest.raises(ChunkRefused, match="claims"):
        assert sum(all_of_them()) < 1000 * len(chunk) + 2 * MAX_CHUNK_BYTES


def test_the_way_it_is_packed_is_known() -> None:
    with pytest.raises(ChunkRefused, match="'rar'"):
        Unpacker(1000).unpack(b"x", "rar", 1)
    with pytest.raises(ChunkRefused, match="damaged"):
        Unpacker(1000).unpack(b"x" * 30, "lz4", 1)
    assert Unpacker(1000).unpack(MAGIC, "", len(MAGIC)) == MAGIC
