"""AdapterRegistry: the simulators of a bridge, by their names."""

from collections.abc import Callable, Iterator
from difflib import get_close_matches

from simloop.sitl.simulator_adapter import SimulatorAdapter, SimulatorError, check_methods


class AdapterRegistry:
    """Adapters are registered, looked up and let go, also while the world is paused.

    `vehicles_on` gives the names of an adapter's vehicles: one that is in use stays.
    """

    def __init__(self, vehicles_on: Callable[[str], tuple[str, ...]] = lambda name: ()) -> None:
        self._adapters: dict[str, SimulatorAdapter] = {}
        self._vehicles_on = vehicles_on

    def __len__(self) -> int:
        return len(self._adapters)

    def __contains__(self, name: object) -> bool:
        return name in self._adapters

    def __iter__(self) -> Iterator[SimulatorAdapter]:
        """All adapters in the order of their names, whatever the order of registration."""
        return (self._adapters[name] for name in self.list())

    def register(self, adapter: SimulatorAdapter) -> None:
        """Take an adapter under its own name, which must be free."""
        check_methods(adapter)
        name = adapter.name()
        if not isinstance(name, str) or not name:
            raise SimulatorError("an adapter has no name", "let name() give one")
        if name in self._adapters:
            raise SimulatorError(
                f"an adapter named '{name}' is registered already", "give this one another name"
            )
        self._adapters[name] = adapter

    def unregister(self, name: str) -> SimulatorAdapter:
        """Let an adapter go that moves no vehicle."""
        adapter = self.get(name)
        vehicles = self._vehicles_on(name)
        if vehicles:
            raise SimulatorError(
                f"adapter '{name}' moves {', '.join(vehicles)}",
                "despawn them or assign them to another adapter first",
            )
        del self._adapters[name]
        return adapter

    def get(self, name: str) -> SimulatorAdapter:
        """The adapter of a name; an unknown one is an error that suggests the nearest."""
        if name not in self._adapters:
            near = get_close_matches(name, self._adapters, 1)
            known = ", ".join(self.list()) or "none"
            hint = f"did you mean '{near[0]}'?" if near else f"there are: {known}"
            raise SimulatorError(f"no adapter is named '{name}'", hint)
        return self._adapters[name]

    def list(self) -> tuple[str, ...]:
        """All names, sorted."""
        return tuple(sorted(self._adapters))
