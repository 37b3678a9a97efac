"""Addresses of scene ports and pages, with their tokens in the fragment."""

from dataclasses import dataclass
from secrets import token_urlsafe
from urllib.parse import urlsplit


@dataclass(frozen=True, slots=True)
class SceneAddress:
    """Where a simulator can be watched: scene://host:port#token."""

    host: str
    port: int
    token: str

    def __str__(self) -> str:
        return f"scene://{self.host}:{self.port}#{self.token}"

    @classmethod
    def parse(cls, text: str) -> "SceneAddress":
        """Read an address; ValueError says what it must look like."""
        parts = urlsplit(text)
        try:
            port = parts.port
        except ValueError:
            port = None
        if parts.scheme != "scene" or not parts.hostname or not port or not parts.fragment:
            raise ValueError(
                f"'{parts._replace(fragment='').geturl()}' is no address of a run: use what "
                "'simloop run --headless' printed, scene://127.0.0.1:PORT"
            )
        return cls(parts.hostname, port, parts.fragment)


def new_token() -> str:
    """A secret of 192 bits that fits an address."""
    return token_urlsafe(24)
