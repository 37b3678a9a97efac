"""Between a table and the solver: where bodies are, how they would move, what they get."""

from math import sqrt

from simloop.kernels.collision.arrays import Bodies, Seats, Settings, Shapes, Touches
from simloop.kernels.collision.layout import Pose, Result
from simloop.kernels.collision.placing import place_ground
from simloop.kernels.collision.vectors import added
from simloop.math.vector import ZERO, Matrix3, SymmetricTensor, Vec3

# How many ticks ahead a body looks: a soft landing begins that far from the surface.
LOOK_AHEAD = 2.5


def locate(seats: Seats, settings: Settings, bodies: Bodies) -> int:
    """Where bodies are and how far they could come; returns how many are held after a crash."""
    held = 0
    for k in range(len(seats.members)):
        seat = seats.seat(k)
        place = bodies.place(seats.members[k, 1])
        at = seat.position_ned_m
        place.at = at
        speed = seat.velocity_frd_mps.norm()
        speed += seat.rate_frd_radps.norm() * place.reach
        slack = LOOK_AHEAD * settings.dt_s * speed + settings.skin_m
        place.slack = slack
        place.around = place.reach + slack
        slope = seat.ground_slope_ne
        height = seat.ground_down_m - at.z
        if slope.x != 0.0 or slope.y != 0.0:
            height /= sqrt(1.0 + slope.x * slope.x + slope.y * slope.y)
        place.above_ground = height
        is_held = seat.collision_held != 0.0
        place.near = 1.0 if is_held else 0.0
        held += 1 if is_held else 0
    return held


def turned_inertia(turn: Matrix3, tensor: SymmetricTensor) -> SymmetricTensor:
    """A body's tensor in NED."""
    a = tensor @ turn.x
    b = tensor @ turn.y
    c = tensor @ turn.z
    return SymmetricTensor(
        turn.x.dot(a), turn.y.dot(b), turn.z.dot(c), turn.y.dot(a), turn.z.dot(a), turn.z.dot(b)
    )


def gather(seats: Seats, settings: Settings, ground: int, shapes: Shapes, bodies: Bodies) -> None:
    """What the solver needs of the bodies that may touch, with their motion if nothing touched.

    The wrench of aerodynamics and propulsion is that of the tick before. `ground` is the number of
    the plane below the first body.
    """
    dt_s = settings.dt_s
    keep = 0.0 if seats.owned == 1 else 1.0
    for k in range(len(seats.members)):
        number = seats.members[k, 1]
        place = bodies.place(number)
        if place.near == 0.0:
            continue
        seat = seats.seat(k)
        place_ground(seat, place, Pose(shapes.poses[ground + number]))
        turn = seat.attitude_wxyz.matrix()
        inverse_mass = 1.0 / seat.mass_kg

        # Held forces, as the integrator will add them.
        force = seat.force_frd_n + keep * seat.contact_force_frd_n
        pull = inverse_mass * added(seat.external_force_ned_n, turn, force)
        acceleration = Vec3(pull.x, pull.y, pull.z + seat.gravity_mps2)
        velocity = turn @ seat.velocity_frd_mps

        own_rate = seat.rate_frd_radps
        torque = seat.torque_frd_nm + seat.external_torque_frd_nm
        torque = torque + keep * seat.contact_torque_frd_nm
        torque = torque - own_rate.cross(seat.inertia_kgm2 @ own_rate)
        free_rate = own_rate + dt_s * (seat.inverse_inertia @ torque)

        body = bodies.body(number)
        free = 0.0 if seat.frozen != 0.0 or seat.collision_held != 0.0 else 1.0
        body.position = place.at
        body.attitude = seat.attitude_wxyz
        body.inverse_mass = free * inverse_mass
        body.inverse_inertia = free * turned_inertia(turn, seat.inverse_inertia)
        body.velocity = free * velocity
        body.rate = free * (turn @ own_rate)
        body.free_velocity = velocity + dt_s * acceleration
        body.free_rate = turn @ free_rate
        body.solved_velocity = free * body.free_velocity
        body.solved_rate = free * body.free_rate


def scatter(seats: Seats, settings: Settings, tick: int, bodies: Bodies, touches: Touches) -> None:
    """Turn solved velocities into the force and torque that produce them over the next tick."""
    now = float(tick)
    per_s = 1.0 / settings.dt_s
    for k in range(len(seats.members)):
        number = seats.members[k, 1]
        seat = seats.seat(k)
        if seats.owned == 1:
            seat.contact_force_frd_n = ZERO
            seat.contact_torque_frd_nm = ZERO
        if bodies.place(number).near == 0.0:
            continue
        body = bodies.body(number)
        if body.inverse_mass > 0.0 or seat.collision_held != 0.0:
            back = body.attitude.matrix().transposed()
            pull = seat.mass_kg * per_s
            seat.contact_force_frd_n += pull * (back @ (body.solved_velocity - body.free_velocity))
            turn = seat.inertia_kgm2 @ (back @ (body.solved_rate - body.free_rate))
            seat.contact_torque_frd_nm += per_s * turn

        # What others learn: how hard it was, whether it was too hard, and the last touch.
        result = Result(touches.results[number])
        hardest = result.hardest
        known = seat.impact_speed_mps
        seat.impact_speed_mps = hardest if hardest > known else known
        if hardest > seat.collision_crash_speed_mps:
            if seat.crashed == 0.0:
                seat.crashed = 1.0
                seat.crash_tick = now
            seat.collision_held = seat.collision_after_crash
        if result.begun > 0.0:
            seat.collision_count += result.begun
            seat.collision_impulse_ns = result.last.impulse
            seat.collision_speed_mps = result.last.speed
            seat.collision_tick = now
            seat.collision_point_ned_m = result.last.point
