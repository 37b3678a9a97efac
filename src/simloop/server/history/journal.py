"""The inputs of a run in rounds, as they were taken in, so that they can be handed in again."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import takewhile

from simloop.server.simulation import Simulation
from simloop.systems.user_commands.desk import UserCommand
from simloop.systems.user_commands.verbs import OF_THE_WHOLE_RUN
from simloop.transport.inbox import ServiceInput, Stamped
from simloop.transport.spool import Spool
from simloop.world.runner import Runner

BRANCH = "branch"


@dataclass(frozen=True, slots=True)
class Round:
    """What was taken in at once; without items it is a look around while paused."""

    tick: int
    """Where the world stood."""
    items: tuple[Stamped, ...]
    paused: bool = False
    at_once: bool = False
    count: int = 1
    """How often in a row; every look around counts, as a receiver numbers its frames."""

    @property
    def takes_effect(self) -> int:
        """The tick that it belongs to."""
        return self.tick if self.paused else self.tick + 1

    def is_of_open_tick(self, tick: int) -> bool:
        """Was it taken in for the tick that follows this one, and not in a pause?"""
        return self.tick == tick and not self.paused and not self.at_once


class Journal:
    """Listens to the inbox of a simulation."""

    def __init__(self, simulation: Simulation) -> None:
        self._simulation = simulation
        self._before = 0
        self._heard = False
        self._sealed = 0
        self.rounds: Spool[Round] = Spool()
        self.close = simulation.bus.inbox.listen(self._take)
        self.begin()

    def begin(self) -> None:
        """Forget all rounds: the past begins now."""
        self._before = self._simulation.bus.inbox.logged
        self.rounds = Spool()
        self._sealed = 0

    def seal(self) -> int:
        """How many rounds there are; none of them changes any more."""
        self._sealed = len(self.rounds)
        return self._sealed

    def note_idle(self) -> None:
        """A round while paused has gone by."""
        heard, self._heard = self._heard, False
        if heard:
            return
        tick, last = self._simulation.world.tick, self.rounds.last
        open_to_more = last is not None and last.tick == tick and not last.items
        if last is not None and open_to_more and len(self.rounds) > self._sealed:
            self.rounds.replace_last(replace(last, count=last.count + 1))
        else:
            self.rounds.append(Round(tick, (), paused=True))

    def count_until(self, tick: int) -> int:
        """How many rounds belong to this tick or an earlier one."""
        later = takewhile(lambda each: each.takes_effect > tick, self.rounds.backwards())
        return len(self.rounds) - len(list(later))

    def cut(self, count: int) -> None:
        """Let only so many rounds have been, here and in the log of the inbox."""
        self.rounds.cut(count)
        self._sealed = min(self._sealed, count)
        lines = sum(len(each.items) for each in self.rounds)
        self._simulation.bus.inbox.cut_log(self._before + lines)

    def _take(self, taken: tuple[Stamped, ...], at_once: bool) -> None:
        tick = self._simulation.world.tick
        paused = not at_once and taken[0].tick == tick
        items = tuple(
            Stamped(item.tick, item.source, item.payload)
            for item in taken
            if not _is_verb(item, (BRANCH,))
        )
        if not items:
            return
        self._heard = paused
        last = self.rounds.last if len(self.rounds) > self._sealed else None
        within = not paused and not at_once
        if last is not None and within and last.is_of_open_tick(tick):
            # It came while the tick waited for it.
            self.rounds.replace_last(replace(last, items=(*last.items, *items)))
        else:
            self.rounds.append(Round(tick, items, paused, at_once))


def repeat(simulation: Simulation, rounds: Iterable[Round], tick: int) -> None:
    """Let the same happen again up to a tick, as fast as it goes; live input waits meanwhile."""
    runner, bus = simulation.runner, simulation.bus
    with bus.inbox.repeating() as script, simulation.log.quiet():
        for each in rounds:
            _advance_to(runner, each.tick)
            if each.at_once:
                _call(simulation, each)
                continue
            # What paces the run does not change the world.
            script.extend(item for item in each.items if not _is_verb(item, OF_THE_WHOLE_RUN))
            if each.paused:
                for _ in range(each.count):
                    runner.idle()
            else:
                _advance_to(runner, each.tick + 1)
        _advance_to(runner, tick)


def _advance_to(runner: Runner, tick: int) -> None:
    while runner.world.tick < tick:
        runner.advance(tick - runner.world.tick)


def _call(simulation: Simulation, each: Round) -> None:
    for item in each.items:
        if isinstance(item.payload, ServiceInput):
            simulation.bus.call(item.payload.service, item.payload.request, by=item.source)


def _is_verb(item: Stamped, verbs: object) -> bool:
    return isinstance(item.payload, UserCommand) and item.payload.verb in verbs  # type: ignore[operator]
