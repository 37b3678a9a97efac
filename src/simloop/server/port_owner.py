"""Which program of this machine has a port, as far as Linux tells."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Literal

from simloop.adapters.bound_ports import PROC, bound_sockets


def port_owner(kind: Literal["udp", "tcp"], port: int, proc: Path = PROC) -> str:
    """Name and number of the process that has a port bound; empty if that cannot be found."""
    inodes = set(bound_sockets(kind, port, proc))
    if not inodes:
        return ""
    wanted = {f"socket:[{inode}]" for inode in inodes}
    for process in proc.iterdir():
        if process.name.isdigit() and wanted & set(_open_files(process)):
            with suppress(OSError):
                name = (process / "comm").read_text().strip()
                return f"'{name}' (pid {process.name})"
    return ""


def _open_files(process: Path) -> Iterator[str]:
    # Processes of others keep their files to themselves, and any may end meanwhile.
    with suppress(OSError):
        for link in (process / "fd").iterdir():
            with suppress(OSError):
                yield str(link.readlink())
