"""A fault that lays changes over columns: of actuators, power, weather and structure."""

from collections.abc import Iterable

from simloop.systems.failures.changes import Change, Numbers
from simloop.systems.failures.column_ledger import ColumnLedger
from simloop.systems.failures.fault import Fault, Kind
from simloop.systems.failures.request import FailureRequest
from simloop.systems.failures.victim import Victim

Changes = Iterable[tuple[str, Change]]
"""What the kinds of such faults give: columns, each with what becomes of it."""


class ColumnFault(Fault):
    """Its changes are laid anew whenever it acts."""

    def __init__(
        self, ledger: ColumnLedger, victim: Victim, request: FailureRequest, kind: Kind
    ) -> None:
        self._ledger = ledger
        super().__init__(victim, request, kind)

    def update(self, share: float) -> None:
        """Change the columns anew."""
        super().update(share)
        for column, change in self.kind.act(self):
            self._ledger.put(self.victim.entity, column, self.name, change)

    def end(self) -> None:
        """Leave the columns as they would be without it."""
        self._ledger.take_away(self.victim.entity, self.name)

    def drop(self) -> None:
        """Leave the columns alone."""
        self._ledger.forget(self.victim.entity, self.name)

    def healthy(self, column: str) -> Numbers:
        """What a column would say without failures."""
        return self._ledger.healthy(self.victim.entity, column)
