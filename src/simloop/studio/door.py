"""The way in: so many connections, and a newcomer takes the place of who is trusted least."""

import asyncio
from enum import IntEnum

from aiohttp import web

from simloop.studio.access import Role

MOST_CONNECTIONS = 512
FIRST_REQUEST_S = 15.0


class Trust(IntEnum):
    """What a connection has shown."""

    SILENT = 0
    """Nothing yet."""
    STRANGER = 1
    """A request, but no token."""
    GUEST = 2
    """A token that may look or operate."""
    OWNER = 3
    """The owner's token: never shown out."""


class Door:
    """Makes a handler for each connection, or shows one out; given to an event loop's server."""

    def __init__(self, first_request_s: float = FIRST_REQUEST_S) -> None:
        self.server: web.Server | None = None
        self._first_request_s = first_request_s
        # In the order of their coming.
        self._trust: dict[asyncio.BaseProtocol, Trust] = {}

    def __call__(self) -> asyncio.BaseProtocol:
        """A protocol for a connection that was just made."""
        if self.server is None or not self._make_room(self.server):
            return _Closed()
        handler = self.server()
        self._trust[handler] = Trust.SILENT
        loop = asyncio.get_running_loop()
        loop.call_later(self._first_request_s, self._look_after, handler)
        return handler

    def note(self, request: web.Request) -> None:
        """A request has arrived with all its headers."""
        self._raise(request, Trust.STRANGER)

    def trust(self, request: web.Request, role: Role) -> None:
        """Its token was right: from now on it keeps its place before others."""
        self._raise(request, Trust.OWNER if role == "admin" else Trust.GUEST)

    def _raise(self, request: web.Request, trust: Trust) -> None:
        handler = request.protocol
        if handler in self._trust:
            self._trust[handler] = max(self._trust[handler], trust)

    def _make_room(self, server: web.Server) -> bool:
        """Show the oldest of the least trusted out, if it is full; False if all are the owner's."""
        if len(self._trust) < MOST_CONNECTIONS:
            return True
        there = set(server.connections)
        self._trust = {each: trust for each, trust in self._trust.items() if each in there}
        if len(self._trust) < MOST_CONNECTIONS:
            return True
        least = min(self._trust, key=self._trust.__getitem__)
        if self._trust[least] is Trust.OWNER:
            return False
        self._show_out(least)
        return True

    def _look_after(self, handler: web.RequestHandler) -> None:
        if self._trust.get(handler) is Trust.SILENT:
            self._show_out(handler)

    def _show_out(self, handler: asyncio.BaseProtocol) -> None:
        del self._trust[handler]
        if isinstance(handler, web.RequestHandler) and handler.transport is not None:
            handler.transport.abort()


class _Closed(asyncio.Protocol):
    """A connection that is one too many."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        transport.close()
