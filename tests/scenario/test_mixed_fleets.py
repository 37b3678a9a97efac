"""Vehicles of several kinds and of several simulators in one world, and as many as have ids."""

from dataclasses import replace

import pytest

from simloop.server.files import load_scenario
from simloop.server.simulation import Simulation

SOAK = pytest.mark.soak


def fly(simulation: Simulation) -> Simulation:
    while not simulation.over and simulation.seconds < simulation.scenario.duration_s:
        simulation.advance(400)
    return simulation


def test_mixed_is_four_kinds() -> None:
    scenario = load_scenario("mixed")
    kinds = {scenario.model_of(vehicle).kind for vehicle in scenario.vehicles}
    assert kinds == {"multirotor", "fixed_wing", "rover", "vessel"}


@SOAK
def test_land_water_and_air_in_one_world() -> None:
    simulation = fly(Simulation.load("mixed"))
    assert simulation.verdict().reasons == ()
    ends = {e.vehicle: e.name for e in simulation.log.events if e.name in ("landed", "arrived")}
    assert ends == {"quad": "landed", "plane": "landed", "rover": "arrived", "boat": "arrived"}


def test_two_simulators_do_not_care_who_is_listed_first() -> None:
    pytest.importorskip("jsbsim")
    listed = load_scenario("two_simulators")
    backwards = replace(listed, vehicles=listed.vehicles[::-1])
    one, other = (Simulation(each, compiled=False) for each in (listed, backwards))
    assert {r.facts["adapter"] for r in one.world.models()} == {"lightweight", "jsbsim"}
    for simulation in (one, other):
        simulation.advance(200)
    for name in ("quad", "rover", "cessna"):
        places = [s.world.vector(s.world.by_name(name), "position_ned_m") for s in (one, other)]
        assert places[0].tolist() == places[1].tolist()


@SOAK
def test_two_simulators_fly_in_lockstep() -> None:
    pytest.importorskip("jsbsim")
    assert fly(Simulation.load("two_simulators")).verdict().reasons == ()


def test_as_many_as_mavlink_can_tell_apart_fly_their_missions() -> None:
    simulation = fly(Simulation.load("fleet", count=254))
    assert simulation.verdict().reasons == ()
    flights = simulation.monitor.flights.values()
    assert sum(flight.landed_tick > 0 for flight in flights) == 254
    assert simulation.vehicles.list() == tuple(range(1, 255))
