"""How sensors fail: errors of value, values from elsewhere, and samples that do not come."""

from collections.abc import Callable, Sequence
from math import nan, sqrt

from simloop.systems.failures.effect import UnsupportedError
from simloop.systems.failures.fault import Kind
from simloop.systems.failures.sensor_stage import Sample, SensorFault
from simloop.systems.failures.sensor_table import AIRSPEED, SIZES, SensorColumns

_LONGEST_DELAY_S = 60.0


def add(sample: Sample, column: str, error: Sequence[float]) -> None:
    """Add an error to a part of a sample, axis by axis."""
    sample[column] = [a + b for a, b in zip(sample[column], error, strict=True)]


def along_axes(fault: SensorFault) -> list[float]:
    """The strength of each axis, with the share that has come so far."""
    return [fault.share * fault.strength[axis] for axis in fault.on.axes]


def drifted(fault: SensorFault) -> list[float]:
    """The same as a rate, with what has come together so far."""
    elapsed_s = fault.elapsed_s()
    return [elapsed_s * rate for rate in along_axes(fault)]


def _off_by(law: Callable[[SensorFault], list[float]]) -> Callable[[SensorFault, Sample], None]:
    """Add the error of a law to the value."""
    return lambda fault, sample: add(sample, fault.on.value, law(fault))


def scale(fault: SensorFault, sample: Sample) -> None:
    """Multiply the value."""
    factor, value = 1.0 + fault.share * (fault.strength["factor"] - 1.0), fault.on.value
    sample[value] = [factor * number for number in sample[value]]


def common_kinds(word: str, delay_s: float, hold_s: float) -> tuple[Kind, ...]:
    """What can befall the samples of any sensor, whatever they hold."""
    late, gaps = {"delay_s": delay_s}, {"lost": 0.5, "hold_s": hold_s}
    return (
        Kind("off", "no samples", lambda fault, sample: False, rank=9),
        Kind("stuck", f"the last {word} under new numbers", _stuck, rank=4, start=_reading),
        Kind("delayed", f"the {word} of a moment ago", _delayed, late, _check_delay, _line, rank=3),
        Kind("slow", "one sample of so many", _slow, {"every": 5.0}, start=_none, rank=7),
        Kind("intermittent", "a share is lost, for hold_s at a time", _intermittent, gaps, rank=8),
    )


def kinds_of(sensor: SensorColumns) -> tuple[Kind, ...]:
    """All that can befall a sensor, with errors of its size."""
    sizes = SIZES[sensor.component]
    bias = dict.fromkeys(sensor.axes, sizes.bias)
    drift = dict.fromkeys(sensor.axes, sizes.drift_per_s)
    white, pair = {"factor": 10.0, "sigma": 0.0}, {"first": 1.0, "second": 2.0}
    kinds = [
        *common_kinds("value", delay_s=0.2, hold_s=0.2),
        Kind(
            "bias",
            "a constant added, in the unit of the reading",
            _off_by(along_axes),
            bias,
            rank=2,
        ),
        Kind("drift", "an error that grows by so much per second", _off_by(drifted), drift, rank=2),
        Kind(
            "noise", "white noise times the factor, and sigma more", _off_by(_noise), white, rank=2
        ),
        Kind("scale", "times the factor", scale, {"factor": sizes.scale}, rank=1),
        Kind("garbage", "any number in the sensor's range, in every sample", _garbage, rank=5),
        Kind("nan", "not a number", _not_a_number, rank=6),
        Kind("wrong", "plainly wrong: times the factor", scale, {"factor": sizes.wrong}, rank=1),
    ]
    if len(sensor.axes) > 1:
        kinds.append(Kind("swapped", "two axes exchanged, from 1", _swap, pair, _check_axes))
    if sensor is AIRSPEED:
        shut = "tube shut: reads height, not speed"
        kinds.append(Kind("blocked", shut, _blocked, start=_shut_in_pa, rank=4))
    return tuple(kinds)


def _noise(fault: SensorFault) -> list[float]:
    """What lifts the noise to a multiple of it, and what is asked for beside."""
    factor, beside = fault.strength["factor"], fault.strength["sigma"]
    more = sqrt(max(factor * factor - 1.0, 0.0))
    own = fault.victim.numbers(fault.on.sigma)
    sigmas = own * (len(fault.on.axes) // len(own))
    pairs = zip(sigmas, fault.gauss(len(sigmas)), strict=True)
    return [fault.share * (more * sigma + beside) * draw for sigma, draw in pairs]


def _garbage(fault: SensorFault, sample: Sample) -> None:
    low, high = fault.on.span
    draws = fault.uniform(len(sample[fault.on.value]))
    sample[fault.on.value] = [low + (high - low) * draw for draw in draws]


def _not_a_number(fault: SensorFault, sample: Sample) -> None:
    sample[fault.on.value] = [nan] * len(sample[fault.on.value])


def _swap(fault: SensorFault, sample: Sample) -> None:
    numbers = sample[fault.on.value]
    first, second = (int(fault.strength[name]) - 1 for name in ("first", "second"))
    numbers[first], numbers[second] = numbers[second], numbers[first]


def _check_axes(fault: SensorFault) -> None:
    for name in ("first", "second"):
        if fault.strength[name] not in (1.0, 2.0, 3.0):
            raise UnsupportedError(f"{name} is {fault.strength[name]:g}: axes are 1, 2 and 3")


def _reading(fault: SensorFault) -> list[list[float]]:
    return [fault.victim.numbers(name) for name in fault.on.reading]


def _stuck(fault: SensorFault, sample: Sample) -> None:
    _show(fault, sample, fault.memory)


def _line(fault: SensorFault) -> list[tuple[int, list[list[float]]]]:
    """Readings on their way: when each was taken, and what it said."""
    return [(fault.onset_tick - 1, _reading(fault))]


def _delayed(fault: SensorFault, sample: Sample) -> None:
    """Show the newest reading that is old enough; while there is none yet, the last one before."""
    line, tick = fault.memory, fault.tick
    line.append((tick, [sample[name] for name in fault.on.reading]))
    latest = tick - round(fault.strength["delay_s"] * fault.rate_hz)
    while len(line) > 1 and line[1][0] <= latest:
        line.pop(0)
    _show(fault, sample, line[0][1])


def _check_delay(fault: SensorFault) -> None:
    fault.demand_delay(_LONGEST_DELAY_S)


def _show(fault: SensorFault, sample: Sample, reading: Sequence[list[float]]) -> None:
    for name, numbers in zip(fault.on.reading, reading, strict=True):
        sample[name] = list(numbers)


def _none(fault: SensorFault) -> int:
    """Samples seen."""
    return 0


def _slow(fault: SensorFault, sample: Sample) -> bool:
    fault.memory += 1
    return bool(fault.memory % max(round(fault.strength["every"]), 1) == 0)


def _intermittent(fault: SensorFault, sample: Sample) -> bool:
    return fault.chance.uniform(fault.window_start()) >= fault.share * fault.strength["lost"]


def _shut_in_pa(fault: SensorFault) -> float:
    """The pressure shut in: static and dynamic."""
    return _static_pa(fault) + fault.victim.numbers(fault.on.value)[0]


def _blocked(fault: SensorFault, sample: Sample) -> None:
    """Show how much that is above the static pressure of now."""
    sample[fault.on.value] = [fault.memory - _static_pa(fault)]


def _static_pa(fault: SensorFault) -> float:
    return float(fault.victim.vector("air_pressure_pa")[0])
