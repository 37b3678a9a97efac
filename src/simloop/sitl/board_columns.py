"""The columns through which a firmware sees its board: what it read last, and what it asks for.

A firmware on a board never looks into the columns of sensors and outputs. It has copies of its
own, which its reads fill and which its `pwm_write` sends off.
"""

from collections.abc import Mapping
from types import MappingProxyType

from simloop.component.column import Column, ColumnGroup, Kind
from simloop.firmware.component import Block
from simloop.firmware.fields.samples import SAMPLES
from simloop.firmware.stack import Stack
from simloop.sitl.firmware_columns import as_columns
from simloop.world.table import Table

PREFIX = "board_"


def board_component(name: str, stack: Stack) -> ColumnGroup:
    """Copies of all samples and outputs."""
    originals = as_columns((*SAMPLES, *stack.outputs))
    return ColumnGroup(
        f"{name}_board",
        Kind.INTENT,
        "What the firmware last read from its board, and the outputs that it asks of it.",
        tuple(_copy_of(column) for column in originals),
    )


def board_names(stack: Stack) -> Mapping[str, str]:
    """Which column of the table holds a sample or output of the firmware."""
    fields = (*SAMPLES, *stack.outputs)
    return MappingProxyType({field.name: PREFIX + field.name for field in fields})


def firmware_views(table: Table, stack: Stack) -> dict[str, Block]:
    """All columns of the firmware where they lie in a table; good until the table grows."""
    places = {field.name: field.name for field in (*stack.parameters, *stack.state)}
    places |= board_names(stack)
    return {name: table.blocks_of(at) for name, at in places.items()}


def _copy_of(column: Column) -> Column:
    return Column(
        PREFIX + column.name,
        column.size,
        column.unit,
        column.frame,
        column.meaning,
        column.default,
        column.dtype,
        column.scratch,
    )
