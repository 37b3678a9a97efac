"""Reference tables in Markdown, written from the declarations of components and systems."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from simloop.component.column import Column, ColumnGroup, Kind
from simloop.timing.rates import period_ticks
from simloop.world.system import BlockSystem, System

# Who writes a column that no system writes.
_OTHERWISE = {Kind.PARAM: "spawn, commands", Kind.INTENT: "commands"}


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table; bars inside cells are escaped."""
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(_cell(text) for text in line)} |\n" for line in lines)


def writers_of(systems: Iterable[System]) -> dict[str, tuple[str, ...]]:
    """The names of the systems that write each column, in the order given."""
    found: dict[str, dict[str, None]] = {}
    for system in systems:
        for column in system.writes:
            found.setdefault(column, {})[system.name] = None
    return {column: tuple(names) for column, names in found.items()}


def render_components(
    components: Iterable[ColumnGroup], writers: Mapping[str, Sequence[str]]
) -> str:
    """One section per component: what it is, and a row for each column."""
    return "\n".join(_section(component, writers) for component in components)


def render_schedule(systems: Iterable[BlockSystem], tick_rate_hz: int) -> str:
    """The compiled systems in the order of a tick: stage, ticks between runs, delay, columns."""
    head = ("system", "stage", "every", "delay", "writes")
    return table(head, [_schedule_row(system, tick_rate_hz) for system in systems])


def _section(component: ColumnGroup, writers: Mapping[str, Sequence[str]]) -> str:
    head = ("column", "size", "unit", "frame", "meaning", "default", "written by")
    rows = [_column_row(component, column, writers) for column in component.columns]
    kind, change = component.kind, component.change
    about = f"{component.meaning} *{kind.name}*, changes {change.name.lower().replace('_', '-')}."
    return f"### {component.name}\n\n{about}\n\n{table(head, rows)}"


def _column_row(
    component: ColumnGroup, column: Column, writers: Mapping[str, Sequence[str]]
) -> tuple[str, ...]:
    by = writers.get(column.name) or (_OTHERWISE.get(component.kind, "spawn"),)
    return (
        f"`{column.name}`",
        str(column.size),
        column.unit,
        column.frame,
        column.meaning,
        numbers(column.default),
        ", ".join(by),
    )


def _schedule_row(system: BlockSystem, tick_rate_hz: int) -> tuple[str, ...]:
    rate = float(tick_rate_hz if system.rate_hz is None else system.rate_hz)
    period = period_ticks(rate, tick_rate_hz, system.name)
    delay = round(system.delay_s * tick_rate_hz)
    return (
        system.name,
        system.stage.name,
        f"{period} tick{'s' * (period > 1)}",
        f"{delay} tick{'s' * (delay > 1)}" if delay else "-",
        ", ".join(f"`{name}`" for name in system.writes),
    )


def numbers(value: Any) -> str:
    """One number, or several in a row, short; equal ones are written once."""
    texts = [f"{number:.4g}" for number in np.atleast_1d(np.asarray(value))]
    return ", ".join(texts[:1] if len(set(texts)) == 1 else texts)


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
