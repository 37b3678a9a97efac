"""Inflow at each hub, descent, the mean over the tick, and coaxial pairs of a multirotor."""

from dataclasses import replace
from functools import partial
from itertools import pairwise
from math import exp, pi, sqrt

import numpy as np
import pytest
from multirotor_bench import config_of
from scipy.integrate import quad as integral
from scipy.optimize import brentq

from simloop.firmware.multirotor.allocation import allocation, geometry_mixer
from simloop.firmware.multirotor.gains import yaw_lead
from simloop.server.files.load import load_vehicle
from simloop.server.files.parts import equip
from simloop.server.plugins import Registry
from simloop.sitl.multirotor_facts import multirotor_facts
from simloop.systems import multirotor, physics
from simloop.systems.multirotor import performance
from simloop.systems.multirotor.descent import still_disc
from simloop.testing.body_bench import BodyBench
from simloop.world.day import Day
from simloop.world.plugin import VehicleKit

MOVE = partial(physics.equip, config=physics.Config())
QUAD = replace(
    multirotor.Config(), C_D=0.0, CD_induced=0.0, ground_effect=(0.0, 0.0, 0.0, 0.0, 0.0)
)
DENSITY = 1.225
SPEED_RADPS = 400.0
TIP = SPEED_RADPS / (2.0 * pi) * QUAD.prop_diameter_m
LIBRARY = ("quad", "quad_bumper", "racer", "hexa", "octo", "x8", "y6", "quadplane")


def bench_of(config: multirotor.Config, *, tick_rate_hz: int = 400) -> BodyBench:
    bench = BodyBench(partial(multirotor.equip, config=config), MOVE, tick_rate_hz=tick_rate_hz)
    bench.set("position_ned_m", (0.0, 0.0, -100.0))
    return bench


def held(config: multirotor.Config = QUAD) -> BodyBench:
    bench = bench_of(config)
    bench.set("rotor_lag_gain", 0.0)
    bench.set("rotor_speed_radps", SPEED_RADPS)
    return bench


def thrust_coefficient(climb_mps: float) -> float:
    bench = held()
    bench.set("velocity_frd_mps", (0.0, 0.0, -climb_mps))
    bench.run(1)
    unit = 4.0 * DENSITY * QUAD.prop_diameter_m**4 * (SPEED_RADPS / (2.0 * pi)) ** 2
    return float(-bench.get("force_frd_n")[2]) / unit


@pytest.mark.parametrize("axis", [0, 1])
def test_a_turning_body_is_damped_by_its_rotors(axis: int) -> None:
    rate = 2.0
    bench = held()
    bench.set("rate_frd_radps", [rate if k == axis else 0.0 for k in range(3)])
    bench.run(1)
    arm, d = 0.25 * sqrt(0.5), QUAD.prop_diameter_m
    unit = DENSITY * d**4 * (SPEED_RADPS / (2.0 * pi)) ** 2
    # Hubs that go down meet flow from below, where the coefficient is its tangent.
    j = rate * arm / TIP
    c0, c1, c2 = QUAD.C_T
    rising, sinking = c0 + c1 * j + c2 * j * j, c0 - c1 * j
    expected = 2.0 * arm * unit * (rising - sinking)
    assert bench.get("torque_frd_nm")[axis] == pytest.approx(expected, rel=1e-9)
    assert expected < 0.0


def test_thrust_grows_with_every_metre_of_descent() -> None:
    ratios = np.linspace(0.0, -1.0, 41)
    found = [thrust_coefficient(ratio * TIP) for ratio in ratios]
    for j, c in zip(ratios, found, strict=True):
        if j >= -0.2:
            assert c == pytest.approx(QUAD.C_T[0] + QUAD.C_T[1] * j, rel=1e-9)
    end = still_disc(QUAD)[0]
    for (_, before), (j, after) in pairwise(zip(ratios, found, strict=True)):
        assert after > before or j < end or j == pytest.approx(-0.225)
    assert found[-1] == pytest.approx(still_disc(QUAD)[1], rel=1e-9)
    # No step where one part of the curve meets the next.
    assert max(abs(np.diff(found))) < 0.01


def test_the_vortex_ring_ends_where_leishmans_fit_has_no_flow() -> None:
    def flow(x: float) -> float:
        return x + 1.0 - 1.125 * x - 1.372 * x**2 - 1.718 * x**3 - 0.655 * x**4

    x = brentq(flow, -2.0, -1.0)
    advance, coefficient = still_disc(QUAD)
    assert advance / sqrt(2.0 * coefficient / pi) == pytest.approx(x, abs=1e-6)

    # Blade elements: thrust falls in proportion to the flow through the disc. Its slope from a
    # climb solved by momentum theory, v (v + J) = 2 C_T / pi.
    def through(j: float) -> float:
        c = QUAD.C_T[0] + QUAD.C_T[1] * j
        return j + brentq(lambda v: v * (v + j) - 2.0 * c / pi, 0.0, 1.0, xtol=1e-15)

    slope = QUAD.C_T[1] * 1e-4 / (through(1e-4) - through(0.0))
    expected = QUAD.C_T[0] - slope * through(0.0)
    assert coefficient == pytest.approx(expected, rel=1e-3)


def test_descent_is_slowed_by_the_rotors() -> None:
    # At hover speed the decay of a slow descent is -dT/dV over mass.
    config = replace(QUAD, mass_kg=3.5)
    bench = bench_of(config)
    speed = performance.hover_speed_radps(config, day=Day())
    bench.set("rotor_lag_gain", 0.0)
    bench.set("rotor_speed_radps", speed)
    bench.set("velocity_frd_mps", (0.0, 0.0, 2.0))
    bench.run(400)
    d = config.prop_diameter_m
    damping = -4.0 * config.C_T[1] * DENSITY * d**3 * speed / (2.0 * pi) / 3.5
    assert bench.get("velocity_frd_mps")[2] == pytest.approx(2.0 * exp(-damping), rel=1e-6)
    assert damping > 0.4


@pytest.mark.parametrize("tick_rate_hz", [100, 400])
@pytest.mark.parametrize("command", [0.6, 0.2])
def test_a_tick_has_the_mean_of_speed_and_of_its_square(tick_rate_hz: int, command: float) -> None:
    config = replace(QUAD, rotor_time_constant_up_s=0.03, rotor_time_constant_down_s=0.05)
    bench = bench_of(config, tick_rate_hz=tick_rate_hz)
    bench.set("motor_command", command)
    bench.set("rotor_speed_radps", 300.0)
    bench.run(1)
    target, lag = bench.get("rotor_target_radps")[0], 0.03 if command > 0.5 else 0.05
    period = 1.0 / tick_rate_hz
    square, _ = integral(
        lambda t: (target + (300.0 - target) * exp(-t / lag)) ** 2, 0.0, period, epsrel=1e-13
    )
    expected = QUAD.C_T[0] * DENSITY * QUAD.prop_diameter_m**4 / (4.0 * pi**2) * square / period
    assert bench.get("rotor_thrust")[0] == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize("name", LIBRARY)
def test_rotors_of_the_library_have_inertia(name: str) -> None:
    config = library(name)
    # A propeller of its size weighs grams: between a fifth of that rod's inertia and all of it.
    area = config.prop_diameter_m**2
    heaviest_kg = 0.3 * area
    assert 0.2 * heaviest_kg * area / 12.0 < config.rotor_inertia_kgm2 < heaviest_kg * area / 12.0


def library(name: str) -> multirotor.Config:
    kit = VehicleKit(400)
    for part, settings in load_vehicle(name).dynamics.items():
        equip(kit, Registry(), part, settings)
    return config_of(kit)


@pytest.mark.parametrize("name", ["x8", "y6"])
def test_coaxial_pairs_lose_a_part_of_two_propellers(name: str) -> None:
    config = library(name)
    alone = replace(config, rotor_thrust_shares=(), rotor_torque_shares=())
    most, most_alone = performance.max_thrust_n(config), performance.max_thrust_n(alone)
    assert 0.82 < most / most_alone < 0.88
    assert performance.hover_throttle(config) > 1.03 * performance.hover_throttle(alone)
    # The lower one is the same propeller in a climb: both shares belong to one advance ratio.
    c, q = config.C_T, config.C_Q
    j = brentq(lambda x: c[0] + c[1] * x + c[2] * x * x - 0.7 * c[0], 0.0, 0.5)
    assert min(config.rotor_thrust_shares) == 0.7
    assert min(config.rotor_torque_shares) == pytest.approx(
        (q[0] + q[1] * j + q[2] * j * j) / q[0], abs=5e-3
    )


@pytest.mark.parametrize("name", LIBRARY)
def test_the_firmwares_hover_is_the_simulations(name: str) -> None:
    config = library(name)
    facts = multirotor_facts(config, 400)
    assert facts.hover_speed_radps == pytest.approx(
        performance.hover_speed_radps(config, day=Day()), rel=1e-9
    )
    # Lift alone turns nothing, and lifts as much as was asked.
    lift, *_ = geometry_mixer(facts)
    assert np.array(allocation(facts)) @ np.array(lift) == pytest.approx([1.0, 0.0, 0.0, 0.0])
    # Six propellers on three arms balance yaw by lower ones that turn faster, by their torque.
    uneven = 1.0 / 0.94 if name == "y6" else 1.0
    assert max(lift) / min(lift) == pytest.approx(uneven, rel=1e-6)


def test_yaw_torque_arrives_as_asked_although_rotors_speed_up() -> None:
    config = replace(
        QUAD,
        rotor_inertia_kgm2=2.6e-4,
        rotor_time_constant_up_s=0.04,
        rotor_time_constant_down_s=0.04,
    )
    facts = multirotor_facts(config, 400)
    share, rate = yaw_lead(facts)
    # Torque asked for in a step, the rotor speed it means, and what the body then feels.
    wanted, slow, felt = 0.01, 0.0, []
    hover = facts.hover_speed_radps
    per_speed = 2.0 * facts.torque_per_speed2 * hover
    speed, dt = 0.0, 1.0 / 4000.0
    for _ in range(2000):
        rest = wanted - slow
        asked = slow + share * rest
        slow += rate * dt * rest
        gained = (asked / per_speed - speed) * (1.0 - exp(-dt / 0.04))
        speed += gained
        felt.append(per_speed * speed + config.rotor_inertia_kgm2 * gained / dt)
    assert felt == pytest.approx([wanted] * 2000, rel=0.02)
