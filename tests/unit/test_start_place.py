"""Where vehicles stand at the start."""

from pathlib import Path

import numpy as np
import pytest

from simloop.server.files import load_lock, load_scenario, write_lock
from simloop.server.simulation import Simulation

SLOPE = """
world:
  extends: calm
  systems:
    terrain:
      plane: {slope_deg: 15.0}
vehicles:
  - {model: quad, position_ned_m: [12.0, 5.0, 0.0], heading_deg: 30.0}
  - {model: quad, position_ned_m: [60.0, 5.0, -1.0]}
  - {model: quad, position_ned_m: [12.0, 40.0, -50.0]}
"""


def place(simulation: Simulation, name: str) -> np.ndarray:
    return simulation.world.vector(simulation.world.by_name(name), "position_ned_m").copy()


def test_on_flat_ground_the_lowest_foot_touches() -> None:
    simulation = Simulation.load("stand", compiled=False)
    assert place(simulation, "quad_0") == pytest.approx([0.0, 0.0, -0.12])


def test_on_a_slope_nobody_starts_in_the_ground_or_above_it(tmp_path: Path) -> None:
    path = tmp_path / "slope.yaml"
    path.write_text(SLOPE)
    simulation = Simulation.load(str(path), compiled=False)
    start = [place(simulation, f"quad_{n}") for n in range(3)]
    rise = np.tan(np.radians(15.0))
    # The second one asked for 1 m above zero, but the hill is higher there.
    assert start[1][2] < -60.0 * rise
    assert start[2][2] == pytest.approx(-50.12)
    simulation.advance(200)
    for number in range(2):
        after = place(simulation, f"quad_{number}")
        quad = simulation.world.by_name(f"quad_{number}")
        assert np.abs(after - start[number]).max() < 0.1
        assert simulation.world.vector(quad, "crashed")[0] == 0.0
        assert simulation.world.vector(quad, "on_ground")[0] == 1.0


def test_a_lock_finds_the_terrain_from_anywhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "maps"
    place.mkdir()
    np.save(place / "land.npy", np.outer(np.linspace(0.0, 9.0, 10), np.ones(10)))
    path = place / "climb.yaml"
    path.write_text(
        "world: {extends: calm, systems: {terrain: {file: land.npy, spacing_m: 10.0}}}\n"
        "vehicles: [{model: quad, position_ned_m: [20.0, 0.0, 0.0]}]\n"
    )
    scenario = load_scenario(str(path))
    write_lock(scenario, tmp_path / "config.lock")
    monkeypatch.chdir("/")
    again = Simulation(load_lock(tmp_path / "config.lock"), compiled=False)
    first = Simulation(scenario, compiled=False)
    # The first row of a file is the north.
    assert again.provided["terrain"].height(20.0, 0.0) == pytest.approx(-2.0, abs=1e-9)
    assert again.world.state_hash() == first.world.state_hash()
