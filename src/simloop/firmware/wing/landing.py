"""How a wing comes down: into the wind, round a pattern, down a slope, and when it is down."""

from math import sqrt

from simloop.firmware.maths import atan2, larger, sin_cos, smaller, wrap_pi
from simloop.firmware.wing.stages import (
    STAGE_FINAL,
    STAGE_FLARE,
    STAGE_PATTERN,
    STAGE_ROLL_OUT,
)

# Landings turn into a wind of this speed, else they use the direction of take-off.
WIND_TO_LAND_BY_MPS = 2.0
# The level part of the approach, as a share of the pattern's radius.
LEVEL_SHARE = 0.6
# In wind the approach is faster by this share of it.
WIND_SHARE = 0.5
# Who rolls far touches down this share of the way to a stop before the goal.
SHARE_BEFORE_GOAL = 0.5
# How close to course, place and height the pattern is left for the approach.
LEAVE_COURSE_RAD = 0.3
LEAVE_PLACE_SHARE = 0.45
LEAVE_HEIGHT_SHARE = 0.25
# A flare begins at no less than this sink.
LEAST_SINK_MPS = 0.4
# A flare ends again this many times above the height at which the highest begins.
LIFTED_SHARE = 1.6


def landing_heading(
    wind_n: float, wind_e: float, runway_rad: float, asked_rad: float, asked: float
) -> float:
    """As asked, else into the wind, else as at take-off."""
    if asked > 0.0:
        return asked_rad
    if wind_n * wind_n + wind_e * wind_e > WIND_TO_LAND_BY_MPS * WIND_TO_LAND_BY_MPS:
        return atan2(-wind_e, -wind_n)
    return runway_rad


def touch_down_before_goal(
    heading: float,
    wind_n: float,
    wind_e: float,
    slow_mps: float,
    rolling_mps2: float,
    farthest_m: float,
) -> float:
    """How far before the goal to touch down at the approach's speed, to stop around the goal."""
    if rolling_mps2 <= 0.0:
        return 0.0
    sine, cosine = sin_cos(heading)
    wind = sqrt(wind_n * wind_n + wind_e * wind_e)
    ahead = wind_n * cosine + wind_e * sine
    over_ground = larger(slow_mps + WIND_SHARE * wind + ahead, 0.0)
    roll_m = over_ground * over_ground / (2.0 * rolling_mps2)
    return smaller(SHARE_BEFORE_GOAL * roll_m, farthest_m)


def plan_landing(
    north: float,
    east: float,
    goal_n: float,
    goal_e: float,
    before_goal_m: float,
    heading: float,
    slope_rad: float,
    height_m: float,
    radius_m: float,
) -> tuple[float, float, float]:
    """North and east where the approach begins, and the side of the pattern.

    Who rolls far has the approach end before the goal. The circle touches the line of approach
    where that begins, on the side the aeroplane is on.
    """
    sine, cosine = sin_cos(heading)
    rise, run = sin_cos(slope_rad)
    length = height_m * run / rise + LEVEL_SHARE * radius_m
    join_n = goal_n - (before_goal_m + length) * cosine
    join_e = goal_e - (before_goal_m + length) * sine
    right = (east - join_e) * cosine - (north - join_n) * sine
    return join_n, join_e, 1.0 if right >= 0.0 else -1.0


def landing_stage(
    stage: float,
    off_n: float,
    off_e: float,
    off_course: float,
    clearance: float,
    sink: float,
    radius_m: float,
    height_m: float,
    flare_s: float,
    touched: float,
    highest_m: float,
) -> float:
    """The next stage; `off_n` and `off_e` lead from where the approach begins."""
    if stage == STAGE_PATTERN:
        near = LEAVE_PLACE_SHARE * radius_m
        in_line = off_n * off_n + off_e * off_e < near * near
        straight = abs(wrap_pi(off_course)) < LEAVE_COURSE_RAD
        low = clearance < (1.0 + LEAVE_HEIGHT_SHARE) * height_m
        return STAGE_FINAL if in_line and straight and low else STAGE_PATTERN
    if stage == STAGE_FINAL:
        flare = clearance < smaller(flare_s * larger(sink, LEAST_SINK_MPS), highest_m)
        return STAGE_FLARE if flare else STAGE_FINAL
    # Lifted by a gust, the approach goes on.
    if stage == STAGE_FLARE and clearance > LIFTED_SHARE * highest_m:
        return STAGE_FINAL
    return STAGE_ROLL_OUT if touched > 0.0 else STAGE_FLARE
