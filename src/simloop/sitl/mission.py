"""A mission as the values of firmware parameters."""

from collections.abc import Sequence
from dataclasses import dataclass

from simloop.world.plugin import Value

Point = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Mission:
    """Take off, fly the waypoints, then land at home or stay. Places are NED from home, in m."""

    takeoff_altitude_m: float
    waypoints_home_ned_m: Sequence[Point]
    cruise_speed_mps: float
    hold_s: float
    land: bool = True


def mission_values(mission: Mission | None, capacity: int) -> dict[str, Value]:
    """The columns that make a vehicle fly a mission, or stay where it is."""
    if mission is None:
        return {"fw_mission_start": 0.0}
    points = list(mission.waypoints_home_ned_m)
    if len(points) > capacity:
        raise ValueError(f"the mission has {len(points)} waypoints, but room for {capacity}")
    padded = points + [(0.0, 0.0, 0.0)] * (capacity - len(points))
    north, east, down = zip(*padded, strict=True)
    return {
        "fw_mission_start": 1.0,
        "fw_takeoff_altitude_m": mission.takeoff_altitude_m,
        "fw_waypoint_count": float(len(points)),
        "fw_waypoint_north_m": north,
        "fw_waypoint_east_m": east,
        "fw_waypoint_down_m": down,
        "fw_cruise_speed_mps": mission.cruise_speed_mps,
        "fw_hold_time_s": mission.hold_s,
        "fw_land_at_end": 1.0 if mission.land else 0.0,
    }
