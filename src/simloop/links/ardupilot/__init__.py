"""The autopilot `ardupilot`: simloop is the physics of `arducopter --model JSON` and its kind.

ArduPilot runs as a program of its own, unchanged, in lockstep over UDP. docs/guides/ardupilot.md
has the command lines.
"""

from collections.abc import Iterator

from simloop.links.ardupilot.config import Config, check_rate
from simloop.links.ardupilot.line import ArduPilotLine
from simloop.sitl.channel_map import channel_map
from simloop.sitl.remote_pilots import RemotePilots
from simloop.systems.failures.victim import SENSES_FACT, AutopilotSenses
from simloop.systems.rc.components import RcReceiver
from simloop.wire.ardupilot_json import PORTS_PER_VEHICLE
from simloop.world.plugin import App, VehicleKit
from simloop.world.port_use import PortUse

__all__ = ["ArduPilotLine", "Config", "build", "equip", "ports"]

FACT = "ardupilot"


def equip(kit: VehicleKit, config: Config) -> None:
    """Refuse what ArduPilot could not fly, and give the vehicle a radio receiver."""
    check_rate(kit, config)
    channel_map(kit.facts, "ardupilot", config.channels)
    kit.fact(FACT, config)
    kit.fact(SENSES_FACT, _senses(config))
    kit.component(RcReceiver)


def _senses(config: Config) -> AutopilotSenses:
    """Its protocol carries no satellites, compass, barometer or pitot tube: it makes its own."""
    sampled = frozenset(("gyro", "accel")) if config.imu == "sampled" else frozenset[str]()
    fix = (
        "let ArduPilot's own fail by its SIM_ parameters (such as SIM_GPS1_ENABLE 0), or gyro and "
        "accel with 'imu: sampled'"
    )
    return AutopilotSenses("ArduPilot", sampled | {"distance_sensor"}, fix)


def ports(config: Config, vehicle_number: int) -> Iterator[PortUse]:
    """The port that ArduPilot sends to."""
    if config.port:
        yield PortUse(
            kind="udp",
            host=config.host,
            port=config.port + PORTS_PER_VEHICLE * vehicle_number,
            owner="ardupilot",
            fix="change 'port:' of ardupilot",
        )


def build(app: App, config: Config) -> None:
    """Open a port for every vehicle that an ArduPilot flies."""
    pilots = RemotePilots(
        app,
        FACT,
        FACT,
        lambda record, number: ArduPilotLine(app, record, record.facts[FACT], number),
    )
    pilots.join()
    app.provide(FACT, pilots)
