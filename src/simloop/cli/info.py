"""`simloop info`: what a vehicle is and can do, from the formulas of the simulation."""

import argparse
import json

from simloop.cli.columns import print_facts
from simloop.cli.figures import figures, finite
from simloop.cli.main import OK
from simloop.server.analysis import Bench
from simloop.server.files import load_vehicle


def info(options: argparse.Namespace) -> int:
    """Print what a vehicle weighs, how it moves and what it carries; draw it if asked."""
    vehicle = load_vehicle(options.model)
    bench = Bench(vehicle)
    carried = {"sensors": list(vehicle.sensors), "autopilot": vehicle.autopilot.kind}
    facts = {"kind": vehicle.kind, **figures(bench), **carried}
    if options.plot:
        from simloop.cli.plots.vehicle import plot_vehicle

        plot_vehicle(bench, options.plot)
    if options.json:
        head = {"name": vehicle.name, "description": vehicle.description}
        print(json.dumps({**head, **finite(facts)}))
        return OK
    print(f"{vehicle.name}: {vehicle.description}")
    print_facts(facts)
    return OK
