"""The user command `parameter`: sets firmware parameters of a vehicle, undone to the last bit."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from simloop.firmware.parameters.table import ParameterTable
from simloop.sitl.parameter_table import NoParameters, made_with, parameter_table
from simloop.world.command_arguments import only, the_name
from simloop.world.commands import Command, CommandRefused, MakeCommand, find
from simloop.world.plugin import App
from simloop.world.world import World

# Where the links of all vehicles are found; they must hear of a change.
_LINES = "serial_lines"
DEFAULT = "default"

Wish = float | str


@runtime_checkable
class ParameterTables(Protocol):
    """Knows the parameter tables that links use."""

    def parameters_of(self, vehicle: str) -> ParameterTable | None:
        """The table of a vehicle; None if it has none here."""


def parameter_verb(app: App) -> MakeCommand:
    """Turns `name`, and `parameter` with `value` or `values`, into a command."""

    def make(given: Mapping[str, Any]) -> Command:
        only("parameter", given, ("name", "parameter", "value", "values"))
        return SetParameters(app, the_name(given), _wishes(given))

    return make


@dataclass(frozen=True, slots=True)
class SetParameters:
    """Give parameters values, all or none; the word `default` means what it was made with."""

    app: App
    vehicle: str
    wishes: Mapping[str, Wish]

    def apply(self, world: World) -> Command:
        """Set them; undone by the old numbers."""
        table = _table(self.app, world, self.vehicle)
        wishes = self._numbers(world, table)
        old: dict[str, float] = {}
        for name, wish in self.wishes.items():
            old[name] = table.exact(name)
            if wish == DEFAULT:
                table.put_back(name, wishes[name])
                continue
            outcome = table.set(name, wishes[name])
            if not outcome.accepted:
                PutBack(self.app, self.vehicle, old).apply(world)
                raise CommandRefused(outcome.reason)
        return PutBack(self.app, self.vehicle, old)

    def _numbers(self, world: World, table: ParameterTable) -> dict[str, float]:
        for name in self.wishes:
            if name not in table:
                # The table's own words suggest the nearest.
                raise CommandRefused(table.set(name, 0.0).reason)
        numbers = {name: wish for name, wish in self.wishes.items() if not isinstance(wish, str)}
        if len(numbers) < len(self.wishes):
            record = world.entities.get(find(world, self.vehicle))
            numbers = {**made_with(world, record, table.parameters), **numbers}
        return numbers


@dataclass(frozen=True, slots=True)
class PutBack:
    """Numbers that parameters had before, in all bits."""

    app: App
    vehicle: str
    numbers: Mapping[str, float]

    def apply(self, world: World) -> Command:
        """Write them; undone by those that they replace."""
        table = _table(self.app, world, self.vehicle)
        now = {name: table.exact(name) for name in self.numbers}
        for name, number in self.numbers.items():
            table.put_back(name, number)
        return PutBack(self.app, self.vehicle, now)


def _table(app: App, world: World, vehicle: str) -> ParameterTable:
    record = world.entities.get(find(world, vehicle))
    lines = app.provided.get(_LINES)
    known = lines.parameters_of(vehicle) if isinstance(lines, ParameterTables) else None
    if known is not None:
        return known
    try:
        return parameter_table(world, record)
    except NoParameters as none:
        raise CommandRefused(str(none)) from None


def _wishes(given: Mapping[str, Any]) -> dict[str, Wish]:
    values = given.get("values")
    if values is None:
        if not isinstance(given.get("parameter"), str):
            raise CommandRefused("argument 'parameter' is missing: write its name")
        values = {given["parameter"]: given.get("value")}
    if not isinstance(values, Mapping) or not values:
        raise CommandRefused("argument 'values' maps parameters to numbers")
    wishes: dict[str, Wish] = {}
    for name, value in values.items():
        number = isinstance(value, (int, float)) and not isinstance(value, bool)
        if not number and value != DEFAULT:
            raise CommandRefused(f"{name} takes a number, or the word default, not {value!r}")
        wishes[str(name)] = float(value) if number else DEFAULT
    return wishes
