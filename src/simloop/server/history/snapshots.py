"""Copies of a run, at most one a simulated second, from the nearest of which it can go on."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from numpy.typing import NDArray

from simloop.server.history.held_bytes import held_bytes
from simloop.server.history.journal import Journal, repeat
from simloop.server.history.thinned import Thinned
from simloop.server.history.wall_share import WallShare
from simloop.server.simulation import Simulation
from simloop.studio.questions.timeline import PastRow
from simloop.systems.scene.questions import QuestionRefused
from simloop.world.commands import CommandRefused
from simloop.world.entities import Record
from simloop.world.layout import Layout
from simloop.world.table import saved_fields
from simloop.world.world import Snapshot

# A run that goes flat out is hardly held up by copies.
_LEAST_NS = 100_000_000
# A way that is longer than this is told of before it is gone again.
_LONG_S = 10.0
_BYTES_PER_RECORD = 400
_BYTES_PER_SNAPSHOT = 4000


@dataclass(frozen=True, slots=True)
class Kept:
    """All of a run between two ticks."""

    snapshot: Snapshot
    rounds: int
    """How many rounds of input it has seen."""
    undo: Any
    undelivered: Any


class Snapshots:
    """Takes them when they are due and goes back to them."""

    def __init__(
        self, simulation: Simulation, journal: Journal, budget_bytes: int, share: float = 1.0
    ) -> None:
        self._simulation = simulation
        self._journal = journal
        self._kept: Thinned[Kept] = Thinned(budget_bytes)
        self._pace = WallShare(simulation.time.wall, least_ns=_LEAST_NS, share=share)
        self.refusal = ""
        """Why none can be taken."""
        self.on_long_way: Callable[[float], None] = lambda seconds: None
        """Told how much has to be repeated, when that takes a while."""

    def __len__(self) -> int:
        return len(self._kept)

    @property
    def bytes(self) -> int:
        """What they take."""
        return self._kept.bytes

    @property
    def ticks(self) -> tuple[int, ...]:
        """When they were taken."""
        return self._kept.ticks

    def begin(self) -> None:
        """Forget all, and take the first."""
        self._kept.keep(lambda kept: False)
        self.refusal = ""
        self.take()

    def take_if_due(self) -> None:
        """Take one a second after the last."""
        last, simulation = self._kept.last, self._simulation
        since = simulation.world.tick - (last.snapshot.tick if last else 0)
        if since < simulation.tick_rate_hz or self.refusal:
            return
        if self._pace.due:
            self.take()

    def take(self) -> None:
        """Take one now, between two ticks."""
        with self._pace.work():
            self._take()

    def _take(self) -> None:
        simulation = self._simulation
        try:
            snapshot = simulation.snapshot()
        except CommandRefused as refusal:
            self.refusal = str(refusal)
            return
        snapshot = self._sharing(snapshot)
        rounds, bus = self._journal.seal(), simulation.bus
        kept = Kept(snapshot, rounds, simulation.world.commands.save(), bus.undelivered)
        size = self._size(snapshot) + held_bytes((snapshot.parts, kept.undo, kept.undelivered))
        self._kept.add(snapshot.tick, kept, size)

    def row(self, tick: int, name: str) -> PastRow | int:
        """An entity in the nearest copy not after the tick; or the copy's tick: it is not in it."""
        kept = self._kept.at(tick)
        if kept is None:
            raise QuestionRefused(self.refusal or "the history does not reach back so far")
        snapshot = kept.snapshot
        found = (each for each in snapshot.entities["records"] if each.name == name)
        record = next(found, None)
        if record is None or record.table < 0:
            return snapshot.tick
        return _row(snapshot.tick, record, snapshot.tables[record.table])

    def go_to(self, tick: int) -> None:
        """Bring the world to a tick of the past, bit by bit as it was, and forget what followed."""
        count = self._journal.count_until(tick)
        kept = self._kept.at(tick, lambda kept: kept.rounds <= count)
        if kept is None:
            raise RuntimeError(f"no copy reaches back to tick {tick}")
        simulation, time = self._simulation, self._simulation.time
        way_s = (tick - kept.snapshot.tick) / simulation.tick_rate_hz
        if way_s > _LONG_S:
            self.on_long_way(way_s)
        pace = time.paused, time.mode, time.real_time_multiplier
        simulation.restore(kept.snapshot)
        simulation.world.commands.load(kept.undo)
        simulation.bus.undelivered = kept.undelivered
        repeat(simulation, self._journal.rounds.between(kept.rounds, count), tick)
        self._journal.cut(count)
        self._kept.keep(lambda kept: kept.snapshot.tick <= tick and kept.rounds <= count)
        paused, time.mode, time.real_time_multiplier = pace
        time.jump_to(tick)
        if paused:
            time.pause()
        else:
            time.play()
        self.take()

    def _sharing(self, snapshot: Snapshot) -> Snapshot:
        """Entities seldom change: a copy that tells nothing new is not kept."""
        last = self._kept.last
        if last is None or not _same(last.snapshot.entities, snapshot.entities):
            return snapshot
        return replace(snapshot, entities=last.snapshot.entities)

    def _size(self, snapshot: Snapshot) -> int:
        arenas: int = sum(a.nbytes for table in snapshot.tables for a in table["arenas"].values())
        last = self._kept.last
        if last is not None and last.snapshot.entities is snapshot.entities:
            return arenas + _BYTES_PER_SNAPSHOT
        return arenas + _BYTES_PER_SNAPSHOT + _BYTES_PER_RECORD * len(snapshot.entities["records"])


def _row(tick: int, record: Record, saved: dict[str, Any]) -> PastRow:
    layout = Layout.of(saved["class"])
    fields = saved_fields(saved, layout, record.row)

    def read(column: str) -> NDArray[Any]:
        return layout.place(column).of(fields)

    return PastRow(tick, record, saved["class"], layout, read)


def _same(before: dict[str, Any], now: dict[str, Any]) -> bool:
    plain = all(before[key] == now[key] for key in ("generation", "free", "children"))
    records = before["records"], now["records"]
    return (
        plain
        and len(before["removed"]) == len(now["removed"])
        and len(records[0]) == len(records[1])
        and all(map(_same_record, *records))
    )


def _same_record(a: Record, b: Record) -> bool:
    numbers = (a.entity, a.name, a.parent, a.table, a.row) == (
        *(b.entity, b.name, b.parent, b.table, b.row),
    )
    facts = a.facts, b.facts
    return numbers and len(a.facts) == len(b.facts) and _same_values(*facts)


def _same_values(a: dict[str, Any], b: dict[str, Any]) -> bool:
    return all(key in b and b[key] is value for key, value in a.items())
