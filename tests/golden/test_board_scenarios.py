"""A scenario gives the same truth with the firmware in the schedule and apart on its board."""

from collections.abc import Sequence

import pytest

from simloop.component.column import Kind
from simloop.server.simulation import Simulation

ON_BOARD = "vehicles[{}].model.autopilot.settings.board=sil"
# Boats align for long, on account of waves.
SOON = "vehicles[0].model.autopilot.settings.parameters={ALIGN_TIME: 2.0}"


def load(
    scenario: str,
    *,
    boards: Sequence[int] = (),
    sets: Sequence[str] = (),
    compiled: bool,
    **more: object,
) -> Simulation:
    sets = [*sets, *map(ON_BOARD.format, boards)]
    return Simulation.load(scenario, sets=sets, compiled=compiled, **more)  # type: ignore[arg-type]


def truth(simulation: Simulation) -> dict[tuple[str, str], list[float]]:
    """All true numbers of all vehicles."""
    world = simulation.world
    return {
        (record.name, column): world.vector(record.entity, column).tolist()
        for record in world.models()
        for column, place in world.tables[record.table].layout.places.items()
        if place.component.kind is Kind.TRUTH
    }


def events(simulation: Simulation) -> list[dict[str, object]]:
    return [event.plain() for event in simulation.log.events]


def test_the_square_is_flown_to_the_same_end() -> None:
    fused = load("square", compiled=True)
    apart = load("square", boards=[0], compiled=True)
    for simulation in (fused, apart):
        simulation.advance(36_000)
        assert simulation.over and simulation.verdict().success
    assert truth(fused) == truth(apart)
    assert events(fused) == events(apart)


@pytest.mark.parametrize(
    ("scenario", "vehicle", "ticks"),
    [("quadplane_hover", None, 500), ("square", "rover_diff", 1600), ("square", "usv", 2000)],
)
def test_every_stack_has_a_board(scenario: str, vehicle: str | None, ticks: int) -> None:
    fused = load(scenario, sets=[SOON], compiled=False, vehicle=vehicle)
    apart = load(scenario, boards=[0], sets=[SOON], compiled=False, vehicle=vehicle)
    for simulation in (fused, apart):
        simulation.advance(ticks)
    assert truth(fused) == truth(apart)
    # Nothing would be shown by a firmware that has not begun, or by vehicles that stand.
    for simulation in (fused, apart):
        first = simulation.world.models()[0].entity
        assert simulation.world.vector(first, "fw_time_s")[0] > 0.5
        if scenario == "square":
            assert simulation.world.vector(first, "position_ned_m")[0] > 1.0
