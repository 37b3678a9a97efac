"""A mission of a scenario as items of the firmware."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import nan

from simloop.firmware.fields.command import ITEM_SIZE
from simloop.world.plugin import Value

Point = tuple[float, float, float]

NAV_WAYPOINT, NAV_RETURN_TO_LAUNCH, NAV_TAKEOFF = 16.0, 20.0, 22.0
# A VTOL goes over to its wing after this one.
NAV_VTOL_TAKEOFF = 84.0
# Take-off comes first and the return last.
EXTRA_ITEMS = 2


@dataclass(frozen=True, slots=True)
class Mission:
    """Take off, fly the waypoints, then land at home or stay. Places are NED from home, in m.

    Height of take-off and speed may be left to the firmware.
    """

    takeoff_altitude_m: float | None
    waypoints_home_ned_m: Sequence[Point]
    cruise_speed_mps: float | None
    hold_s: float
    land: bool = True
    on_wing: bool = False
    """Whether a VTOL flies the waypoints on its wing; others take no notice."""


def mission_values(mission: Mission | None, capacity: int) -> dict[str, Value]:
    """The columns that make a vehicle fly a mission, or stay where it is."""
    if mission is None:
        return {"fw_mission_start": 0.0}
    items = _items(mission)
    if len(items) > capacity:
        points = len(mission.waypoints_home_ned_m)
        raise ValueError(f"the mission has {points} waypoints, but room for {capacity} items")
    rows = [number for item in items for number in item]
    return {
        "fw_mission_start": 1.0,
        "fw_item_count": float(len(items)),
        "fw_item": rows + [0.0] * (ITEM_SIZE * capacity - len(rows)),
        **_told(fw_takeoff_altitude_m=mission.takeoff_altitude_m),
        **_told(fw_cruise_speed_mps=mission.cruise_speed_mps),
    }


def _told(**values: float | None) -> dict[str, float]:
    """Those that are told."""
    return {name: value for name, value in values.items() if value is not None}


def _items(mission: Mission) -> list[tuple[float, ...]]:
    """Command, four parameters, place."""
    takeoff = NAV_VTOL_TAKEOFF if mission.on_wing else NAV_TAKEOFF
    # A take-off to no height at all leads to the parameter's.
    start = (takeoff, 0.0, 0.0, 0.0, nan, 0.0, 0.0, -(mission.takeoff_altitude_m or 0.0))
    way = [
        (NAV_WAYPOINT, mission.hold_s, 0.0, 0.0, nan, *place)
        for place in mission.waypoints_home_ned_m
    ]
    home = [(NAV_RETURN_TO_LAUNCH, *(0.0,) * (ITEM_SIZE - 1))]
    return [start, *way, *(home if mission.land else [])]
