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

from simloop.kernels.collision.arrays import Integers, IntegerTable, Table
from simloop.kernels.collision.impulses import answer, give, give_turn, relative_velocity, shortened
from simloop.kernels.collision.layout import (
    ANSWER,
    APPROACH,
    BODY_A,
    BODY_B,
    FRICTION,
    FRICTION_IMPULSE,
    FRICTION_MASS,
    GAP,
    GRIP,
    INVERSE_INERTIA,
    NORMAL,
    NORMAL_IMPULSE,
    NORMAL_MASS,
    RATE,
    RESTITUTION,
    ROLLING,
    ROLLING_ARM,
    ROLLING_IMPULSE,
    ROLLING_MASS,
    SHAPE_A,
    SHAPE_B,
    SOLVED_RATE,
    SOLVED_VELOCITY,
    TARGET,
    VELOCITY,
)
from simloop.kernels.collision.vectors import cross, dot, tangent
from simloop.math.row import Row

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
    bodies: Table,
    a: int,
    b: int,
    contact: Row,
    size_a: Row,
    size_b: Row,
    dt_s: float,
    bounce_from_mps: float,
    push_out_mps: float,
) -> None:
    """Work out what stays the same over the iterations."""
    nx = contact[NORMAL]
    ny = contact[NORMAL + 1]
    nz = contact[NORMAL + 2]
    x, y, z = relative_velocity(bodies, a, b, contact, VELOCITY, RATE)
    velocity = dot(x, y, z, nx, ny, nz)
    # Bodies that cannot move are taken as they are solved: at rest.
    x, y, z = relative_velocity(bodies, a, b, contact, SOLVED_VELOCITY, SOLVED_RATE)
    pressing = (velocity - dot(x, y, z, nx, ny, nz)) / dt_s
    restitution = size_a[RESTITUTION]
    restitution = size_b[RESTITUTION] if size_b[RESTITUTION] > restitution else restitution
    contact[APPROACH] = -velocity if velocity < 0.0 else 0.0
    contact[TARGET] = allowed_velocity(
        contact[GAP], velocity, pressing, restitution, dt_s, bounce_from_mps, push_out_mps
    )
    contact[GRIP] = sqrt(size_a[FRICTION] * size_b[FRICTION])
    rolling = size_a[ROLLING]
    contact[ROLLING_ARM] = size_b[ROLLING] if size_b[ROLLING] > rolling else rolling

    x, y, z = answer(bodies, a, b, contact, nx, ny, nz)
    contact[NORMAL_MASS] = 1.0 / dot(x, y, z, nx, ny, nz)
    contact[ANSWER] = x
    contact[ANSWER + 1] = y
    contact[ANSWER + 2] = z
    # Friction steps by the stiffest direction along the surface, so that it converges to a force
    # straight against the slip in all directions.
    tx, ty, tz = tangent(nx, ny, nz)
    ux, uy, uz = cross(nx, ny, nz, tx, ty, tz)
    x, y, z = answer(bodies, a, b, contact, tx, ty, tz)
    tt = dot(x, y, z, tx, ty, tz)
    tu = dot(x, y, z, ux, uy, uz)
    x, y, z = answer(bodies, a, b, contact, ux, uy, uz)
    uu = dot(x, y, z, ux, uy, uz)
    half = 0.5 * (tt - uu)
    contact[FRICTION_MASS] = 1.0 / (0.5 * (tt + uu) + sqrt(half * half + tu * tu))
    softness = turning(bodies[a])
    if b >= 0:
        softness += turning(bodies[b])
    contact[ROLLING_MASS] = 1.0 / softness if softness > 0.0 else 0.0


def turning(body: Row) -> float:
    """An upper bound of how fast a body turns under a unit angular impulse."""
    return float(body[INVERSE_INERTIA] + body[INVERSE_INERTIA + 1] + body[INVERSE_INERTIA + 2])


def start_warm(bodies: Table, a: int, b: int, contact: Row) -> None:
    """Begin with the impulses of the tick before, friction turned into today's surface."""
    nx = contact[NORMAL]
    ny = contact[NORMAL + 1]
    nz = contact[NORMAL + 2]
    if contact[TARGET] == NOT_YET:
        contact[NORMAL_IMPULSE] = 0.0
    contact[NORMAL_IMPULSE] *= WARMTH
    contact[FRICTION_IMPULSE] *= WARMTH
    contact[FRICTION_IMPULSE + 1] *= WARMTH
    contact[FRICTION_IMPULSE + 2] *= WARMTH
    fx = contact[FRICTION_IMPULSE]
    fy = contact[FRICTION_IMPULSE + 1]
    fz = contact[FRICTION_IMPULSE + 2]
    out = dot(fx, fy, fz, nx, ny, nz)
    limit = contact[GRIP] * contact[NORMAL_IMPULSE]
    fx, fy, fz = shortened(fx - out * nx, fy - out * ny, fz - out * nz, limit)
    limit = contact[ROLLING_ARM] * contact[NORMAL_IMPULSE]
    tx, ty, tz = shortened(
        contact[ROLLING_IMPULSE], contact[ROLLING_IMPULSE + 1], contact[ROLLING_IMPULSE + 2], limit
    )
    contact[FRICTION_IMPULSE] = fx
    contact[FRICTION_IMPULSE + 1] = fy
    contact[FRICTION_IMPULSE + 2] = fz
    contact[ROLLING_IMPULSE] = tx
    contact[ROLLING_IMPULSE + 1] = ty
    contact[ROLLING_IMPULSE + 2] = tz
    push = contact[NORMAL_IMPULSE]
    fx += push * nx
    fy += push * ny
    fz += push * nz
    give(bodies[a], contact, 1.0, fx, fy, fz)
    give_turn(bodies[a], 1.0, tx, ty, tz)
    if b >= 0:
        give(bodies[b], contact, -1.0, fx, fy, fz)
        give_turn(bodies[b], -1.0, tx, ty, tz)


def solve_contact(bodies: Table, a: int, b: int, contact: Row) -> float:
    """One visit to a contact; returns the largest change of a velocity."""
    nx = contact[NORMAL]
    ny = contact[NORMAL + 1]
    nz = contact[NORMAL + 2]
    x, y, z = relative_velocity(bodies, a, b, contact, SOLVED_VELOCITY, SOLVED_RATE)
    velocity = dot(x, y, z, nx, ny, nz)
    old = contact[NORMAL_IMPULSE]
    push = old - (velocity - contact[TARGET]) * contact[NORMAL_MASS]
    push = push if push > 0.0 else 0.0
    contact[NORMAL_IMPULSE] = push
    if push == 0.0 and old == 0.0:
        return 0.0

    # Friction answers the slip that this push leaves.
    more = push - old
    x += more * contact[ANSWER]
    y += more * contact[ANSWER + 1]
    z += more * contact[ANSWER + 2]
    velocity = dot(x, y, z, nx, ny, nz)
    fx = contact[FRICTION_IMPULSE]
    fy = contact[FRICTION_IMPULSE + 1]
    fz = contact[FRICTION_IMPULSE + 2]
    mass = contact[FRICTION_MASS]
    gx, gy, gz = shortened(
        fx - (x - velocity * nx) * mass,
        fy - (y - velocity * ny) * mass,
        fz - (z - velocity * nz) * mass,
        contact[GRIP] * push,
    )
    contact[FRICTION_IMPULSE] = gx
    contact[FRICTION_IMPULSE + 1] = gy
    contact[FRICTION_IMPULSE + 2] = gz
    gx -= fx
    gy -= fy
    gz -= fz
    slip = sqrt(gx * gx + gy * gy + gz * gz) / mass
    gx += more * nx
    gy += more * ny
    gz += more * nz
    give(bodies[a], contact, 1.0, gx, gy, gz)
    if b >= 0:
        give(bodies[b], contact, -1.0, gx, gy, gz)
    if contact[ROLLING_ARM] > 0.0:
        resist_rolling(bodies, a, b, contact)
    change = float(abs(more) / contact[NORMAL_MASS])
    return slip if slip > change else change


def resist_rolling(bodies: Table, a: int, b: int, contact: Row) -> None:
    """A moment against relative rotation, at most the normal force at its arm."""
    p = bodies[a, SOLVED_RATE]
    q = bodies[a, SOLVED_RATE + 1]
    r = bodies[a, SOLVED_RATE + 2]
    if b >= 0:
        p -= bodies[b, SOLVED_RATE]
        q -= bodies[b, SOLVED_RATE + 1]
        r -= bodies[b, SOLVED_RATE + 2]
    tx = contact[ROLLING_IMPULSE]
    ty = contact[ROLLING_IMPULSE + 1]
    tz = contact[ROLLING_IMPULSE + 2]
    mass = contact[ROLLING_MASS]
    ux, uy, uz = shortened(
        tx - p * mass, ty - q * mass, tz - r * mass, contact[ROLLING_ARM] * contact[NORMAL_IMPULSE]
    )
    contact[ROLLING_IMPULSE] = ux
    contact[ROLLING_IMPULSE + 1] = uy
    contact[ROLLING_IMPULSE + 2] = uz
    give_turn(bodies[a], 1.0, ux - tx, uy - ty, uz - tz)
    if b >= 0:
        give_turn(bodies[b], -1.0, ux - tx, uy - ty, uz - tz)


def solve_island(
    bodies: Table,
    codes: IntegerTable,
    contacts: Table,
    sequence: Integers,
    first: int,
    last: int,
    iterations: int,
    tolerance_mps: float,
) -> None:
    """Visit the contacts of a group until nothing changes any more."""
    for _ in range(iterations):
        largest = 0.0
        for k in range(first, last):
            at = sequence[k]
            change = solve_contact(bodies, codes[at, BODY_A], codes[at, BODY_B], contacts[at])
            largest = change if change > largest else largest
        if largest < tolerance_mps:
            break


def solve_all(
    bodies: Table,
    codes: IntegerTable,
    contacts: Table,
    shape_sizes: Table,
    sequence: Integers,
    starts: Integers,
    islands: int,
    dt_s: float,
    settings: Row,
) -> None:
    """Prepare every contact, then solve group by group.

    `settings`: iterations, tolerance, bounce threshold and push-out speed, in m/s.
    """
    total = starts[islands]
    for k in range(total):
        at = sequence[k]
        prepare_contact(
            bodies, codes[at, BODY_A], codes[at, BODY_B], contacts[at],
            shape_sizes[codes[at, SHAPE_A]], shape_sizes[codes[at, SHAPE_B]],
            dt_s, settings[2], settings[3],
        )  # fmt: skip
    for k in range(total):
        at = sequence[k]
        start_warm(bodies, codes[at, BODY_A], codes[at, BODY_B], contacts[at])
    for island in range(islands):
        solve_island(
            bodies, codes, contacts, sequence, starts[island], starts[island + 1],
            int(settings[0]), settings[1],
        )  # fmt: skip
