"""Mixers: how standard commands become outputs, and how outputs are turned back into them.

A mixer is data of the vehicle file. The firmware multiplies commands by its matrix; the simulator
multiplies outputs by the pseudo-inverse of the very same matrix. So the two cannot disagree, and
what a V-tail's two servos mean is exact. Standard commands are forces and torques about the body's
axes, FRD, as shares of the most: positive Qx, Qy, Qz lower the right wing, raise the nose, turn it
right, whatever surface or wheel does it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

AXES = ("Fx", "Fy", "Fz", "Qx", "Qy", "Qz")
MAX_OUTPUTS = 14

Output = Literal["servo", "motor", "none"]
Kind = Literal[
    "fixed_wing",
    "v_tail",
    "flying_wing",
    "ackermann",
    "differential",
    "thruster_rudder",
    "twin_thruster",
    "thruster",
    "custom",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Mixer:
    """A built-in mixer by its kind, or a custom one by outputs and rows."""

    kind: Kind = "custom"
    """A built-in mixer, or `custom` with the fields below."""
    outputs: tuple[Output, ...] = ()
    """What each output drives: a servo (-1 to 1), a motor (0 to 1), or nothing."""
    Fx: tuple[float, ...] = ()
    """What each output does per unit of forward force command; empty for nothing."""
    Fy: tuple[float, ...] = ()
    """The same for force to the right."""
    Fz: tuple[float, ...] = ()
    """The same for force down."""
    Qx: tuple[float, ...] = ()
    """The same for roll torque (aileron)."""
    Qy: tuple[float, ...] = ()
    """The same for pitch torque (elevator)."""
    Qz: tuple[float, ...] = ()
    """The same for yaw torque (rudder, steering)."""


# Rows are those of ROSflight's tables where it has them; output 3 of its wings is free.
BUILT_IN: Mapping[str, Mixer] = {
    "fixed_wing": Mixer(
        outputs=("servo", "servo", "servo", "none", "motor"),
        Fx=(0.0, 0.0, 0.0, 0.0, 1.0),
        Qx=(1.0, 0.0, 0.0, 0.0, 0.0),
        Qy=(0.0, 1.0, 0.0, 0.0, 0.0),
        Qz=(0.0, 0.0, 1.0, 0.0, 0.0),
    ),
    "v_tail": Mixer(
        outputs=("servo", "servo", "servo", "none", "motor"),
        Fx=(0.0, 0.0, 0.0, 0.0, 1.0),
        Qx=(1.0, 0.0, 0.0, 0.0, 0.0),
        Qy=(0.0, -0.5, 0.5, 0.0, 0.0),
        Qz=(0.0, 0.5, 0.5, 0.0, 0.0),
    ),
    "flying_wing": Mixer(
        outputs=("servo", "servo", "none", "none", "motor"),
        Fx=(0.0, 0.0, 0.0, 0.0, 1.0),
        Qx=(0.5, -0.5, 0.0, 0.0, 0.0),
        Qy=(0.5, 0.5, 0.0, 0.0, 0.0),
    ),
    "ackermann": Mixer(outputs=("servo", "servo"), Fx=(0.0, 1.0), Qz=(1.0, 0.0)),
    "differential": Mixer(outputs=("servo", "servo"), Fx=(1.0, 1.0), Qz=(1.0, -1.0)),
    "thruster_rudder": Mixer(outputs=("servo", "servo"), Fx=(0.0, 1.0), Qz=(1.0, 0.0)),
    "twin_thruster": Mixer(outputs=("servo", "servo"), Fx=(1.0, 1.0), Qz=(1.0, -1.0)),
    "thruster": Mixer(outputs=("servo",), Fx=(1.0,)),
}


@dataclass(frozen=True, slots=True)
class Mixing:
    """A mixer worked out: what drives each output, the matrix and its inverse."""

    outputs: tuple[Output, ...]
    matrix: tuple[tuple[float, ...], ...]
    """A row per axis, a column per output: outputs = commands * matrix."""
    inverse: tuple[tuple[float, ...], ...]
    """A row per axis, a column per output: commands = inverse * outputs."""

    @property
    def axes(self) -> tuple[str, ...]:
        """The axes that some output serves."""
        return tuple(axis for axis, row in zip(AXES, self.matrix, strict=True) if any(row))

    @property
    def motors(self) -> tuple[bool, ...]:
        """Which outputs are motors: those that push, also if they do so both ways.

        Servos turn the vehicle and give no force of their own.
        """
        forces = self.matrix[: AXES.index("Qx")]
        return tuple(
            kind == "motor" or (kind == "servo" and any(row[number] for row in forces))
            for number, kind in enumerate(self.outputs)
        )

    def mix(self, **commands: float) -> tuple[float, ...]:
        """The outputs that give these standard commands, within what each output can do."""
        unknown = set(commands) - set(self.axes)
        if unknown:
            raise ValueError(
                f"this mixer has no axis {', '.join(sorted(unknown))}: use {', '.join(self.axes)}"
            )
        wanted = np.array([commands.get(axis, 0.0) for axis in AXES])
        raw = wanted @ np.array(self.matrix)
        return tuple(
            float(min(max(value, least_of(kind)), 1.0))
            for value, kind in zip(raw, self.outputs, strict=True)
        )


def least_of(output: Output) -> float:
    """The lowest command an output follows."""
    return -1.0 if output == "servo" else 0.0


def work_out(mixer: Mixer) -> Mixing:
    """Look a built-in mixer up or take a custom one, and invert it."""
    chosen = mixer
    if mixer.kind != "custom":
        if mixer.outputs or any(getattr(mixer, axis) for axis in AXES):
            raise ValueError(f"mixer: kind {mixer.kind} has its own rows; write kind: custom")
        chosen = BUILT_IN[mixer.kind]
    count = len(chosen.outputs)
    if not 1 <= count <= MAX_OUTPUTS:
        raise ValueError(f"mixer: it has {count} outputs; give 1 to {MAX_OUTPUTS}")
    rows = [_row(chosen, axis, count) for axis in AXES]
    matrix = np.array(rows)
    inverse = _inverse(matrix)
    return Mixing(chosen.outputs, tuple(map(tuple, rows)), tuple(map(tuple, inverse.tolist())))


def _row(mixer: Mixer, axis: str, count: int) -> list[float]:
    row = list(getattr(mixer, axis)) or [0.0] * count
    if len(row) != count:
        raise ValueError(f"mixer: {axis} has {len(row)} numbers, but there are {count} outputs")
    return row


def _inverse(matrix: NDArray[np.float64]) -> NDArray[np.float64]:
    """Commands from outputs; the axes that are served must be told apart by their outputs."""
    served = [number for number, row in enumerate(matrix) if row.any()]
    if not served:
        raise ValueError("mixer: no axis has a row; give at least one of Fx, Qx, Qy, Qz")
    used = matrix[served]
    if np.linalg.matrix_rank(used) < len(served):
        names = ", ".join(AXES[number] for number in served)
        raise ValueError(f"mixer: the outputs cannot tell the axes {names} apart")
    inverse = np.zeros(matrix.shape)
    # Whole numbers come out of the decomposition with the last bit wrong.
    inverse[served] = np.round(np.linalg.pinv(used).T, 12)
    return inverse
