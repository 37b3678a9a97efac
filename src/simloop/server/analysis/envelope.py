"""Trim over a range of speeds: each point starts from its neighbour."""

from collections.abc import Iterator
from dataclasses import replace

from simloop.server.analysis.bench import Bench
from simloop.server.analysis.trim import Condition, TrimPoint, trim, trim_near

_HALVINGS = 4


def trim_curve(bench: Bench, condition: Condition, *, points: int = 40) -> list[TrimPoint]:
    """Steady motions slower and faster than one, as far as the vehicle can, by rising speed."""
    middle = trim(
        bench,
        speed_mps=condition.speed_mps,
        flight_path_deg=condition.flight_path_deg,
        turn_radius_m=condition.turn_radius_m,
    )
    # Each point of a vehicle on wheels takes seconds: its tyres must come to rest.
    parts = 4.0 if bench.has_inner_states else 16.0
    step = max(0.1 if bench.on_surface else 0.5, condition.speed_mps / parts)
    up = list(_walk(bench, middle, step, points))
    down = list(_walk(bench, middle, -step, points))
    return [*reversed(down), middle, *up]


def _walk(bench: Bench, start: TrimPoint, step_mps: float, most: int) -> Iterator[TrimPoint]:
    """Neighbours in one direction, and the last one with finer steps."""
    here = start
    for _ in range(most):
        there = _neighbour(bench, here, step_mps)
        if there is None:
            break
        yield there
        here = there
    else:
        return
    for _ in range(_HALVINGS):
        step_mps *= 0.5
        there = _neighbour(bench, here, step_mps)
        if there is not None:
            yield there
            here = there


def _neighbour(bench: Bench, point: TrimPoint, step_mps: float) -> TrimPoint | None:
    speed = point.condition.speed_mps + step_mps
    if speed < 0.0:
        return None
    return trim_near(bench, replace(point.condition, speed_mps=speed), point)
