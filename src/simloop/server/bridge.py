"""A SitlBridge with a world of its own, empty until vehicles are spawned into it."""

from collections.abc import Mapping
from typing import Any, Literal

from simloop.server.files.convert import build
from simloop.server.files.load import resolve
from simloop.server.files.mistake import FileMistake, Mark
from simloop.server.files.resolved import ResolvedScenario
from simloop.server.files.scenario_file import ScenarioFile
from simloop.server.files.yaml_tree import node_of
from simloop.server.simulation import Simulation
from simloop.sitl import bridge
from simloop.timing.clock import US_PER_S
from simloop.timing.mode import Lockstep, TimeMode

# The step of the SITL architecture: 50 Hz.
STEP_SIZE_US = 20_000


class SitlBridge(bridge.SitlBridge):
    """The bridge of a program; `options` go to the Simulation, such as `compiled=False`."""

    def __init__(
        self,
        *,
        world: str | Mapping[str, Any] = "airfield",
        seed: int = 1,
        tick_rate_hz: int | None = None,
        time_mode: TimeMode | None = None,
        policy: Literal["hold", "drop", "fail"] = "hold",
        timeout_s: float = 2.0,
        start_timeout_s: float = 60.0,
        links: Mapping[str, Any] | None = None,
        **options: Any,
    ) -> None:
        patience = {"policy": policy, "timeout_s": timeout_s, "start_timeout_s": start_timeout_s}
        entry: dict[str, Any] = {
            "name": "bridge",
            "world": world,
            "vehicles": [],
            "seed": seed,
            "patience": patience,
            "links": links or {},
        }
        if tick_rate_hz is not None:
            entry["tick_rate_hz"] = tick_rate_hz
        simulation = Simulation(_resolved(entry), **options)
        super().__init__(simulation)
        self.simulation = simulation
        self.time_mode = _usual_mode(simulation.tick_rate_hz) if time_mode is None else time_mode


def _usual_mode(tick_rate_hz: int) -> TimeMode:
    """The architecture's step, or as near to it as whole ticks come."""
    ticks = max(1, round(STEP_SIZE_US * tick_rate_hz / US_PER_S))
    return Lockstep(round(ticks * US_PER_S / tick_rate_hz))


def _resolved(entry: Mapping[str, Any]) -> ResolvedScenario:
    try:
        tree = node_of(entry, Mark("SitlBridge"))
        return resolve(build(ScenarioFile, tree, ""), tree)
    except FileMistake as mistake:
        raise ValueError(str(mistake)) from mistake
