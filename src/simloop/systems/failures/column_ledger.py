"""Columns that failures change: what each was before, and what comes of all changes together.

Failures may overlap and end in any order. So every column that one of them touches is computed anew
from its healthy numbers, change by change in an order of names; when the last change is taken away
the healthy numbers stand there again.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from simloop.systems.failures.changes import Change, Numbers
from simloop.systems.failures.fault import Fault, Site
from simloop.systems.failures.victim import Victim
from simloop.world.activity import Activity
from simloop.world.entities import Entity
from simloop.world.plugin import App
from simloop.world.runner import TickInfo
from simloop.world.system import PythonSystem, Stage
from simloop.world.world import World

Owner = tuple[str, ...]
Changes = Iterable[tuple[str, Change]]
"""Columns, each with what becomes of it."""


@dataclass(slots=True)
class _Page:
    """One column of one vehicle."""

    healthy: Numbers
    written: Numbers
    changes: dict[Owner, Change] = field(default_factory=dict)


class ColumnLedger(Site):
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

    def lay(self, fault: Fault[Any]) -> None:
        """Let a fault change columns; its kind gives each with what becomes of it."""
        for column, change in fault.kind.act(fault):
            self.put(fault.victim.entity, column, fault.name, change)

    def leave(self, fault: Fault[Any]) -> None:
        """Let the columns be as they would be without it."""
        self.take_away(fault.victim.entity, fault.name)

    def forget(self, fault: Fault[Any]) -> None:
        """Leave the columns alone."""
        self.take_away(fault.victim.entity, fault.name, lambda entity, column, page: None)

    def take_away(
        self, entity: Entity, owner: Owner, last: Callable[[Entity, str, _Page], None] | None = None
    ) -> None:
        """End all changes of an owner, and lay those of others anew or do another last thing."""
        last = last or self._write
        for key in [key for key in self._pages if key[0] == entity]:
            page = self._pages[key]
            if page.changes.pop(owner, None) is not None:
                last(*key, page)
            if not page.changes:
                del self._pages[key]

    def healthy(self, victim: Victim, column: str) -> Numbers:
        """What a column would say without failures."""
        page = self._pages.get((victim.entity, column))
        return page.healthy.copy() if page else super().healthy(victim, column)

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
