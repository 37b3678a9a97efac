"""What the topics and services of a vehicle are called when there are others."""

from simloop.world.entities import EntityKind
from simloop.world.world import World


def prefix_of(world: World, name: str, *, always: bool) -> str:
    """What stands before the topics of a vehicle: nothing while it is alone."""
    return f"{name}/" if always or world.entities.count(EntityKind.MODEL) > 1 else ""
