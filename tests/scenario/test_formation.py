"""Ten quads in formation: slots kept, distances kept, and a verdict that can fail."""

from itertools import combinations
from math import dist, inf
from typing import Any

import pytest

from simloop.server.files.mistake import FileMistake
from simloop.server.simulation import Simulation
from simloop.sitl.formation.shapes import SHAPES, Shape, slot

WATCH = "formation"


def fly(simulation: Simulation) -> Simulation:
    while not simulation.over and simulation.seconds < simulation.scenario.duration_s:
        simulation.advance(400)
    return simulation


@pytest.mark.parametrize("shape", SHAPES)
def test_no_two_slots_are_nearer_than_the_spacing(shape: Shape) -> None:
    places = [(0.0, 0.0), *(slot(shape, number, 8.0) for number in range(20))]
    nearest = min(dist(*pair) for pair in combinations(places, 2))
    assert nearest == pytest.approx(8.0)


def test_ten_quads_fly_a_course_in_a_v_and_land_together() -> None:
    simulation = Simulation.load("swarm")
    simulation.advance(60 * 400)
    middle = simulation.snapshot()
    fly(simulation)
    figures = simulation.provided[WATCH].figures
    assert simulation.verdict().reasons == ()
    assert all(flight.landed_tick > 0 for flight in simulation.monitor.flights.values())
    assert 0.5 < figures.rms_m < 2.5
    assert 4.0 < figures.nearest_m < 8.0
    assert figures.looks > 9 * 2000

    end = simulation.world.state_hash()
    simulation.restore(middle)
    assert fly(simulation).world.state_hash() == end
    assert simulation.provided[WATCH].figures == figures


def test_a_formation_that_is_not_kept_fails_the_run() -> None:
    asked = ("systems.formation.max_error_m=0.5", "systems.formation.min_distance_m=7.9")
    simulation = Simulation.load("swarm", sets=asked)
    simulation.advance(60 * 400)
    first, second = simulation.verdict(cut_short=True).reasons
    assert "m from its slot, asked were 0.5 m" in first
    assert "m near, asked were 7.9 m" in second


def test_followers_land_where_they_are_when_the_leader_is_gone() -> None:
    simulation = Simulation.load("swarm")
    simulation.advance(40 * 400)
    simulation.command("remove", name="leader")
    simulation.advance(40 * 400)
    flights = [f for name, f in simulation.monitor.flights.items() if name != "leader"]
    assert all(flight.landed_tick > 0 and not flight.crashed for flight in flights)
    assert simulation.provided[WATCH].figures.nearest_m > 4.0


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"leader": "nobody"}, "'nobody' is no vehicle with our firmware"),
        ({"shape": "circle"}, "shape"),
        ({"spacing_m": 0.0}, "spacing_m is 0: write a number above 0"),
        ({"min_distance_m": 9.0}, "min_distance_m is 9: write less than spacing_m"),
        ({"followers": ["leader"]}, "'leader' cannot follow itself"),
    ],
)
def test_what_is_no_formation_is_refused(settings: dict[str, Any], words: str) -> None:
    sets = [f"systems.formation.{key}={value}" for key, value in settings.items()]
    with pytest.raises(FileMistake, match=words):
        Simulation.load("swarm", sets=sets)


def test_nobody_who_follows_is_told() -> None:
    simulation = Simulation.load("swarm", sets=["systems.formation.followers=[wing_1]"])
    assert simulation.provided[WATCH].figures.nearest_m == inf
    assert "nobody followed 'leader'" in simulation.verdict(cut_short=True).reasons
