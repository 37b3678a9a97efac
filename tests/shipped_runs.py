"""Runs with an archive of shipped objects, in processes of their own and on an empty cache."""

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

PACKAGE = Path(__file__).parents[1] / "src" / "simloop"

_FLY = """
import sys
from simloop.server.simulation import Simulation
from simloop.world.runner import TickInfo
simulation = Simulation.load(sys.argv[1])
simulation.prepare()
simulation.advance(int(sys.argv[2]))
print(simulation.world.state_hash())
for system in simulation.runner.systems:
    if system.name == "collisions":
        system.run(TickInfo(simulation.world.tick + 1, simulation.tick_rate_hz))
simulation.close()
"""


@dataclass(frozen=True)
class Installation:
    """A copy of the package with archives, as a wheel would have put it there."""

    root: Path
    python: tuple[str, ...] = (sys.executable,)
    """The command of a Python."""
    announced: Path = Path()
    """What tells that Python of simloop's plugins, if it is not ours."""

    @classmethod
    def at(cls, root: Path, archives: Path) -> "Installation":
        """Copy the package and what was shipped."""
        leave = shutil.ignore_patterns("__pycache__", "static", "objects")
        # No times are kept, as in an installation.
        shutil.copytree(PACKAGE, root / "simloop", ignore=leave, copy_function=shutil.copyfile)
        shutil.copytree(archives, root / "simloop" / "library" / "objects")
        return cls(root)

    @property
    def archive(self) -> Path:
        """The only archive."""
        return next((self.root / "simloop" / "library" / "objects").glob("*.objects"))

    def files(self) -> set[Path]:
        """All files of the package."""
        return {path for path in self.root.rglob("*") if path.is_file()}

    def start(
        self, cache: Path, scenario: str, ticks: int = 200, **variables: str
    ) -> "subprocess.Popen[str]":
        """Start a flight that prints the hash of its end."""
        own = {
            "PYTHONPATH": f"{self.root}{os.pathsep}{self.announced}",
            "PYTHONDONTWRITEBYTECODE": "1",
            "SIMLOOP_CACHE_DIR": str(cache),
            "SIMLOOP_NO_SHIPPED_OBJECTS": "",
        }
        return subprocess.Popen(
            [*self.python, "-c", _FLY, scenario, str(ticks)],
            env={**os.environ, **own, **variables},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def fly(self, cache: Path, scenario: str, ticks: int = 200, **variables: str) -> "Flown":
        """Fly, and see what had to be compiled."""
        return Flown.of(self.start(cache, scenario, ticks, **variables), cache)


@dataclass(frozen=True)
class Flown:
    """How a flight went."""

    state_hash: str
    said: str
    compiled: int
    """Objects that the cache has afterwards."""
    translated: int
    """Notes that it has: of copies and of what was translated."""

    @classmethod
    def of(cls, process: "subprocess.Popen[str]", cache: Path) -> "Flown":
        """Wait for a flight."""
        printed, said = process.communicate()
        assert process.returncode == 0, said
        objects, notes = cache.glob("objects/*/*.o"), cache.glob("memory/*")
        return cls(printed.strip(), said, len(list(objects)), len(list(notes)))
