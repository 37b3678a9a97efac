"""Which channel of an autopilot drives which output of a vehicle.

Autopilots number their outputs by conventions of their own. For rotors the place and the turning
direction decide, for everything else the vehicle's mixer: what an autopilot calls aileron is a roll
command, whatever servos the vehicle makes it with.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from simloop.math.ordered_sum import ordered_sum
from simloop.messages.actuator_commands import command_of
from simloop.sitl.motor_layouts import BETAFLIGHT_LAYOUTS, MATRIX_LAYOUTS, Layout, match
from simloop.systems.multirotor.config import Config as MultirotorConfig
from simloop.world.mixer import AXES, Mixing, least_of

Convention = Literal["ardupilot", "px4", "betaflight"]

_NAMES = {"ardupilot": "ArduPilot", "px4": "PX4", "betaflight": "Betaflight"}
# Channels from 0: aileron, elevator, throttle, rudder; steering and the left side are the first.
_SURFACE_CHANNELS = {"Qx": 0, "Qy": 1, "Fx": 2, "Qz": 3}
_DRIVE_CHANNELS = {"Qz": 0, "Fx": 2}
_SIDE_CHANNELS = (0, 2)
# With rotors beside a wing ArduPilot has the wing first, PX4 the rotors, the pusher, the servos.
_ROTORS_AFTER_WING = 4
_PX4_AFTER_ROTORS = {"Fx": 0, "Qx": 1, "Qy": 2, "Qz": 3}


@dataclass(frozen=True, slots=True)
class Share:
    """What one channel does to one output."""

    channel: int
    """From 0."""
    factor: float
    least: float
    """The channel's lowest command: -1, or 0 for a motor that turns one way."""


@dataclass(frozen=True, slots=True)
class ChannelMap:
    """For each output of the vehicle, rotors first, the channels that add up to its command."""

    outputs: tuple[tuple[Share, ...], ...]

    @property
    def channels(self) -> int:
        """How many channels the autopilot must have at least."""
        return 1 + max((share.channel for row in self.outputs for share in row), default=-1)

    def from_pwm(self, pulses_us: Sequence[float]) -> NDArray[np.float64]:
        """Commands of the outputs from the autopilot's pulses; 0 us, or none, is off."""
        return self._sum(pulses_us, command_of)

    def from_commands(self, commands: Sequence[float]) -> NDArray[np.float64]:
        """Commands of the outputs from the autopilot's, each -1..1 or 0..1."""
        return self._sum(commands, lambda command, least: min(max(command, least), 1.0))

    def _sum(
        self, channels: Sequence[float], read: Callable[[float, float], float]
    ) -> NDArray[np.float64]:
        there = len(channels)
        return np.array(
            [
                ordered_sum(
                    share.factor * read(channels[share.channel], share.least)
                    for share in row
                    if share.channel < there
                )
                for row in self.outputs
            ],
            dtype=np.float64,
        )


def channel_map(
    facts: Mapping[str, Any], convention: Convention, chosen: Sequence[int] = ()
) -> ChannelMap:
    """The map of a vehicle, from the facts that its plugins told.

    `chosen` has the channel of each output, from 1, in the order of the outputs, 0 for none; it
    holds over every convention.

    Raises:
        ValueError: the vehicle does not fit the convention; one line with the fix.
    """
    rotors, mixing = facts.get("multirotor"), facts.get("mixer")
    if not isinstance(rotors, MultirotorConfig):
        rotors = None
    if not isinstance(mixing, Mixing):
        mixing = None
    least = _least(rotors, mixing)
    if not least:
        raise ValueError("this vehicle has neither rotors nor a mixer that channels could drive")
    if chosen:
        return _as_chosen(chosen, least)
    rows: list[tuple[Share, ...]] = []
    if rotors is not None:
        first = _ROTORS_AFTER_WING if mixing is not None and convention == "ardupilot" else 0
        rows += _rotor_rows(rotors, convention, first)
    if mixing is not None:
        rows += _mixer_rows(mixing, convention, rotors=len(rows))
    return ChannelMap(tuple(rows))


def _least(rotors: MultirotorConfig | None, mixing: Mixing | None) -> list[float]:
    motors = [0.0] * len(rotors.rotor_dists) if rotors is not None else []
    return motors + ([least_of(kind) for kind in mixing.outputs] if mixing is not None else [])


def _as_chosen(chosen: Sequence[int], least: Sequence[float]) -> ChannelMap:
    if len(chosen) != len(least):
        raise ValueError(f"channels has {len(chosen)} entries: write {len(least)}, one per output")
    for number in chosen:
        if not 0 <= number <= 32:
            raise ValueError(f"channels names {number}: write 1 to 32, or 0 for none")
    return ChannelMap(
        tuple(
            (Share(number - 1, 1.0, low),) if number > 0 else ()
            for number, low in zip(chosen, least, strict=True)
        )
    )


def _rotor_rows(
    config: MultirotorConfig, convention: Convention, first: int
) -> list[tuple[Share, ...]]:
    layouts: tuple[Layout, ...] = (
        BETAFLIGHT_LAYOUTS if convention == "betaflight" else MATRIX_LAYOUTS
    )
    places = match(
        config.rotor_radial_angles_deg,
        config.rotor_rotation_directions,
        layouts,
        who=_NAMES[convention],
    )
    return [(Share(first + place, 1.0, 0.0),) for place in places]


def _mixer_rows(mixing: Mixing, convention: Convention, *, rotors: int) -> list[tuple[Share, ...]]:
    if convention == "betaflight":
        raise ValueError(
            "Betaflight has no fixed order of servos: write 'channels:' with one per output"
        )
    sides = _sides(mixing)
    if sides is not None and not rotors:
        return _side_rows(mixing, sides)
    channels = _axis_channels(mixing, convention, rotors)
    return [
        tuple(
            Share(channels[axis], factor, _axis_least(mixing, axis))
            for axis, row in zip(AXES, mixing.matrix, strict=True)
            if (factor := row[output]) != 0.0 and axis in channels
        )
        for output in range(len(mixing.outputs))
    ]


def _axis_channels(mixing: Mixing, convention: Convention, rotors: int) -> Mapping[str, int]:
    if rotors and convention == "px4":
        return {axis: rotors + place for axis, place in _PX4_AFTER_ROTORS.items()}
    flies = "Qx" in mixing.axes or "Qy" in mixing.axes
    return _SURFACE_CHANNELS if flies else _DRIVE_CHANNELS


def _axis_least(mixing: Mixing, axis: str) -> float:
    """A throttle that drives motors only goes one way."""
    driven = [
        kind
        for kind, factor in zip(mixing.outputs, mixing.matrix[AXES.index(axis)], strict=True)
        if factor != 0.0
    ]
    return max((least_of(kind) for kind in driven), default=-1.0)


def _sides(mixing: Mixing) -> tuple[int, int] | None:
    """Numbers of the left and the right output of a vehicle that turns by its sides."""
    if mixing.axes != ("Fx", "Qz"):
        return None
    ahead, turn = mixing.matrix[AXES.index("Fx")], mixing.matrix[AXES.index("Qz")]
    left = [i for i, (fx, qz) in enumerate(zip(ahead, turn, strict=True)) if fx > 0.0 and qz > 0.0]
    right = [i for i, (fx, qz) in enumerate(zip(ahead, turn, strict=True)) if fx > 0.0 and qz < 0.0]
    return (left[0], right[0]) if len(left) == len(right) == 1 else None


def _side_rows(mixing: Mixing, sides: tuple[int, int]) -> list[tuple[Share, ...]]:
    rows: list[tuple[Share, ...]] = [()] * len(mixing.outputs)
    for output, channel in zip(sides, _SIDE_CHANNELS, strict=True):
        rows[output] = (Share(channel, 1.0, least_of(mixing.outputs[output])),)
    return rows
