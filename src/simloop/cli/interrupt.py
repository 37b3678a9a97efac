"""Ctrl-C lets a run end as it should; the second time it ends at once."""

import signal
from types import FrameType

from simloop.server.session import Session


def stop_on_signal(session: Session) -> None:
    """Let Ctrl-C stop a session after the batch of ticks under way."""

    def stop(number: int, frame: FrameType | None) -> None:
        session.stop()
        # The second time, the system's own way.
        signal.signal(signal.SIGINT, signal.SIG_DFL)

    signal.signal(signal.SIGINT, stop)
