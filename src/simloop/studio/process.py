"""Starts a studio beside a run, as a process of its own."""

import json
import subprocess
import sys
from contextlib import suppress
from dataclasses import asdict

from simloop.studio.access import Keys
from simloop.studio.addresses import SceneAddress
from simloop.studio.page_address import PageAddresses, open_page
from simloop.studio.page_rules import PageRules

_GOODBYE_S = 3.0


class StudioProcess:
    """A studio that lives as long as the run that started it."""

    def __init__(
        self, scene: SceneAddress, first_port: int, rules: PageRules | None = None
    ) -> None:
        rules = rules or PageRules()
        # Read by the other process again; here, so that a mistake ends the run before it begins.
        rules.tls()
        # Bound here, so that the address is known at once and early browsers wait in line.
        with open_page(first_port, rules) as page:
            keys = Keys.fresh()
            self.addresses = PageAddresses(page, keys, rules)
            self._process = subprocess.Popen(
                [sys.executable, "-m", "simloop.studio"],
                stdin=subprocess.PIPE,
                pass_fds=(page.fileno(),),
            )
            orders = {
                "page": page.fileno(),
                "keys": keys.plain(),
                "scene": str(scene),
                "rules": asdict(rules),
            }
        # Not on the command line, where every user of the machine could read it. A studio that
        # could not start has said why; the run goes on without it.
        with suppress(BrokenPipeError), self._process.stdin as orders_line:  # type: ignore[union-attr]
            orders_line.write(json.dumps(orders).encode() + b"\n")

    @property
    def address(self) -> str:
        """The owner's."""
        return self.addresses.of("admin")

    @property
    def pid(self) -> int:
        """Which process it is."""
        return self._process.pid

    def close(self) -> None:
        """Wait for its end, which comes when the scene port hangs up."""
        try:
            self._process.wait(_GOODBYE_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
