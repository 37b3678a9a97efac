"""A quadplane in the simulated world: hover, transition, cruise, transition, hover, landing."""

from math import hypot

import pytest
from vtol_bench import VtolBench

from simloop.firmware.codes import VtolRequest, VtolState

ROUGH = "{speed_mps: 8, direction_from_deg: 270, turbulence: moderate}"


def wait(bench: VtolBench, state: float, seconds: float) -> tuple[float, list[float]]:
    """How long it takes to get into a state, and the heights on the way."""
    heights = []
    for number in range(round(10.0 * seconds)):
        bench.run(0.1)
        heights.append(bench.height_m)
        if bench.get("fw_vtol_state") == state:
            return 0.1 * (number + 1), heights
    raise AssertionError(f"never in state {state}")


@pytest.mark.parametrize(("wind", "room_m"), [(None, 3.0), (ROUGH, 12.0)])
def test_from_hover_to_cruise_and_back(wind: str | None, room_m: float) -> None:
    bench = VtolBench(height_m=40.0, wind=wind)
    bench.run(0.02)
    bench.go((0.0, 0.0, -40.0), VtolRequest.HOVER, stop=True)
    bench.run(8.0)

    bench.go((600.0, 200.0, -40.0), VtolRequest.CRUISE)
    taken_s, heights = wait(bench, VtolState.CRUISE, 20.0)
    assert taken_s < 15.0
    assert max(abs(height - 40.0) for height in heights) < room_m

    bench.run(15.0)
    assert max(bench.read("motor_command")) == 0.0
    assert bench.height_m == pytest.approx(40.0, abs=room_m)
    assert bench.air[0] > 1.2 * bench.get("fw_wing_stall_speed_mps")

    north, east, _ = bench.read("position_ned_m")
    bench.go((north + 100.0, east, -40.0), VtolRequest.HOVER, stop=True)
    taken_s, heights = wait(bench, VtolState.HOVER, 25.0)
    assert taken_s < 15.0
    assert max(abs(height - 40.0) for height in heights) < room_m
    bench.run(60.0)
    here = bench.read("position_ned_m")
    assert hypot(here[0] - north - 100.0, here[1] - east) < room_m
    assert bench.get("crashed") == 0.0
