"""Where a return leads to: home, or the rally point that is nearer."""

from simloop.firmware.command.components import Plan
from simloop.firmware.command.legs import level_distance
from simloop.firmware.fields.link import RALLY_POINTS, RallyPoints
from simloop.firmware.vector import Vec3

NO_RALLY = -1
M_PER_KM = 1000.0


def chosen_rally(rally: RallyPoints, plan: Plan, place_ned_m: Vec3, home_m: float) -> int:
    """The rally point to return to; NO_RALLY for home, which is `home_m` away."""
    k = nearest_rally(rally, place_ned_m)
    if k == NO_RALLY:
        return NO_RALLY
    away = level_distance(rally_at(rally, k), place_ned_m)
    limit_m = M_PER_KM * plan.rally_limit_km
    home = home_is_better(home_m, away, limit_m, plan.rally_includes_home > 0.0)
    return NO_RALLY if home else k


def rally_at(rally: RallyPoints, k: int) -> Vec3:
    """Rally point k."""
    return Vec3(rally.ned_m[3 * k], rally.ned_m[3 * k + 1], rally.ned_m[3 * k + 2])


def nearest_rally(rally: RallyPoints, place_ned_m: Vec3) -> int:
    """The rally point that is nearest to a place; NO_RALLY if there is none."""
    best = NO_RALLY
    least = 0.0
    for k in range(RALLY_POINTS):
        away = level_distance(rally_at(rally, k), place_ned_m)
        if k < rally.count and (best == NO_RALLY or away < least):
            best = k
            least = away
    return best


def home_is_better(home_m: float, rally_m: float, limit_m: float, includes_home: bool) -> bool:
    """Is home the place to go to, at these distances?

    Home counts if it is one of the places to gather at, or if the nearest of them is so far away
    that it was left over from a flight elsewhere; and then only if it is nearer.
    """
    left_over = limit_m > 0.0 and rally_m > limit_m
    return (includes_home or left_over) and home_m < rally_m
