"""The legs of return and smart return: up, home or back along the way, then down.

Home is the place where it was armed, or a rally point that is nearer.
"""

from simloop.firmware.codes import Mode, VtolRequest
from simloop.firmware.command.legs import (
    CLIMB_MARGIN_M,
    LegKind,
    able,
    glides,
    is_airborne,
    level_distance,
    on_surface,
    start_leg,
)
from simloop.firmware.command.return_path import point_at
from simloop.firmware.component import Mut
from simloop.firmware.fields.craft import Craft, Plan
from simloop.firmware.fields.link import RALLY_POINTS, RallyPoints
from simloop.firmware.fields.mission import Legs, WayHome
from simloop.firmware.maths import smaller
from simloop.firmware.vector import Vec3

NO_RALLY = -1
M_PER_KM = 1000.0
# Column fw_return_stage.
RETURN_FRESH = 0.0
RETURN_CLIMB = 1.0
RETURN_RETRACE = 2.0
RETURN_HOME = 3.0
RETURN_LAND = 4.0
RETURN_STAY = 5.0
# What hovers stays above home for a moment, to be steady when it sinks.
STEADY_S = 1.0
# So near to home nobody climbs first.
NEAR_HOME_M = 5.0


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


def fly_home(
    period_s: float,
    plan: Mut[Plan],
    rally: RallyPoints,
    craft: Craft,
    way: Mut[WayHome],
    legs: Mut[Legs],
) -> None:
    """Begin the return, and go on from leg to leg."""
    mode, airframe = craft.mode, craft.airframe
    by_mission = mode == Mode.AUTO and plan.returns > 0.0
    returns = mode in (Mode.RTL, Mode.SMART_RTL) or by_mission
    begins = not by_mission and plan.mode_begun != mode
    if not able(craft) or not returns or (plan.paused > 0.0 and not begins):
        return

    surface = on_surface(airframe)
    airborne = is_airborne(craft)
    gliding = glides(airframe, plan.vtol_request)
    here = craft.position_ned_m
    stage = RETURN_FRESH if begins else way.return_stage
    index = way.index
    lead_down = legs.now.down_m
    # Guidance has seen the leg's goal once the leg is older than one pass.
    reached = craft.goal_reached > 0.0 and legs.time_s > 1.5 * period_s
    time = way.return_time_s + period_s if reached and stage == RETURN_HOME else 0.0
    if stage == RETURN_FRESH:
        retraces = mode == Mode.SMART_RTL and way.count >= 2.0
        way.return_ned_m = return_place(plan, rally, here, craft.home_ned_m, retraces)
        lead_down = return_down(airframe, here.z, way.return_ned_m.z)
        far = level_distance(way.return_ned_m, here) > NEAR_HOME_M
        low = here.z > lead_down + CLIMB_MARGIN_M
        new = first_stage(airborne, gliding, low, far, retraces)
        point = way.count - 1.0
        lead_down = lead_down if far or gliding else here.z
    else:
        new, point = next_stage(
            stage,
            index,
            reached,
            here.z < lead_down + CLIMB_MARGIN_M,
            reached and (time > STEADY_S or gliding or surface),
            surface or plan.rtl_end > 0.0,
        )

    if new != stage or point != index:
        lead_home(way, legs, new, point, here, lead_down, 0.0 if stage == RETURN_FRESH else 1.0)
        if gliding:
            # What needs speed does not go down to where it took off.
            least = return_down(airframe, legs.now.down_m, way.return_ned_m.z)
            legs.now = legs.now.at(legs.now.place_ned_m().with_z(least))
        if not airborne:
            # On the ground there is nothing to do.
            legs.now = legs.now.of_kind(LegKind.REST)
    if new == RETURN_LAND:
        # Rotors land it.
        plan.vtol_request = VtolRequest.HOVER
    plan.mode_begun = mode
    way.return_stage = new
    way.return_time_s = time
    way.index = point


def return_place(plan: Plan, rally: RallyPoints, here: Vec3, home: Vec3, retraces: bool) -> Vec3:
    """Where to return to, and the least height on the way: a rally point has its own."""
    # The way back along its own track ends where the track began.
    k = NO_RALLY if retraces else chosen_rally(rally, plan, here, level_distance(home, here))
    if k != NO_RALLY:
        return rally_at(rally, k)
    least_m = plan.rtl_altitude_m if plan.rtl_altitude_m > 0.0 else plan.takeoff_altitude_m
    return home.with_z(home.z - least_m)


def return_down(airframe: float, down_m: float, least_down_m: float) -> float:
    """Where down is on the way home: as high as now, and no lower than wanted."""
    return down_m if on_surface(airframe) else smaller(down_m, least_down_m)


def first_stage(airborne: bool, gliding: bool, low: bool, far: bool, retraces: bool) -> float:
    """How a return begins."""
    if not airborne:
        return RETURN_STAY
    if retraces:
        return RETURN_RETRACE
    return RETURN_CLIMB if low and far and not gliding else RETURN_HOME


def next_stage(
    stage: float, index: float, reached: bool, climbed: bool, steady: bool, stays: bool
) -> tuple[float, float]:
    """The stage that follows, or the same one, and the point of the way that it leads to."""
    if stage == RETURN_CLIMB:
        return RETURN_HOME if climbed else stage, index
    if stage == RETURN_RETRACE:
        # The first point lies on the ground: what it leads to is home.
        point = index - 1.0 if reached else index
        return RETURN_RETRACE if point >= 1.0 else RETURN_HOME, point
    if stage == RETURN_HOME and steady:
        return RETURN_STAY if stays else RETURN_LAND, index
    return stage, index


def lead_home(
    way: WayHome,
    legs: Mut[Legs],
    stage: float,
    index: float,
    here: Vec3,
    down_m: float,
    joined: float,
) -> None:
    """Begin the leg of a stage."""
    kind = LegKind.RETURN
    place = way.return_ned_m.with_z(down_m)
    if stage == RETURN_CLIMB:
        place = here.with_z(down_m)
    elif stage == RETURN_RETRACE:
        kind = LegKind.RETRACE
        place = point_at(way, int(index))
    elif stage == RETURN_LAND:
        kind = LegKind.LAND
    elif stage == RETURN_STAY:
        kind = LegKind.HOLD
    start_leg(legs, kind, place, joined=joined)
