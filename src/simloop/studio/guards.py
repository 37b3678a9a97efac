"""Who may talk to the page's server: checks of Host, Origin and token, and the headers it sends."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from ipaddress import ip_address

from simloop.studio.access import Keys, Role
from simloop.studio.page_rules import PageRules

BODY_BYTES = 1024 * 1024
_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
_POLICY = (
    "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors "
)
_NAMES = ("127.0.0.1", "localhost", "[::1]")
_USUAL_PORTS = {"http": "80", "https": "443"}


class Refusal(Exception):
    """A request that is turned away: status and one line."""

    def __init__(self, status: int, words: str) -> None:
        super().__init__(words)
        self.status = status
        self.words = words


@dataclass(frozen=True, slots=True)
class Guard:
    """The rules of one server."""

    port: int
    keys: Keys
    rules: PageRules = field(default_factory=PageRules)

    @property
    def headers(self) -> dict[str, str]:
        """What every answer carries."""
        embed = self.rules.embed
        policy = {"Content-Security-Policy": _POLICY + (" ".join(embed) or "'none'")}
        return _HEADERS | policy | ({} if embed else {"X-Frame-Options": "DENY"})

    def check_host(self, headers: Mapping[str, str]) -> None:
        """Only our own names: a foreign name that leads here is DNS rebinding."""
        if not self._is_ours(headers.get("Host", "")):
            raise Refusal(
                421,
                f"this server answers to localhost:{self.port} and to names that were given with "
                "--allow-host",
            )

    def check_origin(self, headers: Mapping[str, str]) -> None:
        """Pages of other origins are refused; programs that are no browsers send no Origin."""
        origin = headers.get("Origin")
        # Browsers leave the Origin out when a page reads from its own server, and say this instead.
        if origin is None and headers.get("Sec-Fetch-Site", "same-origin") == "same-origin":
            return
        # The Host has been checked. A proxy that was named may add TLS on the way.
        host = headers.get("Host", "")
        schemes = ("http", "https") if host in self._named else (self.rules.scheme,)
        if origin not in {f"{scheme}://{host}" for scheme in schemes}:
            raise Refusal(403, "pages of other origins may not use this server")

    def check_bearer(self, headers: Mapping[str, str]) -> Role:
        """Ask for a token of the page's addresses, and say whose it is."""
        kind, _, token = headers.get("Authorization", "").partition(" ")
        role = self.keys.role_of(token) if kind == "Bearer" else None
        if role is None:
            raise Refusal(401, "send the page's token: 'Authorization: Bearer TOKEN'")
        return role

    def _is_ours(self, host: str) -> bool:
        name, _, port = host.rpartition(":")
        if host in self._named:
            return True
        if port != str(self.port):
            # Browsers leave a scheme's usual port out.
            if str(self.port) != _USUAL_PORTS[self.rules.scheme] or _has_port(host):
                return False
            name = host
        if name in _NAMES:
            return True
        if self.rules.takes_any_address:
            # Rebinding needs a name, so a bare address is safe.
            return _is_address(name)
        return name in (self.rules.host, f"[{self.rules.host}]")

    @property
    def _named(self) -> set[str]:
        found = set()
        for given in self.rules.names:
            name, _, port = given.partition(":")
            found.add(f"{name}:{port or self.port}")
            if (port or str(self.port)) in _USUAL_PORTS.values():
                found.add(name)
        return found


def _has_port(host: str) -> bool:
    return host.rpartition(":")[2].isdigit() and not host.endswith("]")


def _is_address(name: str) -> bool:
    try:
        ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True
