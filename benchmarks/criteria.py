"""The speeds asked of the simulator, each with what this run measured."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from benchmarks import board, collisions, fleet, ours
from benchmarks.latency import Latency
from benchmarks.measure import Rates
from benchmarks.startup import Start
from benchmarks.viewers import CROWD, NEVER, ViewerCost
from benchmarks.waits import Wait

FLAT_COUNTS = (10, 100, 1000, 10_000)


@dataclass(frozen=True, slots=True)
class Criterion:
    """A bound and a measured value; `best` is the value from the fastest rounds."""

    asks: str
    bound: float
    unit: str
    at_least: bool
    measured: float | None
    best: float | None = None

    @property
    def verdict(self) -> str:
        """In words, for one line of the report."""
        if self.measured is None:
            return "not measured"
        good = self.measured >= self.bound if self.at_least else self.measured <= self.bound
        return "ok" if good else "falls short"


def criteria(
    rates: Rates,
    starts: Sequence[Start],
    latencies: Sequence[Latency] = (),
    viewers: Sequence[ViewerCost] = (),
    waits: Sequence[Wait] = (),
) -> list[Criterion]:
    """All bounds, in the order they are asked."""
    by_name = {start.name: start for start in starts}
    warm = by_name.get("simloop, warm cache", Start(""))
    cold = by_name.get("simloop, cold cache", Start(""))
    return [
        *_ratios(rates),
        Criterion(
            f"cost per vehicle, largest rise between any two of {FLAT_COUNTS}",
            bound=1.15,
            unit="x",
            at_least=False,
            measured=_largest_rise(rates, best=False),
            best=_largest_rise(rates, best=True),
        ),
        Criterion(
            "1000 fixed wings, against 1000 multirotors",
            bound=0.5,
            unit="x",
            at_least=True,
            measured=ratio(rates.median(ours.WING, 1000), rates.median(ours.RUN, 1000)),
            best=ratio(rates.best(ours.WING, 1000), rates.best(ours.RUN, 1000)),
        ),
        Criterion(
            "100 bodies among 500 static shapes, cost against free ones",
            bound=3.0,
            unit="x",
            at_least=False,
            measured=ratio(
                rates.median(collisions.FREE, 100), rates.median(collisions.FOREST, 100)
            ),
            best=ratio(rates.best(collisions.FREE, 100), rates.best(collisions.FOREST, 100)),
        ),
        Criterion(
            "one firmware pass with a new IMU sample: 1/50 of a 400 Hz tick",
            bound=50.0,
            unit="us",
            at_least=False,
            measured=_microseconds(rates.median(board.PASS, 1)),
            best=_microseconds(rates.best(board.PASS, 1)),
        ),
        *_fleets(rates),
        *_latencies(latencies),
        *_viewers(viewers),
        Criterion("first tick, warm cache", 1.0, "s", False, warm.stepped_s),
        Criterion("in the air, cold cache", 20.0, "s", False, cold.airborne_s),
        *_waits(waits),
    ]


def _waits(waits: Sequence[Wait]) -> Iterator[Criterion]:
    for wait in waits:
        if wait.asked is not None:
            yield Criterion(wait.name, wait.asked, wait.unit, wait.at_least, wait.measured)


def _fleets(rates: Rates) -> Iterator[Criterion]:
    """Simulated over wall time of whole fleets."""
    asked = (
        ("10 vehicles, no link, times real time", fleet.FLEET, 10, 50.0),
        ("10 vehicles, each streaming to MAVSDK, the same", fleet.STREAMING, 10, 10.0),
        ("254 vehicles, no link, the same", fleet.FLEET, 254, 1.0),
        ("254 vehicles, one ground station, the same", fleet.STATION, 254, 1.0),
    )
    for asks, case, count, bound in asked:
        real_time = 1.0 / (count * fleet.TICK_HZ)
        middle, best = rates.median(case, count), rates.best(case, count)
        yield Criterion(
            asks,
            bound=bound,
            unit="x",
            at_least=True,
            measured=None if middle is None else middle * real_time,
            best=None if best is None else best * real_time,
        )


def _latencies(latencies: Sequence[Latency]) -> Iterator[Criterion]:
    for each in latencies:
        who = "1 vehicle" if each.vehicles == 1 else f"{each.vehicles} vehicles"
        for share, bound, found in (("p50", 1.0, each.p50_ms), ("p99", 2.0, each.p99_ms)):
            asks = f"sensors received to actuators sent, {who}, {share}"
            yield Criterion(asks, bound=bound, unit="ms", at_least=False, measured=found)


def _viewers(costs: Sequence[ViewerCost]) -> Iterator[Criterion]:
    """What people who look cost, against the same run without them."""
    for cost in costs:
        who = "1 vehicle" if cost.vehicles == 1 else f"{cost.vehicles} vehicles"
        asked = (
            (f"step p99 with {CROWD} browsers, {NEVER} never reading", cost.p99_ratio, 1.05, "x"),
            (
                "the same in processor time",
                cost.crowd.cpu_p99_us / cost.alone.cpu_p99_us,
                1.05,
                "x",
            ),
            ("step p99 with one browser", cost.one.p99_us / cost.alone.p99_us, 1.05, "x"),
            ("frames made with no browser", cost.alone.frames_per_s, 0.0, "/s"),
            ("poses to each browser", cost.one.pose_kbps, 150.0, "kB/s"),
            ("studio and simulator for one browser", cost.server_percent, 5.0, "% of a core"),
        )
        for asks, found, bound, unit in asked:
            yield Criterion(f"{who}: {asks}", bound, unit, False, found)


def _ratios(rates: Rates) -> Iterator[Criterion]:
    c172x, with_pd = "JSBSim c172x run()", "MuJoCo x2 + PD"
    asked = (
        ("1 vehicle, event each tick, against JSBSim c172x", ours.EVENT, c172x, 1, 2.0),
        ("1 vehicle, event each tick, against MuJoCo x2 + PD", ours.EVENT, with_pd, 1, 1.0),
        ("1 vehicle, one call per tick, against MuJoCo x2 + PD", ours.TICK, with_pd, 1, 1.0),
        ("1 vehicle, no event due, against MuJoCo x2 + PD", ours.RUN, with_pd, 1, 3.0),
        ("1 fixed wing, against JSBSim c182", ours.WING, "JSBSim c182 run()", 1, 1.0),
        ("1000 vehicles, against crazyflow k=1", ours.RUN, "crazyflow k=1", 1000, 10.0),
        ("1000 vehicles, one call per tick, the same", ours.TICK, "crazyflow k=1", 1000, 5.0),
        ("1000 vehicles, all processors against one", ours.RUN, ours.LONE, 1000, 1.7),
    )
    for asks, mine, peer, count, bound in asked:
        yield Criterion(
            asks,
            bound=bound,
            unit="x",
            at_least=True,
            measured=ratio(rates.median(mine, count), rates.median(peer, count)),
            best=ratio(rates.best(mine, count), rates.best(peer, count)),
        )


def ratio(mine: float | None, other: float | None) -> float | None:
    """How many times faster ours is, None when either is missing."""
    return mine / other if mine and other else None


def _microseconds(rate: float | None) -> float | None:
    return 1e6 / rate if rate else None


def _largest_rise(rates: Rates, *, best: bool) -> float | None:
    pick = rates.best if best else rates.median
    picked = [pick(ours.RUN, count) for count in FLAT_COUNTS]
    costs = [1 / rate for rate in picked if rate]
    if len(costs) < len(FLAT_COUNTS):
        return None
    return max(more / fewer for fewer, more in combinations(costs, 2))
