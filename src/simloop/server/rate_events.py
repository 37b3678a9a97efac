"""Puts rates of library files that were fitted to the tick rate into the log of events."""

from collections.abc import Mapping

from simloop.server.events import EventLog
from simloop.world.world import World


class RateEvents:
    """Tells of every model once, however many vehicles of it there are."""

    def __init__(self, world: World, log: EventLog) -> None:
        self._world, self._log = world, log

    def __call__(self, model: str, moved: Mapping[str, tuple[float, float]]) -> None:
        """Note which rates the files of a model state, and what they are here."""
        pairs = (f"{who} {stated:g} -> {used:g} Hz" for who, (stated, used) in moved.items())
        told = f"{model}: {', '.join(pairs)}, to divide {self._world.tick_rate_hz} Hz"
        self._log.add(self._world.tick, "", "rates fitted", told=told)
