"""Code for other processors, with other widths of vectors, gives the same state.

AArch64 is flown where SIMLOOP_AARCH64_PYTHON is the command of a Python for it with our packages,
such as `qemu-aarch64 -L ROOT ROOT/usr/bin/python3.11`.
"""

import os
import shlex
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1]))

from pythons import announce_simloop
from shipped_runs import Installation
from simloop.cli.ship import ship

FLY = (
    "from simloop.server.simulation import Simulation\n"
    "for count in (1, 7):\n"
    "    sim = Simulation.load('square', count=count, seed=3)\n"
    "    sim.advance(2400)\n"
    "    print(sim.world.state_hash())\n"
    "    sim.close()\n"
)


def flown(processor: str) -> list[str]:
    """The hashes of a lone vehicle and of seven, by code for this processor."""
    chosen = {"SIMLOOP_PROCESSOR": processor} if processor else {}
    command = [sys.executable, "-c", FLY]
    done = subprocess.run(
        command, env={**os.environ, **chosen}, capture_output=True, text=True, check=True
    )
    return done.stdout.split()


@pytest.mark.parametrize("processor", ["x86-64-v2", "x86-64-v3", "native"])
def test_a_flight_is_the_same_on_every_processor(processor: str) -> None:
    assert flown(processor) == flown("")


AARCH64_PYTHON = os.environ.get("SIMLOOP_AARCH64_PYTHON", "")


@pytest.mark.skipif(not AARCH64_PYTHON, reason="SIMLOOP_AARCH64_PYTHON names no such Python")
@pytest.mark.parametrize("scenario", ["square", "pile"])
def test_objects_made_here_fly_on_an_aarch64(tmp_path: Path, scenario: str) -> None:
    assert ship("aarch64", [[{"name_or_path": scenario}]], tmp_path / "objects")
    here = Installation.at(tmp_path / "site", tmp_path / "objects")
    announced = announce_simloop(tmp_path / "announced")
    there = replace(here, python=tuple(shlex.split(AARCH64_PYTHON)), announced=announced)
    flown = there.fly(tmp_path / "cache", scenario)
    assert (flown.compiled, flown.translated) == (0, 0)
    assert flown.state_hash == here.fly(tmp_path / "own", scenario).state_hash
