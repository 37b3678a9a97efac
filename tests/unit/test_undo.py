"""Undo and redo in any order: every number and every fact is as it was, to the bit."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simloop.server.simulation import Simulation
from simloop.systems.user_commands.desk import UserCommand
from simloop.transport.inbox import Reply

Given = tuple[str, dict[str, Any]]
PLACE = {"position_ned_m": [3.0, 4.0, -5.0]}
COMMANDS: tuple[Given, ...] = (
    ("spawn", {"model": "quad", "name": "guest", **PLACE}),
    ("insert", {"kind": "light", "name": "lamp", **PLACE}),
    ("insert", {"kind": "obstacle", "name": "guest", "size_m": [1, 1, 1], **PLACE}),
    ("remove", {"name": "quad_0"}),
    ("remove", {"name": "guest"}),
    ("rename", {"name": "quad_0", "new_name": "guest"}),
    ("rename", {"name": "guest", "new_name": "quad_0"}),
    ("rename", {"name": "guest", "new_name": "lamp"}),
    ("move", {"name": "guest", "heading_deg": 90.0, **PLACE}),
    ("move", {"name": "quad_1", "position_ned_m": [0.0, 9.0, -2.0]}),
    ("set_state", {"name": "quad_1", "velocity_ned_mps": [1, 0, 0], "align_estimator": True}),
    ("set", {"name": "quad_1", "values": {"mass_kg": 4.0}}),
    ("wind", {"mean_ned_mps": [3.0, 0.0, 0.0]}),
    ("radio", {"name": "quad_0", "signal": "on"}),
    ("radio", {"name": "quad_0", "signal": "lost"}),
    ("mission", {"name": "quad_0", "items": [{"command": "takeoff", "altitude_m": 3.0}]}),
    ("mission", {"name": "quad_1", "items": [{"command": "return"}], "start": True}),
    ("parameter", {"name": "quad_1", "parameter": "WP_SPEED", "value": 2.5}),
    ("respawn", {"name": "quad_1"}),
)


@pytest.fixture(scope="module")
def shared() -> Simulation:
    sets = ["world.systems.collisions={}", "duration_s=1000"]
    return Simulation.load("square", count=2, compiled=False, sets=sets)


def do(sim: Simulation, verb: str, arguments: dict[str, Any] | None = None) -> str:
    """Carry a command out in a pause; why it was refused, or nothing."""
    reply = Reply()
    sim.bus.inbox.push("studio", UserCommand(verb, arguments or {}), reply)
    for _ in range(2):
        sim.idle()
    assert reply.done
    return reply.error or ""


def state(sim: Simulation) -> tuple[str, dict[str, Any]]:
    facts = {r.name: (r.kind, {**r.facts, "spec": None}) for r in sim.world.entities}
    return sim.world.state_hash(), facts


@settings(max_examples=25, deadline=None)
@given(
    commands=st.lists(st.sampled_from(COMMANDS), min_size=1, max_size=8),
    steps=st.lists(st.booleans(), max_size=16),
)
def test_any_way_back_and_forth_is_exact(
    shared: Simulation, commands: list[Given], steps: list[bool]
) -> None:
    sim = shared
    sim.pause(False)
    sim.reset_now()
    sim.advance(8)
    sim.pause(True)
    states = [state(sim)]
    for verb, arguments in commands:
        if not do(sim, verb, arguments):
            states.append(state(sim))
    place = last = len(states) - 1
    for forward in (*steps, *(False,) * last, *(True,) * last):
        wanted = place + (1 if forward else -1)
        refusal = do(sim, "redo" if forward else "undo")
        if not 0 <= wanted <= last:
            assert refusal == f"there is nothing to {'redo' if forward else 'undo'}"
            continue
        assert refusal == ""
        place = wanted
        assert state(sim) == states[place]


@pytest.mark.parametrize(
    "detour", [("remove", {"name": "quad_0"}), ("rename", {"name": "quad_0", "new_name": "x"})]
)
def test_after_a_detour_the_flight_goes_on_as_if_nothing_had_been(detour: Given) -> None:
    hashes = []
    for taken in (False, True):
        sim = Simulation.load("hover", compiled=False)
        sim.command("radio", name="quad_0", signal="on")
        sim.advance(30)
        sim.pause(True)
        for verb, arguments in (detour, ("undo", {})) if taken else ():
            assert do(sim, verb, arguments) == ""
        sim.pause(False)
        sim.advance(60)
        hashes.append(sim.world.state_hash())
    assert hashes[0] == hashes[1]


def test_a_vehicle_comes_back_with_its_id() -> None:
    sim = Simulation.load("pico_square", compiled=False)
    vehicle = sim.world.models()[0]
    sim.vehicles.give(vehicle.entity, 7)
    sim.pause(True)
    assert do(sim, "remove", {"name": vehicle.name}) == ""
    assert do(sim, "undo") == ""
    sim.pause(False)
    sim.advance(1)
    assert sim.vehicles.get(7).name == vehicle.name


def test_an_undoing_that_cannot_be_whole_is_not_begun() -> None:
    sim = Simulation.load("square", count=2, compiled=False)
    sim.pause(True)
    assert do(sim, "wind", {"mean_ned_mps": [9.0, 0.0, 0.0]}) == ""
    # Not by a command, so nothing brings it back first.
    sim.world.remove(sim.world.by_name("quad_1"))
    assert "no entity named 'quad_1'" in do(sim, "undo")
    mean = sim.world.vector(sim.world.by_name("quad_0"), "wind_mean_ned_mps")
    assert mean[0] == 9.0
