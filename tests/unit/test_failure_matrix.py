"""The desk's own table against the tests: a cell that no test covers is a mistake."""

import re
from pathlib import Path

import numpy as np
import pytest
import test_failure_outputs
import test_failure_sensors
import test_failure_world
from failure_bench import Twins
from test_failure_world import parameters

from simloop.server.simulation import Simulation
from simloop.systems.failures import Cell, FailureDesk
from simloop.systems.failures.desk import MOST_AT_ONCE

OURS = "simloop.systems.failures"
GUIDE = Path(__file__).parents[2] / "docs" / "guides" / "failures.md"


@pytest.fixture(scope="module")
def desk() -> FailureDesk:
    found: FailureDesk = Simulation.load("stand", compiled=False).provided["failures"]
    return found


def of_ours(cell: Cell) -> bool:
    return str(cell.make.__module__).startswith(OURS)


def test_every_cell_has_a_test_and_every_test_a_cell(desk: FailureDesk) -> None:
    tested = [
        *test_failure_sensors.CHECKS,
        *test_failure_outputs.CHECKS,
        *test_failure_world.CHECKS,
    ]
    offered = [(cell.component, cell.kind) for cell in desk.catalogue.cells if of_ours(cell)]
    assert sorted(tested) == sorted(offered)


def test_every_cell_tells_what_it_does(desk: FailureDesk) -> None:
    assert [cell for cell in desk.catalogue.cells if not cell.meaning] == []


def test_the_words_of_px4_are_there(desk: FailureDesk) -> None:
    words = ("gyro", "accel", "mag", "baro", "gps", "distance_sensor", "airspeed")
    kinds = {"off", "stuck", "garbage", "wrong", "slow", "delayed", "intermittent"}
    for component in (*words, "motor", "esc", "servo"):
        assert kinds <= set(desk.catalogue.kinds(component)), component


@pytest.mark.parametrize("vehicle", ["quadplane", "workboat", "pico_rover", "trainer_table"])
def test_whatever_can_fail_comes_and_goes(vehicle: str) -> None:
    """All that a vehicle can have, in handfuls: the run goes on, and no parameter is changed."""
    world = "world={extends: calm, systems: {water: {}, wind: {speed_mps: 3.0}}}"
    twins = Twins("stand", vehicle=vehicle, sets=[world], warm_ticks=5)
    before = parameters(twins)
    cells = [cell for cell in twins.desk.possible(twins.name) if of_ours(cell)]
    assert len(cells) > 60
    for first in range(0, len(cells), MOST_AT_ONCE):
        for cell in cells[first : first + MOST_AT_ONCE]:
            assert twins.inject(cell.component, cell.kind, ramp_s=0.01).accepted
        twins.sim.advance(8)
        twins.inject("all", "ok")
        twins.sim.advance(1)
    for name, numbers in parameters(twins).items():
        assert np.array_equal(numbers, before[name]), name
    assert not twins.vector("frozen").any()


def told_in_the_guide() -> set[tuple[str, str]]:
    """Components of a `Components:` line with the first words of the table below it."""
    told, components = set(), list[str]()
    for line in GUIDE.read_text(encoding="utf-8").splitlines():
        words = re.findall(r"`(\w+)`", line)
        if line.startswith("Components:"):
            components = words
        elif line.startswith("#"):
            components = []
        elif line.startswith("| `"):
            told |= {(component, words[0]) for component in components}
    return told


def test_the_guide_tells_of_every_cell(desk: FailureDesk) -> None:
    offered = {(cell.component, cell.kind) for cell in desk.catalogue.cells if of_ours(cell)}
    assert told_in_the_guide() == offered
