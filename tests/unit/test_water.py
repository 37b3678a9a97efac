"""The water around vehicles: one sea for physics columns, the function and viewers."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pytest

from simloop.math.waves import sea
from simloop.server.simulation import Simulation
from simloop.systems import physics, water
from simloop.testing.body_bench import BodyBench
from simloop.world.body import Water
from simloop.world.plugin import VehicleKit

CHOP = water.Config(
    level_down_m=0.5,
    current_speed_mps=0.4,
    current_direction_to_deg=90.0,
    depth_m=12.0,
    waves=water.Waves(spectrum="jonswap", significant_height_m=0.8, components=40),
)


def bench_of(config: water.Config, *, lanes: int = 1, compiled: bool = False) -> BodyBench:
    bench = BodyBench(
        partial(water.equip, config=config),
        partial(physics.equip, config=physics.Config(gravity_mps2=0.0)),
        lanes=lanes,
        compiled=compiled,
        count=3,
    )
    for row in range(3):
        bench.set("position_ned_m", (7.0 * row, -3.0 * row, 1.5), row)
        bench.set("velocity_frd_mps", (2.0, 0.5, 0.1), row)
    return bench


@pytest.mark.parametrize("compiled", [False, True])
def test_column_function_and_provided_sea_agree_to_the_bit(compiled: bool) -> None:
    bench = bench_of(CHOP, compiled=compiled)
    bench.run(40)
    places = [bench.get("position_ned_m", row) for row in range(3)]
    bench.run(1)
    provided = water.sea_of(CHOP)
    time_s = 41 * (1.0 / 400)
    for row, (n, e, d) in enumerate(places):
        found = (
            *bench.get("water_down_m", row),
            *bench.get("water_slope_ne", row),
            *bench.get("water_velocity_ned_mps", row),
        )
        assert found == provided.at(float(n), float(e), float(d), time_s)
        alone = sea(provided.wave_table, 0.5, 12.0, float(n), float(e), float(d), time_s)
        assert found[:3] == alone[:3]


def test_same_bits_compiled_and_in_every_lane_count() -> None:
    states = set()
    for lanes in (1, 16):
        for compiled in (False, True):
            bench = bench_of(CHOP, lanes=lanes, compiled=compiled)
            bench.run(25)
            names = ("water_down_m", "water_slope_ne", "water_velocity_ned_mps")
            states.add(b"".join(bench.get(n, row).tobytes() for row in range(3) for n in names))
    assert len(states) == 1


def test_the_current_goes_where_it_is_said_to_go() -> None:
    bench = bench_of(replace(CHOP, waves=water.Waves()))
    bench.run(1)
    assert bench.get("water_velocity_ned_mps") == pytest.approx([0.0, 0.4, 0.0], abs=1e-15)
    assert bench.get("water_down_m") == 0.5
    assert bench.get("water_density_kgpm3") == 1025.0


def test_a_slower_rate_holds_the_surface_between_updates() -> None:
    bench = bench_of(replace(CHOP, rate_hz=100.0))
    bench.run(4)
    held = bench.get("water_down_m")
    bench.run(3)
    assert bench.get("water_down_m") == held
    bench.run(1)
    assert bench.get("water_down_m") != held


def test_without_the_plugin_the_water_is_still_and_at_zero() -> None:
    bench = BodyBench(lambda kit: kit.component(Water))
    assert bench.get("water_down_m") == 0.0
    assert np.all(bench.get("water_velocity_ned_mps") == 0.0)
    assert bench.get("water_density_kgpm3") == 1025.0


def test_a_run_offers_the_sea_its_vehicles_feel() -> None:
    simulation = Simulation.load("drifting_buoys", compiled=False)
    entity = simulation.world.by_name("buoy_4")
    place = simulation.world.vector(entity, "position_ned_m").copy()
    simulation.advance(1)
    offered = simulation.provided["water"]
    surface = offered.at(*(float(x) for x in place), 1.0 / 400)[0]
    assert simulation.world.vector(entity, "water_down_m") == surface


@pytest.mark.parametrize("name", ["pool_push", "harbour_circle", "sea_trial", "drifting_buoys"])
def test_the_librarys_boats_start_afloat_and_stay(name: str) -> None:
    simulation = Simulation.load(name, compiled=False)
    simulation.advance(60)
    for record in simulation.world.models():
        entity = simulation.world.by_name(record.name)
        assert simulation.world.vector(entity, "frozen") == 0.0
        down = simulation.world.vector(entity, "position_ned_m")[2]
        assert abs(down) < 0.6


@pytest.mark.parametrize(
    ("change", "word"),
    [
        (lambda: {"density_kgpm3": 0.0}, "density_kgpm3"),
        (lambda: {"depth_m": -1.0}, "depth_m"),
        (lambda: {"current_speed_mps": -0.1}, "current_direction_to_deg"),
        (lambda: {"waves": water.Waves(peak_period_s=0.0)}, "peak_period_s"),
        (lambda: {"waves": water.Waves(components=0)}, "components"),
        (lambda: {"waves": water.Waves(peakedness=0.5)}, "peakedness"),
        (lambda: {"waves": water.Waves(spreading_s=-1.0)}, "spreading_s"),
        (lambda: {"waves": water.Waves(significant_height_m=float("nan"))}, "significant_height_m"),
        (lambda: {"waves": water.Waves(seed=-1)}, "seed"),
    ],
)
def test_impossible_water_is_refused_by_name(
    change: Callable[[], dict[str, Any]], word: str
) -> None:
    with pytest.raises(ValueError, match=word):
        water.equip(VehicleKit(400), replace(CHOP, **change()))  # type: ignore[arg-type]
