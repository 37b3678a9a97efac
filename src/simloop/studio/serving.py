"""Runs a studio: the page's server and the line to a simulator, until the simulator goes."""

import asyncio
import socket
import sys
from collections.abc import Callable

from aiohttp import web

from simloop.studio.access import Keys
from simloop.studio.addresses import SceneAddress
from simloop.studio.door import Door
from simloop.studio.guards import Guard
from simloop.studio.hub import Hub
from simloop.studio.package_panels import PanelShelf, find_panels
from simloop.studio.page_address import PageAddresses
from simloop.studio.page_rules import PageRules
from simloop.studio.server_log import server_log
from simloop.studio.web_server import WebServer

_GOODBYE_S = 0.5
_KEEP_ALIVE_S = 30.0
_HANDSHAKE_S = 10.0


async def serve(
    page: socket.socket,
    keys: Keys,
    scene: SceneAddress,
    rules: PageRules | None = None,
    connected: Callable[[], None] = lambda: None,
) -> None:
    """Serve the page until the simulator hangs up; `connected` is called once it is there."""
    rules = rules or PageRules()
    hub = Hub()
    door = Door()
    shelf = PanelShelf(find_panels(), tell=_tell)
    server = WebServer(
        hub,
        Guard(page.getsockname()[1], keys, rules),
        panels=shelf,
        addresses=PageAddresses(page, keys, rules),
        door=door,
    )
    runner = web.AppRunner(
        server.application(),
        access_log=None,
        logger=server_log(_tell),
        shutdown_timeout=_GOODBYE_S,
        keepalive_timeout=_KEEP_ALIVE_S,
    )
    await runner.setup()
    door.server = runner.server
    loop = asyncio.get_running_loop()
    tls = rules.tls()
    listening = await loop.create_server(
        door, sock=page, ssl=tls, ssl_handshake_timeout=_HANDSHAKE_S if tls else None, backlog=256
    )
    try:
        await hub.attend(scene, connected)
        # Browsers should still hear that the run is over.
        await asyncio.sleep(_GOODBYE_S if hub.viewers else 0.0)
    finally:
        listening.close()
        await runner.cleanup()


def _tell(line: str) -> None:
    print(f"simloop: {line}", file=sys.stderr, flush=True)
