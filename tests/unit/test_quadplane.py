"""The quadplane: two force models on one body, on one battery; hover, unloading, wing alone."""

from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pytest

from simloop.server.files.load import load_vehicle
from simloop.server.files.settings import build_config
from simloop.server.simulation import Simulation
from simloop.systems import battery, fixed_wing, multirotor, physics
from simloop.systems.fixed_wing import performance as fixed_wing_performance
from simloop.systems.multirotor import performance as multirotor_performance
from simloop.testing.body_bench import BodyBench
from simloop.world.day import Day
from simloop.world.plugin import VehicleKit

MOVE = partial(physics.equip, config=physics.Config())
_FILE = load_vehicle("quadplane")
ROTORS = build_config(multirotor.Config, _FILE.dynamics["multirotor"], "multirotor")
WING = build_config(fixed_wing.Config, _FILE.dynamics["fixed_wing"], "fixed_wing")
NO_CUSHION = replace(ROTORS, ground_effect=(0.0, 0.0, 0.0, 0.0, 0.0))
WEIGHT_N = 6.5 * 9.80665

Equip = Any
BY_ROTORS: Equip = partial(multirotor.equip, config=NO_CUSHION)
BY_WING: Equip = partial(fixed_wing.equip, config=WING)
BY_BATTERY: Equip = partial(battery.equip, config=battery.Config(cells=6, capacity_ah=16.0))


def bench_of(*equips: Equip, **options: Any) -> BodyBench:
    bench = BodyBench(*equips, MOVE, **options)
    for row in bench.rows:
        bench.set("position_ned_m", (0.0, 0.0, -100.0), row)
    return bench


def hold_rotors(bench: BodyBench, speeds: Any) -> None:
    bench.set("rotor_lag_gain", 0.0)
    bench.set("rotor_speed_radps", speeds)


def fly(simulation: Simulation) -> None:
    last = round(simulation.scenario.duration_s * simulation.tick_rate_hz)
    while not simulation.over and simulation.world.tick < last:
        simulation.advance(min(400, last - simulation.world.tick))


@pytest.mark.parametrize("seed", range(6))
def test_the_wrench_is_the_sum_of_both(seed: int) -> None:
    random = np.random.default_rng(seed)
    state = {
        "velocity_frd_mps": random.normal((12.0, 0.0, 0.0), 5.0),
        "rate_frd_radps": random.normal(0.0, 0.5, 3),
        "wind_ned_mps": random.normal(0.0, 3.0, 3),
        "air_density_kgpm3": 1.1,
    }
    speeds, outputs = random.uniform(100.0, 500.0, 4), random.uniform(-0.3, 0.7, 5)
    found = []
    for equips in ((BY_ROTORS, BY_WING), (BY_ROTORS,), (BY_WING,)):
        bench = bench_of(*equips)
        for column, value in state.items():
            bench.set(column, value)
        if BY_ROTORS in equips:
            hold_rotors(bench, speeds)
        if BY_WING in equips:
            bench.set("actuator_command", outputs)
        bench.run(1)
        found.append(np.concatenate([bench.get("force_frd_n"), bench.get("torque_frd_nm")]))
    both, rotors, wing = found
    assert np.abs(rotors).min() > 0.0 and np.abs(wing).min() > 0.0
    assert both == pytest.approx(rotors + wing, rel=1e-12, abs=1e-12)


@pytest.mark.parametrize("equips", [(BY_ROTORS, BY_WING), (BY_WING, BY_ROTORS)])
def test_hover_needs_the_multirotors_throttle(equips: tuple[Equip, ...]) -> None:
    bench = bench_of(*equips)
    throttle = multirotor_performance.hover_throttle(ROTORS, day=Day())
    assert throttle == pytest.approx(0.578, abs=1e-3)
    speed = multirotor_performance.hover_speed_radps(ROTORS, day=Day())
    bench.set("motor_command", throttle)
    bench.set("rotor_speed_radps", speed)
    bench.run(100)
    assert bench.get("position_ned_m") == pytest.approx([0.0, 0.0, -100.0], abs=1e-9)
    assert bench.get("prop_speed_radps")[0] == 0.0


@pytest.mark.parametrize("airspeed", [0.0, 6.0, 10.0, 14.0])
def test_the_wing_unloads_the_rotors(airspeed: float) -> None:
    lift = 0.5 * 1.225 * airspeed**2 * 0.52 * 0.506
    # The rotors carry what is missing; the flow comes from ahead, so they feel no inflow. The stall
    # takes parts in 1e5 from the wing at this angle.
    missing = WEIGHT_N - lift
    full_speed = multirotor_performance.hover_speed_radps(ROTORS, day=Day())
    bench = bench_of(BY_ROTORS, BY_WING)
    hold_rotors(bench, full_speed * np.sqrt(missing / WEIGHT_N))
    bench.set("velocity_frd_mps", (airspeed, 0.0, 0.0))
    bench.run(1)
    assert bench.get("force_frd_n")[2] == pytest.approx(-WEIGHT_N, rel=5e-5)
    if airspeed == 14.0:
        assert missing < 0.51 * WEIGHT_N


def test_rotors_and_pusher_share_the_battery() -> None:
    bench = bench_of(BY_ROTORS, BY_WING, BY_BATTERY)
    bench.set("motor_command", 0.4)
    bench.set("actuator_command", (0.0, 0.0, 0.0, 0.0, 0.6))
    bench.run(400)
    u, k, r = bench.get("bus_voltage_v")[0], ROTORS.K_Q, ROTORS.R_motor
    lift = 4 * 0.4 * (0.4 * u - k * bench.get("rotor_speed_radps")[0]) / r
    pusher = bench.get("prop_current_a")[0]
    assert pusher > 5.0 and lift > 5.0
    assert bench.get("battery_draw_a")[0] == pytest.approx(lift + pusher + 1.0, rel=1e-3)


@pytest.mark.parametrize(
    ("change", "word"),
    [({"mass_kg": 7.0}, "mass_kg"), ({"inertia_kgm2": (1.0, 1.0, 1.0, 0, 0, 0)}, "inertia_kgm2")],
)
def test_two_masses_for_one_body_are_refused(change: dict[str, Any], word: str) -> None:
    other = replace(ROTORS, **change)
    for first, second, who in (
        (BY_WING, partial(multirotor.equip, config=other), "multirotor"),
        (partial(multirotor.equip, config=other), BY_WING, "fixed_wing"),
    ):
        kit = VehicleKit(400)
        first(kit)
        with pytest.raises(ValueError, match=f"{who}: {word} is .* but another plugin"):
            second(kit)


def test_motors_for_other_voltages_are_refused() -> None:
    kit = VehicleKit(400)
    BY_WING(kit)
    with pytest.raises(ValueError, match="multirotor: V_max is 48.0, but .* have 24.0"):
        multirotor.equip(kit, replace(ROTORS, V_max=48.0))


@pytest.mark.parametrize(("count", "lanes"), [(1, 1), (3, 16)])
def test_compiled_equals_interpreted(count: int, lanes: int) -> None:
    arenas = []
    for compiled in (True, False):
        equips = (BY_ROTORS, BY_WING, BY_BATTERY)
        bench = bench_of(*equips, count=count, lanes=lanes, compiled=compiled)
        for row in range(count):
            bench.set("motor_command", (0.3, 0.35, 0.2, 0.4), row)
            bench.set("actuator_command", (0.05, 0.2, -0.1, 0.0, 0.1 + 0.3 * row), row)
            bench.set("velocity_frd_mps", (5.0 + 8.0 * row, 0.5, 1.0), row)
        bench.run(40)
        arenas.append(bench.table.arenas["f8"].tobytes())
    assert arenas[0] == arenas[1]


def test_it_hovers_under_the_autopilot() -> None:
    simulation = Simulation.load("quadplane_hover")
    fly(simulation)
    assert simulation.verdict().reasons == ()
    plane = simulation.world.by_name("quadplane_0")
    assert simulation.world.vector(plane, "prop_speed_radps")[0] == 0.0
    (flight,) = simulation.monitor.flights.values()
    assert flight.landed_tick > 0


def test_it_flies_on_the_wing_with_rotors_stopped() -> None:
    simulation = Simulation.load("quadplane_cruise", compiled=True)
    plane = simulation.world.by_name("quadplane_0")
    simulation.advance(4 * 400)
    heights, airspeeds = [], []
    for _ in range(20):
        simulation.advance(400)
        assert np.all(simulation.world.vector(plane, "rotor_speed_radps") < 1e-6)
        heights.append(-simulation.world.vector(plane, "position_ned_m")[2])
        airspeeds.append(simulation.world.vector(plane, "velocity_frd_mps")[0])
    # A hovering one would have fallen the 100 m within five seconds.
    assert min(heights) > 85.0
    assert np.ptp(airspeeds) < 3.0 and np.mean(airspeeds) == pytest.approx(20.0, abs=1.5)
    force = simulation.world.vector(plane, "force_frd_n")
    assert force[2] == pytest.approx(-WEIGHT_N, rel=0.15)
    assert simulation.world.vector(plane, "crashed")[0] == 0.0


def test_the_trim_of_the_file_is_the_trim_of_the_wing() -> None:
    found = fixed_wing_performance.trim(WING, 20.0)
    assert found.alpha_rad == pytest.approx(np.radians(-0.25), abs=2e-4)
    assert found.elevator_rad / np.radians(40.0) == pytest.approx(0.2127, abs=1e-3)
    assert found.prop_speed_radps == pytest.approx(948.0, rel=1e-3)
    # The battery has more than the 24 V that throttle refers to.
    assert found.throttle * 24.0 / 24.9 == pytest.approx(0.675, abs=0.01)
