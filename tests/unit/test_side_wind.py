"""Air from the side: fins stall, a wing bears by the flow that crosses it, the parked stay put."""

from dataclasses import replace
from math import atan2, cos, degrees, hypot, radians, sin
from pathlib import Path

import numpy as np
import pytest
from beard_mclain import AEROSONDE, bench_of, wrench_of

from simloop.server.simulation import Simulation
from simloop.systems import fixed_wing

SPEED_MPS = 20.0
# Level flow, no propeller, no servo: the wing alone.
GLIDER = replace(AEROSONDE, propeller=None, servo_time_constant_s=0.0)
PARKED = """
world: airfield
duration_s: 30.0
vehicles:
  - {model: anaconda, heading_deg: HEADING}
"""


def blown(beta_deg: float, config: fixed_wing.Config = GLIDER) -> np.ndarray:
    """Force and torque of air that comes level at a sideslip."""
    bench = bench_of(config)
    beta = radians(beta_deg)
    bench.set("velocity_frd_mps", (SPEED_MPS * cos(beta), SPEED_MPS * sin(beta), 0.0))
    bench.run(1)
    return wrench_of(bench)


def test_air_along_the_span_neither_lifts_nor_pitches() -> None:
    straight, across = np.abs(blown(0.0)), np.abs(blown(90.0))
    assert straight[2] > 10.0
    assert across[[0, 2, 4]] == pytest.approx(0.0, abs=1e-9)


def test_a_stalled_wing_bears_by_the_flow_that_crosses_it() -> None:
    # Beyond the stall of the fins by the square of the cosine, as a yawed wing does.
    assert blown(60.0)[2] == pytest.approx(0.25 * blown(0.0)[2], rel=1e-9)
    assert blown(22.0)[2] == pytest.approx(blown(0.0)[2], rel=1e-9)


@pytest.mark.parametrize("part", [1, 3, 5])
def test_fins_hold_no_more_than_a_plate_across_the_flow(part: int) -> None:
    per_rad = blown(1.0)[part] / radians(1.0)
    assert blown(20.0)[part] == pytest.approx(radians(20.0) * per_rad, rel=1e-9)
    assert blown(90.0)[part] == pytest.approx(0.5 * per_rad, rel=1e-9)
    beyond = [blown(beta)[part] / per_rad for beta in range(0, 91, 3)]
    assert max(beyond) <= 0.5 + 1e-9
    # No jump of more than a line over three degrees would have, so that no step of it is felt.
    assert np.abs(np.diff(beyond)).max() < radians(3.0) * 1.05


@pytest.mark.parametrize("heading_deg", [0.0, 300.0])
def test_gusts_do_not_turn_a_parked_aeroplane(tmp_path: Path, heading_deg: float) -> None:
    file = tmp_path / "parked.yaml"
    file.write_text(PARKED.replace("HEADING", str(heading_deg)))
    for seed in (5, 10):
        simulation = Simulation.load(str(file), seed=seed)
        simulation.advance(20 * simulation.tick_rate_hz)
        entity = simulation.world.by_name("anaconda_0")
        w, x, y, z = simulation.world.vector(entity, "attitude_wxyz")
        north, east, _ = simulation.world.vector(entity, "position_ned_m")
        simulation.close()
        yaw = degrees(atan2(2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z)))
        assert abs((yaw - heading_deg + 180.0) % 360.0 - 180.0) < 1.0
        assert hypot(north, east) < 0.01
