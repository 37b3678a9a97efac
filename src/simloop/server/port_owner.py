"""Which program of this machine has a port, as far as Linux tells."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Literal

_PROC = Path("/proc")
_LISTENING = "0A"


def port_owner(kind: Literal["udp", "tcp"], port: int, proc: Path = _PROC) -> str:
    """Name and number of the process that has a port bound; empty if that cannot be found."""
    inodes = set(_inodes(kind, port, proc))
    if not inodes:
        return ""
    wanted = {f"socket:[{inode}]" for inode in inodes}
    for process in proc.iterdir():
        if process.name.isdigit() and wanted & set(_open_files(process)):
            with suppress(OSError):
                name = (process / "comm").read_text().strip()
                return f"'{name}' (pid {process.name})"
    return ""


def _inodes(kind: str, port: int, proc: Path) -> Iterator[str]:
    for table in (kind, f"{kind}6"):
        with suppress(OSError):
            for line in (proc / "net" / table).read_text().splitlines()[1:]:
                words = line.split()
                bound = int(words[1].rpartition(":")[2], 16)
                if bound == port and (kind == "udp" or words[3] == _LISTENING):
                    yield words[9]


def _open_files(process: Path) -> Iterator[str]:
    # Processes of others keep their files to themselves, and any may end meanwhile.
    with suppress(OSError):
        for link in (process / "fd").iterdir():
            with suppress(OSError):
                yield str(link.readlink())
