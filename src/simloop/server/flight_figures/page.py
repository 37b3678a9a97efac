"""The page of flight figures: one table per trial, one row per vehicle."""

from collections.abc import Sequence

from simloop.server.flight_figures.figure import Figure, Figures

_HEAD = """# Flight figures

How well the firmware flies each vehicle of the library: the whole loop from sensors over the
error-state filter to the motors, with noise, biases and delays. Nothing is told the truth, which
only the measurement sees. `simloop figures MODEL` prints these numbers for any vehicle, of the
library or of a file; `make figures` writes this page.

Numbers are of three seeds together, of one for aircraft of JSBSim. A place is held against the
truth, so the wander of the GNSS receiver, about a metre, is part of every distance. A dash is a
trial that came to no result.
"""

_NOTES = {
    "Estimator": "Root mean squares against the truth while hovering, on a course or on the way, "
    "in wind;\nthen the error of the place after 30 s without a single fix."
}


def page_of(all_figures: Sequence[Figures]) -> str:
    """The whole page in Markdown."""
    tables = dict.fromkeys(table for figures in all_figures for table in figures.tables())
    parts = [_HEAD]
    # What all vehicles have comes last.
    for table in sorted(tables, key=lambda table: table == "Estimator"):
        note = f"{_NOTES[table]}\n\n" if table in _NOTES else ""
        parts.append(f"## {table}\n\n{note}{_table(table, all_figures)}\n")
    return "\n".join(parts)


def _table(table: str, all_figures: Sequence[Figures]) -> str:
    rows = [
        (figures.vehicle, [figure for figure in figures if figure.table == table])
        for figures in all_figures
        if table in figures.tables()
    ]
    titles = [figure.title for figure in rows[0][1]]
    lines = [f"| vehicle | {' | '.join(titles)} |", "|---" * (len(titles) + 1) + "|"]
    lines += [f"| {vehicle} | {_cells(found)} |" for vehicle, found in rows]
    return "\n".join(lines)


def _cells(found: Sequence[Figure]) -> str:
    return " | ".join(figure.text for figure in found)


def rows_of(page: str) -> set[str]:
    """The vehicles that have a row on a page."""
    cells = [line.split("|")[1].strip() for line in page.splitlines() if line.startswith("| ")]
    return set(cells) - {"vehicle"}
