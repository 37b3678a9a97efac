"""Failures of a vehicle's sense of time: samples that come late, a wrong clock, missed passes."""

from typing import Any

from simloop.sitl.board_lane import BoardLane, board_lane
from simloop.sitl.lane_trouble import LateSamples, Misses
from simloop.systems.failures import Effect, FailureDesk, FailureRequest, UnsupportedError
from simloop.systems.failures.chance import Chance
from simloop.world.entities import Entity
from simloop.world.plugin import App

TIME = "time"
# The clock of the flight stack, which all its timers go by.
CLOCK = "fw_time_s"


class MissingPasses(Effect):
    """A share of the firmware's passes does not happen; its outputs hold meanwhile."""

    def __init__(self, place: BoardLane, missing: float, chance: Chance) -> None:
        if not 0.0 < missing <= 1.0:
            raise ValueError(f"share is {missing:g}: use more than 0, and 1 at most")
        self._place, self._missing, self._chance = place, missing, chance
        self._share = 1.0
        # Bound once, so that it can be found again.
        self._reason: Misses = self._misses

    def begin(self) -> None:
        """Miss passes."""
        self._place.crew.missed.add(self._place.lane, self._reason)

    def update(self, share: float) -> None:
        """So many of them."""
        self._share = share

    def end(self) -> None:
        """Run again."""
        self.drop()

    def drop(self) -> None:
        """Run again; nothing was changed that would have to be undone."""
        self._place.crew.missed.remove(self._place.lane, self._reason)

    def save(self) -> Any:
        """How strong it is."""
        return self._share

    def load(self, saved: Any) -> None:
        """Miss passes from there."""
        self._share = saved
        self.begin()

    def _misses(self, tick: int) -> bool:
        missing = self._share * self._missing
        return missing >= 1.0 or self._chance.uniform(tick) < missing


class Jitter(Effect):
    """Samples reach the firmware late, some more than others."""

    def __init__(self, place: BoardLane, late: LateSamples) -> None:
        self._place, self._late = place, late

    def begin(self) -> None:
        """Hold samples back."""
        self._place.crew.board.late[self._place.lane] = self._late

    def update(self, share: float) -> None:
        """As long as this says."""
        self._late.share = share

    def end(self) -> None:
        """Show them as they come."""
        self.drop()

    def drop(self) -> None:
        """The same."""
        self._place.crew.board.late.pop(self._place.lane, None)

    def save(self) -> Any:
        """What is on its way."""
        return self._late.save()

    def load(self, saved: Any) -> None:
        """Hold samples back from there."""
        self._late.load(saved)
        self.begin()


class Drift(Effect):
    """The clock gains a share of every tick; what it has gained it keeps."""

    steady = False

    def __init__(self, app: App, entity: Entity, gain: float) -> None:
        if not -1.0 < gain <= 1.0:
            raise ValueError(f"gain is {gain:g}: use more than -1, and 1 at most")
        self._app, self._entity, self._gain = app, entity, gain

    def update(self, share: float) -> None:
        """One tick's worth."""
        clock = self._app.world.vector(self._entity, CLOCK)
        clock[0] += share * self._gain / self._app.tick_rate_hz


class Jump(Effect):
    """The clock is wrong by some time, and is set right again at the end."""

    def __init__(self, app: App, entity: Entity, by_s: float) -> None:
        if not -1e6 <= by_s <= 1e6:
            raise ValueError(f"by_s is {by_s:g}: use -1000000 to 1000000")
        self._app, self._entity, self._by_s = app, entity, by_s
        self._done_s = 0.0

    def update(self, share: float) -> None:
        """Be wrong by this share of it."""
        self._be_wrong_by(share * self._by_s)

    def end(self) -> None:
        """Set it right."""
        self._be_wrong_by(0.0)

    def save(self) -> float:
        """By how much it is wrong."""
        return self._done_s

    def load(self, saved: float) -> None:
        """The clock itself is a column: it is wrong already."""
        self._done_s = saved

    def _be_wrong_by(self, wanted_s: float) -> None:
        self._app.world.vector(self._entity, CLOCK)[0] += wanted_s - self._done_s
        self._done_s = wanted_s


class Leap(Jump):
    """The clock leaps as by a leap second, and nobody sets it right."""

    def end(self) -> None:
        """What it has leapt it keeps."""


def offer_time_failures(app: App, desk: FailureDesk) -> None:
    """Let vehicles' time fail."""

    def chance(request: FailureRequest) -> Chance:
        key = app.world.vector(app.world.by_name(request.vehicle), "noise_key")[0]
        return Chance(key, request.component, request.kind)

    def clock_of(vehicle: str) -> Entity:
        entity = app.world.by_name(vehicle)
        record = app.world.entities.get(entity)
        if CLOCK not in app.world.tables[record.table].layout.places:
            raise UnsupportedError(f"'{vehicle}' does not run our firmware")
        return entity

    def jitter(request: FailureRequest) -> Effect:
        most_s = request.strength["most_s"]
        if not 0.0 < most_s <= 1.0:
            raise ValueError(f"most_s is {most_s:g}: use more than 0, and 1 at most")
        ticks = max(round(most_s * app.tick_rate_hz), 1)
        place = board_lane(app, request.vehicle)
        return Jitter(place, LateSamples(ticks, chance(request).uniform))

    def pause(request: FailureRequest) -> Effect:
        place = board_lane(app, request.vehicle)
        return MissingPasses(place, request.strength["share"], chance(request))

    desk.offer(
        TIME,
        "jitter",
        jitter,
        meaning="samples reach the firmware late by anything up to a time (board: sil)",
        strength={"most_s": 0.01},
    )
    desk.offer(
        TIME,
        "pause",
        pause,
        meaning="the firmware misses a share of its passes; outputs hold (board: sil)",
        strength={"share": 1.0},
    )
    desk.offer(
        TIME,
        "drift",
        lambda r: Drift(app, clock_of(r.vehicle), r.strength["gain"]),
        meaning="the flight stack's clock gains a share of the time, or loses it",
        strength={"gain": 0.01},
    )
    desk.offer(
        TIME,
        "jump",
        lambda r: Jump(app, clock_of(r.vehicle), r.strength["by_s"]),
        meaning="the flight stack's clock jumps, and jumps back at the end",
        strength={"by_s": 5.0},
    )
    desk.offer(
        TIME,
        "leap",
        lambda r: Leap(app, clock_of(r.vehicle), r.strength["by_s"]),
        meaning="the flight stack's clock leaps as by a leap second, for good",
        strength={"by_s": -1.0},
    )
