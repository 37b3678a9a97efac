"""The vehicles of a world as a simulator shows them: sensor frames out, actuator frames in.

Native adapters are this view and little more: their vehicles live in the world itself.
"""

from collections.abc import Callable, Sequence
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from simloop.math.quaternion import rotate_to_world
from simloop.messages.actuator_commands import ActuatorFrame
from simloop.messages.sensor_data import QUANTITIES, SensorFrame
from simloop.sitl.ready_samples import SAMPLE_COLUMNS
from simloop.sitl.simulator_adapter import SimulatorError
from simloop.sitl.vehicle_outputs import VehicleOutputs
from simloop.timing.clock import microseconds_at
from simloop.world.entities import Entity
from simloop.world.world import World

Fleet = Sequence[tuple[int, Entity]]

_OF_SENSOR = {column: name for name, columns in SAMPLE_COLUMNS.items() for column in columns}
_VELOCITY = "velocity_ned_mps"


class FleetView:
    """Some vehicles of a world, by their ids; `fleet` says which there are now."""

    def __init__(self, world: World, fleet: Callable[[], Fleet]) -> None:
        self._world = world
        self._fleet = fleet
        self._seen: dict[tuple[Entity, str], float] = {}

    @property
    def time_us(self) -> int:
        """Simulated time."""
        return microseconds_at(self._world.tick, self._world.tick_rate_hz)

    def vehicle_ids(self) -> tuple[int, ...]:
        """Who is there, in the order of ids."""
        return tuple(number for number, _ in sorted(self._fleet()))

    def sensor_frame(self) -> SensorFrame:
        """Truth as it is now, and the samples that are new since the last frame."""
        fleet = sorted(self._fleet())
        values: dict[str, NDArray[np.float64]] = {}
        for row, (_, entity) in enumerate(fleet):
            for name, value in self._quantities(entity).items():
                if name not in values:
                    values[name] = np.full((len(fleet), QUANTITIES[name]), np.nan)
                values[name][row] = value
        return SensorFrame(self.time_us, tuple(number for number, _ in fleet), values)

    def write(self, commands: ActuatorFrame) -> None:
        """Ask the outputs for what a frame says; a vehicle that is not here is an error."""
        fleet = dict(self._fleet())
        for number in commands.vehicle_ids:
            if number not in fleet:
                known = ", ".join(str(one) for one in sorted(fleet)) or "none"
                raise SimulatorError(f"there is no vehicle {number}", f"there are: {known}")
        for number in commands.vehicle_ids:
            outputs = VehicleOutputs(self._world, fleet[number])
            asked, _ = commands.row(number)
            if len(asked) != len(outputs):
                raise SimulatorError(
                    f"vehicle {number} has {len(outputs)} outputs, not {len(asked)}",
                    "give a command for each",
                )
            outputs.write(asked)

    def _quantities(self, entity: Entity) -> dict[str, NDArray[np.float64]]:
        record = self._world.entities.get(entity)
        table = self._world.tables[record.table]
        fresh = {name: self._is_fresh(entity, name) for name in SAMPLE_COLUMNS}
        found = {
            name: table.numbers(record.row, name)
            for name in QUANTITIES
            if name in table.layout.places and fresh.get(_OF_SENSOR.get(name, ""), True)
        }
        attitude = table.vector(record.row, "attitude_wxyz").tolist()
        velocity = table.vector(record.row, "velocity_frd_mps").tolist()
        found[_VELOCITY] = np.array(rotate_to_world(*attitude, *velocity))
        return found

    def _is_fresh(self, entity: Entity, sensor: str) -> bool:
        record = self._world.entities.get(entity)
        table = self._world.tables[record.table]
        if f"{sensor}_sequence" not in table.layout.places:
            return False
        sequence = float(table.vector(record.row, f"{sensor}_sequence")[0])
        before = self._seen.get((entity, sensor), 0.0)
        self._seen[entity, sensor] = sequence
        return sequence > before


@runtime_checkable
class NativeAdapter(Protocol):
    """An adapter whose vehicles may live in the bridge's own world."""

    def attach(self, view: FleetView) -> None:
        """From now on, be a view of these vehicles."""
