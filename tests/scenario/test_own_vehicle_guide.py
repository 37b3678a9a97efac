"""The package of docs/guides/own_vehicle.md: the page shows it, pip installs it, and it flies."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import importlib
import json
import re
from functools import partial
from math import atan2, degrees
from types import ModuleType

import numpy as np
import pytest

from guide_package import install, simloop
from simloop.math.quaternion import rotate_to_world
from simloop.systems import physics
from simloop.testing import check_system_plugin
from simloop.testing.body_bench import BodyBench

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "tests" / "third_party_vehicle"
GUIDE = (ROOT / "docs" / "guides" / "own_vehicle.md").read_text()
SHOWN = re.findall(r"^`([\w/.]+)`:\n\n```\w+\n(.*?)^```", GUIDE, re.DOTALL | re.MULTILINE)
PROGRAM = re.findall(r"^```python\n(from functools.*?)^```", GUIDE, re.DOTALL | re.MULTILINE)


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package, installed by pip into a directory of its own."""
    return install(PACKAGE, tmp_path_factory.mktemp("site"))


@pytest.fixture
def dart(installed: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The installed plugin, imported."""
    monkeypatch.syspath_prepend(installed)
    return importlib.import_module("simloop_dart")


def test_the_page_shows_the_files_of_the_package() -> None:
    assert len(SHOWN) == 6
    for path, code in SHOWN:
        assert (PACKAGE / path).read_text() == code, f"the guide shows another {path}"


def test_its_files_are_found_by_name(installed: Path) -> None:
    listed = simloop(installed, "list", "vehicles")
    assert "a slender foam dart" in listed.stdout, listed.stderr
    info = simloop(installed, "info", "dart", "--json")
    assert info.returncode == 0, info.stderr
    assert json.loads(info.stdout)["name"] == "dart"


def test_it_flies(installed: Path) -> None:
    quiet = ("--headless", "--no-out", "--json")
    done = simloop(installed, "run", "throw", "--for", "3", "--speed", "max", *quiet)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["outcome"] == "success"


def test_a_steady_glide_has_the_angle_of_drag_over_lift(dart: ModuleType) -> None:
    config = dart.Config()
    move = partial(physics.equip, config=physics.Config())
    body = BodyBench(partial(dart.equip, config=config), move, compiled=True)
    body.set("velocity_frd_mps", (8.5, 0.0, 2.0))
    body.set("actuator_command", (0.3, 0.3))
    body.run(400 * 60)
    u, _, w = body.get("velocity_frd_mps")
    assert body.get("rate_frd_radps") == pytest.approx([0.0] * 3, abs=1e-6)
    # Pitch balance gives the angle of attack, and that the coefficients.
    sine = 0.6 * config.elevon[1] / config.stability
    assert w / np.hypot(u, w) == pytest.approx(sine, rel=1e-6)
    cosine = np.sqrt(1.0 - sine**2)
    normal = config.potential_lift * sine * cosine + config.vortex_lift * sine**2
    lift, drag = normal * cosine, normal * sine + config.drag
    north, _, down = rotate_to_world(*body.get("attitude_wxyz"), u, 0.0, w)
    assert degrees(atan2(down, north)) == pytest.approx(degrees(atan2(drag, lift)), abs=1e-4)


def test_the_program_of_the_page_runs(dart: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    assert len(PROGRAM) == 1
    exec(compile(PROGRAM[0], "own_vehicle.md", "exec"), {"__name__": "guide"})
    assert "[" in capsys.readouterr().out


def test_the_package_keeps_the_contract(dart: ModuleType) -> None:
    check_system_plugin(dart)


def test_a_wrong_setting_is_told_with_its_line(dart: ModuleType, installed: Path) -> None:
    words = ["--set", "vehicles[0].set.dynamics.delta_wing.area_m2=-1"]
    done = simloop(installed, "run", "throw", "--for", "1", "--no-out", "--headless", *words)
    assert done.returncode == 2
    assert "area_m2" in done.stderr and "Traceback" not in done.stderr
