"""Frames as a switch sees them: found as the vehicle itself finds them, each with its target."""

from collections.abc import Iterator

from simloop.firmware.mavlink.frame import MARK_2, Frame
from simloop.firmware.mavlink.parser import Parser

EVERYBODY = 0


class FrameCutter:
    """Cuts what a peer sends into frames; junk between them costs none of them."""

    def __init__(self, *, datagrams: bool) -> None:
        self._parser = Parser(datagrams=datagrams, notes_bytes=True)

    @property
    def waits(self) -> bool:
        """Is there an unfinished frame, which may turn out to be none?"""
        return self._parser.kept > 0

    def feed(self, data: bytes, now_us: int) -> list[tuple[int, bytes]]:
        """The frames that these bytes complete, each after the system that it is for."""
        return list(self._targeted(self._parser.feed(data, now_us)))

    def poll(self, now_us: int) -> list[tuple[int, bytes]]:
        """Frames behind an unfinished one that nothing has followed for a while."""
        return list(self._targeted(self._parser.poll(now_us)))

    def _targeted(self, frames: list[Frame]) -> Iterator[tuple[int, bytes]]:
        noted, self._parser.noted = self._parser.noted, []
        for frame, data in zip(frames, noted, strict=True):
            yield target_of(frame), data


def sender_of(frame: bytes) -> int:
    """The system that a frame comes from."""
    return frame[5] if frame[0] == MARK_2 else frame[3]


def target_of(frame: Frame) -> int:
    """The system that a frame is for."""
    message = frame.message
    target: int = getattr(message, "target_system", getattr(message, "target", EVERYBODY))
    return target
