"""Where a link leads: a kind, a host and ports, written as ground stations write it."""

import re
from dataclasses import dataclass, replace
from typing import Literal, get_args

Kind = Literal["udpout", "udpin", "tcpin"]
KINDS: tuple[Kind, ...] = get_args(Kind)
# Who waits needs a port of its own; ArduPilot's instances leave this distance too.
WAITING_STEP = 10
LAST_PORT = 65535

_TEXT = re.compile(
    r"(?P<kind>\w+):(?:(?P<host>[^:]*):)?(?P<port>\d+)(?:(?P<how>[-+])(?P<more>\d+))?"
)


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One end of a link, for one vehicle or for a fleet.

    The n-th vehicle has port + n * step. Behind `last`, if it is given, vehicles have no such line.
    """

    kind: Kind
    host: str
    port: int
    step: int = 0
    last: int | None = None

    def __str__(self) -> str:
        return f"{self.kind}:{self.host}:{self.port}"

    @property
    def waits(self) -> bool:
        """Does it own its port, instead of talking to somebody else's?"""
        return self.kind != "udpout"

    def of_vehicle(self, number: int) -> "Endpoint | None":
        """The endpoint of the n-th vehicle, counted from 0; None behind the end of a range."""
        port = self.port + self.step * number
        if self.last is not None and port > self.last:
            return None
        if port > LAST_PORT:
            raise ValueError(
                f"vehicle {number + 1} would need port {port} of '{self}': begin lower, or let "
                f"all vehicles share one port with '{self}+0'"
            )
        return replace(self, port=port, step=0, last=None)


def parse_endpoint(text: str) -> Endpoint:
    """Read `kind:host:port`, `kind:host:port+step` or `kind:host:first-last`.

    The host may be left out for this machine.
    """
    found = _TEXT.fullmatch(text)
    kind = next((known for known in KINDS if found and found["kind"] == known), None)
    if found is None or kind is None or not 0 < int(found["port"]) <= LAST_PORT:
        raise ValueError(
            f"'{text}' is no endpoint: write udpout:HOST:PORT, udpin:HOST:PORT or tcpin:HOST:PORT"
        )
    endpoint = Endpoint(kind, found["host"] or "127.0.0.1", int(found["port"]))
    if found["how"] == "-":
        last = int(found["more"])
        if not endpoint.port <= last <= LAST_PORT:
            raise ValueError(f"'{text}' is no range of ports: write the lower one first")
        return replace(endpoint, step=1, last=last)
    if found["how"] == "+":
        return replace(endpoint, step=int(found["more"]))
    return replace(endpoint, step=WAITING_STEP if endpoint.waits else 0)
