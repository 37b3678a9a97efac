"""How satellite receivers fail: no fix, jamming, spoofing, echoes, and fixes of another time."""

from math import nan, sqrt
from typing import Any

from simloop.math.geodesy import ned_to_llh
from simloop.math.scalar import exp
from simloop.systems.failures.sensor_fault import SensorFault
from simloop.systems.failures.sensor_kinds import Delayed, Stuck
from simloop.systems.failures.sensor_stage import Sample

PLACE = "gnss_llh"
VELOCITY = "gnss_velocity_ned_mps"
FIX_TYPE = "gnss_fix_type"
SATELLITES = "gnss_satellites"
ACCURACY = "gnss_accuracy"
# Fewer give no place.
LEAST_SATELLITES = 4.0
# How much worse full jamming makes the accuracies that the receiver reports.
JAMMED_ACCURACY = 20.0


def move(sample: Sample, north_m: float, east_m: float, down_m: float) -> None:
    """Shift the place of a fix."""
    latitude, longitude, height = sample[PLACE]
    sample[PLACE] = list(ned_to_llh(latitude, longitude, height, north_m, east_m, down_m))


class LateFix(Delayed):
    """The whole fix is that of a moment ago."""

    @property
    def parts(self) -> tuple[str, ...]:
        """All of it."""
        return self.sensor.sample


class StuckFix(Stuck):
    """The whole fix stays what it was, under new numbers."""

    @property
    def parts(self) -> tuple[str, ...]:
        """All of it."""
        return self.sensor.sample


class NoFix(SensorFault):
    """The receiver works and sees no satellite."""

    rank = 6

    def pass_on(self, sample: Sample, tick: int) -> bool:
        """Say so; the place stays the last one that it knew."""
        sample[FIX_TYPE], sample[SATELLITES] = [0.0], [0.0]
        return True


class Jam(SensorFault):
    """Noise drowns the satellites: fewer of them, a worse fix, at last none."""

    rank = 5

    def pass_on(self, sample: Sample, tick: int) -> bool:
        """Worsen the fix with the power of the jammer."""
        power = min(self.share * self.strength["power"], 1.0)
        left = float(int(sample[SATELLITES][0] * (1.0 - power)))
        sigma_m = power * self.strength["sigma_m"]
        noise = [self._chance.gauss(tick, axis) for axis in range(6)]
        move(sample, *(sigma_m * number for number in noise[:3]))
        sample[VELOCITY] = [
            speed + 0.1 * sigma_m * number
            for speed, number in zip(sample[VELOCITY], noise[3:], strict=True)
        ]
        worse = 1.0 + JAMMED_ACCURACY * power
        sample[ACCURACY] = [worse * number for number in sample[ACCURACY]]
        sample[SATELLITES] = [left]
        if left < LEAST_SATELLITES:
            sample[FIX_TYPE] = [0.0]
        return True


class Spoof(SensorFault):
    """A false signal leads the place away at walking pace, with a velocity and accuracy to match.

    It sets in at no distance, so that no single fix gives it away.
    """

    rank = 2

    def first_memory(self) -> Any:
        """How far it has led so far, and when: NED, tick."""
        return [0.0, 0.0, 0.0, float(self.onset_tick)]

    def pass_on(self, sample: Sample, tick: int) -> bool:
        """Walk on."""
        pace = self.along_axes()
        passed_s = (tick - self.memory[3]) / self._rate_hz
        self.memory[:3] = [
            way + speed * passed_s for way, speed in zip(self.memory[:3], pace, strict=True)
        ]
        self.memory[3] = float(tick)
        move(sample, *self.memory[:3])
        matched = self.strength["velocity"]
        sample[VELOCITY] = [
            speed + matched * more for speed, more in zip(sample[VELOCITY], pace, strict=True)
        ]
        return True


class Shift(SensorFault):
    """The place is off by so much: a jump that the accuracy does not tell."""

    rank = 2

    def pass_on(self, sample: Sample, tick: int) -> bool:
        """Shift it."""
        move(sample, *self.along_axes())
        return True


class WalkOff(SensorFault):
    """The place drifts off while the velocity stays right."""

    rank = 2

    def pass_on(self, sample: Sample, tick: int) -> bool:
        """Shift it by what has come together so far."""
        elapsed_s = self.elapsed_s(tick)
        move(sample, *(elapsed_s * pace for pace in self.along_axes()))
        return True


class NoisyFix(SensorFault):
    """Place and velocity jump about."""

    rank = 2

    def pass_on(self, sample: Sample, tick: int) -> bool:
        """Add noise that the accuracy does not tell."""
        noise = [self.share * self._chance.gauss(tick, axis) for axis in range(6)]
        move(sample, *(self.strength["sigma_m"] * number for number in noise[:3]))
        sample[VELOCITY] = [
            speed + self.strength["sigma_mps"] * number
            for speed, number in zip(sample[VELOCITY], noise[3:], strict=True)
        ]
        return True


class Multipath(SensorFault):
    """Echoes off walls: an error of the place that wanders slowly and comes back."""

    rank = 2

    def first_memory(self) -> Any:
        """The error at the last sample NED, and its tick."""
        return [0.0, 0.0, 0.0, float(self.onset_tick)]

    def pass_on(self, sample: Sample, tick: int) -> bool:
        """Let it wander on, and shift the place."""
        passed_s = (tick - self.memory[3]) / self._rate_hz
        kept = exp(-passed_s / max(self.strength["time_s"], 1e-3))
        kick = self.strength["sigma_m"] * sqrt(1.0 - kept * kept)
        for axis in range(3):
            draw = self._chance.gauss(tick, axis)
            self.memory[axis] = kept * self.memory[axis] + kick * draw
        self.memory[3] = float(tick)
        move(sample, *(self.share * number for number in self.memory[:3]))
        return True


class TimeJump(SensorFault):
    """The receiver's time is wrong, and so its place is where the vehicle was, or will be."""

    rank = 1

    def pass_on(self, sample: Sample, tick: int) -> bool:
        """Carry the place along the velocity to that time."""
        jump_s = self.share * self.strength["jump_s"]
        move(sample, *(jump_s * speed for speed in sample[VELOCITY]))
        return True


class GarbageFix(SensorFault):
    """Place and velocity are anything at all, with a good fix to them."""

    rank = 5

    def pass_on(self, sample: Sample, tick: int) -> bool:
        """Draw a new one."""
        low, high = self.sensor.span
        draws = [self._chance.uniform(tick, axis) for axis in range(6)]
        north, east = (low + (high - low) * draw for draw in draws[:2])
        move(sample, north, east, 0.0)
        sample[VELOCITY] = [200.0 * draw - 100.0 for draw in draws[3:]]
        return True


class NotAFix(SensorFault):
    """Place and velocity are no numbers."""

    rank = 6

    def pass_on(self, sample: Sample, tick: int) -> bool:
        """Put NaN in their place."""
        sample[PLACE], sample[VELOCITY] = [nan] * 3, [nan] * 3
        return True
