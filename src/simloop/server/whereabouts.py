"""Where a vehicle is and how fast, in words."""

from math import degrees

from simloop.math.quaternion import to_euler
from simloop.world.world import World


def whereabouts(world: World, name: str) -> str:
    """A vehicle's place, speed and heading for a line that people read."""
    entity = world.entities.by_name(name)
    if entity is None:
        return "is gone"
    north, east, down = (float(number) for number in world.vector(entity, "position_ned_m"))
    velocity = world.vector(entity, "velocity_frd_mps")
    speed = float((velocity @ velocity) ** 0.5)
    _, _, yaw = to_euler(*(float(number) for number in world.vector(entity, "attitude_wxyz")))
    place = ", ".join(sides(north, east, down))
    return f"{place}, {speed:.1f} m/s, heading {round(degrees(yaw)) % 360}°"


def sides(north: float, east: float, down: float) -> tuple[str, str, str]:
    """How far a place is to the north or south, east or west, up or down."""
    return (_side(north, "north", "south"), _side(east, "east", "west"), _side(-down, "up", "down"))


def _side(metres: float, ahead: str, behind: str) -> str:
    rounded = round(metres, 1)
    return f"{abs(rounded):.1f} m {behind if rounded < 0.0 else ahead}"
