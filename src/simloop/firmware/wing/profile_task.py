"""Which height and airspeed to fly: along lines, on the glide slope, in the flare."""

from math import sqrt
from typing import NamedTuple

from simloop.firmware.codes import GoalKind, Level, Stage
from simloop.firmware.component import Mut
from simloop.firmware.fields.craft import Craft
from simloop.firmware.fields.wing import Wing
from simloop.firmware.fields.wing_model import LowCruiseHigh
from simloop.firmware.maths import clamp, larger, sin_cos, smaller
from simloop.firmware.vector import Vec2, Vec3, towards
from simloop.firmware.wing.air import true_per_design
from simloop.firmware.wing.landing import WIND_SHARE

# How the height set point nears its target, and how fast its climb changes.
FOLLOW_PER_S = 0.6
CLIMB_SLEW_MPS2 = 2.0
# The set point runs no further ahead of the aeroplane than this time of climbing.
LEAD_S = 4.0
# Sink at which the wheels shall meet the ground. A gust may hold it in the air for long: a flare
# that takes more than so many of its time constants asks for more sink, up to the last of these.
TOUCH_SINK_MPS = 0.35
LONG_FLARE_CONSTANTS = 1.5
LATE_SINK_MPS2 = 0.3
MOST_TOUCH_SINK_MPS = 0.9
# In wind the approach is no faster than this.
MOST_OF_CRUISE = 1.15
# Against the wind it flies faster, so that over ground this share of the cruise speed is left.
LEAST_GROUND_SHARE = 0.5
# The flare carries this many of its time constants beyond where the slope would end.
FLOAT_CONSTANTS = 1.25


class Profile(NamedTuple):
    """The height to be at, how it changes, and the airspeed."""

    height_m: float
    climb_mps: float
    speed_mps: float


def profile_wing(period_s: float, wing: Mut[Wing], craft: Craft) -> None:
    """Move the height set point within the limits of climb and sink; choose the airspeed."""
    faster = true_per_design(wing.air_density_kgpm3)
    limits = true_limits(wing.speed_limits_mps, faster)
    slow_mps = faster * wing.ground_speeds_mps.approach
    wanted = profile_here(wing, craft, limits, slow_mps)
    led = craft.control_level >= Level.GOAL
    climb_most, sink_most = wing.climb_limits_mps
    up = -craft.position_ned_m.z

    # The set point moves there; in the flare, sink falls with the height that is left.
    before, climb_before = wing.height_setpoint_m, wing.climb_setpoint_mps
    climb = wanted.climb_mps + FOLLOW_PER_S * (wanted.height_m - before)
    climb = clamp(climb, -sink_most, climb_most)
    slew = CLIMB_SLEW_MPS2 * period_s
    climb = clamp(climb, climb_before - slew, climb_before + slew)
    height = before + climb * period_s
    if led and wing.stage >= Stage.FLARE:
        climb = flare_climb(wing.approach.flare_s, wing, climb_before)
        height = up
    free = craft.flying * wing.engaged <= 0.0 or craft.control_level < Level.CLIMB
    if free or (led and wing.stage <= Stage.ROTATE):
        rising = clamp(-craft.velocity_ned_mps.z, 0.0, climb_most)
        climb = rising if wing.stage == Stage.ROTATE and not free else 0.0
        height = up

    # Who is hardly faster than the wind would never arrive.
    speed = wanted.speed_mps
    if led and wing.stage == Stage.CRUISE:
        least = speed_for_ground(craft, LEAST_GROUND_SHARE * limits.cruise)
        speed = larger(speed, smaller(least, limits.high))

    # A bank needs more speed above the stall.
    _, cosine_bank = sin_cos(wing.roll_setpoint_rad)
    least = limits.low / sqrt(larger(cosine_bank, 0.25))
    speed = larger(speed, least) if wing.stage < Stage.FINAL else speed

    wing.height_setpoint_m = clamp(height, up - LEAD_S * sink_most, up + LEAD_S * climb_most)
    wing.climb_setpoint_mps = climb
    wing.speed_setpoint_mps = speed


def true_limits(design: LowCruiseHigh, faster: float) -> LowCruiseHigh:
    """Airspeeds to fly in air that makes flight `faster`; what the pilot set may be too slow."""
    low = faster * design.low
    return LowCruiseHigh(low, larger(design.cruise, low), larger(design.high, low))


def profile_here(wing: Wing, craft: Craft, limits: LowCruiseHigh, slow_mps: float) -> Profile:
    """What mode, goal and stage ask for; `slow_mps` is the speed of an approach without wind."""
    asked = craft.goal_speed_mps
    speed = clamp(asked, limits.low, limits.high) if asked > 0.0 else limits.cruise
    up = -craft.position_ned_m.z
    goal_up = -craft.goal_ned_m.z
    if craft.control_level < Level.GOAL:
        speed = asked_speed(craft, craft.wind_ned_mps, limits, speed)
        return Profile(wing.height_setpoint_m, -craft.goal_velocity_ned_mps.z, speed)
    if wing.stage < Stage.CRUISE:
        return Profile(goal_up, 0.0, limits.cruise)
    if wing.stage == Stage.PATTERN:
        return Profile(up - wing.clearance_m + wing.approach.height_m, 0.0, limits.cruise)
    if wing.stage >= Stage.FINAL:
        speed = approach_speed(craft.wind_ned_mps, slow_mps, limits.cruise)
        above, climb = approach_height(wing, craft)
        return Profile(up - wing.clearance_m + above, climb, speed)
    if craft.goal_kind == GoalKind.PASS:
        height, climb = line_profile(
            craft.position_ned_m.xy(),
            craft.velocity_ned_mps.xy(),
            craft.goal_start_ned_m,
            craft.goal_ned_m,
        )
        return Profile(height, climb, speed)
    return Profile(goal_up, 0.0, speed)


def asked_speed(craft: Craft, wind: Vec2, limits: LowCruiseHigh, speed: float) -> float:
    """At level velocity the airspeed that moves over the ground as asked, if it can be flown."""
    asked = craft.goal_velocity_ned_mps.xy()
    if craft.control_level >= Level.VELOCITY and asked.dot(asked) > 1.0:
        return clamp((asked - wind).norm(), limits.low, limits.high)
    return speed


def line_profile(place: Vec2, velocity: Vec2, start: Vec3, goal: Vec3) -> tuple[float, float]:
    """Height and climb of a straight way here; the height of its end where it has no length."""
    start_up, goal_up = -start.z, -goal.z
    way = goal.xy() - start.xy()
    square = way.dot(way)
    if square < 1.0:
        return goal_up, 0.0
    done = (place - start.xy()).dot(way) / square
    share = clamp(done, 0.0, 1.0)
    rise = goal_up - start_up
    rate = rise * velocity.dot(way) / square
    return start_up + share * rise, rate if share == done else 0.0


def approach_height(wing: Wing, craft: Craft) -> tuple[float, float]:
    """Height above the ground and climb on the way down the approach."""
    ahead = towards(wing.landing.heading_rad)
    to_go_m = (craft.goal_ned_m.xy() - craft.position_ned_m.xy()).dot(ahead)
    closing_mps = craft.velocity_ned_mps.xy().dot(ahead)
    approach = wing.approach
    float_m = FLOAT_CONSTANTS * approach.flare_s * closing_mps
    to_end_m = to_go_m - wing.landing.before_goal_m - float_m
    return slope_profile(to_end_m, closing_mps, approach.slope_rad, approach.height_m)


def slope_profile(
    to_go_m: float, closing_mps: float, slope_rad: float, highest_m: float
) -> tuple[float, float]:
    """Height above the ground and climb on the glide slope; level before it begins."""
    rise, run = sin_cos(slope_rad)
    tangent = rise / run
    height = clamp(to_go_m * tangent, 0.0, highest_m)
    return height, -closing_mps * tangent if height == to_go_m * tangent else 0.0


def approach_speed(wind: Vec2, slow_mps: float, cruise_mps: float) -> float:
    """The airspeed of the approach, faster in wind."""
    in_wind = slow_mps + WIND_SHARE * wind.norm()
    return larger(smaller(in_wind, MOST_OF_CRUISE * cruise_mps), slow_mps)


def speed_for_ground(craft: Craft, ground_mps: float) -> float:
    """The airspeed that leaves a speed over ground on the course that is flown."""
    velocity = craft.velocity_ned_mps.xy()
    over_ground = larger(velocity.norm(), 1.0)
    return ground_mps - craft.wind_ned_mps.dot(velocity) / over_ground


def flare_climb(flare_s: float, wing: Wing, climb_before: float) -> float:
    """The climb of a flare: it sinks ever slower, and never more than before."""
    touch = touch_sink(wing.stage_time_s, flare_s)
    sink = larger(wing.clearance_m / flare_s, touch)
    return larger(-sink, smaller(climb_before, -touch))


def touch_sink(flare_s: float, constant_s: float) -> float:
    """The sink to touch down with, so long after the flare began."""
    late_s = larger(flare_s - LONG_FLARE_CONSTANTS * constant_s, 0.0)
    return smaller(TOUCH_SINK_MPS + LATE_SINK_MPS2 * late_s, MOST_TOUCH_SINK_MPS)
