"""Collisions: bodies touch obstacles, the ground and each other."""

from math import radians

from simloop.math.quaternion import from_euler
from simloop.systems.collisions.collider import Collider
from simloop.systems.collisions.config import Config, Grove, Obstacle, check
from simloop.systems.collisions.events import Touch, TouchBoard
from simloop.systems.collisions.grove import trunks
from simloop.systems.collisions.shape_list import ShapeList
from simloop.world.plugin import App

__all__ = ["Config", "Grove", "Obstacle", "Touch", "TouchBoard", "build"]


def build(app: App, config: Config) -> None:
    """Put up the obstacles, and let everything with a shape touch."""
    check(config)
    obstacles = [*config.obstacles, *(t for grove in config.groves for t in trunks(grove))]
    for obstacle in obstacles:
        ShapeList().add_obstacle(obstacle)  # a shape that cannot be is told here
        _put_up(app, obstacle)
    board = TouchBoard()
    app.add_system(Collider(app.world, config, board, compiled=app.compiled).system())
    app.provide("collisions", board)


def _put_up(app: App, obstacle: Obstacle) -> None:
    """Add an obstacle as an entity; the same one again is the same one."""
    entities = app.world.entities
    known = entities.by_name(obstacle.name)
    facts = {
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
    if known is None:
        app.world.add_obstacle(obstacle.name, facts)
    elif "obstacle" in entities.get(known).facts:
        entities.get(known).facts = facts
    else:
        raise ValueError(
            f"collisions: obstacles: there is a '{obstacle.name}' already; choose another name"
        )
