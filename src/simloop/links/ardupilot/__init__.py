"""The autopilot `ardupilot`: simloop is the physics of `arducopter --model JSON` and its kind.

ArduPilot runs as a program of its own, unchanged, in lockstep over UDP. docs/guides/ardupilot.md
has the command lines.
"""

from simloop.links.ardupilot.config import Config, check_rate
from simloop.links.ardupilot.physics_server import FACT, PhysicsServer
from simloop.sitl.channel_map import channel_map
from simloop.systems.rc.components import RC_RECEIVER
from simloop.world.plugin import App, VehicleKit

__all__ = ["Config", "build", "equip"]


def equip(kit: VehicleKit, config: Config) -> None:
    """Give the vehicle a receiver, and refuse what ArduPilot could not fly."""
    check_rate(kit, config)
    channel_map(kit.facts, "ardupilot", config.channels)
    kit.component(RC_RECEIVER)
    kit.fact(FACT, config)


def build(app: App, config: object) -> None:
    """Open the ports of all vehicles; once for a world, whoever asks."""
    if FACT in app.provided:
        return
    server = PhysicsServer(app)
    # Whatever has been opened is closed, should a later port be taken.
    app.at_close(server.close)
    try:
        server.open()
    except ValueError:
        server.close()
        raise
    for system in server.systems():
        app.add_system(system)
    app.provide(FACT, server)
