"""Conditions on columns at the end of a run."""

import pytest

from simloop.server.files import FileMistake
from simloop.server.simulation import Simulation


def stand(*expect: str, count: int = 1) -> Simulation:
    rows = ", ".join(f"{{{row}}}" for row in expect)
    return Simulation.load(
        "stand", count=count, compiled=False, sets=[f"success={{expect: [{rows}]}}"]
    )


def test_a_number_within_bounds_is_a_success() -> None:
    simulation = stand("column: position_ned_m, element: 2, at_least: -0.2, at_most: 0.0")
    simulation.advance(20)
    assert simulation.verdict().success


def test_a_number_out_of_bounds_is_told_with_its_vehicle() -> None:
    simulation = stand("column: mass_kg, at_most: 3.0", count=2)
    assert simulation.verdict().reasons == (
        "quad_0 ends with mass_kg[0] = 3.5, asked was at most 3",
        "quad_1 ends with mass_kg[0] = 3.5, asked was at most 3",
    )
    assert simulation.verdict(cut_short=True).success


def test_one_vehicle_may_be_meant() -> None:
    simulation = stand("column: mass_kg, at_least: 4.0, vehicle: quad_1", count=2)
    (reason,) = simulation.verdict().reasons
    assert reason.startswith("quad_1 ends")


def test_a_number_that_is_none_fails() -> None:
    simulation = stand("column: mass_kg, at_least: 0.0")
    simulation.world.vector(simulation.world.by_name("quad_0"), "mass_kg")[0] = float("nan")
    assert not simulation.verdict().success


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("column: mass, at_least: 1.0", "mass"),
        ("column: mass_kg, element: 1, at_least: 1.0", "mass_kg has no element 1"),
        ("column: mass_kg, vehicle: quad_7, at_least: 1.0", "did you mean 'quad_0'"),
    ],
)
def test_what_is_not_there_is_told_before_the_run(row: str, message: str) -> None:
    with pytest.raises(FileMistake, match=message):
        stand(row)
