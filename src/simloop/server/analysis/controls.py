"""What a vehicle can be told, as a few named controls, and how they become commands of outputs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simloop.server.analysis.bench import Bench
from simloop.world.mixer import AXES, Mixing, least_of

Numbers = NDArray[np.float64]

SURFACE_NAMES: Mapping[str, str] = {
    "Fx": "throttle",
    "Qx": "aileron",
    "Qy": "elevator",
    "Qz": "rudder",
}


@dataclass(frozen=True, slots=True)
class Control:
    """One number that a pilot would move."""

    name: str
    low: float
    high: float
    start: float


@dataclass(frozen=True, slots=True)
class Part:
    """Some outputs, and the controls that move them: outputs = controls * matrix."""

    column: str
    controls: tuple[Control, ...]
    matrix: Numbers
    least: Numbers
    """The lowest command of each output; the highest is 1."""

    def off(self) -> "Part":
        """The same outputs with nobody at the controls."""
        return Part(self.column, (), self.matrix[:0], self.least)


class Controls:
    """All controls of a vehicle in one way of moving."""

    def __init__(self, how: str, parts: Sequence[Part]) -> None:
        self.how = how
        self._parts = tuple(parts)
        self.all = tuple(control for part in parts for control in part.controls)

    @property
    def names(self) -> tuple[str, ...]:
        """The controls by name."""
        return tuple(control.name for control in self.all)

    @property
    def start(self) -> Numbers:
        """Where a search begins."""
        return np.array([control.start for control in self.all])

    def commands(self, values: Numbers) -> dict[str, tuple[float, ...]]:
        """Every command column, within what its outputs can do."""
        wanted = self.wanted(values)
        return {
            part.column: tuple(map(float, np.clip(wanted[part.column], part.least, 1.0)))
            for part in self._parts
        }

    def wanted(self, values: Numbers) -> dict[str, Numbers]:
        """Every command column as the controls ask for it, in reach or not."""
        columns: dict[str, Numbers] = {}
        first = 0
        for part in self._parts:
            last = first + len(part.controls)
            columns[part.column] = values[first:last] @ part.matrix
            first = last
        return columns


def ways(bench: Bench) -> list[Controls]:
    """The ways to control a vehicle, those on the wing first; none if it takes no commands."""
    mixing = bench.facts.get("mixer")
    mixed = _mixed(mixing, on_surface=bench.on_surface) if isinstance(mixing, Mixing) else None
    rotors = _rotors(bench) if bench.has("motor_command") and bench.has("rotor_forward_m") else None
    if mixed is None:
        return [Controls("rotors", [rotors])] if rotors is not None else []
    if rotors is None:
        return [Controls("surface" if bench.on_surface else "wing", [mixed])]
    return [Controls("wing", [mixed, rotors.off()]), Controls("rotors", [rotors, mixed.off()])]


def _mixed(mixing: Mixing, *, on_surface: bool) -> Part:
    """Outputs behind a mixer: throttle, aileron, elevator, rudder or steering."""
    names = {**SURFACE_NAMES, "Qz": "steering"} if on_surface else SURFACE_NAMES
    least = np.array([least_of(kind) for kind in mixing.outputs])
    matrix = np.array([mixing.matrix[AXES.index(axis)] for axis in mixing.axes])
    controls = tuple(
        Control(names.get(axis, axis), float(least[row != 0.0].min()), 1.0, _start(axis))
        for axis, row in zip(mixing.axes, matrix, strict=True)
    )
    return Part("actuator_command", controls, matrix, least)


def _start(axis: str) -> float:
    return 0.4 if axis == "Fx" else 0.0


def _rotors(bench: Bench) -> Part:
    """Motors of a multirotor, moved together and against each other."""
    forward, right = bench.get("rotor_forward_m"), bench.get("rotor_right_m")
    patterns = {"roll": -right, "pitch": forward, "yaw": -bench.get("rotor_direction")}
    controls, rows = [Control("throttle", 0.0, 1.0, 0.5)], [np.ones(len(forward))]
    for name, pattern in patterns.items():
        size = float(np.max(np.abs(pattern)))
        if size > 0.0:
            controls.append(Control(name, -1.0, 1.0, 0.0))
            rows.append(pattern / size)
    return Part("motor_command", tuple(controls), np.array(rows), np.zeros(len(forward)))
