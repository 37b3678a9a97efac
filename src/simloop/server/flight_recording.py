"""What one vehicle does in a run, looked at several times a second: truth and commands."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import isnan, nan

import numpy as np
from numpy.typing import NDArray

from simloop.math.quaternion import rotate_to_body, to_euler
from simloop.server.files.mistake import FileMistake
from simloop.server.launch_consent import Consent
from simloop.server.nearest import suggestion
from simloop.server.simulation import Simulation
from simloop.sitl.flight_status import DONE_COLUMN
from simloop.timing.rates import highest_rate_hz
from simloop.world.runner import TickInfo
from simloop.world.system import PythonSystem, Stage

Numbers = NDArray[np.float64]

_LOOKS_PER_S = 20
_COMMANDS = {"throttle": 0, "roll command": 3, "pitch command": 4, "yaw command": 5}


@dataclass(frozen=True, slots=True)
class Recording:
    """One vehicle's flight; a row per look."""

    name: str
    """Of the scenario."""
    vehicle: str
    model: str
    adapter: str
    outcome: tuple[str, ...]
    """Why the run failed; empty if it did not."""
    done_s: float
    """When the mission was done or the vehicle landed; NaN if never."""
    time_s: Numbers
    place_ned_m: Numbers
    attitude_rad: Numbers
    """Roll, pitch, heading."""
    airspeed_mps: Numbers
    commands: Numbers
    """Fx, Fy, Fz, Qx, Qy, Qz as the firmware gives them."""

    def part(self, count: int) -> "Recording":
        """The first so many looks."""
        return Recording(
            self.name,
            self.vehicle,
            self.model,
            self.adapter,
            self.outcome,
            self.done_s,
            self.time_s[:count],
            self.place_ned_m[:count],
            self.attitude_rad[:count],
            self.airspeed_mps[:count],
            self.commands[:count],
        )

    def quantity(self, name: str) -> Numbers:
        """A quantity of the comparison by its name."""
        if name in _COMMANDS:
            return self.commands[:, _COMMANDS[name]]
        found: Numbers = {
            "altitude": -self.place_ned_m[:, 2],
            "airspeed": self.airspeed_mps,
            "bank": np.degrees(self.attitude_rad[:, 0]),
            "pitch": np.degrees(self.attitude_rad[:, 1]),
        }[name]
        return found


class Recorder:
    """An observer of one vehicle."""

    def __init__(self, simulation: Simulation, vehicle: str) -> None:
        self._simulation = simulation
        self._world = simulation.world
        self.vehicle = vehicle
        self.rows: list[list[float]] = []
        self.done_s = nan
        rate = highest_rate_hz(_LOOKS_PER_S, simulation.tick_rate_hz)
        simulation.add_system(
            PythonSystem(name="recording", stage=Stage.OBSERVE, run=self._look, rate_hz=rate)
        )

    def _look(self, info: TickInfo) -> None:
        entity = self._world.entities.by_name(self.vehicle)
        if entity is None:
            return
        record = self._world.entities.get(entity)
        known = self._world.tables[record.table].layout.places

        def read(column: str, size: int) -> list[float]:
            if column not in known:
                return [0.0] * size
            numbers: list[float] = self._world.numbers(entity, column).tolist()
            return numbers[:size]

        w, x, y, z = read("attitude_wxyz", 4)
        flow = np.array(read("velocity_frd_mps", 3)) - np.array(
            rotate_to_body(w, x, y, z, *read("wind_ned_mps", 3))
        )
        time_s = info.tick / info.tick_rate_hz
        if isnan(self.done_s) and read(DONE_COLUMN, 1)[0] > 0.0:
            self.done_s = time_s
        self.rows.append(
            [
                time_s,
                *read("position_ned_m", 3),
                *to_euler(w, x, y, z),
                float(np.sqrt((flow * flow).sum())),
                *read("fw_standard_command", 6),
            ]
        )


def fly(
    scenario: str,
    vehicle: str = "",
    sets: Sequence[str] = (),
    prepare: Callable[[Simulation], None] = Simulation.prepare,
    allow_launch: bool | Consent = False,
) -> Recording:
    """Run a scenario to its end, as fast as it goes, and record one of its vehicles.

    `prepare` compiles it, which may take a minute and more.
    """
    simulation = Simulation.load(scenario, sets=sets, allow_launch=allow_launch)
    try:
        recorder = Recorder(simulation, _chosen(simulation, vehicle))
        prepare(simulation)
        last = round(simulation.scenario.duration_s * simulation.tick_rate_hz)
        while not simulation.over and simulation.world.tick < last:
            simulation.advance(min(simulation.tick_rate_hz, last - simulation.world.tick))
        return _recording(simulation, recorder)
    finally:
        simulation.close()


def _chosen(simulation: Simulation, vehicle: str) -> str:
    names = [each.name for each in simulation.scenario.vehicles]
    if vehicle and vehicle not in names:
        fix = suggestion(vehicle, names)
        raise FileMistake(None, f"'{simulation.scenario.name}' has no vehicle '{vehicle}'", fix)
    return vehicle or names[0]


def _recording(simulation: Simulation, recorder: Recorder) -> Recording:
    rows = np.array(recorder.rows)
    asked = next(v for v in simulation.scenario.vehicles if v.name == recorder.vehicle)
    flight = simulation.monitor.flights[recorder.vehicle]
    landed_s = flight.landed_tick / simulation.tick_rate_hz if flight.landed_tick >= 0 else nan
    return Recording(
        simulation.scenario.name,
        recorder.vehicle,
        asked.model,
        asked.adapter,
        simulation.verdict().reasons,
        recorder.done_s if isnan(landed_s) else landed_s,
        rows[:, 0],
        rows[:, 1:4],
        rows[:, 4:7],
        rows[:, 7],
        rows[:, 8:14],
    )
