"""Hulls: Archimedes, natural periods, added mass, and agreement with the vessel in the plane."""

from dataclasses import replace
from functools import partial
from math import cos, hypot, inf, pi, sin, sqrt

import numpy as np
import pytest

from simloop.math.quaternion import from_euler, rotate_to_world, to_euler
from simloop.math.vector import Vec3
from simloop.server.files import build_config, load_vehicle
from simloop.systems import physics, vessel, water
from simloop.systems.vessel import AddedMass, Cell, Damping, Rudder, Thruster, Windage
from simloop.systems.vessel.components import Hull
from simloop.systems.vessel.hydrostatics import flotation
from simloop.systems.vessel.performance import figures, heave_period_s, roll_period_s
from simloop.systems.vessel.wrench import displaced
from simloop.testing.body_bench import BodyBench
from simloop.world.mixer import Mixer
from simloop.world.plugin import VehicleKit

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
    config: vessel.Config,
    sea: water.Config | None = None,
    *,
    rate: int = 200,
    count: int = 1,
    lanes: int = 1,
    compiled: bool = False,
    gravity: float = G,
) -> BodyBench:
    equips = [partial(vessel.equip, config=config)]
    if sea is not None:
        equips.append(partial(water.equip, config=sea))
    equips.append(partial(physics.equip, config=physics.Config(gravity_mps2=gravity)))
    bench = BodyBench(*equips, tick_rate_hz=rate, count=count, lanes=lanes, compiled=compiled)
    for row in range(count):
        bench.set("position_ned_m", (0.0, 0.0, -flotation(config).waterline_m), row)
    return bench


def test_a_box_floats_where_archimedes_says() -> None:
    draft = 400.0 / (RHO * 2.0)
    found = flotation(BOX)
    assert found.draft_m == pytest.approx(draft, rel=1e-12)
    assert found.waterline_m == pytest.approx(0.2 - draft, abs=1e-12)
    held = replace(BOX.damping, Z_w=-3000.0, K_p=-300.0, M_q=-900.0)
    bench = bench_of(replace(BOX, damping=held))
    bench.set("position_ned_m", (0.0, 0.0, 0.1))
    bench.set("attitude_wxyz", from_euler(0.2, -0.05, 0.4))
    bench.run(3000)
    assert bench.get("position_ned_m")[2] == pytest.approx(draft - 0.2, abs=1e-6)
    assert to_euler(*bench.get("attitude_wxyz"))[:2] == pytest.approx((0.0, 0.0), abs=1e-6)
    assert bench.get("force_frd_n")[2] == pytest.approx(-400.0 * G, rel=1e-6)


@pytest.mark.parametrize("density", [1000.0, 1025.0, 1200.0])
def test_denser_water_carries_higher(density: float) -> None:
    held = replace(BOX.damping, Z_w=-3000.0)
    sea = water.Config(density_kgpm3=density, level_down_m=-3.0)
    bench = bench_of(replace(BOX, damping=held), sea)
    bench.set("position_ned_m", (0.0, 0.0, -3.0))
    bench.run(2000)
    draft = 400.0 / (density * 2.0)
    assert bench.get("position_ned_m")[2] == pytest.approx(-3.0 + draft - 0.2, abs=1e-6)


def integrated(config: vessel.Config, depth: float, lean: tuple[float, float, float]) -> np.ndarray:
    """Volume and moments of the wet part of boxes, by adding up small cubes."""
    total = np.zeros(4)
    for cell in config.hull:
        steps = [
            np.linspace(-0.5, 0.5, 2 * n + 1)[1::2] for n in (60, 60, 60)
        ]  # middles of 60 slices
        x, y, z = np.meshgrid(*steps, indexing="ij")
        x, y = cell.x_m + x * cell.length_m, cell.y_m + y * cell.width_m
        z = cell.bottom_m - 0.5 * cell.height_m + z * cell.height_m
        wet = depth + lean[0] * x + lean[1] * y + lean[2] * z > 0.0
        each = cell.length_m * cell.width_m * cell.height_m * cell.fullness / wet.size
        total += each * np.array([wet.sum(), x[wet].sum(), y[wet].sum(), z[wet].sum()])
    return total


@pytest.mark.parametrize(
    ("roll", "pitch", "depth"),
    [(0.0, 0.0, 0.05), (0.1, -0.05, 0.0), (0.3, 0.1, 0.1), (pi, 0.0, 0.1), (0.2, 0.0, 5.0),
     (0.0, 0.0, -5.0)],
)  # fmt: skip
def test_the_cut_of_a_hull_agrees_with_small_cubes(roll: float, pitch: float, depth: float) -> None:
    lean = (-sin(pitch), sin(roll) * cos(pitch), cos(roll) * cos(pitch))
    hull = Hull(
        sizes={"HULL_CELLS": 1},
        cell_bottom_m=0.2,
        cell_height_m=0.6,
        cell_length_m=2.0,
        cell_width_m=1.0,
        cell_area_m2=2.0,
    )
    volume, moment = displaced(hull, depth, Vec3(*lean))
    expected = integrated(BOX, depth, lean)
    assert (volume, *moment) == pytest.approx(expected, abs=0.02 * max(expected[0], 0.05))


def test_many_boxes_float_like_one() -> None:
    parts = tuple(
        Cell(x_m=x, y_m=y, length_m=0.5, width_m=0.25, bottom_m=0.2, height_m=0.6)
        for x in (-0.75, -0.25, 0.25, 0.75)
        for y in (-0.375, -0.125, 0.125, 0.375)
    )
    one, many = bench_of(BOX), bench_of(replace(BOX, hull=parts))
    for bench in (one, many):
        bench.set("attitude_wxyz", from_euler(0.1, 0.03, 0.0))
        bench.run(1)
    assert many.get("torque_frd_nm") == pytest.approx(one.get("torque_frd_nm"), rel=1e-9, abs=1e-9)
    whole, split = flotation(BOX), flotation(replace(BOX, hull=parts))
    assert split.gm_roll_m == pytest.approx(whole.gm_roll_m, rel=1e-12)
    assert split.waterline_length_m == 2.0


def test_the_righting_moment_is_weight_times_gm() -> None:
    found = flotation(BOX)
    draft = found.draft_m
    # Metacentre: I/V above the centre of buoyancy, which is half a draft above the keel.
    gm = 2.0 * 1.0**3 / 12.0 / (2.0 * draft) - (0.2 - 0.5 * draft)
    assert found.gm_roll_m == pytest.approx(gm, rel=1e-12)
    bench = bench_of(BOX)
    heel = 0.01
    bench.set("attitude_wxyz", from_euler(heel, 0.0, 0.0))
    bench.run(1)
    assert bench.get("torque_frd_nm")[0] == pytest.approx(-400.0 * G * gm * heel, rel=2e-3)


def test_a_cylinder_has_its_waterplane() -> None:
    config = build_config(vessel.Config, load_vehicle("buoy").dynamics["vessel"], "vessel")
    found = flotation(config)
    assert found.waterplane_m2 == pytest.approx(pi * 0.36, rel=1e-6)
    bm = pi * 0.6**4 / 4.0 / found.volume_m3
    assert found.gm_roll_m + found.buoyancy_m == pytest.approx(bm, rel=1e-6)


def period_of(times_s: np.ndarray, values: np.ndarray) -> float:
    """Mean distance of upward zero crossings, by interpolation."""
    ups = np.nonzero((values[:-1] < 0.0) & (values[1:] >= 0.0))[0]
    share = -values[ups] / (values[ups + 1] - values[ups])
    crossings = times_s[ups] + share * (times_s[1] - times_s[0])
    return float(np.diff(crossings).mean())


def swing(bench: BodyBench, look: object, ticks: int, rate: int) -> float:
    seen = []
    for _ in range(ticks):
        bench.run(1)
        seen.append(look(bench))  # type: ignore[operator]
    return period_of(np.arange(ticks) / rate, np.array(seen))


def test_heave_period() -> None:
    bench = bench_of(LIGHT)
    rest = bench.get("position_ned_m")[2]
    bench.set("position_ned_m", (0.0, 0.0, rest + 0.01))
    expected = 2.0 * pi * sqrt((400.0 + 350.0) / (RHO * G * 2.0))
    found = swing(bench, lambda b: b.get("position_ned_m")[2] - rest, 2000, 200)
    assert found == pytest.approx(expected, rel=1e-4)
    assert heave_period_s(LIGHT) == pytest.approx(expected, rel=1e-12)


def test_roll_period() -> None:
    config = replace(LIGHT, inertia_kgm2=(45.0, 150.0, 180.0, 0.0, 0.0, 0.0))
    bench = bench_of(config)
    bench.set("attitude_wxyz", from_euler(0.005, 0.0, 0.0))
    draft = 400.0 / (RHO * 2.0)
    gm = 1.0 / 12.0 / draft - (0.2 - 0.5 * draft)
    expected = 2.0 * pi * sqrt((45.0 + 20.0) / (400.0 * G * gm))
    found = swing(bench, lambda b: to_euler(*b.get("attitude_wxyz"))[0], 2000, 200)
    assert found == pytest.approx(expected, rel=1e-3)
    assert roll_period_s(config) == pytest.approx(expected, rel=1e-12)


BLADE = Rudder(output=0, position_frd_m=(-0.9, 0.0, 0.0), area_m2=0.03, wash=0.5)
STEERED = replace(
    BOX,
    inertia_kgm2=(45.0, 150.0, 180.0, 0.0, 0.0, 0.0),
    mixer=Mixer(kind="thruster_rudder"),
    thrusters=(Thruster(output=1, max_thrust_n=150.0, zero_thrust_speed_mps=6.0),),
    rudder=BLADE,
    windage=Windage(frontal_area_m2=0.3, lateral_area_m2=0.6),
)


def test_in_calm_water_it_turns_like_the_vessel_in_the_plane() -> None:
    benches = []
    for config in (STEERED, vessel.as_planar(STEERED)):
        bench = bench_of(config, water.Config(current_speed_mps=0.3), rate=100, compiled=True)
        bench.set("wind_ned_mps", (1.0, 2.0, 0.0))
        bench.set("actuator_command", (0.8, 1.0))
        bench.run(4000)
        benches.append(bench)
    free, planar = benches
    # With all forces at the height of the centre of mass nothing heels: rounding is left.
    assert free.get("position_ned_m")[:2] == pytest.approx(
        planar.get("position_ned_m")[:2], rel=1e-6
    )
    assert free.get("rate_frd_radps")[2] == pytest.approx(planar.get("rate_frd_radps")[2], rel=1e-6)
    assert abs(planar.get("rate_frd_radps")[2]) > 0.05


def test_heeling_changes_the_turn_by_a_few_percent() -> None:
    low = replace(
        STEERED,
        thrusters=(replace(STEERED.thrusters[0], position_frd_m=(-0.9, 0.0, 0.2)),),
        rudder=replace(BLADE, position_frd_m=(-0.9, 0.0, 0.15)),
    )
    speeds = []
    for config in (low, vessel.as_planar(low)):
        bench = bench_of(config, rate=100, compiled=True)
        bench.set("actuator_command", (0.8, 1.0))
        bench.run(4000)
        u, v, _ = bench.get("velocity_frd_mps")
        speeds.append((hypot(u, v), bench.get("rate_frd_radps")[2]))
        heel = to_euler(*bench.get("attitude_wxyz"))[0]
        if config.motion == "6dof":
            assert abs(heel) > 1e-3
    assert speeds[0] == pytest.approx(speeds[1], rel=0.05)


def test_thrust_below_the_centre_of_mass_lifts_the_bow() -> None:
    config = replace(
        STEERED, thrusters=(replace(STEERED.thrusters[0], position_frd_m=(-0.9, 0.0, 0.25)),)
    )
    bench = bench_of(config)
    bench.set("actuator_command", (0.0, 1.0))
    bench.run(1)
    assert bench.get("torque_frd_nm")[1] == pytest.approx(0.25 * 150.0, rel=1e-6)


def test_a_free_hull_drifts_with_the_current() -> None:
    sea = water.Config(current_speed_mps=0.6, current_direction_to_deg=200.0)
    bench = bench_of(
        replace(BOX, damping=replace(BOX.damping, X_u=-300.0, Y_v=-400.0)), sea, rate=50
    )
    bench.run(2000)
    moving = rotate_to_world(*bench.get("attitude_wxyz"), *bench.get("velocity_frd_mps"))
    expected = (0.6 * cos(200 * pi / 180), 0.6 * sin(200 * pi / 180), 0.0)
    assert moving == pytest.approx(expected, abs=1e-6)


def test_a_long_swell_carries_the_hull_up_and_along() -> None:
    swell = water.Config(
        waves=water.Waves(spectrum="regular", significant_height_m=1.0, peak_period_s=15.0)
    )
    bench = bench_of(BOX, swell, rate=50)
    rest = bench.get("position_ned_m")[2]
    gaps, leans = [], []
    for tick in range(1500):
        bench.run(1)
        if tick > 750:
            gaps.append(bench.get("position_ned_m")[2] - rest - bench.get("water_down_m")[0])
            pitch = to_euler(*bench.get("attitude_wxyz"))[1]
            leans.append(pitch + np.arctan(bench.get("water_slope_ne")[0]))
    assert np.abs(gaps).max() < 0.02
    assert np.abs(leans).max() < 0.005


def test_on_a_slope_water_pushes_downhill() -> None:
    bench = bench_of(BOX)
    bench.set("water_slope_ne", (0.02, 0.0))
    bench.run(1)
    assert bench.get("force_frd_n")[0] == pytest.approx(400.0 * G * 0.02, rel=1e-6)
    assert bench.get("torque_frd_nm")[1] < 0.0


def test_out_of_the_water_nothing_holds_it() -> None:
    bench = bench_of(STEERED)
    bench.set("position_ned_m", (0.0, 0.0, -20.0))
    bench.set("velocity_frd_mps", (3.0, 1.0, 0.0))
    bench.set("windage", 0.0)
    bench.set("actuator_command", (1.0, 1.0))
    bench.run(1)
    assert np.all(bench.get("force_frd_n") == 0.0)
    assert np.all(bench.get("torque_frd_nm") == 0.0)


def test_same_bits_compiled_and_in_every_lane_count() -> None:
    sea = water.Config(
        current_speed_mps=0.3, waves=water.Waves(spectrum="jonswap", significant_height_m=0.3)
    )
    states = set()
    for lanes in (1, 16):
        for compiled in (False, True):
            bench = bench_of(STEERED, sea, count=3, lanes=lanes, compiled=compiled)
            for row in range(3):
                bench.set("position_ned_m", (3.0 * row, 1.0, 0.0), row)
                bench.set("wind_ned_mps", (4.0, -2.0, 0.0), row)
                bench.set("actuator_command", (0.8 - 0.5 * row, 0.9), row)
            bench.run(80)
            names = ("position_ned_m", "attitude_wxyz", "velocity_frd_mps", "rate_frd_radps")
            states.add(b"".join(bench.get(n, row).tobytes() for row in range(3) for n in names))
    assert len(states) == 1


@pytest.mark.parametrize("name", ["usv", "workboat", "buoy"])
def test_the_librarys_vessels_float_upright(name: str) -> None:
    config = build_config(vessel.Config, load_vehicle(name).dynamics["vessel"], "vessel")
    told = figures(config)
    if config.hull:
        assert told["metacentric_height_m"] > 0.2
        assert 0.5 < told["roll_period_s"] < 5.0
        assert 0.5 < told["heave_period_s"] < 5.0
        assert told["draft_m"] < max(cell.height_m for cell in config.hull)
    if config.thrusters:
        assert 1.0 < told["max_speed_mps"] < 10.0
        assert told["turning_radius_m"] < inf


def test_what_cannot_float_is_refused() -> None:
    with pytest.raises(ValueError, match="mass_kg 4000.0 sinks"):
        vessel.equip(VehicleKit(100), replace(BOX, mass_kg=4000.0))
    bad = replace(BOX, added_mass=AddedMass(Z_qdot=-9000.0, M_wdot=-9000.0))
    with pytest.raises(ValueError, match="not positive definite"):
        vessel.equip(VehicleKit(100), bad)
    with pytest.raises(ValueError, match="width_m"):
        replace(BOX.hull[0], width_m=0.0)
