"""`simloop warm`: compiles what scenarios need, so that their runs start at once."""

import argparse

from simloop.cli.main import OK
from simloop.cli.progress import prepare_in_sight
from simloop.server.simulation import Simulation


def warm(options: argparse.Namespace) -> int:
    """Compile the scenarios that are named, or one vehicle and a fleet of the default one."""
    for name in options.scenarios:
        prepare_in_sight(Simulation.load(name), name)
    if options.scenarios:
        return OK
    for what, count in (("one vehicle", 1), ("a fleet", 16)):
        prepare_in_sight(Simulation.load("square", count=count), f"square, {what}")
    return OK
