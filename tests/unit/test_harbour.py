"""The harbour has a quay: what drives and flies starts on land, what floats in the water."""

from math import hypot

import pytest

from simloop.server.simulation import Simulation
from simloop.studio.questions import QUESTIONS
from simloop.systems.scene.messages import QuestionMessage


@pytest.fixture(scope="module")
def mixed() -> Simulation:
    return Simulation.load("mixed", compiled=False)


def heights_m(simulation: Simulation, name: str) -> tuple[float, float]:
    """Of a vehicle and of the ground below it, above the level of the water."""
    entity = simulation.world.by_name(name)
    level_down_m = simulation.provided["water"].level_down_m
    down_m = simulation.world.vector(entity, "position_ned_m")[2]
    ground_down_m = simulation.world.vector(entity, "ground_down_m")[0]
    return level_down_m - down_m, level_down_m - ground_down_m


@pytest.mark.parametrize("name", ["quad", "plane", "rover"])
def test_what_does_not_float_starts_on_the_quay(mixed: Simulation, name: str) -> None:
    height_m, ground_m = heights_m(mixed, name)
    assert ground_m == pytest.approx(1.5, abs=0.01)
    assert 0.0 < height_m - ground_m < 0.6


def test_the_rover_stays_on_the_quay(mixed: Simulation) -> None:
    quay = mixed.provided["terrain"]
    (rover,) = (each for each in mixed.scenario.vehicles if each.name == "rover")
    assert rover.mission is not None
    for north_m, east_m, _ in (rover.position_ned_m, *rover.mission.waypoints_ned_m):
        assert quay.height(north_m, east_m) == pytest.approx(1.5, abs=0.01)


def test_the_boat_floats_above_the_bed(mixed: Simulation) -> None:
    height_m, ground_m = heights_m(mixed, "boat")
    assert ground_m == pytest.approx(-8.0)
    assert abs(height_m) < 0.5
    mixed.advance(200)
    assert abs(heights_m(mixed, "boat")[0]) < 0.5


def test_the_wind_blows_over_the_water_and_not_over_the_bed() -> None:
    shear = "systems.wind={speed_mps: 3.0, shear: power, shear_exponent: 0.5}"
    sheared = Simulation.load("mixed", sets=[shear], compiled=False)
    sheared.advance(40)
    for name in ("boat", "rover"):
        north, east, _ = sheared.world.vector(sheared.world.by_name(name), "wind_ned_mps")
        # The law ends at 1 m; counted from the bed, a boat would be at 8 m in 2.7 m/s.
        assert hypot(north, east) == pytest.approx(3.0 * (1.0 / 10.0) ** 0.5, rel=1e-3)


def test_the_bed_is_as_deep_as_the_water(mixed: Simulation) -> None:
    assert mixed.provided["terrain"].height(0.0, 0.0) == -mixed.provided["water"].depth_m


def test_a_boat_that_is_put_on_land_stands_there() -> None:
    place = "vehicles[0].position_ned_m=[-40,0,0]"
    simulation = Simulation.load("harbour_circle", compiled=False, sets=[place])
    (record,) = simulation.world.models()
    assert heights_m(simulation, record.name)[0] > 1.5


def test_heights_are_told_above_the_water_that_covers_the_ground(mixed: Simulation) -> None:
    desk = mixed.provided["questions"]
    desk.offer(QUESTIONS)
    told = {
        name: desk.answer(QuestionMessage("1", "instruments", {"vehicle": name})).data
        for name in ("quad", "rover", "boat")
    }
    assert abs(told["boat"].height_agl_m) < 0.5
    assert [told[name].moves for name in told] == ["air", "ground", "water"]
    assert told["quad"].throttle is None
    assert told["rover"].throttle == 0.0
    assert told["boat"].steering == 0.0
