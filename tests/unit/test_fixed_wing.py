"""Aerodynamics of fixed wings against the book's formulas, its published numbers, and physics."""

from dataclasses import replace
from math import cos, exp, hypot, pi, radians, sin

import numpy as np
import pytest
from beard_mclain import (
    AEROSONDE,
    DENSITY,
    GRAVITY,
    PUBLISHED,
    aerodynamics,
    bench_of,
    propulsion,
    sigma,
    wrench_of,
)

from simloop.math.quaternion import from_euler, rotate_to_world
from simloop.systems import fixed_wing
from simloop.systems.fixed_wing import performance
from simloop.systems.fixed_wing.config import COEFFICIENTS
from simloop.systems.fixed_wing.stall import attached_share
from simloop.testing.body_bench import BodyBench
from simloop.world.airframe import surface_limits_rad
from simloop.world.day import Day
from simloop.world.mixer import Mixer, work_out

GLIDER = replace(AEROSONDE, propeller=None, servo_time_constant_s=0.0)


def full_config() -> fixed_wing.Config:
    """A wing without a zero in its 54 derivatives, and drag enough to stay positive."""
    numbers = np.random.default_rng(7).uniform(-0.3, 0.3, (6, 9))
    numbers[0, :2], numbers[1, 0] = (0.3, 4.5), 0.8
    rows = {name: tuple(row) for name, row in zip(COEFFICIENTS, numbers.tolist(), strict=True)}
    return replace(GLIDER, **rows)


def in_air(
    bench: BodyBench, air: tuple[float, ...], surfaces: tuple[float, ...] = (0, 0, 0)
) -> None:
    """Fly with this velocity and these surface angles, rad."""
    limits = surface_limits_rad(AEROSONDE)
    # Commands are torques: elevator up and rudder right, negative angles, are positive ones.
    signs = (1.0, -1.0, -1.0)
    parts = zip(signs, surfaces, limits, strict=True)
    commands = [sign * angle / limit for sign, angle, limit in parts]
    bench.set("velocity_frd_mps", air)
    bench.set("actuator_command", (*commands, 0.0, 0.0))


@pytest.mark.parametrize("alpha", [-0.6, -0.1, 0.0, 0.05, 0.3, 0.45, 0.5, 0.8, 1.6, 2.9, -3.0])
def test_all_54_derivatives_follow_the_book(alpha: float) -> None:
    config, bench = full_config(), bench_of(full_config())
    rng = np.random.default_rng(round(1000 * abs(alpha)))
    beta, speed = rng.uniform(-0.4, 0.4), rng.uniform(8.0, 40.0)
    rate, surfaces = rng.uniform(-0.5, 0.5, 3), rng.uniform(-0.4, 0.4, 3)
    air = speed * np.array([cos(alpha) * cos(beta), sin(beta), sin(alpha) * cos(beta)])
    in_air(bench, tuple(air), tuple(surfaces))
    bench.set("rate_frd_radps", tuple(rate))
    bench.run(1)
    expected = aerodynamics(config, air, rate, surfaces, DENSITY)
    assert bench.get("surface_rad") == pytest.approx(surfaces, rel=1e-12)
    assert wrench_of(bench) == pytest.approx(expected, rel=1e-11, abs=1e-11)


def test_forces_and_moments_of_the_authors_own_solution() -> None:
    """Their case with wind: printed force holds gravity and a thrust of 31.313155 N."""
    speed, alpha, beta = 27.39323489287441, 0.05259649205640062, 0.022801214339060967
    w, x, y, z = 0.938688796, 0.247421558, 0.0656821468, 0.230936730
    printed = [36.22803068339798, 48.44092504137796, -39.39246596662818]
    moments = [0.10867448074086083, 0.1249623335264915, -0.09481002421995177]
    thrust, torque = 31.31315544701058, 1.58778287798956
    weight = (
        PUBLISHED.mass_kg
        * GRAVITY
        * np.array([2 * (x * z - w * y), 2 * (y * z + w * x), w * w + z * z - x * x - y * y])
    )
    bench = bench_of(PUBLISHED)
    bench.set("prop_effectiveness", 0.0)
    bench.set("rate_frd_radps", (0.00498772167, 0.168736005, 0.171797313))
    air = (speed * cos(alpha) * cos(beta), speed * sin(beta), speed * sin(alpha) * cos(beta))
    in_air(bench, air, (0.01788999, -0.15705144, 0.01084654))
    bench.run(1)
    expected = np.array(printed) - weight - [thrust, 0.0, 0.0]
    assert bench.get("force_frd_n") == pytest.approx(expected, abs=2e-6)
    expected = np.array(moments) + np.array([torque, 0.0, 0.0])
    assert bench.get("torque_frd_nm") == pytest.approx(expected, abs=2e-6)


def test_the_air_counts_not_the_ground() -> None:
    still, windy = bench_of(GLIDER), bench_of(GLIDER)
    attitude = from_euler(0.1, 0.2, 0.3)
    for bench in (still, windy):
        bench.set("attitude_wxyz", attitude)
    in_air(still, (20.0, 1.0, 2.0))
    in_air(windy, (0.0, 0.0, 0.0))
    windy.set("wind_ned_mps", tuple(-part for part in rotate_to_world(*attitude, 20.0, 1.0, 2.0)))
    for bench in (still, windy):
        bench.run(1)
    assert wrench_of(windy) == pytest.approx(wrench_of(still), rel=1e-12)


@pytest.mark.parametrize(("m", "alpha0"), [(50.0, 0.47), (5.0, 0.1), (20.0, 0.9)])
def test_the_stall_blend_is_the_books(m: float, alpha0: float) -> None:
    for alpha in np.linspace(-pi, pi, 101):
        share = attached_share(alpha, m, alpha0, exp(-2.0 * m * alpha0))
        assert 1.0 - share == pytest.approx(sigma(alpha, m, alpha0), rel=1e-12, abs=1e-15)
    assert attached_share(alpha0, 50.0, alpha0, 0.0) == pytest.approx(0.5)


@pytest.mark.parametrize("m", [1.0, 1e2, 1e4])
def test_the_stall_blend_never_overflows(m: float) -> None:
    shares = [attached_share(a, m, 0.5, exp(-2.0 * m * 0.5) if m < 700 else 0.0)
              for a in np.linspace(-pi, pi, 41)]  # fmt: skip
    assert np.all(np.isfinite(shares))
    assert np.all((np.array(shares) >= 0.0) & (np.array(shares) <= 1.0))


def lift_and_drag(bench: BodyBench, alpha: float, speed: float = 20.0) -> tuple[float, float]:
    """Coefficients, measured by flying at an angle of attack."""
    in_air(bench, (speed * cos(alpha), 0.0, speed * sin(alpha)))
    bench.set("rate_frd_radps", 0.0)
    bench.run(1)
    fx, _, fz = bench.get("force_frd_n")
    scale = 0.5 * DENSITY * speed**2 * AEROSONDE.wing_s
    return (fx * sin(alpha) - fz * cos(alpha)) / scale, -(fx * cos(alpha) + fz * sin(alpha)) / scale


@pytest.mark.parametrize("alpha0", [0.47, 0.26])
def test_lift_breaks_at_the_stall(alpha0: float) -> None:
    bench = bench_of(replace(GLIDER, wing_alpha0=alpha0))
    alphas = np.linspace(0.0, 0.8, 161)
    lift, drag = np.array([lift_and_drag(bench, alpha) for alpha in alphas]).T
    peak = alphas[lift.argmax()]
    assert alpha0 - 0.1 < peak < alpha0
    after = lift[np.searchsorted(alphas, alpha0 + 0.1)]
    assert after < 0.4 * lift.max()
    # Before the stall a straight line, at 45 degrees a flat plate: sin 2a sin a and 2 sin^3 a.
    assert lift[20] == pytest.approx(0.23 + 5.61 * 0.1, rel=1e-3)
    plate_lift, plate_drag = lift_and_drag(bench, pi / 4)
    assert plate_lift == pytest.approx(sin(pi / 2) * sin(pi / 4), rel=1e-5)
    assert plate_drag == pytest.approx(0.043 + 2.0 * sin(pi / 4) ** 3, rel=1e-5)
    # Drag rises through it all but for the break itself, where the induced share is lost.
    assert drag[-1] > drag[0]


def test_parasitic_and_induced_drag() -> None:
    bench = bench_of(GLIDER)
    aspect_ratio = 2.8956**2 / 0.55
    for alpha in (-0.05, 0.0, 0.1, 0.2):
        line = 0.23 + 5.61 * alpha
        expected = 0.043 + line**2 / (pi * 0.9 * aspect_ratio)
        assert lift_and_drag(bench, alpha)[1] == pytest.approx(expected, rel=1e-4)
    no_induced = bench_of(replace(GLIDER, wing_epsilon=0.0))
    assert lift_and_drag(no_induced, 0.1)[1] == pytest.approx(0.043, rel=1e-4)


def test_there_is_no_cliff_at_low_airspeed() -> None:
    bench = bench_of(GLIDER)
    found = {}
    for speed in (1e-9, 0.01, 1.0, 1.999, 2.001, 30.0):
        in_air(bench, (speed, 0.1 * speed, 0.1 * speed))
        bench.set("rate_frd_radps", 0.0)
        bench.run(1)
        found[speed] = wrench_of(bench) / speed**2
    for wrench in found.values():
        assert wrench == pytest.approx(found[30.0], rel=1e-12)


def test_damping_fades_with_airspeed_and_never_divides_by_it() -> None:
    bench = bench_of(GLIDER)
    moments = []
    for speed in (0.0, 1e-12, 10.0, 20.0):
        in_air(bench, (speed, 0.0, 0.0))
        bench.set("rate_frd_radps", (2.0, 0.0, 0.0))
        bench.run(1)
        moments.append(bench.get("torque_frd_nm")[0])
    assert moments[0] == 0.0
    assert moments[3] == pytest.approx(2.0 * moments[2], rel=1e-12)
    # q S b C_lp p b/(2V) = rho V S b^2 C_lp p / 4
    expected = DENSITY * 20.0 * 0.55 * 2.8956**2 * -0.51 * 2.0 / 4.0
    assert moments[3] == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("speed", [0.0, 1e-300, 1e-3, 30.0, 1e3])
def test_no_direction_of_flight_gives_nonsense(speed: float) -> None:
    bench = bench_of(full_config())
    directions = [*np.eye(3), *-np.eye(3), *np.random.default_rng(1).normal(size=(30, 3))]
    for direction in directions:
        in_air(bench, tuple(speed * direction), (0.5, -0.5, 0.5))
        bench.set("rate_frd_radps", (3.0, -3.0, 3.0))
        bench.run(1)
        assert np.all(np.isfinite(wrench_of(bench)))
        assert bench.get("frozen") == 0.0


def test_air_only_takes_energy_from_a_wing_at_rest_in_it() -> None:
    bench = bench_of(GLIDER)
    for direction in np.random.default_rng(2).normal(size=(200, 3)):
        in_air(bench, tuple(20.0 * direction))
        bench.set("rate_frd_radps", 0.0)
        bench.run(1)
        assert bench.get("force_frd_n") @ direction <= 0.0


def test_drag_by_a_straight_line_never_pushes() -> None:
    bench = bench_of(replace(GLIDER, C_D=(0.02, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.3, 0.0)))
    in_air(bench, (20.0, 0.0, 0.0), (0.0, -0.6, 0.0))
    bench.run(1)
    # Lift at zero angle of attack has no part along x.
    assert bench.get("force_frd_n")[0] == 0.0


def test_tumbling_loses_energy_all_the_time() -> None:
    # Without surfaces that move nothing but drag, damping and side force act.
    bench = bench_of(replace(GLIDER, C_L=(0.23, 5.61, 0, 0, 0, 0, 0, 0, 0)))
    bench.set("velocity_frd_mps", (12.0, 6.0, -9.0))
    bench.set("rate_frd_radps", (1.0, 6.0, 2.0))
    energy = []
    for _ in range(400):
        bench.run(1)
        v, height = bench.get("velocity_frd_mps"), -bench.get("position_ned_m")[2]
        energy.append(0.5 * 11.0 * v @ v + 11.0 * GRAVITY * height)
    assert np.diff(energy).max() < 1e-4 * (energy[0] - energy[-1])
    assert bench.get("frozen") == 0.0


def test_a_glide_goes_as_far_as_lift_over_drag_says() -> None:
    glide = performance.best_glide(GLIDER, day=Day(DENSITY, GRAVITY))
    sink = np.arctan2(1.0, glide.ratio)
    bench = bench_of(GLIDER, tick_rate_hz=100)
    bench.set("attitude_wxyz", from_euler(0.0, glide.alpha_rad - sink, 0.0))
    air = (
        glide.airspeed_mps * cos(glide.alpha_rad),
        0.0,
        glide.airspeed_mps * sin(glide.alpha_rad),
    )
    in_air(bench, air, (0.0, glide.elevator_rad, 0.0))
    bench.run(3000)
    north, _, down = bench.get("position_ned_m")
    assert north / (down + 1000.0) == pytest.approx(glide.ratio, rel=1e-6)
    # Lift over drag of the polynomials, by a fine search of its own.
    alphas = np.linspace(0.0, 0.45, 20001)
    elevator = (0.0135 - 2.74 * alphas) / 0.99
    lift = 0.23 + 5.61 * alphas + 0.13 * elevator
    drag = 0.043 + (0.23 + 5.61 * alphas) ** 2 / (pi * 0.9 * 2.8956**2 / 0.55) + 0.0135 * elevator
    assert glide.ratio == pytest.approx((lift / drag).max(), rel=1e-3)


def fly_manoeuvres(kind: str) -> np.ndarray:
    config = replace(AEROSONDE, mixer=Mixer(kind=kind), servo_time_constant_s=0.05)  # type: ignore[arg-type]
    bench, mixing = bench_of(config, tick_rate_hz=100), work_out(config.mixer)
    bench.set("velocity_frd_mps", (25.0, 0.0, 1.2))
    path = []
    for step in range(40):
        t = 0.5 * step
        mixed = mixing.mix(
            Fx=0.7 + 0.2 * sin(t), Qx=0.05 * sin(2 * t), Qy=0.2 + 0.1 * sin(t), Qz=0.2 * cos(t)
        )
        bench.set("actuator_command", mixed)
        bench.run(50)
        path.append(np.concatenate([bench.get("position_ned_m"), bench.get("attitude_wxyz")]))
    return np.array(path)


def test_a_v_tail_flies_like_a_standard_tail() -> None:
    standard, v_tail = fly_manoeuvres("fixed_wing"), fly_manoeuvres("v_tail")
    assert np.abs(standard[-1, :3] - standard[0, :3]).max() > 100.0
    assert np.ptp(standard[:, 3:], axis=0).max() > 0.3
    assert v_tail == pytest.approx(standard, abs=1e-9)


def test_commands_have_the_sense_of_torques() -> None:
    for axis, torque in (("Qx", 0), ("Qy", 1), ("Qz", 2)):
        bench = bench_of(replace(GLIDER, C_m=(0, 0, 0, 0, 0, 0, 0, -0.99, 0)))
        bench.set("velocity_frd_mps", (25.0, 0.0, 0.0))
        bench.set("actuator_command", work_out(GLIDER.mixer).mix(**{axis: 0.2}))
        bench.run(1)
        assert bench.get("torque_frd_nm")[torque] > 0.1, axis


@pytest.mark.parametrize("surface", [0, 1, 2], ids=["aileron", "elevator", "rudder"])
def test_every_servo_lags_by_its_time_constant(surface: int) -> None:
    bench = bench_of(replace(GLIDER, servo_time_constant_s=0.05))
    command = [0.0] * 5
    command[surface] = 0.5 if surface == 0 else -0.5
    bench.set("actuator_command", command)
    bench.run(20)  # one time constant
    expected = np.zeros(3)
    expected[surface] = 0.5 * radians(40.0) * (1.0 - exp(-1.0))
    assert bench.get("surface_rad") == pytest.approx(expected, rel=1e-9)
    bench.run(400)
    assert bench.get("surface_rad")[surface] == pytest.approx(0.5 * radians(40.0), rel=1e-3)


def test_deflection_limits_are_each_surfaces_own() -> None:
    config = replace(
        GLIDER,
        max_aileron_deflection_angle_deg=10.0,
        max_elevator_deflection_angle_deg=20.0,
        max_rudder_deflection_angle_deg=30.0,
    )
    bench = bench_of(config)
    bench.set("actuator_command", (7.0, 7.0, -7.0, 0.0, 0.0))
    bench.run(1)
    assert np.degrees(bench.get("surface_rad")) == pytest.approx([10.0, -20.0, 30.0])


def test_a_stuck_or_weak_surface_is_felt() -> None:
    bench = bench_of(GLIDER)
    bench.set("output_effectiveness", (1.0, 0.25, 1.0, 1.0, 1.0))
    bench.set("output_stuck", (0.0, 0.0, 1.0, 0.0, 0.0))
    bench.set("actuator_command", (1.0, 1.0, 1.0, 0.0, 0.0))
    bench.run(1)
    assert bench.get("surface_rad") == pytest.approx(radians(40.0) * np.array([1.0, -0.25, 0.0]))


@pytest.mark.parametrize("lanes", [1, 16])
def test_compiled_and_interpreted_wings_give_the_same_bits(lanes: int) -> None:
    found = []
    for compiled in (True, False):
        bench = bench_of(
            replace(full_config(), propeller=AEROSONDE.propeller),
            count=3 if lanes == 16 else 1,
            lanes=lanes,
            compiled=compiled,
        )
        for row in bench.rows:
            bench.set("velocity_frd_mps", (22.0 + row, 1.0, 3.0 - 4.0 * row), row)
            bench.set("rate_frd_radps", (0.3, -0.2 * row, 0.1), row)
            bench.set("actuator_command", (0.1, -0.2, 0.3, 0.0, 0.6), row)
        bench.run(60)
        found.append([bench.table.arenas[dtype].tobytes() for dtype in ("f8", "i8", "u8")])
    assert found[0] == found[1]


def test_thrust_adds_to_the_air() -> None:
    bench = bench_of(PUBLISHED)
    in_air(bench, (25.0, 0.0, 0.0))
    bench.set("actuator_command", (0.0, 0.0, 0.0, 0.0, 0.8))
    bench.run(1)
    _, thrust, torque = propulsion(PUBLISHED, 25.0, 0.8, DENSITY)
    air = aerodynamics(PUBLISHED, np.array([25.0, 0, 0]), np.zeros(3), np.zeros(3), DENSITY)
    assert wrench_of(bench) == pytest.approx(
        air + np.array([thrust, 0, 0, -torque, 0, 0]), rel=1e-9, abs=1e-9
    )
    assert hypot(thrust, torque) > 5.0
