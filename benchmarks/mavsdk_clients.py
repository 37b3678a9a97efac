"""MAVSDK clients, one per vehicle, each with a server of its own; they end with their input."""

import asyncio
import socket
import sys
from contextlib import closing
from threading import Thread
from typing import Any

import mavsdk


def free_block(size: int, kind: socket.SocketKind, first: int = 22000) -> int:
    """The first of so many ports in a row that are free."""
    for start in range(first, 60000, size):
        if all(_is_free(start + number, kind) for number in range(size)):
            return start
    raise RuntimeError("no ports are free")


def _is_free(port: int, kind: socket.SocketKind) -> bool:
    with closing(socket.socket(socket.AF_INET, kind)) as probe:
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


async def listen(drone: Any, port: int, heard: asyncio.Event) -> None:
    """Take positions for ever."""
    await drone.connect(f"udpin://127.0.0.1:{port}")
    async for _ in drone.telemetry.position():
        heard.set()


async def serve(count: int) -> None:
    """Print the first port, then that all vehicles are heard."""
    first = free_block(count, socket.SOCK_DGRAM)
    # Below the ports that the system gives away by itself, one of which may come in between.
    calls = free_block(count, socket.SOCK_STREAM, 30000)
    print(first, flush=True)
    heard = [asyncio.Event() for _ in range(count)]
    drones = [mavsdk.System(port=calls + number) for number in range(count)]
    jobs = [
        asyncio.create_task(listen(drone, first + number, heard[number]))
        for number, drone in enumerate(drones)
    ]
    over, loop = asyncio.Event(), asyncio.get_running_loop()

    def wait_for_the_end() -> None:
        sys.stdin.read()
        loop.call_soon_threadsafe(over.set)

    Thread(target=wait_for_the_end, daemon=True).start()
    met = asyncio.gather(*(each.wait() for each in heard))
    met.add_done_callback(lambda done: done.cancelled() or print("all", flush=True))
    await over.wait()
    met.cancel()
    for job in jobs:
        job.cancel()


if __name__ == "__main__":
    asyncio.run(serve(int(sys.argv[1])))
