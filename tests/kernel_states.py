"""Every kernel of the library, with vehicles in usual and impossible states to try it on."""

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simloop.server.files.find import LIBRARY
from simloop.server.simulation import Simulation
from simloop.world.kernel_copy import KernelCopies
from simloop.world.step import InterpretedStep
from simloop.world.table import Table
from simloop.world.unit_table import UnitTable

EDGES = (np.nan, np.inf, -np.inf, 0.0, -0.0, 5e-324, -1e-310, 1e300, -1e300, 1e18, 1.0, -1.0)
# What the interpreter raises on has no bits to compare.
RAISED = (ValueError, ZeroDivisionError, OverflowError, IndexError)

States = dict[str, NDArray[Any]]


@cache
def library_tables() -> list[tuple[str, Table]]:
    """A table of each vehicle class of the library, with its first vehicle."""
    seen: list[object] = []
    found: list[tuple[str, Table]] = []
    loads: list[dict[str, Any]] = [{"vehicle": file} for file in _files("vehicles")]
    loads += [{"sets": [f"world={file}"]} for file in _files("worlds")]
    for load in loads:
        simulation = Simulation.load("stand", compiled=False, **load)
        for table in simulation.world.tables:
            if table.vehicle_class not in seen:
                seen.append(table.vehicle_class)
                found.append((str(load), table))
        simulation.close()
    return found


def _files(folder: str) -> list[str]:
    return sorted(str(file) for file in (LIBRARY / folder).glob("*.yaml"))


class Twins:
    """The same vehicles twice: side by side in a block for compiled code, and one by one."""

    def __init__(self, original: Table, lanes: int) -> None:
        kind = original.vehicle_class
        self.lanes = lanes
        self.block, self.single = Table(kind, lanes), Table(kind, 1)
        self._start = {name: original.read(name)[0] for name in original.layout.places}
        for table in (self.block, self.single):
            template = table.template(self._start)
            for _ in range(lanes):
                table.add_row(template)
        self.units = UnitTable(self.block, kind.systems, kind.tick_rate_hz)
        self.units.prepare()
        self._copies = KernelCopies(kind.constants)

    def disturb(self, random: np.random.Generator, *, wild: bool) -> None:
        """Put all vehicles into states near that of the start, or into any."""
        for name, start in self._start.items():
            values = np.tile(start, (self.lanes, 1))
            if values.dtype == np.uint64:
                values = random.integers(0, 2**63, values.shape, dtype=np.uint64)
            elif values.dtype == np.float64:
                values = _disturbed(values, random, wild=wild)
            self.block.write(name, values)
            self.single.write(name, values)

    def differences(self, number: int, tick: int) -> tuple[list[str], int]:
        """Columns in which a system and its kernel differ, and how many vehicles were compared."""
        system = self.units.systems[number]
        self.units.run(number, number + 1, tick, 1, 0, 1)
        told = self._interpret(number, tick)
        names = [name for name in system.columns if name in self.block.layout.places]
        return [name for name in names if not self._is_equal(name, told)], len(told)

    def _interpret(self, number: int, tick: int) -> list[int]:
        """Run a kernel vehicle by vehicle; those for which it did not raise."""
        kind = self.single.vehicle_class
        step = InterpretedStep(
            [self.units.systems[number]],
            table=self.single,
            tick_rate_hz=kind.tick_rate_hz,
            copies=self._copies,
        )
        told = []
        with np.errstate(all="ignore"):
            for row in range(self.lanes):
                try:
                    step(tick, 1, row, row + 1)
                except RAISED:
                    continue
                told.append(row)
        return told

    def _is_equal(self, name: str, rows: list[int]) -> bool:
        a, b = self.block.read(name)[rows], self.single.read(name)[rows]
        same = a.view(np.int64) == b.view(np.int64)
        if a.dtype.kind == "f":
            same |= np.isnan(a) & np.isnan(b)
        return bool(same.all())


def _disturbed(values: NDArray[Any], random: np.random.Generator, *, wild: bool) -> NDArray[Any]:
    share = random.random(values.shape)
    found = values + np.where(share < 0.3, random.normal(0.0, 0.3, values.shape), 0.0)
    if wild:
        far, odd = share > 0.8, share > 0.9
        found[far] *= 10.0 ** random.integers(-6, 7, int(far.sum()))
        found[odd] = random.choice(EDGES, int(odd.sum()))
    return found
