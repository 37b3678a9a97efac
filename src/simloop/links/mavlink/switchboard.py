"""All ports of a fleet behind one thread: it waits for every socket and hands over what comes."""

import selectors
import socket
from contextlib import suppress
from threading import Lock, Thread

from simloop.links.mavlink.endpoint import Endpoint
from simloop.links.mavlink.station import Receive, Seat, Station, open_station

_WORD = b"!"
# How long the rest of a frame is waited for before it is taken for junk.
_PATIENCE_S = 0.25


class Switchboard:
    """Opens a port for the first vehicle that wants it, and closes it after the last."""

    def __init__(self) -> None:
        self._stations: dict[Endpoint, Station] = {}
        self._watched: dict[socket.socket, tuple[int, Station]] = {}
        self._selector = selectors.DefaultSelector()
        self._ear, self._mouth = socket.socketpair()
        for end in (self._ear, self._mouth):
            end.setblocking(False)
        self._selector.register(self._ear, selectors.EVENT_READ)
        self._lock = Lock()
        self._closing = False
        self._changed = True
        self._thread: Thread | None = None

    def join(self, endpoint: Endpoint, receive: Receive) -> Seat:
        """Give a vehicle a place at an endpoint; OSError names a port that is taken."""
        with self._lock:
            station = self._stations.get(endpoint)
            if station is None:
                station = self._stations[endpoint] = open_station(endpoint, self._wake)
            seat = Seat(station, receive)
            station.seats.append(seat)
        self._start()
        return seat

    def leave(self, endpoint: Endpoint, seat: Seat) -> None:
        """Give the place back."""
        with self._lock:
            station = self._stations[endpoint]
            station.seats.remove(seat)
            if not station.seats:
                del self._stations[endpoint]
                self._watch()
                station.close()

    def close(self) -> None:
        """Let all ports go and end the thread."""
        self._closing = True
        self._wake()
        if self._thread is not None:
            self._thread.join()
        with self._lock:
            for station in self._stations.values():
                station.close()
            self._stations.clear()
        self._selector.close()
        self._ear.close()
        self._mouth.close()

    def _start(self) -> None:
        if self._thread is None:
            self._thread = Thread(target=self._serve, name="mavlink", daemon=True)
            self._thread.start()
        self._wake()

    def _wake(self) -> None:
        # A full pipe wakes just as well.
        with suppress(OSError):
            self._mouth.send(_WORD)

    def _serve(self) -> None:
        while not self._closing:
            if self._changed:
                with self._lock:
                    self._watch()
            waiting = [station for station in self._watched_stations() if station.waits]
            for key, events in self._selector.select(_PATIENCE_S if waiting else None):
                with self._lock:
                    self._attend(key.fileobj, readable=bool(events & selectors.EVENT_READ))
            with self._lock:
                for station in waiting:
                    station.poll()

    def _watched_stations(self) -> list[Station]:
        return [station for _, station in self._watched.values()]

    def _attend(self, thing: object, *, readable: bool) -> None:
        if thing is self._ear:
            with suppress(OSError):
                self._ear.recv(4096)
            self._changed = True
        # A port may have been closed since the wait ended.
        elif isinstance(thing, socket.socket) and thing in self._watched:
            changed = self._watched[thing][1].ready(thing, readable=readable)
            self._changed = self._changed or changed

    def _watch(self) -> None:
        """Wait for just what the stations name now."""
        self._changed = False
        wanted = {
            sock: (selectors.EVENT_READ | (selectors.EVENT_WRITE if writes else 0), station)
            for station in self._stations.values()
            for sock, writes in station.sockets()
        }
        for sock in self._watched.keys() - wanted.keys():
            # A socket that is closed already has no number to unregister by but its own key.
            with suppress(KeyError, ValueError):
                self._selector.unregister(sock)
        for sock, (events, station) in wanted.items():
            known = self._watched.get(sock)
            if known is None:
                self._selector.register(sock, events, station)
            elif known[0] != events:
                self._selector.modify(sock, events, station)
        self._watched = wanted
