"""The firmware's columns as components of the world, so that a fleet's loop fuses into one step."""

from collections.abc import Iterable

from simloop.component.column import Change, Column, ColumnGroup, Kind
from simloop.firmware.field import Field
from simloop.firmware.fields.command import MissionItems, Requests
from simloop.firmware.fields.samples import SENSORS
from simloop.firmware.stack import Stack
from simloop.world.kernel_columns import columns_of

# What links and programs write; nothing of the firmware may call them parameters.
_ASKED = {field.name for field in (*Requests.columns, *MissionItems.columns)}


def firmware_components(name: str, stack: Stack) -> tuple[ColumnGroup, ColumnGroup]:
    """What is set once, and what changes as it flies.

    The firmware acts before the world moves, on samples of the tick before: all it holds is intent.
    """
    tasks = {name for task in stack.tasks for name in columns_of(task.block).written}
    written = tasks | _ASKED
    fields = (*stack.parameters, *stack.state)
    return (
        ColumnGroup(
            f"{name}_parameters",
            Kind.PARAM,
            "Parameters of the flight stack.",
            as_columns(field for field in fields if field.name not in written),
            Change.ONE_TIME,
        ),
        ColumnGroup(
            f"{name}_state",
            Kind.INTENT,
            "Estimates, set points and memory of the flight stack.",
            as_columns(field for field in fields if field.name in written),
            Change.PERIODIC,
        ),
    )


def silent_samples(columns: Iterable[str]) -> ColumnGroup | None:
    """Columns of the sensors that a vehicle does not carry: they never show a sample."""
    there = set(columns)
    missing = [f for fields in SENSORS.values() for f in fields if f.name not in there]
    if not missing:
        return None
    return ColumnGroup(
        "silent_samples", Kind.SAMPLE, "Sensors that are not there.", as_columns(missing)
    )


def as_columns(fields: Iterable[Field]) -> tuple[Column, ...]:
    """Fields of the firmware as columns of the world."""
    return tuple(
        Column(f.name, f.size, f.unit, f.frame, f.meaning, f.default, f.dtype, f.scratch)
        for f in fields
    )
