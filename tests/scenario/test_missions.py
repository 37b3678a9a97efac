"""Whole flights on sensors alone, judged by the scenario's own conditions."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import pytest

from lone_scenarios import lone_scenarios
from simloop.server.simulation import Simulation
from simloop.world.schedule import Access

SCENARIOS = lone_scenarios()


def fly_to_the_end(simulation: Simulation) -> Simulation:
    last = round(simulation.scenario.duration_s * simulation.tick_rate_hz)
    while not simulation.over and simulation.world.tick < last:
        simulation.advance(min(400, last - simulation.world.tick))
    return simulation


@pytest.mark.parametrize("name", ["square", "hover", "gust"])
def test_the_library_scenario_succeeds(name: str) -> None:
    verdict = fly_to_the_end(Simulation.load(name)).verdict()
    assert verdict.success, verdict.reasons


@pytest.mark.soak
@pytest.mark.parametrize("name", SCENARIOS)
def test_every_library_scenario_succeeds(name: str) -> None:
    verdict = fly_to_the_end(Simulation.load(name)).verdict()
    assert verdict.success, verdict.reasons


def test_fifty_squares_in_moderate_turbulence_land_within_two_metres() -> None:
    # Each vehicle of a fleet draws its own noise and turbulence: fifty seeds in one run.
    simulation = fly_to_the_end(Simulation.load("square_turbulence", count=50))
    flights = simulation.monitor.flights.values()
    assert len(flights) == 50
    assert simulation.verdict().reasons == ()
    assert all(flight.landed_tick > 0 for flight in flights)
    assert max(flight.landing_error_m for flight in flights) < 2.0
    assert not any(flight.touched or flight.crashed for flight in flights)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(50))
def test_each_seed_of_the_square_in_moderate_turbulence_lands(seed: int) -> None:
    simulation = fly_to_the_end(Simulation.load("square_turbulence", seed=seed))
    assert simulation.verdict().reasons == ()


def test_a_vehicle_without_a_mission_stays_where_it_is() -> None:
    simulation = Simulation.load("square", sets=["vehicles[0].mission=null"])
    simulation.advance(2000)
    place = simulation.world.vector(simulation.world.by_name("quad_0"), "position_ned_m")
    assert abs(place[0]) < 0.02
    assert abs(place[1]) < 0.02
    assert not simulation.over


def test_the_firmware_never_sees_the_truth() -> None:
    simulation = Simulation.load("square")
    (systems,) = simulation.runner.block_systems.values()
    kinds = {
        column.name: part.kind.name
        for part in simulation.world.tables[0].vehicle_class.components
        for column in part.columns
    }
    for system in systems:
        if system.name.startswith("fw_"):
            access = Access.of(system)
            touched = {kinds[name] for name in access.reads | access.writes}
            assert "TRUTH" not in touched, system.name


def test_a_frozen_vehicle_is_named_and_the_others_fly_on() -> None:
    simulation = Simulation.load("square", count=2, compiled=True)
    simulation.advance(10)
    broken = simulation.world.by_name("quad_0")
    simulation.world.vector(broken, "external_force_ned_n")[0] = float("nan")
    simulation.advance(190)
    assert simulation.world.vector(broken, "frozen")[0] == 1.0
    assert simulation.world.vector(broken, "frozen_tick")[0] == 11.0
    frozen = [event for event in simulation.log.events if event.name == "frozen"]
    assert [(event.vehicle, event.tick) for event in frozen] == [("quad_0", 11)]
    assert simulation.world.vector(simulation.world.by_name("quad_1"), "frozen")[0] == 0.0
