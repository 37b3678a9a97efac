"""How a wing comes down: into the wind, round a pattern, down a slope, and when it is down."""

from simloop.firmware.codes import Stage
from simloop.firmware.fields.craft import Craft
from simloop.firmware.fields.wing import Landing, Wing
from simloop.firmware.fields.wing_settings import Approach
from simloop.firmware.maths import larger, sin_cos, smaller, wrap_pi
from simloop.firmware.vector import Vec2, towards

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
# No flare begins higher than this, however fast a gust lets it sink; it ends again so many times
# above the height at which the highest begins.
FLARE_SPANS = 1.2
FLARE_LEAST_M = 5.0
LIFTED_SHARE = 1.6


def landing_heading(wind: Vec2, runway_rad: float, asked_rad: float, asked: float) -> float:
    """As asked, else into the wind, else as at take-off."""
    if asked > 0.0:
        return asked_rad
    if wind.dot(wind) > WIND_TO_LAND_BY_MPS * WIND_TO_LAND_BY_MPS:
        return (-wind).bearing()
    return runway_rad


def touch_down_before_goal(
    heading: float, wind: Vec2, slow_mps: float, rolling_mps2: float, farthest_m: float
) -> float:
    """How far before the goal to touch down at the approach's speed, to stop around the goal."""
    if rolling_mps2 <= 0.0:
        return 0.0
    ahead = wind.dot(towards(heading))
    over_ground = larger(slow_mps + WIND_SHARE * wind.norm() + ahead, 0.0)
    roll_m = over_ground * over_ground / (2.0 * rolling_mps2)
    return smaller(SHARE_BEFORE_GOAL * roll_m, farthest_m)


def plan_landing(
    place: Vec2,
    goal: Vec2,
    before_goal_m: float,
    heading: float,
    approach: Approach,
    radius_m: float,
) -> Landing:
    """Where the approach begins, and the side of the pattern.

    Who rolls far has the approach end before the goal. The circle touches the line of approach
    where that begins, on the side the aeroplane is on.
    """
    ahead = towards(heading)
    rise, run = sin_cos(approach.slope_rad)
    length = approach.height_m * run / rise + LEVEL_SHARE * radius_m
    begin = goal - (before_goal_m + length) * ahead
    side = 1.0 if ahead.right().dot(place - begin) >= 0.0 else -1.0
    return Landing(heading, begin.x, begin.y, before_goal_m, side)


def landing_planned_here(wing: Wing, craft: Craft, runway_rad: float, slow_mps: float) -> Landing:
    """The landing at the goal as the wind is now, `slow_mps` being the speed of the approach."""
    wind, radius_m = craft.wind_ned_mps, wing.loiter_radius_m
    heading = landing_heading(wind, runway_rad, craft.goal_yaw_rad, craft.goal_yaw_used)
    before_goal_m = touch_down_before_goal(heading, wind, slow_mps, wing.rolling_mps2, radius_m)
    place, goal = craft.position_ned_m.xy(), craft.goal_ned_m.xy()
    return plan_landing(place, goal, before_goal_m, heading, wing.approach, radius_m)


def landing_stage(wing: Wing, span_m: float, craft: Craft, clearance_m: float) -> float:
    """The next stage on the way down."""
    highest_m = larger(FLARE_SPANS * span_m, FLARE_LEAST_M)
    if wing.stage == Stage.PATTERN:
        leaves = leaves_pattern(wing, craft, wing.landing, clearance_m)
        return Stage.FINAL if leaves else Stage.PATTERN
    if wing.stage == Stage.FINAL:
        sink = larger(craft.velocity_ned_mps.z, LEAST_SINK_MPS)
        flares = clearance_m < smaller(wing.approach.flare_s * sink, highest_m)
        return Stage.FLARE if flares else Stage.FINAL
    # Lifted by a gust, the approach goes on.
    if wing.stage == Stage.FLARE and clearance_m > LIFTED_SHARE * highest_m:
        return Stage.FINAL
    return Stage.ROLL_OUT if craft.touched > 0.0 else Stage.FLARE


def leaves_pattern(wing: Wing, craft: Craft, landing: Landing, clearance_m: float) -> bool:
    """Is it in line with the approach, where that begins, and low enough?"""
    near = LEAVE_PLACE_SHARE * wing.loiter_radius_m
    off = craft.position_ned_m.xy() - Vec2(landing.north_m, landing.east_m)
    off_course = craft.velocity_ned_mps.xy().bearing() - landing.heading_rad
    straight = abs(wrap_pi(off_course)) < LEAVE_COURSE_RAD
    low = clearance_m < (1.0 + LEAVE_HEIGHT_SHARE) * wing.approach.height_m
    return off.dot(off) < near * near and straight and low
