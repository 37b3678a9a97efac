"""A transmitter without a pilot: sticks in the middle, throttle down, two switches to toggle."""

from dataclasses import dataclass

from simloop.messages.rosflight_msgs import RC_CHANNELS

MIDDLE_US, LOW_US, HIGH_US = 1500, 1000, 2000
THROTTLE, ARM, OVERRIDE = 2, 4, 5


def _neutral() -> tuple[int, ...]:
    values = [MIDDLE_US] * RC_CHANNELS
    values[THROTTLE] = LOW_US
    values[ARM] = LOW_US
    # Sticks rule until the pilot hands over.
    values[OVERRIDE] = HIGH_US
    return tuple(values)


@dataclass(frozen=True, slots=True)
class SimulatedStick:
    """Channels in us; it sends from the first toggle on."""

    values_us: tuple[int, ...] = _neutral()
    sending: bool = False

    def is_on(self, channel: int) -> bool:
        """Whether a switch is on."""
        return self.values_us[channel] != LOW_US

    def toggled(self, channel: int) -> "SimulatedStick":
        """The same with a switch flipped, and sending."""
        values = list(self.values_us)
        values[channel] = LOW_US if self.is_on(channel) else HIGH_US
        return SimulatedStick(tuple(values), sending=True)
