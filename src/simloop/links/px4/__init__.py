"""The autopilot `px4`: PX4 flies the vehicle through its simulator MAVLink API, in lockstep."""

from collections.abc import Iterator

from simloop.links.px4.config import Config
from simloop.links.px4.line import Px4Line
from simloop.sitl.channel_map import channel_map
from simloop.sitl.remote_pilots import RemotePilots
from simloop.systems.failures.victim import SENSES_FACT, AutopilotSenses
from simloop.systems.rc.components import RcReceiver
from simloop.world.plugin import App, VehicleKit
from simloop.world.port_use import PortUse

__all__ = ["Config", "build", "equip", "ports"]

FACT = "px4"
# Where PX4 itself binds: towards ground stations, and towards programs off board.
GROUND_STATION_PORTS = (18570, 14580)
_SENSES = AutopilotSenses(
    "PX4",
    frozenset(("gyro", "accel", "mag", "baro", "airspeed", "gps")),
    "choose gyro, accel, mag, baro, airspeed or gps",
)


def equip(kit: VehicleKit, config: Config) -> None:
    """Check that PX4 can drive these outputs, and give the vehicle a radio receiver."""
    channel_map(kit.facts, "px4", config.channels)
    if not any(column.name == "imu_sequence" for part in kit.components for column in part.columns):
        raise ValueError("px4 flies by an IMU, and this vehicle has none: add 'imu:' to sensors")
    kit.fact(FACT, config)
    kit.fact(SENSES_FACT, _SENSES)
    kit.component(RcReceiver)


def ports(config: Config, vehicle_number: int) -> Iterator[PortUse]:
    """The port that PX4 connects to, and those that one of ours opens for ground stations."""
    if config.port:
        fix = "change 'port:' of px4"
        port = config.port + vehicle_number
        yield PortUse(kind="tcp", host=config.host, port=port, owner="px4", fix=fix)
    if config.launch is not None:
        for first in GROUND_STATION_PORTS:
            yield PortUse(kind="udp", host="", port=first + vehicle_number, owner="px4")


def build(app: App, config: Config) -> None:
    """Open a port for every vehicle that PX4 flies."""
    pilots = RemotePilots(
        app, "px4", FACT, lambda record, number: Px4Line(app, record, record.facts[FACT], number)
    )
    pilots.join()
    app.provide("px4", pilots)
