"""`simloop warm`: compiles what scenarios need, so that their runs start at once."""

import argparse
import sys

from simloop.cli.main import OK
from simloop.cli.progress import compiling
from simloop.server.simulation import Simulation


def warm(options: argparse.Namespace) -> int:
    """Compile the scenarios that are named, or one vehicle and a fleet of the default one."""
    for name in options.scenarios:
        with compiling(sys.stderr, name):
            Simulation.load(name).prepare()
    if options.scenarios:
        return OK
    for what, count in (("one vehicle", 1), ("a fleet", 16)):
        with compiling(sys.stderr, f"square, {what}"):
            Simulation.load("square", count=count).prepare()
    return OK
