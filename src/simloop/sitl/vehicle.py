"""Vehicle: one vehicle of a run as a program looks at it, `sim["quad_0"].baro.pressure_pa`."""

from typing import Any

from simloop.sitl.component_catalogue import FIRMWARE, LIBRARY, is_carried
from simloop.sitl.component_reading import AnyComponent, reading_of
from simloop.sitl.firmware_parts import FirmwareParts
from simloop.sitl.flight_status import pilot_words
from simloop.sitl.vehicle_parts import VehicleParts
from simloop.sitl.vehicle_row import VehicleRow
from simloop.world.entities import Entity
from simloop.world.world import World


class Firmware(FirmwareParts):
    """What our flight stack holds for one vehicle; every component is an attribute."""

    _catalogue = FIRMWARE

    def __repr__(self) -> str:
        return f"<Firmware of {self._row.name}>"


class Vehicle(VehicleParts):
    """One vehicle; its components are attributes, and read the numbers of this moment.

    They are called as their columns begin: `baro_pressure_pa` is `vehicle.baro.pressure_pa`.
    `vehicle[Barometer]` is the component of a class, also of a plugin's.
    """

    _catalogue = LIBRARY

    def __init__(self, world: World, entity: Entity) -> None:
        super().__init__(VehicleRow(world, entity))

    @property
    def name(self) -> str:
        """Its name in the world."""
        return self._row.record.name

    @property
    def model(self) -> str:
        """The vehicle file that it was made of."""
        return str(self._row.record.facts.get("model", ""))

    @property
    def entity(self) -> Entity:
        """Itself in the world."""
        return self._row.entity

    @property
    def is_there(self) -> bool:
        """Is it in the world still?"""
        return self._row.is_there

    @property
    def firmware(self) -> Firmware:
        """What our flight stack holds; empty for a vehicle that flies with another."""
        found: Firmware | None = self.__dict__.get("_firmware")
        if found is None:
            found = self.__dict__["_firmware"] = Firmware(self._row)
        return found

    def __getitem__(self, component: type[AnyComponent]) -> AnyComponent:
        if component not in self:
            raise KeyError(f"'{self.name}' ({self.model}) carries no {component.__name__}")
        return reading_of(component, self._row)

    def __contains__(self, component: Any) -> bool:
        return is_carried(component, self._row)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Vehicle)
            and self._row.world is other._row.world
            and self.entity == other.entity
        )

    def __hash__(self) -> int:
        return hash(self.entity)

    def __repr__(self) -> str:
        row = self._row
        if not row.is_there:
            return f"<Vehicle {row.name}: no longer in the world>"
        north_m, east_m, down_m = row.cell("position_ned_m").tolist()
        place = f"{north_m:.2f} m north, {east_m:.2f} m east, {-down_m:.2f} m up"
        has_pilot = "fw_armed" in row.columns
        pilot = f", {pilot_words(lambda column: row.cell(column)[0])}" if has_pilot else ""
        return f"<Vehicle {self.name}: {self.model}, {place}{pilot}>"
