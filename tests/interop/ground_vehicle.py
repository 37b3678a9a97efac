"""A vehicle that waits for a ground station, as a process of its own."""

import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager

READY_WITHIN_S = 800.0


def free_port() -> int:
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def waiting_vehicle(
    *endpoints: str, speed: float = 1.0, sets: tuple[str, ...] = ()
) -> Iterator[None]:
    """Compile first, so that the vehicle then keeps the pace; stop it at the end."""
    links = [option for endpoint in endpoints for option in ("--mavlink", endpoint)]
    options = [option for each in sets for option in ("--set", each)]
    command = [sys.executable, "-m", "simloop.cli.main", "run", "ground_station", "--no-out"]
    # Without endpoints of its own a run takes the usual ports, which another test may have.
    command += ["--headless", *links, *options]
    first = subprocess.run(
        [*command, "--speed", "max", "--for", "0.01"],
        check=False,
        timeout=READY_WITHIN_S,
        capture_output=True,
        text=True,
    )
    assert first.returncode == 0, first.stderr
    process = subprocess.Popen(
        [*command, "--speed", str(speed)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        time.sleep(0.5)
        assert process.poll() is None, process.stdout.read() if process.stdout else ""
        yield
    finally:
        process.terminate()
        process.wait(timeout=10.0)
