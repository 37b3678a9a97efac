"""Twin runs for failure tests: the same ticks with and without a failure, recorded tick by tick."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simloop.server.simulation import Simulation
from simloop.systems.failures import FailureAnswer, FailureDesk, FailureRequest
from simloop.world.world import Snapshot

Record = dict[str, NDArray[np.float64]]


class Twins:
    """One interpreted simulation that runs from the same moment again and again."""

    def __init__(self, scenario: str, *, warm_ticks: int = 0, **options: Any) -> None:
        self.sim = Simulation.load(scenario, compiled=False, **options)
        self.desk: FailureDesk = self.sim.provided["failures"]
        self.sim.advance(warm_ticks)
        self.begin: Snapshot = self.sim.snapshot()
        self.name = self.sim.world.models()[0].name

    def back(self) -> None:
        """To the moment at which all runs begin."""
        self.sim.restore(self.begin)

    def inject(self, component: str, kind: str, **rest: Any) -> FailureAnswer:
        """Inject a failure of the first vehicle."""
        request = FailureRequest(vehicle=self.name, component=component, kind=kind, **rest)
        return self.desk.inject(request)

    def vector(self, column: str) -> NDArray[np.float64]:
        """A view of the first vehicle's column."""
        return self.sim.world.vector(self.sim.world.by_name(self.name), column)

    def has(self, column: str) -> bool:
        """Does the first vehicle have the column?"""
        return column in self.sim.world.tables[0].layout.places

    def record(self, columns: Sequence[str], ticks: int) -> Record:
        """Run on, and write columns down after every tick."""
        rows: dict[str, list[NDArray[np.float64]]] = {column: [] for column in columns}
        for _ in range(ticks):
            self.sim.advance(1)
            for column in columns:
                rows[column].append(self.vector(column).copy())
        return {column: np.array(numbers) for column, numbers in rows.items()}
