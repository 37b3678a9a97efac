"""Obstacles as facts of entities: from the world's file, by a user command, and moved."""

from collections.abc import Mapping
from dataclasses import replace
from math import radians
from typing import Any

from simloop.math.quaternion import from_euler
from simloop.systems.collisions.config import Obstacle
from simloop.systems.collisions.shape_list import ShapeList
from simloop.world.obstacles import Facts


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
