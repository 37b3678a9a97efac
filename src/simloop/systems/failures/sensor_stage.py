"""The stage between a sensor and those who read it: faulty samples take the place of true ones.

It runs at the end of stage SENSE, only while a sensor fails, and touches only what the sensor
shows. A sample that is held back leaves the columns as they were, its number too: the number counts
samples shown. The sensor's own errors live elsewhere, so recovery leaves no trace.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from simloop.systems.failures.failure import NEVER
from simloop.systems.failures.sensor_table import SensorColumns
from simloop.systems.failures.victim import Victim
from simloop.world.activity import Activity
from simloop.world.entities import Entity
from simloop.world.plugin import App
from simloop.world.runner import TickInfo
from simloop.world.system import PythonSystem, Stage

Sample = dict[str, list[float]]


class SampleFault(Protocol):
    """A failure that changes samples or holds them back."""

    victim: Victim
    sensor: SensorColumns

    @property
    def order(self) -> tuple[int, str, str, int]:
        """Faults of one sensor act in this order, whichever came first."""

    def pass_on(self, sample: Sample, tick: int) -> bool:
        """Change a new sample in place, and say whether it is shown at all."""


@dataclass(slots=True)
class _Unit:
    """One sensor of one vehicle: its faults, and the sample that is shown."""

    victim: Victim
    sensor: SensorColumns
    faults: list[SampleFault] = field(default_factory=list)
    number: float = 0.0
    shown: Sample = field(default_factory=dict)

    def look(self) -> None:
        """Take what the columns say for the sample that is shown."""
        self.number = float(self.victim.vector(self.sensor.sequence)[0])
        self.shown = {name: self.victim.numbers(name) for name in self.sensor.sample}

    def run(self, tick: int) -> None:
        """If there is a new sample, let the faults have it."""
        number = float(self.victim.vector(self.sensor.sequence)[0])
        if number == self.number:
            return
        sample = {name: self.victim.numbers(name) for name in self.sensor.sample}
        shown = [fault.pass_on(sample, tick) for fault in self.faults]
        # The first sample is always shown: a sensor at number 0 would start afresh.
        if all(shown) or self.number == 0.0:
            self.number, self.shown = number, sample
        for name, numbers in self.shown.items():
            self.victim.vector(name)[:] = numbers
        self.victim.vector(self.sensor.sequence)[0] = self.number


class SensorStage:
    """All sensors that fail now."""

    def __init__(self, app: App, next_onset: Callable[[], int]) -> None:
        self._world = app.world
        self._next_onset = next_onset
        self._units: dict[tuple[Entity, str], _Unit] = {}
        # Before a failure sets in, the desk that has it stirs.
        self._activity = Activity(lambda: bool(self._units) or self._next_onset() < NEVER)
        app.add_system(
            PythonSystem(
                name="failures of sensors",
                stage=Stage.SENSE,
                run=self._run,
                active=self._activity,
                next_tick=self._next_tick,
            )
        )

    def attach(self, fault: SampleFault) -> None:
        """Let a fault have the samples from now on."""
        key = fault.victim.entity, fault.sensor.sequence
        unit = self._units.get(key)
        if unit is None:
            unit = self._units[key] = _Unit(fault.victim, fault.sensor)
            unit.look()
        self._activity.stir()
        unit.faults.append(fault)
        unit.faults.sort(key=lambda each: each.order)

    def detach(self, fault: SampleFault) -> None:
        """Let a fault go; what is shown stays until the next sample."""
        key = fault.victim.entity, fault.sensor.sequence
        unit = self._units.get(key)
        if unit is None or fault not in unit.faults:
            return
        unit.faults.remove(fault)
        if not unit.faults:
            del self._units[key]

    def _next_tick(self) -> int:
        # A failure that sets in this tick must find its first sample.
        return self._world.tick + 1 if self._units else self._next_onset()

    def _run(self, info: TickInfo) -> None:
        for unit in list(self._units.values()):
            if unit.victim.entity in self._world.entities:
                unit.run(info.tick)
