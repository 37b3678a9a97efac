"""Trim and modes of motion: published, linear and flown ones agree."""

from dataclasses import replace
from functools import cache
from math import cos, pi, sin, sqrt

import numpy as np
import pytest
from beard_mclain import (
    AEROSONDE,
    DENSITY,
    GRAVITY,
    PUBLISHED,
    Vector,
    aerodynamics,
    bench_of,
    coarse_jacobian,
    derivative,
    jacobian,
    propulsion,
    put,
)
from scipy.optimize import curve_fit, fsolve

from simloop.math.quaternion import to_euler
from simloop.systems.fixed_wing import performance as fixed_wing
from simloop.systems.fixed_wing.propulsion import speed_for_thrust, throttle_for_speed
from simloop.testing.body_bench import BodyBench
from simloop.world.day import Day

LIMIT = 40.0 * pi / 180.0
CLEAN = replace(AEROSONDE, servo_time_constant_s=0.0)
BOOK = Day(DENSITY, GRAVITY)
LONGITUDINAL, LATERAL = [0, 2, 4, 7], [1, 3, 5, 6]


def outputs(aileron: float, elevator: float, rudder: float, throttle: float) -> Vector:
    """Outputs for surface angles; commands are torques, so two of the three turn round."""
    return np.array([aileron / LIMIT, -elevator / LIMIT, -rudder / LIMIT, 0.0, throttle])


def level_state(speed: float, alpha: float) -> Vector:
    """u, v, w, p, q, r, roll, pitch."""
    return np.array([speed * cos(alpha), 0, speed * sin(alpha), 0, 0, 0, 0, alpha])


def test_trim_is_that_of_the_authors_own_solution() -> None:
    found = fixed_wing.trim(PUBLISHED, 25.0, day=BOOK)
    assert found.alpha_rad == pytest.approx(0.050107, abs=1e-6)
    assert found.elevator_rad == pytest.approx(-0.125044, abs=1e-6)
    # Their inflow is the airspeed, ours its part along the axis, a third of a thousandth less.
    assert found.throttle == pytest.approx(0.676775, rel=2e-3)
    assert PUBLISHED.propeller is not None
    speed = speed_for_thrust(PUBLISHED.propeller, found.thrust_n, 25.0, DENSITY)
    throttle = throttle_for_speed(PUBLISHED.propeller, speed, 25.0, DENSITY)
    assert throttle == pytest.approx(0.676775, abs=2e-5)


@pytest.mark.parametrize("speed", [16.0, 25.0, 35.0])
@pytest.mark.parametrize("climb", [-0.1, 0.0, 0.1])
def test_trim_solves_the_books_equations(speed: float, climb: float) -> None:
    def residual(unknown: Vector) -> Vector:
        alpha, elevator, throttle = unknown
        air = speed * np.array([cos(alpha), 0.0, sin(alpha)])
        wrench = aerodynamics(CLEAN, air, np.zeros(3), np.array([0, elevator, 0]), DENSITY)
        wrench[0] += propulsion(CLEAN, air[0], throttle, DENSITY)[1]
        pitch = alpha + climb
        weight = CLEAN.mass_kg * GRAVITY
        return np.array(
            [wrench[0] - weight * sin(pitch), wrench[2] + weight * cos(pitch), wrench[4]]
        )

    expected, _, solved, _ = fsolve(residual, [0.05, -0.1, 0.8], full_output=True, xtol=1e-13)
    assert solved == 1
    found = fixed_wing.trim(CLEAN, speed, flight_path_rad=climb, day=BOOK)
    assert [found.alpha_rad, found.elevator_rad, found.throttle] == pytest.approx(
        expected, abs=1e-9
    )


def test_a_trimmed_aircraft_stays_in_trim() -> None:
    found = fixed_wing.trim(CLEAN, 25.0, day=BOOK)
    bench, state = bench_of(CLEAN), level_state(25.0, found.alpha_rad)
    rates = derivative(bench, CLEAN, outputs(0.0, found.elevator_rad, 0.0, found.throttle))(state)
    assert rates[LONGITUDINAL] == pytest.approx([0.0] * 4, abs=1e-10)
    assert bench.get("prop_speed_radps") == pytest.approx(found.prop_speed_radps, rel=1e-12)
    assert bench.get("force_frd_n")[0] > 0.0


def test_the_linear_model_is_that_of_the_authors_own_solution() -> None:
    """Their A matrices at their trim point (chap5_check.py), to four digits."""
    bench = bench_of(PUBLISHED)
    state = np.array([24.968743, 0, 1.249755, 0, 0, 0, 0, 0.0500111928])
    surfaces = outputs(0.001836, -0.124778, -0.000303, 0.676752)
    a = coarse_jacobian(derivative(bench, PUBLISHED, surfaces), state)
    lon = np.array(
        [
            [-0.20676658, 0.50039026, -1.21983882, -9.79511927],
            [-0.56064206, -4.46393561, 24.37105023, -0.53938541],
            [0.19993539, -3.99297865, -5.29473836, 0.0],
            [0.0, 0.0, 1.0, 0.0],
        ]
    )
    # The inflow again: their thrust changes with w too, by dT/dVa w/Va, printed as -2.3522 N s/m.
    lon[0, 1] -= -2.3521983 * (1.249755 / 25.0) / 11.0
    lat = np.array(
        [
            [-0.776772629, 1.249755, -24.968743, 9.79757127],
            [-3.86671935, -22.628851, 10.9050409, 0.0],
            [0.783077145, -0.115091678, -1.22765475, 0.0],
            [0.0, 1.0, 0.0500528958, 0.0],
        ]
    )
    assert a[np.ix_(LONGITUDINAL, LONGITUDINAL)] == pytest.approx(lon, rel=1e-4, abs=1e-4)
    assert a[np.ix_(LATERAL, LATERAL)] == pytest.approx(lat, rel=1e-4, abs=1e-4)


def full_trim() -> tuple[Vector, Vector]:
    """State and outputs of level flight at 25 m/s, the propeller's torque balanced."""
    start = fixed_wing.trim(CLEAN, 25.0, day=BOOK)
    bench = bench_of(CLEAN)

    def unpack(x: Vector) -> tuple[Vector, Vector]:
        state = level_state(25.0, x[0])
        state[6], state[7] = x[1], np.arctan(np.tan(x[0]) * cos(x[1]))
        return state, outputs(x[2], x[3], x[4], x[5])

    def residual(x: Vector) -> Vector:
        state, given = unpack(x)
        return derivative(bench, CLEAN, given)(state)[:6]

    guess = [start.alpha_rad, 0.0, 0.005, start.elevator_rad, 0.0, start.throttle]
    found = fsolve(residual, guess, xtol=1e-13)
    assert np.abs(residual(found)).max() < 1e-9
    return unpack(found)


@cache
def trimmed() -> tuple[Vector, Vector, Vector]:
    """State, outputs, and the linear model there."""
    state, given = full_trim()
    return state, given, jacobian(derivative(bench_of(CLEAN), CLEAN, given), state)


def modes() -> dict[str, complex]:
    """Eigenvalues by the names pilots give them."""
    values = np.linalg.eigvals(trimmed()[2])
    waves = sorted((v for v in values if v.imag > 1e-6), key=abs)
    steady = sorted((v for v in values if abs(v.imag) < 1e-6), key=abs)
    names = ("phugoid", "dutch_roll", "short_period")
    return dict(zip((*names, "spiral", "roll"), (*waves, *steady), strict=True))


def flying(compiled: bool) -> BodyBench:
    state, given, _ = trimmed()
    bench = bench_of(CLEAN, compiled=compiled)
    put(bench, state)
    bench.set("actuator_command", tuple(given))
    return bench


def state_of(bench: BodyBench) -> Vector:
    roll, pitch, _ = to_euler(*bench.get("attitude_wxyz"))
    return np.array([*bench.get("velocity_frd_mps"), *bench.get("rate_frd_radps"), roll, pitch])


def test_modes_are_where_textbooks_have_them() -> None:
    found = modes()
    assert abs(found["short_period"]) > 10.0 * abs(found["phugoid"])
    assert found["roll"].real < -10.0
    assert 0.0 < found["spiral"].real < 0.2
    # Lanchester's phugoid knows only gravity and speed: sqrt(2) g / V.
    assert abs(found["phugoid"]) == pytest.approx(sqrt(2.0) * GRAVITY / 25.0, rel=0.15)
    # The book's approximation of the roll mode: a_phi1 (published as 22.63 at this airspeed).
    assert -found["roll"].real == pytest.approx(22.63, rel=0.05)


@pytest.mark.parametrize(
    ("mode", "time_s"),
    [("phugoid", 4.0), ("short_period", 0.25), ("dutch_roll", 0.8), ("roll", 0.1), ("spiral", 6.0)],
)
def test_flown_modes_are_the_linear_ones(mode: str, time_s: float) -> None:
    state, _, a = trimmed()
    values, right = np.linalg.eig(a)
    number = int(np.argmin(np.abs(values - modes()[mode])))
    left = np.linalg.inv(right)[number]
    bench = flying(compiled=True)
    # Along the mode itself, small enough to be linear.
    direction = right[:, number].real
    put(bench, state + 1e-4 * direction / np.abs(direction).max())
    before = left @ (state_of(bench) - state)
    bench.run(round(400 * time_s))
    after = left @ (state_of(bench) - state)
    flown = np.log(np.abs(after / before)) / time_s
    assert flown == pytest.approx(values[number].real, rel=0.02)
    if values[number].imag:
        turned = np.angle(after / before) - values[number].imag * time_s
        turned = (turned + pi) % (2.0 * pi) - pi
        assert abs(turned) < 0.02 * abs(values[number].imag) * time_s


def damped_wave(t: Vector, size: float, decay: float, frequency: float, phase: float) -> Vector:
    return size * np.exp(-decay * t) * np.cos(frequency * t + phase)


@pytest.mark.parametrize(
    ("mode", "element", "kick", "rest_s", "tick_count", "step"),
    [("phugoid", 0, 0.5, 2.0, 100, 80), ("short_period", 4, 0.05, 0.0, 120, 1)],
)
def test_period_and_damping_seen_in_flight(
    mode: str, element: int, kick: float, rest_s: float, tick_count: int, step: int
) -> None:
    """What a flight test engineer would read off a recording of speed or pitch rate."""
    state, _, a = trimmed()
    expected = modes()[mode]
    bench = flying(compiled=True)
    values, right = np.linalg.eig(a)
    direction = right[:, int(np.argmin(np.abs(values - expected)))].real
    put(bench, state + kick * direction / np.abs(direction[element]))
    bench.run(round(400 * rest_s))
    samples = []
    for _ in range(tick_count):
        samples.append(state_of(bench)[element] - state[element])
        bench.run(step)
    time = np.arange(tick_count) * step / 400.0
    guess = (samples[0], -expected.real, expected.imag, 0.0)
    (_, decay, frequency, _), _ = curve_fit(damped_wave, time, samples, guess)
    assert frequency == pytest.approx(expected.imag, rel=0.02)
    assert decay == pytest.approx(-expected.real, rel=0.03)


def test_stall_speed_and_top_speed() -> None:
    slowest = fixed_wing.stall_speed_mps(CLEAN, BOOK)
    alphas = np.linspace(0.0, 0.6, 6001)
    blend = 1.0 / (1.0 + np.exp(50.0 * (alphas - 0.47)))
    elevator = (0.0135 - 2.74 * alphas) / 0.99
    lift = blend * (0.23 + 5.61 * alphas) + (1.0 - blend) * np.sin(2 * alphas) * np.sin(alphas)
    greatest = (lift + 0.13 * elevator).max()
    assert slowest == pytest.approx(
        sqrt(2 * 11.0 * GRAVITY / (DENSITY * 0.55 * greatest)), rel=2e-3
    )
    with pytest.raises(ValueError, match="no steady flight at 5 m/s; it stalls at 11"):
        fixed_wing.trim(CLEAN, 5.0, day=BOOK)
    fastest = fixed_wing.max_level_speed_mps(CLEAN, BOOK)
    assert fixed_wing.trim(CLEAN, fastest, day=BOOK).throttle == pytest.approx(1.0, abs=1e-9)
    assert fixed_wing.trim(CLEAN, fastest + 1.0, day=BOOK).throttle > 1.0


def test_what_cannot_be_trimmed_is_told() -> None:
    with pytest.raises(ValueError, match="propeller is null"):
        fixed_wing.trim(replace(CLEAN, propeller=None), 25.0)
    assert CLEAN.propeller is not None
    with pytest.raises(ValueError, match="too weak"):
        fixed_wing.max_level_speed_mps(
            replace(CLEAN, propeller=replace(CLEAN.propeller, V_max=9.0))
        )
    with pytest.raises(ValueError, match="no elevator derivative"):
        fixed_wing.trim(replace(CLEAN, C_m=(0.0135, -2.74, 0, 0, -38.21, 0, 0, 0, 0)), 25.0)
