"""Collisions: bodies touch obstacles, the ground and each other."""

from simloop.systems.collisions.config import Config, Grove, Obstacle, check
from simloop.systems.collisions.events import Touch, TouchBoard
from simloop.systems.collisions.yard import trunks
from simloop.world.obstacles import Facts
from simloop.world.plugin import App

__all__ = ["Config", "Grove", "Obstacle", "Touch", "TouchBoard", "build"]


def build(app: App, config: Config) -> None:
    """Put up the obstacles, and let everything with a shape touch."""
    # Others only want to know what a touch is: without collisions there is nothing to find them.
    from simloop.systems.collisions.collider import Collider
    from simloop.systems.collisions.shape_list import ShapeList
    from simloop.systems.collisions.yard import Yard, obstacle_facts

    check(config)
    obstacles = [*config.obstacles, *(t for grove in config.groves for t in trunks(grove))]
    for obstacle in obstacles:
        ShapeList().add_obstacle(obstacle)  # a shape that cannot be is told here
        _put_up(app, obstacle, obstacle_facts(obstacle))
    board = TouchBoard()
    app.add_system(Collider(app.world, config, board, compiled=app.compiled).system())
    app.provide("collisions", board)
    app.provide("obstacles", Yard())


def _put_up(app: App, obstacle: Obstacle, facts: Facts) -> None:
    """Add an obstacle as an entity; the same one again is the same one."""
    entities = app.world.entities
    known = entities.by_name(obstacle.name)
    if known is None:
        app.world.add_obstacle(obstacle.name, facts)
    elif "obstacle" in entities.get(known).facts:
        entities.get(known).facts = facts
    else:
        raise ValueError(
            f"collisions: obstacles: there is a '{obstacle.name}' already; choose another name"
        )
