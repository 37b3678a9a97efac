"""What all faults of a sensor share: their vehicle, their time, their chance and their memory."""

from typing import Any

from simloop.systems.failures.effect import Effect, UnsupportedError
from simloop.systems.failures.request import FailureRequest
from simloop.systems.failures.sensor_stage import Sample, SensorStage
from simloop.systems.failures.sensor_table import SensorColumns
from simloop.systems.failures.victim import Victim


class SensorFault(Effect):
    """A fault that sees every new sample; subclasses say what becomes of it."""

    rank = 0
    """Faults of lower rank act first: errors of value, then what replaces it, then silence."""

    def __init__(
        self, stage: SensorStage, victim: Victim, sensor: SensorColumns, request: FailureRequest
    ) -> None:
        # The firmware has columns for sensors that nobody carries; only a sensor brings its noise.
        victim.need((sensor.sequence, sensor.sigma, *sensor.sample), sensor.component)
        if request.instance > 1:
            raise UnsupportedError(
                f"'{victim.name}' has no {sensor.component} {request.instance}: it has one"
            )
        self.victim = victim
        self.sensor = sensor
        self.strength = request.strength
        self.share = 0.0
        self.onset_tick = 0
        self.memory: Any = None
        self._kind = request.kind
        self._stage = stage
        self._chance = victim.chance()
        self._rate_hz = victim.world.tick_rate_hz
        self.check()

    def check(self) -> None:
        """Refuse numbers that make no sense."""

    @property
    def order(self) -> tuple[int, str, str, int]:
        """By rank, then by name."""
        return self.rank, self.sensor.component, self._kind, 0

    def begin(self) -> None:
        """From now on see the samples."""
        self.onset_tick = self.victim.tick
        self.memory = self.first_memory()
        self._stage.attach(self)

    def update(self, share: float) -> None:
        """Keep the share for the samples to come."""
        self.share = share

    def end(self) -> None:
        """See no more samples."""
        self._stage.detach(self)

    def drop(self) -> None:
        """See no more samples."""
        self._stage.detach(self)

    def save(self) -> Any:
        """When it began, how strong it is, and what it remembers."""
        return self.onset_tick, self.share, self.kept_memory()

    def load(self, saved: Any) -> None:
        """Go on where `save` was called."""
        self.onset_tick, self.share, self.memory = saved
        self.memory = self.kept_memory()
        self._stage.attach(self)

    def first_memory(self) -> Any:
        """What it has to remember from the start."""
        return None

    def kept_memory(self) -> Any:
        """A copy of the memory."""
        return list(self.memory) if isinstance(self.memory, list) else self.memory

    def pass_on(self, sample: Sample, tick: int) -> bool:
        """Change a new sample in place, and say whether it is shown."""
        raise NotImplementedError

    def elapsed_s(self, tick: int) -> float:
        """Time since the onset, as one that has just begun counts its first tick."""
        return (tick - self.onset_tick + 1) / self._rate_hz

    def along_axes(self) -> list[float]:
        """The strength of each axis, with the share that has come so far."""
        return [self.share * self.strength[axis] for axis in self.sensor.axes]
