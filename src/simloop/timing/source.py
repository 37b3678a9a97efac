"""An external clock: someone else's time decides how far the world may advance."""

from collections.abc import Callable

from simloop.messages.rosgraph_msgs import Clock


class ExternalClock:
    """Time from outside, read by a function or pushed as Clock messages.

    Its zero is the world's zero; with `from_first` the first time heard is. It never goes back:
    earlier times are counted in `backward_jumps` and ignored.
    """

    def __init__(
        self, read_ns: Callable[[], int] | None = None, *, from_first: bool = False
    ) -> None:
        self.backward_jumps = 0
        self._read_ns = read_ns
        self._zero_ns: int | None = None if from_first else 0
        self._latest_ns = 0

    def push(self, message: Clock) -> None:
        """Hear a Clock message; fits `Bus.subscribe` as a callback."""
        self._hear(message.clock.nanoseconds)

    def reached_ns(self) -> int:
        """The latest time heard, in nanoseconds since the world's start."""
        if self._read_ns is not None:
            self._hear(self._read_ns())
        return self._latest_ns

    def _hear(self, time_ns: int) -> None:
        if self._zero_ns is None:
            self._zero_ns = time_ns
        since_zero_ns = time_ns - self._zero_ns
        if since_zero_ns < self._latest_ns:
            self.backward_jumps += 1
        else:
            self._latest_ns = since_zero_ns
