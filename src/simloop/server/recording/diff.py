"""Finds where two recorded runs part: tick, vehicle and column, with both values.

Checkpoints tell between which two of them. If both runs can be simulated again, the tick itself is
found that way; else the checkpoint has to do.
"""

from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from simloop.server.files.mistake import FileMistake
from simloop.server.recording.divergence import Difference, difference
from simloop.server.recording.reader import RunFile
from simloop.server.recording.replay import columns_of
from simloop.server.recording.replayer import Replayer
from simloop.server.recording.state_journal import RecordedState
from simloop.systems.recorder.state_copy import StateCopy, copy_state
from simloop.transport.errors import BusError
from simloop.world.world import World


@dataclass(frozen=True, slots=True)
class DiffReport:
    """What two runs have in common, and where they part."""

    checkpoints: int
    last_equal_tick: int
    difference: Difference | None = None
    exact: bool = True
    """Is the tick of the difference the first one, or that of the first checkpoint after it?"""
    longer: str = ""
    """Which of the two goes on after the other has ended."""
    cut: tuple[str, ...] = ()
    """What was said of recordings that end before their run did."""

    @property
    def same(self) -> bool:
        """Are they equal as far as they go?"""
        return self.difference is None and not self.longer


def diff(one: RunFile, other: RunFile, **options: Any) -> DiffReport:
    """Compare two recordings; options are those of Simulation, for the search of the tick."""
    compared, last_equal = 0, 0
    ends: list[RecordedState | None] = [None, None]
    for a, b in zip_longest(one.checkpoints(), other.checkpoints()):
        if a is None or b is None:
            ends = [a, b]
            break
        compared += 1
        found = _difference(a, b)
        if found is not None:
            return _sharpened(one, other, (a, b), found, compared, last_equal, options)
        last_equal = a.tick
    longer = "" if ends == [None, None] else _name(one, other, ends[1] is None)
    # A recording that was cut off says nothing about what came after.
    cut = tuple(run.cut for run in (one, other) if run.cut)
    return DiffReport(compared, last_equal, longer="" if cut else longer, cut=cut)


def _name(one: RunFile, other: RunFile, is_one: bool) -> str:
    """The run by its directory; two files of the same directory by their own names."""
    run = one if is_one else other
    return str(run.path if one.directory == other.directory else run.directory)


def _difference(a: RecordedState, b: RecordedState) -> Difference | None:
    if a.tick != b.tick:
        return Difference(min(a.tick, b.tick), "the world", "tick", -1, (str(a.tick), str(b.tick)))
    return None if a.state_hash == b.state_hash else difference(a.tick, a.vehicles, b.vehicles)


def _sharpened(
    one: RunFile,
    other: RunFile,
    states: tuple[RecordedState, RecordedState],
    found: Difference,
    compared: int,
    last_equal: int,
    options: dict[str, Any],
) -> DiffReport:
    first, last = last_equal + 1, found.tick
    exact = first == last or found.column == "tick"
    if not exact:
        sharper = _first_tick(one, other, (first, last), states, options)
        if sharper is not None:
            found, exact = sharper, True
    return DiffReport(compared, last_equal, found, exact)


def _first_tick(
    one: RunFile,
    other: RunFile,
    span: tuple[int, int],
    states: tuple[RecordedState, RecordedState],
    options: dict[str, Any],
) -> Difference | None:
    """Simulate both again, look at every tick in between; None if that gives other states."""
    try:
        hashes = [_hashes(run, span, options) for run in (one, other)]
        last = span[1]
        if [told.get(last) for told in hashes] != [state.state_hash for state in states]:
            return None
        tick = next(t for t in sorted(hashes[0]) if hashes[0][t] != hashes[1].get(t))
        a, b = (columns_of(_state_at(run, tick, options)) for run in (one, other))
    except (BusError, ValueError, FileMistake, OSError):
        return None
    return difference(tick, a, b)


def _hashes(run: RunFile, span: tuple[int, int], options: dict[str, Any]) -> dict[int, str]:
    found: dict[int, str] = {}

    def look(world: World) -> None:
        if span[0] <= world.tick <= span[1]:
            found[world.tick] = world.state_hash()
        replayer.is_over = world.tick >= span[1]

    replayer = Replayer(run, look, every=1, **options)
    _follow(replayer)
    return found


def _state_at(run: RunFile, tick: int, options: dict[str, Any]) -> StateCopy:
    found: list[StateCopy] = []

    def look(world: World) -> None:
        if world.tick == tick:
            found.append(copy_state(world))
            replayer.is_over = True

    replayer = Replayer(run, look, every=1, **options)
    _follow(replayer)
    return found[0]


def _follow(replayer: Replayer) -> None:
    try:
        replayer.simulation.prepare()
        replayer.follow()
    finally:
        replayer.simulation.close()
