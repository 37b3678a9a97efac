"""A process that records flights until it is killed, one in a fork for each directory it is given.

Compiling once and forking often: a trial then costs no start of Python.
"""

import os
import sys
from pathlib import Path

from simloop.server.recording.recording import Recording
from simloop.server.simulation import Simulation


def fly(sim: Simulation, directory: Path) -> None:
    directory.mkdir()
    Recording(sim, directory / "run.mcap")
    while True:
        sim.command("wind", mean_ned_mps=(1.0, 2.0, 0.0))
        sim.advance(10)
        os.write(1, f"{sim.world.tick}\n".encode())


def main() -> None:
    sim = Simulation.load("square")
    sim.prepare()
    for line in sys.stdin:
        pid = os.fork()
        if pid == 0:
            fly(sim, Path(line.strip()))
        os.write(1, f"pid {pid}\n".encode())
        os.waitpid(pid, 0)
        os.write(1, b"gone\n")


if __name__ == "__main__":
    main()
