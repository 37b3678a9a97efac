"""What a bad link does to the messages on it: a few numbers, which add up and can be scaled."""

from dataclasses import dataclass, fields, replace
from math import inf

_SHARES = ("loss", "burst_begin", "burst_end", "outage", "reorder", "duplicate", "corrupt")
_AMOUNTS = ("delay_s", "jitter_s", "reorder_s", "outage_slot_s", "queue_bytes")


@dataclass(frozen=True, slots=True, kw_only=True)
class Impairment:
    """Shares are of messages, from 0 to 1; a message is a datagram, or what a line brings at once.

    Bursts follow Gilbert and Elliott: a good state that loses nothing more, a bad one that loses
    everything. With `burst_begin` b and `burst_end` e the mean burst has 1 / e messages, and a
    share of b / (b + e) is lost.
    """

    blocked: bool = False
    """Nothing passes."""
    loss: float = 0.0
    """Messages lost, each by itself."""
    burst_begin: float = 0.0
    """Chance per message that a burst of losses begins."""
    burst_end: float = 1.0
    """Chance per message that it ends."""
    outage: float = 0.0
    """Share of time slots in which nothing passes, on all channels and both ways alike."""
    outage_slot_s: float = 0.5
    """Length of such a slot."""
    delay_s: float = 0.0
    """Time that every message takes."""
    jitter_s: float = 0.0
    """Up to so much more, evenly spread; messages keep their order."""
    reorder: float = 0.0
    """Messages held back, so that others overtake them."""
    reorder_s: float = 0.1
    """How long they are held back."""
    duplicate: float = 0.0
    """Messages that arrive twice."""
    corrupt: float = 0.0
    """Messages with flipped bits."""
    corrupt_bits: int = 1
    """How many bits of such a message are flipped."""
    bytes_per_s: float = inf
    """What the link carries; the rest queues up."""
    queue_bytes: float = 16384.0
    """What the queue holds; more is lost."""

    def __post_init__(self) -> None:
        """Refuse what no link can do."""
        for name in _SHARES:
            share = getattr(self, name)
            if not 0.0 <= share <= 1.0:
                raise ValueError(f"{name} is {share:g}: write a share from 0 to 1")
        for name in _AMOUNTS:
            amount = getattr(self, name)
            if not 0.0 <= amount < inf:
                raise ValueError(f"{name} is {amount:g}: write a number of at least 0")
        if self.burst_begin and not self.burst_end:
            raise ValueError("burst_end is 0: a burst must end, write a share above 0")
        if not self.bytes_per_s > 0.0:
            raise ValueError(f"bytes_per_s is {self.bytes_per_s:g}: write a number above 0")
        if self.outage and not self.outage_slot_s:
            raise ValueError("outage_slot_s is 0: write a time above 0")
        if self.corrupt_bits < 1:
            raise ValueError(f"corrupt_bits is {self.corrupt_bits}: write at least 1")

    @property
    def is_none(self) -> bool:
        """Does everything pass as it came?"""
        return self == NO_IMPAIRMENT

    def scaled(self, share: float) -> "Impairment":
        """The same, but milder: `share` of it, as while a failure creeps in."""
        if share >= 1.0:
            return self
        if share <= 0.0:
            return NO_IMPAIRMENT
        names = ("loss", "burst_begin", "outage", "delay_s", "jitter_s", "reorder", "duplicate")
        milder = {name: share * getattr(self, name) for name in (*names, "corrupt")}
        return replace(self, **milder, bytes_per_s=self.bytes_per_s / share)

    def __add__(self, other: "Impairment") -> "Impairment":
        """Both at once, as of two bad links in a row."""
        worse = self if self._burst_share >= other._burst_share else other
        return Impairment(
            blocked=self.blocked or other.blocked,
            loss=_either(self.loss, other.loss),
            burst_begin=worse.burst_begin,
            burst_end=worse.burst_end,
            outage=_either(self.outage, other.outage),
            outage_slot_s=self.outage_slot_s if self.outage else other.outage_slot_s,
            delay_s=self.delay_s + other.delay_s,
            jitter_s=self.jitter_s + other.jitter_s,
            reorder=_either(self.reorder, other.reorder),
            reorder_s=self.reorder_s if self.reorder else other.reorder_s,
            duplicate=_either(self.duplicate, other.duplicate),
            corrupt=_either(self.corrupt, other.corrupt),
            corrupt_bits=self.corrupt_bits if self.corrupt else other.corrupt_bits,
            bytes_per_s=min(self.bytes_per_s, other.bytes_per_s),
            queue_bytes=min(self.queue_bytes, other.queue_bytes),
        )

    @property
    def _burst_share(self) -> float:
        return self.burst_begin / (self.burst_begin + self.burst_end)


def _either(a: float, b: float) -> float:
    """The chance that at least one of two things happens."""
    return a if not b else b if not a else a + b - a * b


NO_IMPAIRMENT = Impairment()
IMPAIRMENT_NAMES = tuple(field.name for field in fields(Impairment))
