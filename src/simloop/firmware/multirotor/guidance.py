"""The set point that walks ahead of the vehicle: smooth, and never out of reach.

Three tasks say how fast it moves: heading, height and course; position control then moves it, more
often than they think. When the control level changes, each starts where the vehicle is, as fast as
it is. The course comes last and lets the new level take effect, for all controllers at once.
"""

from math import sqrt

from simloop.firmware.codes import Axis, GoalKind, Level, Phase
from simloop.firmware.component import Mut
from simloop.firmware.fields.craft import Craft
from simloop.firmware.fields.multirotor import Loops, Multirotor
from simloop.firmware.fields.multirotor_loops import SetPoint
from simloop.firmware.maths import HALF_PI, clamp, sin_cos, smaller, wrap_pi
from simloop.firmware.vector import Vec2

# How far a heading set point that turns may be ahead of the vehicle.
YAW_LEASH_RAD = 0.5
# The heading set point closes in at this rate, and takes this share of the torque to speed up.
YAW_APPROACH_PER_S = 4.0
YAW_TORQUE_SHARE = 0.5
LANDING_LAG_S = 0.3
# How fast the acceleration over ground may change.
JERK_MPS3 = 10.0
LEASH_M = 4.0
VERTICAL_LEASH_M = 1.5
APPROACH_PER_S = 1.2
# On a circle: how fast the set point closes in on it, and the share of the acceleration it uses.
CLOSE_IN_PER_S = 0.8
CENTRIPETAL_SHARE = 0.8
# Landing waits for a gust to pass: it slows at this cosine of the tilt and stops at the other.
STEADY_COSINE = 0.85
GUST_COSINE = 0.7
# It waits likewise for a vehicle that was blown off its place: slower from here, none from there.
CLOSE_M = 1.0
BLOWN_OFF_M = 2.5
LONGEST_WAIT_S = 30.0


def guide_heading(
    period_s: float, model: Multirotor, craft: Craft, setpoint: Mut[SetPoint]
) -> None:
    """One step of the heading: by a rate, to an angle, or as the vehicle points."""
    level, flying = craft.control_level, craft.flying > 0.0
    heading = craft.attitude_wxyz.heading()
    if not flying or level != setpoint.level:
        setpoint.yaw_rad = heading
        setpoint.yaw_rate_radps = 0.0
    setpoint.yaw_acceleration_radps2 = 0.0
    if not flying:
        return
    old_yaw, old_rate = setpoint.yaw_rad, setpoint.yaw_rate_radps
    acceleration = YAW_TORQUE_SHARE * model.torque_full_nm.z / model.inertia_kgm2.z
    change = acceleration * period_s
    stick = Level.ANGLE <= level <= Level.CLIMB
    kind = craft.command_type[5]
    if level == Level.VELOCITY or (stick and kind == Axis.RATE):
        most = model.acro_limit_radps.z
        wanted = craft.command[5] if stick else craft.goal_yaw_rate_radps
        rate = old_rate + clamp(clamp(wanted, -most, most) - old_rate, -change, change)
        setpoint.yaw_rad = step_by_rate(old_yaw, rate, heading, period_s)
        setpoint.yaw_rate_radps = rate
        setpoint.yaw_acceleration_radps2 = (rate - old_rate) / period_s
    elif level == Level.GOAL or (stick and kind == Axis.ANGLE):
        target = craft.command[5] if stick else goal_heading(craft, old_yaw)
        wanted = turn_rate(wrap_pi(target - old_yaw), model.yaw_speed_radps, acceleration)
        rate = old_rate + clamp(wanted - old_rate, -change, change)
        setpoint.yaw_rad = wrap_pi(old_yaw + period_s * rate)
        setpoint.yaw_rate_radps = rate
        setpoint.yaw_acceleration_radps2 = (rate - old_rate) / period_s
    else:
        setpoint.yaw_rad = heading
        setpoint.yaw_rate_radps = 0.0


def goal_heading(craft: Craft, old_yaw: float) -> float:
    """The heading that a goal asks for, or the old one."""
    if craft.goal_yaw_used > 0.0:
        return craft.goal_yaw_rad
    if craft.goal_kind == GoalKind.ORBIT and craft.goal_radius_m != 0.0:
        centre = craft.goal_ned_m - craft.position_ned_m
        return path_heading(centre.xy(), craft.goal_radius_m)
    return old_yaw


def path_heading(centre: Vec2, radius_m: float) -> float:
    """Along a circle about a centre: a quarter turn from there, left or right."""
    bearing = centre.bearing()
    return bearing - HALF_PI if radius_m > 0.0 else bearing + HALF_PI


def step_by_rate(old: float, rate: float, heading: float, period_s: float) -> float:
    """A heading set point turned by a rate: it runs ahead, but not out of reach."""
    ahead = wrap_pi(old + period_s * rate - heading)
    return wrap_pi(heading + clamp(ahead, -YAW_LEASH_RAD, YAW_LEASH_RAD))


def turn_rate(to_go: float, most: float, acceleration: float) -> float:
    """The rate from which one can still stop at a heading that lies to_go away, and gently."""
    angle = abs(to_go)
    rate = smaller(smaller(most, sqrt(acceleration * angle)), YAW_APPROACH_PER_S * angle)
    return -rate if to_go < 0.0 else rate


def guide_height(
    period_s: float, model: Multirotor, craft: Craft, loops: Loops, setpoint: Mut[SetPoint]
) -> None:
    """One step up or down: at a velocity, to the goal, or in descent steadily down."""
    level, flying = craft.control_level, craft.flying > 0.0
    down = craft.position_ned_m.z
    if not flying or level != setpoint.level or level < Level.CLIMB:
        sink = craft.velocity_ned_mps.z if flying else 0.0
        setpoint.position_ned_m = setpoint.position_ned_m.with_z(down)
        setpoint.velocity_ned_mps = setpoint.velocity_ned_mps.with_z(sink)
        setpoint.acceleration_ned_mps2 = setpoint.acceleration_ned_mps2.with_z(0.0)
    if not flying or level < Level.CLIMB:
        return
    old_down, old_sink = setpoint.position_ned_m.z, setpoint.velocity_ned_mps.z
    acceleration = model.acceleration_mps2.vertical
    speeds = model.vertical_speed_mps
    if level < Level.GOAL:
        most = model.velocity_limit_mps
        wanted = clamp(craft.goal_velocity_ned_mps.z, -most.up, most.down)
    elif craft.phase != Phase.DESCEND:
        way = craft.goal_ned_m.z - old_down
        wanted = wanted_sink(way, speeds.up, speeds.down, acceleration)
    elif loops.near_ground > 0.0:
        # Lift changes the tilt, and the tilt changes the speed: slowly, or the two would swing.
        wanted = landing_patience(craft) * speeds.landing
        wanted = old_sink + (wanted - old_sink) * (period_s / LANDING_LAG_S)
    else:
        wanted = speeds.down
    allowed = acceleration * period_s
    sink = old_sink + clamp(wanted - old_sink, -allowed, allowed)
    leashed = clamp(old_down, down - VERTICAL_LEASH_M, down + VERTICAL_LEASH_M)
    gain = (sink - old_sink) / period_s
    setpoint.position_ned_m = setpoint.position_ned_m.with_z(leashed)
    setpoint.velocity_ned_mps = setpoint.velocity_ned_mps.with_z(sink)
    setpoint.acceleration_ned_mps2 = setpoint.acceleration_ned_mps2.with_z(gain)


def wanted_sink(to_d: float, up_mps: float, down_mps: float, acceleration: float) -> float:
    """Downward velocity of a set point whose goal lies to_d further down."""
    speed = approach_speed(abs(to_d), up_mps if to_d < 0.0 else down_mps, acceleration)
    return -speed if to_d < 0.0 else speed


def landing_patience(craft: Craft) -> float:
    """The share of the landing speed that this moment allows."""
    off = (craft.goal_ned_m - craft.position_ned_m).xy()
    # Who does not know where it is waits in vain to be above its goal, and drifts away.
    off_m = off.norm() if craft.position_ok > 0.0 else 0.0
    return landing_share(craft.attitude_wxyz.tilt_cosine(), off_m, craft.phase_time_s)


def guide_course(period_s: float, craft: Craft, model: Multirotor, setpoint: Mut[SetPoint]) -> None:
    """One step over ground: at a velocity, round a circle, or to the goal."""
    level, flying = craft.control_level, craft.flying > 0.0
    place = craft.position_ned_m.xy()
    if not flying or level != setpoint.level or level < Level.VELOCITY:
        pace = craft.velocity_ned_mps.xy() if flying else Vec2(0.0, 0.0)
        setpoint.position_ned_m = setpoint.position_ned_m.with_xy(place)
        setpoint.velocity_ned_mps = setpoint.velocity_ned_mps.with_xy(pace)
        setpoint.acceleration_ned_mps2 = setpoint.acceleration_ned_mps2.with_xy(Vec2(0.0, 0.0))
    sine, cosine = sin_cos(model.tilt_limit_rad)
    setpoint.tilt_limit_tan = sine / cosine
    setpoint.level = level
    if not flying or level < Level.VELOCITY:
        return
    acceleration = model.acceleration_mps2.level
    if level == Level.VELOCITY:
        told = craft.goal_velocity_ned_mps.xy()
        wanted = limit_velocity(told, model.velocity_limit_mps.level)
    else:
        asked = craft.goal_speed_mps
        speed = asked if asked > 0.0 else craft.cruise_speed_mps
        wanted = velocity_by_goal(craft, setpoint, speed, acceleration)
    wait = patience((setpoint.position_ned_m.xy() - place).norm())
    old = setpoint.velocity_ned_mps.xy()
    velocity = turn_velocity(old, wait * wanted, acceleration * period_s)
    setpoint.velocity_ned_mps = setpoint.velocity_ned_mps.with_xy(velocity)
    # The tilt that this asks for must not come in one step.
    gain = setpoint.acceleration_ned_mps2.xy()
    gain = turn_velocity(gain, (velocity - old) / period_s, JERK_MPS3 * period_s)
    setpoint.acceleration_ned_mps2 = setpoint.acceleration_ned_mps2.with_xy(gain)


def velocity_by_goal(craft: Craft, setpoint: SetPoint, speed: float, acceleration: float) -> Vec2:
    """The velocity over ground that leads to the goal, or round it."""
    way = (craft.goal_ned_m - setpoint.position_ned_m).xy()
    kind, radius_m = craft.goal_kind, craft.goal_radius_m
    if kind == GoalKind.ORBIT and radius_m != 0.0:
        return orbit_velocity(-way, radius_m, speed, acceleration)
    # A goal to pass that lies behind is one to come back to.
    leg = (craft.goal_ned_m - craft.goal_start_ned_m).xy()
    passes = kind == GoalKind.PASS and way.dot(leg) > 0.0
    return goal_velocity(way, passes, speed, acceleration)


def approach_speed(distance: float, top_speed: float, acceleration: float) -> float:
    """The speed from which one can still stop in time, and gently at the end."""
    brake = sqrt(2.0 * acceleration * distance)
    return smaller(smaller(top_speed, 0.9 * brake), APPROACH_PER_S * distance)


def patience(lag_m: float) -> float:
    """Share of the speed: the set point waits for a vehicle that lags over half the leash."""
    return clamp(2.0 - lag_m * (2.0 / LEASH_M), 0.0, 1.0)


def turn_velocity(velocity: Vec2, wanted: Vec2, allowed: float) -> Vec2:
    """The velocity (or acceleration) one step later, changed by no more than what is allowed."""
    off = wanted - velocity
    change = off.norm()
    share = allowed / change if change > allowed else 1.0
    return velocity + share * off


def limit_velocity(velocity: Vec2, top_speed: float) -> Vec2:
    """The velocity, or as much of it as may be."""
    speed = velocity.norm()
    return (top_speed / speed if speed > top_speed else 1.0) * velocity


def goal_velocity(way: Vec2, passes: bool, top_speed: float, acceleration: float) -> Vec2:
    """The velocity on the way to a goal; one that is passed costs no speed."""
    distance = way.norm()
    speed = top_speed if passes else approach_speed(distance, top_speed, acceleration)
    return (speed / distance if distance > 1e-6 else 0.0) * way


def orbit_velocity(place: Vec2, radius_m: float, top_speed: float, acceleration: float) -> Vec2:
    """The velocity on a circle, or towards it; radius positive for clockwise from above.

    The set point lies at a place seen from the centre.
    """
    distance = place.norm()
    # Any way out of the centre is as good: north.
    out = place / distance if distance > 1e-3 else Vec2(1.0, 0.0)
    around = radius_m if radius_m > 0.0 else -radius_m
    speed = smaller(top_speed, sqrt(CENTRIPETAL_SHARE * acceleration * around))
    off = clamp(CLOSE_IN_PER_S * (around - distance), -speed, speed)
    along = sqrt(speed * speed - off * off)
    along = along if radius_m > 0.0 else -along
    # Clockwise from above is from north to east.
    return off * out + along * out.right()


def landing_share(level: float, off_m: float, waited_s: float) -> float:
    """Share of the landing speed for a tilt whose cosine is `level`; waiting has an end."""
    steady = clamp((level - GUST_COSINE) * (1.0 / (STEADY_COSINE - GUST_COSINE)), 0.0, 1.0)
    close = clamp((BLOWN_OFF_M - off_m) * (1.0 / (BLOWN_OFF_M - CLOSE_M)), 0.0, 1.0)
    return smaller(steady, close) if waited_s < LONGEST_WAIT_S else 1.0
