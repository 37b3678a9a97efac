"""What docs/guides/link_failures.md shows, runs; its tables have every kind and every number."""

import re
from pathlib import Path

import pytest

from simloop.server.simulation import Simulation
from simloop.sitl.failure_words import FORM, parse_failure

TEXT = (Path(__file__).parents[2] / "docs" / "guides" / "link_failures.md").read_text()
PROGRAMS = re.findall(r"^```python\n(.*?)^```", TEXT, re.DOTALL | re.MULTILINE)
OURS = ("mavlink_signal", "rc_signal", "time", "autopilot")


def section(component: str) -> str:
    return next(part for part in TEXT.split("\n## ") if f": `{component}`" in part[:60])


@pytest.mark.parametrize("code", PROGRAMS)
def test_programs_run(code: str) -> None:
    exec(compile(code, "link_failures.md", "exec"), {})


def test_the_tables_have_every_kind_with_its_numbers() -> None:
    cells = Simulation.load("stand", compiled=False).provided["failures"].catalogue.cells
    ours = [cell for cell in cells if cell.component in OURS]
    assert {cell.component for cell in ours} == set(OURS)
    for cell in ours:
        rows = [row for row in section(cell.component).splitlines() if row.startswith("| `")]
        row = next(row for row in rows if f"`{cell.kind}`" in row.split("|")[1])
        for name, number in cell.strength.items():
            both = name == "way" and cell.kind != "partition"
            assert both or f"`{name}` {number:g}" in row, (cell.component, cell.kind, name)


def test_the_words_of_the_command_line_are_words() -> None:
    assert f"`{FORM}`" in TEXT
    words = re.findall(r"--fail \"?([\w.:]+=[^\s\"]+)", TEXT.split("## From a ground")[0])
    assert len(words) == 3
    for word in words:
        parse_failure(word)
