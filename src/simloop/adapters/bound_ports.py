"""Which ports of this machine somebody has bound, as far as Linux tells."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Literal

PROC = Path("/proc")
_LISTENING = "0A"


def bound_sockets(kind: Literal["udp", "tcp"], port: int, proc: Path = PROC) -> Iterator[str]:
    """The numbers of the sockets that have a port bound."""
    for table in (kind, f"{kind}6"):
        with suppress(OSError):
            for line in (proc / "net" / table).read_text().splitlines()[1:]:
                words = line.split()
                bound = int(words[1].rpartition(":")[2], 16)
                if bound == port and (kind == "udp" or words[3] == _LISTENING):
                    yield words[9]


def is_free(kind: Literal["udp", "tcp"], port: int, proc: Path = PROC) -> bool:
    """Has nobody this port? False where that cannot be known."""
    return (proc / "net" / kind).exists() and next(bound_sockets(kind, port, proc), None) is None
