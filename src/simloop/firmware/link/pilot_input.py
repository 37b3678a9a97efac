"""Sticks over the link: RC_CHANNELS_OVERRIDE and MANUAL_CONTROL stand in for a radio."""

from collections.abc import Callable, Sequence

from simloop.firmware.fields.samples import RC_CHANNELS
from simloop.firmware.link.channel import Channel
from simloop.firmware.link.vehicle import Vehicle
from simloop.firmware.mavlink.frame import Frame

# Channels from 0 at 1000 us to 1 at 2000 us; None where the radio itself rules.
RcOverride = Callable[[Sequence[float | None]], None]

OLD_CHANNELS = 8
RELEASE_OLD = 0
IGNORE = 65535
RELEASE_NEW = 65534
NOT_USED = 32767
LOWEST_US, HIGHEST_US = 800, 2200
STICK_CHANNELS = [0.0, 1.0, 3.0, 2.0]


class PilotInput:
    """Keeps which channels the link rules, and hands them to the board."""

    def __init__(self, vehicle: Vehicle, override: RcOverride | None) -> None:
        self._vehicle = vehicle
        self._override = override
        self._channels: list[float | None] = [None] * RC_CHANNELS
        self.handlers = {
            "RC_CHANNELS_OVERRIDE": self._on_override,
            "MANUAL_CONTROL": self._on_manual,
        }

    def _on_override(self, frame: Frame, channel: Channel) -> None:
        for place in range(RC_CHANNELS):
            pulse = getattr(frame.message, f"chan{place + 1}_raw")
            old = place < OLD_CHANNELS
            if pulse == (RELEASE_OLD if old else RELEASE_NEW):
                self._channels[place] = None
            elif LOWEST_US <= pulse <= HIGHEST_US:
                self._channels[place] = (pulse - 1000.0) / 1000.0
        self._hand_over()

    def _on_manual(self, frame: Frame, channel: Channel) -> None:
        message = frame.message
        sticks = self._vehicle.lane
        column = "fw_rc_stick_channel"
        places = sticks.read(column) if sticks.has(column) else STICK_CHANNELS
        # Forward on the stick is nose down, and low on the channel.
        values = (message.y, -message.x, message.r, 2 * message.z - 1000)
        given = (message.y, message.x, message.r, message.z)
        for place, value, raw in zip(places, values, given, strict=True):
            if raw != NOT_USED and 0 <= place < RC_CHANNELS:
                self._channels[int(place)] = min(max(0.5 + value / 2000.0, 0.0), 1.0)
        self._hand_over()

    def _hand_over(self) -> None:
        if self._override is not None:
            self._override(tuple(self._channels))
