"""Sockets of one endpoint: a thread that receives, and a send that never waits."""

import socket
from collections.abc import Callable
from contextlib import suppress
from threading import Event, Thread
from typing import Protocol

from simloop.links.mavlink.endpoint import Endpoint

LARGEST_DATAGRAM = 65535
LOOK_AROUND_S = 0.2
# Peers of one listening socket: enough for people, too few for a flood of forged addresses.
MOST_PEERS = 16

Receive = Callable[[bytes], None]


class Line(Protocol):
    """Bytes out; what comes in goes to the `Receive` it was opened with."""

    def send(self, data: bytes) -> None:
        """Send, or drop what cannot be sent now."""

    def close(self) -> None:
        """Stop receiving and let the port go."""


def open_line(endpoint: Endpoint, receive: Receive) -> Line:
    """Open the sockets of an endpoint."""
    if endpoint.kind == "tcpin":
        return TcpServer(endpoint, receive)
    return UdpLine(endpoint, receive)


class UdpLine:
    """Datagrams to a fixed peer (udpout), or to everyone who has sent something (udpin)."""

    def __init__(self, endpoint: Endpoint, receive: Receive) -> None:
        self._receive = receive
        self._peers: list[tuple[str, int]] = []
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        if endpoint.kind == "udpout":
            self._peers.append((endpoint.host, endpoint.port))
            self._socket.bind(("127.0.0.1" if _is_local(endpoint.host) else "", 0))
        else:
            _bind(self._socket, endpoint)
        self._socket.settimeout(LOOK_AROUND_S)
        self._stop = Event()
        self._thread = Thread(target=self._listen, name=str(endpoint), daemon=True)
        self._thread.start()

    def send(self, data: bytes) -> None:
        """One datagram to every peer; an unreachable one costs nothing."""
        for peer in self._peers:
            with suppress(OSError):
                self._socket.sendto(data, socket.MSG_DONTWAIT, peer)

    def close(self) -> None:
        """Stop the thread and close the socket."""
        self._stop.set()
        self._thread.join(timeout=5.0 * LOOK_AROUND_S)
        self._socket.close()

    def _listen(self) -> None:
        while not self._stop.is_set():
            try:
                data, peer = self._socket.recvfrom(LARGEST_DATAGRAM)
            except TimeoutError:
                continue
            except OSError:
                # A peer that is not there answers with an error; it may come later.
                self._stop.wait(LOOK_AROUND_S / 10.0)
                continue
            if peer not in self._peers and len(self._peers) < MOST_PEERS:
                self._peers.append(peer)
            self._receive(data)


class TcpServer:
    """One client at a time; the next may connect when it is gone."""

    def __init__(self, endpoint: Endpoint, receive: Receive) -> None:
        self._receive = receive
        self._client: socket.socket | None = None
        self._server = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        self._server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        _bind(self._server, endpoint)
        self._server.listen(1)
        self._server.settimeout(LOOK_AROUND_S)
        self._stop = Event()
        self._thread = Thread(target=self._serve, name=str(endpoint), daemon=True)
        self._thread.start()

    def send(self, data: bytes) -> None:
        """To the client if there is one; a client that does not read loses data."""
        client = self._client
        if client is not None:
            with suppress(OSError):
                client.send(data, socket.MSG_DONTWAIT)

    def close(self) -> None:
        """Stop the thread and close the sockets."""
        self._stop.set()
        self._thread.join(timeout=5.0 * LOOK_AROUND_S)
        self._server.close()

    def _serve(self) -> None:
        while not self._stop.is_set():
            try:
                client, _ = self._server.accept()
            except TimeoutError:
                continue
            except OSError:
                return
            client.settimeout(LOOK_AROUND_S)
            self._client = client
            with client:
                self._listen(client)
            self._client = None

    def _listen(self, client: socket.socket) -> None:
        while not self._stop.is_set():
            try:
                data = client.recv(LARGEST_DATAGRAM)
            except TimeoutError:
                continue
            except OSError:
                return
            if not data:
                return
            self._receive(data)


def _is_local(host: str) -> bool:
    return host == "localhost" or host.startswith("127.")


def _bind(sock: socket.socket, endpoint: Endpoint) -> None:
    try:
        sock.bind((endpoint.host, endpoint.port))
    except OSError as error:
        sock.close()
        raise OSError(
            error.errno, f"{endpoint} cannot be opened ({error.strerror}): choose another port"
        ) from error
