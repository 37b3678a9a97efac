"""Where a page is served: free ports of this machine, and the address with its token."""

import errno
import socket

from simloop.studio.access import Keys, Role
from simloop.studio.page_rules import PageMistake, PageRules

FIRST_PORT = 8080
_PORTS = 20
_WAITING = 256


def open_page(first_port: int = FIRST_PORT, rules: PageRules | None = None) -> socket.socket:
    """A listening socket at the first free port from here, or any; 0 takes any.

    Where other machines come in, the port was promised to somebody: it is that one or none.
    """
    rules = rules or PageRules()
    ports = [first_port] if rules.is_open else [*range(first_port, first_port + _PORTS), 0]
    for port in ports if first_port else [0]:
        try:
            return socket.create_server(
                (rules.host, min(port, 65535)), family=_family(rules.host), backlog=_WAITING
            )
        except OSError as error:
            if error.errno != errno.EADDRINUSE or rules.is_open:
                raise PageMistake(_words(rules.host, port, error)) from None
    raise PageMistake("there is no free port for the page")


class PageAddresses:
    """What to open in a browser, by role; the fragment with the token never leaves it."""

    def __init__(self, page: socket.socket, keys: Keys, rules: PageRules) -> None:
        self.host, self.port = page.getsockname()[:2]
        self._keys, self._rules = keys, rules

    def of(self, role: Role) -> str:
        """The owner's address is for this machine, the others are to be passed on."""
        place = self._rules.place(self.port, shared=role != "admin")
        return f"{self._rules.scheme}://{place}/#token={getattr(self._keys, role)}"


def _family(host: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in host else socket.AF_INET


def _words(host: str, port: int, error: OSError) -> str:
    # A name that cannot be looked up has a number below zero.
    if error.errno == errno.EADDRNOTAVAIL or (error.errno or -1) < 0:
        return f"--host {host}: this machine has no such address"
    if error.errno == errno.EADDRINUSE:
        return f"--page-port {port} of {host} is in use: choose another, 0 takes any"
    if error.errno in (errno.EACCES, errno.EPERM):
        return f"--page-port {port}: may not be used: choose one from 1024 on"
    return f"--host {host}: {error.strerror}"
