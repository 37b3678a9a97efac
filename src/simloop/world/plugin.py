"""What a plugin gets to work with: a kit per vehicle, and the app it joins."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from numpy.typing import NDArray

from simloop.world.component import Component
from simloop.world.system import BlockSystem, PythonSystem

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

    def reset(self) -> None:
        """Back to the start."""


ForceModel = Callable[..., tuple[float, float, float, float, float, float]]


@dataclass
class VehicleKit:
    """Collects what the plugins of one vehicle bring: constants, components, systems, values.

    Vehicles whose kits have the same structure share a class, and so a compiled step.
    """

    tick_rate_hz: int
    constants: dict[str, int] = field(default_factory=dict)
    components: list[Component] = field(default_factory=list)
    systems: list[BlockSystem] = field(default_factory=list)
    values: dict[str, Value] = field(default_factory=dict)
    facts: dict[str, Any] = field(default_factory=dict)
    force_model: ForceModel | None = None

    def fact(self, name: str, value: object) -> None:
        """Tell something that is no column: later plugins and viewers may use it."""
        self.facts[name] = value

    def forces(self, model: ForceModel) -> None:
        """Name the row function that gives the wrench; physics evaluates it at every stage."""
        if self.force_model is not None:
            raise ValueError("this vehicle has a force model already; name one dynamics plugin")
        self.force_model = model

    def constant(self, name: str, value: int) -> None:
        """Set a class constant, such as ROTORS."""
        if self.constants.get(name, value) != value:
            raise ValueError(f"constant {name} is {self.constants[name]} already, not {value}")
        self.constants[name] = value

    def component(self, component: Component) -> None:
        """Add a component; adding the same one twice is fine."""
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
    components: tuple[Component, ...]
    systems: tuple[BlockSystem, ...]
    tick_rate_hz: int

    @classmethod
    def from_kit(cls, kit: VehicleKit) -> "VehicleClass":
        """Freeze a kit's structure."""
        return cls(dict(kit.constants), tuple(kit.components), tuple(kit.systems), kit.tick_rate_hz)

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
