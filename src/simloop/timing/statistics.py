"""How fast the world runs: real-time factor, step times, and time per system."""

from array import array
from dataclasses import dataclass

from simloop.timing.clock import NS_PER_S

_FACTOR_SAMPLES = 256
_FACTOR_SPACING_NS = 50_000_000


@dataclass(frozen=True, slots=True)
class FactorReport:
    """Simulated over wall time: of the last grant, of the last second, of the last ten."""

    instant: float
    one_second: float
    ten_seconds: float


class RealTimeFactor:
    """Simulated time over wall time, from a ring of samples 50 ms apart."""

    def __init__(self, rate_hz: int) -> None:
        self._rate_hz = rate_hz
        self._ticks = array("q", bytes(8 * _FACTOR_SAMPLES))
        self._walls_ns = array("q", bytes(8 * _FACTOR_SAMPLES))
        self._count = 0
        self._last_tick = 0
        self._last_ns = 0
        self._latest = (0, 0)
        self._keep_from_ns = 0

    def restart(self, tick: int, now_ns: int) -> None:
        """Forget the past: a pause or a jump is no measure of speed."""
        self._count = 0
        self._last_tick, self._last_ns, self._latest = tick, now_ns, (0, 0)
        self._keep(tick, now_ns)

    def record(self, tick: int, now_ns: int) -> None:
        """Note that the world has reached a tick."""
        if self._count == 0:
            self.restart(tick, now_ns)
            return
        if now_ns > self._last_ns:
            self._latest = (tick - self._last_tick, now_ns - self._last_ns)
        self._last_tick, self._last_ns = tick, now_ns
        if now_ns >= self._keep_from_ns:
            self._keep(tick, now_ns)

    def over(self, window_s: float) -> float:
        """The factor over the last `window_s` of wall time, or since the start if that is less."""
        oldest = max(0, self._count - _FACTOR_SAMPLES)
        begin_ns = self._last_ns - round(window_s * NS_PER_S)
        index = self._count - 1
        while index > oldest and self._walls_ns[index % _FACTOR_SAMPLES] > begin_ns:
            index -= 1
        if index < 0:
            return 0.0
        slot = index % _FACTOR_SAMPLES
        return self._factor(
            self._last_tick - self._ticks[slot], self._last_ns - self._walls_ns[slot]
        )

    def report(self) -> FactorReport:
        """All three factors."""
        return FactorReport(self._factor(*self._latest), self.over(1.0), self.over(10.0))

    def _factor(self, ticks: int, wall_ns: int) -> float:
        return ticks * NS_PER_S / (self._rate_hz * wall_ns) if wall_ns > 0 else 0.0

    def _keep(self, tick: int, now_ns: int) -> None:
        slot = self._count % _FACTOR_SAMPLES
        self._ticks[slot], self._walls_ns[slot] = tick, now_ns
        self._keep_from_ns = now_ns + _FACTOR_SPACING_NS
        self._count += 1


class StepTimes:
    """The wall time of the latest ticks, for percentiles."""

    def __init__(self, capacity: int = 4096) -> None:
        self._ring = array("d", bytes(8 * capacity))
        self._count = 0

    def record(self, wall_ns: int, ticks: int = 1) -> None:
        """Note how long a run of ticks took."""
        self._ring[self._count % len(self._ring)] = wall_ns / ticks
        self._count += 1

    def percentile_s(self, percent: float) -> float:
        """The time that so many percent of the noted runs did not exceed, per tick."""
        kept = sorted(self._ring[: min(self._count, len(self._ring))])
        if not kept:
            return 0.0
        rank = -(-percent * len(kept) // 100)
        return kept[max(0, min(len(kept), int(rank)) - 1)] / NS_PER_S

    @property
    def p50_s(self) -> float:
        """The median time of a tick."""
        return self.percentile_s(50)

    @property
    def p99_s(self) -> float:
        """The time that 99 of 100 ticks keep."""
        return self.percentile_s(99)


@dataclass(frozen=True, slots=True)
class Duration:
    """What one system took on the sampled ticks."""

    name: str
    samples: int
    mean_s: float
    worst_s: float
    share: float


class Durations:
    """Wall time by name of system, over the ticks that were timed."""

    def __init__(self) -> None:
        self._totals: dict[str, list[int]] = {}

    def record(self, name: str, wall_ns: int) -> None:
        """Note how long a system took in a timed tick."""
        entry = self._totals.setdefault(name, [0, 0, 0])
        entry[0] += 1
        entry[1] += wall_ns
        entry[2] = max(entry[2], wall_ns)

    def report(self) -> tuple[Duration, ...]:
        """All systems, the slowest first."""
        whole = sum(int(total) for _, total, _ in self._totals.values()) or 1
        rows = (
            Duration(name, count, total / count / NS_PER_S, worst / NS_PER_S, total / whole)
            for name, (count, total, worst) in self._totals.items()
        )
        return tuple(sorted(rows, key=lambda row: (-row.share, row.name)))
