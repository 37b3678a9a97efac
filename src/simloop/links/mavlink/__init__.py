"""MAVLink over UDP and TCP: the serial line of every vehicle's board leads to ground stations."""

from collections.abc import Iterator
from dataclasses import dataclass

from simloop.links.mavlink.endpoint import parse_endpoint
from simloop.world.plugin import App
from simloop.world.port_use import PortUse

# A ground station that sees all; one port per vehicle for programs; a server per vehicle.
DEFAULTS = ("udpout:127.0.0.1:14550", "udpout:127.0.0.1:14540-14549", "tcpin:127.0.0.1:5760+10")


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """Where ground stations and programs are, or may connect."""

    endpoints: tuple[str, ...] = DEFAULTS
    """udpout:HOST:PORT talks first, all vehicles to one port; FIRST-LAST gives a port to each of
    the first vehicles; udpin and tcpin:HOST:PORT wait, PORT+STEP sets the distance (10)."""

    key_setup: tuple[str, ...] = ()
    """Which of them may set or remove the key of signatures without a signature: none."""

    def __post_init__(self) -> None:
        """Refuse what is no endpoint."""
        for text in self.endpoints:
            parse_endpoint(text)
        for text in self.key_setup:
            if text not in self.endpoints:
                raise ValueError(f"key_setup names '{text}', which is none of the endpoints")


def ports(config: Config, vehicle_number: int) -> Iterator[PortUse]:
    """The ports of the n-th vehicle, counted from 0."""
    for text in config.endpoints:
        fleet = parse_endpoint(text)
        endpoint = fleet.of_vehicle(vehicle_number)
        if endpoint is not None:
            yield PortUse(
                kind="tcp" if endpoint.kind == "tcpin" else "udp",
                host=endpoint.host,
                port=endpoint.port,
                owner="mavlink",
                binds=endpoint.waits,
                shared=fleet.step == 0,
                fix="choose others with --mavlink or 'links.mavlink.endpoints'",
            )


def build(app: App, config: Config) -> None:
    """Open the endpoints of every vehicle that has a serial line."""
    # Others ask for the defaults only: a run without ground stations needs no codec.
    from simloop.links.mavlink.bridge import SerialBridge

    bridge = SerialBridge(app, [parse_endpoint(text) for text in config.endpoints])
    bridge.open()
    app.at_close(bridge.close)
