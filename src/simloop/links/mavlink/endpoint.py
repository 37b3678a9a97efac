"""Where a link leads: a kind, a host and a port, written as ground stations write it."""

from dataclasses import dataclass, replace
from typing import Literal, get_args

Kind = Literal["udpout", "udpin", "tcpin"]
KINDS: tuple[Kind, ...] = get_args(Kind)
PORTS_PER_VEHICLE = 10


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One end of a link."""

    kind: Kind
    host: str
    port: int

    def __str__(self) -> str:
        return f"{self.kind}:{self.host}:{self.port}"

    def of_vehicle(self, number: int) -> "Endpoint":
        """The endpoint of the n-th vehicle: who waits needs a port of its own."""
        if self.kind == "udpout":
            return self
        return replace(self, port=self.port + PORTS_PER_VEHICLE * number)


def parse_endpoint(text: str) -> Endpoint:
    """Read `kind:host:port`; the host may be left out for this machine."""
    kind, _, rest = text.partition(":")
    host, _, port = rest.rpartition(":")
    for known in KINDS:
        if kind == known and port.isdigit() and 0 < int(port) < 65536:
            return Endpoint(known, host or "127.0.0.1", int(port))
    raise ValueError(
        f"'{text}' is no endpoint: write udpout:HOST:PORT, udpin:HOST:PORT or tcpin:HOST:PORT"
    )
