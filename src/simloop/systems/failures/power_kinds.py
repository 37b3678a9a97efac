"""How the supply fails: cut off, a cell that shorts, an inner resistance that has grown."""

from simloop.systems.failures.changes import times
from simloop.systems.failures.column_ledger import Changes
from simloop.systems.failures.fault import Fault, kind

OPEN_CIRCUIT = "battery_open_circuit_v"
RESISTANCES = ("battery_resistance_ohm", "battery_relaxing_ohm")
FULL_CELL_V = 4.2


def _check_battery(fault: Fault[None]) -> None:
    fault.victim.need((OPEN_CIRCUIT, *RESISTANCES), "battery that can fail")


def _cut(fault: Fault[None]) -> Changes:
    """Motors get no voltage."""
    # The autopilot is thought to have a supply of its own.
    yield OPEN_CIRCUIT, times(1.0 - fault.share)


def _cell(fault: Fault[None]) -> Changes:
    """So many cells are shorted."""
    # They are in series: their share of the voltage is gone.
    cells = max(round(float(fault.site.healthy(fault.victim, OPEN_CIRCUIT)[-1]) / FULL_CELL_V), 1)
    lost = min(max(fault.share * fault.strength["cells"] / cells, 0.0), 1.0)
    yield OPEN_CIRCUIT, times(1.0 - lost)


def _sag(fault: Fault[None]) -> Changes:
    """Inner resistance times the factor."""
    factor = 1.0 + fault.share * (fault.strength["factor"] - 1.0)
    return ((column, times(factor)) for column in RESISTANCES)


POWER_KINDS = (
    kind("off", _cut, {}, _check_battery),
    kind("cell", _cell, {"cells": 1.0}, _check_battery),
    kind("sag", _sag, {"factor": 4.0}, _check_battery),
)
