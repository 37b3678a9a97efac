"""How many instructions of a system's code work on several lanes at once, and how many on one."""

import re
from typing import NamedTuple

from simloop.compiler.target import assembly_of, host_target
from simloop.world.table import Table
from simloop.world.unit_table import UnitTable


class Instructions(NamedTuple):
    """Counts of arithmetic in the code of one system, and the code."""

    packed: int
    scalar: int
    text: str


def instructions_of(table: Table, name: str) -> Instructions:
    """The arithmetic of a system in the assembly of its unit."""
    system = next(system for system in table.vehicle_class.systems if system.name == name)
    units = UnitTable(table, [system], table.vehicle_class.tick_rate_hz)
    text = assembly_of(units.maker.assembly(system), host_target())
    words = "mul|add|sub|sqrt|div"
    packed = len(re.findall(rf"\bv?(?:{words})pd\b", text))
    scalar = len(re.findall(rf"\bv?(?:{words})sd\b", text))
    return Instructions(packed, scalar, text)
