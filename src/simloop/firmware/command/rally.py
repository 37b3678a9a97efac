"""Where a return leads to: home, or the rally point that is nearer."""

from simloop.firmware.command.legs import distance
from simloop.firmware.row import Row

# Lanes per block; compiled copies set it.
W = 1
# As in fields/link.py.
RALLY_POINTS = 8

NO_RALLY = -1
M_PER_KM = 1000.0


def nearest_rally(fw_rally: Row, j: int, count: float, north_m: float, east_m: float) -> int:
    """The rally point that is nearest to a place; NO_RALLY if there is none."""
    best = NO_RALLY
    least = 0.0
    for k in range(RALLY_POINTS):
        off_n = fw_rally[3 * k * W + j] - north_m
        off_e = fw_rally[(3 * k + 1) * W + j] - east_m
        away = distance(off_n, off_e, 0.0)
        if k < count and (best == NO_RALLY or away < least):
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


def chosen_rally(
    fw_rally: Row,
    j: int,
    count: float,
    north_m: float,
    east_m: float,
    home_m: float,
    limit_km: float,
    includes_home: float,
) -> int:
    """The rally point to return to; NO_RALLY for home, which is `home_m` away."""
    k = nearest_rally(fw_rally, j, count, north_m, east_m)
    if k == NO_RALLY:
        return NO_RALLY
    off_n = fw_rally[3 * k * W + j] - north_m
    off_e = fw_rally[(3 * k + 1) * W + j] - east_m
    away = distance(off_n, off_e, 0.0)
    home = home_is_better(home_m, away, M_PER_KM * limit_km, includes_home > 0.0)
    return NO_RALLY if home else k
