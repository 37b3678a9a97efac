"""The schedule itself: a tick is due at its deadline, not a nanosecond before, however far away."""

import pytest

from simloop.timing.pacing import Pacer

START_NS = 3_000_000_000


@pytest.mark.parametrize("speed", [1.0, 0.7, 3.0, 1 / 3, 12.34, 0.999999])
@pytest.mark.parametrize("rate_hz", [3, 400, 600, 7919])
@pytest.mark.parametrize("tick", [1, 7, 399, 1_000_003, 10**10 + 1, 3 * 10**12])
def test_the_deadline_decides_to_the_nanosecond(speed: float, rate_hz: int, tick: int) -> None:
    pacer = Pacer(rate_hz, catch_up_s=10.0, late_after_s=10.0)
    pacer.restart(speed)
    assert pacer.due(0, START_NS) == 0
    before = max(0, tick - 3)
    deadline_ns = pacer.deadline_ns(before, tick - before, START_NS)
    assert pacer.due(before, deadline_ns) == tick - before
    assert pacer.due(before, deadline_ns - 1) == tick - before - 1


def test_a_schedule_begins_with_the_first_question() -> None:
    pacer = Pacer(400, catch_up_s=0.05, late_after_s=0.005)
    pacer.restart(1.0)
    assert pacer.deadline_ns(10, 2, START_NS) == START_NS + 5_000_000
    assert pacer.deadline_ns(10, 4, START_NS + 99) == START_NS + 10_000_000


def test_a_change_of_speed_keeps_the_part_of_a_tick_that_has_passed() -> None:
    pacer = Pacer(400, catch_up_s=0.05, late_after_s=0.005)
    pacer.restart(1.0)
    assert pacer.due(0, START_NS) == 0
    half_way_ns = START_NS + 1_250_000
    pacer.change_speed(0.1, 0, half_way_ns)
    assert pacer.deadline_ns(0, 1, half_way_ns) == half_way_ns + 12_500_000
