"""What docs/guides/modules.md shows, runs."""

import re
import sys
from pathlib import Path

import pytest

import simloop.testing
from simloop.server.files import check_plugins, load_scenario
from simloop.server.plugins import Registry

GUIDE = Path(__file__).parents[2] / "docs" / "guides" / "modules.md"
TEXT = GUIDE.read_text()


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", TEXT, re.DOTALL | re.MULTILINE)


FILES = {found[1]: code for code in blocks("python") if (found := re.match(r"# (\w+)\.py\n", code))}
PROGRAMS = [code for code in blocks("python") if code not in FILES.values()]


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The modules that the guide writes, where programs find them."""
    monkeypatch.syspath_prepend(tmp_path)
    for name, code in FILES.items():
        (tmp_path / f"{name}.py").write_text(code)
        monkeypatch.delitem(sys.modules, name, raising=False)


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize("number", range(len(PROGRAMS)))
def test_each_program_runs(number: int) -> None:
    name = f"{GUIDE.name}, program {number + 1}"
    exec(compile(PROGRAMS[number], name, "exec"), {"__name__": "guide"})


@pytest.mark.parametrize("number", range(len(blocks("yaml"))))
def test_each_scenario_loads(number: int, tmp_path: Path) -> None:
    path = tmp_path / "guide.yaml"
    path.write_text(blocks("yaml")[number])
    check_plugins(load_scenario(str(path)), Registry())


def test_there_is_something_to_run() -> None:
    assert len(PROGRAMS) >= 5
    assert blocks("yaml")


def test_every_checker_is_named() -> None:
    checkers = [name for name in simloop.testing.__all__ if name.startswith("check_")]
    missing = [name for name in checkers if f"`{name}" not in TEXT]
    assert not missing, f"the guide does not name {', '.join(missing)}"


def test_every_path_named_exists() -> None:
    root = GUIDE.parents[2]
    for path in re.findall(r"`((?:tests|systems|kernels)/[\w/.]+)`", TEXT):
        places = (root / path, root / "src" / "simloop" / path)
        assert any(place.exists() for place in places), f"{path} does not exist"
