"""Where a vehicle listens to its pilot's radio, and whether it is armed, as its columns tell."""

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from simloop.messages.rosflight_msgs import RC_CHANNELS
from simloop.world.entities import Record
from simloop.world.table import Table

LOW_US, HIGH_US = 1000, 2000
# An autopilot outside simloop says with this fact where it listens.
RADIO_FACT = "radio"
_FIRST_SWITCH = 4
# Places in the firmware's lists of sticks and switches.
_YAW, _THROTTLE = 2, 3
_TAKE_ATTITUDE, _TAKE_THROTTLE, _ARM = 0, 1, 3
# Numbers of the firmware from which on a vehicle drives or sails.
_FIRST_ON_THE_SURFACE = 3.0


@dataclass(frozen=True, slots=True)
class Listening:
    """Channels are counted from 0; the defaults are ROSflight's."""

    yaw: int = 3
    throttle: int = 2
    arm: int | None = 4
    """None: throttle at rest and yaw to the side arm and disarm."""
    override: tuple[int, ...] = (5,)
    reversed: tuple[int, ...] = ()
    rests_in_the_middle: bool = False
    """Does the throttle ask for nothing in its middle, as where it can reverse?"""
    armed: bool | None = None
    """None: the vehicle does not tell."""
    flying: bool = False
    ready: bool = True
    """Is it worth asking? A firmware that still finds its attitude would refuse."""

    def pulse_us(self, channel: int, on: bool) -> int:
        """A switch that is on, or a stick at its upper end."""
        return HIGH_US if on != (channel in self.reversed) else LOW_US


@runtime_checkable
class _Told(Protocol):
    """What an autopilot outside tells about its radio."""

    sticks: tuple[int, ...]
    reversed: tuple[int, ...]
    arm: int | None
    override: tuple[int, ...]


def listening_of(record: Record, table: Table) -> Listening:
    """How a vehicle listens now: by its firmware's parameters, or by what its autopilot told."""
    if "fw_rc_switch_channel" in table.layout.places:
        return _by_parameters(table, record.row)
    told = record.facts.get(RADIO_FACT)
    if not isinstance(told, _Told):
        return Listening()
    return Listening(
        yaw=told.sticks[_YAW],
        throttle=told.sticks[_THROTTLE],
        arm=told.arm,
        override=told.override,
        reversed=told.reversed,
    )


def _by_parameters(table: Table, row: int) -> Listening:
    def whole(column: str) -> list[int]:
        return [round(number) for number in table.numbers(row, column).tolist()]

    used = min(whole("fw_rc_channels_used")[0], RC_CHANNELS)
    switches = [n if _FIRST_SWITCH <= n < used else None for n in whole("fw_rc_switch_channel")]
    sticks = whole("fw_rc_stick_channel")
    takes = {switches[_TAKE_ATTITUDE], switches[_TAKE_THROTTLE]}
    return Listening(
        yaw=sticks[_YAW],
        throttle=sticks[_THROTTLE],
        arm=switches[_ARM],
        override=tuple(sorted(channel for channel in takes if channel is not None)),
        reversed=tuple(n for n, is_so in enumerate(whole("fw_rc_reversed")) if is_so),
        rests_in_the_middle=bool(table.numbers(row, "fw_airframe")[0] >= _FIRST_ON_THE_SURFACE),
        armed=bool(table.numbers(row, "fw_armed")[0] > 0.0),
        flying=bool(table.numbers(row, "fw_flying")[0] > 0.0),
        ready=bool(table.numbers(row, "fw_aligned")[0] > 0.0),
    )
