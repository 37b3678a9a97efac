"""What the pilot should know, as STATUSTEXT: events of the firmware and answers in words."""

from collections.abc import Callable, Iterable, Mapping

from simloop.firmware.fields.command import EVENTS_KEPT
from simloop.firmware.lane import Lane
from simloop.firmware.link.channel import Channel

CRITICAL = 2
WARNING = 4
INFO = 6
PIECE = 50
MOST_TEXT = 250
# Words that make an event more than news.
GRAVE = {"Failsafe:": CRITICAL, "Motors stopped": CRITICAL}
SERIOUS = ("refused", "failed", "Not ready", "stopped", "lost", "Lost", "skipped", "close")

_COUNT = "fw_event_count"


class StatusText:
    """Tells every peer; long texts go in pieces of one number.

    `in_words` puts the number of an event into its text; an empty text is not told.
    """

    def __init__(
        self,
        lane: Lane,
        channels: Iterable[Channel],
        texts: Mapping[float, str],
        in_words: Callable[[int, float, str], str],
    ) -> None:
        self._lane = lane
        self._channels = channels
        self._texts = texts
        self._in_words = in_words
        self._number = 0
        self._counts = lane.has(_COUNT)
        self._told = self._count()

    def tell(self, text: str, severity: int = INFO) -> None:
        """Send a text to every peer."""
        for channel in self._channels:
            self.tell_one(channel, text, severity)

    def tell_one(self, channel: Channel, text: str, severity: int = INFO) -> None:
        """Send a text to one peer."""
        data = text.encode("ascii", "replace")[:MOST_TEXT]
        if len(data) <= PIECE:
            channel.send("STATUSTEXT", severity=severity, text=data)
            return
        self._number = self._number % 0xFFFF + 1
        # The last piece ends in a zero, even if that makes it empty.
        for piece in range(len(data) // PIECE + 1):
            channel.send(
                "STATUSTEXT",
                severity=severity,
                text=data[piece * PIECE : (piece + 1) * PIECE],
                id=self._number,
                chunk_seq=piece,
            )

    def tell_reason(self, channel: Channel, reason: int) -> None:
        """Say why a request was refused."""
        text = self._texts.get(reason, "")
        if text:
            self.tell_one(channel, text, WARNING)

    def poll(self) -> None:
        """Tell the events since the last look; of more than eight, the last eight."""
        count = self._count()
        if count == self._told:
            return
        ring = self._lane.read("fw_event")
        for event in range(max(self._told, count - EVENTS_KEPT), count):
            place = event % EVENTS_KEPT
            self._tell_event(int(ring[2 * place]), ring[2 * place + 1])
        self._told = count

    def _tell_event(self, code: int, number: float) -> None:
        text = self._in_words(code, number, self._texts.get(code, f"Event {code}"))
        if text:
            self.tell(text, severity_of(text))

    def _count(self) -> int:
        return int(self._lane.read(_COUNT)[0]) if self._counts else 0


def severity_of(text: str) -> int:
    """How grave a text is, from its words."""
    for words, severity in GRAVE.items():
        if text.startswith(words):
            return severity
    return WARNING if any(word in text for word in SERIOUS) else INFO
