"""The vessel in the plane against Fossen's equations, solved on paper or by SciPy."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from math import atan, cos, exp, hypot, log, pi, radians, sin, sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.optimize import fsolve  # type: ignore[import-untyped]

from simloop.compiler import linker
from simloop.math.quaternion import from_euler, rotate_to_world, to_euler
from simloop.systems import physics, vessel, water
from simloop.systems.vessel import AddedMass, Damping, Rudder, Thruster, Windage, performance
from simloop.systems.vessel.performance import figures, max_speed_mps, turning_radius_m
from simloop.testing.body_bench import BodyBench
from simloop.world.body import BODY_COMPONENTS
from simloop.world.mixer import Mixer
from simloop.world.plugin import VehicleClass, VehicleKit
from simloop.world.shipped import LEFT_OUT_VARIABLE
from simloop.world.steps import TableSteps, quickest_steps
from simloop.world.table import Table

Vector = NDArray[np.float64]

ADDED = AddedMass(X_udot=-6.0, Y_vdot=-45.0, N_rdot=-9.0, Y_rdot=-3.0, N_vdot=-3.0)
DRAG = Damping(
    X_u=-10.0, Y_v=-40.0, N_r=-25.0, X_uu=-8.0, Y_vv=-60.0, N_rr=-12.0, Y_r=4.0, N_v=-2.0
)
TWIN = vessel.Config(
    mass_kg=50.0,
    inertia_kgm2=(5.0, 15.0, 18.0, 0.0, 0.0, 0.0),
    added_mass=ADDED,
    damping=DRAG,
    mixer=Mixer(kind="twin_thruster"),
    thrusters=(
        Thruster(output=0, position_frd_m=(-0.6, -0.3, 0.1), max_thrust_n=60.0),
        Thruster(output=1, position_frd_m=(-0.6, 0.3, 0.1), max_thrust_n=60.0, max_reverse_n=30.0),
    ),
)
HELM = replace(
    TWIN,
    mixer=Mixer(kind="thruster_rudder"),
    thrusters=(Thruster(output=1, max_thrust_n=100.0, zero_thrust_speed_mps=6.0),),
    rudder=Rudder(output=0, position_frd_m=(-0.8, 0.0, 0.0), area_m2=0.03, wash=0.5),
)
BARE = replace(TWIN, mixer=None, thrusters=())


def bench_of(
    config: vessel.Config,
    sea: water.Config | None = None,
    *,
    rate: int = 100,
    count: int = 1,
    lanes: int = 1,
    compiled: bool = False,
) -> BodyBench:
    equips = [partial(vessel.equip, config=config)]
    if sea is not None:
        equips.append(partial(water.equip, config=sea))
    equips.append(partial(physics.equip, config=physics.Config()))
    return BodyBench(*equips, tick_rate_hz=rate, count=count, lanes=lanes, compiled=compiled)


def motion(bench: BodyBench) -> Vector:
    """Surge, sway and yaw rate of a level vessel."""
    u, v, _ = bench.get("velocity_frd_mps")
    return np.array([u, v, bench.get("rate_frd_radps")[2]])


def mass(config: vessel.Config) -> Vector:
    added = config.added_mass
    rigid = np.diag([config.mass_kg, config.mass_kg, config.inertia_kgm2[2]])
    water_matrix = -np.array(
        [[added.X_udot, 0, 0], [0, added.Y_vdot, added.Y_rdot], [0, added.N_vdot, added.N_rdot]]
    )
    return rigid + water_matrix


def coriolis(config: vessel.Config, nu: Vector) -> Vector:
    """C_RB + C_A as the book has them, for symmetric added mass."""
    u, v, r = nu
    added, m = config.added_mass, config.mass_kg
    rigid = np.array([[0, 0, -m * v], [0, 0, m * u], [m * v, -m * u, 0]])
    a = added.Y_vdot * v + added.Y_rdot * r
    return rigid + np.array([[0, 0, a], [0, 0, -added.X_udot * u], [-a, added.X_udot * u, 0]])


def drag(config: vessel.Config, nu: Vector) -> Vector:
    u, v, r = nu
    d = config.damping
    return -np.array(
        [
            [d.X_u + d.X_uu * abs(u), 0, 0],
            [0, d.Y_v + d.Y_vv * abs(v), d.Y_r],
            [0, d.N_v, d.N_r + d.N_rr * abs(r)],
        ]
    )


def rudder_push(config: vessel.Config, nu: Vector, angle: float, thrust: float) -> Vector:
    """Normal force of the blade by angles: flow direction, angle of attack, dynamic pressure."""
    rudder = config.rudder
    assert rudder is not None
    u, v, r = nu
    x = rudder.position_frd_m[0]
    disc = pi * rudder.propeller_diameter_m**2 / 4.0
    along = sqrt(u * u + rudder.wash * 2.0 * max(thrust, 0.0) / (1025.0 * disc))
    across = v + x * r
    speed2 = along**2 + across**2
    slope = 6.13 * rudder.aspect_ratio / (rudder.aspect_ratio + 2.25)
    attack = angle + atan(across / along)
    normal = 0.5 * 1025.0 * rudder.area_m2 * slope * speed2 * sin(attack)
    return np.array([-normal * sin(angle), -normal * cos(angle), -x * normal * cos(angle)])


def test_linear_surge_decays_exponentially() -> None:
    config = replace(BARE, damping=Damping(X_u=-10.0))
    bench = bench_of(config)
    bench.set("velocity_frd_mps", (3.0, 0.0, 0.0))
    bench.run(800)
    tau = (50.0 + 6.0) / 10.0
    assert motion(bench)[0] == pytest.approx(3.0 * exp(-8.0 / tau), rel=1e-9)
    way = 3.0 * tau * (1.0 - exp(-8.0 / tau))
    assert bench.get("position_ned_m")[0] == pytest.approx(way, rel=1e-9)


def test_quadratic_surge_decays_as_a_hyperbola() -> None:
    bench = bench_of(replace(BARE, damping=Damping(X_uu=-8.0)))
    bench.set("velocity_frd_mps", (3.0, 0.0, 0.0))
    bench.run(800)
    slowed = 1.0 + 8.0 * 3.0 * 8.0 / 56.0
    assert motion(bench)[0] == pytest.approx(3.0 / slowed, rel=1e-7)
    assert bench.get("position_ned_m")[0] == pytest.approx(56.0 / 8.0 * log(slowed), rel=1e-7)


def test_a_push_meets_mass_and_added_mass_with_its_coupling() -> None:
    bench = bench_of(replace(BARE, damping=Damping()), rate=400)
    bench.set("external_force_ned_n", (20.0, -30.0, 0.0))
    bench.set("external_torque_frd_nm", (0.0, 0.0, 4.0))
    bench.run(1)
    expected = np.linalg.solve(mass(BARE), [20.0, -30.0, 4.0])
    assert motion(bench) * 400.0 == pytest.approx(expected, rel=1e-5)
    first = bench_of(replace(BARE, damping=Damping()), rate=100_000)
    first.set("external_force_ned_n", (20.0, -30.0, 0.0))
    first.run(1)
    assert first.get("acceleration_frd_mps2")[0] == pytest.approx(20.0 / 56.0, rel=1e-12)


def test_rates_are_those_of_the_matrix_equation() -> None:
    nu = np.array([1.3, -0.4, 0.5])
    bench = bench_of(BARE, rate=1_000_000)
    bench.set("velocity_frd_mps", (nu[0], nu[1], 0.0))
    bench.set("rate_frd_radps", (0.0, 0.0, nu[2]))
    bench.run(1)
    rates = np.linalg.solve(mass(BARE), -(coriolis(BARE, nu) + drag(BARE, nu)) @ nu)
    assert (motion(bench) - nu) * 1e6 == pytest.approx(rates, rel=1e-5)


def test_the_steady_turn_of_two_thrusters() -> None:
    bench = bench_of(TWIN, rate=50)
    bench.set("actuator_command", (1.0, 0.5))
    bench.run(3000)
    pull = np.array([60.0 + 15.0, 0.0, 0.3 * 60.0 - 0.3 * 15.0])

    def balance(nu: Vector) -> Vector:
        return pull - (coriolis(TWIN, nu) + drag(TWIN, nu)) @ nu

    # A hull that likes to turn has other balances too: begin near this one.
    expected = fsolve(balance, [1.0, -0.5, 0.8], xtol=1e-13)
    assert motion(bench) == pytest.approx(expected, rel=1e-8)
    assert expected[2] > 0.2


def test_the_steady_turn_by_the_rudder_is_the_figure_of_info() -> None:
    config = HELM
    bench = bench_of(config, rate=50)
    bench.set("actuator_command", (1.0, 1.0))
    bench.run(6000)

    def balance(nu: Vector) -> Vector:
        thrust = 100.0 * (1.0 - nu[0] / 6.0)
        push = rudder_push(config, nu, radians(35.0), thrust)
        return np.array([thrust, 0.0, 0.0]) + push - (coriolis(config, nu) + drag(config, nu)) @ nu

    expected = fsolve(balance, [1.5, -0.1, 0.3], xtol=1e-13)
    assert motion(bench) == pytest.approx(expected, rel=1e-6)
    radius = hypot(expected[0], expected[1]) / expected[2]
    assert turning_radius_m(config) == pytest.approx(radius, rel=1e-4)
    # The track is a circle of that radius.
    places = []
    for _ in range(60):
        bench.run(10)
        places.append(bench.get("position_ned_m")[:2])
    track = np.array(places)
    fit = np.linalg.lstsq(
        np.column_stack([2.0 * track, np.ones(len(track))]), (track**2).sum(axis=1), rcond=None
    )[0]
    assert sqrt(fit[2] + fit[0] ** 2 + fit[1] ** 2) == pytest.approx(radius, rel=1e-6)


def test_the_turning_trial_has_the_same_bits_compiled_and_interpreted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = []
    for compiled in (False, True):

        def steps_of(table: Table, compiled: bool = compiled) -> TableSteps:
            return TableSteps(table, compiled=compiled)

        monkeypatch.setattr(performance, "quickest_steps", steps_of)
        found.append(turning_radius_m.__wrapped__(HELM))
    assert found[0] == found[1] == turning_radius_m(HELM)


def test_nothing_is_compiled_for_who_cannot_wait(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kit = VehicleKit(10)
    for component in BODY_COMPONENTS:
        kit.component(component)
    vessel.equip(kit, HELM)
    table = Table(VehicleClass.from_kit(kit), 1)
    monkeypatch.setenv(LEFT_OUT_VARIABLE, "1")
    monkeypatch.setenv("SIMLOOP_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(linker, "_linkers", [])
    assert not quickest_steps(table).compiled
    TableSteps(table, compiled=True).prepare()
    assert quickest_steps(table).compiled


def test_top_speed_is_that_of_the_figures() -> None:
    bench = bench_of(HELM, rate=20)
    bench.set("actuator_command", (0.0, 1.0))
    bench.run(4000)
    assert motion(bench)[0] == pytest.approx(max_speed_mps(HELM), rel=1e-9)
    assert figures(HELM)["max_speed_mps"] == max_speed_mps(HELM)


def test_a_vessel_without_engines_drifts_with_the_current() -> None:
    sea = water.Config(current_speed_mps=0.8, current_direction_to_deg=120.0)
    bench = bench_of(BARE, sea, rate=20)
    bench.set("rate_frd_radps", (0.0, 0.0, 1.0))
    bench.run(4000)
    moving = rotate_to_world(*bench.get("attitude_wxyz"), *bench.get("velocity_frd_mps"))
    expected = (0.8 * cos(radians(120.0)), 0.8 * sin(radians(120.0)), 0.0)
    assert moving == pytest.approx(expected, abs=1e-6)


def test_a_current_changes_nothing_but_the_place() -> None:
    still = bench_of(TWIN, rate=200)
    stream = bench_of(TWIN, water.Config(current_speed_mps=0.7), rate=200)
    for bench, extra in ((still, 0.0), (stream, 0.7)):
        bench.set("velocity_frd_mps", (1.0 + extra, 0.2, 0.0))
        bench.set("actuator_command", (0.9, 0.2))
        bench.run(1000)
    shift = stream.get("position_ned_m") - still.get("position_ned_m")
    assert shift == pytest.approx([0.7 * 5.0, 0.0, 0.0], abs=1e-9)
    assert stream.get("attitude_wxyz") == pytest.approx(still.get("attitude_wxyz"), abs=1e-10)


@pytest.mark.parametrize("rate", [20, 200])
def test_process_noise_has_its_density_at_every_rate(rate: int) -> None:
    config = replace(
        BARE, damping=Damping(), added_mass=AddedMass(), acceleration_noise=0.05,
        yaw_acceleration_noise=0.02,
    )  # fmt: skip
    count = 3000
    bench = bench_of(config, rate=rate, count=count, lanes=16, compiled=True)
    for row in range(count):
        bench.set("noise_key", 50 + row, row)
    bench.run(2 * rate)
    turn = [bench.get("rate_frd_radps", row)[2] for row in range(count)]
    speed2 = [(bench.get("velocity_frd_mps", row) ** 2).sum() for row in range(count)]
    assert np.var(turn) == pytest.approx(0.02**2 * 2.0, rel=0.08)
    assert np.mean(speed2) == pytest.approx(2.0 * 0.05**2 * 2.0, rel=0.08)


def test_acceleration_adds_up_to_the_velocity() -> None:
    bench = bench_of(TWIN)
    bench.set("actuator_command", (1.0, 0.1))
    total = np.zeros(3)
    for _ in range(150):
        bench.run(1)
        attitude = bench.get("attitude_wxyz")
        total += np.array(rotate_to_world(*attitude, *bench.get("acceleration_frd_mps2"))) / 100.0
    moving = rotate_to_world(*bench.get("attitude_wxyz"), *bench.get("velocity_frd_mps"))
    assert total == pytest.approx(moving, abs=1e-12)


SWELL = water.Config(
    level_down_m=0.4,
    waves=water.Waves(
        spectrum="regular", significant_height_m=1.0, peak_period_s=20.0, direction_from_deg=180.0
    ),
)


def test_riding_a_swell() -> None:
    config = replace(BARE, ride="waves", ride_period_s=0.5, waterline_frd_m=0.1, damping=Damping())
    bench = bench_of(config, SWELL)
    bench.set("attitude_wxyz", from_euler(0.0, 0.0, pi / 2.0))
    bench.run(900)
    surface, slope = bench.get("water_down_m")[0], bench.get("water_slope_ne")[0]
    assert bench.get("position_ned_m")[2] == pytest.approx(surface - 0.1, abs=0.03)
    # Heading east, a surface that goes down to the north leans the vessel to the left.
    roll, pitch, yaw = to_euler(*bench.get("attitude_wxyz"))
    assert roll == pytest.approx(-slope, abs=1.5e-3)
    assert pitch == pytest.approx(0.0, abs=1e-6)
    assert yaw == pytest.approx(pi / 2.0, abs=1e-9)
    assert abs(slope) > 1e-3
    before = bench.get("position_ned_m")[2]
    bench.run(1)
    climbing = rotate_to_world(*bench.get("attitude_wxyz"), *bench.get("velocity_frd_mps"))[2]
    assert (bench.get("position_ned_m")[2] - before) * 100.0 == pytest.approx(climbing, abs=1e-9)


def test_flat_stays_level_at_its_height() -> None:
    bench = bench_of(BARE, SWELL)
    bench.set("position_ned_m", (0.0, 0.0, 0.3))
    bench.run(300)
    assert bench.get("position_ned_m")[2] == 0.3
    assert to_euler(*bench.get("attitude_wxyz"))[:2] == (0.0, 0.0)


def test_it_starts_afloat() -> None:
    kit = VehicleKit(100)
    vessel.equip(kit, replace(BARE, waterline_frd_m=0.1))
    assert kit.facts["standing_height_m"] == 0.1
    water.equip(kit, SWELL)
    assert kit.facts["standing_height_m"] == pytest.approx(-0.3)


def test_nonsense_freezes() -> None:
    bench = bench_of(BARE)
    bench.set("external_torque_frd_nm", (0.0, 0.0, np.inf))
    bench.run(3)
    assert bench.get("frozen_tick") == 1.0
    assert np.all(bench.get("position_ned_m") == 0.0)


def test_same_bits_compiled_and_in_every_lane_count() -> None:
    sea = water.Config(
        current_speed_mps=0.3, waves=water.Waves(spectrum="jonswap", significant_height_m=0.3)
    )
    air = Windage(frontal_area_m2=0.4, lateral_area_m2=1.0, centre_frd_m=(0.2, 0.0, 0.0))
    config = replace(HELM, ride="waves", acceleration_noise=0.02, windage=air)
    states = set()
    for lanes in (1, 16):
        for compiled in (False, True):
            bench = bench_of(config, sea, count=3, lanes=lanes, compiled=compiled)
            for row in range(3):
                bench.set("noise_key", 3 + row, row)
                bench.set("wind_ned_mps", (4.0, -2.0, 0.0), row)
                bench.set("actuator_command", (0.8 - 0.5 * row, 0.9), row)
            bench.run(120)
            names = ("position_ned_m", "attitude_wxyz", "velocity_frd_mps", "rate_frd_radps")
            states.add(b"".join(bench.get(n, row).tobytes() for row in range(3) for n in names))
    assert len(states) == 1


@pytest.mark.parametrize(
    ("change", "word"),
    [
        (lambda: {"mass_kg": 0.0}, "mass_kg"),
        (lambda: {"damping": Damping(X_u=3.0)}, "X_u"),
        (lambda: {"added_mass": AddedMass(Y_vdot=1.0)}, "Y_vdot"),
        (lambda: {"added_mass": AddedMass(Y_rdot=-500.0, N_vdot=-500.0)}, "Y_rdot"),
        (lambda: {"mixer": None}, "mixer"),
        (lambda: {"thrusters": (), "rudder": None}, "mixer"),
        (lambda: {"thrusters": (Thruster(output=5),)}, "output"),
        (lambda: {"thrusters": (Thruster(), Thruster())}, "output"),
        (lambda: {"thrusters": (Thruster(max_thrust_n=-1.0),)}, "max_thrust_n"),
        (lambda: {"thrusters": (Thruster(zero_thrust_speed_mps=0.0),)}, "zero_thrust_speed_mps"),
        (lambda: {"rudder": Rudder(output=1, wash=2.0), "thrusters": ()}, "wash"),
        (lambda: {"inertia_kgm2": (1.0, 1.0, -1.0, 0.0, 0.0, 0.0)}, "inertia_kgm2"),
        (lambda: {"motion": "6dof"}, "hull"),
    ],
)
def test_impossible_vessels_are_refused_by_name(
    change: Callable[[], dict[str, Any]], word: str
) -> None:
    with pytest.raises(ValueError, match=word):
        vessel.equip(VehicleKit(100), replace(TWIN, **change()))  # type: ignore[arg-type]
