"""Control of what is pushed in any direction: from course and pace to Fx and Fy."""

from simloop.firmware.codes import CourseKind, Level
from simloop.firmware.component import Mut
from simloop.firmware.fields.craft import Craft
from simloop.firmware.fields.outputs import OutputState
from simloop.firmware.fields.surface import SurfaceLoops
from simloop.firmware.maths import clamp
from simloop.firmware.surface.components import Surface
from simloop.firmware.vector import Vec2, towards


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
