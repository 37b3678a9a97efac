"""Signatures of MAVLink 2: who holds the key may command, and no recording of it may."""

from hashlib import sha256
from hmac import compare_digest

from simloop.firmware.mavlink.frame import SIGNATURE, Frame

KEY_BYTES = 32
# A stream that appears for the first time may be one minute behind; in units of 10 us.
LATEST_START = 6_000_000
# Streams that are remembered; more than any vehicle has peers.
MOST_STREAMS = 64
LARGEST_TIME = (1 << 48) - 1
# Radio modems and traffic receivers hold no key: RADIO_STATUS, ADSB_VEHICLE, COLLISION.
UNSIGNED_ALLOWED = frozenset((109, 246, 247))


class Signing:
    """The key of one vehicle, the time of its signatures, and the times it has seen.

    Times count in 10 us since the year 2015 began and only rise. Without a key nothing is signed
    and everything is accepted.
    """

    def __init__(
        self,
        key: bytes | None = None,
        *,
        time_10us: int = 0,
        unsigned_allowed: frozenset[int] = UNSIGNED_ALLOWED,
    ) -> None:
        self.key = key
        """The shared key; to be kept where no link can read it."""
        self.time_10us = time_10us
        """Time of the last signature; to be kept over a restart."""
        # Signature time at board time 0.
        self._base = time_10us
        self._unsigned_allowed = unsigned_allowed
        self._streams: dict[tuple[int, int, int], int] = {}
        self.refused = 0
        self.news: list[str] = []
        """What became of keys that peers sent, for whoever keeps a log; it takes them out."""

    @property
    def active(self) -> bool:
        """Is there a key?"""
        return self.key is not None

    def set_key(self, key: bytes, time_10us: int, now_us: int) -> None:
        """Take a key, or give the old one up if it is all zeros."""
        self.key = key.ljust(KEY_BYTES, b"\0")[:KEY_BYTES] if any(key) else None
        self.time_10us = max(self.time_10us, min(time_10us, LARGEST_TIME - 1))
        self._base = self.time_10us - now_us // 10
        self._streams.clear()

    def sign(self, frame: bytes, link: int, now_us: int) -> bytes:
        """The frame, whose flag says that it is signed, with its signature."""
        if self.key is None:
            raise ValueError("signing needs a key")
        self.time_10us = min(max(self.time_10us + 1, self._base + now_us // 10), LARGEST_TIME)
        stamped = frame + bytes((link,)) + self.time_10us.to_bytes(6, "little")
        return stamped + sha256(self.key + stamped).digest()[:6]

    def accepts(self, frame: Frame, now_us: int) -> bool:
        """May this frame be acted on? A good signature uses its time up."""
        if self.key is None:
            return True
        good = (
            self._verify(self.key, frame, now_us)
            if frame.raw
            else frame.definition.id in self._unsigned_allowed
        )
        self.refused += not good
        return good

    def _verify(self, key: bytes, frame: Frame, now_us: int) -> bool:
        raw = frame.raw
        if not compare_digest(sha256(key + raw[:-6]).digest()[:6], raw[-6:]):
            return False
        link = raw[-SIGNATURE]
        time = int.from_bytes(raw[-12:-6], "little")
        stream = (frame.system, frame.component, link)
        last = self._streams.get(stream)
        if last is None:
            if len(self._streams) >= MOST_STREAMS:
                return False
            # The board's clock goes on between two signatures.
            last = max(self.time_10us, self._base + now_us // 10) - LATEST_START
        if time <= last:
            return False
        self._streams[stream] = time
        self.time_10us = max(self.time_10us, time)
        return True
