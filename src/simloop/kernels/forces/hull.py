"""A hull in water: buoyancy, drag, thrusters, rudder and windage, at every stage of the integrator.

The hull is a set of upright boxes. Each is cut by the plane of the water's surface, and what is
below it displaces water; so draft, trim, heel and the righting moments come out by themselves, in
calm water and on a slope. The cut through a box is exact while it goes through all four walls.
"""

from simloop.kernels.rigid_body import rotation
from simloop.kernels.thrusters import rudder_force, wind_drag
from simloop.math.row import Row
from simloop.math.scalar import clamp

# Lanes per block; compiled copies set it
W = 1
# Boxes of the hull of the vehicle class; compiled copies set it
HULL_CELLS = 1

# A box this close to lying on its side is cut as if it leaned a little.
LEAST_UPRIGHT = 1e-3


def displaced(
    j: int,
    depth_m: float,
    lean_x: float,
    lean_y: float,
    lean_z: float,
    hull_cell_x_m: Row,
    hull_cell_y_m: Row,
    hull_cell_bottom_m: Row,
    hull_cell_height_m: Row,
    hull_cell_length_m: Row,
    hull_cell_width_m: Row,
    hull_cell_area_m2: Row,
) -> tuple[float, float, float, float]:
    """Displaced volume and its first moments in FRD.

    The depth below the surface is `depth_m` at the centre of mass, and grows by `lean_x, lean_y,
    lean_z` per metre forward, right and down in the body.
    """
    size = abs(lean_z)
    size = size if size > LEAST_UPRIGHT else LEAST_UPRIGHT
    per_upright = 1.0 / size
    upright = lean_z > 0.0
    # How the wet length of a box changes across it.
    along = lean_x * per_upright
    across = lean_y * per_upright
    volume = 0.0
    vx = 0.0
    vy = 0.0
    vz = 0.0
    for i in range(HULL_CELLS):
        x = hull_cell_x_m[i * W + j]
        y = hull_cell_y_m[i * W + j]
        height = hull_cell_height_m[i * W + j]
        bottom = hull_cell_bottom_m[i * W + j]
        # The end that is lower, be it the keel or, upside down, the deck.
        low_z = bottom if upright else bottom - height
        depth = depth_m + lean_x * x + lean_y * y + lean_z * low_z
        wet = clamp(depth * per_upright, 0.0, height)

        # Half a box may be wetter than the other; that fades out when a corner leaves the cut.
        length = hull_cell_length_m[i * W + j]
        width = hull_cell_width_m[i * W + j]
        corner = 0.5 * (abs(along) * length + abs(across) * width)
        room = height - wet
        room = room if room < wet else wet
        share = clamp(room / (corner if corner > 1e-12 else 1e-12), 0.0, 1.0)
        spread_x = share * along * length * length * (1.0 / 12.0)
        spread_y = share * across * width * width * (1.0 / 12.0)

        area = hull_cell_area_m2[i * W + j]
        middle = wet * wet + (along * spread_x + across * spread_y)
        up = -0.5 if upright else 0.5
        volume += area * wet
        vx += area * (wet * x + spread_x)
        vy += area * (wet * y + spread_y)
        vz += area * (wet * low_z + up * middle)
    return volume, vx, vy, vz


def wrench(
    j: int,
    down_m: float,
    qw: float,
    qx: float,
    qy: float,
    qz: float,
    u_mps: float,
    v_mps: float,
    w_mps: float,
    u_air_mps: float,
    v_air_mps: float,
    p: float,
    q: float,
    r: float,
    air_density_kgpm3: float,
    gravity_mps2: Row,
    hull_cell_x_m: Row,
    hull_cell_y_m: Row,
    hull_cell_bottom_m: Row,
    hull_cell_height_m: Row,
    hull_cell_length_m: Row,
    hull_cell_width_m: Row,
    hull_cell_area_m2: Row,
    hull_wet_gain_pm3: Row,
    hull_damping: Row,
    rudder_model: Row,
    windage: Row,
    thruster_wrench: Row,
    rudder_state: Row,
    water_down_m: Row,
    water_slope_ne: Row,
    water_velocity_ned_mps: Row,
    water_density_kgpm3: Row,
) -> tuple[float, float, float, float, float, float]:
    """Force and torque in FRD of everything that water and air do, added mass excepted."""
    nx, ny, nz, ex, ey, ez, dx, dy, dz = rotation(qw, qx, qy, qz)
    slope_n = water_slope_ne[j]
    slope_e = water_slope_ne[W + j]
    lean_x = dx - slope_n * nx - slope_e * ex
    lean_y = dy - slope_n * ny - slope_e * ey
    lean_z = dz - slope_n * nz - slope_e * ez
    volume, vx, vy, vz = displaced(
        j, down_m - water_down_m[j], lean_x, lean_y, lean_z,
        hull_cell_x_m, hull_cell_y_m, hull_cell_bottom_m, hull_cell_height_m,
        hull_cell_length_m, hull_cell_width_m, hull_cell_area_m2,
    )  # fmt: skip
    # Pressure pushes up, and down a slope: along minus the growth of depth.
    weight = water_density_kgpm3[j] * gravity_mps2[j]
    bx = -weight * lean_x
    by = -weight * lean_y
    bz = -weight * lean_z
    fx = bx * volume
    fy = by * volume
    fz = bz * volume
    tx = vy * bz - vz * by
    ty = vz * bx - vx * bz
    tz = vx * by - vy * bx

    # Velocity through the water; out of it there is nothing to drag or to push against.
    wn = water_velocity_ned_mps[j]
    we = water_velocity_ned_mps[W + j]
    wd = water_velocity_ned_mps[2 * W + j]
    u = u_mps - (nx * wn + ex * we + dx * wd)
    v = v_mps - (ny * wn + ey * we + dy * wd)
    w = w_mps - (nz * wn + ez * we + dz * wd)
    wet = clamp(hull_wet_gain_pm3[j] * volume, 0.0, 1.0)
    d = hull_damping
    fx -= wet * (d[j] + d[6 * W + j] * abs(u)) * u
    fy -= wet * ((d[W + j] + d[7 * W + j] * abs(v)) * v + d[12 * W + j] * r)
    fz -= wet * (d[2 * W + j] + d[8 * W + j] * abs(w)) * w
    tx -= wet * (d[3 * W + j] + d[9 * W + j] * abs(p)) * p
    ty -= wet * (d[4 * W + j] + d[10 * W + j] * abs(q)) * q
    tz -= wet * ((d[5 * W + j] + d[11 * W + j] * abs(r)) * r + d[13 * W + j] * v)

    # A thruster loses by the speed at its own place.
    t = thruster_wrench
    fx += wet * (t[j] - t[W + j] * u - t[3 * W + j] * q - t[5 * W + j] * r)
    ty += wet * (t[2 * W + j] - t[3 * W + j] * u - t[6 * W + j] * q - t[7 * W + j] * r)
    tz += wet * (t[4 * W + j] - t[5 * W + j] * u - t[7 * W + j] * q - t[8 * W + j] * r)

    place = rudder_model[W + j]
    below = rudder_model[2 * W + j]
    sx, sy = rudder_force(
        wet * water_density_kgpm3[j] * rudder_model[j],
        rudder_state[j],
        rudder_state[W + j],
        rudder_state[2 * W + j],
        u + q * below,
        v + r * place - p * below,
    )
    ax, ay = wind_drag(air_density_kgpm3, windage[j], windage[W + j], u_air_mps, v_air_mps)
    ahead = windage[2 * W + j]
    high = windage[3 * W + j]
    return (
        fx + sx + ax,
        fy + sy + ay,
        fz,
        tx - below * sy - high * ay,
        ty + below * sx + high * ax,
        tz + place * sy + ahead * ay,
    )
