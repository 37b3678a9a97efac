"""Integer time: views that are exact at any tick, time modes, external clocks."""

from fractions import Fraction

import pytest

from simloop.messages.builtin_interfaces import Time
from simloop.messages.rosgraph_msgs import Clock
from simloop.timing import (
    ExternalClock,
    TickClock,
    TimeMode,
    microseconds_at,
    nanoseconds_at,
    tick_at,
)

RATES = (1, 3, 400, 600, 1200, 7919)
TICKS = (0, 1, 2, 399, 400, 12_345_678, 10**12 + 7, 2**62 + 1)


@pytest.mark.parametrize("rate_hz", RATES)
@pytest.mark.parametrize("tick", TICKS)
def test_views_are_the_nearest_whole_number_at_any_tick(tick: int, rate_hz: int) -> None:
    exact_s = Fraction(tick, rate_hz)
    assert abs(nanoseconds_at(tick, rate_hz) - exact_s * 10**9) <= Fraction(1, 2)
    assert abs(microseconds_at(tick, rate_hz) - exact_s * 10**6) <= Fraction(1, 2)
    clock = TickClock(rate_hz, tick)
    assert clock.nanoseconds == nanoseconds_at(tick, rate_hz)
    assert clock.microseconds == microseconds_at(tick, rate_hz)
    assert clock.seconds == tick / rate_hz


@pytest.mark.parametrize("rate_hz", RATES)
@pytest.mark.parametrize("tick", TICKS[1:])
def test_a_tick_is_reached_at_its_nanosecond_and_not_before(tick: int, rate_hz: int) -> None:
    time_ns = nanoseconds_at(tick, rate_hz)
    assert tick_at(time_ns, rate_hz) == tick
    assert tick_at(time_ns - 1, rate_hz) == tick - 1


def test_a_year_of_ticks_does_not_drift() -> None:
    year_s = 365 * 86_400
    clock = TickClock(600, 600 * year_s + 1)
    assert clock.nanoseconds == year_s * 10**9 + 1_666_667
    assert clock.microseconds == year_s * 10**6 + 1_667


def test_durations_become_ticks() -> None:
    clock = TickClock(400)
    assert (clock.ticks_for(10.0), clock.ticks_for(0.0026), clock.ticks_for(0.0012)) == (4000, 1, 0)
    assert [clock.first_tick_at(time_s) for time_s in (0.0025, 0.0026, 0.3, 7.0)] == [
        1,
        2,
        120,
        2800,
    ]
    assert clock.dt_s == 0.0025


@pytest.mark.parametrize("rate", [0, -400, 400.0, "400"])
def test_a_tick_rate_is_a_positive_whole_number(rate: object) -> None:
    with pytest.raises(ValueError, match="positive whole number"):
        TickClock(rate)  # type: ignore[arg-type]


def test_time_modes_are_values_under_one_name() -> None:
    mode = TimeMode.Lockstep(step_size_us=2500)
    assert mode == TimeMode.Lockstep(2500) != TimeMode.Lockstep(5000)
    assert isinstance(mode, TimeMode) and isinstance(mode, TimeMode.Lockstep)
    assert not isinstance(TimeMode.FreeRunning(), TimeMode.Scaled)
    assert TimeMode.Scaled(factor=2.0).factor == 2.0


@pytest.mark.parametrize("factor", [0.0, -1.0, float("nan")])
def test_senseless_modes_are_refused(factor: float) -> None:
    with pytest.raises(ValueError, match="factor must be positive"):
        TimeMode.Scaled(factor)
    with pytest.raises(ValueError, match="step_size_us must be positive"):
        TimeMode.Lockstep(0)


def test_an_external_clock_never_goes_back() -> None:
    clock = ExternalClock()
    for seconds in (1, 3, 2):
        clock.push(Clock(Time(seconds, 5)))
    assert clock.reached_ns() == 3_000_000_005
    assert clock.backward_jumps == 1


def test_an_external_clock_may_count_from_the_first_time_heard() -> None:
    times_ns = iter([1_000, 1_500, 4_000])
    clock = ExternalClock(lambda: next(times_ns), from_first=True)
    assert [clock.reached_ns() for _ in range(3)] == [0, 500, 3_000]
