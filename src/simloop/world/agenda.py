"""Who is due when: asked as seldom as the systems allow, and in calm stretches not at all."""

from collections.abc import Callable, Sequence

from simloop.transport.bus import Bus
from simloop.world.activity import Activity
from simloop.world.plan_entry import Asked, Entry
from simloop.world.system_calls import SystemCalls
from simloop.world.world import World

_FAR = 1 << 62


class Agenda:
    """The Python systems of a plan, with those set apart that sleep or are due in every tick."""

    def __init__(
        self, entries: Sequence[Entry], world: World, bus: Bus, calls: SystemCalls
    ) -> None:
        self.entries = tuple(entries)
        self._world, self._bus, self._calls = world, bus, calls
        self.watchers = tuple(entry for entry in entries if entry.is_steady and entry.period == 1)
        """Due in every tick, whatever happens."""
        self.watch_at_end = all(entry.at_end for entry in self.watchers)
        # The first tick in which anybody but the watchers may be due, while nobody stirs.
        self.calm_before = 0
        self._everybody = tuple(entry.asked for entry in self.entries)
        self._awake: tuple[Asked, ...] = ()
        steady = (entry for entry in self.entries if entry.is_steady)
        self._beats = tuple({(entry.period, entry.at_end) for entry in steady})
        self._population = self._revision = -1
        self._stirred = True
        for entry in self.entries:
            if isinstance(entry.active, Activity):
                entry.active.stir = self.stir

    def stir(self) -> None:
        """Somebody may have something to do: look at everybody before the next tick."""
        self._stirred = True

    @property
    def is_calm(self) -> bool:
        """Is everything as it was when `calm_before` was found?"""
        if self._stirred or self._bus.revision != self._revision:
            return False
        return self._world.population_version == self._population

    @property
    def awake(self) -> tuple[Entry, ...]:
        """Those who are asked, or run without being asked."""
        return tuple(asked[0] for asked in self._awake)

    def look_ahead(
        self, most: int, may_drive: Callable[[], bool]
    ) -> tuple[int, list[Entry], Entry | None]:
        """How many ticks run fused from here, who is due in the last of them, and who drives.

        None at all if the next tick has to stop before its end for someone. At most one system
        whose work is compiled with the ticks around it drives.
        """
        if not self.is_calm:
            self._wake_all()
        tick = self._world.tick
        coming: list[tuple[int, Entry]] = []
        idle: list[Asked] = []
        driven: Entry | None = None
        calm = _FAR
        # Those that run in any case come first: who is due later than they need not be asked.
        for period, at_end in self._beats:
            most = min(most, period - tick % period - (not at_end))
        for asked in self._awake:
            entry, active, next_tick, period, tells = asked
            until = period - tick % period
            # In the next tick at the latest something may be due that ends a run before it.
            if until > most and until > 1:
                calm = min(calm, until)
                continue
            try:
                if active is not None and not active():
                    idle.append(asked)
                    continue
                if next_tick is not None:
                    until = next_tick() - tick
            except (Exception, SystemExit) as cause:
                self._calls.fail(entry.system.name, tick + 1, cause)
                continue
            coming.append((until, entry))
            if entry.fused is not None and driven is None and may_drive():
                driven, calm = entry, 1
                continue
            if not entry.is_watcher:
                calm = min(calm, until if tells or next_tick is None else 1)
            most = min(most, until if entry.at_end else until - 1)
        self.calm_before = tick + min(calm, self._let_sleep(idle))
        if most <= 0:
            return 0, [entry for until, entry in coming if until <= 1], driven
        due = [entry for until, entry in coming if until <= most and entry is not driven]
        return most, due, driven

    def _let_sleep(self, idle: Sequence[Asked]) -> int:
        """Ask those no more who will tell; how many ticks from here somebody else is asked."""
        tick = self._world.tick
        sleepers = [asked for asked in idle if asked[4]]
        if sleepers:
            self._awake = tuple(asked for asked in self._awake if asked not in sleepers)
        return min((each[3] - tick % each[3] for each in idle if not each[4]), default=_FAR)

    def _wake_all(self) -> None:
        # Before anybody is asked: whoever stirs meanwhile is looked at again.
        self._stirred = False
        self._population = self._world.population_version
        self._revision = self._bus.revision
        self._awake = self._everybody
