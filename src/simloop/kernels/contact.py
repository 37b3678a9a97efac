"""Ground under a rigid body: stiff points with friction on the plane below it, crash detection.

The ground is the plane through the place below the body, with the slope there: d = ground + s_n n
+ s_e e. Its normal into the ground is (-s_n, -s_e, 1) / L, L = sqrt(1 + s_n^2 + s_e^2); what lies
in the plane is told by its north and east parts, and its down part is s_n n + s_e e.
Each contact point is a spring and damper that only pushes, plus a bristle: a spring along the
ground that stretches until Coulomb's limit and then slips, so that a landed body keeps its place.
Stiffness follows from the mass that a point has to carry at most, 1 / (1/m + |r|^2 / I): with it
the fastest mode of n points is at most sqrt(n) times the set frequency, whatever the geometry.

Such a spring is too stiff for a tick. So the coming tick is gone through in substeps beforehand,
by leapfrog in body axes that stand still meanwhile, under the forces known now and the ground's;
the mean of the ground's force is what the body then feels over the tick.
"""

from math import sqrt

from simloop.kernels.rigid_body import rotation
from simloop.math.row import Row

# Lanes per block; compiled copies set it
W = 1
# Contact points of the vehicle class; compiled copies set it
CONTACT_POINTS = 4
# Steps in which a tick is gone through; compiled copies set it
CONTACT_SUBSTEPS = 4

# Below this a bristle's pull has no direction.
SMALLEST_GRIP_N = 1e-12

# Places in the work space: normal, and for north and east along the ground what velocity is
# multiplied by and what force is; then motion, acceleration and wrench, forces before torques.
NORMAL = 0
ALONG_N = 3
ALONG_E = 6
GRIP_N = 9
GRIP_E = 12
MOTION = 15
FREE = 21
WRENCH = 27
NEAR = 33


def largest(a: float, b: float) -> float:
    """The larger of two numbers; of equal ones the second."""
    return a if a > b else b


def contact(
    tick: int,
    dt_s: float,
    mass_kg: Row,
    inverse_inertia: Row,
    gravity_mps2: Row,
    external_force_ned_n: Row,
    external_torque_frd_nm: Row,
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
    force_frd_n: Row,
    torque_frd_nm: Row,
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
    contact_work: Row,
    contact_depth_m: Row,
    contact_softness_pkg: Row,
) -> None:
    """Find the ground's mean reaction over the coming tick.

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
        way = abs(velocity_frd_mps[j]) + abs(velocity_frd_mps[W + j])
        way = dt_s * (way + abs(velocity_frd_mps[2 * W + j]))
        lowest = position_ned_m[2 * W + j] + steep * (contact_reach_m[j] + way)
        # A lane decides for itself, whatever its neighbours make the block do.
        contact_work[NEAR * W + j] = 1.0 if lowest > ground_down_m[j] else 0.0
        near += 1 if lowest > ground_down_m[j] else 0

    # Most ticks are flown far above the ground, where no point could give anything but zero.
    if near == 0:
        for k in range(CONTACT_POINTS * W):
            contact_anchor_n_m[k] = 0.0
            contact_anchor_e_m[k] = 0.0
        return

    set_out(
        mass_kg, inverse_inertia, gravity_mps2, external_force_ned_n, external_torque_frd_nm,
        attitude_wxyz, velocity_frd_mps, rate_frd_radps, force_frd_n, torque_frd_nm,
        ground_slope_ne, contact_work,
    )  # fmt: skip
    measure_points(
        mass_kg, inverse_inertia, contact_point_x_m, contact_point_y_m, contact_point_z_m,
        position_ned_m, attitude_wxyz, ground_down_m, ground_slope_ne,
        contact_depth_m, contact_softness_pkg,
    )  # fmt: skip
    share = 1.0 / float(CONTACT_SUBSTEPS)
    step_s = dt_s * share
    for s in range(CONTACT_SUBSTEPS):
        # Leapfrog: places half a step ahead of velocities.
        press_points(
            float(tick), 0.5 * step_s if s == 0 else step_s, step_s,
            contact_point_x_m, contact_point_y_m, contact_point_z_m, contact_stiffness_gain,
            contact_friction, crash_speed_mps, crash_tilt_cosine, ground_slope_ne,
            on_ground, last_touch_tick, crashed, crash_tick, impact_speed_mps,
            contact_anchor_n_m, contact_anchor_e_m, contact_work, contact_depth_m,
            contact_softness_pkg,
        )  # fmt: skip
        move_on(
            step_s, share, mass_kg, inverse_inertia, contact_force_frd_n, contact_torque_frd_nm,
            contact_work,
        )  # fmt: skip


def set_out(
    mass_kg: Row,
    inverse_inertia: Row,
    gravity_mps2: Row,
    external_force_ned_n: Row,
    external_torque_frd_nm: Row,
    attitude_wxyz: Row,
    velocity_frd_mps: Row,
    rate_frd_radps: Row,
    force_frd_n: Row,
    torque_frd_nm: Row,
    ground_slope_ne: Row,
    contact_work: Row,
) -> None:
    """Directions of the ground in body axes, the motion, and how it would go on without ground."""
    for j in range(W):
        nx, ny, nz, ex, ey, ez, dx, dy, dz = rotation(
            attitude_wxyz[j],
            attitude_wxyz[W + j],
            attitude_wxyz[2 * W + j],
            attitude_wxyz[3 * W + j],
        )
        slope_n = ground_slope_ne[j]
        slope_e = ground_slope_ne[W + j]
        # Along the normal a metre of down counts for less.
        upright = 1.0 / sqrt(1.0 + slope_n * slope_n + slope_e * slope_e)
        normal_x = (dx - slope_n * nx - slope_e * ex) * upright
        normal_y = (dy - slope_n * ny - slope_e * ey) * upright
        normal_z = (dz - slope_n * nz - slope_e * ez) * upright
        contact_work[NORMAL * W + j] = normal_x
        contact_work[(NORMAL + 1) * W + j] = normal_y
        contact_work[(NORMAL + 2) * W + j] = normal_z
        lean_n = upright * slope_n
        lean_e = upright * slope_e
        contact_work[ALONG_N * W + j] = nx + lean_n * normal_x
        contact_work[(ALONG_N + 1) * W + j] = ny + lean_n * normal_y
        contact_work[(ALONG_N + 2) * W + j] = nz + lean_n * normal_z
        contact_work[ALONG_E * W + j] = ex + lean_e * normal_x
        contact_work[(ALONG_E + 1) * W + j] = ey + lean_e * normal_y
        contact_work[(ALONG_E + 2) * W + j] = ez + lean_e * normal_z
        contact_work[GRIP_N * W + j] = nx + slope_n * dx
        contact_work[(GRIP_N + 1) * W + j] = ny + slope_n * dy
        contact_work[(GRIP_N + 2) * W + j] = nz + slope_n * dz
        contact_work[GRIP_E * W + j] = ex + slope_e * dx
        contact_work[(GRIP_E + 1) * W + j] = ey + slope_e * dy
        contact_work[(GRIP_E + 2) * W + j] = ez + slope_e * dz

        for k in range(3):
            contact_work[(MOTION + k) * W + j] = velocity_frd_mps[k * W + j]
            contact_work[(MOTION + 3 + k) * W + j] = rate_frd_radps[k * W + j]
        per_kg = 1.0 / mass_kg[j]
        fn = external_force_ned_n[j] * per_kg
        fe = external_force_ned_n[W + j] * per_kg
        fd = external_force_ned_n[2 * W + j] * per_kg + gravity_mps2[j]
        tx = torque_frd_nm[j] + external_torque_frd_nm[j]
        ty = torque_frd_nm[W + j] + external_torque_frd_nm[W + j]
        tz = torque_frd_nm[2 * W + j] + external_torque_frd_nm[2 * W + j]
        ax, ay, az = turned(j, tx, ty, tz, inverse_inertia)
        contact_work[FREE * W + j] = force_frd_n[j] * per_kg + nx * fn + ex * fe + dx * fd
        contact_work[(FREE + 1) * W + j] = force_frd_n[W + j] * per_kg + ny * fn + ey * fe + dy * fd
        contact_work[(FREE + 2) * W + j] = (
            force_frd_n[2 * W + j] * per_kg + nz * fn + ez * fe + dz * fd
        )
        contact_work[(FREE + 3) * W + j] = ax
        contact_work[(FREE + 4) * W + j] = ay
        contact_work[(FREE + 5) * W + j] = az


def turned(
    j: int, tx: float, ty: float, tz: float, inverse_inertia: Row
) -> tuple[float, float, float]:
    """Angular acceleration by a torque."""
    xx = inverse_inertia[j]
    yy = inverse_inertia[W + j]
    zz = inverse_inertia[2 * W + j]
    xy = inverse_inertia[3 * W + j]
    xz = inverse_inertia[4 * W + j]
    yz = inverse_inertia[5 * W + j]
    return (
        xx * tx + xy * ty + xz * tz,
        xy * tx + yy * ty + yz * tz,
        xz * tx + yz * ty + zz * tz,
    )


def measure_points(
    mass_kg: Row,
    inverse_inertia: Row,
    contact_point_x_m: Row,
    contact_point_y_m: Row,
    contact_point_z_m: Row,
    position_ned_m: Row,
    attitude_wxyz: Row,
    ground_down_m: Row,
    ground_slope_ne: Row,
    contact_depth_m: Row,
    contact_softness_pkg: Row,
) -> None:
    """How deep each point is, and one over what it may have to carry."""
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
            upright = 1.0 / sqrt(1.0 + slope_n * slope_n + slope_e * slope_e)
            below = position_ned_m[2 * W + j] + dx * rx + dy * ry + dz * rz - ground_down_m[j]
            below = below - slope_n * (nx * rx + ny * ry + nz * rz)
            below = below - slope_e * (ex * rx + ey * ry + ez * rz)
            contact_depth_m[i * W + j] = below * upright

            # From an upper bound of 1/I (Gershgorin).
            ixy = abs(inverse_inertia[3 * W + j])
            ixz = abs(inverse_inertia[4 * W + j])
            iyz = abs(inverse_inertia[5 * W + j])
            turning = largest(
                inverse_inertia[j] + ixy + ixz,
                largest(inverse_inertia[W + j] + ixy + iyz, inverse_inertia[2 * W + j] + ixz + iyz),
            )
            contact_softness_pkg[i * W + j] = 1.0 / mass_kg[j] + turning * (
                rx * rx + ry * ry + rz * rz
            )


def press_points(
    now: float,
    sinking_s: float,
    step_s: float,
    contact_point_x_m: Row,
    contact_point_y_m: Row,
    contact_point_z_m: Row,
    contact_stiffness_gain: Row,
    contact_friction: Row,
    crash_speed_mps: Row,
    crash_tilt_cosine: Row,
    ground_slope_ne: Row,
    on_ground: Row,
    last_touch_tick: Row,
    crashed: Row,
    crash_tick: Row,
    impact_speed_mps: Row,
    contact_anchor_n_m: Row,
    contact_anchor_e_m: Row,
    contact_work: Row,
    contact_depth_m: Row,
    contact_softness_pkg: Row,
) -> None:
    """Let every point sink as it moves, and sum up how the ground pushes and grips.

    Lanes inside, so that any number of points vectorises; sums live in the work space.
    """
    k = contact_work
    for n in range(6 * W):
        k[WRENCH * W + n] = 0.0
    for i in range(CONTACT_POINTS):
        for j in range(W):
            rx = contact_point_x_m[i * W + j]
            ry = contact_point_y_m[i * W + j]
            rz = contact_point_z_m[i * W + j]
            slope_n = ground_slope_ne[j]
            slope_e = ground_slope_ne[W + j]
            # Velocity of the point, in body axes, into the ground and along it.
            p = k[(MOTION + 3) * W + j]
            q = k[(MOTION + 4) * W + j]
            r = k[(MOTION + 5) * W + j]
            u = k[MOTION * W + j] + q * rz - r * ry
            v = k[(MOTION + 1) * W + j] + r * rx - p * rz
            w = k[(MOTION + 2) * W + j] + p * ry - q * rx
            normal_x = k[NORMAL * W + j]
            normal_y = k[(NORMAL + 1) * W + j]
            normal_z = k[(NORMAL + 2) * W + j]
            into = normal_x * u + normal_y * v + normal_z * w
            vn = k[ALONG_N * W + j] * u + k[(ALONG_N + 1) * W + j] * v
            vn = vn + k[(ALONG_N + 2) * W + j] * w
            ve = k[ALONG_E * W + j] * u + k[(ALONG_E + 1) * W + j] * v
            ve = ve + k[(ALONG_E + 2) * W + j] * w
            depth = contact_depth_m[i * W + j] + into * sinking_s
            contact_depth_m[i * W + j] = depth
            touching = (depth > 0.0) & (k[NEAR * W + j] > 0.0)

            softness = contact_softness_pkg[i * W + j]
            carried = 1.0 / softness
            stiffness = contact_stiffness_gain[j] * carried
            damping = contact_stiffness_gain[W + j] * carried
            compliance = contact_stiffness_gain[2 * W + j] * softness

            # The ground pushes and never pulls.
            normal = largest(stiffness * depth + damping * into, 0.0)

            # The bristle stretches with the motion along the ground up to Coulomb's limit; beyond,
            # the foot slips and the bristle keeps what the limit can hold.
            grip_n = stiffness * (contact_anchor_n_m[i * W + j] + vn * step_s) + damping * vn
            grip_e = stiffness * (contact_anchor_e_m[i * W + j] + ve * step_s) + damping * ve
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

            # The reaction in body axes, and its moment.
            fx = k[GRIP_N * W + j] * grip_n + k[GRIP_E * W + j] * grip_e
            fy = k[(GRIP_N + 1) * W + j] * grip_n + k[(GRIP_E + 1) * W + j] * grip_e
            fz = k[(GRIP_N + 2) * W + j] * grip_n + k[(GRIP_E + 2) * W + j] * grip_e
            fx = -(fx + normal_x * normal)
            fy = -(fy + normal_y * normal)
            fz = -(fz + normal_z * normal)
            k[WRENCH * W + j] += fx if touching else 0.0
            k[(WRENCH + 1) * W + j] += fy if touching else 0.0
            k[(WRENCH + 2) * W + j] += fz if touching else 0.0
            k[(WRENCH + 3) * W + j] += ry * fz - rz * fy if touching else 0.0
            k[(WRENCH + 4) * W + j] += rz * fx - rx * fz if touching else 0.0
            k[(WRENCH + 5) * W + j] += rx * fy - ry * fx if touching else 0.0
            on_ground[j] = 1.0 if touching else on_ground[j]
            last_touch_tick[j] = now if touching else last_touch_tick[j]

            # Too hard, or leaning too far from the ground's normal while touching.
            impact = into if touching else 0.0
            impact_speed_mps[j] = largest(impact, impact_speed_mps[j])
            crash = 1.0 if impact > crash_speed_mps[j] else crashed[j]
            leaning = 1.0 if normal_z < crash_tilt_cosine[j] else crash
            crash = leaning if touching else crash
            crash_tick[j] = now if crash > crashed[j] else crash_tick[j]
            crashed[j] = crash


def move_on(
    step_s: float,
    share: float,
    mass_kg: Row,
    inverse_inertia: Row,
    contact_force_frd_n: Row,
    contact_torque_frd_nm: Row,
    contact_work: Row,
) -> None:
    """Change the motion by one step of all forces, and count the ground's to their mean."""
    k = contact_work
    for j in range(W):
        per_kg = 1.0 / mass_kg[j]
        fx = k[WRENCH * W + j]
        fy = k[(WRENCH + 1) * W + j]
        fz = k[(WRENCH + 2) * W + j]
        tx = k[(WRENCH + 3) * W + j]
        ty = k[(WRENCH + 4) * W + j]
        tz = k[(WRENCH + 5) * W + j]
        ax, ay, az = turned(j, tx, ty, tz, inverse_inertia)
        k[MOTION * W + j] += step_s * (fx * per_kg + k[FREE * W + j])
        k[(MOTION + 1) * W + j] += step_s * (fy * per_kg + k[(FREE + 1) * W + j])
        k[(MOTION + 2) * W + j] += step_s * (fz * per_kg + k[(FREE + 2) * W + j])
        k[(MOTION + 3) * W + j] += step_s * (ax + k[(FREE + 3) * W + j])
        k[(MOTION + 4) * W + j] += step_s * (ay + k[(FREE + 4) * W + j])
        k[(MOTION + 5) * W + j] += step_s * (az + k[(FREE + 5) * W + j])
        contact_force_frd_n[j] += share * fx
        contact_force_frd_n[W + j] += share * fy
        contact_force_frd_n[2 * W + j] += share * fz
        contact_torque_frd_nm[j] += share * tx
        contact_torque_frd_nm[W + j] += share * ty
        contact_torque_frd_nm[2 * W + j] += share * tz
