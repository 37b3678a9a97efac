"""Plugins come and go while a simulation runs."""

import sys
from pathlib import Path

import pytest

from simloop.cli.mistakes import explain
from simloop.messages.rosgraph_msgs import Clock
from simloop.server.files import FileMistake, load_scenario
from simloop.server.plugins import PluginError
from simloop.server.simulation import Simulation
from simloop.transport.errors import BusError
from simloop.world.commands import CommandRefused
from simloop.world.runner import TickInfo
from simloop.world.system import PythonSystem, Stage
from simloop.world.system_failure import SystemFailure


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


def traces(sim: Simulation) -> dict[str, object]:
    """Everything by which a plugin can be noticed from outside."""
    graph = sim.bus.graph()
    failures = sim.provided.get("failures")
    ends = [(t.name, sorted(t.publishers), sorted(t.subscribers)) for t in graph.topics]
    return {
        "systems": sorted(sim.runner.system_names),
        "topics": sorted(ends),
        "services": sorted(service.name for service in graph.services),
        "objects": sorted(sim.provided),
        "commands": sorted(sim.commands.verbs),
        "failures": [] if failures is None else sorted(failures.offered),
        "columns": columns(sim),
        "state": sim.world.state_hash(),
    }


# Sensors of the vehicle need the air; it cannot leave.
EVERYWHERE = [name for name in load_scenario("square_calm").systems if name != "atmosphere"]


@pytest.mark.parametrize("name", EVERYWHERE)
def test_every_system_leaves_without_a_trace_and_comes_back(name: str) -> None:
    sim = Simulation.load("square_calm", compiled=False)
    settings = sim.scenario.systems[name].values
    before = traces(sim)
    sim.plugins.remove(name)
    without = traces(sim)
    sim.plugins.add(name, settings)
    after = traces(sim)
    # Columns that a plugin brings anew begin with their defaults.
    assert {**after, "state": ""} == {**before, "state": ""}
    sim.plugins.remove(name)
    assert {**traces(sim), "state": ""} == {**without, "state": ""}
    sim.plugins.add(name, settings)
    sim.advance(3)


def test_what_a_system_opened_for_late_vehicles_leaves_too() -> None:
    sim = Simulation.load("square_calm", compiled=False)
    sim.command("spawn", model="quad", name="late", position_ned_m=[9.0, 0.0, -0.2])
    sim.advance(2)
    assert "late/toggle_arm" in {service.name for service in sim.bus.graph().services}
    sim.plugins.remove("rc")
    left = {service.name for service in sim.bus.graph().services}
    assert not {name for name in left if name.endswith(("toggle_arm", "toggle_override"))}
    assert "rc" not in sim.provided and "radio" not in sim.commands.verbs
    sim.plugins.add("rc", {})
    assert "late/toggle_arm" in {service.name for service in sim.bus.graph().services}


def test_a_desk_that_comes_back_knows_the_commands_of_all_plugins() -> None:
    sim = Simulation.load("square_calm", compiled=False)
    sim.plugins.remove("user_commands")
    with pytest.raises(CommandRefused, match="takes no commands"):
        sim.command("radio", name="quad_0", signal="on")
    sim.plugins.add("user_commands", {})
    reply = sim.command("radio", name="quad_0", signal="on")
    sim.advance(2)
    assert reply.done and reply.error is None


CLUMSY = """
from dataclasses import dataclass
from simloop.messages.std_msgs import String
from simloop.messages.std_srvs import TriggerRequest, TriggerResponse
from simloop.component.column import Column, ColumnGroup, Kind
from simloop.world.system import PythonSystem, Stage

OPEN = []

@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    error: str = "ValueError"

def equip(kit, config):
    own = Column("clumsy_one", 1, "1", "-", "x")
    kit.component(ColumnGroup("clumsy", Kind.PARAM, "Own.", (own,)))

def build(app, config):
    OPEN.append("socket")
    app.at_close(OPEN.clear)
    app.add_system(PythonSystem(name="clumsy", stage=Stage.OBSERVE, run=lambda info: None))
    app.bus.advertise("clumsy/words", String, by="clumsy")
    app.bus.subscribe("clumsy/heard", String, print, by="clumsy")
    app.bus.serve("clumsy/ask", TriggerRequest, TriggerResponse, print, by="clumsy")
    app.provided["user_commands"].offer("stumble", print)
    app.provide("clumsy", object())
    app.provide("rc", object())
    raise {"ValueError": ValueError, "SystemExit": SystemExit}[config.error]("it stumbled")
"""


@pytest.mark.parametrize(
    ("error", "raised"), [("ValueError", FileMistake), ("SystemExit", PluginError)]
)
def test_a_plugin_that_fails_half_way_has_never_been_there(
    error: str, raised: type[BaseException], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    info = tmp_path / "clumsy-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: clumsy\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[simloop.systems]\nclumsy = clumsy_plugin\n")
    (tmp_path / "clumsy_plugin.py").write_text(CLUMSY)
    monkeypatch.syspath_prepend(tmp_path)
    sim = Simulation.load("square_calm", compiled=False)
    before, receiver = traces(sim), sim.provided["rc"]
    for _ in range(2):
        with pytest.raises(raised, match="stumbled"):
            sim.plugins.add("clumsy", {"error": error})
        assert traces(sim) == before
        assert sim.provided["rc"] is receiver
        assert "clumsy" not in sim.plugins.scenario.systems
        assert sys.modules["clumsy_plugin"].OPEN == []
    sim.advance(3)
    del sys.modules["clumsy_plugin"]


def test_a_system_that_others_need_stays_whole() -> None:
    sim = Simulation.load("hover", compiled=False)
    before = traces(sim)
    with pytest.raises(FileMistake, match="baro needs column air_qnh_pa"):
        sim.plugins.remove("atmosphere")
    assert traces(sim) == before
    assert "atmosphere" in sim.plugins.scenario.systems
    sim.advance(3)


@pytest.mark.parametrize("code", [None, 0, 3, "words"])
def test_a_system_that_calls_exit_has_failed(code: int | str | None) -> None:
    def leave(info: TickInfo) -> None:
        raise SystemExit(code)

    sim = Simulation.load("square_calm", compiled=False)
    sim.add_system(PythonSystem(name="quitter", stage=Stage.OBSERVE, run=leave))
    with pytest.raises(SystemFailure, match="system quitter failed in tick 1: SystemExit") as ended:
        sim.advance(5)
    assert isinstance(ended.value.__cause__, SystemExit)
    assert explain(ended.value)[1] != 0


def test_a_listener_that_calls_exit_has_failed() -> None:
    sim = Simulation.load("square_calm", compiled=False)
    sim.bus.subscribe("clock", Clock, lambda message: sys.exit(0), by="quitter")
    with pytest.raises(BusError, match="quitter"):
        sim.advance(400)
