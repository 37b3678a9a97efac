"""What is played: a recording, or two of them on one timeline, the second as ghosts."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from simloop.server.events import Event
from simloop.server.player.recorded_run import RecordedRun
from simloop.server.player.recorded_things import Things
from simloop.studio.questions.entities import EntityRow
from simloop.systems.scene.messages import EventMessage, Item, VehicleStatus, Water

Numbers = NDArray[np.float64]
Align = Literal["start", "time"]
Describe = Callable[[Event], EventMessage]
SECOND = "B"
_MARK = f" ({SECOND})"
# Beyond all that the first run numbers.
SECOND_FROM = 1 << 24


def second_name(name: str) -> str:
    """What a vehicle of the second run is called."""
    return f"{name}{_MARK}"


def own_name(name: str) -> tuple[str, bool]:
    """What a run itself calls a vehicle, and whether it is of the second run."""
    return name.removesuffix(_MARK), name.endswith(_MARK)


def ghost_of(item: Item) -> Item:
    """A thing of the second run as it is drawn over the first."""
    return replace(item, index=item.index + SECOND_FROM, name=second_name(item.name), ghost=True)


def same_but_for_pose(one: Item, other: Item) -> bool:
    """Is it the same to viewers, who are told the poses of vehicles, and of nothing else?"""
    if one.kind != "model":
        return one is other or one == other
    return (one.index, one.name, one.home_ned_m, one.plan_ned_m) == (
        *(other.index, other.name, other.home_ned_m, other.plan_ned_m),
    )


@dataclass(frozen=True, slots=True)
class Part:
    """One run of a programme; ticks given and told are those of the programme."""

    run: RecordedRun
    second: bool = False
    scale: float = 1.0
    shift: float = 0.0

    def own_tick(self, tick: float) -> float:
        """The run's own tick."""
        return tick * self.scale + self.shift

    def own_ticks(self, ticks: Numbers) -> Numbers:
        """The same for many."""
        return ticks * self.scale + self.shift

    def tick_of(self, own: float) -> float:
        """The programme's tick."""
        return (own - self.shift) / self.scale

    def ticks_of(self, own: Numbers) -> Numbers:
        """The same for many."""
        return (own - self.shift) / self.scale

    @property
    def span(self) -> tuple[int, int]:
        """First and last tick."""
        first, last = self.tick_of(self.run.first_tick), self.tick_of(self.run.last_tick)
        return int(np.ceil(first)), int(last)

    def items(self, tick: float) -> list[Item]:
        """Vehicles of a moment."""
        items = self.run.items(self.own_tick(tick))
        return list(map(ghost_of, items)) if self.second else items

    def things(self, tick: float) -> Things:
        """Lights, actors and obstacles of a moment, as the run itself calls them."""
        return self.run.things(self.own_tick(tick))

    def poses(self, tick: float) -> NDArray[np.void]:
        """Poses of a moment."""
        poses = self.run.poses(self.own_tick(tick))
        if self.second:
            poses["index"] += SECOND_FROM
        return poses

    def statuses(self, tick: float) -> list[VehicleStatus]:
        """How everybody was."""
        own = self.own_tick(tick)
        found = [vehicle.history.status.at(own) for vehicle in self.run.present(own)]
        offset = SECOND_FROM if self.second else 0
        return [replace(each, index=each.index + offset) for each in found if each is not None]

    def entities(self, tick: float) -> list[EntityRow]:
        """Everybody of a moment."""
        rows = self.run.entities(self.own_tick(tick))
        if not self.second:
            return rows
        return [
            EntityRow(row.index + SECOND_FROM, second_name(row.name), row.kind, None, row.model)
            for row in rows
            if row.kind == "model"
        ]

    def events(self, describe: Describe, tick_rate_hz: int) -> list[EventMessage]:
        """What happened, at the programme's ticks."""
        told = [describe(event) for event in self.run.events]
        if not self.second:
            return told
        ticks = [round(self.tick_of(event.tick)) for event in told]
        return [
            replace(
                event,
                tick=tick,
                time_s=tick / tick_rate_hz,
                vehicle=second_name(event.vehicle) if event.vehicle else SECOND,
            )
            for event, tick in zip(told, ticks, strict=True)
        ]


class Programme:
    """One or two parts."""

    def __init__(
        self, run: RecordedRun, other: RecordedRun | None = None, *, align: Align = "start"
    ) -> None:
        self.first = Part(run)
        self.second = None if other is None else _aligned(run, other, align)
        self.parts = (self.first,) if self.second is None else (self.first, self.second)
        self.tick_rate_hz = run.tick_rate_hz
        spans = [part.span for part in self.parts]
        self.first_tick = min(first for first, _ in spans)
        self.last_tick = max(last for _, last in spans)
        self._apart: tuple[Things, Things, Things] | None = None

    @property
    def notes(self) -> list[str]:
        """What viewers should know."""
        notes = [
            f"{SECOND}: {note}" if part.second else note
            for part in self.parts
            for note in part.run.notes
        ]
        if self.second is not None and self.second.run.ground != self.first.run.ground:
            notes.append(f"{SECOND}: flew over other ground than that of A, which is drawn")
        return notes

    def items(self, tick: float) -> list[Item]:
        """All things of a moment; what both runs have, as plans and obstacles, is drawn once."""
        items = [*self.first.things(tick), *self.first.items(tick)]
        if self.second is None:
            return items
        items += self._other_things(self.first.things(tick), self.second.things(tick))
        plans = {(item.name, item.plan_ned_m) for item in items}
        for ghost in self.second.items(tick):
            shared = (own_name(ghost.name)[0], ghost.plan_ned_m) in plans
            items.append(replace(ghost, home_ned_m=None, plan_ned_m=()) if shared else ghost)
        return items

    def _other_things(self, ours: Things, theirs: Things) -> Things:
        """What the second run has and the first has not, or elsewhere, as ghosts."""
        known = self._apart
        if known is None or known[0] is not ours or known[1] is not theirs:
            shared = set(map(_seen, ours))
            apart = tuple(ghost_of(thing) for thing in theirs if _seen(thing) not in shared)
            known = self._apart = (ours, theirs, apart)
        return known[2]

    @property
    def ghost_water(self) -> Water | None:
        """The sea of the second run, if it is another than that of the first."""
        other = None if self.second is None else self.second.run.water
        return None if other == self.first.run.water else other

    def poses(self, tick: float) -> list[NDArray[np.void]]:
        """All poses of a moment."""
        return [part.poses(tick) for part in self.parts]

    def statuses(self, tick: float) -> list[VehicleStatus]:
        """How everybody was."""
        return [status for part in self.parts for status in part.statuses(tick)]

    def close(self) -> None:
        """Let all files go."""
        for part in self.parts:
            part.run.close()


def _seen(thing: Item) -> tuple[object, ...]:
    """All that an eye can tell of it."""
    return thing.kind, thing.position_ned_m, thing.attitude_wxyz, thing.look


def _aligned(run: RecordedRun, other: RecordedRun, align: Align) -> Part:
    scale = other.tick_rate_hz / run.tick_rate_hz
    shift = other.first_tick - run.first_tick * scale if align == "start" else 0.0
    return Part(other, second=True, scale=scale, shift=shift)
