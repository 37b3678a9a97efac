"""Real-time factor windows, step-time percentiles, time per system."""

import pytest

from simloop.timing import Durations, RealTimeFactor, StepTimes

MS = 1_000_000


def test_nothing_recorded_is_zero_everywhere() -> None:
    report = RealTimeFactor(400).report()
    assert (report.instant, report.one_second, report.ten_seconds) == (0.0, 0.0, 0.0)
    assert StepTimes().p99_s == 0.0
    assert Durations().report() == ()


def test_windows_see_a_change_of_speed_one_after_the_other() -> None:
    factor, now_ns, tick = RealTimeFactor(400), 7 * MS, 0
    # Twenty seconds at speed 1, then two at speed 2, in grants of 10 ms.
    for number in range(2201):
        factor.record(tick, now_ns)
        now_ns += 10 * MS
        tick += 4 if number < 2000 else 8
    report = factor.report()
    assert report.instant == pytest.approx(2.0)
    assert report.one_second == pytest.approx(2.0)
    assert report.ten_seconds == pytest.approx(1.2, rel=0.01)


def test_before_a_window_is_full_it_covers_the_whole_run() -> None:
    factor = RealTimeFactor(100)
    for number in range(31):
        factor.record(number * 3, number * 10 * MS)
    assert factor.over(10.0) == pytest.approx(3.0)


def test_a_restart_forgets_a_pause() -> None:
    factor = RealTimeFactor(100)
    factor.record(0, 0)
    factor.record(100, 1000 * MS)
    factor.restart(100, 60_000 * MS)
    factor.record(200, 61_000 * MS)
    assert factor.report().ten_seconds == pytest.approx(1.0)


def test_two_records_at_one_moment_do_not_divide_by_zero() -> None:
    factor = RealTimeFactor(100)
    factor.record(0, 5)
    factor.record(1, 5)
    assert factor.report().instant == 0.0


def test_percentiles_are_by_rank_over_the_latest_runs() -> None:
    times = StepTimes(capacity=100)
    for _ in range(50):
        times.record(10**9)
    for number in range(100, 0, -1):
        times.record(number * 2000, ticks=2)
    assert times.p50_s == pytest.approx(50e-6)
    assert times.p99_s == pytest.approx(99e-6)
    assert times.percentile_s(100) == pytest.approx(100e-6)
    assert times.percentile_s(0) == pytest.approx(1e-6)


def test_durations_rank_systems_by_share() -> None:
    durations = Durations()
    for took_ns in (100, 300):
        durations.record("wind", took_ns)
    durations.record("physics", 1200)
    physics, wind = durations.report()
    assert (physics.name, physics.share, physics.samples) == ("physics", 0.75, 1)
    assert wind.mean_s == pytest.approx(200e-9)
    assert wind.worst_s == pytest.approx(300e-9)
