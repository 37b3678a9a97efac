"""A vehicle on wheels with tyres: motion in the plane of the local ground.

Body and wheels are integrated by classical Runge-Kutta, in SUBSTEPS steps per tick. After each step
what has slid is taken back: tyres to the circle of friction, dry friction to its limit.
"""

from math import sqrt

from simloop.component import Mut
from simloop.math.scalar import clamp, sin_cos
from simloop.math.vector import Vec2, Vec3
from simloop.systems.rover.components import Chassis, DriveTrain, Integration, Tyres, Wheels
from simloop.systems.rover.states import Held, PlaneState
from simloop.systems.rover.tyres import slide_back
from simloop.systems.rover.wheel_rates import WINDUP_RAD, Push, push_of_wheels, wheel_state
from simloop.systems.rover.wheel_rows import pair_of, set_pair, state_of
from simloop.world.body import Body
from simloop.world.drive.components import RunningGear

# Steps per tick; a vehicle class sets it.
SUBSTEPS = 1

STILL = PlaneState(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)


def ride_on_tyres(
    dt_s: float,
    tyres: Tyres,
    train: DriveTrain,
    chassis: Chassis,
    gear: RunningGear,
    body: Mut[Body],
    wheels: Mut[Wheels],
    work: Mut[Integration],
) -> None:
    """Bring body and wheels through the tick, from `vehicle_start` to what becomes of it."""
    step_s = dt_s / float(SUBSTEPS)
    held, start = work.vehicle_held, work.vehicle_start
    now, rate, total = start, STILL, STILL
    for substep in range(SUBSTEPS):
        for k in range(len(work.wheel_rate)):
            work.wheel_rate[k] = 0.0
            work.wheel_sum[k] = 0.0
        rate, total = STILL, STILL
        # At the start, twice in the middle, at the end; the middle counts twice in the blend.
        for stage in range(4):
            ahead_s = 0.0 if stage == 0 else (step_s if stage == 3 else 0.5 * step_s)
            weight = 1.0 / 3.0 if 0 < stage < 3 else 1.0 / 6.0
            now = start + ahead_s * rate
            push = push_of_wheels(ahead_s, weight, now, held, tyres, train, wheels, work)
            if substep == 0 and stage == 0:
                body.force_frd_n = Vec3(push.forward_n, push.right_n, 0.0)
                body.torque_frd_nm = Vec3(0.0, 0.0, push.yaw_nm)
            rate = body_rate(now, push, held, body, gear, chassis)
            total = total + weight * rate
        start = start + step_s * total
        turn_wheels(step_s, tyres, work, wheels)
    work.vehicle_start = start
    work.vehicle_now = now
    work.vehicle_rate = rate
    work.vehicle_sum = total


def body_rate(
    now: PlaneState, push: Push, held: Held, body: Body, gear: RunningGear, chassis: Chassis
) -> PlaneState:
    """How the body's state changes under the push of the wheels."""
    u, v, r = now.forward_mps, now.right_mps, now.yaw_rate_radps
    s, c = sin_cos(now.heading_rad)
    air_x = u - c * held.wind_first_mps - s * held.wind_second_mps
    air_y = v + s * held.wind_first_mps - c * held.wind_second_mps
    drag = held.drag_kgpm * sqrt(air_x * air_x + air_y * air_y)
    inverse = 1.0 / body.mass_kg
    ax = (push.forward_n - drag * air_x) * inverse
    ax = ax + c * held.pull_first_mps2 + s * held.pull_second_mps2
    ay = (push.right_n - drag * air_y) * inverse
    ay = ay - s * held.pull_first_mps2 + c * held.pull_second_mps2
    # The tyres' forces act below the centre of mass; springs carry their moment after a while.
    height, shift_ps = gear.ride_height_m, chassis.load_shift_ps
    return PlaneState(
        first_m=u * c - v * s,
        second_m=u * s + v * c,
        heading_rad=r,
        forward_mps=ax + v * r,
        right_mps=ay - u * r,
        yaw_rate_radps=(push.yaw_nm + held.yaw_torque_nm) * body.inverse_inertia.zz,
        backward_nm=(height * push.forward_n - now.backward_nm) * shift_ps,
        left_nm=(height * push.right_n - now.left_nm) * shift_ps,
        rolled_left_m=push.left_mps,
        rolled_right_m=push.right_mps,
        gained_forward_mps=ax,
        gained_right_mps=ay,
    )


def turn_wheels(step_s: float, tyres: Tyres, work: Integration, wheels: Mut[Wheels]) -> None:
    """Bring the wheels to the end of a step, and take back what has slid."""
    for i in range(len(wheels.speed_radps)):
        end = wheel_state(i, wheels) + step_s * state_of(work.wheel_sum, i)
        stretch = Vec2(end.stretch_along_m, end.stretch_across_m)
        kept = slide_back(stretch, pair_of(tyres.stiffness_pm, i), tyres.friction)
        wheels.speed_radps[i] = end.speed_radps
        set_pair(wheels.stretch_m, i, kept)
        wheels.windup_rad[i] = clamp(end.windup_rad, -WINDUP_RAD, WINDUP_RAD)
