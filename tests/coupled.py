"""Two simloops as one: bodies that serve ArduPilot's JSON protocol, and minds that fly them.

A body is a vehicle with the autopilot `ardupilot`, a mind one with the adapter `gazebo` and our
firmware. Between them are servo packets and JSON over UDP, as between ArduPilot and Gazebo.
"""

import hashlib
from collections.abc import Callable
from pathlib import Path
from threading import Event, Thread
from typing import Any

import numpy as np
import yaml

from simloop.component.column import Kind
from simloop.messages.actuator_commands import pwm_of
from simloop.server.simulation import Simulation
from simloop.sitl.vehicle_outputs import VehicleOutputs
from simloop.world.runner import TickInfo
from simloop.world.system import PythonSystem, Stage

Settings = dict[str, Any]

BODY_PILOT = {
    "kind": "ardupilot",
    "settings": {"port": 0, "exact_state": True, "scheduler_loop_hz": 200.0},
}


def in_process(
    path: Path, scenario: str, model: str, entry: Settings, **options: Any
) -> Simulation:
    """The vehicle flown here, by outputs of whole microseconds."""
    return _load(path / "whole.yaml", scenario, [_minded(model, entry)], **options)


def body_of(path: Path, scenario: str, model: str, entry: Settings, **options: Any) -> Simulation:
    """The vehicle without a pilot of its own, on a port that is free."""
    outputs = _outputs(scenario, model)
    pilot = {**BODY_PILOT, "settings": {**BODY_PILOT["settings"], "channels": outputs}}  # type: ignore[dict-item]
    kept = {key: value for key, value in entry.items() if key not in ("mission", "set")}
    vehicle = {**kept, "model": {"extends": model, "autopilot": pilot}}
    return _load(path / "body.yaml", scenario, [vehicle], **options)


def mind_of(
    path: Path, scenario: str, model: str, entry: Settings, ports: list[int], **options: Any
) -> Simulation:
    """The vehicles flown here, moved there."""
    vehicle = {**_minded(model, entry), "adapter": "gazebo"}
    listed = [{"id": number, "port": port} for number, port in enumerate(ports, start=1)]
    changes = {"adapters": {"gazebo": {"vehicles": listed}}}
    return _load(path / "mind.yaml", scenario, [vehicle], changes, **options)


def ports_of(body: Simulation) -> list[int]:
    """Where the bodies listen."""
    return [int(line.port) for line in body.provided["ardupilot"].lines.values()]


def _outputs(scenario: str, model: str) -> list[int]:
    probe = Simulation.load(scenario, vehicle=model, compiled=False)
    count = len(VehicleOutputs(probe.world, probe.world.models()[0].entity))
    probe.close()
    return list(range(1, count + 1))


def _minded(model: str, entry: Settings) -> Settings:
    pilot = {"autopilot.settings.whole_microseconds": True}
    return {**entry, "model": model, "set": {**entry.get("set", {}), **pilot}}


def _load(
    path: Path,
    scenario: str,
    vehicles: list[Settings],
    changes: Settings | None = None,
    **options: Any,
) -> Simulation:
    document = {"extends": scenario, "speed": "max", "vehicles": vehicles, **(changes or {})}
    path.write_text(yaml.safe_dump(document))
    return Simulation.load(str(path), **options)


class FlightRecord:
    """A digest per tick of all truth that two worlds share, and the pulses of the outputs."""

    def __init__(self, simulation: Simulation, like: Simulation) -> None:
        self._world = simulation.world
        known, other = (s.world.tables[0].layout.places for s in (simulation, like))
        self._columns = [
            name
            for name, place in known.items()
            if place.component.kind is Kind.TRUTH and name in other
        ]
        self._vehicles = [
            (record.entity, VehicleOutputs(self._world, record.entity))
            for record in self._world.models()
        ]
        self.truth: list[str] = []
        self.pulses: list[tuple[int, ...]] = []
        simulation.add_system(PythonSystem(name="record", stage=Stage.OBSERVE, run=self._note))

    def _note(self, info: TickInfo) -> None:
        if info.paused:
            return
        digest = hashlib.sha256()
        pulses: list[int] = []
        for entity, outputs in self._vehicles:
            for name in self._columns:
                digest.update(np.ascontiguousarray(self._world.vector(entity, name)).tobytes())
            pairs = zip(outputs.read().tolist(), outputs.least.tolist(), strict=True)
            pulses += [pwm_of(command, least) for command, least in pairs]
        self.truth.append(digest.hexdigest())
        self.pulses.append(tuple(pulses))


def fly_together(body: Simulation, mind: Simulation, ticks: int) -> None:
    """Both run, each in its own thread; neither is left waiting should the other fail."""
    failures: list[BaseException] = []
    over = Event()
    for simulation in (body, mind):
        simulation.coordinator.stop_asked = over.is_set

    def run(simulation: Simulation) -> Callable[[], None]:
        def go() -> None:
            try:
                while simulation.world.tick < ticks and not over.is_set():
                    simulation.advance(ticks - simulation.world.tick)
            except BaseException as error:
                failures.append(error)
            if simulation.world.tick < ticks:
                over.set()

        return go

    threads = [Thread(target=run(simulation), daemon=True) for simulation in (body, mind)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failures:
        raise failures[0]
