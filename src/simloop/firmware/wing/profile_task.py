"""Which height and airspeed to fly: along lines, on the glide slope, in the flare."""

from math import sqrt

from simloop.firmware.maths import clamp, larger, sin_cos, smaller
from simloop.firmware.modes import GOAL_PASS, LEVEL_CLIMB, LEVEL_GOAL, LEVEL_VELOCITY
from simloop.firmware.row import Row
from simloop.firmware.wing.landing import WIND_SHARE
from simloop.firmware.wing.stages import (
    STAGE_CRUISE,
    STAGE_FINAL,
    STAGE_FLARE,
    STAGE_PATTERN,
    STAGE_ROTATE,
)
from simloop.firmware.wing.thin_air import true_per_design

# Lanes per block; compiled copies set it.
W = 1

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


def line_profile(
    north: float,
    east: float,
    vn: float,
    ve: float,
    start_n: float,
    start_e: float,
    start_up: float,
    goal_n: float,
    goal_e: float,
    goal_up: float,
) -> tuple[float, float]:
    """Height and climb of a straight way here; the height of its end where it has no length."""
    dn = goal_n - start_n
    de = goal_e - start_e
    square = dn * dn + de * de
    if square < 1.0:
        return goal_up, 0.0
    done = ((north - start_n) * dn + (east - start_e) * de) / square
    share = clamp(done, 0.0, 1.0)
    rise = goal_up - start_up
    rate = rise * (vn * dn + ve * de) / square
    return start_up + share * rise, rate if share == done else 0.0


def slope_profile(
    to_go_m: float, closing_mps: float, slope_rad: float, highest_m: float
) -> tuple[float, float]:
    """Height above the ground and climb on the glide slope; level before it begins."""
    rise, run = sin_cos(slope_rad)
    tangent = rise / run
    height = clamp(to_go_m * tangent, 0.0, highest_m)
    return height, -closing_mps * tangent if height == to_go_m * tangent else 0.0


def speed_through_air(
    gn: float, ge: float, wind_n: float, wind_e: float, lowest: float, fastest: float
) -> float:
    """The airspeed that moves over the ground as wanted, as far as it can be flown."""
    an = gn - wind_n
    ae = ge - wind_e
    return clamp(sqrt(an * an + ae * ae), lowest, fastest)


def speed_for_ground(
    vn: float, ve: float, wind_n: float, wind_e: float, ground_mps: float
) -> float:
    """The airspeed that leaves a speed over ground on the course that is flown."""
    over_ground = larger(sqrt(vn * vn + ve * ve), 1.0)
    return ground_mps - (wind_n * vn + wind_e * ve) / over_ground


def touch_sink(flare_s: float, constant_s: float) -> float:
    """The sink to touch down with, so long after the flare began."""
    late_s = larger(flare_s - LONG_FLARE_CONSTANTS * constant_s, 0.0)
    return smaller(TOUCH_SINK_MPS + LATE_SINK_MPS2 * late_s, MOST_TOUCH_SINK_MPS)


def profile_wing(
    period_s: float,
    fw_wing_speed_limits_mps: Row,
    fw_wing_ground_speeds_mps: Row,
    fw_wing_climb_limits_mps: Row,
    fw_wing_approach: Row,
    fw_flying: Row,
    fw_wing_engaged: Row,
    fw_control_level: Row,
    fw_goal_kind: Row,
    fw_goal_ned_m: Row,
    fw_goal_start_ned_m: Row,
    fw_goal_speed_mps: Row,
    fw_goal_velocity_ned_mps: Row,
    fw_position_ned_m: Row,
    fw_velocity_ned_mps: Row,
    fw_wind_ned_mps: Row,
    fw_air_density_kgpm3: Row,
    fw_wing_stage: Row,
    fw_wing_stage_time_s: Row,
    fw_wing_landing: Row,
    fw_wing_clearance_m: Row,
    fw_wing_roll_setpoint_rad: Row,
    fw_wing_height_setpoint_m: Row,
    fw_wing_climb_setpoint_mps: Row,
    fw_wing_speed_setpoint_mps: Row,
) -> None:
    """Move the height set point within the limits of climb and sink; choose the airspeed."""
    for j in range(W):
        north = fw_position_ned_m[j]
        east = fw_position_ned_m[W + j]
        up = -fw_position_ned_m[2 * W + j]
        vn = fw_velocity_ned_mps[j]
        ve = fw_velocity_ned_mps[W + j]
        wind_n = fw_wind_ned_mps[j]
        wind_e = fw_wind_ned_mps[W + j]
        level = fw_control_level[j]
        stage = fw_wing_stage[j]
        clearance = fw_wing_clearance_m[j]
        climb_most = fw_wing_climb_limits_mps[j]
        sink_most = fw_wing_climb_limits_mps[W + j]
        faster = true_per_design(fw_air_density_kgpm3[j])
        lowest = faster * fw_wing_speed_limits_mps[j]
        cruise = larger(fw_wing_speed_limits_mps[W + j], lowest)
        fastest = larger(fw_wing_speed_limits_mps[2 * W + j], lowest)
        asked = fw_goal_speed_mps[j]
        speed = clamp(asked, lowest, fastest) if asked > 0.0 else cruise
        before = fw_wing_height_setpoint_m[j]
        climb_before = fw_wing_climb_setpoint_mps[j]
        target = -fw_goal_ned_m[2 * W + j]
        rate = 0.0

        # The height to be at, and how it changes.
        if level < LEVEL_GOAL:
            rate = -fw_goal_velocity_ned_mps[2 * W + j]
            target = before
            gn = fw_goal_velocity_ned_mps[j]
            ge = fw_goal_velocity_ned_mps[W + j]
            if level >= LEVEL_VELOCITY and gn * gn + ge * ge > 1.0:
                speed = speed_through_air(gn, ge, wind_n, wind_e, lowest, fastest)
        elif stage < STAGE_CRUISE:
            speed = cruise
        elif stage == STAGE_CRUISE and fw_goal_kind[j] == GOAL_PASS:
            target, rate = line_profile(
                north,
                east,
                vn,
                ve,
                fw_goal_start_ned_m[j],
                fw_goal_start_ned_m[W + j],
                -fw_goal_start_ned_m[2 * W + j],
                fw_goal_ned_m[j],
                fw_goal_ned_m[W + j],
                target,
            )
        elif stage == STAGE_PATTERN:
            target = up - clearance + fw_wing_approach[W + j]
            speed = cruise
        elif stage >= STAGE_FINAL:
            sine, cosine = sin_cos(fw_wing_landing[j])
            to_go = (fw_goal_ned_m[j] - north) * cosine + (fw_goal_ned_m[W + j] - east) * sine
            closing = vn * cosine + ve * sine
            before_goal_m = fw_wing_landing[3 * W + j]
            float_m = FLOAT_CONSTANTS * fw_wing_approach[2 * W + j] * closing
            target, rate = slope_profile(
                to_go - before_goal_m - float_m,
                closing,
                fw_wing_approach[j],
                fw_wing_approach[W + j],
            )
            target = up - clearance + target
            wind = sqrt(wind_n * wind_n + wind_e * wind_e)
            slow = faster * fw_wing_ground_speeds_mps[W + j]
            speed = larger(smaller(slow + WIND_SHARE * wind, MOST_OF_CRUISE * cruise), slow)

        # The set point moves there; in the flare, sink falls with the height that is left.
        climb = clamp(rate + FOLLOW_PER_S * (target - before), -sink_most, climb_most)
        slew = CLIMB_SLEW_MPS2 * period_s
        climb = clamp(climb, climb_before - slew, climb_before + slew)
        height = before + climb * period_s
        if level >= LEVEL_GOAL and stage >= STAGE_FLARE:
            constant_s = fw_wing_approach[2 * W + j]
            touch = touch_sink(fw_wing_stage_time_s[j], constant_s)
            sink = larger(clearance / constant_s, touch)
            climb = larger(-sink, smaller(climb_before, -touch))
            height = up
        free = fw_flying[j] * fw_wing_engaged[j] <= 0.0 or level < LEVEL_CLIMB
        if free or (level >= LEVEL_GOAL and stage <= STAGE_ROTATE):
            rising = -fw_velocity_ned_mps[2 * W + j]
            climb = clamp(rising, 0.0, climb_most) if stage == STAGE_ROTATE and not free else 0.0
            height = up

        # Who is hardly faster than the wind would never arrive.
        if level >= LEVEL_GOAL and stage == STAGE_CRUISE:
            least = speed_for_ground(vn, ve, wind_n, wind_e, LEAST_GROUND_SHARE * cruise)
            speed = larger(speed, smaller(least, fastest))

        # A bank needs more speed above the stall.
        _, cosine_bank = sin_cos(fw_wing_roll_setpoint_rad[j])
        least = lowest / sqrt(larger(cosine_bank, 0.25))
        speed = larger(speed, least) if stage < STAGE_FINAL else speed
        fw_wing_height_setpoint_m[j] = clamp(
            height, up - LEAD_S * sink_most, up + LEAD_S * climb_most
        )
        fw_wing_climb_setpoint_mps[j] = climb
        fw_wing_speed_setpoint_mps[j] = speed
