"""Aerodynamics by tables against the derivatives that the tables were sampled from."""

from dataclasses import replace
from functools import partial
from math import cos, pi, sin

import numpy as np
import pytest
from beard_mclain import MOVE, wrench_of

from simloop.server.files import build_config, load_vehicle
from simloop.systems import aero_table, fixed_wing
from simloop.systems.aero_table.components import GridPlace
from simloop.systems.aero_table.grid import MAX_POINTS, Grid
from simloop.systems.aero_table.wrench import grid_spot
from simloop.systems.fixed_wing.curves import drag_coefficient, lift_coefficient
from simloop.testing.body_bench import BodyBench
from simloop.world.plugin import VehicleKit

TRAINER = build_config(fixed_wing.Config, load_vehicle("trainer").dynamics["fixed_wing"])
LIBRARY = build_config(aero_table.Config, load_vehicle("trainer_table").dynamics["aero_table"])
CLEAN = replace(TRAINER, servo_time_constant_s=0.0)


def pitch_coefficient(alpha: float) -> float:
    """C_m without rates and elevator: its slope sees the sine of alpha when the wing is stalled."""
    x = np.exp(50.0 * (abs(alpha) - 0.26))
    seen = (alpha + x * sin(alpha)) / (1.0 + x)
    return TRAINER.C_m[0] + TRAINER.C_m[1] * seen


def seen_beta(beta: float) -> float:
    """The sideslip that derivatives see: itself up to 0.4 rad, half of its sine from 0.8 on."""
    near = float(np.clip((0.8 - abs(beta)) / 0.4, 0.0, 1.0))
    share = near**2 * (3.0 - 2.0 * near)
    return share * beta + (1.0 - share) * 0.5 * sin(beta)


def sampled(step_deg: float) -> aero_table.Config:
    """The trainer as tables, every so many degrees."""
    alpha_deg = tuple(np.linspace(-180.0, 180.0, round(360.0 / step_deg) + 1).tolist())
    alpha = np.radians(alpha_deg)
    beta_deg = tuple(np.linspace(-90.0, 90.0, 9).tolist())
    betas = [seen_beta(b) for b in np.radians(beta_deg)]
    return replace(
        LIBRARY,
        servo_time_constant_s=0.0,
        alpha_deg=alpha_deg,
        C_L=tuple(lift_coefficient(TRAINER, a) for a in alpha),
        C_D=tuple(drag_coefficient(TRAINER, a) for a in alpha),
        C_m=tuple(pitch_coefficient(a) for a in alpha),
        beta_deg=beta_deg,
        C_Y=tuple(TRAINER.C_Y[2] * b for b in betas),
        C_ell=tuple(TRAINER.C_ell[2] * b for b in betas),
        C_n=tuple(TRAINER.C_n[2] * b for b in betas),
    )


def by_table(config: aero_table.Config, **options: int | bool) -> BodyBench:
    return BodyBench(partial(aero_table.equip, config=config), MOVE, **options)  # type: ignore[arg-type]


def by_derivatives() -> BodyBench:
    return BodyBench(partial(fixed_wing.equip, config=CLEAN), MOVE)


def flown(bench: BodyBench, alpha: float, beta: float, seed: int) -> np.ndarray:
    """The wrench at an angle of attack, with all rates, surfaces and throttle in use."""
    rng = np.random.default_rng(seed)
    speed = 18.0
    bench.set("position_ned_m", (0.0, 0.0, -500.0))
    bench.set("attitude_wxyz", (1.0, 0.0, 0.0, 0.0))
    air = (speed * cos(alpha) * cos(beta), speed * sin(beta), speed * sin(alpha) * cos(beta))
    bench.set("velocity_frd_mps", air)
    bench.set("rate_frd_radps", tuple(rng.uniform(-1.0, 1.0, 3)))
    bench.set("actuator_command", (*rng.uniform(-0.5, 0.5, 3), 0.0, 0.6))
    bench.set("prop_speed_radps", 500.0)
    bench.run(1)
    return wrench_of(bench)


# What the wrench is measured by: dynamic pressure times area, 1 m of arm.
SCALE = 0.5 * 1.225 * 18.0**2 * 0.345


def test_at_grid_points_tables_are_the_derivatives() -> None:
    table, wing = by_table(sampled(2.5)), by_derivatives()
    for number, alpha_deg in enumerate(
        (-177.5, -90.0, -20.0, -2.5, 0.0, 5.0, 12.5, 15.0, 80.0, 175.0)
    ):
        alpha = np.radians(alpha_deg)
        for beta in (-3.0 * pi / 8.0, 0.0, 0.3, pi / 4.0):
            expected = flown(wing, alpha, beta, number)
            assert flown(table, alpha, beta, number) == pytest.approx(expected, abs=1e-11 * SCALE)


def test_between_grid_points_the_error_falls_with_the_square_of_the_step() -> None:
    wing = by_derivatives()
    # Half-way between points of both grids, through the stall.
    alphas = np.radians(np.arange(-40.0, 40.0, 5.0) + 0.25)
    worst = []
    for step in (0.5, 0.25, 0.125):
        table = by_table(sampled(step))
        middle = np.radians(step / 2.0 - 0.25)
        errors = [
            np.abs(flown(table, a + middle, 0.1, 1) - flown(wing, a + middle, 0.1, 1)).max()
            for a in alphas
        ]
        worst.append(max(errors) / SCALE)
    # A straight line misses a curve by its second derivative times step^2/8.
    assert worst[0] < 0.03
    assert worst[0] > 3.0 * worst[1] > 9.0 * worst[2] > 0.0


@pytest.mark.parametrize("beta", [0.05, -3.0 * pi / 8.0])
def test_the_librarys_table_flies_like_the_trainer(beta: float) -> None:
    table, wing = by_table(replace(LIBRARY, servo_time_constant_s=0.0)), by_derivatives()
    for alpha_deg in (-7.5, 0.0, 2.5, 10.0, 90.0):
        found = flown(table, np.radians(alpha_deg), beta, 3)
        # The file has four digits.
        assert found == pytest.approx(flown(wing, np.radians(alpha_deg), beta, 3), abs=6e-4 * SCALE)


def test_outside_a_table_its_ends_hold() -> None:
    bench = by_table(replace(sampled(2.5), alpha_deg=(-10.0, 10.0), C_L=(0.1, 0.9),
                             C_D=(0.05,), C_m=(0.0,)))  # fmt: skip
    bench.set("prop_effectiveness", 0.0)
    for alpha, lift in ((0.5, 0.9), (3.0, 0.9), (-0.5, 0.1), (-3.0, 0.1), (0.0, 0.5)):
        bench.set("velocity_frd_mps", (18.0 * cos(alpha), 0.0, 18.0 * sin(alpha)))
        bench.set("rate_frd_radps", 0.0)
        bench.run(1)
        fx, _, fz = bench.get("force_frd_n")
        assert (fx * sin(alpha) - fz * cos(alpha)) / SCALE == pytest.approx(lift, rel=1e-6)


@pytest.mark.parametrize(
    ("angle", "cell", "share"),
    [(-0.5, 0, 0.0), (0.0, 0, 0.0), (0.3, 1, 0.2), (0.99, 3, 0.96), (1.0, 3, 1.0), (7.0, 3, 1.0)],
)
def test_a_place_on_the_grid(angle: float, cell: int, share: float) -> None:
    # Five points from 0 to 1.
    found, where = grid_spot(angle, GridPlace(0.0, 4.0), 5)
    assert found == cell
    assert where == pytest.approx(share)


def test_a_number_that_is_none_does_not_leave_the_table() -> None:
    assert grid_spot(float("nan"), GridPlace(0.0, 4.0), 5).cell == 0


def test_unequal_angles_are_resampled_to_the_smallest_step() -> None:
    grid = Grid((-10.0, 0.0, 2.5, 5.0, 20.0), "alpha_deg")
    assert grid.points == 13
    table = grid.resample((0.0, 1.0, 3.0, 4.0, -2.0), "C_L")
    assert table[0] == 0.0
    assert table[4:7] == [1.0, 3.0, 4.0]
    assert table[2] == pytest.approx(0.5)
    assert table[-1] == -2.0
    assert grid.resample((0.7,), "C_L") == [0.7] * 13
    assert grid.place == pytest.approx((-10.0 * pi / 180.0, 180.0 / pi / 2.5))


@pytest.mark.parametrize("speed", [0.0, 1e-3, 30.0, 1e3])
def test_no_direction_of_flight_gives_nonsense(speed: float) -> None:
    bench = by_table(replace(LIBRARY, servo_time_constant_s=0.0))
    directions = [*np.eye(3), *-np.eye(3), *np.random.default_rng(1).normal(size=(10, 3))]
    for direction in directions:
        bench.set("velocity_frd_mps", tuple(speed * direction))
        bench.set("rate_frd_radps", (3.0, -3.0, 3.0))
        bench.run(1)
        assert np.all(np.isfinite(wrench_of(bench)))
        assert bench.get("frozen") == 0.0


@pytest.mark.parametrize("lanes", [1, 16])
def test_compiled_and_interpreted_tables_give_the_same_bits(lanes: int) -> None:
    found = []
    for compiled in (True, False):
        bench = by_table(LIBRARY, count=3 if lanes == 16 else 1, lanes=lanes, compiled=compiled)
        for row in bench.rows:
            bench.set("velocity_frd_mps", (15.0 + row, 1.0, 3.0 - 4.0 * row), row)
            bench.set("rate_frd_radps", (0.3, -0.2 * row, 0.1), row)
            bench.set("actuator_command", (0.1, -0.2, 0.3, 0.0, 0.6), row)
        bench.run(40)
        found.append([bench.table.arenas[dtype].tobytes() for dtype in ("f8", "i8", "u8")])
    assert found[0] == found[1]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"alpha_deg": (1.0,)}, "alpha_deg must have two or more angles that rise"),
        ({"alpha_deg": (0.0, 5.0, 5.0)}, "alpha_deg must have"),
        ({"beta_deg": (5.0, -5.0)}, "beta_deg must have"),
        ({"C_L": (0.1, 0.2)}, "C_L has 2 numbers, but alpha_deg has 3"),
        ({"C_n": (0.1, 0.2, 0.3)}, "C_n has 3 numbers, but beta_deg has 2"),
        ({"C_m_elevator": (0.1, 0.2)}, "C_m_elevator has 2"),
        ({"alpha_deg": (0.0, 1e-3, 90.0)}, f"{MAX_POINTS} is the limit"),
        ({"wing_b": 0.0}, "aero_table: wing_b must be positive"),
        ({"mass_kg": -2.0}, "aero_table: mass_kg must be positive"),
    ],
)
def test_impossible_tables_are_refused_by_name(change: dict[str, object], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        aero_table.equip(VehicleKit(400), replace(aero_table.Config(), **change))  # type: ignore[arg-type]
