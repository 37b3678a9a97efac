"""Plugins come and go while a simulation runs."""

import pytest

from simloop.server.files import FileMistake
from simloop.server.simulation import Simulation


def columns(sim: Simulation) -> set[str]:
    return set(sim.world.tables[0].layout.places)


def test_wind_joins_and_leaves_a_calm_world() -> None:
    sim = Simulation.load("square_calm", compiled=False)
    sim.advance(20)
    place = sim.world.vector(sim.world.by_name("quad_0"), "position_ned_m").tolist()
    sim.plugins.add("wind", {"speed_mps": 5.0, "direction_from_deg": 180.0})
    assert "wind_mean_ned_mps" in columns(sim)
    vehicle = sim.world.by_name("quad_0")
    assert sim.world.vector(vehicle, "position_ned_m").tolist() == place
    sim.advance(20)
    assert sim.world.vector(vehicle, "wind_ned_mps")[0] == pytest.approx(5.0, abs=1e-9)
    sim.plugins.remove("wind")
    assert "wind_mean_ned_mps" not in columns(sim)
    sim.advance(5)


def test_topics_leave_and_come_back() -> None:
    sim = Simulation.load("square_calm", compiled=False)
    sim.plugins.remove("topics")
    assert "topics" not in {system.name for system in sim.runner.systems}
    sim.advance(2)
    sim.plugins.add("topics", {})
    assert "topics" in {system.name for system in sim.runner.systems}


def test_removing_physics_stops_the_world() -> None:
    sim = Simulation.load("square_calm", compiled=False)
    vehicle = sim.world.by_name("quad_0")
    sim.world.set(vehicle, "position_ned_m", (0.0, 0.0, -50.0))
    sim.plugins.remove("physics")
    sim.advance(20)
    assert sim.world.vector(vehicle, "position_ned_m").tolist() == [0.0, 0.0, -50.0]
    sim.plugins.add("physics", {})
    sim.advance(20)
    assert sim.world.vector(vehicle, "position_ned_m")[2] > -50.0


def test_a_refused_plugin_changes_nothing() -> None:
    sim = Simulation.load("square_calm", compiled=False)
    before = sim.world.state_hash()
    with pytest.raises(FileMistake, match="did you mean 'wind'"):
        sim.plugins.add("wnid", {})
    with pytest.raises(FileMistake, match="speed_mps"):
        sim.plugins.add("wind", {"sped_mps": 3.0})
    with pytest.raises(ValueError, match="already"):
        sim.plugins.add("topics", {})
    with pytest.raises(ValueError, match="not there"):
        sim.plugins.remove("wind")
    assert sim.world.state_hash() == before
    sim.advance(3)


def test_a_vehicle_may_have_no_autopilot() -> None:
    sim = Simulation.load(
        "square_calm",
        compiled=False,
        sets=["vehicles[0].model.autopilot.kind=none", "vehicles[0].mission=null"],
    )
    vehicle = sim.world.by_name("quad_0")
    sim.world.set(vehicle, "motor_command", 1.0)
    sim.advance(100)
    assert sim.world.vector(vehicle, "position_ned_m")[2] < -0.2
