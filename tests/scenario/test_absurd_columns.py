"""Whatever number somebody sets on a column, a compiled run goes on and reads no other data."""

import pytest

from simloop.server.simulation import Simulation

OTHERS = (
    *("aerosonde_mission", "trainer_by_table", "quadplane_mission", "octo_survey"),
    *("rover_mission", "car_mission", "pico_mission"),
    *("usv_mission", "workboat_mission", "sea_trial", "harbour_circle", "wall_hit"),
)
ABSURD = (1e9, -1e9, 1e18, 0.5)


def set_everything(scenario: str) -> int:
    """Set every column to every absurd number, each time from the same moment; how many it took."""
    sim = Simulation.load(scenario)
    sim.prepare()
    sim.advance(400)
    vehicle = sim.world.models()[0]
    places = sim.world.tables[vehicle.table].layout.places
    moment = sim.snapshot()
    taken = 0
    for column, place in places.items():
        for number in ABSURD if place.dtype == "f8" else ():
            sim.command("set", name=vehicle.name, values={column: [number] * place.size})
            sim.advance(12)
            taken += not any(event.name == "refused" for event in sim.log.events)
            sim.restore(moment)
    sim.close()
    return taken


def test_no_column_of_a_quad_ends_a_run() -> None:
    assert set_everything("square") > 1000


@pytest.mark.soak
@pytest.mark.parametrize("scenario", OTHERS)
def test_no_column_ends_a_run(scenario: str) -> None:
    assert set_everything(scenario) > 100
