"""What a plugin gets to work with: a kit per vehicle, and the app it joins."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from simloop.component import ColumnGroup, Component, Kind
from simloop.world.motion.motion_model import (
    ForceModel,
    InertiaModel,
    MotionModel,
    check_force_model,
    check_inertia_model,
)
from simloop.world.system import BlockSystem, PythonSystem, Stage

if TYPE_CHECKING:
    from simloop.transport.bus import Bus
    from simloop.world.world import ModelSpec, World

Value = float | Sequence[float] | NDArray[Any]


class App(Protocol):
    """The running simulator, as a plugin's `build` sees it."""

    @property
    def world(self) -> "World":
        """Entities, components and commands."""

    @property
    def bus(self) -> "Bus":
        """Topics and services."""

    @property
    def tick_rate_hz(self) -> int:
        """Ticks per second."""

    @property
    def compiled(self) -> bool:
        """Whether kernels run compiled; the bits are the same."""

    @property
    def provided(self) -> Mapping[str, Any]:
        """What plugins have offered so far, by name."""

    def add_system(self, system: PythonSystem) -> None:
        """Put a system into the schedule, now or while running."""

    def remove_system(self, name: str) -> None:
        """Take a system out of the schedule."""

    def model(self, name: str) -> "ModelSpec":
        """A vehicle of the library, ready to be spawned."""

    def provide(self, name: str, thing: object) -> None:
        """Offer an object to programs, under a name: `simulation.provided[name]`."""

    def pause(self, paused: bool) -> None:
        """Hold the world, or let it go on."""

    def step(self, ticks: int) -> None:
        """While paused, let so many ticks run; ValueError says why not."""

    def set_speed(self, factor: float) -> None:
        """Aim at so many simulated seconds per second, inf for flat out; ValueError if not."""

    def reset(self) -> None:
        """Back to the start."""

    def at_close(self, job: Callable[[], None]) -> None:
        """Have something done when the run is over, such as closing a socket."""


@dataclass(frozen=True, slots=True, eq=False)
class SharedArray:
    """Numbers that all vehicles of a class read and none writes, such as a height field.

    Two are equal only if they hold the same numbers, so classes with equal arrays are shared.
    """

    name: str
    data: NDArray[np.float64]

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, SharedArray)
            and self.name == other.name
            and np.array_equal(self.data, other.data)
        )

    def __hash__(self) -> int:
        return hash((self.name, self.data.shape))


@dataclass
class VehicleKit:
    """Collects what the plugins of one vehicle bring: constants, components, systems, values.

    Vehicles whose kits have the same structure share a class, and so a compiled step.
    """

    tick_rate_hz: int
    constants: dict[str, int] = field(default_factory=dict)
    components: list[ColumnGroup] = field(default_factory=list)
    systems: list[BlockSystem] = field(default_factory=list)
    values: dict[str, Value] = field(default_factory=dict)
    facts: dict[str, Any] = field(default_factory=dict)
    shared_arrays: list[SharedArray] = field(default_factory=list)
    force_models: list[ForceModel] = field(default_factory=list)
    inertia_model: InertiaModel | None = None

    def fact(self, name: str, value: object) -> None:
        """Tell something that is no column: later plugins and viewers may use it."""
        self.facts[name] = value

    def forces(self, model: ForceModel) -> None:
        """Add a function that gives a Wrench; physics evaluates all and sums them."""
        check_force_model(model)
        self.force_models.append(model)

    def inertia(self, model: InertiaModel) -> None:
        """Name the function that turns the wrench into acceleration, in place of Newton's."""
        if self.inertia_model is not None:
            raise ValueError("this vehicle has an inertia model already; name one such plugin")
        check_inertia_model(model)
        self.inertia_model = model

    @property
    def motion_model(self) -> MotionModel:
        """What physics moves the body by; nothing pushes if no plugin named anything."""
        return MotionModel(tuple(self.force_models), self.inertia_model)

    @property
    def moves_itself(self) -> bool:
        """Has a plugin brought motion of its own, so that physics stands back?"""
        motion = (system for system in self.systems if system.stage is Stage.MOTION)
        return any("position_ned_m" in s.writes for s in motion) or "moved_by" in self.facts

    def shared(self, name: str, data: NDArray[Any]) -> None:
        """Give all vehicles of the class an array to read: block functions take it by name."""
        array = SharedArray(name, np.ascontiguousarray(data, dtype=np.float64))
        if array in self.shared_arrays:
            return
        if any(other.name == name for other in self.shared_arrays):
            raise ValueError(f"shared array {name} is there already, with other numbers")
        self.shared_arrays.append(array)

    def constant(self, name: str, value: int) -> None:
        """Set a class constant, such as ROTORS."""
        if self.constants.get(name, value) != value:
            raise ValueError(f"constant {name} is {self.constants[name]} already, not {value}")
        self.constants[name] = value

    def component(
        self, component: type[Component] | ColumnGroup, config: object = None, **values: Value
    ) -> None:
        """Add a component, and set the initial values of some fields; twice the same is fine.

        Params that a `config` has under the same names are set from it.
        """
        if isinstance(component, ColumnGroup):
            self._add_group(component)
            return
        for group in component.groups():
            self._add_group(group)
        params = (name for name, one in component.fields.items() if one.kind is Kind.PARAM)
        alike = {name: getattr(config, name) for name in params if hasattr(config, name)}
        for name, value in (alike | values).items():
            self.value(component.fields[name].column.name, value)

    def _add_group(self, component: ColumnGroup) -> None:
        if component in self.components:
            return
        taken = {column.name: other.name for other in self.components for column in other.columns}
        for column in component.columns:
            if column.name in taken:
                raise ValueError(
                    f"column {column.name} of component {component.name} "
                    f"exists already in component {taken[column.name]}"
                )
        self.components.append(component)

    def system(self, system: BlockSystem) -> None:
        """Add a block system to the vehicle's class."""
        if any(other.name == system.name for other in self.systems):
            raise ValueError(f"system {system.name} is there already")
        self.systems.append(system)

    def value(self, column: str, value: Value) -> None:
        """Set the initial value of a column for this vehicle."""
        self.values[column] = value


@dataclass(frozen=True, slots=True)
class VehicleClass:
    """The structure that vehicles with equal kits share."""

    constants: Mapping[str, int]
    components: tuple[ColumnGroup, ...]
    systems: tuple[BlockSystem, ...]
    tick_rate_hz: int
    shared: tuple[SharedArray, ...] = ()

    @classmethod
    def from_kit(cls, kit: VehicleKit) -> "VehicleClass":
        """Freeze a kit's structure."""
        return cls(
            dict(kit.constants),
            tuple(kit.components),
            tuple(kit.systems),
            kit.tick_rate_hz,
            tuple(kit.shared_arrays),
        )

    def column_size(self, size: int | str) -> int:
        """The number of elements of a column, with class constants filled in."""
        if isinstance(size, int):
            return size
        total = 1
        for factor in size.split("*"):
            word = factor.strip()
            total *= int(word) if word.isdigit() else self._constant(word)
        return total

    def _constant(self, name: str) -> int:
        if name not in self.constants:
            raise ValueError(f"no plugin of this vehicle sets the class constant {name}")
        return self.constants[name]
