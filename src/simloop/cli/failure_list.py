"""`simloop list failures`: everything that can be made to fail, and by which numbers."""

import json
from collections.abc import Iterable

from simloop.cli.main import OK
from simloop.server.simulation import Simulation
from simloop.systems.failures import Cell, FailureDesk

# Any small scenario has the whole table; hulls also need water.
_SCENARIO = "stand"
_WORLD = "world={extends: calm, systems: {water: {}}}"


def list_failures(vehicle: str | None, *, as_json: bool) -> int:
    """Print a line for each failure, or for each that a vehicle can have."""
    simulation = Simulation.load(_SCENARIO, vehicle=vehicle, sets=[_WORLD], compiled=False)
    try:
        cells = _cells(simulation, vehicle)
    finally:
        simulation.close()
    if as_json:
        print(json.dumps([_plain(cell) for cell in cells]))
        return OK
    for line in table_of(cells):
        print(line)
    return OK


def table_of(cells: Iterable[Cell]) -> list[str]:
    """Component, kind, meaning and numbers in columns."""
    rows = [(cell.component, cell.kind, cell.meaning, _numbers(cell)) for cell in cells]
    widths = [max((len(row[column]) for row in rows), default=0) for column in range(3)]
    return ["  ".join((*map(str.ljust, row[:3], widths), row[3])).rstrip() for row in rows]


def _cells(simulation: Simulation, vehicle: str | None) -> tuple[Cell, ...]:
    desk: FailureDesk = simulation.provided["failures"]
    if vehicle is None:
        return desk.catalogue.cells
    return desk.possible(simulation.world.models()[0].name)


def _numbers(cell: Cell) -> str:
    return " ".join(f"{name}={number:g}" for name, number in cell.strength.items())


def _plain(cell: Cell) -> dict[str, object]:
    return {
        "component": cell.component,
        "kind": cell.kind,
        "description": cell.meaning,
        "strength": dict(cell.strength),
    }
