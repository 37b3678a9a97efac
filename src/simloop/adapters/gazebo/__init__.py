"""The adapter `gazebo`: Gazebo moves vehicles, through the unmodified ardupilot_gazebo plugin.

To the plugin simloop is an ArduPilot. It gives truth; satellites, compass, air and everything else
that Gazebo does not tell are sensed here. docs/guides/gazebo.md shows how to connect it.
"""

from simloop.adapters.gazebo.adapter import GazeboAdapter
from simloop.adapters.gazebo.config import GazeboConfig, GazeboVehicle

Config = GazeboConfig

__all__ = ["Config", "GazeboAdapter", "GazeboConfig", "GazeboVehicle", "make"]


def make(name: str, config: GazeboConfig) -> GazeboAdapter:
    """An adapter of a scenario."""
    return GazeboAdapter(config, name)
