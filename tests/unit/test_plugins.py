"""Plugins are found through entry points, listed without importing, loaded by name."""

import pkgutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import simloop.systems
from simloop.server.plugins import LINKS, SYSTEMS, Plugin, PluginError, Registry

Install = Callable[..., None]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Install a package of one module that offers one system; it is forgotten after the test."""
    installed: list[str] = []

    def add(package: str, system: str, code: str = "", target: str = "") -> None:
        module = package.replace("-", "_")
        folder = tmp_path / package
        info = folder / f"{module}-1.0.dist-info"
        info.mkdir(parents=True)
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text(f"[{SYSTEMS}]\n{system} = {target or module}\n")
        (folder / f"{module}.py").write_text(code)
        monkeypatch.syspath_prepend(folder)
        installed.append(module)

    yield add
    for module in installed:
        sys.modules.pop(module, None)


def test_listing_imports_nothing(install: Install) -> None:
    install("push-plugin", "push_it", "raise RuntimeError('imported')")
    registry = Registry()
    assert "push_it" in registry.names()
    listed = {plugin.name: plugin for plugin in registry.plugins()}
    assert listed["push_it"] == Plugin(SYSTEMS, "push_it", "push-plugin", "push_plugin")
    assert "push_plugin" not in sys.modules


def test_every_built_in_system_is_registered_like_any_other() -> None:
    folders = {module.name for module in pkgutil.iter_modules(simloop.systems.__path__)}
    # The recorder is no plugin of a world file: it needs a sink, which the server brings.
    assert folders - {"recorder"} <= set(Registry().names())


def test_names_are_sorted_and_groups_apart(install: Install) -> None:
    install("zeta", "zzz")
    install("alpha", "aaa")
    names = Registry().names()
    assert list(names) == sorted(names)
    assert {"aaa", "zzz"} <= set(names)
    assert not {"aaa", "zzz"} & set(Registry().names(LINKS))


def test_a_plugin_loads_as_module_or_attribute(install: Install) -> None:
    install("whole", "whole_module", "ANSWER = 42")
    install("part", "one_object", "class Thing:\n    ANSWER = 43", target="part:Thing")
    registry = Registry()
    assert registry.load("whole_module").ANSWER == 42
    assert registry.load("one_object").ANSWER == 43


def test_an_unknown_name_suggests_the_nearest(install: Install) -> None:
    install("tractor", "tractor_beam")
    with pytest.raises(PluginError) as caught:
        Registry().load("tractor_bean")
    assert str(caught.value) == "unknown system 'tractor_bean': did you mean 'tractor_beam'?"


def test_an_unknown_name_without_neighbours_tells_how_to_list() -> None:
    with pytest.raises(
        PluginError, match=r"^unknown link 'qqqqq': 'simloop list links' shows all$"
    ):
        Registry().load("qqqqq", LINKS)


def test_two_packages_with_one_name_are_both_named(install: Install) -> None:
    install("first-one", "clash")
    install("second-one", "clash")
    with pytest.raises(PluginError) as caught:
        Registry().plugins()
    line = str(caught.value)
    assert line.startswith("two packages offer the system 'clash': ")
    assert "'first-one'" in line
    assert "'second-one'" in line


@pytest.mark.parametrize(
    ("code", "cause"),
    [
        ("import no_such_module", "ModuleNotFoundError: No module named 'no_such_module'"),
        ("1 / 0", "ZeroDivisionError: division by zero"),
        ("def broken(:\n", "SyntaxError: "),
        ("raise ValueError('two\\nlines')", "ValueError: two lines"),
    ],
)
def test_a_broken_plugin_names_itself_and_its_package(
    install: Install, code: str, cause: str
) -> None:
    install("broken-package", "broken_one", code)
    with pytest.raises(PluginError) as caught:
        Registry().load("broken_one")
    line = str(caught.value)
    start = "the system 'broken_one' of package 'broken-package' cannot be loaded: "
    assert line.startswith(start + cause)
    assert len(line.splitlines()) == 1


def test_a_missing_attribute_is_the_plugins_fault(install: Install) -> None:
    install("hollow", "hollow_one", "", target="hollow:Nothing")
    with pytest.raises(PluginError, match="package 'hollow' cannot be loaded: AttributeError"):
        Registry().load("hollow_one")
