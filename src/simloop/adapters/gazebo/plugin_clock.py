"""How far Gazebo's time has to go for a tick: its steps and ours need not be the same.

The first state that is heard stands for the tick it was heard in; from there on both times run
side by side, and a tick takes as many steps as bring Gazebo's nearest to ours.
"""

_US_PER_S = 1e6
# Further apart than this, one of them went on without the other: they are matched anew.
_APART_S = 0.1


class PluginClock:
    """Matches the timestamps of one plugin with the times that ticks reach."""

    def __init__(self, step_us: int | None) -> None:
        self.step_s = None if step_us is None else step_us / _US_PER_S
        self.now_s: float | None = None
        self._set_s = self.step_s
        self._first_s = 0.0
        self._first_us = 0
        self._target_us = 0
        self._heard = False

    def aim(self, reached_us: int) -> None:
        """A tick that reaches this time begins."""
        apart_s = max(_APART_S, 2.0 * (self.step_s or 0.0))
        if self.now_s is not None and abs(self._ahead_s()) > apart_s:
            self._match(self.now_s)
        self._target_us, self._heard = reached_us, False

    @property
    def there(self) -> bool:
        """Has Gazebo come as near to the tick's end as its steps allow?"""
        if self.step_s is None or self.now_s is None:
            return self._heard
        return self._ahead_s() > -0.5 * self.step_s

    def hear(self, timestamp_s: float) -> str:
        """Take the time of a state: 'new', 'again' for one that is known, or 'reset'."""
        if self.now_s is None:
            self._match(timestamp_s)
            return "new"
        if timestamp_s == self.now_s:
            return "again"
        if timestamp_s < self.now_s:
            self.step_s = self._set_s
            self._match(timestamp_s)
            return "reset"
        if self.step_s is None:
            self.step_s = timestamp_s - self.now_s
        self.now_s, self._heard = timestamp_s, True
        return "new"

    def _match(self, timestamp_s: float) -> None:
        self.now_s = self._first_s = timestamp_s
        self._first_us, self._heard = self._target_us, True

    def _ahead_s(self) -> float:
        """How much Gazebo is ahead of the tick's end."""
        if self.now_s is None:
            return 0.0
        elapsed_s = (self._target_us - self._first_us) / _US_PER_S
        return (self.now_s - self._first_s) - elapsed_s
