"""The user command `mission`: items into the columns where a ground station's plan lies, too."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from simloop.firmware.codes import Mode, RequestKind
from simloop.firmware.fields.command import ITEM_SIZE
from simloop.sitl.mission_items import ItemFault, Row, rows_of
from simloop.sitl.pilot_orders import PilotOrders, commanded, home_of
from simloop.world.command_arguments import only, the_name
from simloop.world.commands import Command, CommandRefused, MakeCommand, SetColumns
from simloop.world.plugin import Value
from simloop.world.world import World

_START = (RequestKind.START_MISSION, 0.0)
_FIRST_ITEM = (RequestKind.SET_ITEM, 0.0)
# What the orders are called that a mission brings along.
_STORED, _STARTED = "mission", "start_mission"


@dataclass(frozen=True, slots=True)
class SetMission:
    """Give one vehicle another mission, and let it fly it if that is asked for."""

    orders: PilotOrders = field(repr=False)
    vehicle: str
    items: tuple[Any, ...]
    start: bool

    def apply(self, world: World) -> Command:
        """Write it; undone by the mission that was there before."""
        entity = commanded(world, self.vehicle).entity
        column = world.vector(entity, "fw_item")
        capacity = len(column) // ITEM_SIZE
        flies = self._flies(world)
        if flies and not self.items:
            raise CommandRefused(f"'{self.vehicle}' flies its mission: let it hold first")
        rows = self._rows(world, capacity)
        numbers = [number for row in rows for number in row]
        values: dict[str, Value] = {
            "fw_item": [*numbers, *(0.0,) * (len(column) - len(numbers))],
            "fw_item_count": float(len(rows)),
        }
        before = SetColumns(self.vehicle, values).apply(world)
        self._tell(world, flies)
        return _PutBack(self, before)

    def _rows(self, world: World, capacity: int) -> list[Row]:
        try:
            rows = rows_of(self.items, home_of(world, self.vehicle))
        except ItemFault as fault:
            raise CommandRefused(str(fault)) from None
        if len(rows) > capacity:
            raise CommandRefused(
                f"the mission takes {len(rows)} items with its changes of speed, and "
                f"'{self.vehicle}' has room for {capacity}: leave out {len(rows) - capacity}"
            )
        return rows

    def _flies(self, world: World) -> bool:
        entity = world.by_name(self.vehicle)
        armed = world.vector(entity, "fw_armed")[0] > 0.0
        return bool(armed and world.vector(entity, "fw_mode")[0] == Mode.AUTO)

    def _tell(self, world: World, flies: bool) -> None:
        """As after an upload over a link, a mission that is not under way begins anew."""
        if not self.items:
            return
        armed = world.vector(world.by_name(self.vehicle), "fw_armed")[0] > 0.0
        if self.start:
            arm = () if armed else ((RequestKind.ARM, 1.0, 0.0),)
            self.orders.give(self.vehicle, _STARTED, (*arm, _FIRST_ITEM, _START))
        elif not flies:
            self.orders.give(self.vehicle, _STORED, (_FIRST_ITEM,))


@dataclass(frozen=True, slots=True)
class _PutBack:
    """The mission that was there before; what the firmware has not heard yet is not said."""

    done: SetMission
    before: SetColumns

    def apply(self, world: World) -> Command:
        self.before.apply(world)
        self.done.orders.withdraw(self.done.vehicle, (_STORED, _STARTED))
        return self.done


def mission_verb(orders: PilotOrders) -> MakeCommand:
    """The verb `mission` with arguments `name`, `items` and `start`."""

    def make(arguments: Mapping[str, Any]) -> Command:
        only("mission", arguments, ("name", "items", "start"))
        name, items = the_name(arguments), arguments.get("items")
        start = arguments.get("start", False)
        if not isinstance(items, (list, tuple)):
            raise CommandRefused("argument 'items' is a list of mission items")
        if not isinstance(start, bool):
            raise CommandRefused("argument 'start' is true or false")
        return SetMission(orders, name, tuple(items), start)

    return make
