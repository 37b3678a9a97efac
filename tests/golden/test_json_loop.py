"""The same flight in process and over ArduPilot's JSON protocol: truth and pulses are the same."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from typing import Any

import pytest

from coupled import FlightRecord, body_of, fly_together, in_process, mind_of, ports_of

HASTE = {"autopilot.settings.parameters": {"fw_align_time_s": 0.6, "MC_SPEED_UP": 4.0}}
SQUARE = {
    "takeoff_altitude_m": 10.0,
    "cruise_speed_mps": 5.0,
    "waypoints_ned_m": [
        [20.0, 0.0, -10.0],
        [20.0, 20.0, -10.0],
        [0.0, 20.0, -10.0],
        [0.0, 0.0, -10.0],
    ],
}


def assert_same_flight(
    path: Path, scenario: str, model: str, entry: dict[str, Any], ticks: int, **options: Any
) -> list[float]:
    """Fly both ways and compare every tick; gives the place where it ended."""
    alone = in_process(path, scenario, model, entry, **options)
    body = body_of(path, scenario, model, entry, **options)
    mind = mind_of(path, scenario, model, entry, ports_of(body), **options)
    try:
        records = [FlightRecord(simulation, body) for simulation in (alone, body, mind)]
        alone.advance(ticks)
        fly_together(body, mind, alone.world.tick)
        one, there, here = records
        assert len(one.truth) == len(here.truth) == len(there.truth) > 0
        for flown in (there, here):
            pairs = enumerate(zip(one.truth, flown.truth, strict=True), start=1)
            first = next((tick for tick, (a, b) in pairs if a != b), None)
            assert first is None, f"truth differs from tick {first} on"
            assert flown.pulses == one.pulses
        world = alone.world
        return world.vector(world.models()[0].entity, "position_ned_m").tolist()  # type: ignore[no-any-return]
    finally:
        for simulation in (mind, body, alone):
            simulation.close()


def test_a_quad_takes_off_in_wind_with_the_same_bits(tmp_path: Path) -> None:
    mission = {**SQUARE, "takeoff_altitude_m": 3.0}
    entry = {"mission": mission, "set": HASTE}
    place = assert_same_flight(tmp_path, "square", "quad", entry, 1200, compiled=False)
    # Nothing would be shown by one that stays on the ground.
    assert place[2] < -1.0


def test_two_rovers_have_the_same_bits(tmp_path: Path) -> None:
    """Outputs behind a mixer, which go both ways, and two plugins to talk to."""
    mission = {"waypoints_ned_m": [[5.0, 5.0, 0.0]], "cruise_speed_mps": 0.8}
    parameters = {"autopilot.settings.parameters": {"fw_align_time_s": 0.6}}
    entry = {"mission": mission, "set": parameters, "count": 2}
    place = assert_same_flight(tmp_path, "pico_square", "pico_rover", entry, 1000, compiled=False)
    assert place[0] > 0.1


@pytest.mark.soak
@pytest.mark.parametrize("count", [1, 3])
def test_the_whole_square_has_the_same_bits(tmp_path: Path, count: int) -> None:
    entry = {"mission": SQUARE, "count": count}
    place = assert_same_flight(tmp_path, "square", "quad", entry, 36_000)
    assert abs(place[2]) < 0.3
