"""`simloop trim`: the attitude and the commands in which a vehicle keeps its motion."""

import argparse
import json
from math import degrees

from simloop.cli.columns import print_facts
from simloop.cli.main import OK
from simloop.server.analysis import Bench, Condition, TrimNotFound, TrimPoint, trim, trim_curve
from simloop.server.files import FileMistake, load_vehicle

_HOW = {"wing": "on the wing", "rotors": "on its rotors", "surface": "on the surface"}


def find_trim(options: argparse.Namespace) -> int:
    """Print the trim point, and draw trim over speed if asked."""
    bench, point = trimmed(options)
    if options.plot:
        from simloop.cli.plots.trim_curve import plot_trim_curve

        plot_trim_curve(bench, trim_curve(bench, point.condition), point, options.plot)
    facts = facts_of(point)
    if options.json:
        print(json.dumps(facts))
        return OK
    print(f"{point.vehicle}: {headline(point)}")
    print_facts({name: value for name, value in facts.items() if name not in _IN_HEADLINE})
    return OK


def trimmed(options: argparse.Namespace) -> tuple[Bench, TrimPoint]:
    """The vehicle on its bench, and the trim point that the options ask for."""
    bench = Bench(load_vehicle(options.model), altitude_m=options.altitude)
    try:
        condition = Condition(options.speed, options.flight_path, options.turn_radius)
        return bench, trim(
            bench,
            speed_mps=condition.speed_mps,
            flight_path_deg=condition.flight_path_deg,
            turn_radius_m=condition.turn_radius_m,
        )
    except TrimNotFound as short:
        raise FileMistake(None, str(short)) from None


def headline(point: TrimPoint) -> str:
    """The motion in words."""
    place = f"{_HOW[point.how]}, altitude {point.altitude_m:g} m"
    return f"trim at {point.condition.words}, {place}"


def facts_of(point: TrimPoint) -> dict[str, object]:
    """All numbers of a trim point by name."""
    condition, state = point.condition, point.state
    return {
        "vehicle": point.vehicle,
        "how": point.how,
        "speed_mps": condition.speed_mps,
        "flight_path_deg": condition.flight_path_deg,
        "turn_radius_m": condition.turn_radius_m,
        "altitude_m": point.altitude_m,
        "angle_of_attack_deg": point.angle_of_attack_deg,
        "sideslip_deg": point.sideslip_deg,
        "attitude_deg": [degrees(angle) for angle in state.euler_rad],
        **point.controls,
        **{name: list(numbers) for name, numbers in point.commands.items()},
        "velocity_frd_mps": state.velocity_frd_mps.tolist(),
        "rate_frd_radps": state.rate_frd_radps.tolist(),
        "down_m": float(state.position_ned_m[2]),
        "force_frd_n": list(point.force_frd_n),
        "torque_frd_nm": list(point.torque_frd_nm),
        "residual": point.residual,
    }


_IN_HEADLINE = (
    "vehicle",
    "how",
    "speed_mps",
    "flight_path_deg",
    "turn_radius_m",
    "altitude_m",
    "down_m",
    "residual",
)
