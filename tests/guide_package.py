"""Packages of guides as users have them: installed by pip, seen by a simloop of their own."""

import os
import subprocess
import sys
from pathlib import Path


def install(package: Path, target: Path) -> Path:
    """Install a package by pip into a directory of its own, without a network."""
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    offline = ["--no-deps", "--no-build-isolation", "--no-index", "--target", str(target)]
    done = subprocess.run(
        [*command, *offline, str(package)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"pip cannot install {package}:\n{done.stderr}"
    return target


def simloop(site: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The command line, where the packages in `site` are installed too."""
    code = "import sys; from simloop.cli.main import main; sys.exit(main())"
    path = os.pathsep.join([str(site), os.environ.get("PYTHONPATH", "")])
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": path},
    )
