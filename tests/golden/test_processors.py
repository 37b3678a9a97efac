"""Code for other processors, with other widths of vectors, gives the same state."""

import os
import subprocess
import sys

import pytest

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


@pytest.mark.parametrize("processor", ["x86-64-v2", "x86-64-v3"])
def test_a_flight_is_the_same_on_every_processor(processor: str) -> None:
    assert flown(processor) == flown("")
