"""Is the vehicle at its goal, has it touched the ground, does it lie still?

The torque that the ground gives is what the body's motion shows beyond what the rotors did.
"""

from simloop.firmware.codes import GoalKind, Level, Phase
from simloop.firmware.component import Mut
from simloop.firmware.fields.craft import Craft
from simloop.firmware.fields.gyro_filter import GyroFilter
from simloop.firmware.fields.multirotor import Loops, Multirotor
from simloop.firmware.fields.multirotor_loops import AttitudeSetPoint, SetPoint, Wrench
from simloop.firmware.maths import GRAVITY_MPS2
from simloop.firmware.multirotor.gyro_filter import filter_lag_s
from simloop.firmware.vector import Vec3

# A sonar that has heard the ground within this time is believed.
RANGE_AGE_S = 0.5
TOUCH_THRUST_SHARE = 0.75
TOUCH_TIME_S = 0.6
# The torque of a foot on the ground is a clearer sign than the others.
FOOT_WEIGHT = 20.0
# After touch-down the rotors fade out, ready to catch the vehicle if there was no ground.
SETTLE_TIME_S = 0.8
FALLING_MPS = 2.5
# Steeper than 45 degrees it fights a gust, and does not land.
UPRIGHT_COSINE = 0.7
# A pilot or program who lands asks for at least this much sink.
PILOT_SINK_MPS = 0.2
FILTER_TIME_S = 0.03


def watch_progress(
    period_s: float,
    model: Multirotor,
    craft: Mut[Craft],
    loops: Mut[Loops],
    setpoint: SetPoint,
    aim: AttitudeSetPoint,
) -> None:
    """Tell the command tasks how far the flight has come, and the mixer who comes first."""
    phase, level = craft.phase, craft.control_level
    flying = craft.flying > 0.0
    sinks = craft.velocity_ned_mps.z
    told = setpoint.velocity_ned_mps.z

    # A foot on the ground turns the vehicle; one that fights a gust turns by itself.
    descends = flying and phase == Phase.DESCEND
    landing = descends and clearance_of(craft) < model.landing_height_m
    upright = craft.attitude_wxyz.tilt_cosine() > UPRIGHT_COSINE
    torque, limit = loops.ground_torque_nm, model.touch_torque_nm
    foot = landing and upright and torque.dot(torque) > limit * limit

    by_hand = flying and Level.CLIMB <= level <= Level.VELOCITY and told > PILOT_SINK_MPS
    lift_share = aim.thrust_n / (GRAVITY_MPS2 * model.mass_kg)
    sign = touch_sign(foot, told, sinks, lift_share) if descends or by_hand else 0.0
    touch_time = loops.touch_time_s + sign * period_s if sign > 0.0 else 0.0

    # What felt like the ground was none if the vehicle falls: fly on.
    settling = flying and phase == Phase.TOUCH_DOWN
    lies = settling and not sinks > FALLING_MPS
    # Feet on the ground resist every turn: torque before lift would throw it up again.
    resting = by_hand and phase == Phase.PILOT and sign > 0.0
    held = settling or resting or (level <= Level.ANGLE and model.airmode == 0.0)

    loops.touch_time_s = touch_time
    loops.near_ground = 1.0 if landing else 0.0
    loops.torque_first = 0.0 if held else 1.0
    craft.goal_reached = reached_goal(model, craft)
    craft.touched = 1.0 if touch_time > TOUCH_TIME_S or lies else 0.0
    craft.settled = 1.0 if lies and craft.phase_time_s > SETTLE_TIME_S else 0.0


def clearance_of(craft: Craft) -> float:
    """How far down the ground may be: by sonar, or by height over home."""
    if craft.ground_age_s < RANGE_AGE_S:
        return craft.ground_clearance_m
    return craft.home_ned_m.z - craft.position_ned_m.z


def touch_sign(foot: bool, told_mps: float, sinks_mps: float, lift_share: float) -> float:
    """How clearly this moment looks like ground contact: 0 not at all, 1 probably.

    A foot on the ground turns the vehicle. On all feet it is told to sink and does not, while its
    rotors carry little.
    """
    resting = (sinks_mps < 0.5 * told_mps) & (lift_share < TOUCH_THRUST_SHARE)
    sign = 1.0 if resting else 0.0
    return FOOT_WEIGHT if foot else sign


def reached_goal(model: Multirotor, craft: Craft) -> float:
    """1 at the goal, if there is one."""
    if craft.control_level != Level.GOAL:
        return 0.0
    return at_goal(
        craft.goal_kind,
        craft.goal_ned_m - craft.position_ned_m,
        craft.goal_ned_m - craft.goal_start_ned_m,
        craft.goal_radius_m,
        model.goal_radius_m,
    )


def at_goal(kind: float, way: Vec3, leg: Vec3, orbit_m: float, radius_m: float) -> float:
    """1 at the goal, to which a way is left at the end of a leg."""
    level = way.xy().norm()
    if kind == GoalKind.ORBIT:
        off = level - abs(orbit_m)
        return 1.0 if off * off + way.z * way.z < radius_m * radius_m else 0.0
    if level * level + way.z * way.z < radius_m * radius_m:
        return 1.0
    # One that is passed counts when it lies behind, however wide the bow was.
    behind = way.xy().dot(leg.xy()) < 0.0
    return 1.0 if kind == GoalKind.PASS and behind else 0.0


def observe_ground_torque(
    period_s: float, model: Multirotor, gyro: GyroFilter, wrench: Wrench, loops: Mut[Loops]
) -> None:
    """Compares roll and pitch: torque of the lagging rotors against inertia times acceleration.

    The rates come late through their filters, so the torque is made as late.
    """
    per_s = 1.0 / period_s
    smooth = period_s / (FILTER_TIME_S + period_s)
    late_s = filter_lag_s(model.gyro_filter_hz, model.notch_hz, model.notch_width_hz)
    follow = period_s / (model.rotor_lag_s + late_s + period_s)
    given = wrench.given.tilt * wrench.torque_frd_nm.xy()
    torque = loops.rotor_torque_nm
    torque = torque + follow * (given - torque)
    rate = gyro.rate_frd_radps.xy()
    turned = rate - loops.seen_rate_frd_radps
    missing = (model.inertia_kgm2.xy() * per_s).times(turned) - torque
    felt = loops.ground_torque_nm
    loops.ground_torque_nm = felt + smooth * (missing - felt)
    loops.rotor_torque_nm = torque
    loops.seen_rate_frd_radps = rate
