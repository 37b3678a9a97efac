"""What all faults of a sensor share: the sensor, and their order."""

from dataclasses import dataclass

from simloop.systems.failures.fault import Kind
from simloop.systems.failures.request import FailureRequest
from simloop.systems.failures.sensor_stage import Sample, SensorStage
from simloop.systems.failures.sensor_table import SensorColumns
from simloop.systems.failures.staged_fault import StagedFault
from simloop.systems.failures.victim import Victim


@dataclass(frozen=True, slots=True)
class SensorKind(Kind):
    """`act` changes a new sample in place; False holds it back."""

    rank: int = 0
    """Lower ranks act first: errors of value, then what replaces it, then silence."""


class SensorFault(StagedFault):
    """A fault that sees every new sample."""

    def __init__(
        self,
        stage: SensorStage,
        victim: Victim,
        request: FailureRequest,
        kind: SensorKind,
        sensor: SensorColumns,
    ) -> None:
        # The firmware has columns for sensors that nobody carries; only a sensor brings its noise.
        victim.need((sensor.sequence, sensor.sigma, *sensor.sample), sensor.component)
        victim.must(
            request.instance <= 1, f"has no {sensor.component} {request.instance}: it has one"
        )
        self.sensor = sensor
        self.order = (kind.rank, sensor.component, request.kind)
        super().__init__(stage, victim, request, kind)

    def pass_on(self, sample: Sample, tick: int) -> bool:
        """Change a new sample in place, and say whether it is shown."""
        self.tick = tick
        return self.kind.act(self, sample) is not False

    def along_axes(self) -> list[float]:
        """The strength of each axis, with the share that has come so far."""
        return [self.share * self.strength[axis] for axis in self.sensor.axes]
