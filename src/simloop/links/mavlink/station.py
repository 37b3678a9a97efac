"""One port with everybody behind it: vehicles on our side, ground stations on the other.

Vehicles that share a port are told apart by their system ids, which the port learns from what
they send; so a command reaches the vehicle it names, and what names nobody reaches all.
"""

import socket
import time
from collections.abc import Callable
from contextlib import suppress
from threading import Lock
from typing import Protocol

from simloop.links.mavlink.endpoint import Endpoint
from simloop.links.mavlink.frames import EVERYBODY, FrameCutter, sender_of

LARGEST_DATAGRAM = 65535
# Peers of one listening socket: enough for people, too few for a flood of forged addresses.
MOST_PEERS = 16
# One that has been silent for so long makes room for another.
SILENT_S = 15.0
# What a client that does not read may leave waiting.
MOST_WAITING = 1 << 20

Receive = Callable[[bytes], None]


class Seat:
    """One vehicle at a port."""

    def __init__(self, station: "Station", receive: Receive) -> None:
        self.receive = receive
        self.system = EVERYBODY
        self._station = station

    def send(self, data: bytes) -> None:
        """To all peers; drops what cannot be sent now."""
        if data:
            self.system = sender_of(data) if len(data) > 5 else self.system
        self._station.send(data)


class Station(Protocol):
    """A port that is open; `ready` is called by the thread that waits for all of them."""

    seats: list[Seat]

    def send(self, data: bytes) -> None:
        """To all peers."""

    def sockets(self) -> list[tuple[socket.socket, bool]]:
        """What to wait for now, and whether it also wants to write."""

    def ready(self, sock: socket.socket, *, readable: bool) -> bool:
        """Take what has come, or send what waits; True if `sockets` gives others now."""

    @property
    def waits(self) -> bool:
        """Does it hold bytes that must not wait for more for ever?"""

    def poll(self) -> None:
        """Give up waiting for the rest of what is no frame."""

    def close(self) -> None:
        """Let the port go."""


def open_station(endpoint: Endpoint, wake: Callable[[], None]) -> Station:
    """Open the socket of an endpoint; `wake` is called when `sockets` has changed."""
    if endpoint.kind == "tcpin":
        return TcpStation(endpoint, wake)
    return UdpStation(endpoint)


def deliver(seats: list[Seat], frames: list[tuple[int, bytes]]) -> None:
    """Hand frames from outside to the vehicles that they are for."""
    for target, frame in frames:
        for seat in list(seats):
            if EVERYBODY in (target, seat.system) or seat.system == target:
                seat.receive(frame)


def _now_us() -> int:
    return time.monotonic_ns() // 1000


class UdpStation:
    """Datagrams to a fixed peer (udpout), or to everyone who has sent something (udpin)."""

    def __init__(self, endpoint: Endpoint) -> None:
        self.seats: list[Seat] = []
        self._fixed: tuple[str, int] | None = None
        # Those who sent something, and when they did last.
        self._heard_us: dict[tuple[str, int], int] = {}
        self._cutter = FrameCutter(datagrams=True)
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        if endpoint.waits:
            _bind(self._socket, endpoint)
        else:
            self._fixed = _address(endpoint, self._socket), endpoint.port
            self._socket.bind(("127.0.0.1" if _is_local(endpoint.host) else "", 0))
        self._socket.setblocking(False)

    def send(self, data: bytes) -> None:
        """One datagram to every peer; an unreachable one costs nothing."""
        fixed = () if self._fixed is None else (self._fixed,)
        for peer in (*fixed, *self._heard_us):
            with suppress(OSError):
                self._socket.sendto(data, peer)

    def sockets(self) -> list[tuple[socket.socket, bool]]:
        """Always the one."""
        return [(self._socket, False)]

    def ready(self, sock: socket.socket, *, readable: bool) -> bool:
        """Take one datagram."""
        try:
            data, peer = self._socket.recvfrom(LARGEST_DATAGRAM)
        except OSError:
            # A peer that is not there answers with an error; it may come later.
            return False
        self._note(peer, _now_us())
        if len(self.seats) == 1:
            self.seats[0].receive(data)
        else:
            deliver(self.seats, self._cutter.feed(data, _now_us()))
        return False

    @property
    def waits(self) -> bool:
        """Never: a datagram is whole."""
        return False

    def poll(self) -> None:
        """Nothing waits."""

    def _note(self, peer: tuple[str, int], now_us: int) -> None:
        """Answer who speaks; whoever fell silent makes room."""
        if peer == self._fixed:
            return
        if peer not in self._heard_us and len(self._heard_us) >= MOST_PEERS:
            longest = min(self._heard_us, key=self._heard_us.__getitem__)
            if now_us - self._heard_us[longest] < SILENT_S * 1e6:
                return
            del self._heard_us[longest]
        self._heard_us[peer] = now_us

    def close(self) -> None:
        """Let the port go."""
        self._socket.close()


class TcpStation:
    """One client at a time; the next may connect when it is gone."""

    def __init__(self, endpoint: Endpoint, wake: Callable[[], None]) -> None:
        self.seats: list[Seat] = []
        self._wake = wake
        self._client: socket.socket | None = None
        self._cutter = FrameCutter(datagrams=False)
        # What the client has not taken yet; the world's thread and the waiting thread share it.
        self._waiting = bytearray()
        self._lock = Lock()
        self._server = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        self._server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        _bind(self._server, endpoint)
        self._server.listen(1)
        self._server.setblocking(False)

    def send(self, data: bytes) -> None:
        """To the client if there is one; who reads too slowly loses whole frames."""
        with self._lock:
            if self._client is None or len(self._waiting) > MOST_WAITING:
                return
            idle = not self._waiting
            self._waiting += data
            if idle:
                self._push(self._client)
            if idle and self._waiting:
                self._wake()

    def sockets(self) -> list[tuple[socket.socket, bool]]:
        """The client while there is one, else the server."""
        if self._client is not None:
            return [(self._client, bool(self._waiting))]
        return [(self._server, False)]

    def ready(self, sock: socket.socket, *, readable: bool) -> bool:
        """Take a client, or its bytes, or send what waits."""
        if sock is self._server:
            return self._accept()
        if readable and not self._read(sock):
            return self._leave()
        with self._lock:
            self._push(sock)
        return True

    def close(self) -> None:
        """Let the port and the client go."""
        self._leave()
        self._server.close()

    def _accept(self) -> bool:
        with suppress(OSError):
            client, _ = self._server.accept()
            client.setblocking(False)
            client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._client = client
            # A client may wait for the first word.
            for seat in self.seats:
                seat.receive(b"")
        return True

    def _read(self, client: socket.socket) -> bool:
        try:
            data = client.recv(LARGEST_DATAGRAM)
        except BlockingIOError:
            return True
        except OSError:
            return False
        deliver(self.seats, self._cutter.feed(data, _now_us()))
        return bool(data)

    @property
    def waits(self) -> bool:
        """Is there an unfinished frame?"""
        return self._cutter.waits

    def poll(self) -> None:
        """What is no frame must not hold up those behind it."""
        deliver(self.seats, self._cutter.poll(_now_us()))

    def _push(self, client: socket.socket) -> None:
        """Send what the client takes now; that it is gone shows when it is read from."""
        try:
            del self._waiting[: client.send(self._waiting)]
        except BlockingIOError:
            return
        except OSError:
            self._waiting.clear()

    def _leave(self) -> bool:
        with self._lock:
            if self._client is not None:
                self._client.close()
            self._client = None
            self._waiting.clear()
        self._cutter = FrameCutter(datagrams=False)
        return True


def _is_local(host: str) -> bool:
    return host == "localhost" or host.startswith("127.")


def _address(endpoint: Endpoint, sock: socket.socket) -> str:
    """The host as a number, so that answers are known by it; looked up once."""
    try:
        return socket.gethostbyname(endpoint.host)
    except OSError as error:
        sock.close()
        raise OSError(error.errno, f"{endpoint}: the host is not known: check its name") from error


def _bind(sock: socket.socket, endpoint: Endpoint) -> None:
    try:
        sock.bind((endpoint.host, endpoint.port))
    except OSError as error:
        sock.close()
        raise OSError(
            error.errno, f"{endpoint} cannot be opened ({error.strerror}): choose another port"
        ) from error
