"""A linear model about a trim point, by central differences of the simulation's own tick.

The tick is a map of twelve numbers onto themselves. Its differences give the discrete model, whose
logarithm over the tick's length is the continuous one: exact for a linear vehicle, whatever the
tick rate. Actuators follow their commands at once, so the model has no states for them.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simloop.server.analysis.bench import STATE_NAMES, Bench, State
from simloop.server.analysis.controls import Controls, ways
from simloop.server.analysis.modes import Mode, find_modes
from simloop.server.analysis.trim import TrimPoint, trim
from simloop.server.files.load import load_vehicle

Numbers = NDArray[np.float64]

LONGITUDINAL = ("u_mps", "w_mps", "q_radps", "theta_rad")
LATERAL = ("v_mps", "p_radps", "r_radps", "phi_rad")
# Beyond this the two step sizes disagree: the vehicle has a kink or a stop there.
CONVERGED = 1e-3

_STEP = 2e-4
_SMALL = 0.25
_HELD = 0.9
_TERMS = 40


@dataclass(frozen=True, slots=True)
class LinearModel:
    """dx/dt = A x + B u about a steady state, in SI units and radians."""

    point: TrimPoint
    states: tuple[str, ...]
    inputs: tuple[str, ...]
    A: Numbers
    B: Numbers
    disagreement: float
    """Largest relative difference between step sizes: small where the model is smooth."""

    @property
    def converged(self) -> bool:
        """Do both step sizes of the differences agree?"""
        return self.disagreement < CONVERGED

    def part(self, states: Sequence[str]) -> tuple[Numbers, Numbers]:
        """The rows and columns of some states: A and B without the others."""
        index = [self.states.index(name) for name in states]
        return self.A[np.ix_(index, index)], self.B[index]

    @property
    def longitudinal(self) -> tuple[Numbers, Numbers]:
        """A and B of u, w, q and theta."""
        return self.part(LONGITUDINAL)

    @property
    def lateral(self) -> tuple[Numbers, Numbers]:
        """A and B of v, p, r and phi."""
        return self.part(LATERAL)

    @property
    def modes(self) -> list[Mode]:
        """How the vehicle moves when left alone, fastest first."""
        return find_modes(self.A, self.states, self.point.how, turning=self._turning)

    @property
    def _turning(self) -> bool:
        return self.point.condition.turn_radius_m is not None


def linearise(
    vehicle: str | Bench,
    *,
    speed_mps: float,
    flight_path_deg: float = 0.0,
    turn_radius_m: float | None = None,
    altitude_m: float | None = None,
) -> LinearModel:
    """The linear model of a vehicle about the trim point that `trim` finds."""
    bench = vehicle if isinstance(vehicle, Bench) else Bench(load_vehicle(vehicle))
    if altitude_m is not None and altitude_m != bench.altitude_m:
        bench = bench.at(altitude_m)
    point = trim(
        bench, speed_mps=speed_mps, flight_path_deg=flight_path_deg, turn_radius_m=turn_radius_m
    )
    return linear_model(bench, point)


def linear_model(bench: Bench, point: TrimPoint) -> LinearModel:
    """The linear model about a trim point of this bench."""
    controls = next(way for way in ways(bench) if way.how == point.how)
    x0 = point.state.vector()
    u0 = np.array([point.controls[name] for name in controls.names])

    def step(x: Numbers, u: Numbers) -> Numbers:
        return bench.after_tick(State.of(x), controls.commands(u))

    coarse, fine = (
        np.hstack((_slopes(lambda x: step(x, u0), x0, h), _input_slopes(step, controls, x0, u0, h)))
        for h in (_STEP, 0.5 * _STEP)
    )
    # Errors go with the square of the step: what both say together has none of that order.
    best = fine + (fine - coarse) / 3.0
    change = best[:, :12] - np.eye(12)
    scale = np.maximum(np.abs(best - np.eye(*best.shape)), bench.dt_s)
    A, B = _continuous(change, best[:, 12:], bench.dt_s)
    return LinearModel(
        point=point,
        states=STATE_NAMES,
        inputs=controls.names,
        A=A,
        B=B,
        disagreement=float(np.max(np.abs(fine - coarse) / scale)),
    )


def _slopes(f: Callable[[Numbers], Numbers], x: Numbers, step: float) -> Numbers:
    columns = []
    for i in range(len(x)):
        up, down = x.copy(), x.copy()
        up[i] += step
        down[i] -= step
        columns.append((f(up) - f(down)) / (up[i] - down[i]))
    return np.array(columns).T


def _input_slopes(
    step: Callable[[Numbers, Numbers], Numbers],
    controls: Controls,
    x0: Numbers,
    u0: Numbers,
    h: float,
) -> Numbers:
    """Slopes by the controls, one-sided where a control is at its end."""
    columns = []
    for i, control in enumerate(controls.all):
        up, down = u0.copy(), u0.copy()
        up[i] = min(u0[i] + h, control.high)
        down[i] = max(u0[i] - h, control.low)
        columns.append((step(x0, up) - step(x0, down)) / (up[i] - down[i]))
    return np.array(columns).T


def _continuous(change: Numbers, inputs: Numbers, dt_s: float) -> tuple[Numbers, Numbers]:
    """A and B of the motion that gives this change of state in one tick of constant inputs."""
    n = len(change)
    # What the tick sets anew whatever it was, like the height of wheels on the ground, is no state.
    kept = np.diag(change) > -_HELD
    within = np.outer(kept, kept)
    log = _logarithm(np.eye(n) + np.where(within, change, 0.0))
    inputs = np.where(kept[:, None], inputs, 0.0)
    # The tick's input matrix is the mean of exp(A t) over the tick, times B dt.
    mean, term = np.eye(n), np.eye(n)
    for k in range(1, _TERMS):
        term = term @ log / (k + 1)
        mean = mean + term
    B = np.asarray(np.linalg.solve(mean, inputs / dt_s), dtype=np.float64)
    return log / dt_s, B


def _logarithm(matrix: Numbers) -> Numbers:
    """The matrix logarithm near one: roots until it is close, then the series."""
    n, doublings = len(matrix), 0
    while np.linalg.norm(matrix - np.eye(n), 2) > _SMALL and doublings < 10:
        matrix = _root(matrix)
        doublings += 1
    x = matrix - np.eye(n)
    total, power = np.zeros((n, n)), np.eye(n)
    for k in range(1, _TERMS):
        power = power @ x
        total += power * (-1.0) ** (k + 1) / k
    return total * 2.0**doublings


def _root(matrix: Numbers) -> Numbers:
    """The square root by Denman's and Beavers' iteration."""
    y, z = matrix, np.eye(len(matrix))
    for _ in range(30):
        y, z = 0.5 * (y + np.linalg.inv(z)), 0.5 * (z + np.linalg.inv(y))
    return y
