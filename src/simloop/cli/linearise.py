"""`simloop linearise`: the linear model about a trim point, and how the vehicle swings there."""

import argparse
import json
from math import inf

import numpy as np

from simloop.cli.columns import print_table
from simloop.cli.main import OK
from simloop.cli.trim import headline, trimmed
from simloop.server.analysis import LinearModel, Mode, linear_model
from simloop.server.analysis.linearise import LATERAL, LONGITUDINAL

_HEAD = ("mode", "eigenvalue_per_s", "frequency_radps", "damping", "period_s", "half_s")


def show_model(options: argparse.Namespace) -> int:
    """Print the modes and the matrices, and draw the pole map if asked."""
    bench, point = trimmed(options)
    model = linear_model(bench, point)
    if options.plot:
        from simloop.cli.plots.poles import plot_poles

        plot_poles(model, options.plot)
    if options.json:
        print(json.dumps(_facts(model)))
        return OK
    print(f"{point.vehicle}: linear model, {headline(point)}")
    if not model.converged:
        print(
            f"  differences disagree by {model.disagreement:.1g}: the vehicle has a kink or a stop "
            "here, take the numbers with care"
        )
    print()
    print_table(_HEAD, [_row(mode) for mode in model.modes])
    for name, states in (("longitudinal", LONGITUDINAL), ("lateral", LATERAL)):
        _print_part(model, name, states)
    return OK


def _row(mode: Mode) -> tuple[object, ...]:
    swings = mode.imaginary_radps > 0.0
    value = f"{mode.real_per_s:.4g}" + (f" ± {mode.imaginary_radps:.4g}i" if swings else "")
    return (
        mode.name,
        value,
        mode.frequency_radps,
        mode.damping_ratio,
        mode.period_s,
        mode.time_to_half_s,
    )


def _print_part(model: LinearModel, name: str, states: tuple[str, ...]) -> None:
    A, B = model.part(states)
    felt = [i for i in range(len(model.inputs)) if np.max(np.abs(B[:, i])) > 1e-6]
    head = (f"{name} d/dt", *states, *(model.inputs[i] for i in felt))
    rows = [
        (state, *(float(number) for number in (*A[i], *B[i, felt])))
        for i, state in enumerate(states)
    ]
    print()
    print_table(head, [[_clean(value) for value in row] for row in rows])


def _clean(value: object) -> object:
    return 0.0 if isinstance(value, float) and abs(value) < 1e-6 else value


def _facts(model: LinearModel) -> dict[str, object]:
    point = model.point
    return {
        "vehicle": point.vehicle,
        "speed_mps": point.condition.speed_mps,
        "altitude_m": point.altitude_m,
        "states": model.states,
        "inputs": model.inputs,
        "trim_state": point.state.vector().tolist(),
        "trim_inputs": dict(point.controls),
        "A": model.A.tolist(),
        "B": model.B.tolist(),
        "disagreement": model.disagreement,
        "modes": [_mode_facts(mode) for mode in model.modes],
    }


def _mode_facts(mode: Mode) -> dict[str, object]:
    numbers = {"period_s": mode.period_s, "time_to_half_s": mode.time_to_half_s}
    return {
        "name": mode.name,
        "eigenvalue": [mode.real_per_s, mode.imaginary_radps],
        "frequency_radps": mode.frequency_radps,
        "damping_ratio": mode.damping_ratio,
        **{name: None if abs(value) == inf else value for name, value in numbers.items()},
    }
