"""`simloop run` on a terminal of its own, and a page that looks at it, for tests."""

import asyncio
import json
import os
import pty
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.request import Request, urlopen

import aiohttp

from waiting import wait_until


class TerminalRun:
    """A run that has a terminal: what it wrote there, and commands of its page."""

    def __init__(self, *arguments: str) -> None:
        self._hand, terminal = pty.openpty()
        self._heard = b""
        self.process = subprocess.Popen(
            [sys.executable, "-m", "simloop.cli.main", "run", *arguments, "--page-port", "0"],
            stdin=terminal,
            stdout=terminal,
            stderr=terminal,
        )
        os.close(terminal)
        self._listener = Thread(target=self._listen, daemon=True)
        self._listener.start()

    @property
    def text(self) -> str:
        """All that it wrote."""
        return self._heard.decode(errors="replace")

    def wait_for(self, words: str, count: int = 1) -> None:
        """Wait until it has written something, so many times."""
        wait_until(lambda: len(re.findall(words, self.text)) >= count or not self.is_alive)
        assert len(re.findall(words, self.text)) >= count, self.text

    @property
    def is_alive(self) -> bool:
        """Does the process run?"""
        return self.process.poll() is None

    @property
    def page(self) -> tuple[str, str]:
        """Address and token of the page."""
        self.wait_for(r"http://\S+#token=\S+")
        found = re.search(r"(http://\S+)/#token=(\S+?)[;\s]", self.text)
        assert found is not None
        return found.group(1), found.group(2)

    def command(self, verb: str, **arguments: Any) -> Any:
        """Send a command as the page does; gives the answer."""
        return self._post("commands", {"verb": verb, "arguments": arguments})

    def ask(self, question: str, **arguments: Any) -> Any:
        """Ask a question as the page does; gives what was answered."""
        return self._post("questions", {"name": question, "arguments": arguments})["data"]

    def look(self) -> list[dict[str, Any]]:
        """Open the page, as after loading it, and close it again: what it was told."""
        return asyncio.run(self._look())

    def interrupt(self) -> int:
        """Press Ctrl-C; gives the exit code."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(60)

    def close(self) -> None:
        """End it, however it is."""
        if self.is_alive:
            self.process.kill()
        self.process.wait()
        self._listener.join()
        os.close(self._hand)

    def _post(self, kind: str, body: dict[str, Any]) -> Any:
        address, token = self.page
        asked = Request(
            f"{address}/api/{kind}",
            data=json.dumps(body).encode(),
            headers={"Authorization": f"Bearer {token}", "Content-Type": "application/json"},
        )
        with urlopen(asked, timeout=60) as answer:
            return json.load(answer)

    async def _look(self) -> list[dict[str, Any]]:
        address, token = self.page
        told: list[dict[str, Any]] = []
        async with (
            aiohttp.ClientSession() as session,
            session.ws_connect(f"{address}/ws", origin=address) as line,
        ):
            await line.send_json({"type": "join", "token": token})
            frames = 0
            # All is told before the second look at the world.
            while frames < 3:
                message = await line.receive(60)
                if message.type is aiohttp.WSMsgType.TEXT:
                    told.append(json.loads(message.data))
                assert message.type in (aiohttp.WSMsgType.TEXT, aiohttp.WSMsgType.BINARY), told
                frames += message.type is aiohttp.WSMsgType.BINARY
        return told

    def _listen(self) -> None:
        # A terminal whose program has gone is no longer to be read.
        with suppress(OSError):
            while heard := os.read(self._hand, 65536):
                self._heard += heard


@contextmanager
def terminal_run(*arguments: str, out: Path | None = None) -> Iterator[TerminalRun]:
    """A run on a terminal, which is ended with the test."""
    run = TerminalRun(*arguments, *(("--no-out",) if out is None else ("--out", str(out))))
    try:
        yield run
    finally:
        run.close()
