"""The package of docs/guides/adapter.md: the page shows it, pip installs it, its rover drives."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import importlib
import json
import re
from types import ModuleType

import pytest

from guide_package import install, simloop
from simloop.testing import check_adapter

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "tests" / "third_party_adapter"
GUIDE = (ROOT / "docs" / "guides" / "adapter.md").read_text()
SHOWN = re.findall(r"^`([\w/.]+)`:\n\n```\w+\n(.*?)^```", GUIDE, re.DOTALL | re.MULTILINE)
PROGRAMS = re.findall(r"^```python\n(from simloop.*?)^```", GUIDE, re.DOTALL | re.MULTILINE)


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package, installed by pip into a directory of its own."""
    return install(PACKAGE, tmp_path_factory.mktemp("site"))


@pytest.fixture
def skid(installed: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The installed package, imported."""
    monkeypatch.syspath_prepend(installed)
    return importlib.import_module("simloop_skid")


def test_the_page_shows_the_files_of_the_package() -> None:
    assert len(SHOWN) == 5
    for path, code in SHOWN:
        assert (PACKAGE / path).read_text() == code, f"the guide shows another {path}"


def test_the_adapter_is_listed_and_its_rover_drives_a_mission(installed: Path) -> None:
    assert "simloop-skid: simloop_skid" in simloop(installed, "list", "adapters").stdout
    quiet = ("--headless", "--no-out", "--json", "--speed", "max", "--interpreted")
    done = simloop(installed, "run", "skid_trip", *quiet)
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    assert result["outcome"] == "success"
    assert [e["event"] for e in result["events"]][-1] == "arrived"


def test_a_wrong_setting_is_told_with_its_line(installed: Path) -> None:
    done = simloop(installed, "run", "skid_trip", "--no-out", "--set", "adapters.field.slipp=1")
    assert done.returncode == 2
    assert "did you mean 'slip'" in done.stderr and "Traceback" not in done.stderr


def test_a_step_that_does_not_fit_stops_the_load(installed: Path) -> None:
    done = simloop(
        installed, "run", "skid_trip", "--no-out", "--set", "adapters.field.step_size_us=3000"
    )
    assert done.returncode == 2
    assert "steps by 3000 us" in done.stderr and "tick of 10000 us" in done.stderr


def test_the_programs_of_the_page_run(skid: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    assert len(PROGRAMS) == 2
    for program in PROGRAMS:
        exec(compile(program, "adapter.md", "exec"), {"__name__": "guide"})
    assert "VehicleStatus(mode='hold'" in capsys.readouterr().out


def test_the_package_keeps_the_contract(skid: ModuleType) -> None:
    check_adapter(skid.make("field", skid.Config()), vehicles=(1, 2, 3))
