"""The `gazebo` adapter keeps the contract of adapters, with a scripted Gazebo at the other end."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from fake_gazebo import FakeGazebo, Model, Plugin
from simloop.adapters.gazebo import GazeboAdapter, GazeboConfig, GazeboVehicle
from simloop.testing import check_adapter


def test_the_gazebo_adapter_passes() -> None:
    plugins = [Plugin(Model()) for _ in range(2)]
    gazebo = FakeGazebo(*plugins, step_s=0.001).start()
    vehicles = tuple(
        GazeboVehicle(id=number, port=plugin.port) for number, plugin in enumerate(plugins, start=3)
    )
    config = GazeboConfig(vehicles=vehicles, sensors=("imu",))
    try:
        check_adapter(GazeboAdapter(config), vehicles=(3, 4), outputs=(0.1,) * 4, least=(0.0,) * 4)
    finally:
        gazebo.stop()
