"""A vessel in the plane: surge, sway and yaw after Fossen, classical Runge-Kutta in each tick.

M v' + C(v) v + D(v) v = tau, where v is the velocity through the water, about the centre of mass.
M holds mass and added mass, C what both do in a turning frame. Water that moves steadily carries
the vessel along: forces see the relative velocity, the place sees the sum. Heave, roll and pitch
have no physics of their own here: they stay, or follow the surface like a soft spring.
"""

from math import sqrt

from simloop.kernels.noise import STREAM_VESSEL, gauss_pair
from simloop.kernels.rigid_body import rotation
from simloop.kernels.thrusters import rudder_force, wind_drag
from simloop.math.quaternion import from_euler, to_euler
from simloop.math.row import KeyRow, Row
from simloop.math.scalar import atan2, sin_cos

# Lanes per block; compiled copies set it
W = 1


def follow(
    place: float, speed: float, target: float, dt_s: float, spring: float, damper: float
) -> tuple[float, float]:
    """Place and speed after a tick of a spring to a target: implicit, stable if ever so stiff."""
    pulled = speed + dt_s * spring * (target - place)
    new = pulled / (1.0 + dt_s * (damper + dt_s * spring))
    return place + dt_s * new, new


def planar_rates(
    j: int,
    planar_inertia: Row,
    planar_inverse: Row,
    hull_damping: Row,
    rudder_model: Row,
    windage: Row,
    thruster_wrench: Row,
    rudder_state: Row,
    wind_ned_mps: Row,
    air_density_kgpm3: Row,
    water_velocity_ned_mps: Row,
    water_density_kgpm3: Row,
    held_n: float,
    held_e: float,
    held_turn: float,
    heading: float,
    u: float,
    v: float,
    r: float,
) -> tuple[float, float, float, float, float, float, float, float]:
    """Velocity north and east, acceleration in surge, sway and yaw, and the wrench of the three."""
    s, c = sin_cos(heading)
    current_u = c * water_velocity_ned_mps[j] + s * water_velocity_ned_mps[W + j]
    current_v = c * water_velocity_ned_mps[W + j] - s * water_velocity_ned_mps[j]
    ur = u - current_u
    vr = v - current_v

    # The hull drags, the thrusters push and lose some of it with speed.
    surge = -(hull_damping[j] + hull_damping[6 * W + j] * abs(ur)) * ur
    surge += thruster_wrench[j] - thruster_wrench[W + j] * ur - thruster_wrench[5 * W + j] * r
    sway = -(hull_damping[W + j] + hull_damping[7 * W + j] * abs(vr)) * vr
    sway -= hull_damping[12 * W + j] * r
    turn = -(hull_damping[5 * W + j] + hull_damping[11 * W + j] * abs(r)) * r
    turn -= hull_damping[13 * W + j] * vr
    turn += thruster_wrench[4 * W + j] - thruster_wrench[5 * W + j] * ur
    turn -= thruster_wrench[8 * W + j] * r

    place = rudder_model[W + j]
    fx, fy = rudder_force(
        water_density_kgpm3[j] * rudder_model[j],
        rudder_state[j],
        rudder_state[W + j],
        rudder_state[2 * W + j],
        ur,
        vr + place * r,
    )
    surge += fx
    sway += fy
    turn += place * fy
    fx, fy = wind_drag(
        air_density_kgpm3[j],
        windage[j],
        windage[W + j],
        u - (c * wind_ned_mps[j] + s * wind_ned_mps[W + j]),
        v - (c * wind_ned_mps[W + j] - s * wind_ned_mps[j]),
    )
    surge += fx
    sway += fy
    turn += windage[2 * W + j] * fy

    # Momentum, added mass included, that a turning frame moves from one axis to another.
    m11 = planar_inertia[j]
    m22 = planar_inertia[W + j]
    m23 = planar_inertia[2 * W + j]
    x = surge + (c * held_n + s * held_e) + (m22 * vr + m23 * r) * r
    y = sway + (c * held_e - s * held_n) - m11 * ur * r
    z = turn + held_turn + (m11 - m22) * ur * vr - m23 * ur * r
    return (
        c * u - s * v,
        s * u + c * v,
        planar_inverse[j] * x + r * current_v,
        planar_inverse[W + j] * y + planar_inverse[2 * W + j] * z - r * current_u,
        planar_inverse[3 * W + j] * y + planar_inverse[4 * W + j] * z,
        surge, sway, turn,
    )  # fmt: skip


def vessel_planar(
    tick: int,
    dt_s: float,
    noise_key: KeyRow,
    mass_kg: Row,
    gravity_mps2: Row,
    planar_inertia: Row,
    planar_inverse: Row,
    planar_ride: Row,
    vessel_noise: Row,
    hull_damping: Row,
    rudder_model: Row,
    windage: Row,
    external_force_ned_n: Row,
    external_torque_frd_nm: Row,
    position_ned_m: Row,
    attitude_wxyz: Row,
    velocity_frd_mps: Row,
    rate_frd_radps: Row,
    acceleration_frd_mps2: Row,
    angular_acceleration_frd_radps2: Row,
    force_frd_n: Row,
    torque_frd_nm: Row,
    wind_ned_mps: Row,
    air_density_kgpm3: Row,
    water_down_m: Row,
    water_slope_ne: Row,
    water_velocity_ned_mps: Row,
    water_density_kgpm3: Row,
    contact_force_frd_n: Row,
    contact_torque_frd_nm: Row,
    thruster_wrench: Row,
    rudder_state: Row,
    frozen: Row,
    frozen_tick: Row,
) -> None:
    """Move every vessel by one tick; one whose numbers stop being finite freezes where it was."""
    now = float(tick)
    half = 0.5 * dt_s
    sixth = dt_s / 6.0
    per_s = 1.0 / dt_s
    per_root_s = sqrt(per_s)
    for j in range(W):
        n0 = position_ned_m[j]
        e0 = position_ned_m[W + j]
        d0 = position_ned_m[2 * W + j]
        qw = attitude_wxyz[j]
        qx = attitude_wxyz[W + j]
        qy = attitude_wxyz[2 * W + j]
        qz = attitude_wxyz[3 * W + j]
        roll0, pitch0, yaw0 = to_euler(qw, qx, qy, qz)
        nx, ny, nz, ex, ey, ez, dx, dy, dz = rotation(qw, qx, qy, qz)

        # From the body's axes to those of the level vessel.
        bu, bv, bw = velocity_frd_mps[j], velocity_frd_mps[W + j], velocity_frd_mps[2 * W + j]
        vn0 = nx * bu + ny * bv + nz * bw
        ve0 = ex * bu + ey * bv + ez * bw
        vd0 = dx * bu + dy * bv + dz * bw
        s0, c0 = sin_cos(yaw0)
        u0 = c0 * vn0 + s0 * ve0
        v0 = c0 * ve0 - s0 * vn0
        p0, q0, br0 = rate_frd_radps[j], rate_frd_radps[W + j], rate_frd_radps[2 * W + j]
        sin_roll, cos_roll = sin_cos(roll0)
        sin_pitch, cos_pitch = sin_cos(pitch0)
        upright = cos_pitch if cos_pitch > 1e-6 else 1e-6
        r0 = (q0 * sin_roll + br0 * cos_roll) / upright
        pitching0 = q0 * cos_roll - br0 * sin_roll
        rolling0 = p0 + r0 * sin_pitch

        # Held over the tick: pushes, and white acceleration as a force of its mean.
        cx, cy, cz = (
            contact_force_frd_n[j],
            contact_force_frd_n[W + j],
            contact_force_frd_n[2 * W + j],
        )
        hn = external_force_ned_n[j] + nx * cx + ny * cy + nz * cz
        he = external_force_ned_n[W + j] + ex * cx + ey * cy + ez * cz
        ht = external_torque_frd_nm[2 * W + j] + contact_torque_frd_nm[2 * W + j]
        g0, g1 = gauss_pair(noise_key[j], STREAM_VESSEL, tick, 0)
        g2, _spare = gauss_pair(noise_key[j], STREAM_VESSEL, tick, 1)
        wu = per_root_s * vessel_noise[j] * g0
        wv = per_root_s * vessel_noise[j] * g1
        wr = per_root_s * vessel_noise[W + j] * g2

        # The four stages; each goes along the rates of the one before.
        vn1, ve1, du1, dv1, dr1, fx, fy, tz = planar_rates(
            j, planar_inertia, planar_inverse, hull_damping, rudder_model, windage,
            thruster_wrench, rudder_state, wind_ned_mps, air_density_kgpm3,
            water_velocity_ned_mps, water_density_kgpm3, hn, he, ht, yaw0, u0, v0, r0,
        )  # fmt: skip
        u2 = u0 + half * (du1 + wu)
        v2 = v0 + half * (dv1 + wv)
        r2 = r0 + half * (dr1 + wr)
        vn2, ve2, du2, dv2, dr2, _x2, _y2, _z2 = planar_rates(
            j, planar_inertia, planar_inverse, hull_damping, rudder_model, windage,
            thruster_wrench, rudder_state, wind_ned_mps, air_density_kgpm3,
            water_velocity_ned_mps, water_density_kgpm3, hn, he, ht, yaw0 + half * r0, u2, v2, r2,
        )  # fmt: skip
        u3 = u0 + half * (du2 + wu)
        v3 = v0 + half * (dv2 + wv)
        r3 = r0 + half * (dr2 + wr)
        vn3, ve3, du3, dv3, dr3, _x3, _y3, _z3 = planar_rates(
            j, planar_inertia, planar_inverse, hull_damping, rudder_model, windage,
            thruster_wrench, rudder_state, wind_ned_mps, air_density_kgpm3,
            water_velocity_ned_mps, water_density_kgpm3, hn, he, ht, yaw0 + half * r2, u3, v3, r3,
        )  # fmt: skip
        u4 = u0 + dt_s * (du3 + wu)
        v4 = v0 + dt_s * (dv3 + wv)
        r4 = r0 + dt_s * (dr3 + wr)
        vn4, ve4, du4, dv4, dr4, _x4, _y4, _z4 = planar_rates(
            j, planar_inertia, planar_inverse, hull_damping, rudder_model, windage,
            thruster_wrench, rudder_state, wind_ned_mps, air_density_kgpm3,
            water_velocity_ned_mps, water_density_kgpm3, hn, he, ht, yaw0 + dt_s * r3, u4, v4, r4,
        )  # fmt: skip
        n = n0 + sixth * (vn1 + 2.0 * (vn2 + vn3) + vn4)
        e = e0 + sixth * (ve1 + 2.0 * (ve2 + ve3) + ve4)
        yaw = yaw0 + sixth * (r0 + 2.0 * (r2 + r3) + r4)
        u = u0 + dt_s * wu + sixth * (du1 + 2.0 * (du2 + du3) + du4)
        v = v0 + dt_s * wv + sixth * (dv1 + 2.0 * (dv2 + dv3) + dv4)
        r = r0 + dt_s * wr + sixth * (dr1 + 2.0 * (dr2 + dr3) + dr4)
        s, c = sin_cos(yaw)

        # Heave, roll and pitch: after the surface, or not at all.
        rides, spring, damper = planar_ride[j], planar_ride[W + j], planar_ride[2 * W + j]
        ahead = water_slope_ne[j] * c + water_slope_ne[W + j] * s
        aside = water_slope_ne[W + j] * c - water_slope_ne[j] * s
        afloat = water_down_m[j] - planar_ride[3 * W + j]
        ridden, vd = follow(d0, vd0, afloat, dt_s, spring, damper)
        roll, rolling = follow(roll0, rolling0, atan2(aside, 1.0), dt_s, spring, damper)
        pitch, pitching = follow(pitch0, pitching0, -atan2(ahead, 1.0), dt_s, spring, damper)
        d = ridden if rides > 0.0 else d0
        vd = rides * vd
        rolling = rides * rolling
        pitching = rides * pitching
        sin_roll, cos_roll = sin_cos(rides * roll)
        sin_pitch, cos_pitch = sin_cos(rides * pitch)
        p = rolling - r * sin_pitch
        q = pitching * cos_roll + r * sin_roll * cos_pitch
        br = r * cos_roll * cos_pitch - pitching * sin_roll
        qw1, qx1, qy1, qz1 = from_euler(rides * roll, rides * pitch, yaw)
        nx, ny, nz, ex, ey, ez, dx, dy, dz = rotation(qw1, qx1, qy1, qz1)
        vn = c * u - s * v
        ve = s * u + c * v
        # The mean acceleration over the tick, as an IMU integrates it.
        an = per_s * (vn - vn0)
        ae = per_s * (ve - ve0)
        ad = per_s * (vd - vd0)

        total = n + e + d + qw1 + qx1 + qy1 + qz1 + vn + ve + vd + p + q + br
        halted = 1.0 if total - total != 0.0 else frozen[j]
        stop = halted != 0.0
        position_ned_m[j] = n0 if stop else n
        position_ned_m[W + j] = e0 if stop else e
        position_ned_m[2 * W + j] = d0 if stop else d
        attitude_wxyz[j] = qw if stop else qw1
        attitude_wxyz[W + j] = qx if stop else qx1
        attitude_wxyz[2 * W + j] = qy if stop else qy1
        attitude_wxyz[3 * W + j] = qz if stop else qz1
        velocity_frd_mps[j] = 0.0 if stop else nx * vn + ex * ve + dx * vd
        velocity_frd_mps[W + j] = 0.0 if stop else ny * vn + ey * ve + dy * vd
        velocity_frd_mps[2 * W + j] = 0.0 if stop else nz * vn + ez * ve + dz * vd
        rate_frd_radps[j] = 0.0 if stop else p
        rate_frd_radps[W + j] = 0.0 if stop else q
        rate_frd_radps[2 * W + j] = 0.0 if stop else br
        acceleration_frd_mps2[j] = 0.0 if stop else nx * an + ex * ae + dx * ad
        acceleration_frd_mps2[W + j] = 0.0 if stop else ny * an + ey * ae + dy * ad
        acceleration_frd_mps2[2 * W + j] = 0.0 if stop else nz * an + ez * ae + dz * ad
        angular_acceleration_frd_radps2[j] = 0.0 if stop else per_s * (p - p0)
        angular_acceleration_frd_radps2[W + j] = 0.0 if stop else per_s * (q - q0)
        angular_acceleration_frd_radps2[2 * W + j] = 0.0 if stop else per_s * (br - br0)
        # The wrench is that of the level vessel, with the weight carried by the water.
        force_frd_n[j] = 0.0 if stop else fx
        force_frd_n[W + j] = 0.0 if stop else fy
        force_frd_n[2 * W + j] = 0.0 if stop else -mass_kg[j] * gravity_mps2[j]
        torque_frd_nm[2 * W + j] = 0.0 if stop else tz
        frozen_tick[j] = now if halted != frozen[j] else frozen_tick[j]
        frozen[j] = halted
