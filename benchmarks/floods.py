"""How long the owner of a page waits for an answer while others flood it.

Run it by itself: `python -m benchmarks.floods`. The flood is a process of its own, so that the
owner waits for the page alone; numbers of a busy machine
say little.
"""

import asyncio
import json
import re
import select
import socket
import subprocess
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from multiprocessing import Process
from statistics import median
from time import perf_counter

from aiohttp import ClientError, ClientSession, ClientTimeout

TRIALS, PATIENCE_S = 9, 20.0
VIEWERS, IDLE, NUMBERS = 8, 520, 29_000
_FLIGHT = ("square", "--set", "vehicles[0].mission.laps=100", "--set", "duration_s=20000")
_RUN = ("run", *_FLIGHT, "--no-out", "--page-port", "0", "--share", "view")


def main() -> None:
    """Measure and print."""
    run = subprocess.Popen(
        [sys.executable, "-m", "simloop.cli.main", *_RUN],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert run.stderr is not None
    try:
        found = (re.search(r"http://\S+:(\d+)/#token=(\S+)", line) for line in run.stderr)
        owner, guest = (next(each for each in found if each) for _ in range(2))
        asyncio.run(_measure(int(owner[1]), owner[2], guest[2]))
    finally:
        run.terminate()
        run.wait()


async def _measure(port: int, owner: str, guest: str) -> None:
    for name, flood in (("nobody", None), ("numbers", _numbers), ("idle", _idle)):
        process = None if flood is None else Process(target=flood, args=(port, guest), daemon=True)
        if process is not None:
            process.start()
            await asyncio.sleep(3.0)
        waits_s = [await _wait_s(port, owner) for _ in range(TRIALS)]
        if process is not None:
            process.terminate()
            process.join()
        waits = f"worst {max(waits_s):6.2f} s, median {median(waits_s):6.2f} s"
        print(f"{name:10} {waits}", flush=True)


async def _wait_s(port: int, token: str) -> float:
    """From the first byte of a new connection to the answer of the simulator, as a browser does."""
    begin, base = perf_counter(), f"http://127.0.0.1:{port}"
    with suppress(ClientError, OSError, TimeoutError, AssertionError):
        async with ClientSession(timeout=ClientTimeout(total=PATIENCE_S)) as client:
            async with client.get(base) as page:
                await page.read()
            async with client.ws_connect(f"{base}/ws") as line:
                await line.send_json({"type": "join", "token": token})
                await line.send_json({"type": "question", "id": "own", "name": "entities"})
                async with asyncio.timeout(PATIENCE_S):
                    await _answer(line.receive_str)
            return perf_counter() - begin
    return PATIENCE_S


async def _answer(receive: Callable[[], Awaitable[str]]) -> None:
    while True:
        with suppress(TypeError):
            if json.loads(await receive()).get("id") == "own":
                return


def _idle(port: int, token: str) -> None:
    """Connections that ask for nothing; who is cut off comes back."""
    lines = [socket.create_connection(("127.0.0.1", port)) for _ in range(IDLE)]
    while lines:
        ready, _, _ = select.select(lines[:1], [], [])
        for line in ready:
            lines.remove(line)
            line.close()
            lines.append(socket.create_connection(("127.0.0.1", port)))


def _numbers(port: int, token: str) -> None:
    """Browsers that send numbers as fast as they are let, and come back when cut off."""
    arguments = {"names": [1] * NUMBERS}
    question = {"type": "question", "id": "1", "name": "details", "arguments": arguments}
    text = json.dumps(question, separators=(",", ":"))

    async def send(client: ClientSession) -> None:
        while True:
            with suppress(ClientError, OSError):
                async with client.ws_connect(f"http://127.0.0.1:{port}/ws") as line:
                    await line.send_json({"type": "join", "token": token})
                    while not line.closed:
                        await line.send_str(text)
                        await asyncio.sleep(1.0 / 200.0)
            await asyncio.sleep(0.01)

    async def flood() -> None:
        async with ClientSession() as client:
            await asyncio.gather(*(send(client) for _ in range(VIEWERS)))

    asyncio.run(flood())


if __name__ == "__main__":
    main()
