"""Browsers without a picture: WebSocket clients that read all they are sent, or never read.

Orders come on standard input: `PORT TOKEN COUNT NEVER`; the answer is the bytes read so far.
"""

import base64
import json
import os
import selectors
import socket
import sys
from threading import Thread

_PATIENCE_S = 20.0


class Crowd:
    """All clients of one page; the readers share a thread."""

    def __init__(self) -> None:
        self._selector = selectors.DefaultSelector()
        self._lines: list[socket.socket] = []
        self.bytes_read = 0
        Thread(target=self._read, daemon=True).start()

    def become(self, port: int, token: str, count: int, never: int) -> None:
        """So many clients from now on, of which `never` do not read."""
        for line in self._lines:
            if line in self._selector.get_map():
                self._selector.unregister(line)
            line.close()
        self._lines = [_joined(port, token) for _ in range(count)]
        for line in self._lines[never:]:
            line.setblocking(False)
            self._selector.register(line, selectors.EVENT_READ)

    def _read(self) -> None:
        room = bytearray(1 << 16)
        while True:
            for key, _ in self._selector.select(0.1):
                try:
                    self.bytes_read += key.fileobj.recv_into(room)  # type: ignore[union-attr]
                except (BlockingIOError, OSError):
                    continue


def _joined(port: int, token: str) -> socket.socket:
    line = socket.create_connection(("127.0.0.1", port), _PATIENCE_S)
    key = base64.b64encode(os.urandom(16)).decode()
    line.sendall(
        f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
        "Sec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    head = b""
    while not head.endswith(b"\r\n\r\n"):
        head += line.recv(1)
    line.sendall(_frame(json.dumps({"type": "join", "token": token}).encode()))
    return line


def _frame(text: bytes) -> bytes:
    """A short text as browsers send it, masked with zeros."""
    return bytes((0x81, 0x80 | len(text), 0, 0, 0, 0)) + text


def main() -> int:
    """Obey until the input ends."""
    # Browsers have machines of their own.
    os.nice(10)
    crowd = Crowd()
    for order in sys.stdin:
        port, token, count, never = order.split()
        crowd.become(int(port), token, int(count), int(never))
        print(crowd.bytes_read, flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
