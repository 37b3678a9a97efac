"""MAVLink over UDP and TCP: the serial line of every vehicle's board leads to a ground station."""

from dataclasses import dataclass

from simloop.links.mavlink.bridge import SerialBridge
from simloop.links.mavlink.endpoint import parse_endpoint
from simloop.world.plugin import App


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """Where ground stations and programs are, or may connect."""

    endpoints: tuple[str, ...] = ("udpout:127.0.0.1:14550", "udpout:127.0.0.1:14540")
    """udpout:HOST:PORT talks first; udpin and tcpin:HOST:PORT wait, 10 ports per vehicle."""

    def __post_init__(self) -> None:
        """Refuse what is no endpoint."""
        for text in self.endpoints:
            parse_endpoint(text)


def build(app: App, config: Config) -> None:
    """Open the endpoints of every vehicle that has a serial line."""
    bridge = SerialBridge(app, [parse_endpoint(text) for text in config.endpoints])
    bridge.open()
    app.at_close(bridge.close)
