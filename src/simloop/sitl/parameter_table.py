"""The firmware parameters of a vehicle of the world: its table, and what it was made with."""

from simloop.firmware.parameters.parameter import Parameter
from simloop.firmware.parameters.table import ParameterTable
from simloop.firmware.stack import STACKS
from simloop.sitl.world_lane import WorldLane
from simloop.world.entities import Record
from simloop.world.world import World

_STACK_FACT = "firmware_stack"


class NoParameters(ValueError):
    """Why a thing has no parameters, in one line."""


def parameter_table(world: World, record: Record) -> ParameterTable:
    """All parameters of the vehicle's flight stack, on its columns.

    Raises:
        NoParameters: it is no vehicle, or something else flies it.
    """
    stack = STACKS.get(record.facts.get(_STACK_FACT, ""))
    if stack is None:
        raise NoParameters(_why_none(record))
    constants = dict(world.tables[record.table].vehicle_class.constants)
    return ParameterTable(
        (*stack.parameters, *stack.state), constants, WorldLane(world, record.entity)
    )


def made_with(world: World, record: Record, parameters: tuple[Parameter, ...]) -> dict[str, float]:
    """What each parameter was before scenario, memory and pilot changed it, in all bits."""
    table = world.tables[record.table]
    fields = table.template(record.facts["spec"].values)
    return {
        each.name: float(table.layout.place(each.column).of(fields)[each.element])
        for each in parameters
    }


def _why_none(record: Record) -> str:
    if "spec" not in record.facts:
        return f"{record.kind.value} '{record.name}' is no vehicle: choose one"
    pilot = record.facts.get("autopilot")
    if not pilot or pilot == "none":
        return f"'{record.name}' has no autopilot, so it has no parameters"
    return f"'{record.name}' is flown by {pilot}: its parameters are not here, ask it over its link"
