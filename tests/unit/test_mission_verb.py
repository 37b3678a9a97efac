"""Missions from the page: into the firmware's columns and back, and orders with its answers."""

from math import nan
from typing import Any

import pytest

from simloop.firmware.link.plans import MISSION, Plans
from simloop.firmware.link.vehicle import Vehicle
from simloop.server.simulation import Simulation
from simloop.sitl.mission_items import ItemFault, items_of, rows_of
from simloop.sitl.pilot_orders import ORDERS, PilotOrders
from simloop.sitl.world_lane import WorldLane
from simloop.studio.questions.mission import QUESTIONS, MissionPlan
from simloop.systems.scene.questions import QuestionRefused
from simloop.systems.user_commands.desk import UserCommand
from simloop.transport.inbox import Reply

HOME = (1.0, -2.0, 3.0)
WAYPOINT = {"command": "waypoint", "north_m": 10.0, "east_m": 5.0, "altitude_m": 8.0}
ITEMS: list[dict[str, Any]] = [
    {"command": "takeoff", "altitude_m": 6.0},
    {**WAYPOINT, "hold_s": 2.0, "speed_mps": 3.0, "heading_deg": 90.0},
    {**WAYPOINT, "command": "loiter_time", "hold_s": 4.0, "radius_m": 12.0},
    {"command": "jump", "to_item": 1, "times": 2},
    {"command": "other", "code": 183, "parameters": [1.0, 1500.0]},
    {"command": "return"},
]


def columns(items: list[dict[str, Any]]) -> list[float]:
    return [number for row in rows_of(items, HOME) for number in row]


def test_items_come_back_as_they_went() -> None:
    numbers = columns(ITEMS)
    back = items_of(numbers, len(numbers) // 8, HOME)
    for given, found in zip(ITEMS, back, strict=True):
        for key, value in given.items():
            if key != "parameters":
                assert getattr(found, key) == pytest.approx(value), key
    assert back[4].parameters == (1.0, 1500.0, None, None)
    # A jump leads to the change of speed that stands before its item.
    assert rows_of(ITEMS, HOME)[4][1] == 1.0


@pytest.mark.parametrize(
    ("item", "words"),
    [
        ("waypoint", "item 2: an item is a mapping"),
        ({"command": "fly"}, "item 2: there is no command 'fly'"),
        ({"command": "waypoint", "north_m": 1.0, "east_m": 1.0}, "item 2: altitude_m is missing"),
        ({**WAYPOINT, "north_m": nan}, "item 2: north_m takes a number"),
        ({**WAYPOINT, "east_m": True}, "item 2: east_m takes a number"),
        ({**WAYPOINT, "hold_s": -1.0}, "item 2: hold_s is -1"),
        ({"command": "jump", "to_item": 7, "times": 1}, "item 2: to_item is 7"),
        ({"command": "takeoff", "altitude": 5.0}, "item 2: there is no altitude: did you mean alt"),
        ({"command": "other", "code": 183, "parameters": [nan]}, "takes up to four numbers"),
        ({"command": "other", "code": 1}, "item 2: the firmware does not fly command 1"),
    ],
)
def test_a_fault_names_the_item(item: Any, words: str) -> None:
    with pytest.raises(ItemFault, match=words.replace("(", r"\(")):
        rows_of([WAYPOINT, item], HOME)


@pytest.fixture
def sim() -> Simulation:
    return Simulation.load("hover", compiled=False)


def send(sim: Simulation, verb: str, **arguments: Any) -> str | None:
    reply = Reply()
    named = {} if verb == "undo" else {"name": "quad_0"}
    sim.bus.inbox.push("studio", UserCommand(verb, {**named, **arguments}), reply)
    sim.advance(2)
    assert reply.done
    return reply.error


def plan(sim: Simulation) -> MissionPlan:
    answer: MissionPlan = QUESTIONS[0].make(sim)({"name": "quad_0"})
    return answer


def test_a_mission_is_stored_undone_and_refused(sim: Simulation) -> None:
    before = plan(sim).items
    assert send(sim, "mission", items=ITEMS[:3]) is None
    told = plan(sim)
    assert [item.command for item in told.items] == ["takeoff", "waypoint", "loiter_time"]
    assert told.items[1].speed_mps == 3.0
    assert send(sim, "undo") is None
    assert plan(sim).items == before
    full = send(sim, "mission", items=[WAYPOINT] * (told.room + 2))
    assert full is not None and full.endswith("leave out 2")
    fault = send(sim, "mission", items=[{"command": "waypoint"}])
    assert fault == "item 1: altitude_m is missing"
    assert plan(sim).items == before


def test_an_order_is_answered_by_the_firmware(sim: Simulation) -> None:
    assert send(sim, "order", order="go_to", north_m=5.0, east_m=0.0, altitude_m=5.0) is None
    sim.advance(20)
    answer = plan(sim).order
    assert answer is not None and not answer.accepted
    assert answer.words
    wrong = send(sim, "order", order="dance")
    assert wrong is not None and "start_mission" in wrong


def test_an_order_goes_on_under_another_name_and_is_not_told_of_the_next(sim: Simulation) -> None:
    sim.pause(True)
    commands: list[tuple[str, dict[str, Any]]] = [
        ("order", {"name": "quad_0", "order": "hold"}),
        ("rename", {"name": "quad_0", "new_name": "eagle"}),
        ("spawn", {"model": "quad", "name": "quad_0", "position_ned_m": [9.0, 9.0, 0.0]}),
    ]
    for verb, arguments in commands:
        sim.command(verb, **arguments)
    for _ in range(2):
        sim.idle()
    sim.pause(False)
    sim.advance(20)
    orders: PilotOrders = sim.provided[ORDERS]
    assert orders.told("eagle") is not None
    assert orders.told("quad_0") is None


def test_a_mission_that_is_taken_back_in_time_is_not_started(sim: Simulation) -> None:
    sim.pause(True)
    before = sim.world.state_hash()
    sim.command("mission", name="quad_0", items=ITEMS[:2], start=True)
    sim.command("undo")
    for _ in range(3):
        sim.idle()
    assert sim.world.state_hash() == before
    sim.pause(False)
    sim.advance(20)
    assert plan(sim).order is None
    assert not sim.world.vector(sim.world.by_name("quad_0"), "fw_request").any()


def test_an_odd_mission_of_a_ground_station_can_be_told() -> None:
    (item,) = items_of([177.0, nan, nan, nan, nan, nan, nan, nan], 1, HOME)
    assert (item.command, item.to_item, item.times) == ("jump", 0, None)


def test_a_vehicle_without_our_firmware_is_refused(sim: Simulation) -> None:
    reply = Reply()
    sim.bus.inbox.push("studio", UserCommand("mission", {"name": "sun", "items": []}), reply)
    sim.advance(2)
    assert reply.error is not None
    with pytest.raises(QuestionRefused, match="nobody"):
        QUESTIONS[0].make(sim)({"name": "nobody"})


def test_it_flies_the_new_mission_and_a_ground_station_reads_it() -> None:
    sim = Simulation.load("square")
    assert send(sim, "mission", items=[ITEMS[0], {**WAYPOINT, "hold_s": 60.0}]) is None
    entity = sim.world.by_name("quad_0")
    position = sim.world.vector(entity, "position_ned_m")
    home = position.copy()
    sim.advance(30 * sim.world.tick_rate_hz)
    assert position - home == pytest.approx([10.0, 5.0, -8.0], abs=1.5)
    there = {**WAYPOINT, "north_m": -4.0, "east_m": 0.0, "hold_s": 60.0}
    assert send(sim, "mission", items=[ITEMS[0], there], start=True) is None
    sim.advance(15 * sim.world.tick_rate_hz)
    assert position - home == pytest.approx([-4.0, 0.0, -8.0], abs=1.5)
    answer = plan(sim).order
    assert answer is not None and answer.accepted
    plans = Plans(Vehicle(WorldLane(sim.world, entity)))
    assert [item.command for item in plans.items(MISSION)] == [22, 16]
    # Without an altitude it stays as high as it is.
    assert send(sim, "order", order="go_to", north_m=3.0, east_m=3.0) is None
    sim.advance(10 * sim.world.tick_rate_hz)
    assert position - home == pytest.approx([3.0, 3.0, -8.0], abs=1.5)
    assert plan(sim).mode == "guided"
