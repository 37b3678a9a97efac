"""The programs and the scenario of docs/guides/sitl.md run as the page shows them."""

import re
from pathlib import Path

import pytest

from simloop.server.files import load_scenario

GUIDE = (Path(__file__).parents[2] / "docs" / "guides" / "sitl.md").read_text()


def shown(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", GUIDE, re.DOTALL | re.MULTILINE)


def test_the_program_of_the_page_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (program,) = shown("python")
    exec(compile(program, "sitl.md", "exec"), {"__name__": "guide"})
    first, last = capsys.readouterr().out.splitlines()
    assert "mode='auto'" in first
    assert last.endswith("(1500, 1500)")


def test_the_scenario_of_the_page_loads(tmp_path: Path) -> None:
    (lines,) = shown("yaml")
    path = tmp_path / "shown.yaml"
    path.write_text(f"world: airfield\n{lines}")
    scenario = load_scenario(str(path))
    assert [(v.adapter, v.id) for v in scenario.vehicles] == [("field", 7), ("lightweight", None)]
    assert scenario.patience.policy == "fail"
