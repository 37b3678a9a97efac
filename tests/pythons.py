"""Other Pythons of this machine, bare or with the packages that a simulation needs."""

import os
import shutil
import subprocess
import sys
from importlib.metadata import distribution, version
from pathlib import Path

OLDEST = (3, 11)
NEWEST_MINOR = 20
# What an interpreted flight imports; binaries only, as nothing may be built in a test.
PACKAGES = ("numpy", "llvmlite", "PyYAML", "pygeomag")
SOURCES = Path(__file__).parents[1] / "src"


def other_pythons() -> dict[str, Path]:
    """Interpreters of other minor releases by release, from PATH and from pyenv."""
    names = [f"python3.{minor}" for minor in range(OLDEST[1], NEWEST_MINOR)]
    places = [Path(found) for found in map(shutil.which, names) if found]
    places += sorted((Path.home() / ".pyenv" / "versions").glob("3.*/bin/python"))
    ours = f"{sys.version_info.major}.{sys.version_info.minor}"
    found: dict[str, Path] = {}
    for place in places:
        release = _release(place)
        if release not in ("", ours):
            found.setdefault(release, place)
    return found


def says(python: Path, program: str, *arguments: str, path: Path = SOURCES) -> str:
    """What a program prints under a Python that finds simloop's sources."""
    environment = {**os.environ, "PYTHONPATH": f"{path}{os.pathsep}{SOURCES}"}
    done = subprocess.run(
        [str(python), "-c", program, *arguments],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def equipped(python: Path, directory: Path) -> Path | str:
    """A Python of its own with our versions of the packages, or why there is none."""
    made = subprocess.run(
        [str(python), "-m", "venv", "--without-pip", str(directory)],
        capture_output=True,
        text=True,
        check=False,
    )
    if made.returncode:
        return f"{python} makes no environment: {made.stderr.strip()[-200:]}"
    own = directory / "bin" / "python"
    install = [sys.executable, "-m", "pip", "--python", str(own), "install", "--quiet"]
    install += ["--only-binary=:all:", "--disable-pip-version-check", "--retries=0"]
    packages = [f"{name}=={version(name)}" for name in PACKAGES]
    got = subprocess.run([*install, *packages], capture_output=True, text=True, check=False)
    return f"no packages for {python}: {got.stderr.strip()[-200:]}" if got.returncode else own


def announce_simloop(directory: Path) -> Path:
    """A folder that announces the plugins of simloop to any Python, as our installation does."""
    ours = distribution("simloop")
    info = directory / f"simloop-{ours.version}.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(ours.read_text("METADATA") or "", "utf-8")
    (info / "entry_points.txt").write_text(ours.read_text("entry_points.txt") or "", "utf-8")
    return directory


def _release(python: Path) -> str:
    """Major and minor of a Python that can run simloop; nothing for any other."""
    program = "import sys; print(*sys.version_info[:2])"
    done = subprocess.run([str(python), "-c", program], capture_output=True, text=True, check=False)
    if done.returncode:
        return ""
    major, minor = map(int, done.stdout.split())
    return f"{major}.{minor}" if (major, minor) >= OLDEST else ""
