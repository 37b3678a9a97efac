"""What a plugin tells of the ports it will use, before it opens any."""

from dataclasses import dataclass
from ipaddress import ip_address
from typing import Literal


@dataclass(frozen=True, slots=True, kw_only=True)
class PortUse:
    """One port of one owner.

    A plugin module may offer `ports(config, vehicle_number) -> Iterable[PortUse]`. Vehicles count
    from 0: for a link by their ids, for an autopilot by their place in the run. Who binds a port
    has it alone; a destination may have many senders.
    """

    kind: Literal["udp", "tcp"]
    host: str
    port: int
    owner: str
    """Who uses it, such as 'mavlink'; the plan adds the vehicle."""
    binds: bool = True
    """False for a port of somebody else that bytes are sent to."""
    shared: bool = False
    """Whether all vehicles of this owner have the port together."""
    fix: str = ""
    """What to change to use another port."""


def is_open_host(host: str) -> bool:
    """Can other machines reach who listens there?"""
    if host == "localhost":
        return False
    try:
        return not ip_address(host).is_loopback
    except ValueError:
        return True
