"""User commands on lights, actors and obstacles: inserted, moved, renamed, removed, and undone."""

from typing import Any

import pytest

from simloop.server.simulation import Simulation
from simloop.systems.user_commands.desk import UserCommand
from simloop.transport.inbox import Reply

LAMP = {"kind": "light", "name": "lamp", "position_ned_m": [3.0, 4.0, -5.0]}
BALLOON = {"kind": "actor", "name": "balloon", "shape": "sphere", "radius_m": 0.5}
WALL = {"kind": "obstacle", "name": "fence", "shape": "box", "size_m": [0.5, 4.0, 4.0]}


@pytest.fixture(scope="module")
def shared() -> Simulation:
    return Simulation.load("square_calm", compiled=False)


@pytest.fixture
def sim(shared: Simulation) -> Simulation:
    shared.reset_now()
    return shared


def do(sim: Simulation, verb: str, **arguments: Any) -> str:
    """Carry a command out; why it was refused, or nothing."""
    reply = Reply()
    sim.bus.inbox.push("studio", UserCommand(verb, arguments), reply)
    sim.advance(2)
    assert reply.done
    return reply.error or ""


def facts(sim: Simulation, name: str) -> dict[str, Any]:
    return sim.world.entities.get(sim.world.by_name(name)).facts


def test_each_step_is_undone_and_done_again(sim: Simulation) -> None:
    there = sim.world.entities.by_name
    assert do(sim, "insert", **LAMP, light="spot", colour="#ffcc88", intensity=2.0) == ""
    assert facts(sim, "lamp")["light"] == "spot"
    assert do(sim, "move", name="lamp", position_ned_m=[0, 0, -9], heading_deg=90) == ""
    assert facts(sim, "lamp")["position_ned_m"] == (0.0, 0.0, -9.0)
    assert do(sim, "rename", name="lamp", new_name="moon") == ""
    assert do(sim, "remove", name="moon") == ""
    assert there("moon") is None
    do(sim, "undo")
    assert facts(sim, "moon")["intensity"] == 2.0
    do(sim, "undo")
    do(sim, "undo")
    assert facts(sim, "lamp")["position_ned_m"] == (3.0, 4.0, -5.0)
    assert "attitude_wxyz" not in facts(sim, "lamp")
    do(sim, "redo")
    assert facts(sim, "lamp")["position_ned_m"] == (0.0, 0.0, -9.0)
    for _ in range(2):
        do(sim, "undo")
    assert there("lamp") is None
    do(sim, "redo")
    assert there("lamp") is not None


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({**LAMP, "kind": "vehicle"}, "one of light, actor, obstacle"),
        ({**LAMP, "name": "quad_0"}, "exists already"),
        ({**LAMP, "position_ned_m": [0, 0]}, "takes 3 numbers"),
        ({**LAMP, "position_ned_m": [0, 0, float("nan")]}, "not finite"),
        ({**LAMP, "colour": "red"}, "#rrggbb"),
        ({**LAMP, "intensity": 0}, "above 0"),
        ({**LAMP, "radius_m": 1}, "insert light has no argument 'radius_m'"),
        ({**BALLOON, "position_ned_m": [0, 0, 0], "shape": "cone"}, "one of box, sphere"),
        ({**BALLOON, "position_ned_m": [0, 0, 0], "length_m": 2}, "a sphere has no 'length_m'"),
        ({**WALL, "position_ned_m": [0, 0, 0]}, "nothing can be hit in this world"),
    ],
)
def test_what_cannot_be_is_refused(sim: Simulation, given: dict[str, Any], reason: str) -> None:
    assert reason in do(sim, "insert", **given)


def test_an_obstacle_is_hit_where_it_was_moved_to() -> None:
    sim = Simulation.load("wall_bounce", compiled=False)
    body = sim.world.models()[0].name
    position = sim.world.vector(sim.world.by_name(body), "position_ned_m").tolist()
    far = [position[0] + 500.0, position[1], position[2]]
    assert do(sim, "insert", **WALL, position_ned_m=far) == ""
    before = sim.world.vector(sim.world.by_name(body), "collision_count")[0]
    here = sim.world.vector(sim.world.by_name(body), "position_ned_m").tolist()
    assert do(sim, "move", name="fence", position_ned_m=here) == ""
    sim.advance(2)
    assert sim.world.vector(sim.world.by_name(body), "collision_count")[0] > before


def test_wind_is_refused_where_nobody_feels_it(sim: Simulation) -> None:
    assert "no vehicle feels wind here" in do(sim, "wind", mean_ned_mps=[2.0, 0.0, 0.0])
