"""Newton and Euler for a rigid body: classical Runge-Kutta, one tick at a time.

The velocity is integrated in NED, where gravity, a push from outside and the ground's reaction stay
constant over the tick; so a spinning body falls exactly like a resting one. Two functions are
evaluated at each of the four stages: `wrench` gives force and torque, `accelerate` what follows
from them. Copies for a vehicle class have the vehicle's own models in their place; what follows `*`
are the components that those ask for.
"""

from typing import Any, NamedTuple

from simloop.component import Mut
from simloop.math.vector import ZERO, Quaternion, Vec3
from simloop.world.body import Air, Body, Contact, External, Guard
from simloop.world.freezing import is_caught
from simloop.world.motion.motion import Held, Motion, Wrench
from simloop.world.motion.newton import accelerate
from simloop.world.motion.no_force import wrench


class Slope(NamedTuple):
    """How a state changes per second."""

    position_ned_mps: Vec3
    attitude_per_s: Quaternion
    velocity_ned_mps2: Vec3
    rate_frd_radps2: Vec3
    turning_frd_mps2: Vec3
    """No part of the state: what an accelerometer averages beside forces that are held."""

    def __add__(self, other: "Slope") -> "Slope":  # type: ignore[override]
        return Slope(*(a + b for a, b in zip(self, other, strict=True)))  # type: ignore[arg-type]

    def __rmul__(self, factor: float) -> "Slope":  # type: ignore[override]
        return Slope(*(factor * a for a in self))  # type: ignore[arg-type]


class State(NamedTuple):
    """A rigid body. The velocity is in NED, where what is held stays constant over the tick."""

    position_ned_m: Vec3
    attitude_wxyz: Quaternion
    velocity_ned_mps: Vec3
    rate_frd_radps: Vec3

    def __add__(self, change: Slope) -> "State":  # type: ignore[override]
        return State(
            self.position_ned_m + change.position_ned_mps,
            self.attitude_wxyz + change.attitude_per_s,
            self.velocity_ned_mps + change.velocity_ned_mps2,
            self.rate_frd_radps + change.rate_frd_radps2,
        )


def rigid_body(
    tick: int,
    dt_s: float,
    external: External,
    air: Air,
    contact: Contact,
    body: Mut[Body],
    guard: Mut[Guard],
    *components: Any,
) -> None:
    """Move the body by one tick; one whose numbers stop being finite freezes where it was."""
    start = State(
        position_ned_m=body.position_ned_m,
        attitude_wxyz=body.attitude_wxyz,
        velocity_ned_mps=body.attitude_wxyz.matrix() @ body.velocity_frd_mps,
        rate_frd_radps=body.rate_frd_radps,
    )
    held = held_over_tick(body, external, contact)

    half = 0.5 * dt_s
    slope1, at_start = slope_at(start, held, air, *components)
    slope2, _ = slope_at(start + half * slope1, held, air, *components)
    slope3, _ = slope_at(start + half * slope2, held, air, *components)
    slope4, _ = slope_at(start + dt_s * slope3, held, air, *components)
    blend = slope1 + 2.0 * (slope2 + slope3) + slope4
    moved = start + (dt_s / 6.0) * blend

    attitude = moved.attitude_wxyz.normalised()
    to_body = attitude.matrix().transposed()
    velocity = to_body @ moved.velocity_ned_mps
    total = sum_of(moved.position_ned_m, attitude, velocity, moved.rate_frd_radps)
    # An IMU integrates over the tick, so it gets the blend too: forces that turn with the body
    # averaged in body axes, forces fixed in NED seen from the final attitude.
    felt = to_body @ held.acceleration_ned_mps2 + (1.0 / 6.0) * blend.turning_frd_mps2
    per_s = 1.0 / dt_s
    change = moved.rate_frd_radps - start.rate_frd_radps

    # Choices, not a branch: a neighbour's trouble costs nobody time.
    stops = is_caught(tick, total, guard)
    body.position_ned_m = start.position_ned_m if stops else moved.position_ned_m
    body.attitude_wxyz = start.attitude_wxyz if stops else attitude
    body.velocity_frd_mps = ZERO if stops else velocity
    body.rate_frd_radps = ZERO if stops else moved.rate_frd_radps
    body.acceleration_frd_mps2 = ZERO if stops else felt
    body.angular_acceleration_frd_radps2 = ZERO if stops else change * per_s
    body.force_frd_n = ZERO if stops else at_start.force_frd_n
    body.torque_frd_nm = ZERO if stops else at_start.torque_frd_nm


def held_over_tick(body: Body, external: External, contact: Contact) -> Held:
    """Gravity, the push and the ground's force in NED, torques in FRD."""
    forward, right, down = body.attitude_wxyz.matrix().transposed()
    ground = contact.force_frd_n
    force = external.force_ned_n + ground.x * forward + ground.y * right + ground.z * down
    acceleration = (1.0 / body.mass_kg) * force
    return Held(
        Vec3(acceleration.x, acceleration.y, acceleration.z + body.gravity_mps2),
        external.torque_frd_nm + contact.torque_frd_nm,
    )


def slope_at(state: State, held: Held, air: Air, *components: Any) -> tuple[Slope, Wrench]:
    """How a state changes, and the wrench of the force models there."""
    rotation = state.attitude_wxyz.matrix()
    to_body = rotation.transposed()
    motion = Motion(
        position_ned_m=state.position_ned_m,
        attitude_wxyz=state.attitude_wxyz,
        velocity_frd_mps=to_body @ state.velocity_ned_mps,
        air_velocity_frd_mps=to_body @ (state.velocity_ned_mps - air.wind_ned_mps),
        rate_frd_radps=state.rate_frd_radps,
        air_density_kgpm3=air.density_kgpm3,
    )
    push = wrench(motion, *components)
    answer = accelerate(motion, rotation, push, held, *components)
    slope = Slope(
        position_ned_mps=state.velocity_ned_mps,
        attitude_per_s=state.attitude_wxyz.turning(state.rate_frd_radps),
        velocity_ned_mps2=answer.velocity_ned_mps2,
        rate_frd_radps2=answer.rate_frd_radps2,
        turning_frd_mps2=answer.turning_frd_mps2,
    )
    return slope, push


def sum_of(position: Vec3, attitude: Quaternion, velocity: Vec3, rate: Vec3) -> float:
    """All new numbers in one: it is finite as long as they are."""
    total = position.x + position.y + position.z
    total = total + attitude.w + attitude.x + attitude.y + attitude.z
    total = total + velocity.x + velocity.y + velocity.z
    return total + rate.x + rate.y + rate.z
