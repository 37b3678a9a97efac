"""The firmware parameters of a vehicle, as a pilot knows them."""

from collections.abc import Callable
from dataclasses import dataclass
from math import isfinite

from simloop.firmware.parameters.parameter import Parameter, ParameterType
from simloop.firmware.parameters.table import ParameterTable
from simloop.sitl.parameter_table import NoParameters, made_with, parameter_table
from simloop.systems.scene.questions import Arguments, Question, QuestionRefused, entity_of
from simloop.world.entities import Entity
from simloop.world.plugin import App


@dataclass(frozen=True, slots=True)
class ParameterRow:
    """One parameter; `default` is what the vehicle was made with."""

    name: str
    value: float
    default: float
    low: float | None
    high: float | None
    whole: bool
    unit: str
    meaning: str


@dataclass(frozen=True, slots=True)
class Parameters:
    """Answer to `parameters` (`name`, and `values` for the values alone)."""

    name: str
    rows: tuple[ParameterRow, ...] | None
    values: tuple[float, ...]
    """In the order of the rows, which are sorted by name."""


def _parameters(app: App) -> Callable[[Arguments], Parameters]:
    # A table of its own to read from: the one that links use is made when a link needs it.
    tables: dict[Entity, ParameterTable] = {}

    def answer(given: Arguments) -> Parameters:
        record = entity_of(app.world, given)
        name = record.name
        try:
            table = tables.get(record.entity)
            if table is None:
                tables.clear()
                table = tables[record.entity] = parameter_table(app.world, record)
        except NoParameters as none:
            raise QuestionRefused(str(none)) from None
        values = tuple(table.get(each.name) for each in table.parameters)
        if given.get("values"):
            return Parameters(name, None, values)
        defaults = made_with(app.world, record, table.parameters)
        rows = tuple(
            _row(each, value, each.on_wire(defaults[each.name]))
            for each, value in zip(table.parameters, values, strict=True)
        )
        return Parameters(name, rows, values)

    return answer


def _row(parameter: Parameter, value: float, default: float) -> ParameterRow:
    return ParameterRow(
        parameter.name,
        value,
        default,
        parameter.low if isfinite(parameter.low) else None,
        parameter.high if isfinite(parameter.high) else None,
        parameter.type is ParameterType.INT32,
        parameter.unit,
        parameter.meaning,
    )


QUESTIONS = (
    Question("parameters", "the firmware parameters of a vehicle", Parameters, _parameters),
)
