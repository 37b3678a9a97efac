"""Sticks and switches as the eight pulses of a radio frame, where the vehicle listens for them."""

from dataclasses import dataclass

from simloop.messages.rosflight_msgs import RC_CHANNELS
from simloop.sitl.pilot_view import Radio

MIDDLE_US, LOW_US, HIGH_US = 1500, 1000, 2000
HALF_US = 500
# The middle of each position of a mode switch with six.
PLACES_US = (1100, 1295, 1425, 1555, 1685, 1900)


@dataclass(frozen=True, slots=True)
class Sticks:
    """Where the sticks are: from -1 to 1 with right and back above zero, throttle from 0 to 1."""

    roll: float = 0.0
    pitch: float = 0.0
    yaw: float = 0.0
    throttle: float = 0.0


@dataclass(frozen=True, slots=True)
class Switches:
    """Where the switches are."""

    armed: bool = False
    override: bool = True
    place: int = 0
    """Position of the mode switch, from 0."""


def frame_of(radio: Radio, sticks: Sticks, switches: Switches) -> list[int]:
    """Eight pulses in us; channels that nobody listens to are in the middle."""
    shares = (sticks.roll, sticks.pitch, sticks.yaw, 2.0 * sticks.throttle - 1.0)
    # Sticks come last: a switch that shares their channel must not stand in for one.
    wanted: list[tuple[int | None, int]] = [
        *((channel, _switched(switches.override)) for channel in radio.override),
        (radio.mode, PLACES_US[switches.place]),
        (radio.arm, _switched(switches.armed)),
        *zip(radio.sticks, (round(MIDDLE_US + HALF_US * share) for share in shares), strict=True),
    ]
    channels = [MIDDLE_US] * RC_CHANNELS
    for channel, pulse_us in wanted:
        if channel is not None and channel < RC_CHANNELS:
            backwards = channel in radio.reversed
            channels[channel] = 2 * MIDDLE_US - pulse_us if backwards else pulse_us
    return channels


def _switched(on: bool) -> int:
    return HIGH_US if on else LOW_US
