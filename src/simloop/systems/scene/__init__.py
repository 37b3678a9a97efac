"""The scene in process: everything a viewer needs, whole on joining, then what changed."""

from dataclasses import dataclass

from simloop.systems.scene.state import Scene
from simloop.world.plugin import App


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """What viewers may ask for."""


def build(app: App, config: Config) -> None:
    """Offer the scene as `provided["scene"]`."""
    app.provide("scene", Scene(app.world))
