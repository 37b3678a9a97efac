"""Components by the names under which a program finds them at a vehicle."""

from collections.abc import Callable, Mapping
from typing import Any

from simloop.component import Component
from simloop.component.component import words_of
from simloop.firmware.component import Component as FirmwareComponent
from simloop.sitl.vehicle_row import VehicleRow

# The firmware has two of one name: what the filter knows of the compass, and what the pilot does.
_OTHER_NAMES = {"simloop.firmware.fields.safety.CompassWatch": "compass_notice"}


class Catalogue:
    """All components of one kind that are loaded; whatever a vehicle carries is."""

    def __init__(self, root: type, name_of: Callable[[Any], str]) -> None:
        self._root = root
        self._name_of = name_of
        self._by_name: dict[str, list[Any]] = {}
        self._found_last: dict[str, tuple[Mapping[str, object], Any]] = {}

    def find(self, name: str, row: VehicleRow) -> Any:
        """The component of this name that a vehicle carries, or None."""
        # Whoever goes through a fleet asks the same of many vehicles of a class.
        columns, found = self._found_last.get(name, (None, None))
        if columns is row.columns:
            return found
        found = self._known(name, row)
        if found is None:
            self._learn()
            found = self._known(name, row)
        if found is not None:
            self._found_last[name] = row.columns, found
        return found

    def carried(self, row: VehicleRow) -> dict[str, Any]:
        """Those that a vehicle carries, by name."""
        self._learn()
        found = ((name, self._known(name, row)) for name in sorted(self._by_name))
        return {name: component for name, component in found if component is not None}

    def _known(self, name: str, row: VehicleRow) -> Any:
        fitting = (each for each in self._by_name.get(name, ()) if is_carried(each, row))
        return next(fitting, None)

    def _learn(self) -> None:
        """Look again who is there: plugins come later."""
        self._by_name = {}
        loaded: list[Any] = self._root.__subclasses__()
        for component in loaded:
            name = self._name_of(component)
            if name:
                self._by_name.setdefault(name, []).append(component)


def is_carried(component: type[Component] | type[FirmwareComponent], row: VehicleRow) -> bool:
    """Has a vehicle all columns of this component?

    Of a sensor that is not there it has those that the firmware reads, and they stay silent.
    """
    columns = row.columns
    fields: Any = component.fields
    return all(field.column.name in columns for field in fields.values())


def library_name(component: type[Component]) -> str:
    """What begins the names of its columns: `baro`, or else the class's name: `body`."""
    return component.prefix or words_of(component.__name__)


def firmware_name(component: type[FirmwareComponent]) -> str:
    """Its class's name, `filter_state`; nothing for copies of what sensors and outputs hold."""
    if not any(column.name.startswith("fw_") for column in component.columns):
        return ""
    full = f"{component.__module__}.{component.__name__}"
    return _OTHER_NAMES.get(full) or words_of(component.__name__)


LIBRARY = Catalogue(Component, library_name)
FIRMWARE = Catalogue(FirmwareComponent, firmware_name)
