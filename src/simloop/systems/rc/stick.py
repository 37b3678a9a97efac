"""A transmitter without a pilot: sticks in the middle, throttle down, two switches to toggle."""

from dataclasses import dataclass, field

from simloop.messages.rosflight_msgs import RC_CHANNELS

MIDDLE_US, LOW_US, HIGH_US = 1500, 1000, 2000
THROTTLE, ARM, OVERRIDE = 2, 4, 5


def _neutral() -> list[int]:
    values = [MIDDLE_US] * RC_CHANNELS
    values[THROTTLE] = LOW_US
    values[ARM] = LOW_US
    # Sticks rule until the pilot hands over.
    values[OVERRIDE] = HIGH_US
    return values


@dataclass(slots=True)
class SimulatedStick:
    """Channels in us; it sends from the first toggle on."""

    values_us: list[int] = field(default_factory=_neutral)
    sending: bool = False

    def toggle(self, channel: int) -> bool:
        """Flip a switch and say whether it is on now."""
        on = self.values_us[channel] == LOW_US
        self.values_us[channel] = HIGH_US if on else LOW_US
        self.sending = True
        return on

    def copy(self) -> "SimulatedStick":
        """The same, for a snapshot."""
        return SimulatedStick(list(self.values_us), self.sending)
