"""Wind that failures add to a vehicle's own: exactly, whatever law its world has for the rest.

A world with wind has a free slot for a gust, which is added after all laws of height. A gust of one
second that is always at its middle is a constant wind, and anything can be made of that, tick by
tick. Without wind in the world nobody writes the column of the wind, and it is changed itself.
"""

from simloop.kernels.wind import gust_factor
from simloop.math.ordered_sum import ordered_sum
from simloop.systems.failures.changes import Numbers, become, plus
from simloop.systems.failures.column_ledger import ColumnLedger, Owner
from simloop.systems.failures.fault import Fault, Site
from simloop.systems.failures.victim import Victim
from simloop.world.entities import Entity

START, DURATION, PEAK = "gust_start_s", "gust_duration_s", "gust_ned_mps"
WIND = "wind_ned_mps"
OWNER: Owner = ("wind",)

Vector = tuple[float, float, float]


class ExtraWind(Site):
    """What each failure adds to the wind of each vehicle."""

    def __init__(self, ledger: ColumnLedger) -> None:
        self._ledger = ledger
        self._added: dict[Entity, dict[Owner, Vector]] = {}

    def lay(self, fault: Fault[None]) -> None:
        """Let a fault blow; its kind gives the wind that it adds in this tick, NED."""
        self._added.setdefault(fault.victim.entity, {})[fault.name] = fault.kind.act(fault)
        self._blow(fault.victim)

    def leave(self, fault: Fault[None]) -> None:
        """Let the others blow on, or calm down."""
        self.forget(fault)
        if fault.victim.entity in self._added:
            self._blow(fault.victim)
        else:
            self._ledger.take_away(fault.victim.entity, OWNER)

    def forget(self, fault: Fault[None]) -> None:
        """Drop what a fault adds, and leave the columns alone."""
        added = self._added.get(fault.victim.entity, {})
        added.pop(fault.name, None)
        if not added:
            self._added.pop(fault.victim.entity, None)

    def _blow(self, victim: Victim) -> None:
        added = self._added[victim.entity]
        total = [ordered_sum(added[owner][axis] for owner in sorted(added)) for axis in range(3)]
        if not victim.has(PEAK):
            self._ledger.put(victim.entity, WIND, OWNER, plus(total))
            return
        time_s = victim.tick / victim.world.tick_rate_hz
        start_s = float(self._ledger.healthy(victim, START)[-1])
        duration_s = float(self._ledger.healthy(victim, DURATION)[-1])
        own = gust_factor(time_s, start_s, duration_s)

        def peak(numbers: Numbers) -> None:
            numbers[-3:] = own * numbers[-3:] + total

        self._ledger.put(victim.entity, PEAK, OWNER, peak)
        self._ledger.put(victim.entity, START, OWNER, become({-1: time_s - 0.5}))
        self._ledger.put(victim.entity, DURATION, OWNER, become({-1: 1.0}))
