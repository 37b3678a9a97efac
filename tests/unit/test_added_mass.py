"""Added mass: it is inertia, it couples axes, and it never does work."""

from dataclasses import replace
from functools import partial

import numpy as np
import pytest

from simloop.math.quaternion import from_euler
from simloop.math.symmetric_matrix import inverted, upper, whole
from simloop.math.vector import Vec3
from simloop.systems import physics, vessel
from simloop.systems.vessel import AddedMass, Cell, Damping
from simloop.systems.vessel.components import Hull
from simloop.systems.vessel.hydrostatics import flotation
from simloop.systems.vessel.mass_matrix import hull_matrix
from simloop.systems.vessel.wrench import displaced
from simloop.testing.body_bench import BodyBench

RHO, G = 1025.0, 9.80665
# A box of 2 by 1 m whose lower face is 0.2 m below the centre of mass.
BOX = vessel.Config(
    motion="6dof",
    mass_kg=400.0,
    inertia_kgm2=(45.0, 150.0, 180.0, 0.0, 5.0, 0.0),
    added_mass=AddedMass(
        X_udot=-30.0, Y_vdot=-200.0, Z_wdot=-350.0, K_pdot=-20.0, M_qdot=-70.0, N_rdot=-60.0,
        Y_rdot=-15.0, N_vdot=-15.0, Z_qdot=-10.0, M_wdot=-10.0,
    ),
    damping=Damping(
        X_u=-30.0, Y_v=-150.0, Z_w=-900.0, K_p=-80.0, M_q=-300.0, N_r=-150.0,
        X_uu=-40.0, Y_vv=-300.0, Z_ww=-500.0, K_pp=-30.0, M_qq=-50.0, N_rr=-100.0,
    ),
    hull=(Cell(length_m=2.0, width_m=1.0, bottom_m=0.2, height_m=0.6),),
)  # fmt: skip
FREE = replace(BOX, damping=Damping())
LIGHT = replace(FREE, added_mass=replace(BOX.added_mass, Z_qdot=0.0, M_wdot=0.0))


def bench_of(
    config: vessel.Config, *, rate: int = 200, compiled: bool = False, gravity: float = G
) -> BodyBench:
    bench = BodyBench(
        partial(vessel.equip, config=config),
        partial(physics.equip, config=physics.Config(gravity_mps2=gravity)),
        tick_rate_hz=rate,
        compiled=compiled,
    )
    bench.set("position_ned_m", (0.0, 0.0, -flotation(config).waterline_m))
    return bench


def test_a_push_accelerates_mass_and_added_mass() -> None:
    for axis, added in enumerate((30.0, 200.0, 350.0)):
        config = replace(LIGHT, added_mass=replace(LIGHT.added_mass, Y_rdot=0.0, N_vdot=0.0))
        bench = bench_of(config, gravity=0.0)
        push = np.zeros(3)
        push[axis] = 77.0
        bench.set("external_force_ned_n", push)
        bench.run(1)
        expected = push / (400.0 + added)
        assert bench.get("acceleration_frd_mps2") == pytest.approx(expected, rel=1e-14, abs=1e-15)
    coupled = bench_of(FREE, gravity=0.0, rate=100_000)
    coupled.set("external_force_ned_n", (0.0, 60.0, 30.0))
    coupled.set("external_torque_frd_nm", (3.0, -5.0, 9.0))
    coupled.run(1)
    rates = np.linalg.solve(np.array(hull_matrix(FREE)), [0.0, 60.0, 30.0, 3.0, -5.0, 9.0])
    found = np.concatenate(
        [coupled.get("acceleration_frd_mps2"), coupled.get("angular_acceleration_frd_radps2")]
    )
    assert found == pytest.approx(rates, rel=1e-7, abs=1e-10)


def test_the_inverse_is_the_inverse() -> None:
    matrix = np.array(hull_matrix(BOX))
    assert np.array(inverted(hull_matrix(BOX), "box")) @ matrix == pytest.approx(
        np.eye(6), abs=1e-12
    )
    assert whole(upper(hull_matrix(BOX))) == hull_matrix(BOX)
    assert len(upper(hull_matrix(BOX))) == 21
    assert np.all(matrix == matrix.T)


def energy(bench: BodyBench, config: vessel.Config) -> float:
    nu = np.concatenate([bench.get("velocity_frd_mps"), bench.get("rate_frd_radps")])
    return float(0.5 * nu @ np.array(hull_matrix(config)) @ nu)


def test_added_mass_does_no_work() -> None:
    bench = bench_of(FREE, gravity=0.0, rate=400, compiled=True)
    bench.set("velocity_frd_mps", (2.0, -1.0, 0.5))
    bench.set("rate_frd_radps", (0.8, -0.5, 1.1))
    start = energy(bench, FREE)
    rates = []
    for _ in range(40):
        bench.run(100)
        rates.append(bench.get("rate_frd_radps"))
        assert energy(bench, FREE) == pytest.approx(start, rel=1e-9)
    # It tumbles: the moments of the added mass are at work, but not working.
    assert np.ptp(np.array(rates), axis=0).min() > 0.3


def test_drag_only_takes_energy() -> None:
    bench = bench_of(BOX, gravity=0.0)
    bench.set("velocity_frd_mps", (2.0, -1.0, 0.5))
    bench.set("rate_frd_radps", (0.8, -0.5, 1.1))
    levels = [energy(bench, BOX)]
    bench.set("hull_wet_gain_pm3", 1e9)
    for _ in range(200):
        bench.run(1)
        levels.append(energy(bench, BOX))
    assert np.all(np.diff(levels) < 0.0)


def potential(bench: BodyBench, config: vessel.Config) -> float:
    """Of the weight, and of the water that the hull keeps down."""
    down = bench.get("position_ned_m")[2]
    w, x, y, z = bench.get("attitude_wxyz")
    lean = Vec3(2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y))
    volume, moment = displaced(bench.component(Hull), down, lean)
    return float(RHO * G * (volume * down + moment.dot(lean)) - config.mass_kg * G * down)


def test_a_swing_in_water_keeps_its_energy() -> None:
    bench = bench_of(FREE, rate=400, compiled=True)
    rest = bench.get("position_ned_m")[2]
    ground = potential(bench, FREE)
    bench.set("attitude_wxyz", from_euler(0.1, 0.02, 0.0))
    bench.set("position_ned_m", (0.0, 0.0, rest + 0.02))
    start = potential(bench, FREE) - ground
    moving = []
    for _ in range(100):
        bench.run(97)
        moving.append(energy(bench, FREE))
        whole = moving[-1] + potential(bench, FREE) - ground
        assert whole == pytest.approx(start, rel=1e-6)
    # Nearly all of it is motion at times, and hardly any at others.
    assert max(moving) > 0.9 * start
    assert min(moving) < 0.2 * start
