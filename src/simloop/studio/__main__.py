"""The studio as a process of a run: told over standard input whom to serve and where."""

import asyncio
import json
import os
import signal
import socket
import sys
from contextlib import suppress

from simloop.studio.access import Keys
from simloop.studio.addresses import SceneAddress
from simloop.studio.page_rules import PageRules
from simloop.studio.serving import serve

_NICENESS = 5


def main() -> None:
    """Read the orders and serve until the simulator hangs up."""
    # Ctrl-C reaches the whole group; the simulator decides when it is over.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # The world goes first where processors are few.
    os.nice(_NICENESS)
    orders = json.loads(sys.stdin.readline())
    page = socket.socket(fileno=orders["page"])
    with suppress(ConnectionError, TimeoutError):
        asyncio.run(
            serve(
                page,
                Keys(**orders["keys"]),
                SceneAddress.parse(orders["scene"]),
                PageRules.of(orders["rules"]),
            )
        )


if __name__ == "__main__":
    main()
