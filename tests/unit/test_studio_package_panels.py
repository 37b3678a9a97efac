"""Panels of installed packages: found without importing, served by content, left out if broken."""

import importlib
import sys
from collections.abc import Callable
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from simloop.studio import package_panels
from simloop.studio.package_panels import PanelShelf, find_panels

Find = Callable[..., list[EntryPoint]]
SOURCE = Path(__file__).parents[1] / "third_party_panel/src"


@pytest.mark.parametrize("file", ["pyproject.toml", "src/simloop_summit/panel.js"])
def test_the_guide_quotes_the_panel_that_is_tested(file: str) -> None:
    source = (SOURCE.parent / file).read_text().strip()
    assert source in (SOURCE.parents[2] / "docs/guides/studio_panels.md").read_text()


def announced(*entries: tuple[str, str]) -> Find:
    return lambda group: [EntryPoint(name, value, group) for name, value in entries]


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path


def package(site: Path, name: str, **files: str) -> Path:
    folder = site / name
    folder.mkdir()
    (folder / "__init__.py").write_text("raise RuntimeError('a panel must not be imported')\n")
    for file, text in files.items():
        (folder / file.replace("_", ".")).write_text(text)
    # A folder that was listed in the same instant is not listed again otherwise.
    importlib.invalidate_caches()
    return folder


def test_a_panel_is_listed_and_served_by_its_content(
    monkeypatch: pytest.MonkeyPatch, site: Path
) -> None:
    monkeypatch.syspath_prepend(SOURCE)
    shelf = PanelShelf(find_panels(announced(("summit", "simloop_summit"))))
    (listed,) = shelf.listing()
    assert (listed["name"], listed["broken"]) == ("summit", "")
    script = shelf.assets[listed["script"].removeprefix("/")]
    assert script.body == (SOURCE / "simloop_summit/panel.js").read_bytes()
    assert "immutable" in script.cache_control
    assert script.content_type in ("text/javascript", "application/javascript")
    # Python stays at home.
    assert {name.rpartition(".")[2] for name in shelf.assets} == {"js", "css"}
    package(site, "changed", panel_js="export default {}")
    first = PanelShelf(find_panels(announced(("changed", "changed")))).listing()[0]["script"]
    (site / "changed/panel.js").write_text("export default {};")
    assert (
        PanelShelf(find_panels(announced(("changed", "changed")))).listing()[0]["script"] != first
    )
    assert "changed" not in sys.modules


def test_broken_panels_are_left_out_with_a_reason(site: Path) -> None:
    package(site, "empty")
    package(site, "whole", panel_js="export default {}")
    said: list[str] = []
    found = find_panels(
        announced(
            ("empty", "empty"),
            ("gone", "not_installed"),
            ("../../x", "whole"),
            ("module", "json.decoder"),
            ("twice", "whole"),
            ("twice", "empty"),
        )
    )
    shelf = PanelShelf(found, tell=said.append)
    reasons = {panel.name: panel.broken for panel in found if panel.broken}
    assert reasons["empty"] == "there is no panel.js in 'empty'"
    assert "no package with a folder" in reasons["gone"]
    assert "small letters" in reasons["../../x"]
    assert "no package with a folder" in reasons["module"]
    assert reasons["twice"] == "package 'whole' has one of this name"
    assert [each["name"] for each in shelf.listing() if each["script"]] == ["twice"]
    assert "panel 'empty' of package 'empty' is left out: there is no panel.js in 'empty'" in said
    assert len(said) == 5


def test_links_and_sizes_are_bounded(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = package(site, "linked", panel_js="export default {}")
    (site / "secret.js").write_text("secret")
    (folder / "secret.js").symlink_to(site / "secret.js")
    (panel,) = find_panels(announced(("linked", "linked")))
    assert set(panel.files) == {"panel.js"}
    monkeypatch.setattr(package_panels, "_MOST_BYTES", 5)
    (panel,) = find_panels(announced(("linked", "linked")))
    assert "more than" in panel.broken


def test_what_a_page_reports_is_told_once_and_harmless(site: Path) -> None:
    package(site, "odd", panel_js="not a module")
    said: list[str] = []
    shelf = PanelShelf(find_panels(announced(("odd", "odd"))), tell=said.append)
    shelf.report("odd", "SyntaxError\n\x1b[31mfake" + "x" * 1000)
    shelf.report("odd", "again")
    shelf.report("unknown", "nobody asked")
    (line,) = said
    assert line.startswith("panel 'odd' of package 'odd' is left out: SyntaxError  [31mfake")
    assert line.isprintable() and len(line) < 300
