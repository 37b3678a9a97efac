"""Wind that failures add to a vehicle's own: exactly, whatever law its world has for the rest.

A world with wind has a free slot for a gust, which is added after all laws of height. A gust of one
second that is always at its middle is a constant wind, and anything can be made of that, tick by
tick. Without wind in the world nobody writes the column of the wind, and it is changed itself.
"""

from simloop.kernels.wind import gust_factor
from simloop.math.ordered_sum import ordered_sum
from simloop.systems.failures.changes import Numbers, become, plus
from simloop.systems.failures.column_ledger import ColumnLedger, Owner
from simloop.systems.failures.fault import Fault, Kind
from simloop.systems.failures.request import FailureRequest
from simloop.systems.failures.victim import Victim
from simloop.world.entities import Entity

START, DURATION, PEAK = "gust_start_s", "gust_duration_s", "gust_ned_mps"
WIND = "wind_ned_mps"
OWNER: Owner = ("wind",)

Vector = tuple[float, float, float]


class ExtraWind:
    """What each failure adds to the wind of each vehicle."""

    def __init__(self, ledger: ColumnLedger) -> None:
        self._ledger = ledger
        self._added: dict[Entity, dict[Owner, Vector]] = {}

    def add(self, victim: Victim, owner: Owner, wind_ned_mps: Vector) -> None:
        """Let a failure add this from now on, in place of what it added before."""
        self._added.setdefault(victim.entity, {})[owner] = wind_ned_mps
        self._lay(victim)

    def take_away(self, victim: Victim, owner: Owner) -> None:
        """End what a failure adds."""
        self.forget(victim, owner)
        if victim.entity in self._added:
            self._lay(victim)
        else:
            self._ledger.take_away(victim.entity, OWNER)

    def forget(self, victim: Victim, owner: Owner) -> None:
        """Drop what a failure adds, and leave the columns alone."""
        added = self._added.get(victim.entity, {})
        added.pop(owner, None)
        if not added:
            self._added.pop(victim.entity, None)

    def _lay(self, victim: Victim) -> None:
        added = self._added[victim.entity]
        total = [ordered_sum(added[owner][axis] for owner in sorted(added)) for axis in range(3)]
        if not victim.has(PEAK):
            self._ledger.put(victim.entity, WIND, OWNER, plus(total))
            return
        time_s = victim.tick / victim.world.tick_rate_hz
        start_s = float(self._ledger.healthy(victim.entity, START)[-1])
        duration_s = float(self._ledger.healthy(victim.entity, DURATION)[-1])
        own = gust_factor(time_s, start_s, duration_s)

        def peak(numbers: Numbers) -> None:
            numbers[-3:] = own * numbers[-3:] + total

        self._ledger.put(victim.entity, PEAK, OWNER, peak)
        self._ledger.put(victim.entity, START, OWNER, become({-1: time_s - 0.5}))
        self._ledger.put(victim.entity, DURATION, OWNER, become({-1: 1.0}))


class WindFault(Fault):
    """Wind that comes in addition; its kind gives the wind of a tick, NED."""

    def __init__(
        self, wind: ExtraWind, victim: Victim, request: FailureRequest, kind: Kind
    ) -> None:
        self._wind = wind
        victim.must(victim.feels(WIND), "does not feel the wind")
        super().__init__(victim, request, kind)

    def update(self, share: float) -> None:
        """Blow."""
        super().update(share)
        self._wind.add(self.victim, self.name, self.kind.act(self))

    def end(self) -> None:
        """Calm down."""
        self._wind.take_away(self.victim, self.name)

    def drop(self) -> None:
        """Forget the wind."""
        self._wind.forget(self.victim, self.name)
