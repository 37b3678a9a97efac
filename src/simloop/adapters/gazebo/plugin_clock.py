"""How far Gazebo's time has to go for a tick: its steps and ours need not be the same.

The first state that is heard stands for the tick it was heard in; from there on both times run
side by side, and a tick takes as many steps as bring Gazebo's nearest to ours. A state of another
time, before or far beyond, is a stray datagram, unless the plugin was asked again and says so.
"""

from math import isfinite
from typing import Literal

_US_PER_S = 1e6
# Further apart than this, one of them went on without the other: they are matched anew.
_APART_S = 0.1
# Thirty years: further from its start no simulator is.
_MOST_S = 1e9
# A state further ahead than so many steps, and this long, is none that was waited for.
_LEAP_STEPS, _LEAP_S = 100.0, 1.0
# In free run it is who was away: a pause may last a day.
_FREE_LEAP_S = 86_400.0

Heard = Literal["new", "again", "stray", "reset", "refused"]


class PluginClock:
    """Matches the timestamps of one plugin with the times that ticks reach."""

    def __init__(self, step_us: int | None, *, lockstep: bool = True) -> None:
        self.step_s = None if step_us is None else step_us / _US_PER_S
        self.now_s: float | None = None
        self._lockstep = lockstep
        self._set_s = self.step_s
        self._shift_s = 0.0
        self._first_s = 0.0
        self._first_us = 0
        self._target_us = 0
        self._heard = False

    @property
    def told_s(self) -> float | None:
        """Gazebo's time as others are told it: it never goes back, also if Gazebo began anew."""
        return None if self.now_s is None else self.now_s + self._shift_s

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

    def hear(self, timestamp_s: float, *, asked_again: bool = False) -> Heard:
        """Take the time of a state.

        Returns:
            'new'; 'again' for one that is known; 'stray' for one of another time, 'reset' if it
            was `asked_again` and keeps to it; 'refused' for what is no time.
        """
        if not (isfinite(timestamp_s) and 0.0 <= timestamp_s <= _MOST_S):
            return "refused"
        if self.now_s is None:
            self._match(timestamp_s)
            return "new"
        if timestamp_s == self.now_s:
            return "again"
        if not 0.0 < timestamp_s - self.now_s <= self._leap_s:
            return self._begin_anew(timestamp_s) if asked_again else "stray"
        # The shortest that was seen: states may be lost on the way, not invented.
        step_s = timestamp_s - self.now_s
        if self._set_s is None:
            self.step_s = step_s if self.step_s is None else min(step_s, self.step_s)
        self.now_s, self._heard = timestamp_s, True
        return "new"

    @property
    def _leap_s(self) -> float:
        if not self._lockstep:
            return _FREE_LEAP_S
        return max(_LEAP_S, _LEAP_STEPS * (self.step_s or 0.0))

    def _begin_anew(self, timestamp_s: float) -> Heard:
        self._shift_s = max(0.0, (self.told_s or 0.0) - timestamp_s)
        self.step_s = self._set_s
        self._match(timestamp_s)
        return "reset"

    def _match(self, timestamp_s: float) -> None:
        self.now_s = self._first_s = timestamp_s
        self._first_us, self._heard = self._target_us, True

    def _ahead_s(self) -> float:
        """How much Gazebo is ahead of the tick's end."""
        if self.now_s is None:
            return 0.0
        elapsed_s = (self._target_us - self._first_us) / _US_PER_S
        return (self.now_s - self._first_s) - elapsed_s
