"""Mission items as people write them, from and to the rows of the firmware's column `fw_item`.

Places are north and east of home and the altitude above it, in m. A change of speed is a property
of the item before which it stands.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from difflib import get_close_matches
from math import degrees, isfinite, nan, radians
from typing import Any

from simloop.firmware.fields.command import ITEM_SIZE

CODES = {
    "takeoff": 22,
    "waypoint": 16,
    "loiter": 17,
    "loiter_turns": 18,
    "loiter_time": 19,
    "return": 20,
    "land": 21,
    "vtol_takeoff": 84,
    "vtol_land": 85,
    "delay": 93,
    "jump": 177,
}
NAMES = {code: name for name, code in CODES.items()}
OTHER = "other"
_CHANGE_SPEED = 178
_JUMP = CODES["jump"]
# Of other commands those of places, by MAV_CMD.
_OTHER_PLACED = (195, 201)
_PLACED = tuple(code for name, code in CODES.items() if name not in ("return", "delay", "jump"))
_OTHERS = (112, 183, 195, 197, 201, 3000)
_NEEDS_PLACE = ("waypoint", "loiter", "loiter_turns", "loiter_time")
_TIMED = ("waypoint", "loiter_time", "delay")
_ROUND = ("loiter", "loiter_turns", "loiter_time")
_MOST_M, _MOST_S, _MOST_MPS = 1e6, 1e6, 1000.0
_MOST_ITEMS = 1000

Row = list[float]
Ned = tuple[float, float, float]


class ItemFault(ValueError):
    """What is wrong with which item, in one line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MissionItem:
    """One item; what does not belong to its command is None."""

    command: str
    """takeoff, waypoint, loiter, loiter_time, loiter_turns, land, return, delay, jump, other ..."""
    north_m: float | None = None
    east_m: float | None = None
    altitude_m: float | None = None
    hold_s: float | None = None
    speed_mps: float | None = None
    """Speed on the way to it and after it; None: as before."""
    heading_deg: float | None = None
    radius_m: float | None = None
    turns: float | None = None
    to_item: int | None = None
    """Of a jump: the item it leads to, counted from 0."""
    times: int | None = None
    """Of a jump: how often; -1 for ever."""
    code: int | None = None
    """Of another command: its number, as MAV_CMD."""
    parameters: tuple[float | None, ...] = ()
    """Of another command: its first four."""


def rows_of(items: Sequence[Any], home_ned_m: Ned) -> list[Row]:
    """The firmware's rows of plain items; raises ItemFault."""
    if len(items) > _MOST_ITEMS:
        raise ItemFault(f"{len(items)} items are more than any mission has: {_MOST_ITEMS} at most")
    given = [_Given(number, each) for number, each in enumerate(items)]
    places: list[int] = []
    rows: list[Row] = []
    for item in given:
        speed = item.number("speed_mps", 0.0, least=0.0, most=_MOST_MPS)
        # A jump leads to the change of speed that belongs to an item.
        places.append(len(rows))
        if speed > 0.0:
            rows.append([float(_CHANGE_SPEED), 1.0, speed, -1.0, *(0.0,) * 4])
        rows.append(_row(item, home_ned_m))
    for item, row in zip(given, _own_rows(rows), strict=True):
        if row[0] == _JUMP:
            row[1] = float(places[item.whole("to_item", 0, len(items) - 1)])
    return rows


def items_of(numbers: Sequence[float], count: int, home_ned_m: Ned) -> list[MissionItem]:
    """The items in the firmware's columns."""
    ends = range(ITEM_SIZE, ITEM_SIZE * count + 1, ITEM_SIZE)
    rows = [list(numbers[end - ITEM_SIZE : end]) for end in ends]
    told = told_numbers(rows)
    found: list[MissionItem] = []
    speed: float | None = None
    for number, row in enumerate(rows):
        if row[0] == _CHANGE_SPEED and number + 1 < count:
            speed = row[2] if row[2] > 0.0 else speed
            continue
        found.append(_item(row, home_ned_m, speed, told))
        speed = None
    return found


def told_numbers(rows: Sequence[Row]) -> list[int]:
    """For each row the number of the item, as told, that it belongs to."""
    numbers, number = [], 0
    for place, row in enumerate(rows):
        numbers.append(number)
        if row[0] != _CHANGE_SPEED or place + 1 == len(rows):
            number += 1
    return numbers


def _own_rows(rows: Sequence[Row]) -> list[Row]:
    return [row for row in rows if row[0] != _CHANGE_SPEED]


_KEYS = tuple(each.name for each in fields(MissionItem))


class _Given:
    """One item as it came, which may be anything."""

    def __init__(self, number: int, values: Any) -> None:
        self._number = number
        if not isinstance(values, Mapping):
            raise self.fault("an item is a mapping, such as {command: return}")
        self._values = values
        self.command = str(values.get("command"))
        if self.command not in (*CODES, OTHER):
            raise self.fault(f"there is no command '{self.command}': use {', '.join(CODES)}")
        for key in values:
            if key not in _KEYS:
                near = get_close_matches(str(key), _KEYS, 1)
                hint = f"did you mean {near[0]}?" if near else f"use {', '.join(_KEYS)}"
                raise self.fault(f"there is no {key}: {hint}")

    def fault(self, words: str) -> ItemFault:
        return ItemFault(f"item {self._number + 1}: {words}")

    def number(
        self,
        key: str,
        default: float | None = None,
        *,
        least: float = -_MOST_M,
        most: float = _MOST_M,
    ) -> float:
        value = self._values.get(key)
        if value is None and default is not None:
            return default
        if value is None:
            raise self.fault(f"{key} is missing")
        self._finite(key, value)
        if not least <= value <= most:
            raise self.fault(f"{key} is {value:g}: write a number from {least:g} to {most:g}")
        return float(value)

    def _finite(self, key: str, value: Any, words: str = "a number") -> float:
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not isfinite(value):
            raise self.fault(f"{key} takes {words}")
        return float(value)

    def whole(self, key: str, least: int, most: int) -> int:
        value = self.number(key, least=least, most=most)
        if value != int(value):
            raise self.fault(f"{key} takes a whole number")
        return int(value)

    def parameters(self) -> Row:
        given = self._values.get("parameters") or ()
        if not isinstance(given, (list, tuple)) or len(given) > 4:
            raise self.fault("parameters takes up to four numbers")
        wanted = [*given, *(None,) * (4 - len(given))]
        return [
            nan if each is None else self._finite("parameters", each, "up to four numbers")
            for each in wanted
        ]


def _row(item: _Given, home: Ned) -> Row:
    command = item.command
    if command == OTHER:
        code = item.whole("code", 0, 65535)
        if code not in _OTHERS:
            raise item.fault(f"the firmware does not fly command {code}")
        place = _place(item, home) if code in _OTHER_PLACED else [0.0] * 3
        return [float(code), *item.parameters(), *place]
    code = CODES[command]
    first = item.number("hold_s", 0.0, least=0.0, most=_MOST_S) if command in _TIMED else 0.0
    second = third = 0.0
    if command == "loiter_turns":
        first = item.number("turns", 1.0, least=0.0, most=1000.0)
    if command in _ROUND:
        third = item.number("radius_m", 0.0, least=-10_000.0, most=10_000.0)
    if command == "jump":
        second = float(item.whole("times", -1, 10_000))
        return [float(code), 0.0, second, *(0.0,) * 5]
    if code not in _PLACED:
        return [float(code), first, *(0.0,) * 6]
    heading = item.number("heading_deg", nan, least=-360.0, most=360.0)
    return [float(code), first, second, third, radians(heading), *_place(item, home)]


def _place(item: _Given, home: Ned) -> Row:
    """North, east and down from the firmware's origin."""
    required = item.command in _NEEDS_PLACE
    altitude = item.number("altitude_m", None if required else 0.0, least=-1000.0, most=50_000.0)
    # A take-off climbs where it stands, and a landing without a place lands there.
    anywhere = None if required else nan
    north, east = item.number("north_m", anywhere), item.number("east_m", anywhere)
    if item.command == "takeoff" and not isfinite(north + east):
        north = east = 0.0
    return [home[0] + north, home[1] + east, home[2] - altitude]


def _item(row: Row, home: Ned, speed: float | None, told: Sequence[int]) -> MissionItem:
    code = round(row[0])
    command = NAMES.get(code, OTHER)
    north, east, altitude = row[5] - home[0], row[6] - home[1], home[2] - row[7]
    placed = code in (*_PLACED, *_OTHER_PLACED)
    target = int(row[1]) if command == "jump" and 0.0 <= row[1] < len(told) else 0
    return MissionItem(
        command=command,
        north_m=_told(north) if placed else None,
        east_m=_told(east) if placed else None,
        altitude_m=_told(altitude) if placed else None,
        hold_s=_told(row[1]) if command in _TIMED else None,
        speed_mps=speed,
        heading_deg=_told(degrees(row[4])) if code in _PLACED else None,
        radius_m=_told(row[3]) if command in _ROUND else None,
        turns=_told(row[1]) if command == "loiter_turns" else None,
        to_item=told[target] if command == "jump" and told else None,
        times=int(row[2]) if command == "jump" and isfinite(row[2]) else None,
        code=code if command == OTHER else None,
        parameters=tuple(_told(each) for each in row[1:5]) if command == OTHER else (),
    )


def _told(value: float) -> float | None:
    return value if isfinite(value) else None
