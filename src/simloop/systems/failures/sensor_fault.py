"""What all faults of a sensor share: the sensor, their order, their time."""

from simloop.systems.failures.effect import UnsupportedError
from simloop.systems.failures.request import FailureRequest
from simloop.systems.failures.sensor_stage import Sample, SensorStage
from simloop.systems.failures.sensor_table import SensorColumns
from simloop.systems.failures.staged_fault import StagedFault
from simloop.systems.failures.victim import Victim


class SensorFault(StagedFault):
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
        super().__init__(stage, victim, request)
        self.sensor = sensor
        self._kind = request.kind
        self.check()

    def check(self) -> None:
        """Refuse numbers that make no sense."""

    @property
    def order(self) -> tuple[int, str, str, int]:
        """By rank, then by name."""
        return self.rank, self.sensor.component, self._kind, 0

    def pass_on(self, sample: Sample, tick: int) -> bool:
        """Change a new sample in place, and say whether it is shown."""
        raise NotImplementedError

    def elapsed_s(self, tick: int) -> float:
        """Time since the onset, as one that has just begun counts its first tick."""
        return (tick - self.onset_tick + 1) / self._rate_hz

    def along_axes(self) -> list[float]:
        """The strength of each axis, with the share that has come so far."""
        return [self.share * self.strength[axis] for axis in self.sensor.axes]
