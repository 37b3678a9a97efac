"""The built client: every file is known at the start, so no path can lead out of its folder."""

import gzip
import mimetypes
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

FOLDER = Path(__file__).parent / "static"
_HASHED = "assets/"
_WORTH_PACKING = 1024
_NOT_BUILT = b"""<!doctype html><title>simloop studio</title>
<p>The page is not built. Run <code>make setup</code>, or <code>python hatch_build.py</code>,
in the source tree.</p>"""


@dataclass(frozen=True)
class Asset:
    """One file, packed once when it is first asked for."""

    name: str
    body: bytes
    hashed: bool = False
    """Whether its address names its content."""

    @property
    def content_type(self) -> str:
        """What browsers should take it for."""
        return mimetypes.guess_type(self.name)[0] or "application/octet-stream"

    @property
    def cache_control(self) -> str:
        """What is named by its content never changes; the page itself is asked for anew."""
        return "public, max-age=31536000, immutable" if self.hashed else "no-cache"

    @cached_property
    def packed(self) -> bytes | None:
        """Its gzip form, if that is worth it."""
        if len(self.body) < _WORTH_PACKING:
            return None
        return gzip.compress(self.body, 6, mtime=0)


def load_assets(folder: Path = FOLDER) -> dict[str, Asset]:
    """All files by their path; the page is also the root."""
    assets = {}
    root = folder.resolve()
    for path in sorted(root.rglob("*")) if root.is_dir() else ():
        name = path.relative_to(root).as_posix()
        inside = path.resolve().is_relative_to(root)
        if path.is_file() and inside and not name.startswith("."):
            assets[name] = Asset(name, path.read_bytes(), hashed=name.startswith(_HASHED))
    assets[""] = assets.get("index.html", Asset("index.html", _NOT_BUILT))
    return assets
