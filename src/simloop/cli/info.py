"""`simloop info`: what a vehicle is and can do, from the formulas of the simulation."""

import argparse
import json

from simloop.cli.main import OK
from simloop.server.files import build_config, load_vehicle
from simloop.server.files.vehicle_file import VehicleFile
from simloop.systems import multirotor
from simloop.systems.multirotor.config import check


def info(options: argparse.Namespace) -> int:
    """Print mass, hover throttle, thrust-to-weight and what it carries."""
    vehicle = load_vehicle(options.model)
    facts = _facts(vehicle)
    if options.json:
        print(json.dumps(facts))
        return OK
    print(f"{vehicle.name}: {vehicle.description}")
    for name, value in facts.items():
        if name not in ("name", "description"):
            text = ", ".join(value) if isinstance(value, list) else value
            shown = f"{text:.4g}" if isinstance(text, float) else text
            print(f"  {name:<22} {shown}")
    return OK


def _facts(vehicle: VehicleFile) -> dict[str, object]:
    facts: dict[str, object] = {"name": vehicle.name, "description": vehicle.description}
    if "multirotor" in vehicle.dynamics:
        config = build_config(multirotor.Config, vehicle.dynamics["multirotor"], "multirotor")
        check(config)
        facts |= {
            "mass_kg": config.mass_kg,
            "rotors": len(config.rotor_dists),
            "hover_speed_radps": multirotor.hover_speed_radps(config),
            "hover_throttle": multirotor.hover_throttle(config),
            "max_thrust_n": multirotor.max_thrust_n(config),
            "thrust_to_weight": multirotor.thrust_to_weight(config),
        }
    facts |= {"sensors": list(vehicle.sensors), "autopilot": vehicle.autopilot.kind}
    return facts
