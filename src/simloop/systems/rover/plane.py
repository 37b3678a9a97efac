"""From the world to the plane of the ground and back, for a vehicle that stays on it."""

from simloop.component import Mut
from simloop.kernels.ground_plane import plane_of
from simloop.math.vector import Vec3
from simloop.systems.rover.components import Chassis, Integration, Wheels
from simloop.systems.rover.states import Held, LoadMoment, PlaneState
from simloop.world.body import Air, Body, Contact, External, Ground, Guard
from simloop.world.drive.components import RunningGear, Sides
from simloop.world.drive.in_plane import ground_at, heading_in, move_in_plane


def enter_plane(
    external: External,
    air: Air,
    contact: Contact,
    ground: Ground,
    body: Body,
    gear: RunningGear,
    chassis: Chassis,
    work: Mut[Integration],
) -> None:
    """Find what stays over the tick, and the state it starts from."""
    plane = plane_of(ground.slope_ne)
    push = push_on(external, contact, body)
    inverse = 1.0 / body.mass_kg
    pressed = push.dot(plane.normal)
    work.vehicle_held = Held(
        pull_first_mps2=plane.along_first(push) * inverse,
        pull_second_mps2=push.dot(plane.second) * inverse,
        pressed_n=pressed if pressed > 0.0 else 0.0,
        yaw_torque_nm=external.torque_frd_nm.z + contact.torque_frd_nm.z,
        wind_first_mps=plane.along_first(air.wind_ned_mps),
        wind_second_mps=air.wind_ned_mps.dot(plane.second),
        drag_kgpm=0.5 * air.density_kgpm3 * chassis.drag_area_m2,
    )
    work.vehicle_start = PlaneState(
        first_m=0.0,
        second_m=0.0,
        heading_rad=heading_in(plane, body),
        forward_mps=body.velocity_frd_mps.x,
        right_mps=body.velocity_frd_mps.y,
        yaw_rate_radps=body.rate_frd_radps.z,
        backward_nm=chassis.load_moment_nm.backward_nm,
        left_nm=chassis.load_moment_nm.left_nm,
        rolled_left_m=gear.side_travel_m.left,
        rolled_right_m=gear.side_travel_m.right,
        gained_forward_mps=0.0,
        gained_right_mps=0.0,
    )


def push_on(external: External, contact: Contact, body: Body) -> Vec3:
    """What pushes from outside, other bodies and gravity do, NED."""
    axes = body.attitude_wxyz.matrix()
    push, felt = external.force_ned_n, contact.force_frd_n
    down = push.z + axes.z.x * felt.x + axes.z.y * felt.y + axes.z.z * felt.z
    return Vec3(
        push.x + axes.x.x * felt.x + axes.x.y * felt.y + axes.x.z * felt.z,
        push.y + axes.y.x * felt.x + axes.y.y * felt.y + axes.y.z * felt.z,
        down + body.mass_kg * body.gravity_mps2,
    )


def leave_plane(
    tick: int,
    dt_s: float,
    ground: Ground,
    work: Integration,
    body: Mut[Body],
    contact: Mut[Contact],
    guard: Mut[Guard],
    gear: Mut[RunningGear],
    chassis: Mut[Chassis],
    wheels: Mut[Wheels],
) -> None:
    """Put the body where the plane says, and say how it moves; or freeze it where it was."""
    contact.on_ground = 1.0
    per_s = 1.0 / dt_s
    plane = plane_of(ground.slope_ne)
    end = work.vehicle_start
    velocity = Vec3(end.forward_mps, end.right_mps, 0.0)
    north = end.first_m * plane.first_n + end.second_m * plane.second.x
    east = end.second_m * plane.second.y
    height = gear.ride_height_m / plane.normal.z
    before = body.position_ned_m
    place = Vec3(before.x + north, before.y + east, ground_at(north, east, ground) - height)
    heading, yaw_rate = end.heading_rad, end.yaw_rate_radps
    if move_in_plane(tick, per_s, place, heading, velocity, yaw_rate, plane, body, guard):
        # An IMU integrates over the tick, so it gets the mean.
        body.acceleration_frd_mps2 = Vec3(
            end.gained_forward_mps * per_s,
            end.gained_right_mps * per_s,
            body.rate_frd_radps.x * velocity.y - body.rate_frd_radps.y * velocity.x,
        )
        chassis.load_moment_nm = LoadMoment(end.backward_nm, end.left_nm)
        gear.side_travel_m = Sides(end.rolled_left_m, end.rolled_right_m)
    else:
        rest(chassis, wheels)


def rest(chassis: Mut[Chassis], wheels: Mut[Wheels]) -> None:
    """Let wheels, tyres and load of a frozen body be still."""
    chassis.load_moment_nm = LoadMoment(0.0, 0.0)
    for i in range(len(wheels.speed_radps)):
        wheels.speed_radps[i] = 0.0
        wheels.windup_rad[i] = 0.0
    for k in range(len(wheels.stretch_m)):
        wheels.stretch_m[k] = 0.0
        wheels.force_n[k] = 0.0
