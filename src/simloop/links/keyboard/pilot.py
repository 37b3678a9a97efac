"""A pilot at a terminal: keys move the sticks and the switches of one vehicle's radio."""

from collections.abc import Callable

from simloop.links.keyboard.sticks import KeySticks
from simloop.links.rc_hand import FLOWN_BY_STICKS, RadioHand, on_surface, rests_in_the_middle
from simloop.sitl.pilot_view import Pilot

HELP = (
    "m takes over, and is the next mode; t arms and disarms; s a throttle up, down; "
    "h l or arrows left, right; k j or arrows forward, back; d f turn; space centres; r override"
)


class KeyPilot:
    """Takes keys in one thread and gives frames to another."""

    def __init__(self, look: Callable[[], Pilot | None], hand: RadioHand) -> None:
        self._look = look
        self._hand = hand
        pilot = look()
        self._sticks = KeySticks(0.5 if pilot is not None and on_surface(pilot) else 0.0)

    def press(self, key: str) -> None:
        """A key was pressed, or repeats."""
        if key == "t":
            self._hand.toggle_arm()
        elif key == "r":
            self._hand.toggle_override()
        elif key == "m":
            self._take_over()
        elif key == " ":
            pilot = self._look()
            self._sticks.centre(throttle=pilot is not None and rests_in_the_middle(pilot))
        else:
            self._sticks.press(key)

    def _take_over(self) -> None:
        """The next mode; a vehicle that flew by itself keeps its height."""
        pilot = self._look()
        if pilot is not None and pilot.flying and pilot.mode not in FLOWN_BY_STICKS:
            self._sticks.centre(throttle=True)
        self._hand.next_mode()

    def frame(self, passed_s: float) -> list[int] | None:
        """The channels now, `passed_s` after the last call; None while the vehicle is gone."""
        return self._hand.frame(self._sticks.after(passed_s))
