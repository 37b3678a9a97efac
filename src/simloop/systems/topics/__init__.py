"""Truth and sensor topics under ROSflight's names; nothing is built without a subscriber."""

from dataclasses import dataclass
from typing import Literal

from simloop.systems.topics.publishing import TopicSystem
from simloop.world.plugin import App


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """Which names the topics get."""

    prefix: Literal["auto", "always"] = "auto"
    """`auto` puts the vehicle's name before a topic when there is more than one vehicle."""


def build(app: App, config: Config) -> None:
    """Advertise the topics of every vehicle."""
    TopicSystem(app, always_prefix=config.prefix == "always").join()
