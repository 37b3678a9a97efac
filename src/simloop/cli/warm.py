"""`simloop warm`: compiles what the library's first scenarios need, so that runs start at once."""

import argparse
import sys

from simloop.cli.main import OK
from simloop.cli.progress import compiling
from simloop.server.simulation import Simulation


def warm(options: argparse.Namespace) -> int:
    """Compile one vehicle and a fleet of the default scenario."""
    for what, count in (("one vehicle", 1), ("a fleet", 16)):
        with compiling(sys.stderr, f"square, {what}"):
            Simulation.load("square", count=count).prepare()
    return OK
