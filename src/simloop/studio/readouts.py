"""What the studio shows of a vehicle beside its pose, read from the firmware's columns."""

from collections.abc import Callable
from math import isfinite
from typing import Literal

from simloop.sitl.flight_status import (
    MODE_COLUMN,
    MODE_NAMES,
    PHASE_COLUMN,
    SURFACE_STACKS,
    WAYPOINT_COLUMN,
    FlightStatus,
    is_guided,
)
from simloop.sitl.mission import NAV_RETURN_TO_LAUNCH, NAV_TAKEOFF, NAV_VTOL_TAKEOFF
from simloop.systems.failures import FailureDesk
from simloop.systems.scene.messages import Point, VehicleStatus
from simloop.systems.scene.poses import index_of
from simloop.world.entities import Entity, Record
from simloop.world.table import Table

_ITEM_NUMBERS = 8
_MOST_PLACES = 500
_LAST_NAVIGATION = 95.0
_LOW_BATTERY = 0.2
_SILENT_GNSS = "gps off"
_PlanKey = tuple[Point | None, float, bytes]

STATUS_COLUMNS = (
    *(MODE_COLUMN, PHASE_COLUMN, WAYPOINT_COLUMN, "fw_armed", "fw_battery_left", "fw_ekf_healthy"),
    *("battery_state_of_charge", "gnss_fix_type", "crashed", "frozen"),
)
"""All that `status_of` reads."""

Health = Literal["good", "poor", "lost"]


def status_of(record: Record, table: Table, failures: tuple[str, ...] = ()) -> VehicleStatus:
    """How a vehicle is, in words and round numbers, so that it seldom changes."""
    read = _reader(record, table)
    phase = read(PHASE_COLUMN)
    left, fix, mode = read("fw_battery_left"), read("gnss_fix_type"), read(MODE_COLUMN)
    if fix is not None and _SILENT_GNSS in failures:
        # The last fix stands in the columns: nobody says that it is old.
        fix = 0.0
    if left is None or left < 0.0:
        left = read("battery_state_of_charge")
    doing, waypoint = "", 0
    if phase is not None:
        waypoint = max(0, int(read(WAYPOINT_COLUMN) or 0.0) - 1)
        on_surface = record.facts.get("firmware_stack") in SURFACE_STACKS
        doing = FlightStatus(phase, waypoint, on_surface, is_guided(mode)).words
    return VehicleStatus(
        index_of(record),
        armed=(read("fw_armed") or 0.0) > 0.0,
        mode="" if mode is None else MODE_NAMES.get(mode, ""),
        doing=doing,
        waypoint=waypoint,
        battery=round(left, 2) if left is not None and left >= 0.0 else None,
        gnss_fix=None if fix is None else int(fix),
        health=_health(read, left),
        failures=failures,
    )


def failures_of(desk: FailureDesk, vehicle: str) -> tuple[str, ...]:
    """What fails now on a vehicle, one short name each."""
    requests = [failure.request for failure in desk.of(vehicle) if failure.running]
    return tuple(
        f"{each.component} {f'{each.instance} ' if each.instance else ''}{each.kind}"
        for each in requests
    )


def plan_of(
    record: Record, table: Table, home_ned_m: Point | None
) -> tuple[Point | None, tuple[Point, ...]]:
    """Where home is, and the places of the mission that the firmware holds, in the world's NED."""
    if home_ned_m is None or "fw_item_count" not in table.layout.places:
        return home_ned_m, ()
    count = int(table.vector(record.row, "fw_item_count")[0])
    if count == 0:
        return home_ned_m, ()
    numbers = table.vector(record.row, "fw_item").tolist()
    north, east, down = home_ned_m
    places: list[Point] = []
    for first in range(0, min(count, _MOST_PLACES) * _ITEM_NUMBERS, _ITEM_NUMBERS):
        command, *_, n, e, d = numbers[first : first + _ITEM_NUMBERS]
        if command == NAV_RETURN_TO_LAUNCH:
            places.append((north, east, places[-1][2] if places else down))
        elif command <= _LAST_NAVIGATION and all(map(isfinite, (n, e, d))):
            climb = command in (NAV_TAKEOFF, NAV_VTOL_TAKEOFF)
            if not (climb and d == 0.0):
                places.append((north + n, east + e, down + d))
    return home_ned_m, tuple(places)


class PlanReader:
    """Reads plans, and makes them anew only when their numbers have changed."""

    def __init__(self) -> None:
        self._known: dict[Entity, tuple[_PlanKey, tuple[Point | None, tuple[Point, ...]]]] = {}

    def read(
        self, record: Record, table: Table, home_ned_m: Point | None
    ) -> tuple[Point | None, tuple[Point, ...]]:
        """The same as `plan_of`."""
        if "fw_item" not in table.layout.places:
            return plan_of(record, table, home_ned_m)
        count = float(table.vector(record.row, "fw_item_count")[0])
        # There is room for thousands of items; those beyond the count are never read.
        used = _ITEM_NUMBERS * min(int(count), _MOST_PLACES)
        key = (home_ned_m, count, table.vector(record.row, "fw_item")[:used].tobytes())
        known = self._known.get(record.entity)
        if known is None or known[0] != key:
            known = self._known[record.entity] = (key, plan_of(record, table, home_ned_m))
        return known[1]


def _health(read: Callable[[str], float | None], battery: float | None) -> Health:
    if (read("crashed") or 0.0) > 0.0 or (read("frozen") or 0.0) > 0.0:
        return "lost"
    unwell = read("fw_ekf_healthy") == 0.0 and (read("fw_armed") or 0.0) > 0.0
    low = battery is not None and 0.0 <= battery < _LOW_BATTERY
    return "poor" if unwell or low else "good"


def _reader(record: Record, table: Table) -> Callable[[str], float | None]:
    places = table.layout.places

    def read(column: str) -> float | None:
        return float(table.numbers(record.row, column)[0]) if column in places else None

    return read
