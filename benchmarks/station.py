"""A ground station that hears everything and answers nothing; it ends with its input."""

import socket
import sys
from threading import Thread


def main() -> int:
    """Print the port, then take every datagram."""
    ear = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    ear.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 22)
    ear.bind(("127.0.0.1", 0))
    print(ear.getsockname()[1], flush=True)
    Thread(target=_hear, args=(ear,), daemon=True).start()
    sys.stdin.read()
    return 0


def _hear(ear: socket.socket) -> None:
    while True:
        ear.recv(65536)


if __name__ == "__main__":
    raise SystemExit(main())
