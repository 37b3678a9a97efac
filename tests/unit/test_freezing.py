"""A body whose numbers stop being finite stays where it was, and says since when."""

from math import inf, nan

import pytest

from simloop.math.vector import ZERO, Vec3
from simloop.world.body import Body, Guard
from simloop.world.freezing import freezes

PLACE = Vec3(1.0, 2.0, 3.0)


def moving_body() -> Body:
    return Body(
        position_ned_m=PLACE,
        velocity_frd_mps=Vec3(4.0, 0.0, 0.0),
        rate_frd_radps=Vec3(0.0, 0.1, 0.0),
        force_frd_n=Vec3(0.0, 0.0, -9.0),
    )


def test_finite_numbers_leave_a_body_alone() -> None:
    body, guard = moving_body(), Guard()
    assert not freezes(7, 1e300, body, guard)
    assert body.velocity_frd_mps == (4.0, 0.0, 0.0)
    assert (guard.frozen, guard.frozen_tick) == (0.0, -1.0)


@pytest.mark.parametrize("total", [nan, inf, -inf])
def test_others_halt_it_for_good_at_the_first_tick(total: float) -> None:
    body, guard = moving_body(), Guard()
    assert freezes(7, total, body, guard)
    assert (guard.frozen, guard.frozen_tick) == (1.0, 7.0)
    body.velocity_frd_mps = Vec3(1.0, 1.0, 1.0)
    for tick, later in ((8, 0.0), (9, nan)):
        assert freezes(tick, later, body, guard)
    assert guard.frozen_tick == 7.0
    assert body.position_ned_m == PLACE
    for still in (body.velocity_frd_mps, body.rate_frd_radps, body.force_frd_n):
        assert still == ZERO
