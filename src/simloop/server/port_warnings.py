"""Words about ports that other machines can reach."""

from collections.abc import Iterable

from simloop.server.port_plan import PlannedPort
from simloop.server.port_table import port_rows
from simloop.world.port_use import is_open_host

_EVERYWHERE = ("", "0.0.0.0", "::")


def port_warnings(plan: Iterable[PlannedPort]) -> list[str]:
    """One line for each owner and host that listens beyond this machine."""
    return [
        f"other machines can reach {row.use.owner} {row.use.kind} {row.numbers} on "
        f"{_reach(row.use.host)}; whoever sends there is obeyed"
        for row in port_rows(plan)
        if row.use.binds and is_open_host(row.use.host)
    ]


def _reach(host: str) -> str:
    return f"{host or '0.0.0.0'}, every address of this machine" if host in _EVERYWHERE else host
