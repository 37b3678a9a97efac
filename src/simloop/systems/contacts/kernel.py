"""Ground under a rigid body: stiff feet with friction on the plane below it, crash detection.

The springs of the feet are too stiff for a tick. So the coming tick is gone through in substeps
beforehand, by leapfrog in body axes that stand still meanwhile, under the forces known now and the
ground's; the mean of the ground's force is what the body then feels over the tick.

A foot has a spring and damper that only pushes, and a bristle that grips. A bristle is a spring
along the ground that stretches until Coulomb's limit and then slips, so that a landed body keeps
its place. Stiffness follows from the mass that a point has to carry at most,
1 / (1/m + |r|^2 / I): with it the fastest mode of n points is at most sqrt(n) times the set
frequency, whatever the geometry.
"""

from typing import NamedTuple

from simloop.component import Mut
from simloop.math.vector import ZERO, Matrix3, Vec3
from simloop.systems.contacts.components import Feet, Spring
from simloop.systems.contacts.plane import Plane, depth_m, plane_of
from simloop.world.body import Body, Contact, External, Ground

# Below this a bristle's pull has no direction.
SMALLEST_GRIP_N = 1e-12
# Steps in which a tick is gone through; a vehicle class sets it.
CONTACT_SUBSTEPS = 4


def place_of(feet: Feet, i: int) -> Vec3:
    """Where a foot is, from the centre of mass."""
    return Vec3(feet.x_m[i], feet.y_m[i], feet.z_m[i])


def softness_pkg(body: Body, place: Vec3) -> float:
    """One over the mass that a point may have to carry."""
    # From an upper bound of 1/I (Gershgorin).
    xx, yy, zz, xy, xz, yz = body.inverse_inertia
    x = xx + abs(xy) + abs(xz)
    y = yy + abs(xy) + abs(yz)
    z = zz + abs(xz) + abs(yz)
    return 1.0 / body.mass_kg + largest(x, largest(y, z)) * place.dot(place)


def carrying(spring: Spring, softness: float) -> Spring:
    """The spring of a point that carries so much."""
    carried_kg = 1.0 / softness
    return Spring(
        spring.stiffness * carried_kg, spring.damping * carried_kg, spring.compliance * softness
    )


def reaction_on(
    feet: Mut[Feet], i: int, spring: Spring, plane: Plane, velocity: Vec3, step_s: float
) -> Vec3:
    """The ground's force on a foot below it that moves like this, in body axes."""
    into = plane.normal.dot(velocity)
    north = plane.along_n.dot(velocity)
    east = plane.along_e.dot(velocity)
    # The ground pushes and never pulls.
    push = largest(spring.stiffness * feet.depth_m[i] + spring.damping * into, 0.0)

    # The bristle stretches with the motion along the ground up to Coulomb's limit; beyond, the foot
    # slips and the bristle keeps what the limit can hold.
    grip_n = spring.stiffness * (feet.stretch_n_m[i] + north * step_s) + spring.damping * north
    grip_e = spring.stiffness * (feet.stretch_e_m[i] + east * step_s) + spring.damping * east
    grip = Vec3(grip_n, grip_e, plane.slope.x * grip_n + plane.slope.y * grip_e).norm()
    kept = feet.friction * push / largest(grip, SMALLEST_GRIP_N)
    kept = kept if kept < 1.0 else 1.0
    grip_n = grip_n * kept
    grip_e = grip_e * kept
    feet.stretch_n_m[i] = (grip_n - spring.damping * north) * spring.compliance
    feet.stretch_e_m[i] = (grip_e - spring.damping * east) * spring.compliance
    pressed: Vec3 = grip_n * plane.grip_n + grip_e * plane.grip_e + push * plane.normal
    return -pressed


def largest(a: float, b: float) -> float:
    """The larger of two numbers; of equal ones the second."""
    return a if a > b else b


class Push(NamedTuple):
    """What the ground does in one substep."""

    force_n: Vec3
    torque_nm: Vec3
    impact_mps: float
    touches: float


def touch_ground(
    tick: int,
    dt_s: float,
    external: External,
    body: Body,
    ground: Ground,
    feet: Mut[Feet],
    contact: Mut[Contact],
) -> None:
    """Find the ground's mean reaction over the coming tick."""
    contact.force_frd_n = ZERO
    contact.torque_frd_nm = ZERO
    contact.on_ground = 0.0
    # Most ticks are flown far above the ground, where no point could give anything but zero.
    if not is_near(dt_s, body, ground, feet):
        for i in range(len(feet.x_m)):
            feet.stretch_n_m[i] = 0.0
            feet.stretch_e_m[i] = 0.0
        return

    rotation = body.attitude_wxyz.matrix()
    plane = plane_of(rotation, ground.slope_ne)
    for i in range(len(feet.x_m)):
        feet.depth_m[i] = depth_m(body, ground, rotation, plane, place_of(feet, i))

    per_kg = 1.0 / body.mass_kg
    free_acceleration = acceleration_without_ground(body, external, rotation)
    free_turning = body.inverse_inertia @ (body.torque_frd_nm + external.torque_frd_nm)
    velocity, rate = body.velocity_frd_mps, body.rate_frd_radps
    mean_force, mean_torque = ZERO, ZERO
    hardest_mps, touches = 0.0, 0.0
    share = 1.0 / float(CONTACT_SUBSTEPS)
    step_s = dt_s * share
    for s in range(CONTACT_SUBSTEPS):
        # Leapfrog: places half a step ahead of velocities.
        sinking_s = 0.5 * step_s if s == 0 else step_s
        push = push_of_feet(body, feet, plane, velocity, rate, sinking_s, step_s)
        velocity = velocity + step_s * (per_kg * push.force_n + free_acceleration)
        rate = rate + step_s * (body.inverse_inertia @ push.torque_nm + free_turning)
        mean_force = mean_force + share * push.force_n
        mean_torque = mean_torque + share * push.torque_nm
        hardest_mps = largest(push.impact_mps, hardest_mps)
        touches = largest(push.touches, touches)

    contact.force_frd_n = mean_force
    contact.torque_frd_nm = mean_torque
    if touches > 0.0:
        note_touch(float(tick), hardest_mps, plane.normal.z, feet, contact)


def is_near(dt_s: float, body: Body, ground: Ground, feet: Feet) -> bool:
    """May a foot reach the ground in the coming tick?"""
    # On a slope a point reaches the ground sooner, by L at most; this bound needs no root.
    steep = 1.0 + abs(ground.slope_ne.x) + abs(ground.slope_ne.y)
    u, v, w = body.velocity_frd_mps
    way_m = dt_s * (abs(u) + abs(v) + abs(w))
    return body.position_ned_m.z + steep * (feet.reach_m + way_m) > ground.down_m


def push_of_feet(
    body: Body,
    feet: Mut[Feet],
    plane: Plane,
    velocity: Vec3,
    rate: Vec3,
    sinking_s: float,
    step_s: float,
) -> Push:
    """Let every foot sink as it moves, and sum up how the ground pushes and grips."""
    force, torque = ZERO, ZERO
    hardest_mps, touches = 0.0, 0.0
    for i in range(len(feet.x_m)):
        place = place_of(feet, i)
        moving = velocity_at(place, velocity, rate)
        into_mps = plane.normal.dot(moving)
        feet.depth_m[i] += into_mps * sinking_s
        if feet.depth_m[i] > 0.0:
            spring = carrying(feet.spring, softness_pkg(body, place))
            reaction = reaction_on(feet, i, spring, plane, moving, step_s)
            force = force + reaction
            torque = torque + place.cross(reaction)
            hardest_mps = largest(into_mps, hardest_mps)
            touches = 1.0
        else:
            feet.stretch_n_m[i] = 0.0
            feet.stretch_e_m[i] = 0.0
    return Push(force, torque, hardest_mps, touches)


def acceleration_without_ground(body: Body, external: External, rotation: Matrix3) -> Vec3:
    """How the velocity would change if there were no ground."""
    north, east, down = rotation
    per_kg = 1.0 / body.mass_kg
    pushed = per_kg * external.force_ned_n
    falling = pushed.z + body.gravity_mps2
    return per_kg * body.force_frd_n + pushed.x * north + pushed.y * east + falling * down


def velocity_at(place: Vec3, velocity: Vec3, rate: Vec3) -> Vec3:
    """The velocity of a point of the body."""
    return Vec3(
        velocity.x + rate.y * place.z - rate.z * place.y,
        velocity.y + rate.z * place.x - rate.x * place.z,
        velocity.z + rate.x * place.y - rate.y * place.x,
    )


def note_touch(
    now: float, impact_mps: float, upright: float, feet: Feet, contact: Mut[Contact]
) -> None:
    """Note a touch; too hard, or leaning too far from the ground's normal, is a crash."""
    contact.on_ground = 1.0
    contact.last_touch_tick = now
    contact.impact_speed_mps = largest(impact_mps, contact.impact_speed_mps)
    too_hard = impact_mps > feet.crash_speed_mps
    leaning = upright < feet.crash_tilt_cosine
    if (too_hard or leaning) and contact.crashed == 0.0:
        contact.crashed = 1.0
        contact.crash_tick = now
