"""How sensors fail: errors of value, values from elsewhere, and samples that do not come."""

from math import nan, sqrt
from typing import Any

from simloop.systems.failures.effect import UnsupportedError
from simloop.systems.failures.sensor_fault import SensorFault
from simloop.systems.failures.sensor_stage import Sample

LONGEST_DELAY_S = 60.0


class Swapped(SensorFault):
    """Two axes are exchanged, as in a cable made wrong."""

    rank = 0

    def pass_on(self, sample: Sample, tick: int) -> bool:
        """Exchange them."""
        numbers = sample[self.sensor.value]
        first, second = (int(self.strength[name]) - 1 for name in ("first", "second"))
        numbers[first], numbers[second] = numbers[second], numbers[first]
        return True

    def check(self) -> None:
        """There are three axes."""
        for name in ("first", "second"):
            if self.strength[name] not in (1.0, 2.0, 3.0):
                raise UnsupportedError(f"{name} is {self.strength[name]:g}: axes are 1, 2 and 3")


class Scale(SensorFault):
    """The reading is multiplied."""

    rank = 1

    def pass_on(self, sample: Sample, tick: int) -> bool:
        """Multiply it."""
        factor = 1.0 + self.share * (self.strength["factor"] - 1.0)
        sample[self.sensor.value] = [factor * number for number in sample[self.sensor.value]]
        return True


class Bias(SensorFault):
    """A constant is added to the reading."""

    rank = 2

    def pass_on(self, sample: Sample, tick: int) -> bool:
        """Add it."""
        self.add(sample, self.along_axes())
        return True

    def add(self, sample: Sample, error: list[float]) -> None:
        """Add an error to the value, axis by axis."""
        numbers = sample[self.sensor.value]
        sample[self.sensor.value] = [a + b for a, b in zip(numbers, error, strict=True)]


class Drift(Bias):
    """The error grows with time."""

    def pass_on(self, sample: Sample, tick: int) -> bool:
        """Add what has come together so far."""
        elapsed_s = self.elapsed_s(tick)
        self.add(sample, [elapsed_s * rate for rate in self.along_axes()])
        return True


class Noise(Bias):
    """The white noise is a multiple of what it was."""

    def pass_on(self, sample: Sample, tick: int) -> bool:
        """Add what lifts the noise to that multiple, and what is asked for beside."""
        factor = self.strength["factor"]
        more = sqrt(max(factor * factor - 1.0, 0.0))
        own = self.victim.numbers(self.sensor.sigma)
        sigmas = own * (len(self.sensor.axes) // len(own))
        error = [
            self.share * (more * sigma + self.strength["sigma"]) * self._chance.gauss(tick, axis)
            for axis, sigma in enumerate(sigmas)
        ]
        self.add(sample, error)
        return True


class Delayed(SensorFault):
    """The reading is that of a moment ago; while there is none yet, the last one before."""

    rank = 3

    def check(self) -> None:
        """What is on its way is kept in memory."""
        if self._kind == "delayed" and not 0.0 <= self.strength["delay_s"] <= LONGEST_DELAY_S:
            raise UnsupportedError(
                f"delay_s is {self.strength['delay_s']:g}: use 0 to {LONGEST_DELAY_S:g}"
            )

    def first_memory(self) -> Any:
        """Readings on their way: when each was taken, and what it said."""
        return [(self.onset_tick - 1, self.now())]

    def pass_on(self, sample: Sample, tick: int) -> bool:
        """Show the newest reading that is old enough."""
        self.memory.append((tick, [sample[name] for name in self.parts]))
        latest = tick - round(self.strength["delay_s"] * self._rate_hz)
        while len(self.memory) > 1 and self.memory[1][0] <= latest:
            self.memory.pop(0)
        for name, numbers in zip(self.parts, self.memory[0][1], strict=True):
            sample[name] = list(numbers)
        return True

    @property
    def parts(self) -> tuple[str, ...]:
        """The columns that are late."""
        return (self.sensor.value,)

    def now(self) -> list[list[float]]:
        """What the columns say now."""
        return [self.victim.numbers(name) for name in self.parts]


class Stuck(Delayed):
    """The reading stays what it was, under new numbers."""

    rank = 4

    def first_memory(self) -> Any:
        """The last reading before."""
        return self.now()

    def pass_on(self, sample: Sample, tick: int) -> bool:
        """Show the old reading."""
        for name, numbers in zip(self.parts, self.memory, strict=True):
            sample[name] = list(numbers)
        return True


class Garbage(SensorFault):
    """The reading is anything at all."""

    rank = 5

    def pass_on(self, sample: Sample, tick: int) -> bool:
        """Draw a new one."""
        low, high = self.sensor.span
        count = len(sample[self.sensor.value])
        draws = [self._chance.uniform(tick, axis) for axis in range(count)]
        sample[self.sensor.value] = [low + (high - low) * draw for draw in draws]
        return True


class NotANumber(SensorFault):
    """The reading is no number."""

    rank = 6

    def pass_on(self, sample: Sample, tick: int) -> bool:
        """Put NaN in its place."""
        sample[self.sensor.value] = [nan] * len(sample[self.sensor.value])
        return True


class Slow(SensorFault):
    """Only every n-th sample comes."""

    rank = 7

    def first_memory(self) -> Any:
        """Samples seen."""
        return 0

    def pass_on(self, sample: Sample, tick: int) -> bool:
        """Count, and show one of n."""
        self.memory += 1
        return bool(self.memory % max(round(self.strength["every"]), 1) == 0)


class Intermittent(SensorFault):
    """Samples are missing, for a while at a time."""

    rank = 8

    def pass_on(self, sample: Sample, tick: int) -> bool:
        """Draw once for every while."""
        hold = max(round(self.strength["hold_s"] * self._rate_hz), 1)
        start = tick - (tick - self.onset_tick) % hold
        return self._chance.uniform(start) >= self.share * self.strength["lost"]


class Off(SensorFault):
    """No samples come."""

    rank = 9

    def pass_on(self, sample: Sample, tick: int) -> bool:
        """Show nothing."""
        return False


class Blocked(SensorFault):
    """A pitot tube that is shut keeps the pressure in it, and reads height instead of speed."""

    rank = 4

    def first_memory(self) -> Any:
        """The pressure shut in: static and dynamic."""
        return self._static_pa() + self.victim.numbers(self.sensor.value)[0]

    def pass_on(self, sample: Sample, tick: int) -> bool:
        """Show how much it is above the static pressure of now."""
        sample[self.sensor.value] = [self.memory - self._static_pa()]
        return True

    def _static_pa(self) -> float:
        return float(self.victim.vector("air_pressure_pa")[0])
