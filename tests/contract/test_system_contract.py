"""Every installed system plugin has the one shape, and the checker finds those that have not."""

import importlib
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest

from simloop.adapters import jsbsim
from simloop.server.files import list_files, load_scenario
from simloop.server.plugins import Plugin, Registry
from simloop.systems import atmosphere, bluff_body, contacts
from simloop.testing import check_system_plugin

ROOT = Path(__file__).parents[2]
# Who must be on the vehicle before, because a plugin reads its columns.
BESIDE = {"barometer": (atmosphere,), "range": (contacts,)}
# What to try those with that cannot be made without settings.
CONFIGS = {
    "bluff_body": bluff_body.Config(mass_kg=1.0, inertia_kgm2=(0.1, 0.1, 0.1, 0.0, 0.0, 0.0)),
    "jsbsim": jsbsim.Config(aircraft="ball", earth="wgs84"),
}
# It names vehicles that must be there, and the checker's world has none.
NEEDS_VEHICLES = ("formation",)
BUILT_IN = [plugin for plugin in Registry().plugins() if plugin.package == "simloop"]
ALONE = [plugin for plugin in BUILT_IN if plugin.name not in NEEDS_VEHICLES]

COMPONENTS = '''"""What is pushed."""
from simloop.component import Component, intent


class Hint(Component):
    """What is wished."""

    wish_n: float = intent("N", "wish", column="hint_n")
'''
PLUGIN = '''"""Wishes for a push."""
from dataclasses import dataclass

from probe.components import Hint
from probe.kernel import wish
from simloop.world.plugin import VehicleKit
from simloop.world.system import BlockSystem, Stage


@dataclass(frozen=True)
class Config:
    """What to wish."""

    force_n: float = 1.0
    """The wish, N."""


def equip(kit: VehicleKit, config: Config) -> None:
    """Give the vehicle a wish."""
    kit.component(Hint)
    kit.value("hint_n", config.force_n)
    kit.system(BlockSystem(name="wish", stage=Stage.CONTROL, block=wish))
'''
KERNEL = '''"""The wish."""
from probe.components import Hint
from simloop.component import Mut
from simloop.world.body import External


def wish(external: External, hint: Mut[Hint]) -> None:
    """A wish grows."""
    hint.wish_n = hint.wish_n + 1.0
'''
BUILDER = '''"""Pushes every tick."""
from dataclasses import dataclass

from simloop.world.system import PythonSystem, Stage


@dataclass(frozen=True)
class Config:
    """Nothing to set."""


def build(app, config):
    """Push."""
    entity = app.world.by_name("vehicle_0")

    def run(info):
        app.world.vector(entity, "external_force_ned_n")[0] = 1.0

    app.add_system(PythonSystem(
        name="push", stage=Stage.CONTROL, run=run, writes=("external_force_ned_n",)))
'''

Write = Callable[..., ModuleType]


@pytest.fixture
def probe(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Write]:
    """Writes a plugin package called `probe`, with parts of its text replaced, and imports it."""

    def write(old: str = "", new: str = "", *, plugin: str = PLUGIN) -> ModuleType:
        folder = tmp_path / "probe"
        folder.mkdir()
        files = {"__init__": plugin, "components": COMPONENTS, "kernel": KERNEL}
        assert not old or any(old in text for text in files.values())
        for name, text in files.items():
            (folder / f"{name}.py").write_text(text.replace(old, new) if old else text)
        monkeypatch.syspath_prepend(tmp_path)
        for name in [name for name in sys.modules if name.partition(".")[0] == "probe"]:
            monkeypatch.delitem(sys.modules, name)
        importlib.invalidate_caches()
        return importlib.import_module("probe")

    yield write
    for name in [name for name in sys.modules if name.partition(".")[0] == "probe"]:
        del sys.modules[name]


@pytest.mark.parametrize("plugin", ALONE, ids=lambda plugin: plugin.name)
def test_every_built_in_plugin_keeps_the_contract(plugin: Plugin) -> None:
    name = plugin.name
    check_system_plugin(
        Registry().load(name), config=CONFIGS.get(name), beside=BESIDE.get(name, ())
    )


def test_the_probe_is_sound(probe: Write) -> None:
    check_system_plugin(probe())


def test_the_building_probe_is_sound(probe: Write) -> None:
    check_system_plugin(probe(plugin=BUILDER))


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ('"""Wishes for a push."""', "", "probe needs a docstring"),
        ("def equip", "def equipp", "needs equip.*or build"),
        ("kit: VehicleKit, config: Config", "kit: VehicleKit", "must take two arguments, not 1"),
        ("Config", "Settings", "needs a dataclass Config"),
        ("(frozen=True)", "", "Config must be frozen"),
        ('    """The wish, N."""\n', "", "Config.force_n has no text"),
        ("float = 1.0", "float", "no default for force_n: pass config="),
        ("config.force_n)", "[1.0, 2.0])", "column hint_n takes 1 numbers, not 2"),
        ('value("hint_n"', 'value("hnt_n"', "no column 'hnt_n'"),
        ("    kit.component(Hint)\n", "", "needs column hint_n, which nothing declares"),
        ('    """What is wished."""\n', "", "component hint needs a meaning"),
        ("Stage.CONTROL", "Stage.MOTION", "may not write INTENT column hint_n in stage MOTION"),
        ("hint.wish_n + 1.0", "hint.wish_n / 0.0", "writes .*inf.* into hint_n"),
        ("hint.wish_n + 1.0", "(1.0, 2.0)[9]", "system wish: IndexError"),
        (
            "hint.wish_n = hint.wish_n + 1.0",
            "external.force_ned_n = external.force_ned_n",
            "writes force_ned_n of external: annotate it as",
        ),
        (
            "from probe.components import Hint\nfrom probe.kernel",
            COMPONENTS.partition("\n")[2].replace("hint_n", "hidden_n") + "from probe.kernel",
            "component hint is not declared in probe.components",
        ),
        ("kit.system(", "raise RuntimeError('no')\n    kit.system(", "RuntimeError: no"),
    ],
)
def test_the_checker_finds_what_is_wrong(probe: Write, old: str, new: str, complaint: str) -> None:
    with pytest.raises(AssertionError, match=complaint):
        check_system_plugin(probe(old, new))


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ('writes=("external_force_ned_n",)', "", "push changes column external_force_ned_n"),
        ("Stage.CONTROL", "Stage.SENSE", "may not write INTENT column"),
        ("vehicle_0", "vehicle_9", "did you mean 'vehicle_0'"),
        ("[0] = 1.0", "[0] = 1.0 / 0.0", "push in its first tick: ZeroDivisionError"),
    ],
)
def test_the_checker_finds_what_a_build_does_wrong(
    probe: Write, old: str, new: str, complaint: str
) -> None:
    with pytest.raises(AssertionError, match=complaint):
        check_system_plugin(probe(old, new, plugin=BUILDER))


def test_a_single_file_is_no_plugin() -> None:
    with pytest.raises(AssertionError, match="must be a folder"):
        check_system_plugin(ModuleType("lonely_plugin"))


def test_every_built_in_plugin_is_used_by_the_library() -> None:
    """By default, by a world or scenario, or by a vehicle that a scenario flies."""
    used: set[str] = set()
    for listed in list_files("scenario"):
        scenario = load_scenario(listed.name)
        used |= set(scenario.systems)
        for model in scenario.models.values():
            used |= set(model.parts())
    unused = {plugin.name for plugin in BUILT_IN} - used
    assert not unused, f"no scenario of the library shows {', '.join(sorted(unused))}"


def test_every_built_in_plugin_has_a_chapter() -> None:
    page = (ROOT / "docs" / "systems.md").read_text()
    missing = [plugin.name for plugin in BUILT_IN if f"\n## {plugin.name}\n" not in page]
    assert not missing, f"docs/systems.md has no chapter for {', '.join(missing)}"


def test_the_entry_points_are_those_of_the_project_file() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    declared = project["entry-points"]["simloop.systems"]
    assert {plugin.name: plugin.target for plugin in BUILT_IN} == declared
