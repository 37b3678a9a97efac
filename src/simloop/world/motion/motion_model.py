"""What moves a body: its force models, and how a wrench becomes acceleration.

The kernel of physics calls two functions, `wrench` and `accelerate`. A motion model generates a
small module with both: the wrenches of all force models of a vehicle, summed in the order in which
plugins named them, and one inertia model. Each gets what its parameters ask for: state by the names
below, and components by their classes. They only read them.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from simloop.world.kernel_columns import Parameter, columns_read, parameters_of
from simloop.world.motion.motion import Acceleration, Wrench
from simloop.world.motion.newton import accelerate
from simloop.world.motion.no_force import wrench

ForceModel = Callable[..., Wrench]
InertiaModel = Callable[..., Acceleration]

FORCE_STATE = ("motion",)
INERTIA_STATE = ("motion", "rotation", "wrench", "held")
HOOKED = ("wrench", "accelerate")


@dataclass(frozen=True, slots=True)
class MotionModel:
    """The functions of one vehicle class; without any nothing pushes, and Newton answers."""

    forces: tuple[ForceModel, ...] = ()
    inertia: InertiaModel | None = None

    @property
    def components(self) -> tuple[Parameter, ...]:
        """Every component that one of the functions asks for, each once."""
        found = {part.make: part for call in self._calls() for part in call.parts}
        return tuple(found.values())

    @property
    def columns(self) -> tuple[str, ...]:
        """Every column that one of the functions reads, each once."""
        names = [name for call in self._calls() for name in columns_read(call.model)]
        return tuple(dict.fromkeys(names))

    def source(self) -> str:
        """The text of the module with `wrench` and `accelerate`."""
        names = self._names()
        *forces, answer = self._calls()
        push = " + ".join(call.text(names) for call in forces)
        return "\n".join(
            [
                '"""Generated: the motion model of a vehicle class."""',
                *(call.import_text for call in (*forces, answer)),
                *_function("wrench", (*FORCE_STATE, *names.values()), push),
                *_function("accelerate", (*INERTIA_STATE, *names.values()), answer.text(names)),
                "",
            ]
        )

    def _calls(self) -> "list[_Call]":
        """The force models in order, then the inertia model."""
        forces = self.forces or (wrench,)
        calls = [_Call(f"wrench_{k}", model, FORCE_STATE) for k, model in enumerate(forces)]
        return [*calls, _Call("accelerate_0", self.inertia or accelerate, INERTIA_STATE)]

    def _names(self) -> dict[Any, str]:
        """What the module calls each component: two classes may have one name."""
        return {part.make: f"{part.cls.lower()}_{k}" for k, part in enumerate(self.components)}


@dataclass(frozen=True, slots=True)
class _Call:
    """A model as the generated module calls it."""

    alias: str
    model: Callable[..., Any]
    state: tuple[str, ...]

    @property
    def parts(self) -> tuple[Parameter, ...]:
        return _parts_of(self.model, self.state)

    @property
    def import_text(self) -> str:
        return f"from {self.model.__module__} import {self.model.__name__} as {self.alias}"

    def text(self, names: Mapping[Any, str]) -> str:
        parts = {part.name: names[part.make] for part in self.parts}
        given = (parts.get(one.name, one.name) for one in parameters_of(self.model))
        return f"{self.alias}({', '.join(given)})"


def check_force_model(model: ForceModel) -> None:
    """Refuse one that asks for what it cannot have, or writes."""
    _parts_of(model, FORCE_STATE)
    columns_read(model)


def check_inertia_model(model: InertiaModel) -> None:
    """Refuse one that asks for what it cannot have, or writes."""
    _parts_of(model, INERTIA_STATE)
    columns_read(model)


def _function(name: str, parameters: tuple[str, ...], result: str) -> list[str]:
    return ["", f"def {name}({', '.join(parameters)}):", f"    return {result}"]


@cache
def _parts_of(model: Callable[..., Any], state: tuple[str, ...]) -> tuple[Parameter, ...]:
    """The components that a model asks for; all else must be of the state it may have."""
    for one in parameters_of(model):
        if one.fields is None and one.name not in state:
            raise ValueError(
                f"{model.__module__}.{model.__name__} asks for {one.name}: it may have "
                f"{', '.join(state)}, and components, each annotated with its class"
            )
    return tuple(one for one in parameters_of(model) if one.fields is not None)
