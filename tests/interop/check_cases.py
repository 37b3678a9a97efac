"""NASA's check cases: what is in the scenarios, and solutions that owe nothing to simloop.

The reference integrates Newton and Euler with SciPy's DOP853 in Earth-fixed axes; of simloop it
uses the standard atmosphere only, so that both fall through the same air.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.integrate import solve_ivp

from simloop.math.atmosphere import air_at

FOOT_M = 0.3048
DURATION_S = 30.0
HEIGHT_M = 9144.0
TURNING_RADPS = tuple(np.radians((10.0, 20.0, 30.0)).tolist())
STATE = ("position_ned_m", "attitude_wxyz", "velocity_frd_mps", "rate_frd_radps")

Numbers = NDArray[np.float64]


def still(height_m: float) -> Numbers:
    """No wind."""
    return np.zeros(3)


def steady(height_m: float) -> Numbers:
    """20 ft/s to the east."""
    return np.array((0.0, 20.0 * FOOT_M, 0.0))


def sheared(height_m: float) -> Numbers:
    """(0.003 h - 20) ft/s to the east, h in feet."""
    return np.array((0.0, (0.003 * height_m / FOOT_M - 20.0) * FOOT_M, 0.0))


@dataclass(frozen=True)
class Case:
    """One check case: its scenario, its world, its wind, and whether the body tumbles."""

    number: int
    scenario: str
    world: str = "nasa_still"
    wind: Callable[[float], Numbers] = still
    tumbles: bool = False


CASES = {
    case.number: case
    for case in (
        Case(1, "nasa_01_dragless_sphere"),
        Case(2, "nasa_02_tumbling_brick", tumbles=True),
        Case(3, "nasa_03_damped_brick", tumbles=True),
        Case(6, "nasa_06_sphere_drag"),
        Case(7, "nasa_07_sphere_wind", "nasa_wind", steady),
        Case(8, "nasa_08_sphere_shear", "nasa_shear", sheared),
    )
}


@dataclass(frozen=True)
class End:
    """Where a body is after 30 s: NED position and velocity, attitude, body rates."""

    position_ned_m: Numbers
    velocity_ned_mps: Numbers
    attitude_wxyz: Numbers
    rate_frd_radps: Numbers


@dataclass(frozen=True)
class Gap:
    """How far two ends are apart."""

    position_m: float
    velocity_mps: float
    attitude_rad: float
    rate_radps: float


def gap(one: End, other: End) -> Gap:
    """The largest difference of each kind."""
    q, p = one.attitude_wxyz, other.attitude_wxyz
    turn = 2.0 * min(np.linalg.norm(q - p), np.linalg.norm(q + p))
    return Gap(
        float(np.abs(one.position_ned_m - other.position_ned_m).max()),
        float(np.abs(one.velocity_ned_mps - other.velocity_ned_mps).max()),
        float(turn),
        float(np.abs(one.rate_frd_radps - other.rate_frd_radps).max()),
    )


def solve(case: Case, body: Any, gravity_mps2: float, planet_radius_m: float = np.inf) -> End:
    """The end of a case by SciPy; gravity fades with height on a planet of finite size."""
    inertia = np.array(body.inertia_kgm2[:3])
    drag_area = body.S * body.C_D
    lengths = np.array((body.b, body.c, body.b))
    damping = 0.5 * body.S * lengths**2 * np.array((body.C_l_p, body.C_m_q, body.C_n_r))

    def slopes(_: float, y: Numbers) -> Numbers:
        w, x, p, q, r = y[3], y[4:7], *y[10:]
        height = -y[2]
        density = air_at(float(height), 0.0)[2]
        through_air = y[7:10] - case.wind(height)
        half = 0.5 * density * np.sqrt(through_air @ through_air)
        fade = 1.0 / (1.0 + height / planet_radius_m) ** 2
        pull = np.array((0.0, 0.0, gravity_mps2 * fade))
        rates = np.array((p, q, r))
        spin = (half * damping * rates - np.cross(rates, inertia * rates)) / inertia
        turn = 0.5 * np.array((-(x @ rates), *(w * rates + np.cross(x, rates))))
        return np.concatenate(
            (y[7:10], turn, pull - half * drag_area * through_air / body.mass_kg, spin)
        )

    start = np.zeros(13)
    start[2], start[3] = -HEIGHT_M, 1.0
    start[10:] = TURNING_RADPS if case.tumbles else 0.0
    found = solve_ivp(slopes, (0.0, DURATION_S), start, method="DOP853", rtol=1e-12, atol=1e-13)
    y = found.y[:, -1]
    return End(y[:3], y[7:10], y[3:7] / np.linalg.norm(y[3:7]), y[10:])
