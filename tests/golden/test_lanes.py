"""Lanes never influence each other: a fleet in one process has the bits of as many single runs."""

from collections.abc import Iterable
from dataclasses import replace

import pytest

from simloop.server.files import load_scenario
from simloop.server.files.resolved import ResolvedScenario
from simloop.server.simulation import Simulation

FLEET = 200
ON_BOARD = "vehicles[0].model.autopilot.settings.board=sil"
# Off the ground, and on the way to the first waypoint.
FLIGHT_S = 10.0


def hashes(scenario: ResolvedScenario, seconds: float, *, compiled: bool = True) -> dict[str, str]:
    """The bits of every vehicle, truth and firmware, after some time."""
    simulation = Simulation(scenario, compiled=compiled)
    # It stops a run when the last one has landed.
    simulation.remove_system("flight monitor")
    simulation.advance(round(seconds * simulation.tick_rate_hz))
    world = simulation.world
    return {record.name: world.model_hash(record.entity) for record in world.models()}


def alone(
    scenario: ResolvedScenario, numbers: Iterable[int], seconds: float, *, compiled: bool = True
) -> dict[str, str]:
    """The same of vehicles that each fly in a run of their own."""
    found: dict[str, str] = {}
    for number in numbers:
        # The id is part of a vehicle, and a fleet numbers its vehicles.
        vehicle = replace(scenario.vehicles[number], id=number + 1)
        single = replace(scenario, vehicles=(vehicle,))
        found |= hashes(single, seconds, compiled=compiled)
    return found


def check(scenario: ResolvedScenario, numbers: Iterable[int], seconds: float, **how: bool) -> None:
    together = hashes(scenario, seconds, **how)
    apart = alone(scenario, numbers, seconds, **how)
    # No two are alike, or equal bits would show nothing.
    assert len(set(together.values())) == len(scenario.vehicles)
    assert apart == {name: together[name] for name in apart}


def test_two_hundred_in_the_schedule() -> None:
    check(load_scenario("square", count=FLEET), range(0, FLEET, 28), FLIGHT_S)


@pytest.mark.soak
def test_two_hundred_in_the_schedule_and_each_of_them_alone() -> None:
    check(load_scenario("square", count=FLEET), range(FLEET), FLIGHT_S)


def test_seven_on_a_board() -> None:
    scenario = load_scenario("square", count=7, sets=[ON_BOARD])
    check(scenario, (0, 6), 0.2, compiled=False)


@pytest.mark.soak
def test_forty_on_a_board_and_each_of_them_alone() -> None:
    check(load_scenario("square", count=40, sets=[ON_BOARD]), range(40), FLIGHT_S)
