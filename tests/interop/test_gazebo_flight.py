"""Our firmware flies a model of a scripted Gazebo: its truth, our sensors, one lockstep run."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from typing import Any

import pytest
import yaml

from fake_gazebo import FakeGazebo, Model, Plugin
from simloop.server.simulation import Simulation
from simloop.systems.multirotor.performance import hover_throttle

STANDING_M = 0.12
HASTE = {"autopilot.settings.parameters": {"fw_align_time_s": 0.6, "MC_SPEED_UP": 4.0}}


@pytest.fixture
def plugin() -> Plugin:
    return Plugin(Model(position_ned_m=(0.0, 0.0, -STANDING_M), floor_down_m=-STANDING_M))


def load(path: Path, port: int, **changes: Any) -> Simulation:
    mission = {"takeoff_altitude_m": 3.0, "land": False}
    vehicle = {"model": "quad", "adapter": "gazebo", "mission": mission, "set": HASTE}
    document = {
        "world": "calm",
        "speed": "max",
        "vehicles": [vehicle],
        "adapters": {"gazebo": {"port": port}},
        **changes,
    }
    file = path / "gazebo.yaml"
    file.write_text(yaml.safe_dump(document))
    return Simulation.load(str(file), compiled=False)


def test_the_firmware_takes_off_in_gazebo(tmp_path: Path, plugin: Plugin) -> None:
    simulation = load(tmp_path, plugin.port)
    record = simulation.world.models()[0]
    plugin.model.weightless_at = hover_throttle(record.facts["multirotor"])
    gazebo = FakeGazebo(plugin).start()
    try:
        simulation.advance(2000)
    finally:
        simulation.close()
        gazebo.stop()
    here = simulation.world.vector(record.entity, "position_ned_m").tolist()
    assert here[2] == plugin.model.position_ned_m[2]
    assert here[2] < -2.0
    # Satellites, compass and air are ours, made of Gazebo's truth.
    for sensor, least in (("gnss", 45), ("mag", 240), ("baro", 240), ("imu", 1990)):
        assert simulation.world.vector(record.entity, f"{sensor}_sequence")[0] >= least
    estimate = simulation.world.vector(record.entity, "fw_position_ned_m")
    assert estimate[2] == pytest.approx(here[2], abs=1.0)


def test_a_gazebo_that_dies_is_named_and_may_come_back(tmp_path: Path, plugin: Plugin) -> None:
    patience = {"policy": "drop", "timeout_s": 0.2, "start_timeout_s": 5.0}
    simulation = load(tmp_path, plugin.port, patience=patience)
    gazebo = FakeGazebo(plugin, begin_steps=1000).start()
    simulation.advance(20)
    gazebo.stop()
    simulation.advance(20)
    second = FakeGazebo(Plugin(plugin.model, port=plugin.port)).start()
    try:
        while "restarted" not in [event.name for event in simulation.log.events]:
            simulation.advance(1)
    finally:
        simulation.close()
        second.stop()
    names = [event.name for event in simulation.log.events]
    assert names.index("late") < names.index("dropped") < names.index("restarted")
    assert "simulator 'gazebo'" in [e.detail.get("party") for e in simulation.log.events]


def test_hold_goes_on_when_gazebo_was_restarted(tmp_path: Path, plugin: Plugin) -> None:
    patience = {"policy": "hold", "timeout_s": 0.2}
    adapters = {"gazebo": {"port": plugin.port, "timeout_s": 0.1}}
    simulation = load(tmp_path, plugin.port, patience=patience, adapters=adapters)
    gazebo = FakeGazebo(plugin, begin_steps=1000).start()
    started: list[FakeGazebo] = []

    def start_again() -> None:
        if not started and "late" in [event.name for event in simulation.log.events]:
            started.append(FakeGazebo(Plugin(plugin.model, port=plugin.port)).start())

    try:
        simulation.advance(20)
        gazebo.stop()
        simulation.coordinator.while_waiting = start_again
        simulation.advance(20)
    finally:
        simulation.close()
        for second in started:
            second.stop()
    assert simulation.world.tick == 40
    names = [event.name for event in simulation.log.events]
    assert names.index("late") < names.index("restarted") < names.index("back")
    assert started[0].steps >= 20
