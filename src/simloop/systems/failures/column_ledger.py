"""Columns that failures change: what each was before, and what comes of all changes together.

Failures may overlap and end in any order. So every column that one of them touches is computed anew
from its healthy numbers, change by change in an order of names; when the last change is taken away
the healthy numbers stand there again.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simloop.world.activity import Activity
from simloop.world.entities import Entity
from simloop.world.plugin import App
from simloop.world.runner import TickInfo
from simloop.world.system import PythonSystem, Stage
from simloop.world.world import World

Numbers = NDArray[np.float64]
Change = Callable[[Numbers], None]
Owner = tuple[str, ...]


@dataclass(slots=True)
class _Page:
    """One column of one vehicle."""

    healthy: Numbers
    written: Numbers
    changes: dict[Owner, Change] = field(default_factory=dict)


class ColumnLedger:
    """Keeps the books of all columns that failures have changed."""

    def __init__(self, app: App) -> None:
        self._world: World = app.world
        self._pages: dict[tuple[Entity, str], _Page] = {}
        app.add_system(
            PythonSystem(
                name="failures of columns",
                stage=Stage.COMMANDS,
                run=_nothing,
                active=Activity(lambda: False),
                save=self._save,
                load=self._load,
            )
        )

    def put(self, entity: Entity, column: str, owner: Owner, change: Change) -> None:
        """Let an owner change a column, in place of what it did before; it edits a copy."""
        page = self._pages.get((entity, column))
        if page is None:
            numbers = self._world.numbers(entity, column).copy()
            page = self._pages[entity, column] = _Page(numbers, numbers.copy())
        page.changes[owner] = change
        self._write(entity, column, page)

    def take_away(self, entity: Entity, owner: Owner) -> None:
        """End all changes of an owner."""
        for key in [key for key in self._pages if key[0] == entity]:
            page = self._pages[key]
            if page.changes.pop(owner, None) is None:
                continue
            self._write(*key, page)
            if not page.changes:
                del self._pages[key]

    def forget(self, entity: Entity, owner: Owner) -> None:
        """Drop all changes of an owner and leave the columns alone."""
        for key in [key for key in self._pages if key[0] == entity]:
            page = self._pages[key]
            page.changes.pop(owner, None)
            if not page.changes:
                del self._pages[key]

    def healthy(self, entity: Entity, column: str) -> Numbers:
        """What a column would say without failures."""
        page = self._pages.get((entity, column))
        return (page.healthy if page else self._world.numbers(entity, column)).copy()

    def _write(self, entity: Entity, column: str, page: _Page) -> None:
        now = self._world.numbers(entity, column)
        # Whoever else sets a number meanwhile means the healthy one.
        page.healthy = np.where(now == page.written, page.healthy, now)
        numbers = page.healthy.copy()
        for owner in sorted(page.changes):
            page.changes[owner](numbers)
        page.written = numbers
        self._world.set(entity, column, numbers)

    def _save(self) -> dict[tuple[Entity, str], Any]:
        return {
            key: (page.healthy.copy(), page.written.copy(), tuple(page.changes))
            for key, page in self._pages.items()
        }

    def _load(self, saved: dict[tuple[Entity, str], Any]) -> None:
        """Take the books of another moment; owners put their changes in again in the next tick."""
        self._pages = {
            key: _Page(healthy.copy(), written.copy(), dict.fromkeys(owners, _unchanged))
            for key, (healthy, written, owners) in saved.items()
        }


def _nothing(info: TickInfo) -> None:
    """The ledger acts when its owners do."""


def _unchanged(numbers: Numbers) -> None:
    """Holds the place of a change until its owner speaks."""
