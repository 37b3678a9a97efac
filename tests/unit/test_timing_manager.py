"""The time manager under a wall clock moved by hand: pacing, lateness, pause, steps, sources."""

from math import inf
from random import Random

import pytest

from simloop.messages.builtin_interfaces import Time
from simloop.messages.rosgraph_msgs import Clock
from simloop.messages.std_srvs import TriggerRequest
from simloop.testing.time_checker import HandClock
from simloop.timing import ExternalClock, TimeManager, TimeMode, WallClock

S = 1_000_000_000
MS = 1_000_000


class JitterClock(HandClock):
    """A host whose sleeps end late by up to 3 ms, mostly by little."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self._chance = Random(seed)

    def sleep(self, seconds: float) -> None:
        super().sleep(seconds)
        if seconds > 0.0:
            self.now_ns += round(3 * MS * self._chance.random() ** 4)


def run(time: TimeManager, hand: HandClock, *, wall_s: float, tick_ns: int = 10_000) -> int:
    """Drive a world whose ticks take `tick_ns`; returns the ticks it ran."""
    begin_tick, end_ns = time.tick, hand.now_ns + round(wall_s * S)
    while hand.now_ns < end_ns:
        ticks = time.permit()
        if ticks == 0:
            time.wait()
            continue
        hand.now_ns += ticks * tick_ns
        time.advance(ticks)
    return time.tick - begin_tick


def run_until_paused(time: TimeManager, hand: HandClock, tick_ns: int = 10_000) -> float:
    """Drive the world until it pauses; returns the wall seconds it took."""
    begin_ns = hand.now_ns
    while not time.paused:
        if ticks := time.permit():
            hand.now_ns += ticks * tick_ns
            time.advance(ticks)
        else:
            time.wait()
    return (hand.now_ns - begin_ns) / S


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    ("rate_hz", "mode", "speed"),
    [
        (400, TimeMode.FreeRunning(), 1.0),
        (600, TimeMode.Scaled(0.25), 0.25),
        (1200, TimeMode.Scaled(3.0), 3.0),
        (400, TimeMode.Scaled(100.0), 100.0),
    ],
)
def test_ten_seconds_hold_the_factor_on_a_jittery_host(
    seed: int, rate_hz: int, mode: TimeMode, speed: float
) -> None:
    hand = JitterClock(seed)
    time = TimeManager(rate_hz, mode, wall=hand.wall)
    time.run_to(10.0 * speed)
    wall_s = run_until_paused(time, hand, tick_ns=1000)
    assert time.clock.seconds == 10.0 * speed
    assert time.clock.seconds / wall_s == pytest.approx(speed, rel=0.001)
    assert time.factor.report().ten_seconds == pytest.approx(speed, rel=0.001)
    assert time.lateness.stalls == 0


def test_simulated_time_is_never_ahead_of_the_wall() -> None:
    hand = JitterClock(1)
    time = TimeManager(400, wall=hand.wall)
    time.permit()
    begin_ns = hand.now_ns
    for _ in range(400):
        time.update_time()
        assert time.clock.nanoseconds <= hand.now_ns - begin_ns
        time.wait()


def test_waking_is_grouped_when_ticks_are_short() -> None:
    hand = HandClock()
    time = TimeManager(400, TimeMode.Scaled(10.0), wall=hand.wall)
    assert time.permit() == 0
    time.wait()
    assert time.permit() == 8


def test_small_delays_are_reported_and_made_up_for() -> None:
    hand = HandClock()
    time = TimeManager(400, wall=hand.wall)
    ran = run(time, hand, wall_s=1.0)
    hand.now_ns += 30 * MS
    ran += run(time, hand, wall_s=0.97)
    assert ran == pytest.approx(800, abs=1)
    late = time.lateness
    assert (late.events, late.stalls, late.lost_s) == (1, 0, 0.0)
    assert late.worst_s == pytest.approx(0.030, abs=0.003)


def test_a_stall_is_given_up_and_counted() -> None:
    hand = HandClock()
    time = TimeManager(400, wall=hand.wall)
    ran = run(time, hand, wall_s=1.0)
    hand.now_ns += 5 * S
    assert time.permit() == 1
    ran += run(time, hand, wall_s=1.0)
    assert ran == pytest.approx(800, abs=2)
    late = time.lateness
    assert (late.events, late.stalls) == (1, 1)
    assert late.lost_s == late.worst_s == pytest.approx(5.0, abs=0.005)


def test_a_host_that_is_too_slow_loses_time_but_keeps_stepping() -> None:
    hand = HandClock()
    time = TimeManager(400, wall=hand.wall)
    ran = run(time, hand, wall_s=10.0, tick_ns=5 * MS)
    assert ran == pytest.approx(2000, abs=20)
    assert time.lateness.lost_s == pytest.approx(5.0, abs=0.1)
    assert time.factor.report().ten_seconds == pytest.approx(0.5, abs=0.01)


def test_a_host_on_time_is_never_called_late() -> None:
    hand = HandClock()
    time = TimeManager(400, wall=hand.wall)
    run(time, hand, wall_s=5.0)
    assert time.lateness.events == 0
    assert time.lateness.worst_s == 0.0


def test_the_multiplier_changes_the_speed_while_running() -> None:
    hand = HandClock()
    time = TimeManager(400, wall=hand.wall)
    for multiplier in (1.0, 2.0, 0.5, 10.0):
        time.real_time_multiplier = multiplier
        assert run(time, hand, wall_s=2.0) == pytest.approx(800 * multiplier, rel=0.01)
        assert time.factor.report().one_second == pytest.approx(multiplier, rel=0.01)
    time.mode = TimeMode.Scaled(2.0)
    assert (time.speed, time.lateness.events) == (20.0, 0)


def test_changing_the_speed_often_does_not_hold_time_back() -> None:
    hand = HandClock()
    time = TimeManager(400, TimeMode.Scaled(0.01), wall=hand.wall)
    time.permit()
    ran = 0
    for number in range(100):
        ran += run(time, hand, wall_s=0.1)
        time.real_time_multiplier = 1.0 + 0.001 * (number % 2)
    assert ran == pytest.approx(40, abs=2)


@pytest.mark.parametrize("value", [0.0, -1.0, float("nan")])
def test_senseless_parameters_are_refused_and_change_nothing(value: float) -> None:
    time = TimeManager(wall=HandClock().wall)
    with pytest.raises(ValueError, match="real_time_multiplier must be positive"):
        time.real_time_multiplier = value
    with pytest.raises(ValueError, match="default_pub_rate_us must be positive"):
        time.default_pub_rate_us = value
    assert (time.real_time_multiplier, time.default_pub_rate_us) == (1.0, 100.0)


def test_flat_out_never_waits_for_the_wall() -> None:
    hand = HandClock()
    for time in (
        TimeManager(400, TimeMode.Scaled(inf), wall=hand.wall),
        TimeManager(400, real_time_multiplier=inf, wall=hand.wall),
    ):
        begin_ns = hand.now_ns
        time.wait()
        for _ in range(3):
            time.update_time()
        assert (time.tick, hand.now_ns) == (300, begin_ns)


def test_lockstep_grants_whole_steps_and_ignores_the_wall() -> None:
    hand = HandClock()
    time = TimeManager(1200, TimeMode.Lockstep(step_size_us=2500), wall=hand.wall)
    time.real_time_multiplier = 0.001
    assert time.permit() == 3
    time.advance(2)
    assert time.permit() == 1
    time.update_time()
    time.wait()
    assert (time.tick, time.permit(), hand.now_ns) == (3, 3, HandClock().now_ns)


@pytest.mark.parametrize(
    ("rate_hz", "step_size_us", "ticks"), [(400, 2500, 1), (600, 1667, 1), (1200, 833, 1)]
)
def test_lockstep_steps_are_rounded_views_of_ticks(
    rate_hz: int, step_size_us: int, ticks: int
) -> None:
    mode = TimeMode.Lockstep(step_size_us)
    assert TimeManager(rate_hz, mode, wall=HandClock().wall).permit() == ticks


def test_lockstep_refuses_a_step_between_ticks() -> None:
    with pytest.raises(
        ValueError, match=r"4000 us is not a whole .* 400 Hz; use 2500 us or 5000 us"
    ):
        TimeManager(400, TimeMode.Lockstep(4000))
    with pytest.raises(ValueError, match=r"100 us is not a whole .* 400 Hz; use 2500 us$"):
        TimeManager(400, TimeMode.Lockstep(100))


def test_pause_holds_and_the_time_spent_is_not_made_up() -> None:
    hand = HandClock()
    time = TimeManager(400, wall=hand.wall)
    run(time, hand, wall_s=1.0)
    held = time.tick
    answer = time.toggle_pause(TriggerRequest())
    assert answer.success and answer.message == f"paused at {held / 400:.6f} s"
    assert run(time, hand, wall_s=5.0) == 0
    assert time.toggle_pause().message.startswith("running")
    assert run(time, hand, wall_s=1.0) == pytest.approx(400, abs=1)
    assert time.lateness.events == 0


def test_steps_run_while_paused_and_only_then() -> None:
    hand = HandClock()
    time = TimeManager(400, paused=True, wall=hand.wall)
    time.step()
    time.step(3)
    assert run(time, hand, wall_s=0.1) == 4
    assert time.permit() == 0
    time.step(1000)
    assert run(time, hand, wall_s=0.1, tick_ns=100) == 1000
    with pytest.raises(ValueError, match="at least one tick"):
        time.step(0)
    time.step(7)
    time.play()
    with pytest.raises(ValueError, match="pause it first"):
        time.step()
    time.pause()
    assert time.permit() == 0


def test_run_to_stops_at_the_tick_and_survives_a_pause() -> None:
    hand = HandClock()
    time = TimeManager(400, paused=True, wall=hand.wall)
    time.run_to(0.501)
    assert (time.paused, time.target_tick) == (False, 201)
    run(time, hand, wall_s=0.1)
    time.toggle_pause()
    time.toggle_pause()
    run_until_paused(time, hand)
    assert (time.tick, time.paused, time.target_tick) == (201, True, None)
    with pytest.raises(ValueError, match=r"0\.5 s has passed, it is 0\.5025 s"):
        time.run_to(0.5)


def test_run_to_caps_a_flat_out_run() -> None:
    time = TimeManager(400, TimeMode.Scaled(inf), wall=HandClock().wall)
    time.run_to(0.3)
    for _ in range(5):
        time.update_time()
    assert time.tick == 120


def test_a_jump_sets_the_tick_and_paces_from_there() -> None:
    hand = HandClock()
    time = TimeManager(400, wall=hand.wall)
    time.run_to(10.0)
    run(time, hand, wall_s=1.0)
    time.jump_to(40)
    assert (time.tick, time.target_tick) == (40, 4000)
    assert run(time, hand, wall_s=1.0) == pytest.approx(400, abs=1)
    time.jump_to(4000)
    assert time.target_tick is None
    assert time.lateness.events == 0


def test_an_external_clock_leads_the_world() -> None:
    hand, source = HandClock(), ExternalClock()
    time = TimeManager(600, source=source, wall=hand.wall)
    assert run(time, hand, wall_s=1.0) == 0
    source.push(Clock(Time(0, 1_666_667)))
    assert time.permit() == 1
    source.push(Clock(Time(2, 0)))
    assert run(time, hand, wall_s=0.1) == 1200
    source.push(Clock(Time(1, 0)))
    assert (time.permit(), source.backward_jumps) == (0, 1)
    time.pause()
    source.push(Clock(Time(3, 0)))
    assert time.permit() == 0
    time.play()
    assert time.permit() == 600


def test_an_external_clock_may_be_a_function() -> None:
    now_ns = [0]
    time = TimeManager(400, source=ExternalClock(lambda: now_ns[0]), wall=HandClock().wall)
    now_ns[0] = 25 * MS
    time.update_time()
    assert time.tick == 10


def test_seconds_and_nanoseconds_split_one_number() -> None:
    time = TimeManager(600, TimeMode.Scaled(inf), wall=HandClock().wall)
    time.jump_to(600 * 10**7 + 1)
    assert (time.get_seconds(), time.get_nanoseconds()) == (10**7, 1_666_667)
    assert time.clock_message() == Clock(Time(10**7, 1_666_667))


@pytest.mark.parametrize(
    ("interval_us", "period_ticks"),
    [(100.0, 1), (2500.0, 1), (4999.0, 1), (5000.0, 2), (20_000.0, 8)],
)
def test_the_clock_topic_is_never_later_than_asked(interval_us: float, period_ticks: int) -> None:
    time = TimeManager(400, default_pub_rate_us=50.0, wall=HandClock().wall)
    time.default_pub_rate_us = interval_us
    due = []
    for _ in range(16):
        time.advance()
        due.append(time.clock_is_due())
    assert due.count(True) == 16 // period_ticks
    assert time.clock_period_ticks == period_ticks


def test_a_long_wait_comes_back_to_hear_commands() -> None:
    hand = HandClock()
    time = TimeManager(400, TimeMode.Scaled(0.001), wall=hand.wall)
    time.permit()
    begin_ns = hand.now_ns
    time.wait()
    assert 0 < hand.now_ns - begin_ns <= 20 * MS


def test_a_wait_sleeps_most_and_yields_the_rest() -> None:
    hand, sleeps = HandClock(), list[float]()

    def sleep(seconds: float) -> None:
        sleeps.append(seconds)
        hand.sleep(seconds)

    WallClock(hand.read_ns, sleep).sleep_until(hand.now_ns + 2 * MS)
    assert sleeps[0] == pytest.approx(0.0018)
    assert set(sleeps[1:]) == {0.0}
    assert hand.now_ns == HandClock().now_ns + 2 * MS
