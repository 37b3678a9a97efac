"""How a page is offered: its address and names, with or without TLS, and who may embed it."""

import re
import socket
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simloop.world.port_use import is_open_host

if TYPE_CHECKING:
    import ssl

LOOPBACK = "127.0.0.1"
_NAME = re.compile(r"[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?(:\d{1,5})?")
_ORIGIN = re.compile(r"https?://[A-Za-z0-9.-]+(:\d{1,5})?")
# Documentation's own network: nothing is sent, the system only says which address it would use.
_SOMEWHERE = ("192.0.2.1", 9)


class PageMistake(ValueError):
    """An option of the page that cannot be; `str()` is one line with the fix."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PageRules:
    """What a user has chosen; the defaults keep the page on this machine."""

    host: str = LOOPBACK
    names: tuple[str, ...] = ()
    """Other names under which the page is reached, with a port if that is another."""
    embed: tuple[str, ...] = ()
    """Origins of pages that may show this one in a frame."""
    certificate: str | None = None
    key: str | None = None

    def __post_init__(self) -> None:
        for name in self.names:
            if not _NAME.fullmatch(name):
                raise PageMistake(f"--allow-host {name}: write a name such as lab.example")
        for origin in self.embed:
            if not _ORIGIN.fullmatch(origin):
                raise PageMistake(f"--embed {origin}: write an origin, https://lab.example")
        if self.key is not None and self.certificate is None:
            raise PageMistake("--tls-key alone is not enough: add --tls-cert FILE")

    @classmethod
    def of(cls, orders: Mapping[str, Any]) -> "PageRules":
        """From what `asdict` gave, after a way through JSON."""
        lists = {name: tuple(orders[name]) for name in ("names", "embed")}
        return cls(**{**orders, **lists})

    @property
    def scheme(self) -> str:
        """Of the page's address."""
        return "http" if self.certificate is None else "https"

    @property
    def takes_any_address(self) -> bool:
        """Does it listen on all addresses of the machine?"""
        return self.host in ("0.0.0.0", "::")

    @property
    def is_open(self) -> bool:
        """Can other machines reach it?"""
        return is_open_host(self.host)

    @property
    def warnings(self) -> list[str]:
        """What a user should know before the address is passed on."""
        if not self.is_open:
            return []
        reach = "every address of this machine" if self.takes_any_address else self.host
        line = f"other machines can reach the page on {reach}; whoever has an address may use it"
        if self.certificate is None:
            line += "; without --tls-cert the network can read along"
        return [line]

    def place(self, port: int, *, shared: bool) -> str:
        """Host and port of an address to print: for this machine, or for others."""
        if shared and self.names:
            name = self.names[0]
            return name if ":" in name else f"{name}:{port}"
        host = self.host
        if self.takes_any_address:
            host = _outward_address() if shared else LOOPBACK
        return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"

    def tls(self) -> "ssl.SSLContext | None":
        """What encrypts, from the files; PageMistake says what is wrong with them."""
        if self.certificate is None:
            return None
        # Most pages are for this machine, and not encrypted.
        import ssl

        for option, name in (("--tls-cert", self.certificate), ("--tls-key", self.key)):
            if name is not None and not Path(name).is_file():
                raise PageMistake(f"{option} {name}: there is no such file")
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        try:
            context.load_cert_chain(self.certificate, self.key, password=_no_password)
        except PermissionError as error:
            raise PageMistake(f"{error.filename or self.key}: may not be read") from None
        except (ssl.SSLError, ValueError, OSError) as error:
            raise PageMistake(_tls_words(self, error)) from None
        return context


def _tls_words(rules: PageRules, error: Exception) -> str:
    reason = getattr(error, "reason", None) or str(error)
    if reason == "KEY_VALUES_MISMATCH":
        return f"--tls-key {rules.key}: not the key of {rules.certificate}"
    if "password" in str(error):
        return f"--tls-key {rules.key or rules.certificate}: keys with a password are not read"
    files = rules.certificate if rules.key is None else f"{rules.certificate} and {rules.key}"
    return f"{files}: not a certificate with its key in PEM form"


def _no_password() -> str:
    raise ValueError("password")


def _outward_address() -> str:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_SOMEWHERE)
            found: str = probe.getsockname()[0]
        except OSError:
            return LOOPBACK
        return found
