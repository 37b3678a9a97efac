"""A vehicle that nothing moves is told at load, not found out when it stands still."""

from importlib.metadata import EntryPoint, entry_points
from types import SimpleNamespace
from typing import Any

from simloop import Simulation
from simloop.server.files import load_scenario
from simloop.server.plugins import SYSTEMS, Registry
from simloop.world.system import PythonSystem, Stage


def moved_rover(*, with_system: bool) -> Simulation:
    """A rover whose plugin says that a system moves it."""

    def equip(kit: Any, config: None) -> None:
        kit.fact("moved_by", "tow")

    def build(app: Any, config: None) -> None:
        if with_system:
            app.add_system(PythonSystem(name="tow", stage=Stage.MOTION, run=lambda info: None))

    plugin = SimpleNamespace(equip=equip, build=build)

    class Ready(EntryPoint):
        def load(self) -> Any:
            return plugin

    def find(group: str) -> Any:
        own = [Ready("tow", "tow", group)] if group == SYSTEMS else []
        return [*entry_points(group=group), *own]

    sets = ("systems={tow: {}}", "timeline=[]", "vehicles=[{model: crate}]", "success={}")
    scenario = load_scenario("pico_square", sets=sets)
    return Simulation(scenario, registry=Registry(find), compiled=False)


def test_a_vehicle_that_nothing_moves_is_told_at_load() -> None:
    told = [e for e in moved_rover(with_system=False).log.events if e.name == "not moved"]
    assert [event.tick for event in told] == [0]
    assert "'tow' moves it, but no system of that name runs" in told[0].detail["told"]
    events = moved_rover(with_system=True).log.events
    assert "not moved" not in [event.name for event in events]
