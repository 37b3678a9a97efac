"""Panels of installed packages: found by entry point, nothing imported, served by content hash."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from hashlib import sha256
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from simloop.studio.assets import Asset
from simloop.world.one_line import one_line

GROUP = "simloop.studio"
SCRIPT, STYLE = "panel.js", "panel.css"
_SERVED = (".js", ".css", ".svg", ".png", ".webp", ".woff2", ".json", ".glb")
_NAME = re.compile(r"[a-z][a-z0-9_]{0,63}")
_MOST_FILES, _MOST_BYTES = 500, 16_000_000
_LONGEST_REPORT = 200


class BrokenPanel(ValueError):
    """Why a panel is left out, in one line."""


@dataclass(frozen=True, slots=True)
class PackagePanel:
    """A panel of a package: its files, or why it is left out."""

    name: str
    package: str
    files: dict[str, bytes] = field(default_factory=dict)
    broken: str = ""

    @property
    def folder(self) -> str:
        """Where its files are served: another content is another folder."""
        digest = sha256()
        for name, body in sorted(self.files.items()):
            digest.update(f"{name}\0{len(body)}\0".encode() + body)
        return f"panels/{self.name}-{digest.hexdigest()[:16]}"


class PanelShelf:
    """All panels of packages that one studio offers."""

    def __init__(
        self, panels: Iterable[PackagePanel], tell: Callable[[str], None] = lambda line: None
    ) -> None:
        self._panels = tuple(panels)
        self._tell = tell
        self._told: set[str] = set()
        self.assets = {
            f"{panel.folder}/{name}": Asset(f"{panel.folder}/{name}", body, hashed=True)
            for panel in self._panels
            for name, body in panel.files.items()
        }
        for panel in self._panels:
            if panel.broken:
                self.report(panel.name, panel.broken)

    def listing(self) -> list[dict[str, Any]]:
        """What a page needs to load them."""
        return [
            {
                "name": panel.name,
                "package": panel.package,
                "script": None if panel.broken else f"/{panel.folder}/{SCRIPT}",
                "style": f"/{panel.folder}/{STYLE}" if STYLE in panel.files else None,
                "broken": panel.broken,
            }
            for panel in self._panels
        ]

    def report(self, name: str, reason: str) -> None:
        """Tell once that a panel does not work; the reason may be a stranger's text."""
        for panel in self._panels:
            if panel.name == name and name not in self._told:
                self._told.add(name)
                words = one_line(reason, _LONGEST_REPORT)
                self._tell(f"panel '{name}' of package '{panel.package}' is left out: {words}")


def find_panels(
    find: Callable[..., Iterable[EntryPoint]] = entry_points,
) -> tuple[PackagePanel, ...]:
    """The panels that installed packages announce, sorted by name."""
    found: dict[str, PackagePanel] = {}
    for entry in sorted(find(group=GROUP), key=lambda entry: entry.name):
        package = entry.dist.name if entry.dist else entry.value
        try:
            if entry.name in found:
                raise BrokenPanel(f"package '{found[entry.name].package}' has one of this name")
            files = _files_of(entry)
        except BrokenPanel as broken:
            panel = PackagePanel(entry.name, package, broken=str(broken))
            found.setdefault(entry.name, panel)
            if found[entry.name] is not panel:
                found[f"{entry.name} of {package}"] = panel
        else:
            found[entry.name] = PackagePanel(entry.name, package, files)
    return tuple(found.values())


def _files_of(entry: EntryPoint) -> dict[str, bytes]:
    if not _NAME.fullmatch(entry.name):
        raise BrokenPanel("its name must be small letters, digits and underscores")
    root = _folder_of(entry.value)
    if not (root / SCRIPT).is_file():
        raise BrokenPanel(f"there is no {SCRIPT} in '{entry.value}'")
    files: dict[str, bytes] = {}
    room = _MOST_BYTES
    for path in sorted(root.rglob("*")):
        inside = path.resolve().is_relative_to(root)
        if path.suffix in _SERVED and path.is_file() and inside:
            files[path.relative_to(root).as_posix()] = path.read_bytes()
            room -= path.stat().st_size
        if room < 0 or len(files) > _MOST_FILES:
            raise BrokenPanel(f"more than {_MOST_FILES} files or {_MOST_BYTES // 1_000_000} MB")
    return files


def _folder_of(package: str) -> Path:
    """The folder of a package; only parents of a dotted name are imported."""
    try:
        spec = find_spec(package)
    # A parent is foreign code: whatever its import raises is its own fault.
    except Exception as error:
        raise BrokenPanel(f"'{package}' cannot be found: {type(error).__name__}") from None
    places = list(spec.submodule_search_locations or ()) if spec else []
    if not places:
        raise BrokenPanel(f"'{package}' is no package with a folder")
    return Path(places[0]).resolve()
