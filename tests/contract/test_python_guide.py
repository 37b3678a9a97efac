"""What docs/guides/python.md shows, runs from top to bottom."""

import re
from pathlib import Path
from typing import Any

import pytest

GUIDE = (Path(__file__).parents[2] / "docs" / "guides" / "python.md").read_text()


def test_the_programs_run(capsys: pytest.CaptureFixture[str]) -> None:
    space: dict[str, Any] = {}
    for block in re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL):
        exec(compile(block, "python.md", "exec"), space)
    said = capsys.readouterr().out
    assert said.startswith("<Vehicle quad_0: quad, 10.47 m north, ")
    assert "vehicle 'quad_1' is no longer in the world: it was removed" in said
    assert "sim.command('push', name='quad_0', force_ned_n=...) sets it" in said
