"""A serial line in memory: two queues of bytes, bounded as on a real port."""

from dataclasses import dataclass, field

LINE_BYTES = 16384


@dataclass(slots=True)
class ByteQueue:
    """Bytes in order, `limit` at most; what does not fit is dropped and counted."""

    limit: int = LINE_BYTES
    overrun_bytes: int = 0
    _bytes: bytearray = field(default_factory=bytearray)

    def __len__(self) -> int:
        return len(self._bytes)

    def put(self, data: bytes) -> bool:
        """Append all of it or none: half a message is of no use to anyone."""
        if len(self._bytes) + len(data) > self.limit:
            self.overrun_bytes += len(data)
            return False
        self._bytes += data
        return True

    def put_some(self, data: bytes) -> int:
        """Append as much as there is room for, as a receiver's buffer does; returns how much."""
        room = self.limit - len(self._bytes)
        self._bytes += data[:room]
        self.overrun_bytes += max(len(data) - room, 0)
        return min(len(data), room)

    def peek(self) -> bytes:
        """All that waits; it stays."""
        return bytes(self._bytes)

    def take(self, limit: int | None = None) -> bytes:
        """The oldest bytes, all of them or `limit` at most."""
        count = len(self._bytes) if limit is None else max(limit, 0)
        taken = bytes(self._bytes[:count])
        del self._bytes[:count]
        return taken

    def clear(self) -> None:
        """Forget what waits."""
        self._bytes.clear()


@dataclass(slots=True)
class SerialLine:
    """Both directions of one line: the firmware holds one end, a link the other."""

    to_firmware: ByteQueue = field(default_factory=ByteQueue)
    from_firmware: ByteQueue = field(default_factory=ByteQueue)

    def clear(self) -> None:
        """Forget what is on its way."""
        self.to_firmware.clear()
        self.from_firmware.clear()
