"""Between a table's columns and the solver: where bodies are, how they would move, what they get.

`where` holds the first field of each column the functions read and write, in the order of the
constants below, then row and number of each body; element e of a column at row r is
`floats[r // lanes, (field + e) * lanes + r % lanes]`.
"""

from math import sqrt

from simloop.kernels.collision.arrays import Integers, Table
from simloop.kernels.collision.columns import (
    C_AFTER_CRASH,
    C_ATTITUDE,
    C_CONTACT_FORCE,
    C_CONTACT_TORQUE,
    C_COUNT,
    C_CRASH_SPEED,
    C_CRASH_TICK,
    C_CRASHED,
    C_FORCE,
    C_FROZEN,
    C_GRAVITY,
    C_GROUND,
    C_GROUND_SLOPE,
    C_HELD,
    C_IMPACT,
    C_IMPULSE,
    C_INERTIA,
    C_INVERSE_INERTIA,
    C_MASS,
    C_POINT,
    C_POSITION,
    C_PUSH,
    C_PUSH_TORQUE,
    C_RATE,
    C_SPEED,
    C_TICK,
    C_TORQUE,
    C_VELOCITY,
    COLUMNS_USED,
)
from simloop.kernels.collision.layout import (
    ABOVE_GROUND,
    AROUND,
    ATTITUDE,
    BODY_REACH,
    FREE_RATE,
    FREE_VELOCITY,
    INVERSE_INERTIA,
    INVERSE_MASS,
    NEAR,
    POSITION,
    RATE,
    SLACK,
    SOLVED_RATE,
    SOLVED_VELOCITY,
    VELOCITY,
)
from simloop.kernels.collision.matrices import rotation, symmetric_times
from simloop.kernels.collision.placing import place_ground

# What a tick did to a body: hardest approach, touches begun, and the last of these
HARDEST = 0
BEGUN = 1
TOUCH_IMPULSE = 2
TOUCH_SPEED = 3
TOUCH_POINT = 4
RESULT_FIELDS = 7

# How many ticks ahead a body looks: a soft landing begins that far from the surface.
LOOK_AHEAD = 2.5


def locate(
    floats: Table, lanes: int, where: Integers, dt_s: float, skin_m: float, places: Table
) -> int:
    """Where bodies are and how far they could come; returns how many are held after a crash.

    `where` holds the columns, then row and number of each body.
    """
    held = 0
    at_position = where[C_POSITION] * lanes
    at_velocity = where[C_VELOCITY] * lanes
    at_rate = where[C_RATE] * lanes
    at_held = where[C_HELD] * lanes
    at_ground = where[C_GROUND] * lanes
    at_slope = where[C_GROUND_SLOPE] * lanes
    for k in range(COLUMNS_USED, len(where), 2):
        row = where[k]
        block = row // lanes
        lane = row % lanes
        body = where[k + 1]
        p = at_position + lane
        v = at_velocity + lane
        w = at_rate + lane
        down = floats[block, p + 2 * lanes]
        places[body, 0] = floats[block, p]
        places[body, 1] = floats[block, p + lanes]
        places[body, 2] = down
        vx = floats[block, v]
        vy = floats[block, v + lanes]
        vz = floats[block, v + 2 * lanes]
        wx = floats[block, w]
        wy = floats[block, w + lanes]
        wz = floats[block, w + 2 * lanes]
        reach = places[body, BODY_REACH]
        speed = sqrt(vx * vx + vy * vy + vz * vz)
        speed += sqrt(wx * wx + wy * wy + wz * wz) * reach
        slack = LOOK_AHEAD * dt_s * speed + skin_m
        places[body, SLACK] = slack
        places[body, AROUND] = reach + slack
        sn = floats[block, at_slope + lane]
        se = floats[block, at_slope + lanes + lane]
        height = floats[block, at_ground + lane] - down
        if sn != 0.0 or se != 0.0:
            height /= sqrt(1.0 + sn * sn + se * se)
        places[body, ABOVE_GROUND] = height
        is_held = floats[block, at_held + lane] != 0.0
        places[body, NEAR] = 1.0 if is_held else 0.0
        held += 1 if is_held else 0
    return held


def turned_inertia(
    nx: float, ny: float, nz: float, ex: float, ey: float, ez: float,
    dx: float, dy: float, dz: float,
    xx: float, yy: float, zz: float, xy: float, xz: float, yz: float,
) -> tuple[float, float, float, float, float, float]:  # fmt: skip
    """A body's symmetric tensor in NED: xx, yy, zz, xy, xz, yz."""
    ax, ay, az = symmetric_times(xx, yy, zz, xy, xz, yz, nx, ny, nz)
    bx, by, bz = symmetric_times(xx, yy, zz, xy, xz, yz, ex, ey, ez)
    cx, cy, cz = symmetric_times(xx, yy, zz, xy, xz, yz, dx, dy, dz)
    return (
        nx * ax + ny * ay + nz * az,
        ex * bx + ey * by + ez * bz,
        dx * cx + dy * cy + dz * cz,
        ex * ax + ey * ay + ez * az,
        dx * ax + dy * ay + dz * az,
        dx * bx + dy * by + dz * bz,
    )


def gather(
    floats: Table,
    lanes: int,
    where: Integers,
    owned: int,
    dt_s: float,
    first_ground: int,
    shape_poses: Table,
    places: Table,
    bodies: Table,
) -> None:
    """What the solver needs of the bodies that may touch, with their motion if nothing touched.

    The wrench of aerodynamics and propulsion is that of the tick before.
    """
    for k in range(COLUMNS_USED, len(where), 2):
        body = where[k + 1]
        if places[body, NEAR] == 0.0:
            continue
        row = floats[where[k] // lanes]
        lane = where[k] % lanes
        place_ground(
            row,
            where[C_GROUND] * lanes + lane,
            where[C_GROUND_SLOPE] * lanes + lane,
            lanes,
            places[body],
            shape_poses[first_ground + body],
        )
        a = where[C_ATTITUDE] * lanes + lane
        nx, ny, nz, ex, ey, ez, dx, dy, dz = rotation(
            row[a], row[a + lanes], row[a + 2 * lanes], row[a + 3 * lanes]
        )
        mass = row[where[C_MASS] * lanes + lane]
        fixed = (
            row[where[C_FROZEN] * lanes + lane] != 0.0 or row[where[C_HELD] * lanes + lane] != 0.0
        )
        inverse_mass = 1.0 / mass

        # Held forces, as the integrator will add them.
        f = where[C_FORCE] * lanes + lane
        c = where[C_CONTACT_FORCE] * lanes + lane
        x = where[C_PUSH] * lanes + lane
        keep = 0.0 if owned == 1 else 1.0
        fx = row[f] + keep * row[c]
        fy = row[f + lanes] + keep * row[c + lanes]
        fz = row[f + 2 * lanes] + keep * row[c + 2 * lanes]
        an = inverse_mass * (row[x] + nx * fx + ny * fy + nz * fz)
        ae = inverse_mass * (row[x + lanes] + ex * fx + ey * fy + ez * fz)
        ad = inverse_mass * (row[x + 2 * lanes] + dx * fx + dy * fy + dz * fz)
        ad += row[where[C_GRAVITY] * lanes + lane]

        v = where[C_VELOCITY] * lanes + lane
        u = row[v]
        vy = row[v + lanes]
        w = row[v + 2 * lanes]
        vn = nx * u + ny * vy + nz * w
        ve = ex * u + ey * vy + ez * w
        vd = dx * u + dy * vy + dz * w

        r = where[C_RATE] * lanes + lane
        p_rate = row[r]
        q_rate = row[r + lanes]
        r_rate = row[r + 2 * lanes]
        i = where[C_INERTIA] * lanes + lane
        hx, hy, hz = symmetric_times(
            row[i], row[i + lanes], row[i + 2 * lanes],
            row[i + 3 * lanes], row[i + 4 * lanes], row[i + 5 * lanes],
            p_rate, q_rate, r_rate,
        )  # fmt: skip
        t = where[C_TORQUE] * lanes + lane
        g = where[C_CONTACT_TORQUE] * lanes + lane
        s = where[C_PUSH_TORQUE] * lanes + lane
        m = where[C_INVERSE_INERTIA] * lanes + lane
        ixx = row[m]
        iyy = row[m + lanes]
        izz = row[m + 2 * lanes]
        ixy = row[m + 3 * lanes]
        ixz = row[m + 4 * lanes]
        iyz = row[m + 5 * lanes]
        dp, dq, dr = symmetric_times(
            ixx, iyy, izz, ixy, ixz, iyz,
            row[t] + row[s] + keep * row[g] - (q_rate * hz - r_rate * hy),
            row[t + lanes] + row[s + lanes] + keep * row[g + lanes]
            - (r_rate * hx - p_rate * hz),
            row[t + 2 * lanes] + row[s + 2 * lanes] + keep * row[g + 2 * lanes]
            - (p_rate * hy - q_rate * hx),
        )  # fmt: skip
        fp = p_rate + dt_s * dp
        fq = q_rate + dt_s * dq
        fr = r_rate + dt_s * dr
        jxx, jyy, jzz, jxy, jxz, jyz = turned_inertia(
            nx, ny, nz, ex, ey, ez, dx, dy, dz, ixx, iyy, izz, ixy, ixz, iyz
        )

        out = bodies[body]
        for axis in range(3):
            out[POSITION + axis] = places[body, axis]
        for axis in range(4):
            out[ATTITUDE + axis] = row[a + axis * lanes]
        free = 0.0 if fixed else 1.0
        out[INVERSE_MASS] = free * inverse_mass
        out[INVERSE_INERTIA] = free * jxx
        out[INVERSE_INERTIA + 1] = free * jyy
        out[INVERSE_INERTIA + 2] = free * jzz
        out[INVERSE_INERTIA + 3] = free * jxy
        out[INVERSE_INERTIA + 4] = free * jxz
        out[INVERSE_INERTIA + 5] = free * jyz
        out[VELOCITY] = free * vn
        out[VELOCITY + 1] = free * ve
        out[VELOCITY + 2] = free * vd
        out[RATE] = free * (nx * p_rate + ny * q_rate + nz * r_rate)
        out[RATE + 1] = free * (ex * p_rate + ey * q_rate + ez * r_rate)
        out[RATE + 2] = free * (dx * p_rate + dy * q_rate + dz * r_rate)
        out[FREE_VELOCITY] = vn + dt_s * an
        out[FREE_VELOCITY + 1] = ve + dt_s * ae
        out[FREE_VELOCITY + 2] = vd + dt_s * ad
        out[FREE_RATE] = nx * fp + ny * fq + nz * fr
        out[FREE_RATE + 1] = ex * fp + ey * fq + ez * fr
        out[FREE_RATE + 2] = dx * fp + dy * fq + dz * fr
        for axis in range(3):
            out[SOLVED_VELOCITY + axis] = free * out[FREE_VELOCITY + axis]
            out[SOLVED_RATE + axis] = free * out[FREE_RATE + axis]


def scatter(
    floats: Table,
    lanes: int,
    where: Integers,
    owned: int,
    tick: int,
    dt_s: float,
    places: Table,
    bodies: Table,
    results: Table,
) -> None:
    """Turn solved velocities into the force and torque that produce them over the next tick."""
    now = float(tick)
    per_s = 1.0 / dt_s
    for k in range(COLUMNS_USED, len(where), 2):
        body = where[k + 1]
        row = floats[where[k] // lanes]
        lane = where[k] % lanes
        c = where[C_CONTACT_FORCE] * lanes + lane
        g = where[C_CONTACT_TORQUE] * lanes + lane
        if owned == 1:
            for axis in range(3):
                row[c + axis * lanes] = 0.0
                row[g + axis * lanes] = 0.0
        if places[body, NEAR] == 0.0:
            continue
        held = row[where[C_HELD] * lanes + lane] != 0.0
        if bodies[body, INVERSE_MASS] > 0.0 or held:
            nx, ny, nz, ex, ey, ez, dx, dy, dz = rotation(
                bodies[body, ATTITUDE],
                bodies[body, ATTITUDE + 1],
                bodies[body, ATTITUDE + 2],
                bodies[body, ATTITUDE + 3],
            )
            pull = row[where[C_MASS] * lanes + lane] * per_s
            vn = bodies[body, SOLVED_VELOCITY] - bodies[body, FREE_VELOCITY]
            ve = bodies[body, SOLVED_VELOCITY + 1] - bodies[body, FREE_VELOCITY + 1]
            vd = bodies[body, SOLVED_VELOCITY + 2] - bodies[body, FREE_VELOCITY + 2]
            row[c] += pull * (nx * vn + ex * ve + dx * vd)
            row[c + lanes] += pull * (ny * vn + ey * ve + dy * vd)
            row[c + 2 * lanes] += pull * (nz * vn + ez * ve + dz * vd)
            wn = bodies[body, SOLVED_RATE] - bodies[body, FREE_RATE]
            we = bodies[body, SOLVED_RATE + 1] - bodies[body, FREE_RATE + 1]
            wd = bodies[body, SOLVED_RATE + 2] - bodies[body, FREE_RATE + 2]
            i = where[C_INERTIA] * lanes + lane
            tx, ty, tz = symmetric_times(
                row[i], row[i + lanes], row[i + 2 * lanes],
                row[i + 3 * lanes], row[i + 4 * lanes], row[i + 5 * lanes],
                nx * wn + ex * we + dx * wd,
                ny * wn + ey * we + dy * wd,
                nz * wn + ez * we + dz * wd,
            )  # fmt: skip
            row[g] += per_s * tx
            row[g + lanes] += per_s * ty
            row[g + 2 * lanes] += per_s * tz

        # What others learn: how hard it was, whether it was too hard, and the last touch.
        hardest = results[body, HARDEST]
        known = row[where[C_IMPACT] * lanes + lane]
        row[where[C_IMPACT] * lanes + lane] = hardest if hardest > known else known
        if hardest > row[where[C_CRASH_SPEED] * lanes + lane]:
            if row[where[C_CRASHED] * lanes + lane] == 0.0:
                row[where[C_CRASHED] * lanes + lane] = 1.0
                row[where[C_CRASH_TICK] * lanes + lane] = now
            row[where[C_HELD] * lanes + lane] = row[where[C_AFTER_CRASH] * lanes + lane]
        if results[body, BEGUN] > 0.0:
            row[where[C_COUNT] * lanes + lane] += results[body, BEGUN]
            row[where[C_IMPULSE] * lanes + lane] = results[body, TOUCH_IMPULSE]
            row[where[C_SPEED] * lanes + lane] = results[body, TOUCH_SPEED]
            row[where[C_TICK] * lanes + lane] = now
            for axis in range(3):
                at = (where[C_POINT] + axis) * lanes + lane
                row[at] = results[body, TOUCH_POINT + axis]
