"""Pacing: which ticks are due by an absolute schedule, and what a late host costs."""

from dataclasses import dataclass
from math import ceil

from simloop.timing.clock import NS_PER_S

# Ticks shorter than this are run in groups: waking up costs more than it gives.
_GROUP_NS = 2_000_000


@dataclass(frozen=True, slots=True)
class Lateness:
    """How far the host fell behind the schedule.

    `events` counts the times it was late, `worst_s` is the worst of them. Small delays are made
    up for; `lost_s` is the wall time given up after `stalls` too long for that.
    """

    events: int = 0
    worst_s: float = 0.0
    stalls: int = 0
    lost_s: float = 0.0


class Pacer:
    """An absolute schedule from an anchor on: tick n is due at anchor + n periods, so that errors
    of single waits never add up."""

    def __init__(self, rate_hz: int, *, catch_up_s: float, late_after_s: float) -> None:
        self._rate_hz = rate_hz
        self._catch_up_ns = catch_up_s * NS_PER_S
        self._late_after_ns = late_after_s * NS_PER_S
        self._period_ns = NS_PER_S / rate_hz
        self._anchor_tick = 0
        self._anchor_ns: int | None = None
        self._is_late = False
        self._events = 0
        self._worst_ns = 0
        self._stalls = 0
        self._lost_ns = 0

    @property
    def lateness(self) -> Lateness:
        """What was late so far."""
        worst_s, lost_s = self._worst_ns / NS_PER_S, self._lost_ns / NS_PER_S
        return Lateness(self._events, worst_s, self._stalls, lost_s)

    @property
    def group_ticks(self) -> int:
        """How many ticks to wait for at once."""
        return max(1, int(_GROUP_NS / self._period_ns))

    def restart(self, speed: float) -> None:
        """Begin a new schedule with the next question: after a start, a pause or a jump."""
        self._period_ns = NS_PER_S / (self._rate_hz * speed)
        self._anchor_ns = None
        self._is_late = False

    def change_speed(self, speed: float, tick: int, now_ns: int) -> None:
        """Go on at another speed; the part of a tick that has passed stays passed."""
        progress = (now_ns - self._anchor(tick, now_ns)) / self._period_ns
        progress -= tick - self._anchor_tick
        self.restart(speed)
        self._anchor_tick, self._anchor_ns = tick, now_ns - round(progress * self._period_ns)

    def due(self, tick: int, now_ns: int) -> int:
        """How many ticks after `tick` are due; notes lateness, and gives up what is too late."""
        anchor_ns = self._anchor(tick, now_ns)
        late_ns = now_ns - self._deadline_ns(anchor_ns, tick + 1)
        self._note(late_ns)
        if late_ns > self._catch_up_ns:
            self._give_up(tick, now_ns, late_ns)
            return 1
        # The division may be off in its last place: the deadlines decide.
        last = self._anchor_tick + int((now_ns - anchor_ns) / self._period_ns)
        if self._deadline_ns(anchor_ns, last + 1) <= now_ns:
            last += 1
        elif self._deadline_ns(anchor_ns, last) > now_ns:
            last -= 1
        return max(0, last - tick)

    def deadline_ns(self, tick: int, ahead: int, now_ns: int) -> int:
        """When the tick that is `ahead` of `tick` is due."""
        return self._deadline_ns(self._anchor(tick, now_ns), tick + ahead)

    def _deadline_ns(self, anchor_ns: int, tick: int) -> int:
        return anchor_ns + ceil((tick - self._anchor_tick) * self._period_ns)

    def _anchor(self, tick: int, now_ns: int) -> int:
        if self._anchor_ns is None:
            self._anchor_ns, self._anchor_tick = now_ns, tick
        return self._anchor_ns

    def _note(self, late_ns: int) -> None:
        was_late, self._is_late = self._is_late, late_ns > self._late_after_ns
        if self._is_late:
            self._events += not was_late
            self._worst_ns = max(self._worst_ns, late_ns)

    def _give_up(self, tick: int, now_ns: int, late_ns: int) -> None:
        self._stalls += 1
        self._lost_ns += late_ns
        # The next tick is due now, and the rest follow from there.
        self._anchor_tick, self._anchor_ns = tick + 1, now_ns
