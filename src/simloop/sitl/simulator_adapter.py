"""SimulatorAdapter: the one interface to every simulator, native, in process or far away.

Lifecycle and exchange are `async`, as the SITL architecture has them, and never suspend: who has
to wait for a socket waits in it, shortly. `receive_sensors` comes back within 50 ms with a frame
or with None; how long to be patient with a simulator is for the TimeCoordinator to say.
"""

from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar, runtime_checkable

from simloop.messages.actuator_commands import ActuatorFrame
from simloop.messages.sensor_data import SensorFrame

T = TypeVar("T")


class SimulatorError(RuntimeError):
    """What went wrong with a simulator, and what helps."""

    def __init__(self, cause: str, remedy: str) -> None:
        super().__init__(f"{cause}: {remedy}")
        self.cause = cause
        self.remedy = remedy


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulatorCapabilities:
    """What a simulator can do; the bridge provides the rest."""

    native: bool = False
    """Its vehicles move inside the bridge's own schedule: nothing is exchanged between ticks."""
    sensors: frozenset[str] = frozenset()
    """Sensors it brings ready-made (imu, gnss, mag, baro, diff_pressure, sonar, battery)."""
    wind: bool = False
    """Whether it tells the wind at each vehicle."""
    contact: bool = False
    """Whether it has ground and collisions of its own."""
    snapshot: bool = False
    """Whether its state can be saved and brought back."""
    most_vehicles: int | None = None
    """How many vehicles it takes; None for any number."""
    step_size_us: int | None = None
    """Its own step, if it cannot do another; None if it follows the bridge."""


@runtime_checkable
class SimulatorAdapter(Protocol):
    """A simulator as the bridge sees it. `simloop.testing` has a checker for the contract."""

    def adapter_type(self) -> str:
        """What kind of simulator this is, such as 'gazebo'."""

    def name(self) -> str:
        """What this one is called; unique in a bridge."""

    async def connect(self) -> None:
        """Open what is needed; the simulator itself may come later. Raises SimulatorError."""

    async def disconnect(self) -> None:
        """Close everything; calling it twice is fine."""

    def is_connected(self) -> bool:
        """Is there somebody at the other end?"""

    async def receive_sensors(self) -> SensorFrame | None:
        """What has come since the last call, newest only; None if nothing has."""

    async def send_actuators(self, commands: ActuatorFrame) -> None:
        """Tell all vehicles of this simulator what to do. Raises SimulatorError."""

    async def step(self) -> None:
        """Let one step pass, in lockstep; no effect on a simulator that runs by itself."""

    def sim_time_us(self) -> int:
        """The simulator's time."""

    def supports_lockstep(self) -> bool:
        """Does it wait for `step`?"""

    def capabilities(self) -> SimulatorCapabilities:
        """What it can do."""


@runtime_checkable
class Reporting(Protocol):
    """An adapter that has more to tell than its frames: restarts, packets it could not read."""

    def report_to(self, tell: Callable[[str, str], None]) -> None:
        """From now on tell what happened, in a word, and the details."""


@runtime_checkable
class Patient(Protocol):
    """An adapter that waits in `receive_sensors`, and can be told to look only."""

    def may_wait(self, allowed: bool) -> None:
        """From now on wait for the simulator, or take what is there: the run goes on without it."""


@runtime_checkable
class Findable(Protocol):
    """An adapter that can tell that its simulator is not running, without a word to it."""

    def is_away(self, vehicle_ids: tuple[int, ...]) -> bool:
        """Is surely nobody there for some of these vehicles? False if that is not known."""


def check_methods(adapter: object) -> None:
    """Refuse what is no adapter, and name what it lacks."""
    methods = [name for name in vars(SimulatorAdapter) if not name.startswith("_")]
    missing = [name for name in methods if not callable(getattr(adapter, name, None))]
    if missing:
        raise SimulatorError(
            f"{type(adapter).__name__} is no adapter: it has no {', '.join(missing)}",
            "give it the methods of SimulatorAdapter, and try it with check_adapter",
        )
    found = adapter.capabilities()  # type: ignore[attr-defined]
    if not isinstance(found, SimulatorCapabilities):
        raise SimulatorError(
            f"capabilities() of {type(adapter).__name__} gives {type(found).__name__}",
            "let it give SimulatorCapabilities",
        )


def finish(coroutine: Coroutine[Any, Any, T], who: str) -> T:
    """Run a coroutine of an adapter that does not suspend, and give its result.

    Raises:
        SimulatorError: it wants to wait in an event loop, which no tick has.
    """
    try:
        coroutine.send(None)
    except StopIteration as done:
        result: T = done.value
        return result
    coroutine.close()
    raise SimulatorError(
        f"adapter '{who}' suspends inside a tick",
        "let it wait in a socket with a time-out instead of awaiting an event loop",
    )
