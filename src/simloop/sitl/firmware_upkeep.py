"""What a ground station may do to a board beside flying it: keep parameters, start it anew."""

from collections.abc import Callable

from simloop.firmware.fields.command import MissionItems, Requests
from simloop.firmware.parameters.store import ParameterStore
from simloop.firmware.parameters.table import ParameterTable
from simloop.firmware.stack import Stack
from simloop.sitl.world_lane import WorldLane
from simloop.world.entities import Record

# Memory has the parameters and the plan; a request that asks for the restart must get its answer.
_KEPT = {field.name for field in (*Requests.columns, *MissionItems.columns)}


class Upkeep:
    """Implements the link's Maintenance for a vehicle of the world.

    `restart` resets the vehicle's board, if it has one; who runs it starts the firmware anew.
    """

    def __init__(
        self,
        lane: WorldLane,
        record: Record,
        stack: Stack,
        store: ParameterStore,
        table: ParameterTable,
        restart: Callable[[], None] | None = None,
    ) -> None:
        self._lane = lane
        self._record = record
        self._stack = stack
        self._store = store
        self._table = table
        self._restart = restart

    def store_parameters(self) -> bool:
        """Keep all parameters over a restart."""
        return self._store.save()

    def load_parameters(self) -> bool:
        """Take the parameters that were kept."""
        return not self._store.load().broken

    def reset_parameters(self) -> bool:
        """Back to what the vehicle was made with."""
        self._table.set_defaults()
        return True

    def reboot(self, *, to_bootloader: bool) -> bool | None:
        """Start the firmware anew."""
        if to_bootloader:
            return None
        if self._restart is not None:
            self._restart()
        else:
            self.start_anew()
        return True

    def start_anew(self) -> None:
        """Forget all that the firmware found out, as after power was off."""
        values = self._record.facts["spec"].values
        for field in self._stack.state:
            if not field.names and field.name not in _KEPT:
                self._lane.write(field.name, values.get(field.name, field.default))
        self._store.load()
