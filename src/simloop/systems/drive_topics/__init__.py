"""Ground vehicles on topics: `cmd_vel` in, wheel odometry `odom` out, both as ROS has them."""

from dataclasses import dataclass
from typing import Literal

from simloop.systems.drive_topics.commands import TwistInput
from simloop.systems.drive_topics.odometry import OdometryOutput
from simloop.world.plugin import App


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """Names and rate of the topics."""

    prefix: Literal["auto", "always"] = "auto"
    """`auto` puts the vehicle's name before a topic when there is more than one vehicle."""
    odom_rate_hz: float = 50.0
    """Messages of `odom` per second."""


def build(app: App, config: Config) -> None:
    """Listen to `cmd_vel` and offer `odom` of every ground vehicle."""
    always = config.prefix == "always"
    TwistInput(app, always_prefix=always).join()
    OdometryOutput(app, always_prefix=always, rate_hz=config.odom_rate_hz).join()
