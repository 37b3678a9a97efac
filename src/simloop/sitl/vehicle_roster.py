"""VehicleManager: which vehicles there are, by name and by the id that is their MAVLink system id.

Ids live with the entities, so that snapshots, undo and reset bring them back. A vehicle that comes
without one, by whatever way, gets the lowest that is free; after a despawn an id is free again.
"""

from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from typing import Protocol

from simloop.sitl.foreign_body import ADAPTER_FACT
from simloop.sitl.vehicle import Vehicle
from simloop.sitl.vehicle_config import VehicleConfig
from simloop.sitl.vehicle_id import LEAST_MAVLINK_ID, MOST_VEHICLE_ID, VehicleId
from simloop.world.activity import Activity
from simloop.world.entities import Entity, EntityKind, Record
from simloop.world.runner import TickInfo
from simloop.world.system import PythonSystem, Stage
from simloop.world.world import World

VEHICLE_ID = "vehicle_id"
SYSTEM_ID = "fw_system_id"
SYSTEM = "vehicle ids"
_NAMES_SHOWN = 5


class Hangar(Protocol):
    """Who can make vehicles and put them into the world: the server."""

    def place_vehicle(self, config: VehicleConfig) -> Entity:
        """Put a vehicle into the world, between two ticks."""

    def remove_vehicle(self, name: str) -> None:
        """Take a vehicle out of the world, between two ticks."""


class VehicleManager:
    """Knows all vehicles of a world; holds nothing that is not in the world.

    `manager["quad_0"]` is a vehicle to look at, as are those that one goes through it for.
    """

    def __init__(self, world: World, hangar: Hangar | None = None) -> None:
        self._world = world
        self._hangar = hangar
        self._population = -1

    def __getitem__(self, name: str) -> Vehicle:
        record = self._named(name)
        if record is None:
            names = [record.name for record in self._world.models()]
            near = get_close_matches(str(name), names, 1)
            hint = f"did you mean {near[0]!r}?" if near else f"there are {_listed(names)}"
            raise KeyError(f"no vehicle is named {name!r}: {hint}")
        return Vehicle(self._world, record.entity)

    def __iter__(self) -> Iterator[Vehicle]:
        """All vehicles, in order of creation."""
        return (Vehicle(self._world, record.entity) for record in self._world.models())

    def __len__(self) -> int:
        return self._world.entities.count(EntityKind.MODEL)

    def __contains__(self, vehicle: object) -> bool:
        """Is there a vehicle of this name, or this vehicle?"""
        if isinstance(vehicle, str):
            return self._named(vehicle) is not None
        return vehicle in list(self)

    def __repr__(self) -> str:
        names = [record.name for record in self._world.models()]
        return f"<{len(names)} vehicle{'s' * (len(names) != 1)}: {_listed(names)}>"

    def spawn(self, config: VehicleConfig) -> Entity:
        """Put a vehicle into the world, between two ticks, under an id that must be free."""
        if config.id is not None:
            self.check_free(config.id)
        else:
            self.check_room()
        entity = self._builder().place_vehicle(config)
        if config.id is not None:
            self.give(entity, config.id)
        self.settle()
        return entity

    def despawn(self, number: int) -> None:
        """Take a vehicle out of the world, between two ticks; its id is free again."""
        self._builder().remove_vehicle(self.get(number).name)

    def system(self) -> PythonSystem:
        """Gives ids to newcomers before anything of theirs runs."""
        return PythonSystem(
            name=SYSTEM,
            stage=Stage.COMMANDS,
            run=self._welcome,
            active=Activity(lambda: self._population != self._world.population_version),
        )

    def give(self, entity: Entity, number: int) -> None:
        """Let a vehicle have the id that was asked for it; refused if it is another's."""
        vehicle_id = VehicleId(number)
        owner = self.owner_of(vehicle_id)
        if owner is None or owner.entity != entity:
            self.check_free(vehicle_id)
        self._assign(self._world.entities.get(entity), vehicle_id)

    def check_free(self, number: int) -> None:
        """Refuse an id that a vehicle has."""
        owner = self.owner_of(VehicleId(number))
        if owner is not None:
            raise ValueError(f"vehicle id {number} is that of '{owner.name}': choose another")

    def check_room(self) -> None:
        """Refuse one more vehicle when every id is taken."""
        self.settle()
        if lowest_free(number for number, _ in self._known()) is None:
            raise ValueError(
                f"no id is left for another vehicle: all of {LEAST_MAVLINK_ID} to "
                f"{MOST_VEHICLE_ID} are in use; despawn one first"
            )

    def settle(self) -> None:
        """Give ids to all that have none, and let every firmware have its vehicle's.

        A system id that a firmware remembers, or that its file sets, becomes the vehicle's id
        if nobody else has it.
        """
        self._population = self._world.population_version
        taken = {number for number, _ in self._known()}
        for record in self._world.models():
            if VEHICLE_ID not in record.facts:
                number = self._remembered(record, taken) or lowest_free(taken)
                if number is not None:
                    taken.add(number)
                self._assign(record, number)

    def adopt(self) -> None:
        """Let ids follow what firmwares have recalled from memory since they were spawned."""
        taken = {number for number, _ in self._known()}
        for record in self._world.models():
            number = record.facts.get(VEHICLE_ID)
            recalled = self._remembered(record, taken)
            if recalled is not None:
                taken = (taken - {number}) | {recalled}
                number = recalled
            self._assign(record, number)

    def get(self, number: int) -> Record:
        """The vehicle of an id."""
        record = self.owner_of(number)
        if record is None:
            known = ", ".join(str(int(n)) for n, _ in sorted(self._known(), key=lambda p: p[0]))
            raise KeyError(f"no vehicle has id {number}; there are: {known or 'none'}")
        return record

    def list(self) -> tuple[VehicleId, ...]:
        """All ids, sorted."""
        return tuple(sorted(number for number, _ in self._known()))

    def owner_of(self, number: int) -> Record | None:
        """Who has an id, if anyone."""
        return next((record for known, record in self._known() if known == number), None)

    def on_adapter(self, name: str) -> tuple[str, ...]:
        """The names of the vehicles that belong to an adapter."""
        models = self._world.models()
        return tuple(r.name for r in models if r.facts.get(ADAPTER_FACT) == name)

    def check_mavlink(self) -> None:
        """Refuse to open MAVLink for vehicles that it could not tell apart."""
        for record in self._world.models():
            if SYSTEM_ID not in self._world.tables[record.table].layout.places:
                continue
            number = record.facts.get(VEHICLE_ID)
            if number is None:
                raise ValueError(
                    f"'{record.name}' has no id left: MAVLink tells {MOST_VEHICLE_ID} vehicles "
                    "apart; fly fewer, or drop the link"
                )
            if not VehicleId(number).speaks_mavlink:
                raise ValueError(
                    f"'{record.name}' has id 0, which is everybody on MAVLink: "
                    f"choose {LEAST_MAVLINK_ID} to {MOST_VEHICLE_ID}"
                )

    def _builder(self) -> Hangar:
        if self._hangar is None:
            raise RuntimeError("this world has nobody who makes vehicles: spawn them by commands")
        return self._hangar

    def _named(self, name: str) -> Record | None:
        entity = self._world.entities.by_name(name)
        record = None if entity is None else self._world.entities.get(entity)
        return record if record is not None and record.kind is EntityKind.MODEL else None

    def _welcome(self, info: TickInfo) -> None:
        self.settle()

    def _known(self) -> Iterator[tuple[VehicleId, Record]]:
        for record in self._world.models():
            number = record.facts.get(VEHICLE_ID)
            if number is not None:
                yield number, record

    def _remembered(self, record: Record, taken: Iterable[int]) -> VehicleId | None:
        """A system id of the firmware's own, if it is none of the usual and free."""
        table = self._world.tables[record.table]
        if SYSTEM_ID not in table.layout.places:
            return None
        number = int(table.numbers(record.row, SYSTEM_ID)[0])
        if number == LEAST_MAVLINK_ID or number in taken or number > MOST_VEHICLE_ID:
            return None
        return VehicleId(number) if number > 0 else None

    def _assign(self, record: Record, number: VehicleId | None) -> None:
        record.facts[VEHICLE_ID] = number
        table = self._world.tables[record.table]
        if number is not None and number.speaks_mavlink and SYSTEM_ID in table.layout.places:
            table.set_value(record.row, SYSTEM_ID, float(number))


def lowest_free(taken: Iterable[int]) -> VehicleId | None:
    """The first id that nobody has; None when all are in use."""
    used = set(taken)
    free = (n for n in range(LEAST_MAVLINK_ID, MOST_VEHICLE_ID + 1) if n not in used)
    number = next(free, None)
    return None if number is None else VehicleId(number)


def _listed(names: list[str]) -> str:
    """The first names of a list, and how many there are beside."""
    rest = len(names) - _NAMES_SHOWN
    shown = ", ".join(names[:_NAMES_SHOWN]) or "none"
    return f"{shown} and {rest} more" if rest > 0 else shown
