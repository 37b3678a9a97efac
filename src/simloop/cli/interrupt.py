"""Ctrl-C, or a request to end, lets a run end as it should; the second time it ends at once."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from simloop.server.session import Session

# SIGTERM is how other programs say it: timeout, systemd, containers.
_ENDS = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def stopping_on_signal(session: Session) -> Iterator[None]:
    """Let a signal stop a session after the batch of ticks under way."""

    def stop(number: int, frame: FrameType | None) -> None:
        session.stop()
        # The second time, the system's own way.
        for each in _ENDS:
            signal.signal(each, signal.SIG_DFL)

    before = [signal.signal(each, stop) for each in _ENDS]
    try:
        yield
    finally:
        for each, handler in zip(_ENDS, before, strict=True):
            signal.signal(each, handler or signal.SIG_DFL)
