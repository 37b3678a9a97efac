"""The smallest App: a world, a bus and a runner, to try a plugin's `build` without a server."""

from collections.abc import Callable

from simloop.transport.bus import Bus
from simloop.world.runner import Runner
from simloop.world.system import PythonSystem
from simloop.world.world import ModelSpec, World


class PlainApp:
    """Runs what plugins bring, interpreted; `models` are what they may spawn."""

    def __init__(self, world: World, models: dict[str, ModelSpec] | None = None) -> None:
        self.world = world
        self.bus = Bus()
        self.runner = Runner(world, bus=self.bus, compiled=False)
        self.provided: dict[str, object] = {}
        self.paused = False
        self._models = models or {}

    @property
    def tick_rate_hz(self) -> int:
        """Ticks per second."""
        return self.world.tick_rate_hz

    @property
    def compiled(self) -> bool:
        """Whether kernels run compiled."""
        return self.runner.compiled

    def add_system(self, system: PythonSystem) -> None:
        """Put a system into the schedule."""
        self.runner.add_system(system)

    def remove_system(self, name: str) -> None:
        """Take a system out of the schedule."""
        self.runner.remove_system(name)

    def model(self, name: str) -> ModelSpec:
        """One of the models given at the start."""
        return self._models[name]

    def provide(self, name: str, thing: object) -> None:
        """Keep an object for the test to look at."""
        self.provided[name] = thing

    def pause(self, paused: bool) -> None:
        """Note it, and let `advance` come back."""
        self.paused = paused
        self.runner.hold()

    def step(self, ticks: int) -> None:
        """Run them at once."""
        self.runner.advance(ticks)

    def set_speed(self, factor: float) -> None:
        """There is no wall clock here."""

    def at_close(self, job: Callable[[], None]) -> None:
        """Nothing here lives longer than the test."""

    def reset(self) -> None:
        """Back to the marked start."""
        self.runner.reset()
