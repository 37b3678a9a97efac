"""Touches become events of the run, and tell with whom and where a vehicle crashed."""

from dataclasses import replace

import pytest

from simloop.cli.words import event_words
from simloop.server.events import EventLog
from simloop.server.simulation import Simulation
from simloop.server.touch_events import crash_detail, log_touches
from simloop.systems.collisions import Touch, TouchBoard

WALL = Touch(
    tick=800,
    body="quad_0",
    other="wall",
    point_ned_m=(12.0041, 0.2963, -2.1),
    speed_mps=6.0049,
    impulse_ns=24.70049,
    crashed=("quad_0",),
)
MEETING = replace(WALL, body="quad_0", other="quad_1", crashed=("quad_0", "quad_1"))


@pytest.fixture
def log() -> EventLog:
    return EventLog(400)


@pytest.fixture
def board(log: EventLog) -> TouchBoard:
    board = TouchBoard()
    log_touches(board, log)
    return board


def test_a_touch_is_an_event_that_says_whom_where_and_how_hard(
    board: TouchBoard, log: EventLog
) -> None:
    board.add(WALL)
    (event,) = log.events
    assert event.plain() == {
        "tick": 800,
        "time_s": 2.0,
        "vehicle": "quad_0",
        "event": "touched",
        "other": "wall",
        "point_ned_m": [12.0, 0.3, -2.1],
        "speed_mps": 6.0,
        "impulse_ns": 24.7,
    }


def test_two_vehicles_that_touch_are_one_event(board: TouchBoard, log: EventLog) -> None:
    board.add(MEETING)
    (event,) = log.events
    assert (event.vehicle, event.detail["other"]) == ("quad_0", "quad_1")


def test_a_place_has_no_minus_zero(board: TouchBoard, log: EventLog) -> None:
    board.add(replace(WALL, point_ned_m=(-0.001, 0.0, -0.0)))
    assert str(log.events[0].detail["point_ned_m"]) == "[0.0, 0.0, 0.0]"


def test_a_callback_of_a_program_hears_the_touch_too(board: TouchBoard, log: EventLog) -> None:
    heard: list[Touch] = []
    board.on_event = heard.append
    board.add(WALL)
    assert heard == [WALL]
    assert len(log.events) == 1


@pytest.mark.parametrize(("vehicle", "other"), [("quad_0", "quad_1"), ("quad_1", "quad_0")])
def test_both_who_crash_are_told_of_each_other(board: TouchBoard, vehicle: str, other: str) -> None:
    board.add(MEETING)
    detail = crash_detail(board, vehicle, 800)
    assert detail == {"other": other, "point_ned_m": [12.0, 0.3, -2.1]}


def test_a_crash_is_that_of_the_hardest_touch_of_its_tick(board: TouchBoard) -> None:
    board.add(replace(WALL, tick=790, other="early", speed_mps=9.0))
    board.add(WALL)
    board.add(replace(WALL, other="tree", speed_mps=7.0))
    board.add(replace(WALL, other="leaf", speed_mps=8.0, crashed=()))
    assert crash_detail(board, "quad_0", 800)["other"] == "tree"


def test_a_crash_that_no_touch_tells_of_has_no_more_to_say(board: TouchBoard) -> None:
    board.add(WALL)
    assert crash_detail(board, "quad_0", 801) == {}
    assert crash_detail(board, "quad_7", 800) == {}


def test_a_touch_in_words(board: TouchBoard, log: EventLog) -> None:
    board.add(WALL)
    board.add(replace(WALL, other="ground", point_ned_m=(-3.0, -1.0, 0.0), speed_mps=0.5))
    assert [event_words(event) for event in log.events] == [
        "touched wall at 6.0 m/s, 12.0 m north 0.3 m east 2.1 m up",
        "touched the ground at 0.5 m/s, 3.0 m south 1.0 m west 0.0 m up",
    ]


def test_a_crash_in_words(log: EventLog) -> None:
    log.add(800, "quad_0", "crashed", impact_mps=6.0)
    log.add(800, "quad_0", "crashed", impact_mps=6.0, other="wall", point_ned_m=[12.0, 0.3, -2.1])
    assert [event_words(event) for event in log.events] == [
        "CRASHED at 6.0 m/s",
        "CRASHED into wall at 6.0 m/s",
    ]


def throw_at_the_wall(simulation: Simulation) -> None:
    """Move the quad to half a metre before the wall at 15 m, flying at 8 m/s."""
    quad = simulation.world.by_name("quad_bumper_0")
    simulation.world.set(quad, "position_ned_m", (14.0, 0.0, -5.0))
    simulation.world.set(quad, "velocity_frd_mps", (8.0, 0.0, 0.0))


def names_and_others(simulation: Simulation) -> list[tuple[str, str]]:
    wanted = ("touched", "crashed")
    return [(e.name, e.detail["other"]) for e in simulation.log.events if e.name in wanted]


def test_a_run_logs_the_touch_and_the_crash() -> None:
    simulation = Simulation.load("wall_hit", compiled=False)
    throw_at_the_wall(simulation)
    simulation.advance(200)
    assert names_and_others(simulation) == [("touched", "wall"), ("crashed", "wall")]
    touched, crashed = (e for e in simulation.log.events if e.name in ("touched", "crashed"))
    assert touched.tick == crashed.tick
    assert touched.detail["point_ned_m"] == crashed.detail["point_ned_m"]
    assert touched.detail["point_ned_m"][0] == pytest.approx(15.0, abs=0.05)


def test_what_is_taken_back_is_no_event_and_comes_again() -> None:
    simulation = Simulation.load("wall_hit", compiled=False)
    throw_at_the_wall(simulation)
    before = simulation.snapshot()
    simulation.advance(200)
    events = list(simulation.log.events)
    simulation.restore(before)
    assert names_and_others(simulation) == []
    simulation.advance(200)
    assert simulation.log.events == events


def test_collisions_that_join_late_are_logged_as_well() -> None:
    simulation = Simulation.load("wall_hit", compiled=False)
    settings = dict(simulation.scenario.systems["collisions"].values)
    simulation.plugins.remove("collisions")
    simulation.advance(5)
    simulation.plugins.add("collisions", settings)
    throw_at_the_wall(simulation)
    simulation.advance(200)
    assert names_and_others(simulation) == [("touched", "wall"), ("crashed", "wall")]
