"""From axes and buttons of a device to the sticks and switches of a radio."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Protocol

from simloop.links.rc_frame import HALF_US, LOW_US, MIDDLE_US, Sticks
from simloop.links.rc_hand import RadioHand
from simloop.messages.rosflight_msgs import RC_CHANNELS

FULL = 32767
THROTTLE = 2


class Device(Protocol):
    """What the events of a joystick move."""

    gone: bool

    def move(self, number: int, value: int) -> None:
        """An axis moved, to -32767..32767."""

    def press(self, number: int) -> None:
        """A button went down."""

    def frame(self, passed_s: float) -> list[int] | None:
        """The channels now; None once the device is gone."""


def device_for(name: str, layout: str, hand: RadioHand) -> Device:
    """How a device is read: as the layout says, or `auto` by its name."""
    wanted = layout_for(name) if layout == "auto" else layout
    return Transmitter() if wanted == "transmitter" else Gamepad(hand)


LAYOUTS = ("gamepad", "transmitter")


def layout_for(name: str) -> str:
    """The layout that a device's name suggests."""
    words = name.lower()
    known = ("taranis", "opentx", "edgetx", "radiomaster", "frsky", "transmitter", "realflight")
    return "transmitter" if any(word in words for word in known) else "gamepad"


class Transmitter:
    """A real radio: its axes are the channels in order, and its switches are among them."""

    def __init__(self) -> None:
        self.gone = False
        self._channels = [MIDDLE_US] * RC_CHANNELS
        self._channels[THROTTLE] = LOW_US

    def move(self, number: int, value: int) -> None:
        """An axis moved, to -32767..32767."""
        if number < RC_CHANNELS:
            self._channels[number] = round(MIDDLE_US + HALF_US * _share(value))

    def press(self, number: int) -> None:
        """Its switches are axes."""

    def frame(self, passed_s: float) -> list[int] | None:
        """The channels now; None once the device is gone."""
        return None if self.gone else list(self._channels)


@dataclass(frozen=True, slots=True)
class Axis:
    """The number of an axis of the device, and its sign."""

    number: int
    sign: int = 1


class Gamepad:
    """Throttle and yaw on the left stick, roll and pitch on the right; buttons arm and choose."""

    AXES: Mapping[str, Axis] = MappingProxyType(
        {"yaw": Axis(0), "throttle": Axis(1, -1), "roll": Axis(3), "pitch": Axis(4)}
    )

    def __init__(self, hand: RadioHand) -> None:
        self.gone = False
        self._hand = hand
        self._axes: dict[int, float] = {}
        self._buttons: tuple[Callable[[], None], ...] = (
            hand.toggle_arm,
            hand.toggle_override,
            hand.next_mode,
        )

    def move(self, number: int, value: int) -> None:
        """An axis moved, to -32767..32767."""
        self._axes[number] = _share(value)

    def press(self, number: int) -> None:
        """A button went down."""
        if number < len(self._buttons):
            self._buttons[number]()

    def frame(self, passed_s: float) -> list[int] | None:
        """The channels now; None once the device is gone."""
        if self.gone:
            return None
        at = {
            name: axis.sign * self._axes.get(axis.number, 0.0) for name, axis in self.AXES.items()
        }
        throttle = 0.5 + 0.5 * at["throttle"]
        return self._hand.frame(Sticks(at["roll"], at["pitch"], at["yaw"], throttle))


def _share(value: int) -> float:
    return max(-1.0, min(1.0, value / FULL))
