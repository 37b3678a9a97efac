"""Keys become sticks. A terminal tells no key-up: a stick falls back soon after its last key."""

from threading import Lock

from simloop.links.rc_channels import (
    ARM,
    HIGH_US,
    LOW_US,
    MIDDLE_US,
    MODE,
    OVERRIDE,
    PITCH,
    ROLL,
    THROTTLE,
    YAW,
)
from simloop.messages.rosflight_msgs import RC_CHANNELS

# Longer than the pause before a held key repeats, so that holding does not stutter.
HOLD_S = 0.45
REPEAT_HOLD_S = 0.12
RETURN_US_PER_S = 4000.0
DEFLECTION_US = 350
THROTTLE_STEP_US = 25

HELP = (
    "keyboard: h l or arrows roll, k j pitch, d f yaw, s a throttle up down, "
    "t arm, r override, m mode, space centre"
)

# Signs are those of the sticks: left, nose down and turn left are below the middle.
AXES = {
    "h": (ROLL, -1),
    "l": (ROLL, 1),
    "k": (PITCH, -1),
    "j": (PITCH, 1),
    "d": (YAW, -1),
    "f": (YAW, 1),
    "left": (ROLL, -1),
    "right": (ROLL, 1),
    "up": (PITCH, -1),
    "down": (PITCH, 1),
}
SWITCHES = {"t": ARM, "r": OVERRIDE}
# A flight-mode switch of six positions, stepped through.
MODE_POSITIONS_US = (1100, 1300, 1425, 1550, 1700, 1900)


class KeySticks:
    """Channels in us, moved by keys; `frame` lets time pass."""

    def __init__(self) -> None:
        self._values = [float(MIDDLE_US)] * RC_CHANNELS
        self._values[THROTTLE] = LOW_US
        self._values[ARM] = LOW_US
        self._values[OVERRIDE] = HIGH_US
        self._mode = 0
        self._values[MODE] = MODE_POSITIONS_US[0]
        self._held_s = [0.0] * RC_CHANNELS
        # Keys come from one thread, frames go to another.
        self._lock = Lock()

    def press(self, key: str) -> None:
        """A key was pressed, or repeats."""
        with self._lock:
            if key in AXES:
                axis, sign = AXES[key]
                again = self._held_s[axis] > 0.0 and self._side(axis) == sign
                self._values[axis] = MIDDLE_US + sign * DEFLECTION_US
                self._held_s[axis] = max(self._held_s[axis], REPEAT_HOLD_S) if again else HOLD_S
            elif key in SWITCHES:
                channel = SWITCHES[key]
                self._values[channel] = HIGH_US if self._values[channel] < MIDDLE_US else LOW_US
            elif key == "m":
                self._mode = (self._mode + 1) % len(MODE_POSITIONS_US)
                self._values[MODE] = MODE_POSITIONS_US[self._mode]
            elif key in ("s", "a"):
                step = THROTTLE_STEP_US if key == "s" else -THROTTLE_STEP_US
                self._values[THROTTLE] = min(max(self._values[THROTTLE] + step, LOW_US), HIGH_US)
            elif key == " ":
                for axis in (ROLL, PITCH, YAW):
                    self._values[axis] = MIDDLE_US

    def frame(self, passed_s: float) -> list[int]:
        """The channels now, `passed_s` after the last call."""
        with self._lock:
            for axis in (ROLL, PITCH, YAW):
                self._let_go(axis, passed_s)
            return [round(value) for value in self._values]

    def _side(self, axis: int) -> int:
        return 1 if self._values[axis] > MIDDLE_US else -1

    def _let_go(self, axis: int, passed_s: float) -> None:
        held = self._held_s[axis]
        self._held_s[axis] = max(0.0, held - passed_s)
        moved = RETURN_US_PER_S * max(0.0, passed_s - held)
        off = self._values[axis] - MIDDLE_US
        self._values[axis] -= max(-moved, min(moved, off))
