"""The stage between a sensor and those who read it: faulty samples take the place of true ones.

It runs at the end of stage SENSE, only while a sensor fails, and touches only what the sensor
shows. A sample that is held back leaves the columns as they were, its number too: the number counts
samples shown. The sensor's own errors live elsewhere, so recovery leaves no trace.
"""

from collections.abc import Callable, Hashable

from simloop.systems.failures.failure import NEVER
from simloop.systems.failures.fault import Fault, Passage
from simloop.systems.failures.sensor_table import SensorColumns
from simloop.systems.failures.victim import Victim
from simloop.world.activity import Activity
from simloop.world.plugin import App
from simloop.world.runner import TickInfo
from simloop.world.system import PythonSystem, Stage

Sample = dict[str, list[float]]
SensorFault = Fault[SensorColumns]
"""Its kind changes a new sample in place; False holds it back."""


class _Unit:
    """One sensor of one vehicle, and the sample that is shown."""

    def __init__(self, victim: Victim, sensor: SensorColumns) -> None:
        self.victim, self._sensor = victim, sensor
        self._number, self._shown = self._look()

    def _look(self) -> tuple[float, Sample]:
        """What the columns say, and how many samples they have counted."""
        sample = {name: self.victim.numbers(name) for name in self._sensor.sample}
        return self.victim.numbers(self._sensor.sequence)[0], sample

    def run(self, faults: list[SensorFault], tick: int) -> None:
        """If there is a new sample, let the faults have it."""
        if self.victim.vector(self._sensor.sequence)[0] == self._number:
            return
        number, sample = self._look()
        is_shown = True
        for fault in faults:
            fault.tick = tick
            is_shown = fault.kind.act(fault, sample) is not False and is_shown
        # The first sample is always shown: a sensor at number 0 would start afresh.
        if is_shown or self._number == 0.0:
            self._number, self._shown = number, sample
        for name, numbers in self._shown.items():
            self.victim.vector(name)[:] = numbers
        self.victim.vector(self._sensor.sequence)[0] = self._number


class SensorStage(Passage):
    """All sensors that fail now."""

    def __init__(self, app: App, next_onset: Callable[[], int]) -> None:
        super().__init__()
        self._world = app.world
        self._next_onset = next_onset
        self._units: dict[Hashable, _Unit] = {}
        # Before a failure sets in, the desk that has it stirs.
        self._activity = Activity(lambda: bool(self.faults) or self._next_onset() < NEVER)
        app.add_system(
            PythonSystem(
                name="failures of sensors",
                stage=Stage.SENSE,
                run=self._run,
                active=self._activity,
                next_tick=self._next_tick,
            )
        )

    def key(self, fault: SensorFault) -> Hashable:
        """Sensors that count together are one."""
        return fault.victim.entity, fault.on.sequence

    def order(self, fault: SensorFault) -> tuple[int, str, str]:
        """By rank, then by name; two of one kind act as they came."""
        return fault.kind.rank, fault.name[0], fault.name[1]

    def enter(self, fault: SensorFault) -> None:
        """Let a fault have the samples from now on."""
        if self.key(fault) not in self.faults:
            self._units[self.key(fault)] = _Unit(fault.victim, fault.on)
        self._activity.stir()
        super().enter(fault)

    def _next_tick(self) -> int:
        # A failure that sets in this tick must find its first sample.
        return self._world.tick + 1 if self.faults else self._next_onset()

    def _run(self, info: TickInfo) -> None:
        for key, faults in list(self.faults.items()):
            if self._units[key].victim.entity in self._world.entities:
                self._units[key].run(faults, info.tick)
