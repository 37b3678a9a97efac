"""Bluff bodies: drag and damping by the textbook, and the same bits in every copy of the kernel."""

from math import sqrt

import numpy as np
import pytest

from simloop.math.scalar import exp
from simloop.math.vector import Quaternion, Vec3
from simloop.systems import bluff_body, physics
from simloop.systems.bluff_body.components import BluffBody
from simloop.systems.bluff_body.wrench import wrench
from simloop.testing.body_bench import BodyBench
from simloop.world.motion.motion import Motion

BALL = bluff_body.Config(
    mass_kg=2.0,
    inertia_kgm2=(0.02, 0.03, 0.04, 0.0, 0.0, 0.0),
    S=0.05,
    C_D=0.47,
    b=0.3,
    c=0.2,
    C_l_p=-0.5,
    C_m_q=-0.7,
    C_n_r=-0.9,
)


def bench(config=BALL, *, gravity_mps2=9.80665, **options):
    return BodyBench(
        lambda kit: bluff_body.equip(kit, config),
        lambda kit: physics.equip(kit, physics.Config(gravity_mps2=gravity_mps2)),
        **options,
    )


def evaluate(config, velocity, rates, density=1.225):
    stream, level = Vec3(*velocity), Quaternion(1.0, 0.0, 0.0, 0.0)
    motion = Motion(Vec3(0.0, 0.0, -9.0), level, stream, stream, Vec3(*rates), density)
    return np.concatenate(wrench(motion, bench(config).component(BluffBody)))


def test_drag_is_dynamic_pressure_times_area_against_the_motion():
    velocity = np.array((3.0, -4.0, 12.0))
    force = evaluate(BALL, velocity, (0.0, 0.0, 0.0))[:3]
    pressure = 0.5 * 1.225 * 13.0**2
    assert force == pytest.approx(-pressure * 0.05 * 0.47 * velocity / 13.0, rel=1e-14)


def test_damping_is_made_dimensionless_by_span_and_chord():
    rates = (0.4, -0.6, 0.8)
    torque = evaluate(BALL, (5.0, 0.0, 0.0), rates)[3:]
    pressure = 0.5 * 1.225 * 25.0 * 0.05
    expected = (
        pressure * 0.3 * -0.5 * (rates[0] * 0.3 / 10.0),
        pressure * 0.2 * -0.7 * (rates[1] * 0.2 / 10.0),
        pressure * 0.3 * -0.9 * (rates[2] * 0.3 / 10.0),
    )
    assert torque == pytest.approx(expected, rel=1e-14)


def test_nothing_happens_at_rest_in_the_air():
    assert not evaluate(BALL, (0.0, 0.0, 0.0), (1.0, 2.0, 3.0)).any()


def test_a_fall_ends_at_the_terminal_speed_and_follows_tanh_on_the_way():
    body = bench()
    body.run(400)
    terminal = sqrt(2.0 * 2.0 * 9.80665 / (1.225 * 0.05 * 0.47))
    assert body.get("velocity_frd_mps")[2] == pytest.approx(
        terminal * np.tanh(9.80665 / terminal), rel=1e-9
    )
    body.run(400 * 19)
    expected = terminal * np.tanh(20.0 * 9.80665 / terminal)
    assert body.get("velocity_frd_mps")[2] == pytest.approx(expected, rel=1e-9)


def test_spin_in_a_steady_stream_decays_exponentially():
    no_drag = bluff_body.Config(
        mass_kg=2.0, inertia_kgm2=BALL.inertia_kgm2, S=0.05, b=0.3, C_l_p=-0.5
    )
    body = bench(no_drag, gravity_mps2=1e-12)
    body.set("velocity_frd_mps", (20.0, 0.0, 0.0))
    body.set("rate_frd_radps", (3.0, 0.0, 0.0))
    body.run(800)
    per_s = 0.5 * 1.225 * 20.0 * 0.5 * 0.05 * 0.3**2 * 0.5 / 0.02
    assert body.get("rate_frd_radps")[0] == pytest.approx(3.0 * exp(-2.0 * per_s), rel=1e-10)
    assert body.get("velocity_frd_mps")[0] == pytest.approx(20.0, rel=1e-12)


def test_wind_pulls_a_body_along():
    body = bench()
    body.set("wind_ned_mps", (0.0, 8.0, 0.0))
    body.run(400)
    assert 0.0 < body.get("velocity_frd_mps")[1] < 8.0


@pytest.mark.parametrize("lanes", [1, 16])
def test_compiled_and_interpreted_give_the_same_bits(lanes):
    seen = []
    for compiled in (False, True):
        bodies = bench(count=3, lanes=lanes, compiled=compiled)
        for row in range(3):
            bodies.set("rate_frd_radps", (1.0 + row, -2.0, 0.5), row)
            bodies.set("wind_ned_mps", (3.0, -1.0 * row, 0.2), row)
        bodies.run(200)
        seen.append(
            [
                bodies.get(column, row).tobytes()
                for row in range(3)
                for column in ("position_ned_m", "attitude_wxyz", "rate_frd_radps", "torque_frd_nm")
            ]
        )
    assert seen[0] == seen[1]


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("mass_kg", 0.0, "mass_kg must be positive"),
        ("inertia_kgm2", (1.0, 1.0, -1.0, 0.0, 0.0, 0.0), "not positive definite"),
        ("S", -1.0, "S must not be negative, not -1.0"),
        ("C_D", -0.1, "C_D must not be negative, not -0.1"),
        ("b", 0.0, "b must be positive, not 0.0"),
        ("C_m_q", 0.1, "C_m_q must not be positive, not 0.1"),
    ],
)
def test_what_no_body_can_be_is_refused(field, value, words):
    from dataclasses import replace

    with pytest.raises(ValueError, match=words):
        bench(replace(BALL, **{field: value}))
