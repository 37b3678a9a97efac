"""Obstacles as facts of entities: from the world's file, by a user command, moved, and groves.

Trunks of a grove stand at random places: the same for the same seed, on every machine.
"""

from collections.abc import Mapping
from dataclasses import replace
from math import radians
from typing import Any

from simloop.math.address import address_key
from simloop.math.quaternion import from_euler
from simloop.systems.collisions.config import WHO, Grove, Obstacle
from simloop.systems.collisions.shape_list import ShapeList
from simloop.world.obstacles import Facts

# Tries per trunk before the square counts as full
TRIES = 200


def trunks(grove: Grove) -> list[Obstacle]:
    """The obstacles of a grove."""
    places: list[tuple[float, float]] = []
    found = []
    for number in range(grove.count):
        name = f"{grove.name}_{number}"
        place = _free_place(grove, name, places)
        places.append(place)
        radius, height = (
            low + (high - low) * _chance(grove.seed, f"{name} {what}")
            for what, (low, high) in (("radius", grove.radius_m), ("height", grove.height_m))
        )
        north, east, down = grove.centre_ned_m
        found.append(
            Obstacle(
                name=name,
                shape="cylinder",
                position_ned_m=(north + place[0], east + place[1], down - 0.5 * height),
                radius_m=radius,
                length_m=height,
                friction=grove.friction,
                restitution=grove.restitution,
                colour=grove.colour,
            )
        )
    return found


def _free_place(grove: Grove, name: str, places: list[tuple[float, float]]) -> tuple[float, float]:
    for attempt in range(TRIES):
        north, east = (
            grove.width_m * (_chance(grove.seed, f"{name} {axis} {attempt}") - 0.5)
            for axis in ("north", "east")
        )
        clear = north * north + east * east >= grove.clear_m**2
        apart = all((north - n) ** 2 + (east - e) ** 2 >= grove.apart_m**2 for n, e in places)
        if clear and apart:
            return north, east
    raise ValueError(
        f"{WHO}: count: no room for trunk {len(places) + 1} of {grove.count}; "
        "lower count or apart_m, or raise width_m"
    )


def _chance(seed: int, what: str) -> float:
    """A number from 0 to 1 with an address."""
    return int(address_key(seed, what)) / 2.0**64


class Yard:
    """Makes the facts of obstacles; `provided["obstacles"]`."""

    def facts_of(self, name: str, given: Mapping[str, Any]) -> Facts:
        """Facts of a new obstacle from plain values; a wrong one is a ValueError."""
        obstacle = Obstacle(name=name, **given)
        ShapeList().add_obstacle(obstacle)  # a shape that cannot be is told here
        return obstacle_facts(obstacle)

    def moved(self, facts: Mapping[str, Any], place: Mapping[str, Any]) -> Facts:
        """The facts that change when it stands elsewhere."""
        return obstacle_facts(replace(facts["obstacle"], **place))


def obstacle_facts(obstacle: Obstacle) -> Facts:
    """What the world and viewers know of an obstacle."""
    return {
        "obstacle": obstacle,
        "shape": obstacle.shape,
        "position_ned_m": obstacle.position_ned_m,
        "attitude_wxyz": from_euler(*(radians(angle) for angle in obstacle.attitude_deg)),
        "size_m": obstacle.size_m,
        "radius_m": obstacle.radius_m,
        "length_m": obstacle.length_m,
        "points_m": obstacle.points_m,
        "heights_m": obstacle.heights_m,
        "spacing_m": obstacle.spacing_m,
        "colour": obstacle.colour,
    }
