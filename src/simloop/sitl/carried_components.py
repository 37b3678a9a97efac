"""Attributes that are the components which one vehicle carries."""

from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn

from simloop.sitl.component_catalogue import Catalogue
from simloop.sitl.component_reading import reading_of
from simloop.sitl.vehicle_row import VehicleRow


class CarriedComponents:
    """An attribute is made when it is first asked for, and kept with the object."""

    _catalogue: ClassVar[Catalogue]
    _row: VehicleRow

    def __init__(self, row: VehicleRow) -> None:
        self.__dict__["_row"] = row

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *self._catalogue.carried(self._row)})

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            if name.startswith("_"):
                raise AttributeError(f"{type(self).__name__} has no attribute '{name}'")
            component = self._catalogue.find(name, self._row)
            if component is None:
                raise AttributeError(self._unknown(name))
            part = self.__dict__[name] = reading_of(component, self._row)
            return part

        def __setattr__(self, name: str, value: object) -> NoReturn:
            raise AttributeError(
                f"{self._row.name}: '{name}' is only read here; sim.command(...) changes a vehicle"
            )

    def _unknown(self, name: str) -> str:
        known = list(self._catalogue.carried(self._row))
        near = get_close_matches(name, known, 3)
        hint = f"did you mean {' or '.join(near)}?" if near else f"it has {', '.join(known)}"
        model = self._row.record.facts.get("model", "")
        return f"'{self._row.name}' ({model}) carries no '{name}': {hint}"
