"""The pole map of a linear model, and how it answers a nudge of each control."""

from math import ceil, log2
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simloop.cli.plots.style import COLOURS, FAINT, INK, Page, label, line
from simloop.server.analysis import LinearModel

_QUICK_S = 3.0
_SAMPLES = 600
# What each control is for: the state to watch and its name.
_ANSWERS = {
    "elevator": ("q_radps", "pitch rate"),
    "aileron": ("p_radps", "roll rate"),
    "rudder": ("r_radps", "yaw rate"),
    "roll": ("p_radps", "roll rate"),
    "pitch": ("q_radps", "pitch rate"),
    "yaw": ("r_radps", "yaw rate"),
    "steering": ("r_radps", "yaw rate"),
}
_MOVING = ("u_mps", "v_mps", "w_mps", "p_radps", "q_radps", "r_radps", "phi_rad", "theta_rad")


def plot_poles(model: LinearModel, path: str) -> None:
    """Poles on the left, step responses on the right."""
    point = model.point
    page = Page(f"{point.vehicle}: linear model at {point.condition.words}", columns=2)
    _draw_poles(page.panels[0], model)
    _draw_steps(page.panels[1], model)
    page.save(path)


def _draw_poles(panel: Any, model: LinearModel) -> None:
    panel.axvline(0.0, color=INK, linewidth=1.0)
    panel.axhline(0.0, color=FAINT, linewidth=0.8)
    names = list(dict.fromkeys(mode.name for mode in model.modes))
    for number, name in enumerate(names):
        modes = [mode for mode in model.modes if mode.name == name]
        x = [mode.real_per_s for mode in modes for _ in (0, 1)]
        y = [sign * mode.imaginary_radps for mode in modes for sign in (1.0, -1.0)]
        colour = COLOURS[number % len(COLOURS)]
        panel.plot(x, y, "x", color=colour, markersize=9, markeredgewidth=2.2, label=name)
    label(panel, "poles (left of the line dies away)", "real part, 1/s", "imaginary part, rad/s")
    # Slow modes beside a fast one would fall on one spot.
    panel.set_xscale("symlog", linthresh=0.1)
    panel.set_yscale("symlog", linthresh=0.1)
    panel.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0))


def _draw_steps(panel: Any, model: LinearModel) -> None:
    number = 0
    end_s = _duration_s(model)
    for name, (state, word) in _ANSWERS.items():
        if name not in model.inputs:
            continue
        time_s, answer = step_response(model, name, state, end_s)
        line(panel, time_s.tolist(), answer.tolist(), f"{word} by {name}", number)
        number += 1
    label(panel, "answer to a step of 0.01 of a control", "time, s", "rate, rad/s")
    panel.legend()


def _duration_s(model: LinearModel) -> float:
    """A few swings of what is quick enough to matter to whoever steers."""
    times = [min(mode.period_s, 4.0 / mode.frequency_radps) for mode in model.modes]
    return 3.0 * max([time for time in times if time < _QUICK_S], default=1.0)


def step_response(
    model: LinearModel, control: str, state: str, end_s: float, step: float = 0.01
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Times, and how one state goes after a small step of one control, from trim."""
    A, B = model.part(_MOVING)
    column = B[:, model.inputs.index(control)]
    dt = end_s / _SAMPLES
    n = len(A)
    both = np.zeros((n + 1, n + 1))
    both[:n, :n], both[:n, n] = A * dt, column * (step * dt)
    tick, x, watched = _exponential(both), np.zeros(n + 1), _MOVING.index(state)
    x[n] = 1.0
    answer = []
    for _ in range(_SAMPLES + 1):
        answer.append(float(x[watched]))
        x = tick @ x
    return np.linspace(0.0, end_s, _SAMPLES + 1), np.array(answer)


def _exponential(matrix: NDArray[np.float64]) -> NDArray[np.float64]:
    """The matrix exponential: small, then squared."""
    size = max(1e-9, float(np.linalg.norm(matrix, 2)))
    squarings = max(0, ceil(log2(size)) + 4)
    small = matrix / 2.0**squarings
    total = term = np.eye(len(matrix))
    for k in range(1, 14):
        term = term @ small / k
        total = total + term
    for _ in range(squarings):
        total = total @ total
    return total
