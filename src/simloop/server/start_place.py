"""Where a vehicle of a scenario stands at the start: on its feet, on any ground, or afloat."""

from math import radians

from simloop.math.quaternion import from_euler, rotate_to_world
from simloop.server.files.resolved import ResolvedVehicle
from simloop.world.plugin import Value
from simloop.world.world import ModelSpec

Attitude = tuple[float, float, float, float]


def start_values(vehicle: ResolvedVehicle, spec: ModelSpec) -> dict[str, Value]:
    """Position and attitude at the start, and the ground there if the world has terrain."""
    roll, pitch, heading = vehicle.attitude_deg or (0.0, 0.0, vehicle.heading_deg)
    attitude = from_euler(radians(roll), radians(pitch), radians(heading))
    north, east, down = vehicle.position_ned_m
    height = float(spec.facts.get("standing_height_m", 0.0))
    ground = spec.facts.get("ground")
    if ground is None:
        return {"position_ned_m": (north, east, down - height), "attitude_wxyz": attitude}
    points = spec.facts.get("contact_points_frd_m", ((0.0, 0.0, height),))
    offsets = [rotate_to_world(*attitude, *point) for point in points]
    resting = ground.resting_down(north, east, offsets)
    # What floats does not start on the bed.
    if "water" in spec.facts and "afloat_height_m" in spec.facts:
        resting = min(resting, -height)
    return {
        # Zero means on the ground, wherever that is; nobody starts inside a hill.
        "position_ned_m": (north, east, resting if down == 0.0 else min(down - height, resting)),
        "attitude_wxyz": attitude,
        "ground_down_m": ground.down(north, east),
        "ground_slope_ne": ground.slope(north, east),
    }
