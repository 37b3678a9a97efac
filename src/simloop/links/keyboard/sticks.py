"""Keys become sticks. A terminal tells no key-up: a stick falls back soon after its last key."""

from threading import Lock

from simloop.links.rc_frame import Sticks

# Longer than the pause before a held key repeats, so that holding does not stutter.
HOLD_S = 0.45
REPEAT_HOLD_S = 0.12
RETURN_PER_S = 8.0
DEFLECTION = 0.7
THROTTLE_STEP = 0.025

# Signs are those of the sticks: left, nose down and turn left are below the middle.
AXES = {
    "h": ("roll", -1),
    "l": ("roll", 1),
    "k": ("pitch", -1),
    "j": ("pitch", 1),
    "d": ("yaw", -1),
    "f": ("yaw", 1),
    "left": ("roll", -1),
    "right": ("roll", 1),
    "up": ("pitch", -1),
    "down": ("pitch", 1),
}
THROTTLE = {"s": 1, "a": -1}


class KeySticks:
    """Four sticks, moved by keys; `after` lets time pass."""

    def __init__(self, throttle: float = 0.0) -> None:
        self._throttle = throttle
        self._values = {"roll": 0.0, "pitch": 0.0, "yaw": 0.0}
        self._held_s = dict.fromkeys(self._values, 0.0)
        # Keys come from one thread, frames go to another.
        self._lock = Lock()

    def press(self, key: str) -> None:
        """A key was pressed, or repeats."""
        with self._lock:
            if key in AXES:
                axis, sign = AXES[key]
                again = self._held_s[axis] > 0.0 and self._values[axis] * sign > 0.0
                self._values[axis] = sign * DEFLECTION
                self._held_s[axis] = max(self._held_s[axis], REPEAT_HOLD_S) if again else HOLD_S
            elif key in THROTTLE:
                moved = self._throttle + THROTTLE[key] * THROTTLE_STEP
                self._throttle = min(max(moved, 0.0), 1.0)

    def centre(self, *, throttle: bool) -> None:
        """Sticks to the middle; the throttle, too, if that is where it rests."""
        with self._lock:
            self._values = dict.fromkeys(self._values, 0.0)
            self._throttle = 0.5 if throttle else self._throttle

    def after(self, passed_s: float) -> Sticks:
        """The sticks now, `passed_s` after the last call."""
        with self._lock:
            for axis in self._values:
                self._let_go(axis, passed_s)
            return Sticks(**self._values, throttle=self._throttle)

    def _let_go(self, axis: str, passed_s: float) -> None:
        held = self._held_s[axis]
        self._held_s[axis] = max(0.0, held - passed_s)
        moved = RETURN_PER_S * max(0.0, passed_s - held)
        self._values[axis] -= max(-moved, min(moved, self._values[axis]))
