"""When rotors hand over to the wing and back, and what both fly in between.

It runs between the slow tasks of wing and multirotor and the multirotor's position loops: those
see the set points written here.

The pusher of a wing that hovers in wind holds against it, so that the nose need not: a wing that
leans far into the wind is pressed down and turned over by it, and rotors hold that only in weak
wind. So leaning is for gusts, and what lasts is handed over to the pusher.
"""

from typing import NamedTuple

from simloop.firmware.codes import Level, Phase, VtolRequest, VtolState
from simloop.firmware.component import Mut
from simloop.firmware.fields.craft import Craft
from simloop.firmware.fields.mission import ModeState
from simloop.firmware.fields.multirotor_loops import AttitudeSetPoint, SetPoint
from simloop.firmware.fields.vtol import RotorProgress, Vtol
from simloop.firmware.fields.wing import Wing
from simloop.firmware.maths import clamp, larger, sin_cos, smaller, wrap_pi
from simloop.firmware.vector import ZERO, Quaternion, Vec2

# From this wind on it looks into the wind, and the pusher helps.
WINDY_MPS = 4.0
# A nose lower than this for long lets the pusher rise, a higher one lets it fall. The wing carries
# little there, so that rotors keep a load to steer with.
NOSE_DOWN_RAD = 0.06
PUSH_PER_RAD_S = 1.5
# Next to the ground what holds is kept.
KEPT_BELOW_M = 2.0
# Along its nose slower than this over the ground it has stopped, whatever the airspeed.
STOPPED_MPS = 1.5
# The pusher starts once the nose points within this of the way.
AHEAD_RAD = 0.35
PUSHER_PER_S = 0.7
# Lift rotors fade in and out within this time once the wing carries, or no longer does.
FADE_PER_S = 0.7
# Rotors help again when cruise falls below this share of the speed of transition.
HELP_SHARE = 0.85
# A goal nearer than this gives no heading.
NEAR_M = 20.0
# Rotors turn a wing broadside to the wind only with all they have: in wind it looks into it, in
# hover and to speed up, and turns this fast.
TURN_RADPS = 0.4
# The wing that slows down keeps no more than this share of the weight: rotors cannot push down.
BRAKE_LIFT_SHARE = 0.8
# Through air faster than this the nose follows the flow, as the fin wants it.
FLOW_MPS = 3.0


def push_against(head_wind_mps: float, low_throttle: float, low_mps: float) -> float:
    """The throttle that about holds against a wind, by that of the slowest level flight."""
    share = (head_wind_mps - WINDY_MPS) / larger(low_mps - WINDY_MPS, 1.0)
    return clamp(low_throttle * share, 0.0, 1.0)


def push_on(pusher: float, nose_down_rad: float, height_m: float, period_s: float) -> float:
    """The throttle one step on, by how far the nose is asked down."""
    step = PUSH_PER_RAD_S * (nose_down_rad - NOSE_DOWN_RAD) * period_s
    return clamp(pusher + step, 0.0, 1.0) if height_m > KEPT_BELOW_M else pusher


class Motion(NamedTuple):
    """Where the nose points, and how fast it goes there over ground, through which air."""

    heading: float
    ahead_mps: float
    head_wind_mps: float
    air_ned_mps: Vec2
    is_windy: bool


def keep_progress(vtol: Mut[Vtol], craft: Mut[Craft]) -> None:
    """Keep what the multirotor's guidance said, before the wing's says its own.

    The speed of cruise is not for the rotors.
    """
    if vtol.state == VtolState.HOVER:
        craft.goal_speed_mps = smaller(craft.goal_speed_mps, vtol.hover_speed_mps)
    vtol.progress = RotorProgress(craft.goal_reached, craft.touched, craft.settled)


def change_over(
    period_s: float,
    vtol: Mut[Vtol],
    wing: Mut[Wing],
    craft: Mut[Craft],
    modes: ModeState,
    aim: AttitudeSetPoint,
    setpoint: Mut[SetPoint],
) -> None:
    """Decide who carries; in a transition hold height and heading with level wings."""
    before, flying = vtol.state, craft.flying > 0.0
    motion = motion_of(craft)
    state = next_state(vtol, craft, modes, motion)
    enter(state if flying else VtolState.HOVER, period_s, craft, motion, vtol)
    hovering, cruising = vtol.state == VtolState.HOVER, vtol.state == VtolState.CRUISE

    share = next_lift_share(period_s, vtol, craft)
    pusher = next_pusher(period_s, wing, craft, aim, vtol, motion)
    turn_nose(period_s, craft, motion, vtol, setpoint)
    if not hovering:
        hold_way(craft, vtol, motion, setpoint)
    if not cruising:
        wing.roll_setpoint_rad = 0.0
        wing.pitch_setpoint_rad = wing_pitch(vtol, wing, craft)
        wing.throttle = pusher
    elif before != VtolState.CRUISE:
        # Total energy control goes on from what the transition has set.
        wing.throttle = vtol.pusher
    pusher = wing.throttle

    reached = vtol.progress.reached if hovering else craft.goal_reached
    craft.goal_reached = reached if hovering or cruising else 0.0
    craft.touched = vtol.progress.touched if hovering else 0.0
    craft.settled = vtol.progress.settled if hovering else 0.0
    vtol.hover = 1.0 if hovering else 0.0
    vtol.lift_share = share if flying else 1.0
    vtol.pusher = pusher if flying else 0.0


def motion_of(craft: Craft) -> Motion:
    """How it moves over ground and through the air."""
    heading = craft.attitude_wxyz.heading()
    sine, cosine = sin_cos(heading)
    nose = Vec2(cosine, sine)
    velocity, wind = craft.velocity_ned_mps.xy(), craft.wind_ned_mps
    windy = wind.dot(wind) > WINDY_MPS * WINDY_MPS
    return Motion(heading, velocity.dot(nose), -wind.dot(nose), velocity - wind, windy)


def height_of(craft: Craft) -> float:
    """Height above home."""
    return craft.home_ned_m.z - craft.position_ned_m.z


def next_state(vtol: Vtol, craft: Craft, modes: ModeState, motion: Motion) -> float:
    """Who carries from now on. Who slows down has done so in the air, or over the ground."""
    cruise_asked = modes.vtol_request == VtolRequest.CRUISE
    airspeed, time_s = craft.airspeed_mps, vtol.time_s
    if vtol.state == VtolState.HOVER:
        able = is_able(vtol, craft)
        return VtolState.TO_CRUISE if cruise_asked and able else VtolState.HOVER
    if vtol.state == VtolState.TO_CRUISE:
        if not cruise_asked or time_s > vtol.times_s.to_cruise:
            return VtolState.TO_HOVER
        return VtolState.CRUISE if airspeed >= vtol.speeds_mps.wing else VtolState.TO_CRUISE
    if vtol.state == VtolState.CRUISE:
        return VtolState.CRUISE if cruise_asked else VtolState.TO_HOVER
    stopped = (motion.ahead_mps if motion.is_windy else airspeed) < STOPPED_MPS
    slow = airspeed < vtol.speeds_mps.rotors or stopped or time_s > vtol.times_s.to_hover
    return VtolState.HOVER if slow else VtolState.TO_HOVER


def is_able(vtol: Vtol, craft: Craft) -> bool:
    """May a transition to cruise begin? Not low, in take-off, or in a pilot's hand."""
    high = height_of(craft) > vtol.least_height_m
    led = craft.control_level >= Level.VELOCITY
    return high and led and craft.phase != Phase.TAKEOFF


def enter(state: float, period_s: float, craft: Craft, motion: Motion, vtol: Mut[Vtol]) -> None:
    """Take a state over; a transition keeps the height at which it began, and a heading."""
    before = vtol.state
    vtol.state = state
    vtol.time_s = vtol.time_s + period_s if state == before else 0.0
    late = before == VtolState.TO_CRUISE and state == VtolState.TO_HOVER
    vtol.aborts = vtol.aborts + (1.0 if late else 0.0)
    if state != before:
        ahead = way_ahead(craft, motion)
        vtol.height_m = -craft.position_ned_m.z
        vtol.heading_rad = ahead if state == VtolState.TO_CRUISE else motion.heading


def way_ahead(craft: Craft, motion: Motion) -> float:
    """The heading in which to make speed: into the wind, else towards the goal."""
    if motion.is_windy:
        return (-craft.wind_ned_mps).bearing()
    way = (craft.goal_ned_m - craft.position_ned_m).xy()
    leads = craft.control_level >= Level.GOAL and way.norm() > NEAR_M
    return way.bearing() if leads else motion.heading


def next_lift_share(period_s: float, vtol: Vtol, craft: Craft) -> float:
    """Lift rotors carry what the wing does not; they fade in and out."""
    carry, wanted = vtol.speeds_mps.wing, 1.0
    if vtol.state == VtolState.CRUISE:
        wanted = clamp((HELP_SHARE * carry - craft.airspeed_mps) / (0.1 * carry), 0.0, 1.0)
    share, fade = vtol.lift_share, FADE_PER_S * period_s
    return clamp(wanted, share - fade, share + 3.0 * fade)


def next_pusher(
    period_s: float, wing: Wing, craft: Craft, aim: AttitudeSetPoint, vtol: Vtol, motion: Motion
) -> float:
    """The throttle of the pusher while the wing does not say it."""
    if craft.phase == Phase.TOUCH_DOWN:
        return 0.0
    led = craft.control_level >= Level.GOAL
    if vtol.state == VtolState.HOVER and motion.is_windy and led:
        height_m = height_of(craft)
        return push_on(vtol.pusher, nose_down_of(aim.wxyz), height_m, period_s)
    ahead = abs(wrap_pi(vtol.heading_rad - motion.heading)) < AHEAD_RAD
    push = 1.0 if vtol.state == VtolState.TO_CRUISE and ahead else 0.0
    if vtol.state == VtolState.TO_HOVER:
        push = push_against(
            motion.head_wind_mps, wing.throttle_curve.low, wing.curve_speeds_mps.low
        )
    step = PUSHER_PER_S * period_s
    return clamp(push, vtol.pusher - step, vtol.pusher + step)


def nose_down_of(attitude: Quaternion) -> float:
    """How far the nose is down, for small angles."""
    return 2.0 * (attitude.z * attitude.x - attitude.w * attitude.y)


def turn_nose(
    period_s: float, craft: Craft, motion: Motion, vtol: Mut[Vtol], setpoint: Mut[SetPoint]
) -> None:
    """In hover it looks into the wind; also under way it looks where the air comes from."""
    hovering = vtol.state == VtolState.HOVER
    free = craft.flying > 0.0 and craft.goal_yaw_used <= 0.0
    led = craft.control_level >= Level.GOAL
    turns_to_wind = hovering and motion.is_windy and led and free
    air = motion.air_ned_mps
    flow = air.dot(air) > FLOW_MPS * FLOW_MPS
    if turns_to_wind or (vtol.state == VtolState.TO_HOVER and flow):
        turn_rad = TURN_RADPS * period_s
        vtol.heading_rad = turned_to(vtol.heading_rad, air.bearing(), turn_rad)
    elif hovering:
        vtol.heading_rad = setpoint.yaw_rad
    if turns_to_wind:
        setpoint.yaw_rad = vtol.heading_rad


def turned_to(heading: float, bearing: float, turn_rad: float) -> float:
    """A heading one step nearer to a bearing."""
    return wrap_pi(heading + clamp(wrap_pi(bearing - heading), -turn_rad, turn_rad))


def hold_way(craft: Craft, vtol: Vtol, motion: Motion, setpoint: Mut[SetPoint]) -> None:
    """The rotors follow where the wing goes, at the height of the transition."""
    cruising = vtol.state == VtolState.CRUISE
    place, height_m = craft.position_ned_m, vtol.height_m
    setpoint.position_ned_m = place if cruising else place.with_z(-height_m)
    setpoint.velocity_ned_mps = craft.velocity_ned_mps.with_z(0.0)
    setpoint.acceleration_ned_mps2 = ZERO
    setpoint.yaw_rad = motion.heading if cruising else vtol.heading_rad


def wing_pitch(vtol: Vtol, wing: Wing, craft: Craft) -> float:
    """The pitch of a wing that does not carry alone; slowing down it brakes without climbing."""
    without_lift_rad, by_lift_rad = wing.alpha_curve_rad
    if vtol.state != VtolState.TO_HOVER:
        return without_lift_rad + by_lift_rad
    design_mps = wing.design_speed_mps
    ratio = design_mps / larger(craft.airspeed_mps, 0.3 * design_mps)
    brake_rad = without_lift_rad + BRAKE_LIFT_SHARE * by_lift_rad * ratio * ratio
    return smaller(vtol.brake_pitch_rad, brake_rad)
