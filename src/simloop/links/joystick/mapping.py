"""From axes and buttons of a device to RC channels."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from simloop.links.rc_channels import (
    ARM,
    HIGH_US,
    LOW_US,
    MIDDLE_US,
    MODE,
    OVERRIDE,
    PITCH,
    ROLL,
    SPARE,
    THROTTLE,
    YAW,
)
from simloop.messages.rosflight_msgs import RC_CHANNELS

FULL = 32767


@dataclass(frozen=True, slots=True)
class Axis:
    """The number of an axis of the device, and its sign."""

    number: int
    sign: int = 1


@dataclass(frozen=True, slots=True)
class Layout:
    """Which axis drives which channel; buttons flip switches."""

    axes: Mapping[int, Axis]
    buttons: Mapping[int, int]


# A transmitter sends its channels in order; a gamepad has throttle and yaw on the left stick.
LAYOUTS: Mapping[str, Layout] = MappingProxyType(
    {
        "transmitter": Layout(
            {
                ROLL: Axis(0),
                PITCH: Axis(1),
                THROTTLE: Axis(2),
                YAW: Axis(3),
                ARM: Axis(4),
                OVERRIDE: Axis(5),
                MODE: Axis(6),
                SPARE: Axis(7),
            },
            {},
        ),
        "gamepad": Layout(
            {ROLL: Axis(3), PITCH: Axis(4), THROTTLE: Axis(1, -1), YAW: Axis(0)},
            {0: ARM, 1: OVERRIDE, 2: MODE},
        ),
    }
)


def layout_for(name: str) -> str:
    """The layout that a device's name suggests."""
    words = name.lower()
    known = ("taranis", "opentx", "edgetx", "radiomaster", "frsky", "transmitter", "realflight")
    return "transmitter" if any(word in words for word in known) else "gamepad"


class ChannelMap:
    """Keeps the last position of every axis; `frame` gives the channels."""

    def __init__(self, layout: Layout = LAYOUTS["gamepad"]) -> None:
        self.layout = layout
        self.gone = False
        self._axes: dict[int, int] = {}
        self._switches = {ARM: LOW_US, OVERRIDE: HIGH_US, MODE: LOW_US, SPARE: LOW_US}

    def move(self, number: int, value: int) -> None:
        """An axis moved, to -32767..32767."""
        self._axes[number] = value

    def press(self, number: int) -> None:
        """A button went down."""
        channel = self.layout.buttons.get(number)
        if channel is not None:
            low = self._switches[channel] == LOW_US
            self._switches[channel] = HIGH_US if low else LOW_US

    def frame(self, passed_s: float) -> list[int] | None:
        """The channels now; None once the device is gone."""
        if self.gone:
            return None
        values = [MIDDLE_US] * RC_CHANNELS
        values[THROTTLE] = LOW_US
        for channel, value in self._switches.items():
            values[channel] = value
        for channel, axis in self.layout.axes.items():
            if axis.number in self._axes:
                share = axis.sign * self._axes[axis.number] / FULL
                values[channel] = round(MIDDLE_US + 500.0 * max(-1.0, min(1.0, share)))
        return values
