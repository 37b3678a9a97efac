"""The clock: an integer tick over an integer rate, with seconds and nanoseconds as views."""

from math import ceil

NS_PER_S = 1_000_000_000
US_PER_S = 1_000_000

# Of a tick: decimal seconds such as 0.0025 may miss their tick by the rounding of a float.
_ROUNDING = 1e-6


def nanoseconds_at(tick: int, rate_hz: int) -> int:
    """The time of a tick to the nearest nanosecond."""
    return (tick * NS_PER_S + rate_hz // 2) // rate_hz


def microseconds_at(tick: int, rate_hz: int) -> int:
    """The time of a tick to the nearest microsecond."""
    return (tick * US_PER_S + rate_hz // 2) // rate_hz


def tick_at(nanoseconds: int, rate_hz: int) -> int:
    """The last tick whose time in nanoseconds has been reached."""
    tick = nanoseconds * rate_hz // NS_PER_S
    return tick + 1 if nanoseconds_at(tick + 1, rate_hz) <= nanoseconds else tick


class TickClock:
    """Simulated time; every view is computed from the tick, so nothing accumulates."""

    __slots__ = ("_rate_hz", "tick")

    def __init__(self, rate_hz: int, tick: int = 0) -> None:
        if not isinstance(rate_hz, int) or rate_hz <= 0:
            raise ValueError(f"the tick rate must be a positive whole number, not {rate_hz!r}")
        self._rate_hz = rate_hz
        self.tick = tick

    @property
    def rate_hz(self) -> int:
        """Ticks per simulated second."""
        return self._rate_hz

    @property
    def dt_s(self) -> float:
        """Seconds per tick."""
        return 1.0 / self._rate_hz

    @property
    def seconds(self) -> float:
        """Simulated time in seconds."""
        return self.tick / self._rate_hz

    @property
    def nanoseconds(self) -> int:
        """Simulated time to the nearest nanosecond."""
        return nanoseconds_at(self.tick, self._rate_hz)

    @property
    def microseconds(self) -> int:
        """Simulated time to the nearest microsecond."""
        return microseconds_at(self.tick, self._rate_hz)

    def ticks_for(self, seconds: float) -> int:
        """How many ticks come nearest to a duration."""
        return round(seconds * self._rate_hz)

    def first_tick_at(self, seconds: float) -> int:
        """The first tick at or after a time."""
        return ceil(seconds * self._rate_hz - _ROUNDING)
