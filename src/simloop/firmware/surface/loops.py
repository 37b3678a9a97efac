"""Speed and yaw-rate control: feed-forward from what motion needs, then proportional-integral.

The target speed is approached within the limits of acceleration. Integrals wait while motors give
all they can. What is pushed in any direction goes from course and pace to Fx and Fy.
"""

from simloop.firmware.codes import CourseKind, Level, TurnKind
from simloop.firmware.component import Mut
from simloop.firmware.fields.craft import Craft
from simloop.firmware.fields.outputs import OutputState
from simloop.firmware.fields.surface import Surface, SurfaceLoops
from simloop.firmware.maths import clamp
from simloop.firmware.surface.allocation import SLOWEST_MPS
from simloop.firmware.vector import Vec2, towards

# Friction is asked for in full from this speed on, m/s.
ROLLS_MPS = 0.05
# The last bit of a higher speed is gained in proportion to what is left, by this much faster than
# the last bit of a way to a stop.
SOFT_END = 3.0
# Shares of the parking speed at which a vehicle may rest, and at which it wakes up.
FALLS_ASLEEP = 0.5
WAKES = 3.0
FORGETS_S = 1.0
# Who backs and fills uses its propeller in earnest: the wash turns it.
FILL_RUSH = 2.5
# A turn that needs force against friction gets it in full from this rate on, rad/s.
TURNS_RADPS = 0.1
# Steering at the limit may ask for so much more than the tightest turn.
BEYOND = 1.1


def control_speed(
    period_s: float, surface: Surface, craft: Craft, loops: Mut[SurfaceLoops]
) -> None:
    """Find the drive effort, 1 being all that motors give at rest."""
    # Brakes and anchors hold what rests, so that a little motion does not wake it.
    slow = (WAKES if loops.drive_effort == 0.0 else FALLS_ASLEEP) * surface.park_mps
    rests = surface.resting > 0.0 and abs(surface.forward_mps) < slow
    flying = craft.armed > 0.0 and craft.flying > 0.0
    drives = flying and surface.pilot_direct.push == 0.0
    off = rests or not drives

    fills = surface.turn_kind == TurnKind.RUDDER and surface.pivoting > 0.0
    change = change_of_speed(period_s, surface, loops, FILL_RUSH if fills else 1.0)
    reference = loops.speed_reference_mps + change
    sense = clamp(reference / ROLLS_MPS, -1.0, 1.0)
    curve, gains, integral = surface.drive_curve, surface.speed_gain, loops.speed_integral
    known = (
        curve.rolling * sense
        + curve.speed * reference
        + curve.square * reference * abs(reference)
        + curve.acceleration * change / period_s
    )

    error = reference - surface.forward_mps
    grown = integral + gains.growth * period_s * error
    effort = known + gains.error * error + grown
    # Sides that turn the vehicle leave less to drive it.
    taken = abs(loops.turn_effort) if surface.turn_kind == TurnKind.SIDES else 0.0
    most, least = 1.0 - taken, taken - surface.thruster.astern
    stuck = (effort > most and error > 0.0) or (effort < least and error < 0.0)
    kept = clamp(integral if stuck else grown, -1.0, 1.0)
    # On a slope, what was needed to stand is needed again soon, or else forgotten.
    kept = integral * (1.0 - period_s / FORGETS_S) if rests else kept
    loops.speed_reference_mps = surface.forward_mps if off else reference
    loops.speed_integral = kept if drives else 0.0
    loops.drive_effort = 0.0 if off else clamp(effort, least, most)


def change_of_speed(period_s: float, surface: Surface, loops: SurfaceLoops, rush: float) -> float:
    """How the reference speeds up or slows down in this step: as fast as it may."""
    last = loops.speed_reference_mps
    gains = rush * surface.acceleration_limit_mps2 * period_s
    loses = rush * surface.deceleration_limit_mps2 * period_s
    up = gains if last >= 0.0 else loses
    down = loses if last > 0.0 else gains
    asked = surface.speed_target_mps - last
    change = clamp(asked, -down, up)
    # Motors lag: going faster ends gently, or they would push for too long.
    gentle = SOFT_END * surface.stop_gain_ps * period_s * abs(asked)
    return clamp(change, -gentle, gentle) if asked * last >= 0.0 else change


def control_turn(period_s: float, surface: Surface, craft: Craft, loops: Mut[SurfaceLoops]) -> None:
    """Find the turn effort."""
    rests = surface.resting > 0.0 and loops.drive_effort == 0.0
    flying = craft.armed > 0.0 and craft.flying > 0.0
    off = rests or not (flying and surface.pilot_direct.turn == 0.0)
    target = surface.turn_target_radps
    error = target - craft.rate_frd_radps.z
    sense = clamp(target / TURNS_RADPS, -1.0, 1.0)
    curve, gains, integral = surface.turn_curve, surface.turn_gain, loops.turn_integral
    known = curve.friction * sense + curve.rate * target + curve.square * target * abs(target)

    grown = integral + gains.growth * period_s * error
    effort = known + gains.error * error + grown
    most, limit = most_effort(surface, surface.forward_mps, loops.drive_effort), surface.turn_most
    stuck = abs(effort) > most and effort * error > 0.0
    kept = clamp(integral if stuck else grown, -limit, limit)
    loops.turn_integral = 0.0 if off else kept
    loops.turn_effort = 0.0 if off else clamp(effort, -most, most)


def most_effort(surface: Surface, speed: float, drive: float) -> float:
    """What there is to turn with: all, or what speed and flow allow."""
    rolling = abs(speed) if abs(speed) > SLOWEST_MPS else SLOWEST_MPS
    tightest = surface.turn_radius_m if surface.turn_radius_m > 0.0 else 1.0
    wheels = BEYOND * rolling / tightest
    water, pushed = surface.rudder_flow_m2ps2, drive if drive > 0.0 else 0.0
    rudder = abs(speed * abs(speed) + water.wash * pushed) / water.design
    most = wheels if surface.turn_kind == TurnKind.WHEELS else surface.turn_most
    return rudder if surface.turn_kind == TurnKind.RUDDER else most


def push(
    period_s: float,
    surface: Surface,
    craft: Craft,
    loops: Mut[SurfaceLoops],
    output: Mut[OutputState],
) -> None:
    """Let the velocity follow; below level velocity Fx and Fy are the pilot's."""
    velocity = craft.velocity_ned_mps.xy()
    drives = craft.armed > 0.0 and craft.flying > 0.0
    force = Vec2(0.0, 0.0)
    reference, grown = velocity, Vec2(0.0, 0.0)
    if drives and craft.control_level < Level.VELOCITY:
        force = shortened(Vec2(craft.command[0], craft.command[1]), 1.0)
    elif drives:
        # The reference moves within acceleration; drag and inertia are asked for beforehand.
        before, curve, gains = loops.velocity_reference_mps, surface.drive_curve, surface.speed_gain
        step = surface.acceleration_limit_mps2 * period_s
        change = shortened(wanted_velocity(craft, surface) - before, step)
        reference = before + change
        error = reference - velocity
        grown = within_one(loops.push_integral + gains.growth * period_s * error)
        inertia = curve.acceleration / period_s
        asked = curve.speed * reference + inertia * change + gains.error * error + grown
        asked = shortened(asked, 1.0)
        bow = towards(surface.heading_rad)
        force = Vec2(bow.dot(asked), bow.right().dot(asked))

    loops.velocity_reference_mps = reference
    loops.push_integral = grown
    output.standard_command[0] = force.x
    output.standard_command[1] = force.y


def wanted_velocity(craft: Craft, surface: Surface) -> Vec2:
    """The velocity asked for, or that of the way to the goal."""
    if craft.control_level < Level.GOAL:
        return craft.goal_velocity_ned_mps.xy()
    pace = 0.0 if surface.course_kind == CourseKind.STAND else surface.pace_mps
    return pace * towards(surface.course_rad)


def shortened(v: Vec2, most: float) -> Vec2:
    """The vector, no longer than it may be."""
    length = v.norm()
    return v * (most / length if length > most else 1.0)


def within_one(v: Vec2) -> Vec2:
    """Each part held between -1 and 1."""
    return Vec2(clamp(v.x, -1.0, 1.0), clamp(v.y, -1.0, 1.0))
