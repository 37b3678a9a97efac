"""What the page's server has to say: bytes that are no HTTP are nobody's fault here."""

import logging
from collections.abc import Callable

from aiohttp.http_exceptions import HttpProcessingError


class _Lines(logging.Handler):
    """One line for a fault of ours, nothing for what strangers send."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        super().__init__(logging.WARNING)
        self._tell = tell

    def emit(self, record: logging.LogRecord) -> None:
        """Say what went wrong, and where, in one line."""
        fault = record.exc_info[1] if record.exc_info else None
        if isinstance(fault, HttpProcessingError):
            return
        words = record.getMessage().splitlines()[0]
        self._tell(f"the page's server: {words}" + (f": {fault!r}" if fault else ""))


def server_log(tell: Callable[[str], None]) -> logging.Logger:
    """A log for aiohttp that never prints a traceback."""
    log = logging.Logger("simloop.studio", logging.WARNING)
    log.addHandler(_Lines(tell))
    return log
