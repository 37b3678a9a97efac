"""An impaired channel: messages go in, and come out late, twice, damaged, or not at all.

One object is one direction of one channel of a vehicle. What happens to a message is a function
of seed, vehicle, channel, direction and the message's number, so a run repeats itself whatever
else goes on. Time is in ticks and is passed in; memory is bounded.
"""

from dataclasses import asdict, dataclass
from heapq import heappop, heappush
from math import ceil, inf
from typing import Any, Literal

from simloop.sitl.link_chance import STREAM_LINK, chance_key, random_bits, uniform
from simloop.sitl.link_impairment import NO_IMPAIRMENT, Impairment

Direction = Literal["in", "out"]

# What a draw is for; bits to flip are drawn from FLIP on.
LOSS, BURST, JITTER, REORDER, DUPLICATE, JITTER_OF_COPY, CORRUPT, OUTAGE, FLIP = range(9)
MOST_MESSAGES = 4096
MOST_BYTES = 1 << 20


@dataclass(slots=True)
class Passage:
    """What became of the messages so far."""

    entered: int = 0
    delivered: int = 0
    lost: int = 0
    overflowed: int = 0
    held_back: int = 0
    duplicated: int = 0
    damaged: int = 0


class LinkChannel:
    """Set `impairment` at any time: it concerns the messages that enter from then on.

    When it becomes NO_IMPAIRMENT the channel is well again, and gives away at once what it holds.
    """

    def __init__(
        self,
        *,
        seed: int,
        vehicle: str,
        tick_rate_hz: int,
        channel: int = 0,
        direction: Direction = "in",
        impairment: Impairment = NO_IMPAIRMENT,
    ) -> None:
        self.impairment = impairment
        self.passage = Passage()
        self._tick_rate_hz = tick_rate_hz
        self._key = chance_key(seed, vehicle, "link", channel, direction)
        # An outage concerns all channels of a vehicle.
        self._outage_key = chance_key(seed, vehicle, "link")
        self._in_burst = False
        # The tick, with its fraction, up to which the link is busy with what it has.
        self._busy_until = 0.0
        self._last_due = 0
        # Due tick, order of entry, message; the order counts copies too.
        self._waiting: list[tuple[int, int, bytes]] = []
        self._waiting_bytes = 0
        self._order = 0

    def __len__(self) -> int:
        return len(self._waiting)

    @property
    def next_tick(self) -> int | None:
        """When the next message is due; None if none waits."""
        return self._waiting[0][0] if self._waiting else None

    def put(self, data: bytes, tick: int) -> None:
        """A message enters."""
        number = self.passage.entered
        self.passage.entered += 1
        if self._is_lost(number, tick):
            self.passage.lost += 1
            return
        sent = self._sent_tick(len(data), tick)
        if sent is None:
            self.passage.overflowed += 1
            return
        data = self._damaged(data, number)
        self._hold(data, self._due(sent, number))
        if self._happens(self.impairment.duplicate, number, DUPLICATE):
            self.passage.duplicated += 1
            self._hold(data, self._late(sent, number, JITTER_OF_COPY))

    def take(self, tick: int) -> list[bytes]:
        """All messages that have arrived by now."""
        taken = []
        well = self.impairment.is_none
        while self._waiting and (well or self._waiting[0][0] <= tick):
            taken.append(heappop(self._waiting)[2])
        if well:
            self._last_due, self._busy_until = 0, 0.0
        if taken:
            self.passage.delivered += len(taken)
            self._waiting_bytes -= sum(map(len, taken))
        return taken

    def clear(self) -> None:
        """Lose what is on its way."""
        self.passage.lost += len(self._waiting)
        self._waiting.clear()
        self._waiting_bytes = 0

    def save(self) -> dict[str, Any]:
        """Everything that changes, as a copy."""
        return {
            "impairment": self.impairment,
            "passage": asdict(self.passage),
            "in_burst": self._in_burst,
            "busy_until": self._busy_until,
            "last_due": self._last_due,
            "waiting": list(self._waiting),
            "order": self._order,
        }

    def load(self, saved: dict[str, Any]) -> None:
        """Back to what was saved."""
        self.impairment = saved["impairment"]
        self.passage = Passage(**saved["passage"])
        self._in_burst = saved["in_burst"]
        self._busy_until = saved["busy_until"]
        self._last_due = saved["last_due"]
        self._waiting = list(saved["waiting"])
        self._waiting_bytes = sum(len(data) for _, _, data in self._waiting)
        self._order = saved["order"]

    def _is_lost(self, number: int, tick: int) -> bool:
        bad = self.impairment
        if bad.burst_begin:
            turns = bad.burst_end if self._in_burst else bad.burst_begin
            self._in_burst ^= self._happens(turns, number, BURST)
        else:
            self._in_burst = False
        return (
            bad.blocked
            or self._in_burst
            or self._is_out(tick)
            or self._happens(bad.loss, number, LOSS)
        )

    def _is_out(self, tick: int) -> bool:
        bad = self.impairment
        if not bad.outage:
            return False
        slot = int(tick / max(bad.outage_slot_s * self._tick_rate_hz, 1.0))
        return uniform(self._outage_key, STREAM_LINK, slot, OUTAGE) < bad.outage

    def _sent_tick(self, size: int, tick: int) -> float | None:
        """When the last byte has left, behind all that was there; None if no room is left."""
        per_tick = self.impairment.bytes_per_s / self._tick_rate_hz
        if per_tick == inf:
            return float(tick)
        begin = max(float(tick), self._busy_until)
        queued = (begin - tick) * per_tick
        if queued > 0.0 and queued + size > self.impairment.queue_bytes:
            return None
        self._busy_until = begin + size / per_tick
        return self._busy_until

    def _due(self, sent: float, number: int) -> int:
        """The tick of arrival; the order is kept, but for those that are held back."""
        due = self._late(sent, number, JITTER)
        if self._happens(self.impairment.reorder, number, REORDER):
            self.passage.held_back += 1
            return due + max(round(self.impairment.reorder_s * self._tick_rate_hz), 1)
        self._last_due = max(due, self._last_due)
        return self._last_due

    def _late(self, sent: float, number: int, use: int) -> int:
        bad = self.impairment
        late_s = bad.delay_s
        if bad.jitter_s:
            late_s += bad.jitter_s * uniform(self._key, STREAM_LINK, number, use)
        return ceil(sent + late_s * self._tick_rate_hz - 1e-9)

    def _damaged(self, data: bytes, number: int) -> bytes:
        if not data or not self._happens(self.impairment.corrupt, number, CORRUPT):
            return data
        self.passage.damaged += 1
        flipped = bytearray(data)
        for flip in range(self.impairment.corrupt_bits):
            bit = random_bits(self._key, STREAM_LINK, number, FLIP + flip) % (8 * len(data))
            flipped[bit // 8] ^= 1 << bit % 8
        return bytes(flipped)

    def _happens(self, share: float, number: int, use: int) -> bool:
        return share > 0.0 and uniform(self._key, STREAM_LINK, number, use) < share

    def _hold(self, data: bytes, due: int) -> None:
        full = len(self._waiting) >= MOST_MESSAGES or self._waiting_bytes + len(data) > MOST_BYTES
        if full:
            self.passage.overflowed += 1
            return
        heappush(self._waiting, (due, self._order, data))
        self._waiting_bytes += len(data)
        self._order += 1
