"""What a pilot must know of a vehicle: where it listens, and what it does now."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, get_args

from simloop.messages.rosflight_msgs import RC_CHANNELS
from simloop.sitl.flight_status import MODE_COLUMN, MODE_NAMES
from simloop.world.arena import Arena
from simloop.world.world import World

Airframe = Literal["multirotor", "wing", "vtol", "rover", "boat", "other"]
# In the order of the firmware's numbers.
_AIRFRAMES: tuple[Airframe, ...] = get_args(Airframe)
RECEIVER_COLUMN = "rc_channel"
# An autopilot outside simloop says with this fact where it listens.
RADIO_FACT = "radio"
_FIRST_SWITCH = 4
# Places in the firmware's list of switches.
_TAKE_ATTITUDE, _TAKE_THROTTLE, _ARM = 0, 1, 3


@dataclass(frozen=True, slots=True)
class Radio:
    """Where the vehicle listens, with channels counted from 0; as its own parameters say."""

    sticks: tuple[int, ...] = (0, 1, 3, 2)
    """Roll, pitch, yaw, throttle."""
    reversed: tuple[int, ...] = ()
    """Channels that run the other way round."""
    arm: int | None = 4
    """None: the throttle at rest and yaw to the side for a second arm and disarm."""
    override: tuple[int, ...] = ()
    """Switches that give the sticks priority over a program."""
    mode: int | None = 5
    modes: tuple[str, ...] = ()
    """The mode of each position of the mode switch; empty where they are not known."""


@dataclass(frozen=True, slots=True)
class Pilot:
    """A vehicle as its pilot sees it."""

    airframe: Airframe
    """`other` where an autopilot outside simloop flies: it does not tell its mode, nor if armed."""
    radio: Radio
    mode: str
    mode_place: int | None
    """The position of the mode switch that the vehicle knows, from 0."""
    armed: bool
    flying: bool
    position_ok: bool
    """Does it know where it is well enough for modes that hold a place?"""
    height_m: float | None
    """Of its feet above the ground below it."""


def pilot_of(world: World, name: str) -> Pilot:
    """How a vehicle is flown; a LookupError says why it cannot be."""
    entity = world.entities.by_name(name)
    if entity is None:
        raise LookupError(f"there is no '{name}'")
    record = world.entities.get(entity)
    if record.table < 0 or RECEIVER_COLUMN not in world.tables[record.table].layout.places:
        raise LookupError(f"{name} has no RC receiver: give it an autopilot")
    table = world.tables[record.table]
    columns = _Columns(
        lambda column: table.numbers(record.row, column), frozenset(table.layout.places)
    )
    outside = "fw_rc_stick_channel" not in columns.known
    radio = record.facts.get(RADIO_FACT, Radio()) if outside else _radio(columns)
    return _pilot(columns, radio, float(record.facts.get("standing_height_m", 0.0)))


@dataclass(frozen=True, slots=True)
class _Columns:
    """Numbers of one vehicle, which may lack some columns."""

    read: Callable[[str], Arena]
    known: frozenset[str]

    def number(self, column: str, default: float = 0.0) -> float:
        return float(self.read(column)[0]) if column in self.known else default

    def whole(self, column: str) -> list[int]:
        return [round(number) for number in self.read(column).tolist()]


def _pilot(columns: _Columns, radio: Radio, standing_m: float) -> Pilot:
    place = round(columns.number("fw_rc_mode_place", -1.0))
    airframe = round(columns.number("fw_airframe", len(_AIRFRAMES) - 1.0))
    height = None
    if {"ground_down_m", "position_ned_m"} <= columns.known:
        down = float(columns.read("position_ned_m")[2])
        height = round(columns.number("ground_down_m") - down - standing_m, 2)
    return Pilot(
        airframe=_AIRFRAMES[airframe],
        radio=radio,
        mode=MODE_NAMES.get(columns.number(MODE_COLUMN, -1.0), ""),
        mode_place=place if place >= 0 else None,
        armed=columns.number("fw_armed") > 0.0,
        flying=columns.number("fw_flying") > 0.0,
        position_ok=columns.number("fw_position_ok") > 0.0,
        height_m=height,
    )


def _radio(columns: _Columns) -> Radio:
    used = round(columns.number("fw_rc_channels_used"))

    def mapped(channel: int) -> int | None:
        return channel if _FIRST_SWITCH <= channel < min(used, RC_CHANNELS) else None

    switches = [mapped(channel) for channel in columns.whole("fw_rc_switch_channel")]
    takes = {switches[_TAKE_ATTITUDE], switches[_TAKE_THROTTLE]} - {None}
    backwards = columns.whole("fw_rc_reversed")[:RC_CHANNELS]
    return Radio(
        sticks=tuple(columns.whole("fw_rc_stick_channel")),
        reversed=tuple(channel for channel, is_so in enumerate(backwards) if is_so),
        arm=switches[_ARM],
        override=tuple(sorted(channel for channel in takes if channel is not None)),
        mode=mapped(columns.whole("fw_rc_mode_channel")[0]),
        modes=tuple(MODE_NAMES.get(float(mode), "?") for mode in columns.whole("fw_rc_mode")),
    )
