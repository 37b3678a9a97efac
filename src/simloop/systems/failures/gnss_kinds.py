"""How satellite receivers fail: no fix, jamming, spoofing, echoes, and fixes of another time."""

from collections.abc import Callable
from math import nan, sqrt

from simloop.math.geodesy import ned_to_llh
from simloop.math.scalar import exp
from simloop.systems.failures.fault import Kind, kind
from simloop.systems.failures.sensor_kinds import add, along_axes, common_kinds, drifted
from simloop.systems.failures.sensor_stage import Sample, SensorFault
from simloop.systems.failures.sensor_table import GNSS, SIZES

PLACE, VELOCITY, FIX_TYPE, SATELLITES, ACCURACY = GNSS.sample
# Fewer give no place.
LEAST_SATELLITES = 4.0
# How much worse full jamming makes the accuracies that the receiver reports.
JAMMED_ACCURACY = 20.0


def _move(sample: Sample, north_m: float, east_m: float, down_m: float) -> None:
    """Shift the place of a fix."""
    latitude, longitude, height = sample[PLACE]
    sample[PLACE] = list(ned_to_llh(latitude, longitude, height, north_m, east_m, down_m))


def _off_by(law: Callable[[SensorFault], list[float]]) -> Callable[[SensorFault, Sample], None]:
    """Shift the place by the error of a law, which the accuracy does not tell."""
    return lambda fault, sample: _move(sample, *law(fault))


def _time_jump(fault: SensorFault, sample: Sample) -> None:
    """The place of another time."""
    # It is carried along the velocity to where the vehicle was, or will be.
    jump_s = fault.share * fault.strength["jump_s"]
    _move(sample, *(jump_s * speed for speed in sample[VELOCITY]))


def _no_fix(fault: SensorFault, sample: Sample) -> None:
    """Samples without fix or satellites."""
    # The receiver works and sees none; the place stays the last one that it knew.
    sample[FIX_TYPE], sample[SATELLITES] = [0.0], [0.0]


def _jam(fault: SensorFault, sample: Sample) -> None:
    """Fewer satellites and a worse fix, at power 1 none."""
    power = min(fault.share * fault.strength["power"], 1.0)
    left = float(int(sample[SATELLITES][0] * (1.0 - power)))
    sigma_m = power * fault.strength["sigma_m"]
    noise = fault.gauss(6)
    _move(sample, *(sigma_m * number for number in noise[:3]))
    add(sample, VELOCITY, [0.1 * sigma_m * number for number in noise[3:]])
    worse = 1.0 + JAMMED_ACCURACY * power
    sample[ACCURACY] = [worse * number for number in sample[ACCURACY]]
    sample[SATELLITES] = [left]
    if left < LEAST_SATELLITES:
        sample[FIX_TYPE] = [0.0]


def _nowhere(fault: SensorFault) -> list[float]:
    """How far the place is off so far, NED, and the tick of the last sample."""
    return [0.0, 0.0, 0.0, float(fault.onset_tick)]


def _passed_s(fault: SensorFault) -> float:
    """The time since the last sample, of which this is the next."""
    then, fault.memory[3] = fault.memory[3], float(fault.tick)
    return float(fault.tick - then) / fault.rate_hz


def _spoof(fault: SensorFault, sample: Sample) -> None:
    """The place walks off at so many m/s, and the velocity tells so."""
    # A false signal leads it, and sets in at no distance, so that no single fix gives it away.
    pace, passed_s = along_axes(fault), _passed_s(fault)
    for axis, speed in enumerate(pace):
        fault.memory[axis] += speed * passed_s
    _move(sample, *fault.memory[:3])
    matched = fault.strength["velocity"]
    add(sample, VELOCITY, [matched * more for more in pace])


def _multipath(fault: SensorFault, sample: Sample) -> None:
    """An error of the place that wanders within time_s."""
    # Echoes off walls make it; it comes back.
    kept = exp(-_passed_s(fault) / max(fault.strength["time_s"], 1e-3))
    kick = fault.strength["sigma_m"] * sqrt(1.0 - kept * kept)
    for axis, draw in enumerate(fault.gauss(3)):
        fault.memory[axis] = kept * fault.memory[axis] + kick * draw
    _move(sample, *(fault.share * number for number in fault.memory[:3]))


def _noise(fault: SensorFault, sample: Sample) -> None:
    """Noise of place and velocity."""
    # The accuracy does not tell.
    noise = [fault.share * number for number in fault.gauss(6)]
    _move(sample, *(fault.strength["sigma_m"] * number for number in noise[:3]))
    add(sample, VELOCITY, [fault.strength["sigma_mps"] * number for number in noise[3:]])


def _garbage(fault: SensorFault, sample: Sample) -> None:
    """Any place within 100 km, any velocity."""
    # A good fix comes with them.
    low, high = fault.on.span
    draws = fault.uniform(6)
    north, east = (low + (high - low) * draw for draw in draws[:2])
    _move(sample, north, east, 0.0)
    sample[VELOCITY] = [200.0 * draw - 100.0 for draw in draws[3:]]


def _not_a_fix(fault: SensorFault, sample: Sample) -> None:
    """Not a number."""
    sample[PLACE], sample[VELOCITY] = [nan] * 3, [nan] * 3


_BIAS = dict.fromkeys(GNSS.axes, SIZES["gps"].bias)
_DRIFT = dict.fromkeys(GNSS.axes, SIZES["gps"].drift_per_s)
_WALK = {"north": 1.0, "east": 0.0, "down": 0.0, "velocity": 1.0}
_ECHOES = {"sigma_m": 5.0, "time_s": 10.0}
_FAR = {"north": 1000.0, "east": 1000.0, "down": -100.0}
_DRIFTS = "the place drifts off at so many m/s, the velocity not"
GNSS_KINDS = (
    *common_kinds("fix", delay_s=1.0, hold_s=1.0),
    kind("loss", _no_fix, rank=6),
    kind("jam", _jam, {"power": 0.6, "sigma_m": 15.0}, rank=5),
    kind("spoof", _spoof, _WALK, start=_nowhere, rank=2),
    kind("multipath", _multipath, _ECHOES, start=_nowhere, rank=2),
    kind("time_jump", _time_jump, {"jump_s": -1.0}, rank=1),
    Kind("bias", "the place jumps by so many metres", _off_by(along_axes), _BIAS, rank=2),
    Kind("drift", _DRIFTS, _off_by(drifted), _DRIFT, rank=2),
    kind("noise", _noise, {"sigma_m": 10.0, "sigma_mps": 1.0}, rank=2),
    kind("garbage", _garbage, rank=5),
    kind("nan", _not_a_fix, rank=6),
    Kind("wrong", "a place far away", _off_by(along_axes), _FAR, rank=2),
)
