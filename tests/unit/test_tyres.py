"""Tyres against the brush formulas: stiffness at the origin, the circle of friction, sliding."""

from math import cos, hypot, pi, sin

import numpy as np
import pytest

from simloop.math.vector import Vec2
from simloop.systems.rover.tyres import brush_share, dry_torque, slide_back, tyre_force

STIFF_X, STIFF_Y, MU, LOAD = 150.0, 120.0, 0.8, 200.0
STIFFNESS, DAMPING = Vec2(STIFF_X, STIFF_Y), Vec2(2.0, 2.0)


def force(ex: float, ey: float, rx: float = 0.0, ry: float = 0.0) -> Vec2:
    return tyre_force(Vec2(ex, ey), Vec2(rx, ry), STIFFNESS, DAMPING, MU, LOAD)


def test_small_stretch_is_a_linear_spring() -> None:
    fx, fy = force(1e-7, -2e-7)
    assert fx == pytest.approx(STIFF_X * LOAD * 1e-7, rel=1e-4)
    assert fy == pytest.approx(-STIFF_Y * LOAD * 2e-7, rel=1e-4)


@pytest.mark.parametrize("slide", [0.0, 0.1, 0.5, 0.999, 1.0])
def test_brush_follows_fialas_cubic(slide: float) -> None:
    # F / (mu N) = 1 - (1 - s)^3, and s is linear force over 3 mu N
    assert brush_share(slide) * 3.0 * slide == pytest.approx(1.0 - (1.0 - slide) ** 3, abs=1e-15)


def test_brush_is_smooth_where_sliding_begins() -> None:
    below, at, above = (brush_share(s) for s in (1.0 - 1e-6, 1.0, 1.0 + 1e-6))
    assert below - at == pytest.approx(at - above, abs=1e-11)


@pytest.mark.parametrize("angle", np.linspace(0.0, 2.0 * pi, 9))
@pytest.mark.parametrize("size", [1e-4, 1e-2, 0.02, 1.0, 1e6])
@pytest.mark.parametrize("rate", [0.0, 0.3, -50.0])
def test_no_force_leaves_the_circle(angle: float, size: float, rate: float) -> None:
    fx, fy = force(size * cos(angle), size * sin(angle), rate, -rate)
    assert hypot(fx, fy) <= MU * LOAD * (1.0 + 1e-12)


def test_a_sliding_tyre_gives_all_its_friction_against_the_slip() -> None:
    ex, ey = slide_back(Vec2(-0.3, 0.4), STIFFNESS, MU)
    fx, fy = force(ex, ey)
    assert hypot(fx, fy) == pytest.approx(MU * LOAD, rel=1e-12)
    assert fy / fx == pytest.approx(STIFF_Y * 0.4 / (STIFF_X * -0.3))


def test_sliding_keeps_no_more_stretch_than_the_brush_has() -> None:
    ex, ey = slide_back(Vec2(5.0, 0.0), STIFFNESS, MU)
    assert ex == pytest.approx(3.0 * MU / STIFF_X)
    assert ey == 0.0
    assert slide_back(Vec2(1e-4, -2e-4), STIFFNESS, MU) == (1e-4, -2e-4)


def test_an_unloaded_tyre_does_nothing() -> None:
    stretch, rate = Vec2(0.1, 0.1), Vec2(1.0, 1.0)
    assert tyre_force(stretch, rate, STIFFNESS, DAMPING, MU, 0.0) == (0.0, 0.0)


def test_combined_slip_takes_from_both() -> None:
    alone, _ = force(0.01, 0.0)
    along, across = force(0.01, 0.01)
    assert 0.0 < along < alone
    assert across > 0.0


@pytest.mark.parametrize(
    ("windup", "speed", "torque"),
    [(0.005, 0.0, 2.0), (-0.005, 0.0, -2.0), (0.01, 3.0, 4.0), (-0.01, -3.0, -4.0), (0, 1.0, 0.5)],
)
def test_dry_friction_is_a_spring_with_a_limit(windup: float, speed: float, torque: float) -> None:
    assert dry_torque(windup, speed, 4.0, 0.01, 0.5) == pytest.approx(torque)
