"""Ground under a rigid body: stiff points with friction on the plane below it, crash detection.

The ground is the plane through the place below the body, with the slope there: d = ground + s_n n
+ s_e e. Its normal into the ground is (-s_n, -s_e, 1) / L, L = sqrt(1 + s_n^2 + s_e^2); what lies
in the plane is told by its north and east parts, and its down part is s_n n + s_e e.
Each contact point is a spring and damper that only pushes, plus a bristle: a spring along the
ground that stretches until Coulomb's limit and then slips, so that a landed body keeps its place.
Stiffness follows from the mass that a point has to carry at most, 1 / (1/m + |r|^2 / I): with it
the fastest mode of n points is at most sqrt(n) times the set frequency, whatever the geometry, and
the held force stays stable.
"""

from math import sqrt

from simloop.kernels.rigid_body import rotation
from simloop.math.row import Row

# Lanes per block; compiled copies set it
W = 1
# Contact points of the vehicle class; compiled copies set it
CONTACT_POINTS = 4

# Below this a bristle's pull has no direction.
SMALLEST_GRIP_N = 1e-12


def largest(a: float, b: float) -> float:
    """The larger of two numbers; of equal ones the second."""
    return a if a > b else b


def contact(
    tick: int,
    dt_s: float,
    mass_kg: Row,
    inverse_inertia: Row,
    contact_point_x_m: Row,
    contact_point_y_m: Row,
    contact_point_z_m: Row,
    contact_reach_m: Row,
    contact_stiffness_gain: Row,
    contact_friction: Row,
    crash_speed_mps: Row,
    crash_tilt_cosine: Row,
    position_ned_m: Row,
    attitude_wxyz: Row,
    velocity_frd_mps: Row,
    rate_frd_radps: Row,
    ground_down_m: Row,
    ground_slope_ne: Row,
    contact_force_frd_n: Row,
    contact_torque_frd_nm: Row,
    on_ground: Row,
    last_touch_tick: Row,
    crashed: Row,
    crash_tick: Row,
    impact_speed_mps: Row,
    contact_anchor_n_m: Row,
    contact_anchor_e_m: Row,
) -> None:
    """Find the ground's reaction at the end of the tick, to be held over the next one.

    `contact_stiffness_gain` holds frequency squared, 2 * damping ratio * frequency, and the inverse
    of the first, all per kilogram carried.
    """
    for k in range(3 * W):
        contact_force_frd_n[k] = 0.0
        contact_torque_frd_nm[k] = 0.0
    near = 0
    for j in range(W):
        on_ground[j] = 0.0
        # On a slope a point reaches the ground sooner, by L at most; this bound needs no root.
        steep = 1.0 + abs(ground_slope_ne[j]) + abs(ground_slope_ne[W + j])
        lowest = position_ned_m[2 * W + j] + steep * contact_reach_m[j]
        near += 1 if lowest > ground_down_m[j] else 0

    # Most ticks are flown far above the ground, where no point could give anything but zero.
    if near == 0:
        for k in range(CONTACT_POINTS * W):
            contact_anchor_n_m[k] = 0.0
            contact_anchor_e_m[k] = 0.0
        return

    # Lanes inside, so that any number of points vectorises; sums live in their columns.
    now = float(tick)
    for i in range(CONTACT_POINTS):
        for j in range(W):
            nx, ny, nz, ex, ey, ez, dx, dy, dz = rotation(
                attitude_wxyz[j],
                attitude_wxyz[W + j],
                attitude_wxyz[2 * W + j],
                attitude_wxyz[3 * W + j],
            )
            rx = contact_point_x_m[i * W + j]
            ry = contact_point_y_m[i * W + j]
            rz = contact_point_z_m[i * W + j]
            slope_n = ground_slope_ne[j]
            slope_e = ground_slope_ne[W + j]
            # Along the normal a metre of down counts for less.
            upright = 1.0 / sqrt(1.0 + slope_n * slope_n + slope_e * slope_e)
            below = position_ned_m[2 * W + j] + dx * rx + dy * ry + dz * rz - ground_down_m[j]
            below = below - slope_n * (nx * rx + ny * ry + nz * rz)
            below = below - slope_e * (ex * rx + ey * ry + ez * rz)
            depth = below * upright
            touching = depth > 0.0

            # Velocity of the point, in body axes, in NED, into the ground and along it.
            p = rate_frd_radps[j]
            q = rate_frd_radps[W + j]
            r = rate_frd_radps[2 * W + j]
            u = velocity_frd_mps[j] + q * rz - r * ry
            v = velocity_frd_mps[W + j] + r * rx - p * rz
            w = velocity_frd_mps[2 * W + j] + p * ry - q * rx
            vn = nx * u + ny * v + nz * w
            ve = ex * u + ey * v + ez * w
            vd = dx * u + dy * v + dz * w
            into = (vd - slope_n * vn - slope_e * ve) * upright
            vn = vn + into * upright * slope_n
            ve = ve + into * upright * slope_e

            # What the point may have to carry, from an upper bound of 1/I (Gershgorin).
            ixy = abs(inverse_inertia[3 * W + j])
            ixz = abs(inverse_inertia[4 * W + j])
            iyz = abs(inverse_inertia[5 * W + j])
            turning = largest(
                inverse_inertia[j] + ixy + ixz,
                largest(inverse_inertia[W + j] + ixy + iyz, inverse_inertia[2 * W + j] + ixz + iyz),
            )
            softness = 1.0 / mass_kg[j] + turning * (rx * rx + ry * ry + rz * rz)
            carried = 1.0 / softness
            stiffness = contact_stiffness_gain[j] * carried
            damping = contact_stiffness_gain[W + j] * carried
            compliance = contact_stiffness_gain[2 * W + j] * softness

            # The ground pushes and never pulls.
            normal = largest(stiffness * depth + damping * into, 0.0)

            # The bristle stretches with the motion along the ground up to Coulomb's limit; beyond,
            # the foot slips and the bristle keeps what the limit can hold.
            grip_n = stiffness * (contact_anchor_n_m[i * W + j] + vn * dt_s) + damping * vn
            grip_e = stiffness * (contact_anchor_e_m[i * W + j] + ve * dt_s) + damping * ve
            grip_d = slope_n * grip_n + slope_e * grip_e
            grip = sqrt(grip_n * grip_n + grip_e * grip_e + grip_d * grip_d)
            kept = contact_friction[j] * normal / largest(grip, SMALLEST_GRIP_N)
            kept = kept if kept < 1.0 else 1.0
            grip_n = grip_n * kept
            grip_e = grip_e * kept
            stretch_n = (grip_n - damping * vn) * compliance
            stretch_e = (grip_e - damping * ve) * compliance
            contact_anchor_n_m[i * W + j] = stretch_n if touching else 0.0
            contact_anchor_e_m[i * W + j] = stretch_e if touching else 0.0

            # The reaction in NED, in body axes, and its moment.
            press = normal * upright
            fn = grip_n - press * slope_n
            fe = grip_e - press * slope_e
            fd = slope_n * grip_n + slope_e * grip_e + press
            fx = -(nx * fn + ex * fe + dx * fd)
            fy = -(ny * fn + ey * fe + dy * fd)
            fz = -(nz * fn + ez * fe + dz * fd)
            contact_force_frd_n[j] += fx if touching else 0.0
            contact_force_frd_n[W + j] += fy if touching else 0.0
            contact_force_frd_n[2 * W + j] += fz if touching else 0.0
            contact_torque_frd_nm[j] += ry * fz - rz * fy if touching else 0.0
            contact_torque_frd_nm[W + j] += rz * fx - rx * fz if touching else 0.0
            contact_torque_frd_nm[2 * W + j] += rx * fy - ry * fx if touching else 0.0
            on_ground[j] = 1.0 if touching else on_ground[j]
            last_touch_tick[j] = now if touching else last_touch_tick[j]

            # Too hard, or leaning too far from the ground's normal while touching.
            impact = into if touching else 0.0
            lean = (dz - slope_n * nz - slope_e * ez) * upright
            impact_speed_mps[j] = largest(impact, impact_speed_mps[j])
            crash = 1.0 if impact > crash_speed_mps[j] else crashed[j]
            leaning = 1.0 if lean < crash_tilt_cosine[j] else crash
            crash = leaning if touching else crash
            crash_tick[j] = now if crash > crashed[j] else crash_tick[j]
            crashed[j] = crash
