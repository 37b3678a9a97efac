"""A plugin of another package: installed by pip, listed, named in a scenario, added while running.

The package in tests/third_party_plugin is what a user would write; nothing in simloop knows it.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import importlib
import json
import os
import subprocess
from collections.abc import Sequence
from types import ModuleType

import pytest

from guide_package import install
from simloop.server.simulation import Simulation
from simloop.testing import check_system_plugin

PACKAGE = Path(__file__).parents[1] / "third_party_plugin"
STANDING_QUAD = """
description: a quad stands on an airfield without wind
world: calm
duration_s: 1.0
vehicles:
  - model: quad
success:
  landed_within_m: null
"""
PUSHED = """
systems:
  pusher:
    vehicle: quad_0
    force_ned_n: [60.0, 0.0, 0.0]
    from_s: 0.25
    for_s: 0.5
"""
# Prints where the vehicle ends, and whether the plugin was imported before it was needed.
FLY = """
import json, sys
from simloop.server.plugins import Registry
from simloop.server.simulation import Simulation
names = Registry().names()
listed_only = "simloop_pusher" not in sys.modules
sim = Simulation.load(sys.argv[1], compiled=False)
sim.advance(400)
north = sim.world.vector(sim.world.by_name("quad_0"), "position_ned_m")[0]
systems = [system.name for system in sim.runner.systems]
print(json.dumps({"north": north, "listed_only": listed_only, "offered": "pusher" in names,
                  "scheduled": "pusher" in systems}))
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package, installed by pip into a directory of its own."""
    return install(PACKAGE, tmp_path_factory.mktemp("site"))


@pytest.fixture
def pusher(installed: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The installed plugin, imported."""
    monkeypatch.syspath_prepend(installed)
    return importlib.import_module("simloop_pusher")


def run_python(arguments: Sequence[str], *sites: Path) -> subprocess.CompletedProcess[str]:
    """A Python of its own that sees the packages in `sites` too."""
    path = os.pathsep.join([*map(str, sites), os.environ.get("PYTHONPATH", "")])
    return subprocess.run(
        [sys.executable, *arguments],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": path},
    )


def simloop(arguments: Sequence[str], *sites: Path) -> subprocess.CompletedProcess[str]:
    code = "import sys; from simloop.cli.main import main; sys.exit(main())"
    return run_python(["-c", code, *arguments], *sites)


def scenario_file(folder: Path, *, pushed: bool) -> Path:
    path = folder / ("pushed.yaml" if pushed else "standing.yaml")
    path.write_text(STANDING_QUAD + (PUSHED if pushed else ""))
    return path


def fly(path: Path, site: Path) -> dict[str, object]:
    done = run_python(["-c", FLY, str(path)], site)
    assert done.returncode == 0, done.stderr
    result: dict[str, object] = json.loads(done.stdout)
    return result


def test_the_plugin_is_listed_without_being_imported(installed: Path, tmp_path: Path) -> None:
    done = simloop(["list", "systems"], installed)
    assert done.returncode == 0, done.stderr
    assert "simloop-pusher: simloop_pusher" in done.stdout
    assert "pusher" not in simloop(["list", "systems"]).stdout
    # The same listing with a plugin that cannot be imported.
    broken = tmp_path / "simloop_pusher"
    broken.mkdir()
    (broken / "__init__.py").write_text("raise RuntimeError('imported')\n")
    shadowed = simloop(["list", "systems"], tmp_path, installed)
    assert shadowed.returncode == 0, shadowed.stderr
    assert "simloop-pusher: simloop_pusher" in shadowed.stdout


def test_a_scenario_that_names_it_is_pushed(installed: Path, tmp_path: Path) -> None:
    pushed = fly(scenario_file(tmp_path, pushed=True), installed)
    standing = fly(scenario_file(tmp_path, pushed=False), installed)
    assert pushed["offered"] and pushed["listed_only"] and pushed["scheduled"]
    assert standing["offered"] and not standing["scheduled"]
    assert isinstance(pushed["north"], float) and isinstance(standing["north"], float)
    assert abs(standing["north"]) < 0.01
    assert pushed["north"] > 1.0


def test_a_wrong_setting_is_told_with_its_line(installed: Path, tmp_path: Path) -> None:
    path = scenario_file(tmp_path, pushed=True)
    text = path.read_text().replace("vehicle: quad_0", "vehicle: quad_1")
    path.write_text(text)
    line = text.splitlines().index("    vehicle: quad_1") + 1
    done = simloop(["run", str(path), "--interpreted", "--no-out", "--headless"], installed)
    assert done.returncode == 2
    assert f"{path.name}:{line}" in done.stderr
    assert "did you mean 'quad_0'" in done.stderr
    assert "Traceback" not in done.stderr


def test_without_the_package_the_name_is_unknown(tmp_path: Path) -> None:
    path = scenario_file(tmp_path, pushed=True)
    done = simloop(["run", str(path), "--interpreted", "--no-out", "--headless"])
    assert done.returncode == 2
    assert "unknown system 'pusher'" in done.stderr


def test_two_packages_with_one_name_are_both_named(installed: Path, tmp_path: Path) -> None:
    info = tmp_path / "rival-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: rival\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[simloop.systems]\npusher = rival\n")
    done = simloop(["list", "systems"], installed, tmp_path)
    assert done.returncode != 0
    assert "two packages offer the system 'pusher'" in done.stderr
    assert "'simloop-pusher'" in done.stderr
    assert "'rival'" in done.stderr
    assert "Traceback" not in done.stderr


def test_the_package_keeps_the_contract(pusher: ModuleType) -> None:
    check_system_plugin(pusher, config=pusher.Config(vehicle="vehicle_0"))


def test_it_can_be_added_and_removed_while_running(pusher: ModuleType, tmp_path: Path) -> None:
    sim = Simulation.load(str(scenario_file(tmp_path, pushed=False)), compiled=False)
    quad = sim.world.by_name("quad_0")

    def north() -> float:
        return float(sim.world.vector(quad, "position_ned_m")[0])

    def push(from_s: float, force_n: float) -> None:
        force = (force_n, 0.0, 0.0)
        pusher.build(sim, pusher.Config(from_s=from_s, for_s=0.25, force_ned_n=force))

    sim.advance(80)
    push(0.25, 60.0)
    sim.advance(160)
    pushed_to = north()
    assert pushed_to > 0.1
    sim.remove_system("pusher")
    assert "pusher" not in [system.name for system in sim.runner.systems]
    # A push that is taken out before its time never happens.
    push(0.75, -200.0)
    sim.remove_system("pusher")
    sim.advance(160)
    assert north() >= pushed_to
    with pytest.raises(KeyError, match="pusher"):
        sim.remove_system("pusher")
