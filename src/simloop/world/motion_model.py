"""What moves a body: its force models, and how a wrench becomes acceleration.

The rigid body (kernels/rigid_body.py) calls two row functions, `wrench` and `accelerate`. A motion
model generates a small module with both: the wrenches of all force models of a vehicle, summed in
the order in which plugins named them, and one inertia model. Each function gets what its
parameters name: state by the names below, and rows of columns by the names of the columns.
"""

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Wrench = tuple[float, float, float, float, float, float]
ForceModel = Callable[..., Wrench]
InertiaModel = Callable[..., tuple[float, float, float, float, float, float, float, float, float]]

# The state that a force model may ask for; kernels/forces/none.py says what each name means.
FORCE_STATE = (
    "j", "north_m", "east_m", "down_m", "qw", "qx", "qy", "qz",
    "u_mps", "v_mps", "w_mps", "u_air_mps", "v_air_mps", "w_air_mps",
    "p", "q", "r", "air_density_kgpm3",
)  # fmt: skip
# The state that an inertia model may ask for; kernels/inertia/rigid.py says what each name means.
INERTIA_STATE = (
    "j", "nx", "ny", "nz", "ex", "ey", "ez", "dx", "dy", "dz",
    "u_mps", "v_mps", "w_mps", "p", "q", "r", "fx", "fy", "fz", "tx", "ty", "tz",
    "held_n", "held_e", "held_d", "held_tx", "held_ty", "held_tz",
    "inverse_mass", "inertia_kgm2", "inverse_inertia",
)  # fmt: skip

HOOKED = ("wrench", "accelerate")
_RIGID = "simloop.kernels.inertia.rigid"
_NONE = "simloop.kernels.forces.none"


@dataclass(frozen=True, slots=True)
class MotionModel:
    """The row functions of one vehicle class."""

    forces: tuple[ForceModel, ...] = ()
    inertia: InertiaModel | None = None

    @property
    def columns(self) -> tuple[str, ...]:
        """Every column that one of the functions asks for, each once."""
        names = [name for model in self.forces for name in _rows(model, FORCE_STATE)]
        if self.inertia is not None:
            names += _rows(self.inertia, INERTIA_STATE)
        return tuple(dict.fromkeys(names))

    def source(self) -> str:
        """The text of the module with `wrench` and `accelerate`."""
        lines = ['"""Generated: the motion model of a vehicle class."""']
        for number, model in enumerate(self.forces):
            lines.append(_import(model.__module__, model.__name__, f"wrench_{number}"))
        if not self.forces:
            lines.append(_import(_NONE, "wrench", "wrench_none"))
        if self.inertia is None:
            lines.append(_import(_RIGID, "accelerate", "accelerate_0"))
        else:
            lines.append(_import(self.inertia.__module__, self.inertia.__name__, "accelerate_0"))
        return "\n".join([*lines, *self._wrench(), *self._accelerate(), ""])

    def _wrench(self) -> list[str]:
        head = f"def wrench({', '.join((*FORCE_STATE, *self.columns))}):"
        if not self.forces:
            return ["", head, f"    return wrench_none({', '.join(FORCE_STATE)})"]
        lines, parts = ["", head], ["fx", "fy", "fz", "tx", "ty", "tz"]
        for number, model in enumerate(self.forces):
            names = ", ".join(f"{part}_{number}" for part in parts)
            lines.append(f"    {names} = wrench_{number}({', '.join(_parameters(model))})")
        sums = (
            " + ".join(f"{part}_{number}" for number in range(len(self.forces))) for part in parts
        )
        return [*lines, f"    return {', '.join(sums)}"]

    def _accelerate(self) -> list[str]:
        head = f"def accelerate({', '.join((*INERTIA_STATE, *self.columns))}):"
        asked = INERTIA_STATE if self.inertia is None else _parameters(self.inertia)
        return ["", head, f"    return accelerate_0({', '.join(asked)})"]


def _import(module: str, name: str, alias: str) -> str:
    return f"from {module} import {name} as {alias}"


def _parameters(model: Callable[..., Any]) -> tuple[str, ...]:
    return tuple(
        name
        for name, parameter in inspect.signature(model).parameters.items()
        if parameter.kind is not inspect.Parameter.VAR_POSITIONAL
    )


def _rows(model: Callable[..., Any], state: tuple[str, ...]) -> list[str]:
    """The columns a row function asks for; a number it asks for must be one of the state's."""
    found = []
    for name, parameter in inspect.signature(model).parameters.items():
        if parameter.kind is inspect.Parameter.VAR_POSITIONAL or name in state:
            continue
        if parameter.annotation in (float, int):
            raise ValueError(
                f"{model.__module__}.{model.__name__} asks for the number {name}: "
                f"it may have {', '.join(state)}, or columns annotated as Row"
            )
        found.append(name)
    return found
