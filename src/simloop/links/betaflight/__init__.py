"""The autopilot `betaflight`: Betaflight's SITL flies the vehicle over UDP, outside of lockstep."""

from collections.abc import Iterator

from simloop.links.betaflight.config import Config
from simloop.links.betaflight.line import BetaflightLine
from simloop.sitl.channel_map import channel_map
from simloop.sitl.pilot_view import RADIO_FACT, Radio
from simloop.sitl.remote_pilots import RemotePilots
from simloop.systems.failures.victim import SENSES_FACT, AutopilotSenses
from simloop.systems.rc.components import RcReceiver
from simloop.world.plugin import App, VehicleKit
from simloop.world.port_use import PortUse

__all__ = ["Config", "build", "equip", "ports"]

FACT = "betaflight"


def equip(kit: VehicleKit, config: Config) -> None:
    """Check that Betaflight can drive these outputs, and give the vehicle a radio receiver."""
    channel_map(kit.facts, "betaflight", config.channels)
    if not any(column.name == "imu_sequence" for part in kit.components for column in part.columns):
        raise ValueError(
            "betaflight flies by an IMU, and this vehicle has none: add 'imu:' to sensors"
        )
    kit.fact(FACT, config)
    kit.fact(SENSES_FACT, _senses(config))
    # Its pitch stick rises forward.
    kit.fact(RADIO_FACT, Radio(reversed=(1,)))
    kit.component(RcReceiver)


def _senses(config: Config) -> AutopilotSenses:
    """4.5 is told where it is, and the bridge of 2026.6 makes the pressure of the height."""
    gps = frozenset[str]() if config.release == "4.5" else frozenset(("gps",))
    baro = frozenset[str]() if config.gazebo else frozenset(("baro",))
    sensors = gps | baro | {"gyro", "accel"}
    name = f"Betaflight {config.release}"
    return AutopilotSenses(name, sensors, f"choose one of {', '.join(sorted(sensors))}")


def ports(config: Config, vehicle_number: int) -> Iterator[PortUse]:
    """Two ports that Betaflight sends to, and two of its own."""
    fix = "change 'ports:' of betaflight"
    for place, port in enumerate(config.ports_of(vehicle_number)):
        ours = place < 2
        host = config.host if ours else config.address
        yield PortUse(kind="udp", host=host, port=port, owner="betaflight", binds=ours, fix=fix)


def build(app: App, config: Config) -> None:
    """Open the ports of every vehicle that Betaflight flies."""
    pilots = RemotePilots(
        app,
        "betaflight",
        FACT,
        lambda record, number: BetaflightLine(app, record, record.facts[FACT], number),
    )
    pilots.join()
    app.provide("betaflight", pilots)
