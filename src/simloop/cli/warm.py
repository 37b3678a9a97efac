"""`simloop warm`: compiles what scenarios need, so that their runs start at once."""

import argparse
import sys

from simloop.cli.main import OK
from simloop.cli.progress import compiling
from simloop.server.simulation import Simulation


def warm(options: argparse.Namespace) -> int:
    """Compile the scenarios that are named, or one vehicle and a fleet of the default one."""
    for name in options.scenarios:
        # No program is started before the first tick, and there is none.
        _prepare(Simulation.load(name, allow_launch=True), name)
    if options.scenarios:
        return OK
    for what, count in (("one vehicle", 1), ("a fleet", 16)):
        _prepare(Simulation.load("square", count=count), f"square, {what}")
    return OK


def _prepare(simulation: Simulation, what: str) -> None:
    with compiling(sys.stderr, what, cached=simulation.runner.cached):
        simulation.prepare()
