"""Rates of change of the wheels at one stage of the integration, and how they push the body."""

from math import sqrt
from typing import NamedTuple

from simloop.component import Mut
from simloop.math.vector import Vec2
from simloop.systems.rover.components import DriveTrain, Integration, Tyres, Wheels
from simloop.systems.rover.states import Held, PlaneState, WheelState
from simloop.systems.rover.tyres import dry_torque, tyre_force
from simloop.systems.rover.wheel_rows import pair_of, set_pair, set_state, state_of

# How far a wheel turns before dry friction gives all it can, and its damping ratio.
WINDUP_RAD = 0.01
WINDUP_DAMPING = 0.7


class Push(NamedTuple):
    """What wheels do to the body: forces, yaw torque, and how fast both sides roll."""

    forward_n: float
    right_n: float
    yaw_nm: float
    left_mps: float
    right_mps: float

    def __add__(self, other: "Push") -> "Push":  # type: ignore[override]
        return Push(*(a + b for a, b in zip(self, other, strict=True)))


NO_PUSH = Push(0.0, 0.0, 0.0, 0.0, 0.0)


def push_of_wheels(
    ahead_s: float,
    weight: float,
    now: PlaneState,
    held: Held,
    tyres: Tyres,
    train: DriveTrain,
    wheels: Mut[Wheels],
    work: Mut[Integration],
) -> Push:
    """Find the rates of all wheels at one stage, and what they do to the body together.

    `ahead_s` is how far the stage lies along the rates of the stage before, `weight` what it counts
    in the blend.
    """
    shaft_radps = shaft_speed(ahead_s, wheels, train, work)
    push = NO_PUSH
    for i in range(len(wheels.speed_radps)):
        wheel = wheel_state(i, wheels) + ahead_s * state_of(work.wheel_rate, i)
        rolling_mps = wheel.speed_radps * wheels.radius_m
        steer = pair_of(train.wheel_steer, i)
        stretch = Vec2(wheel.stretch_along_m, wheel.stretch_across_m)
        slip = slip_of(contact_velocity(i, now, wheels), steer, rolling_mps, stretch, tyres)
        load_n = load_on(i, now, held, wheels)
        force = tyre_force(
            stretch,
            slip,
            pair_of(tyres.stiffness_pm, i),
            pair_of(tyres.damping_spm, i),
            tyres.friction,
            load_n,
        )
        felt_radps = shaft_radps if train.wheel_coupling > 0.0 else wheel.speed_radps
        torque = train.wheel_torque_nm[i] - train.wheel_loss_nms[i] * felt_radps
        torque = torque - friction_torque(i, load_n, wheel, wheels, tyres, train)
        torque = torque - force.x * wheels.radius_m

        rate = WheelState(torque / wheels.inertia_kgm2, slip.x, slip.y, wheel.speed_radps)
        set_state(work.wheel_rate, i, rate)
        set_state(work.wheel_sum, i, state_of(work.wheel_sum, i) + weight * rate)
        wheels.load_n[i] = load_n
        set_pair(wheels.force_n, i, force)
        push = push + push_of(i, force, steer, rolling_mps, wheels)
    return push


def shaft_speed(ahead_s: float, wheels: Wheels, train: DriveTrain, work: Integration) -> float:
    """The speed of one motor that drives through open differentials: the mean of its wheels'."""
    total = 0.0
    for i in range(len(wheels.speed_radps)):
        total += wheels.driven[i] * (wheels.speed_radps[i] + ahead_s * work.wheel_rate[i])
    return total * train.wheel_coupling


def wheel_state(i: int, wheels: Wheels) -> WheelState:
    """A wheel at the start of a step."""
    stretch = pair_of(wheels.stretch_m, i)
    return WheelState(wheels.speed_radps[i], stretch.x, stretch.y, wheels.windup_rad[i])


def load_on(i: int, now: PlaneState, held: Held, wheels: Wheels) -> float:
    """What a wheel carries: its share of the weight, and what shifts to it; never less than 0."""
    gain = pair_of(wheels.load_gain, i)
    load_n = wheels.load_share[i] * held.pressed_n + gain.x * now.backward_nm + gain.y * now.left_nm
    return load_n if load_n > 0.0 else 0.0


def contact_velocity(i: int, now: PlaneState, wheels: Wheels) -> Vec2:
    """How the contact of a wheel moves over the ground, forward and right."""
    turn = now.yaw_rate_radps
    return Vec2(
        now.forward_mps - turn * wheels.right_m[i], now.right_mps + turn * wheels.forward_m[i]
    )


def slip_of(velocity: Vec2, steer: Vec2, rolling_mps: float, stretch: Vec2, tyres: Tyres) -> Vec2:
    """How fast the tread slips on the ground, less what rolling relaxes: the rate of stretch."""
    s, c = steer
    relax = abs(rolling_mps) * tyres.relaxation_pm
    return Vec2(
        rolling_mps - (c * velocity.x + s * velocity.y) - relax * stretch.x,
        s * velocity.x - c * velocity.y - relax * stretch.y,
    )


def friction_torque(
    i: int, load_n: float, wheel: WheelState, wheels: Wheels, tyres: Tyres, train: DriveTrain
) -> float:
    """What brake and rolling resistance hold against the wheel."""
    dry = train.wheel_brake_nm[i] + tyres.rolling_resistance * load_n * wheels.radius_m
    stiffness = dry * wheels.inertia_kgm2 * (1.0 / WINDUP_RAD)
    damping = 2.0 * WINDUP_DAMPING * sqrt(stiffness)
    return dry_torque(wheel.windup_rad, wheel.speed_radps, dry, WINDUP_RAD, damping)


def push_of(i: int, force: Vec2, steer: Vec2, rolling_mps: float, wheels: Wheels) -> Push:
    """What one wheel does to the body, by the force of its tyre along and across."""
    s, c = steer
    counted = pair_of(wheels.counted, i)
    forward_n = c * force.x - s * force.y
    right_n = s * force.x + c * force.y
    return Push(
        forward_n,
        right_n,
        wheels.forward_m[i] * right_n - wheels.right_m[i] * forward_n,
        counted.x * rolling_mps,
        counted.y * rolling_mps,
    )
