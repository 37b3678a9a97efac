"""The autopilot `px4`: PX4 flies the vehicle through its simulator MAVLink API, in lockstep."""

from simloop.links.px4.config import Config
from simloop.links.px4.line import Px4Line
from simloop.sitl.channel_map import channel_map
from simloop.sitl.remote_pilots import RemotePilots
from simloop.systems.rc.components import RC_RECEIVER
from simloop.world.plugin import App, VehicleKit

__all__ = ["Config", "build", "equip"]

FACT = "px4"


def equip(kit: VehicleKit, config: Config) -> None:
    """Check that PX4 can drive these outputs, and give the vehicle a radio receiver."""
    channel_map(kit.facts, "px4", config.channels)
    if not any(column.name == "imu_sequence" for part in kit.components for column in part.columns):
        raise ValueError("px4 flies by an IMU, and this vehicle has none: add 'imu:' to sensors")
    kit.fact(FACT, config)
    kit.component(RC_RECEIVER)


def build(app: App, config: Config) -> None:
    """Open a port for every vehicle that PX4 flies."""
    pilots = RemotePilots(
        app, "px4", FACT, lambda record, number: Px4Line(app, record, record.facts[FACT], number)
    )
    pilots.join()
    app.provide("px4", pilots)
