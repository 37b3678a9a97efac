"""A vehicle on wheels with tyres: motion in the plane of the local ground.

Twelve numbers of the body and four of each wheel are integrated by classical Runge-Kutta, in
SUBSTEPS steps per tick. Body: way along the plane's two axes, heading in the plane, velocity
forward and right, yaw rate, the moments by which load is shifted backward and to the left, how far
the odometry wheels of both sides rolled, and the integrals of acceleration forward and right.
Wheel: speed, stretch of its tyre along and across, wind-up of its dry friction. After each step
what has slid is taken back: tyres to the circle of friction, dry friction to its limit.
"""

from simloop.kernels.tyres import slide_back
from simloop.kernels.vehicle_plane import hold, place
from simloop.kernels.vehicle_rates import BODY_STATES, WINDUP_RAD, body_rates, wheel_rates
from simloop.math.row import Row
from simloop.math.scalar import clamp

# Lanes per block; compiled copies set it
W = 1
# Wheels of the vehicle class, and steps per tick; compiled copies set them
WHEELS = 4
SUBSTEPS = 1


def ground_vehicle(
    tick: int,
    dt_s: float,
    mass_kg: Row,
    inverse_inertia: Row,
    gravity_mps2: Row,
    ride_height_m: Row,
    drag_area_m2: Row,
    load_shift_ps: Row,
    wheel_forward_m: Row,
    wheel_right_m: Row,
    wheel_load_share: Row,
    wheel_load_gain: Row,
    wheel_driven: Row,
    wheel_counted: Row,
    wheel_radius_m: Row,
    wheel_inertia_kgm2: Row,
    wheel_coupling: Row,
    tyre_friction: Row,
    tyre_stiffness_pm: Row,
    tyre_damping_spm: Row,
    tyre_relaxation_pm: Row,
    rolling_resistance: Row,
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
    contact_force_frd_n: Row,
    contact_torque_frd_nm: Row,
    on_ground: Row,
    ground_down_m: Row,
    ground_slope_ne: Row,
    frozen: Row,
    frozen_tick: Row,
    side_travel_m: Row,
    wheel_torque_nm: Row,
    wheel_loss_nms: Row,
    wheel_brake_nm: Row,
    wheel_steer: Row,
    wheel_speed_radps: Row,
    wheel_stretch_m: Row,
    wheel_windup_rad: Row,
    wheel_load_n: Row,
    wheel_force_n: Row,
    load_moment_nm: Row,
    wheel_rate: Row,
    wheel_sum: Row,
    vehicle_held: Row,
    vehicle_start: Row,
    vehicle_now: Row,
    vehicle_rate: Row,
    vehicle_sum: Row,
) -> None:
    """Move every vehicle by one tick; one whose numbers stop being finite freezes."""
    hold(
        mass_kg,
        gravity_mps2,
        drag_area_m2,
        external_force_ned_n,
        external_torque_frd_nm,
        attitude_wxyz,
        velocity_frd_mps,
        rate_frd_radps,
        wind_ned_mps,
        air_density_kgpm3,
        contact_force_frd_n,
        contact_torque_frd_nm,
        ground_slope_ne,
        side_travel_m,
        load_moment_nm,
        vehicle_held,
        vehicle_start,
    )
    step_s = dt_s / float(SUBSTEPS)
    for substep in range(SUBSTEPS):
        for k in range(4 * WHEELS * W):
            wheel_rate[k] = 0.0
            wheel_sum[k] = 0.0
        for k in range(BODY_STATES * W):
            vehicle_rate[k] = 0.0
            vehicle_sum[k] = 0.0

        # At the start, twice in the middle, at the end; the middle counts twice in the blend.
        for stage in range(4):
            ahead_s = 0.0 if stage == 0 else (step_s if stage == 3 else 0.5 * step_s)
            weight = 1.0 / 3.0 if 0 < stage < 3 else 1.0 / 6.0
            for k in range(BODY_STATES * W):
                vehicle_now[k] = vehicle_start[k] + ahead_s * vehicle_rate[k]
                vehicle_rate[k] = 0.0
            wheel_rates(
                ahead_s,
                weight,
                wheel_forward_m,
                wheel_right_m,
                wheel_load_share,
                wheel_load_gain,
                wheel_driven,
                wheel_counted,
                wheel_radius_m,
                wheel_inertia_kgm2,
                tyre_friction,
                tyre_stiffness_pm,
                tyre_damping_spm,
                tyre_relaxation_pm,
                rolling_resistance,
                wheel_coupling,
                wheel_torque_nm,
                wheel_loss_nms,
                wheel_brake_nm,
                wheel_steer,
                wheel_speed_radps,
                wheel_stretch_m,
                wheel_windup_rad,
                wheel_load_n,
                wheel_force_n,
                wheel_rate,
                wheel_sum,
                vehicle_held,
                vehicle_now,
                vehicle_rate,
            )
            if substep == 0 and stage == 0:
                for j in range(W):
                    force_frd_n[j] = vehicle_rate[3 * W + j]
                    force_frd_n[W + j] = vehicle_rate[4 * W + j]
                    torque_frd_nm[2 * W + j] = vehicle_rate[5 * W + j]
            body_rates(
                weight,
                mass_kg,
                inverse_inertia,
                ride_height_m,
                load_shift_ps,
                vehicle_held,
                vehicle_now,
                vehicle_rate,
                vehicle_sum,
            )

        for k in range(BODY_STATES * W):
            vehicle_start[k] = vehicle_start[k] + step_s * vehicle_sum[k]
        take_step(
            step_s,
            tyre_friction,
            tyre_stiffness_pm,
            wheel_speed_radps,
            wheel_stretch_m,
            wheel_windup_rad,
            wheel_sum,
        )

    place(
        tick,
        dt_s,
        ride_height_m,
        position_ned_m,
        attitude_wxyz,
        velocity_frd_mps,
        rate_frd_radps,
        acceleration_frd_mps2,
        angular_acceleration_frd_radps2,
        ground_down_m,
        ground_slope_ne,
        frozen,
        frozen_tick,
        vehicle_start,
    )
    for j in range(W):
        free = frozen[j] == 0.0
        on_ground[j] = 1.0
        force_frd_n[j] = force_frd_n[j] if free else 0.0
        force_frd_n[W + j] = force_frd_n[W + j] if free else 0.0
        force_frd_n[2 * W + j] = 0.0
        torque_frd_nm[2 * W + j] = torque_frd_nm[2 * W + j] if free else 0.0
        load_moment_nm[j] = vehicle_start[6 * W + j] if free else 0.0
        load_moment_nm[W + j] = vehicle_start[7 * W + j] if free else 0.0
        side_travel_m[j] = vehicle_start[8 * W + j] if free else side_travel_m[j]
        side_travel_m[W + j] = vehicle_start[9 * W + j] if free else side_travel_m[W + j]
    for i in range(WHEELS):
        for j in range(W):
            free = frozen[j] == 0.0
            k = i * W + j
            ky = (WHEELS + i) * W + j
            wheel_speed_radps[k] = wheel_speed_radps[k] if free else 0.0
            wheel_stretch_m[k] = wheel_stretch_m[k] if free else 0.0
            wheel_stretch_m[ky] = wheel_stretch_m[ky] if free else 0.0
            wheel_windup_rad[k] = wheel_windup_rad[k] if free else 0.0
            wheel_force_n[k] = wheel_force_n[k] if free else 0.0
            wheel_force_n[ky] = wheel_force_n[ky] if free else 0.0


def take_step(
    step_s: float,
    tyre_friction: Row,
    tyre_stiffness_pm: Row,
    wheel_speed_radps: Row,
    wheel_stretch_m: Row,
    wheel_windup_rad: Row,
    wheel_sum: Row,
) -> None:
    """Bring the wheels to the end of a step, and take back what has slid."""
    for i in range(WHEELS):
        for j in range(W):
            k = i * W + j
            ky = (WHEELS + i) * W + j
            kw = (2 * WHEELS + i) * W + j
            kz = (3 * WHEELS + i) * W + j
            wheel_speed_radps[k] = wheel_speed_radps[k] + step_s * wheel_sum[k]
            stretch_x, stretch_y = slide_back(
                wheel_stretch_m[k] + step_s * wheel_sum[ky],
                wheel_stretch_m[ky] + step_s * wheel_sum[kw],
                tyre_stiffness_pm[k],
                tyre_stiffness_pm[ky],
                tyre_friction[j],
            )
            wheel_stretch_m[k] = stretch_x
            wheel_stretch_m[ky] = stretch_y
            windup = wheel_windup_rad[k] + step_s * wheel_sum[kz]
            wheel_windup_rad[k] = clamp(windup, -WINDUP_RAD, WINDUP_RAD)
