"""Rates of change of a vehicle on tyres: the wheels at one stage, then the body they push.

The numbers of body and wheels are described in kernels/ground_vehicle.py. Loops over wheels have
lanes inside, so that any number of wheels vectorises; sums live in their columns.
"""

from math import sqrt

from simloop.kernels.tyres import dry_torque, tyre_force
from simloop.math.row import Row
from simloop.math.scalar import sin_cos

# Lanes per block; compiled copies set it
W = 1
# Wheels of the vehicle class; compiled copies set it
WHEELS = 4

BODY_STATES = 12
# How far a wheel turns before dry friction gives all it can, and its damping ratio.
WINDUP_RAD = 0.01
WINDUP_DAMPING = 0.7


def wheel_rates(
    ahead_s: float,
    weight: float,
    wheel_forward_m: Row,
    wheel_right_m: Row,
    wheel_load_share: Row,
    wheel_load_gain: Row,
    wheel_driven: Row,
    wheel_counted: Row,
    wheel_radius_m: Row,
    wheel_inertia_kgm2: Row,
    tyre_friction: Row,
    tyre_stiffness_pm: Row,
    tyre_damping_spm: Row,
    tyre_relaxation_pm: Row,
    rolling_resistance: Row,
    wheel_coupling: Row,
    wheel_torque_nm: Row,
    wheel_loss_nms: Row,
    wheel_brake_nm: Row,
    wheel_steer: Row,
    wheel_speed_radps: Row,
    wheel_stretch_m: Row,
    wheel_windup_rad: Row,
    wheel_load_n: Row,
    wheel_force_n: Row,
    wheel_rate: Row,
    wheel_sum: Row,
    vehicle_held: Row,
    vehicle_now: Row,
    vehicle_rate: Row,
) -> None:
    """Rates of all wheels at one stage; their forces are summed into the body's rates.

    `ahead_s` is how far the stage lies along the rates of the stage before, `weight` what it counts
    in the blend.
    """
    # Wheels behind an open differential feel the motor's speed, the mean of theirs.
    for j in range(W):
        vehicle_rate[10 * W + j] = 0.0
    for i in range(WHEELS):
        for j in range(W):
            k = i * W + j
            speed = wheel_speed_radps[k] + ahead_s * wheel_rate[k]
            vehicle_rate[10 * W + j] += wheel_driven[k] * speed

    for i in range(WHEELS):
        for j in range(W):
            k = i * W + j
            ky = (WHEELS + i) * W + j
            kw = (2 * WHEELS + i) * W + j
            kz = (3 * WHEELS + i) * W + j
            speed = wheel_speed_radps[k] + ahead_s * wheel_rate[k]
            stretch_x = wheel_stretch_m[k] + ahead_s * wheel_rate[ky]
            stretch_y = wheel_stretch_m[ky] + ahead_s * wheel_rate[kw]
            windup = wheel_windup_rad[k] + ahead_s * wheel_rate[kz]

            load = (
                wheel_load_share[k] * vehicle_held[2 * W + j]
                + wheel_load_gain[k] * vehicle_now[6 * W + j]
                + wheel_load_gain[ky] * vehicle_now[7 * W + j]
            )
            load = load if load > 0.0 else 0.0

            # How the contact moves over the ground, and how the tread slips on it.
            forward = wheel_forward_m[k]
            right = wheel_right_m[k]
            turn = vehicle_now[5 * W + j]
            vx = vehicle_now[3 * W + j] - turn * right
            vy = vehicle_now[4 * W + j] + turn * forward
            s = wheel_steer[k]
            c = wheel_steer[ky]
            rolling = speed * wheel_radius_m[j]
            relax = abs(rolling) * tyre_relaxation_pm[j]
            rate_x = rolling - (c * vx + s * vy) - relax * stretch_x
            rate_y = s * vx - c * vy - relax * stretch_y
            fx, fy = tyre_force(
                stretch_x,
                stretch_y,
                rate_x,
                rate_y,
                tyre_stiffness_pm[k],
                tyre_stiffness_pm[ky],
                tyre_damping_spm[k],
                tyre_damping_spm[ky],
                tyre_friction[j],
                load,
            )

            # The motor drives; the brake, the rolling tyre and the ground resist.
            dry = wheel_brake_nm[k] + rolling_resistance[j] * load * wheel_radius_m[j]
            inertia = wheel_inertia_kgm2[j]
            damping = 2.0 * WINDUP_DAMPING * sqrt(dry * inertia * (1.0 / WINDUP_RAD))
            mean = vehicle_rate[10 * W + j] * wheel_coupling[j]
            felt = mean if wheel_coupling[j] > 0.0 else speed
            torque = wheel_torque_nm[k] - wheel_loss_nms[k] * felt
            torque = torque - dry_torque(windup, speed, dry, WINDUP_RAD, damping)
            torque = torque - fx * wheel_radius_m[j]

            wheel_rate[k] = torque / inertia
            wheel_rate[ky] = rate_x
            wheel_rate[kw] = rate_y
            wheel_rate[kz] = speed
            wheel_sum[k] += weight * wheel_rate[k]
            wheel_sum[ky] += weight * rate_x
            wheel_sum[kw] += weight * rate_y
            wheel_sum[kz] += weight * speed
            wheel_load_n[k] = load
            wheel_force_n[k] = fx
            wheel_force_n[ky] = fy

            bx = c * fx - s * fy
            by = s * fx + c * fy
            vehicle_rate[3 * W + j] += bx
            vehicle_rate[4 * W + j] += by
            vehicle_rate[5 * W + j] += forward * by - right * bx
            vehicle_rate[8 * W + j] += wheel_counted[k] * rolling
            vehicle_rate[9 * W + j] += wheel_counted[ky] * rolling


def body_rates(
    weight: float,
    mass_kg: Row,
    inverse_inertia: Row,
    ride_height_m: Row,
    load_shift_ps: Row,
    vehicle_held: Row,
    vehicle_now: Row,
    vehicle_rate: Row,
    vehicle_sum: Row,
) -> None:
    """Turn the summed forces of the tyres into the body's rates."""
    for j in range(W):
        s, c = sin_cos(vehicle_now[2 * W + j])
        u = vehicle_now[3 * W + j]
        v = vehicle_now[4 * W + j]
        r = vehicle_now[5 * W + j]
        tyres_x = vehicle_rate[3 * W + j]
        tyres_y = vehicle_rate[4 * W + j]
        air_x = u - c * vehicle_held[4 * W + j] - s * vehicle_held[5 * W + j]
        air_y = v + s * vehicle_held[4 * W + j] - c * vehicle_held[5 * W + j]
        drag = vehicle_held[6 * W + j] * sqrt(air_x * air_x + air_y * air_y)
        inverse = 1.0 / mass_kg[j]
        ax = (tyres_x - drag * air_x) * inverse
        ax = ax + c * vehicle_held[j] + s * vehicle_held[W + j]
        ay = (tyres_y - drag * air_y) * inverse
        ay = ay - s * vehicle_held[j] + c * vehicle_held[W + j]

        vehicle_rate[j] = u * c - v * s
        vehicle_rate[W + j] = u * s + v * c
        vehicle_rate[2 * W + j] = r
        vehicle_rate[3 * W + j] = ax + v * r
        vehicle_rate[4 * W + j] = ay - u * r
        torque = vehicle_rate[5 * W + j] + vehicle_held[3 * W + j]
        vehicle_rate[5 * W + j] = torque * inverse_inertia[2 * W + j]
        # The tyres' forces act below the centre of mass; springs carry their moment after a while.
        height = ride_height_m[j]
        shift = load_shift_ps[j]
        vehicle_rate[6 * W + j] = (height * tyres_x - vehicle_now[6 * W + j]) * shift
        vehicle_rate[7 * W + j] = (height * tyres_y - vehicle_now[7 * W + j]) * shift
        vehicle_rate[10 * W + j] = ax
        vehicle_rate[11 * W + j] = ay
    for k in range(BODY_STATES * W):
        vehicle_sum[k] += weight * vehicle_rate[k]
