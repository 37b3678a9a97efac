"""The aircraft of Beard and McLain's book, written a second time, plainly and with NumPy.

The published numbers are those that the authors' own solution prints (randybeard/mavsim_public,
launch_files/chap04/chap4_check.py, chap05/chap5_check.py and design_projects/model_coef.py). Their
Aerosonde has no parasitic drag (C_D_p = 0), g is 9.81 m/s^2, the air's density 1.2682 kg/m^3, and
the propeller's inflow is the whole airspeed, where ours is its part along the axis.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from math import asin, atan2, cos, exp, pi, sin, sqrt

import numpy as np
from numpy.typing import NDArray

from simloop.math.quaternion import from_euler
from simloop.systems import fixed_wing, physics
from simloop.testing.body_bench import BodyBench

Vector = NDArray[np.float64]

DENSITY = 1.2682
GRAVITY = 9.81
MOVE = partial(physics.equip, config=physics.Config())

AEROSONDE = fixed_wing.Config()
assert AEROSONDE.propeller is not None
PUBLISHED_PROPELLER = replace(AEROSONDE.propeller, K_Q=60.0 / (2.0 * pi * 145.0))
PUBLISHED = replace(
    AEROSONDE,
    C_D=(0.0, *AEROSONDE.C_D[1:]),
    propeller=PUBLISHED_PROPELLER,
    servo_time_constant_s=0.0,
)


def sigma(alpha: float, m: float, alpha0: float) -> float:
    """The book's blending function, equation 4.10."""
    e1, e2 = exp(-m * (alpha - alpha0)), exp(m * (alpha + alpha0))
    return (1.0 + e1 + e2) / ((1.0 + e1) * (1.0 + e2))


def aerodynamics(
    c: fixed_wing.Config, air: Vector, rate: Vector, surfaces: Vector, density: float
) -> Vector:
    """Force and moment in body axes, as chapter 4 has them, with divisions by airspeed."""
    speed = sqrt(air @ air)
    alpha, beta = atan2(air[2], air[0]), asin(air[1] / speed)
    p, q, r = rate * np.array([c.wing_b, c.wing_c, c.wing_b]) / (2.0 * speed)
    blend = sigma(alpha, c.wing_M, c.wing_alpha0)
    # What is not in the book: stalled moments see the sine of alpha, stalled drag is a plate's.
    seen = (1.0 - blend) * alpha + blend * sin(alpha)
    x = np.array([1.0, seen, beta, p, q, r, *surfaces])
    line = c.C_L[0] + c.C_L[1] * alpha
    plate = 2.0 * np.sign(alpha) * sin(alpha) ** 2 * cos(alpha)
    lift = (1.0 - blend) * line + blend * plate + np.array(c.C_L[2:]) @ x[2:]
    aspect_ratio = c.wing_b**2 / c.wing_s
    induced = line**2 / (pi * c.wing_epsilon * aspect_ratio) if c.wing_epsilon else 0.0
    drag = np.array(c.C_D) @ x + (1.0 - blend) * induced + blend * 2.0 * abs(sin(alpha)) ** 3
    pressure = 0.5 * density * speed**2 * c.wing_s
    return pressure * np.array(
        [
            -drag * cos(alpha) + lift * sin(alpha),
            np.array(c.C_Y) @ x,
            -drag * sin(alpha) - lift * cos(alpha),
            c.wing_b * (np.array(c.C_ell) @ x),
            c.wing_c * (np.array(c.C_m) @ x),
            c.wing_b * (np.array(c.C_n) @ x),
        ]
    )


def propulsion(
    c: fixed_wing.Config, inflow: float, throttle: float, density: float
) -> tuple[float, float, float]:
    """Rotor speed, thrust and torque, as the supplement to the book has them."""
    m = c.propeller
    assert m is not None
    d, k, (t0, t1, t2), (q0, q1, q2) = m.D_prop, m.K_Q, m.C_T, m.C_Q
    a = density * d**5 * q0 / (2.0 * pi) ** 2
    b = density * d**4 * q1 * inflow / (2.0 * pi) + k**2 / m.R_motor
    last = density * d**3 * q2 * inflow**2 - k / m.R_motor * m.V_max * throttle + k * m.I_0
    speed = (-b + sqrt(b**2 - 4.0 * a * last)) / (2.0 * a)
    j = 2.0 * pi * inflow / (speed * d)
    n = speed / (2.0 * pi)
    thrust = density * n**2 * d**4 * (t0 + t1 * j + t2 * j**2)
    return speed, thrust, density * n**2 * d**5 * (q0 + q1 * j + q2 * j**2)


def bench_of(
    config: fixed_wing.Config, *, count: int = 1, lanes: int = 1, compiled: bool = False,
    tick_rate_hz: int = 400, density: float = DENSITY, gravity: float = GRAVITY,
) -> BodyBench:  # fmt: skip
    """Aircraft high up in the book's air and gravity."""
    bench = BodyBench(
        partial(fixed_wing.equip, config=config),
        MOVE,
        count=count,
        lanes=lanes,
        compiled=compiled,
        tick_rate_hz=tick_rate_hz,
    )
    for row in bench.rows:
        bench.set("air_density_kgpm3", density, row)
        bench.set("gravity_mps2", gravity, row)
        bench.set("position_ned_m", (0.0, 0.0, -1000.0), row)
    return bench


def wrench_of(bench: BodyBench) -> Vector:
    """Force and torque of the last tick, at its start."""
    return np.concatenate([bench.get("force_frd_n"), bench.get("torque_frd_nm")])


def put(bench: BodyBench, state: Vector) -> None:
    """Set u, v, w, p, q, r, roll, pitch."""
    bench.set("velocity_frd_mps", tuple(state[:3]))
    bench.set("rate_frd_radps", tuple(state[3:6]))
    bench.set("attitude_wxyz", from_euler(state[6], state[7], 0.0))


def derivative(
    bench: BodyBench, config: fixed_wing.Config, outputs: Vector
) -> Callable[[Vector], Vector]:
    """The rates of u, v, w, p, q, r, roll, pitch: the simulation's wrench, textbook equations."""
    xx, yy, zz, xy, xz, yz = config.inertia_kgm2
    inertia = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    gravity = float(bench.get("gravity_mps2")[0])

    def rates(state: Vector) -> Vector:
        velocity, omega, (roll, pitch) = state[:3], state[3:6], state[6:]
        put(bench, state)
        bench.set("actuator_command", tuple(outputs))
        bench.run(1)
        wrench = wrench_of(bench)
        down = np.array([-sin(pitch), cos(pitch) * sin(roll), cos(pitch) * cos(roll)])
        return np.concatenate(
            [
                wrench[:3] / config.mass_kg + gravity * down - np.cross(omega, velocity),
                np.linalg.solve(inertia, wrench[3:] - np.cross(omega, inertia @ omega)),
                [
                    omega[0] + np.tan(pitch) * (omega[1] * sin(roll) + omega[2] * cos(roll)),
                    omega[1] * cos(roll) - omega[2] * sin(roll),
                ],
            ]
        )

    return rates


def jacobian(rates: Callable[[Vector], Vector], state: Vector, step: float = 1e-5) -> Vector:
    """Central differences."""
    steps = step * np.eye(len(state))
    columns = [(rates(state + each) - rates(state - each)) / (2.0 * step) for each in steps]
    return np.array(columns).T


def coarse_jacobian(rates: Callable[[Vector], Vector], state: Vector) -> Vector:
    """Differences with steps of 0.01 to one side, as the authors take them."""
    middle = rates(state)
    columns = [(rates(state + each) - middle) / 0.01 for each in 0.01 * np.eye(len(state))]
    return np.array(columns).T
