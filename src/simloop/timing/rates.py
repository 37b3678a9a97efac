"""The rule of rates: a period is a whole number of ticks, or the load fails and says what fits."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import ceil, floor, isfinite, lcm

# Beyond this a tick rate is no advice.
_LARGEST_ADVICE_HZ = 20_000
_SAME = 1e-9


def period_ticks(rate_hz: float, tick_rate_hz: int, who: str) -> int:
    """How many ticks lie between two runs of something that runs at `rate_hz`.

    Rates below 1 Hz and fractions are fine as long as the period is whole.

    Raises:
        ValueError: it is not whole; names `who`, the nearest rates that fit, and a tick rate
            that would fit.
    """
    if not (isfinite(rate_hz) and rate_hz > 0.0):
        raise ValueError(f"{who}: a rate must be a positive number of Hz, not {rate_hz}")
    period = _whole_period(rate_hz, tick_rate_hz)
    if period is None:
        near = " or ".join(f"{_plain(rate)} Hz" for rate in nearest_rates(rate_hz, tick_rate_hz))
        raise ValueError(
            f"{who}: {_plain(rate_hz)} Hz does not divide the tick rate of {tick_rate_hz} Hz; "
            f"use {near}{_advice((tick_rate_hz, rate_hz))}"
        )
    return period


def highest_rate_hz(most_hz: float, tick_rate_hz: int) -> float:
    """The highest whole rate up to `most_hz` that divides the tick rate."""
    most = max(1, round(most_hz))
    return float(next(rate for rate in range(most, 0, -1) if tick_rate_hz % rate == 0))


def nearest_rate_hz(rate_hz: float, tick_rate_hz: int) -> float:
    """The rate itself if it divides the tick rate, else the nearest that does."""
    if _whole_period(rate_hz, tick_rate_hz) is not None:
        return rate_hz
    # Of two that are as near the lower one, which costs less.
    near = nearest_rates(rate_hz, tick_rate_hz)
    return min(near, key=lambda rate: (abs(rate - rate_hz), rate))


def check_rates(rates_hz: Mapping[str, float], tick_rate_hz: int) -> dict[str, int]:
    """The periods of many, in ticks.

    Raises:
        ValueError: some do not fit; one line for each, and a tick rate that would fit all.
    """
    periods, faults = dict[str, int](), list[str]()
    for who, rate_hz in rates_hz.items():
        try:
            periods[who] = period_ticks(rate_hz, tick_rate_hz, who)
        except ValueError as error:
            faults.append(str(error))
    if faults:
        fit = fitting_tick_rate(rates_hz.values(), tick_rate_hz)
        raise ValueError("\n".join([*faults, f"a tick rate of {fit} Hz fits all rates"]))
    return periods


def fitting_tick_rate(rates_hz: Iterable[float], at_least_hz: int = 1) -> int:
    """The smallest tick rate, not below `at_least_hz`, that all rates divide."""
    # p/q in lowest terms divides a whole rate exactly when p does.
    smallest = lcm(*(Fraction(rate).limit_denominator(1000).numerator for rate in rates_hz))
    return smallest * max(1, ceil(at_least_hz / smallest))


def nearest_rates(rate_hz: float, tick_rate_hz: int) -> tuple[float, ...]:
    """The rates next below and above that divide the tick rate, whole numbers if there are any."""
    whole = [rate for rate in range(1, tick_rate_hz + 1) if tick_rate_hz % rate == 0]
    below = [rate for rate in whole if rate < rate_hz]
    above = [rate for rate in whole if rate > rate_hz]
    lower = float(below[-1]) if below else tick_rate_hz / ceil(tick_rate_hz / rate_hz)
    if not above:
        return (lower,)
    upper = float(above[0]) if below else tick_rate_hz / floor(tick_rate_hz / rate_hz)
    return (lower, upper)


def _whole_period(rate_hz: float, tick_rate_hz: int) -> int | None:
    period = tick_rate_hz / rate_hz
    nearest = round(period)
    return nearest if nearest >= 1 and abs(period - nearest) <= _SAME * period else None


def _advice(rates_hz: Iterable[float]) -> str:
    rate = fitting_tick_rate(rates_hz)
    return f", or a tick rate of {rate} Hz" if rate <= _LARGEST_ADVICE_HZ else ""


def _plain(rate_hz: float) -> str:
    return f"{rate_hz:.6g}"
