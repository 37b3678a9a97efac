"""The way in: so many connections, and none that never says what it wants."""

import asyncio

from aiohttp import web

MOST_CONNECTIONS = 512
FIRST_REQUEST_S = 15.0


class Door:
    """Makes a handler for each connection, or shows it out; given to an event loop's server."""

    def __init__(self, first_request_s: float = FIRST_REQUEST_S) -> None:
        self.server: web.Server | None = None
        self._first_request_s = first_request_s
        self._silent: set[asyncio.BaseProtocol] = set()

    def __call__(self) -> asyncio.BaseProtocol:
        """A protocol for a connection that was just made."""
        if self.server is None or len(self.server.connections) >= MOST_CONNECTIONS:
            return _Closed()
        handler = self.server()
        self._silent.add(handler)
        loop = asyncio.get_running_loop()
        loop.call_later(self._first_request_s, self._look_after, handler)
        return handler

    def note(self, request: web.Request) -> None:
        """A request has arrived with all its headers."""
        self._silent.discard(request.protocol)

    def _look_after(self, handler: web.RequestHandler) -> None:
        if handler in self._silent:
            self._silent.discard(handler)
            if handler.transport is not None:
                handler.transport.abort()


class _Closed(asyncio.Protocol):
    """A connection that is one too many."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        transport.close()
