"""The table of what can fail and how, with the nearest word for one that is not in it."""

from collections.abc import Iterable
from dataclasses import replace
from difflib import get_close_matches

from simloop.systems.failures.effect import Cell, UnsupportedError
from simloop.systems.failures.request import EVERYTHING, OK, FailureRequest

# Other words for the same thing.
ALIASES = {"loss": "off", "dead": "off", "disable": "off", "delay": "delayed", "frozen": "stuck"}


class Catalogue:
    """Cells by component and kind, in the order in which they were offered."""

    def __init__(self) -> None:
        self._cells: dict[tuple[str, str], Cell] = {}

    @property
    def cells(self) -> tuple[Cell, ...]:
        """Every cell, component by component."""
        rank = {component: number for number, component in enumerate(self.components)}
        return tuple(sorted(self._cells.values(), key=lambda cell: rank[cell.component]))

    @property
    def components(self) -> tuple[str, ...]:
        """Every component."""
        return tuple(dict.fromkeys(component for component, _ in self._cells))

    def kinds(self, component: str) -> tuple[str, ...]:
        """How a component can fail."""
        return tuple(kind for name, kind in self._cells if name == component)

    def add(self, cell: Cell) -> None:
        """Add a cell; the same one twice is a mistake."""
        if cell.kind == OK or cell.component == EVERYTHING:
            raise ValueError(f"'{OK}' and '{EVERYTHING}' clear failures: use another name")
        if (cell.component, cell.kind) in self._cells:
            raise ValueError(f"failure {cell.component} {cell.kind} is there already")
        self._cells[cell.component, cell.kind] = cell

    def drop(self, names: Iterable[tuple[str, str]]) -> None:
        """Forget cells by component and kind."""
        for name in names:
            self._cells.pop(name, None)

    def cell(self, request: FailureRequest) -> Cell:
        """The cell of a request that has no complaint."""
        return self._cells[request.component, request.kind]

    def standard(self, request: FailureRequest) -> FailureRequest:
        """The request with another word for a kind replaced by the usual one."""
        if (request.component, request.kind) in self._cells:
            return request
        return replace(request, kind=ALIASES.get(request.kind, request.kind))

    def complete(self, request: FailureRequest) -> FailureRequest:
        """The request with all numbers of its kind."""
        return replace(request, strength={**self.cell(request).strength, **request.strength})

    def check_names(self, request: FailureRequest) -> None:
        """Refuse what cannot fail so, with the nearest that can."""
        component, kind = request.component, request.kind
        clears = component == EVERYTHING and kind == OK
        if component not in self.components and not clears:
            hint = _nearest(component, self.components)
            raise UnsupportedError(f"nothing called '{component}' can fail: {hint}")
        if kind != OK and kind not in self.kinds(component):
            hint = _nearest(kind, self.kinds(component))
            raise UnsupportedError(f"{component} cannot fail as '{kind}': {hint}")

    def check_strength(self, request: FailureRequest) -> None:
        """Refuse a number that the kind does not have."""
        known = () if request.kind == OK else tuple(self.cell(request).strength)
        for name in () if request.kind == OK else request.strength:
            if name not in known:
                what = f"{request.component} {request.kind}"
                hint = _nearest(name, known) if known else "it takes none"
                raise ValueError(f"{what} has no strength '{name}': {hint}")


def _nearest(word: str, known: tuple[str, ...]) -> str:
    near = get_close_matches(word, known, 1)
    return f"did you mean '{near[0]}'?" if near else f"use {', '.join(known)}"
