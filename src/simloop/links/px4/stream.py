"""PX4's end of the simulator link: a TCP server for one client, frames in and out."""

import socket
from contextlib import suppress

from simloop.wire.mavlink_frame import FrameReader
from simloop.wire.px4_hil import EXTRAS, Px4Message, decode, encode

_LARGEST_READ = 65536
# A client that reads nothing loses what is beyond this, in whole messages.
_MOST_WAITING = 1 << 18


class Px4Stream:
    """Waits for PX4, which connects and tries again until it is accepted, and speaks with it."""

    def __init__(self, host: str, port: int) -> None:
        self._server = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        self._server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            self._server.bind((host, port))
            self._server.listen(1)
        except OSError as error:
            self._server.close()
            raise ValueError(
                f"port {port} on {host} cannot be opened for PX4 ({error.strerror}): "
                "end who has it, or choose another 'port:'"
            ) from None
        self.port: int = self._server.getsockname()[1]
        self._client: socket.socket | None = None
        self._reader = FrameReader(EXTRAS)
        self._waiting = bytearray()
        self._sequence = 0

    @property
    def connected(self) -> bool:
        """Is somebody there?"""
        return self._client is not None

    def accept(self, seconds: float) -> bool:
        """Wait for PX4 at most this long; True if it is there."""
        if self._client is None:
            self._server.settimeout(seconds)
            with suppress(TimeoutError, BlockingIOError):
                client, _ = self._server.accept()
                client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                self._client = client
                self._reader.clear()
                self._waiting.clear()
        return self._client is not None

    def send(self, *messages: Px4Message) -> None:
        """Send messages in one go; a client that has gone is noticed when it is read from."""
        if self._client is None or len(self._waiting) > _MOST_WAITING:
            return
        for message in messages:
            self._waiting += encode(message, self._sequence)
            self._sequence = (self._sequence + 1) & 0xFF
        self._client.settimeout(0.0)
        with suppress(OSError):
            sent = self._client.send(self._waiting)
            del self._waiting[:sent]

    def receive(self, seconds: float) -> list[Px4Message]:
        """What has come; waits at most this long for the first of it."""
        if self._client is None:
            return []
        if self._waiting:
            self.send()
        self._client.settimeout(seconds)
        try:
            data = self._client.recv(_LARGEST_READ)
        except (TimeoutError, BlockingIOError):
            return []
        except OSError:
            data = b""
        if not data:
            self.hang_up()
            return []
        found = (decode(frame) for frame in self._reader.feed(data))
        return [message for message in found if message is not None]

    def hang_up(self) -> None:
        """Let the client go; another one may connect."""
        if self._client is not None:
            self._client.close()
            self._client = None

    def close(self) -> None:
        """Close everything."""
        self.hang_up()
        self._server.close()
