"""Impulses that keep bodies apart: projected Gauss-Seidel over the contacts of each group.

An impulse over the tick is the force held over it, so velocities at the end of the next tick are
solved for. The body's place follows the mean of its velocities at both ends of the tick: with gap
g and velocity v along the normal it will be g + dt (v + v') / 2 away. Three rules give the
velocity v' that is allowed at least:

- contacts that do not bounce close their gap smoothly: v' >= -share (g + dt v / 2) / dt. A body
  that comes in is caught before it would sink in, and the gap decays without overshoot. Slow
  contacts close it more slowly, which keeps stacks quiet.
- what has sunk in is pushed out by PUSH_SHARE of the depth per tick, and never faster than the set
  speed, so that hardly any energy is given.
- contacts that bounce wait until the surface would be passed, and then keep e^2 of the energy that
  the body would have had at the surface.
"""

from math import sqrt

from simloop.kernels.collision.arrays import Bodies, Contacts, Groups, Settings, Shapes
from simloop.kernels.collision.impulses import (
    answer,
    give,
    give_turn,
    relative_velocity,
    solved_slip,
    solved_turning,
)
from simloop.kernels.collision.layout import Body, Contact, ContactCode, Impulses, ShapeSize
from simloop.kernels.collision.vectors import shortened, tangent

CATCH_SHARE = 0.6
CLOSE_SHARE = 0.2
PUSH_SHARE = 0.05
WARMTH = 0.9
# A target so low that the contact does nothing yet
NOT_YET = -1e30


def allowed_velocity(
    gap: float,
    velocity: float,
    pressing: float,
    restitution: float,
    dt_s: float,
    bounce_from_mps: float,
    push_out_mps: float,
) -> float:
    """The least velocity along the normal at the end of the tick; `pressing` is towards B."""
    middle = gap + 0.5 * dt_s * velocity
    share = CATCH_SHARE if velocity < -bounce_from_mps else CLOSE_SHARE
    least = -share * middle / dt_s
    if middle < 0.0:
        least = -PUSH_SHARE * middle / dt_s
        least = least if least < push_out_mps else push_out_mps
    if restitution > 0.0 and velocity < -bounce_from_mps:
        # One tick later it would be too late to end above the surface.
        if gap + 0.5 * (3.0 - restitution) * dt_s * velocity > 0.0:
            return NOT_YET
        half = 0.5 * pressing * dt_s
        kept = restitution * restitution * (velocity * velocity + 2.0 * pressing * gap)
        inner = half * half + kept - 2.0 * pressing * gap - pressing * dt_s * velocity
        bounce = sqrt(inner if inner > 0.0 else 0.0) - half
        least = bounce if bounce > least else least
    return least


def prepare_contact(
    bodies: Bodies,
    code: ContactCode,
    contact: Contact,
    size_a: ShapeSize,
    size_b: ShapeSize,
    settings: Settings,
) -> None:
    """Work out what stays the same over the iterations."""
    a, b = code.body_a, code.body_b
    normal, point = contact.normal, contact.point
    velocity = relative_velocity(bodies, a, b, point).dot(normal)
    # Bodies that cannot move are taken as they are solved: at rest.
    pressing = (velocity - solved_slip(bodies, a, b, point).dot(normal)) / settings.dt_s
    restitution = max(size_a.restitution, size_b.restitution)
    contact.approach = -velocity if velocity < 0.0 else 0.0
    contact.target = allowed_velocity(
        contact.gap, velocity, pressing, restitution,
        settings.dt_s, settings.bounce_from_mps, settings.push_out_mps,
    )  # fmt: skip
    contact.grip = sqrt(size_a.friction * size_b.friction)
    contact.rolling_arm = max(size_a.rolling, size_b.rolling)

    response = answer(bodies, a, b, point, normal)
    contact.normal_mass = 1.0 / response.dot(normal)
    contact.answer = response
    # Friction steps by the stiffest direction along the surface, so that it converges to a force
    # straight against the slip in all directions.
    t = tangent(normal)
    u = normal.cross(t)
    response = answer(bodies, a, b, point, t)
    tt = response.dot(t)
    tu = response.dot(u)
    uu = answer(bodies, a, b, point, u).dot(u)
    half = 0.5 * (tt - uu)
    contact.friction_mass = 1.0 / (0.5 * (tt + uu) + sqrt(half * half + tu * tu))
    softness = turning(bodies.body(a))
    if b >= 0:
        softness += turning(bodies.body(b))
    contact.rolling_mass = 1.0 / softness if softness > 0.0 else 0.0


def turning(body: Body) -> float:
    """An upper bound of how fast a body turns under a unit angular impulse."""
    tensor = body.inverse_inertia
    return tensor.xx + tensor.yy + tensor.zz


def start_warm(bodies: Bodies, code: ContactCode, contact: Contact) -> None:
    """Begin with the impulses of the tick before, friction turned into today's surface."""
    a, b = code.body_a, code.body_b
    normal, point = contact.normal, contact.point
    last = contact.impulses
    push = (0.0 if contact.target == NOT_YET else last.normal) * WARMTH
    friction = WARMTH * last.friction
    friction = shortened(friction - friction.dot(normal) * normal, contact.grip * push)
    rolling = shortened(contact.rolling_impulse, contact.rolling_arm * push)
    contact.impulses = Impulses(push, friction)
    contact.rolling_impulse = rolling
    give(bodies, a, b, point, friction + push * normal)
    give_turn(bodies, a, b, rolling)


def solve_contact(bodies: Bodies, code: ContactCode, contact: Contact) -> float:
    """One visit to a contact; returns the largest change of a velocity."""
    a, b = code.body_a, code.body_b
    normal, point = contact.normal, contact.point
    slip = solved_slip(bodies, a, b, point)
    old = contact.impulses
    push = old.normal - (slip.dot(normal) - contact.target) * contact.normal_mass
    push = push if push > 0.0 else 0.0
    if push == 0.0 and old.normal == 0.0:
        return 0.0

    # Friction answers the slip that this push leaves.
    more = push - old.normal
    slip = slip + more * contact.answer
    along = slip - slip.dot(normal) * normal
    mass = contact.friction_mass
    friction = shortened(old.friction - along * mass, contact.grip * push)
    contact.impulses = Impulses(push, friction)
    change = friction - old.friction
    slipped = change.norm() / mass
    give(bodies, a, b, point, change + more * normal)
    if contact.rolling_arm > 0.0:
        # A moment against relative rotation, at most the normal force at its arm.
        before = contact.rolling_impulse
        rolling = before - solved_turning(bodies, a, b) * contact.rolling_mass
        rolling = shortened(rolling, contact.rolling_arm * push)
        contact.rolling_impulse = rolling
        give_turn(bodies, a, b, rolling - before)
    pushed = abs(more) / contact.normal_mass
    return slipped if slipped > pushed else pushed


def solve_island(
    bodies: Bodies, contacts: Contacts, groups: Groups, island: int, settings: Settings
) -> None:
    """Visit the contacts of a group until nothing changes any more."""
    first = groups.starts[island]
    last = groups.starts[island + 1]
    for _ in range(settings.iterations):
        largest = 0.0
        for k in range(first, last):
            at = groups.sequence[k]
            change = solve_contact(bodies, contacts.code(at), contacts.contact(at))
            largest = change if change > largest else largest
        if largest < settings.tolerance_mps:
            break


def solve_all(
    bodies: Bodies,
    contacts: Contacts,
    shapes: Shapes,
    groups: Groups,
    islands: int,
    settings: Settings,
) -> None:
    """Prepare every contact, then solve group by group."""
    total = groups.starts[islands]
    for k in range(total):
        at = groups.sequence[k]
        code = contacts.code(at)
        size_a = shapes.shape(code.shape_a).size
        size_b = shapes.shape(code.shape_b).size
        prepare_contact(bodies, code, contacts.contact(at), size_a, size_b, settings)
    for k in range(total):
        at = groups.sequence[k]
        start_warm(bodies, contacts.code(at), contacts.contact(at))
    for island in range(islands):
        solve_island(bodies, contacts, groups, island, settings)
