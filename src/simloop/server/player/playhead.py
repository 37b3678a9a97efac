"""Where a recording is played: a tick that moves with the wall clock."""

from math import inf, isfinite

# What flat out means for a recording: ten minutes in three seconds.
FLAT_OUT = 200.0


class Playhead:
    """Plays from the first tick to the last, then pauses, or begins again."""

    def __init__(self, first: int, last: int, tick_rate_hz: int, *, loop: bool) -> None:
        self.first, self.last = first, last
        self._rate_hz = tick_rate_hz
        self._loop = loop
        self._at = float(first)
        self.paused = False
        self.speed = 1.0
        self.jumps = 0
        """Counts seeks and new beginnings: what was drawn of the way before is void."""

    @property
    def tick(self) -> int:
        """The tick that is shown."""
        return int(self._at)

    @property
    def factor(self) -> float:
        """Simulated seconds per second."""
        if self.paused:
            return 0.0
        return self.speed if isfinite(self.speed) else FLAT_OUT

    def move(self, seconds: float) -> None:
        """Let so much time of the wall clock go by."""
        if self.paused:
            return
        self._at += seconds * self.factor * self._rate_hz
        if self._at < self.last:
            return
        if self._loop and self.last > self.first:
            self.seek(self.first)
        else:
            self._at, self.paused = float(self.last), True

    def play(self) -> None:
        """Go on; from the end, begin again."""
        if self.tick >= self.last:
            self.seek(self.first)
        self.paused = False

    def pause(self) -> None:
        """Stand still."""
        self._at, self.paused = float(self.tick), True

    def step(self, ticks: int) -> None:
        """While paused, go on by so many ticks."""
        if not self.paused:
            raise ValueError("pause first, then step")
        self._at = float(min(self.tick + ticks, self.last))

    def seek(self, tick: int) -> None:
        """Go to a tick, or to the nearest that there is."""
        self._at = float(min(max(tick, self.first), self.last))
        self.jumps += 1

    def aim_at(self, factor: float) -> None:
        """Play so fast; inf is flat out."""
        if not (factor == inf or 0.01 <= factor <= 1000.0):
            raise ValueError("argument 'factor' is a number from 0.01 to 1000, or max")
        self.speed = factor
