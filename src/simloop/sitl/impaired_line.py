"""The radio line of one vehicle: all its channels, both ways, with what makes them bad.

A line to which nothing was done hands everything on as it comes and holds nothing.
"""

from dataclasses import dataclass
from functools import reduce
from operator import add
from typing import Any

from simloop.sitl.link_channel import Direction, LinkChannel, Passage
from simloop.sitl.link_impairment import NO_IMPAIRMENT, Impairment

BOTH_WAYS: tuple[Direction, ...] = ("in", "out")


@dataclass(frozen=True, slots=True)
class _Cause:
    """One thing that is wrong, and where."""

    impairment: Impairment
    channel: int | None
    ways: tuple[Direction, ...]

    def concerns(self, channel: int, way: Direction) -> bool:
        return way in self.ways and self.channel in (None, channel)


class ImpairedLine:
    """Causes have names; several at once add up."""

    def __init__(self, seed: int, vehicle: str, tick_rate_hz: int) -> None:
        self._seed = seed
        self._vehicle = vehicle
        self._tick_rate_hz = tick_rate_hz
        self._causes: dict[str, _Cause] = {}
        self._channels: dict[tuple[int, Direction], LinkChannel] = {}
        self.in_use = False
        """Must messages pass through here, or may they go straight on?"""

    @property
    def is_bad(self) -> bool:
        """Is anything wrong now?"""
        return bool(self._causes)

    @property
    def holds(self) -> bool:
        """Are messages on their way?"""
        return self.in_use and any(map(len, self._channels.values()))

    def impair(
        self,
        cause: str,
        impairment: Impairment,
        *,
        channel: int | None = None,
        ways: tuple[Direction, ...] = BOTH_WAYS,
    ) -> None:
        """Make the line bad, or a cause that is there already worse or milder."""
        self._causes[cause] = _Cause(impairment, channel, ways)
        self._renew()

    def heal(self, cause: str) -> None:
        """One thing less that is wrong."""
        if self._causes.pop(cause, None) is not None:
            self._renew()

    def pass_on(self, channel: int, data: bytes, way: Direction, tick: int) -> None:
        """A message enters the line at one end."""
        self._channel(channel, way).put(data, tick)

    def arrived(self, way: Direction, tick: int) -> list[tuple[int, bytes]]:
        """What has come out at the other end, with its channel."""
        come = [
            (number, data)
            for (number, its_way) in sorted(self._channels)
            if its_way == way
            for data in self._channels[number, its_way].take(tick)
        ]
        self._note()
        return come

    def passage(self, channel: int, way: Direction) -> Passage:
        """What became of the messages of one direction since the line first was bad."""
        return self._channel(channel, way).passage

    def forget(self) -> None:
        """As new."""
        self._causes.clear()
        self._channels.clear()
        self._note()

    def save(self) -> Any:
        """A copy of everything."""
        return dict(self._causes), {place: c.save() for place, c in self._channels.items()}

    def load(self, saved: Any) -> None:
        """Back to what was saved."""
        causes, channels = saved
        self._causes = dict(causes)
        self._channels.clear()
        for (number, way), state in channels.items():
            self._channel(number, way).load(state)
        self._note()

    def _note(self) -> None:
        self.in_use = bool(self._causes) or any(map(len, self._channels.values()))

    def _channel(self, number: int, way: Direction) -> LinkChannel:
        found = self._channels.get((number, way))
        if found is None:
            found = self._channels[number, way] = LinkChannel(
                seed=self._seed,
                vehicle=self._vehicle,
                tick_rate_hz=self._tick_rate_hz,
                channel=number,
                direction=way,
                impairment=self._sum(number, way),
            )
        return found

    def _renew(self) -> None:
        for (number, way), channel in self._channels.items():
            channel.impairment = self._sum(number, way)
        self._note()

    def _sum(self, number: int, way: Direction) -> Impairment:
        bad = (c.impairment for _, c in sorted(self._causes.items()) if c.concerns(number, way))
        return reduce(add, bad, NO_IMPAIRMENT)
