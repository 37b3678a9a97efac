"""What the scene asks about single vehicles: columns in the world's frame, gaps where none are."""

from typing import Any

import pytest

from simloop.server.simulation import Simulation
from simloop.studio.questions import QUESTIONS
from simloop.systems.scene.looks import item_of
from simloop.systems.scene.messages import Item, QuestionMessage
from simloop.systems.scene.questions import QuestionDesk
from simloop.testing.plain_app import PlainApp
from simloop.world.world import World


def desk_of(sim: Simulation) -> QuestionDesk:
    desk: QuestionDesk = sim.provided["questions"]
    desk.offer(QUESTIONS)
    return desk


def details(sim: Simulation, name: str) -> Any:
    answer = desk_of(sim).answer(QuestionMessage("1", "details", {"names": [name]}))
    assert answer.refused == ""
    return answer.data.vehicles[0]


def test_a_quad_on_the_ground_and_pushed_about() -> None:
    sim = Simulation.load("square", compiled=False)
    sim.advance(400)
    quad = details(sim, "quad_0")
    # Its feet carry it, and all together carry what it weighs.
    assert len(quad.touches) == 4
    carried = -sum(touch.force_ned_n[2] for touch in quad.touches)
    assert carried == pytest.approx(quad.forces.weight_n, rel=0.02)
    assert quad.setpoint is None
    assert quad.surfaces is quad.steering is quad.propeller_speed_radps is None
    felt = [m + g for m, g in zip(quad.wind.mean_ned_mps, quad.wind.gust_ned_mps, strict=True)]
    entity = sim.world.by_name("quad_0")
    assert felt == pytest.approx(sim.world.vector(entity, "wind_ned_mps").tolist())
    assert quad.estimate.error_m < 1.0
    assert quad.gnss.sigma_ned_m[0] > 0.0
    before = sim.world.state_hash()
    details(sim, "quad_0")
    assert sim.world.state_hash() == before


def test_rotors_carry_what_flies_and_the_setpoint_is_in_the_world() -> None:
    sim = Simulation.load("square", compiled=False)
    # Forty metres off the origin, where the firmware's frame and the world's differ.
    sim.command("move", name="quad_0", position_ned_m=[0.0, 40.0, -0.1])
    sim.advance(5200)
    quad = details(sim, "quad_0")
    assert quad.touches == ()
    lift = sum(thrust.force_n for thrust in quad.forces.thrusts)
    assert lift == pytest.approx(-quad.forces.force_frd_n[2], rel=0.05)
    entity = sim.world.by_name("quad_0")
    there = sim.world.vector(entity, "position_ned_m")
    assert quad.setpoint.position_ned_m == pytest.approx(there, abs=3.0)
    assert quad.estimate.position_ned_m == pytest.approx(there, abs=2.0)


def test_names_are_checked() -> None:
    app = PlainApp(World(seed=1, tick_rate_hz=250))
    desk = QuestionDesk(app)
    desk.offer(QUESTIONS)

    def refusal(names: object) -> str:
        return desk.answer(QuestionMessage("1", "details", {"names": names})).refused

    assert refusal(["nobody"]) == "there is no 'nobody'"
    for wrong in (None, [], "quad_0", [str(n) for n in range(9)]):
        assert refusal(wrong) == "argument 'names' lists 1 to 8 vehicles"


def look_of(scenario: str) -> Item:
    world = Simulation.load(scenario, compiled=False).world
    return item_of(world, world.models()[0], None, ())


def test_looks_follow_the_mixer_and_the_wheels() -> None:
    tails = {name: look_of(name).look for name in ("trainer_mission", "v_tail", "zagi_mission")}
    assert [look.tail for look in tails.values() if look] == ["cross", "v", "none"]
    car = look_of("car_mission").look
    assert car is not None
    assert [wheel.steers for wheel in car.wheels] == [True, True, False, False]
    boat = look_of("workboat_mission").look
    assert boat is not None
    assert boat.rudder_frd_m is not None
    assert boat.rudder_frd_m[0] < -3.0


def test_lights_and_obstacles_are_items() -> None:
    world = World(seed=1, tick_rate_hz=250)
    facts = {"position_ned_m": (1.0, 2.0, -3.0), "colour": "#ff0000", "intensity": 2.0}
    lamp = item_of(world, world.entities.get(world.add_light("lamp", facts)), None, ())
    assert lamp.look is not None
    assert lamp.look.lamp is not None
    assert (lamp.look.shape, lamp.look.colour, lamp.look.lamp.power) == ("light", "#ff0000", 2.0)
    assert lamp.position_ned_m == (1.0, 2.0, -3.0)
    corners = ((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
    facts = {"shape": "convex", "points_m": corners, "position_ned_m": (0.0, 0.0, 0.0)}
    rock = item_of(world, world.entities.get(world.add_obstacle("rock", facts)), None, ())
    assert rock.look is not None
    assert rock.look.points_m == corners
