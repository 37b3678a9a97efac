"""Every failure of every sensor on a parked quad: its law while it lasts, and no trace of it after.

The quad is disarmed, so a failure changes nothing but what the sensor shows, and the twin without
failure tells what it would have shown.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import pytest
from failure_bench import Record, Twins
from numpy.typing import NDArray

from simloop.math.geodesy import llh_to_ned
from simloop.systems.failures import FailureDesk
from simloop.systems.failures.sensor_table import GNSS, SENSORS, SensorColumns

RATE_HZ = 400
BEFORE, DURING, AFTER = 80, 160, 90
ALL = {sensor.component: sensor for sensor in (*SENSORS, GNSS)}
# Stronger, or quicker to show, than the defaults: there are few samples.
STRENGTH: Mapping[str, Mapping[str, float]] = {
    "delayed": {"delay_s": 0.1},
    "intermittent": {"lost": 0.5, "hold_s": 0.0025},
    "slow": {"every": 3.0},
    "noise": {"factor": 10.0, "sigma": 0.0},
    "multipath": {"sigma_m": 5.0, "time_s": 0.2},
}

Rows = NDArray[np.float64]


@dataclass
class Case:
    """A sensor's samples during a failure: `true` without it, `seen` with it; a row per sample."""

    sensor: SensorColumns
    strength: Mapping[str, float]
    ticks: NDArray[np.int64]
    """Ticks after the onset in which samples were taken."""
    before: Rows
    true: Rows
    seen: Rows
    numbers: Rows
    """What the counter says at each of them, less what it said at the onset."""
    whole_true: Record
    whole_seen: Record

    @property
    def along_axes(self) -> Rows:
        return np.array([self.strength[axis] for axis in self.sensor.axes])

    @property
    def every_number_is_new(self) -> bool:
        return bool(np.array_equal(self.numbers, 1.0 + np.arange(len(self.numbers))))

    def shift_ned_m(self) -> Rows:
        """How far a fix is from the true one."""
        pairs = zip(self.true, self.seen, strict=True)
        return np.array([llh_to_ned(*there, *here) for there, here in pairs])


@cache
def bench() -> Twins:
    twins = Twins("stand", warm_ticks=BEFORE)
    # On its feet the quad is too near to the ground for the sonar to say anything but its limit.
    twins.vector("sonar_min_range_m")[:] = 0.0
    twins.begin = twins.sim.snapshot()
    return twins


def columns() -> list[str]:
    names = (name for sensor in ALL.values() for name in (*sensor.sample, sensor.sequence))
    return list(dict.fromkeys(names))


@cache
def healthy() -> Record:
    bench().back()
    return bench().record(columns(), DURING + AFTER)


@cache
def failing(kind: str) -> Record:
    """All sensors that know this kind fail at once; they have nothing to do with each other."""
    twins = bench()
    twins.back()
    for component in ALL:
        if kind in twins.desk.catalogue.kinds(component) and component != "accel":
            given = STRENGTH.get(kind, {}) if component != "gps" or kind != "noise" else {}
            answer = twins.inject(component, kind, duration_s=DURING / RATE_HZ, strength=given)
            assert answer.accepted, answer
    return twins.record(columns(), DURING + AFTER)


@cache
def failing_accel(kind: str) -> Record:
    """Gyro and accelerometer are one unit, so each fails in a run of its own."""
    twins = bench()
    twins.back()
    given = STRENGTH.get(kind, {})
    assert twins.inject("accel", kind, duration_s=DURING / RATE_HZ, strength=given).accepted
    return twins.record(columns(), DURING + AFTER)


def run_of(component: str, kind: str) -> Record:
    return failing_accel(kind) if component == "accel" else failing(kind)


def case_of(component: str, kind: str) -> Case:
    sensor, good, bad = ALL[component], healthy(), run_of(component, kind)
    bench().back()
    before = bench().vector(sensor.value).copy()
    first = bench().vector(sensor.sequence)[0]
    count = np.concatenate(([first], good[sensor.sequence][:, 0]))
    taken = np.flatnonzero(np.diff(count[: DURING + 1]) > 0.0)
    cell = next(c for c in cells() if (c.component, c.kind) == (component, kind))
    given = STRENGTH.get(kind, {}) if component != "gps" or kind != "noise" else {}
    return Case(
        sensor,
        {**cell.strength, **given},
        taken,
        before,
        good[sensor.value][taken],
        bad[sensor.value][taken],
        bad[sensor.sequence][taken, 0] - first,
        {name: good[name][taken] for name in sensor.sample},
        {name: bad[name][taken] for name in sensor.sample},
    )


def cells() -> list[Any]:
    desk: FailureDesk = bench().desk
    return [cell for cell in desk.catalogue.cells if cell.component in ALL]


def off(case: Case) -> None:
    assert not case.numbers.any()
    assert np.array_equal(case.seen, np.broadcast_to(case.before, case.seen.shape))


def stuck(case: Case) -> None:
    assert case.every_number_is_new
    assert np.array_equal(case.seen, np.broadcast_to(case.before, case.seen.shape))
    assert not np.array_equal(case.seen, case.true)


def blocked(case: Case) -> None:
    assert case.every_number_is_new
    # On its feet the quad sways by less than a millimetre.
    assert abs(case.seen - case.before).max() < 0.01 < abs(case.true - case.before).max()


def bias(case: Case) -> None:
    assert np.array_equal(case.seen, case.true + case.along_axes)


def drift(case: Case) -> None:
    elapsed = (case.ticks[:, None] + 1) / RATE_HZ
    assert np.allclose(case.seen - case.true, elapsed * case.along_axes, rtol=1e-6, atol=0.0)


def noise(case: Case) -> None:
    own = bench().vector(case.sensor.sigma)
    more = (case.seen - case.true) / (np.sqrt(99.0) * own)
    assert 0.5 < more.std() < 1.5
    assert abs(more).max() < 5.0


def scale(case: Case) -> None:
    assert np.array_equal(case.seen, case.true * case.strength["factor"])


def garbage(case: Case) -> None:
    low, high = case.sensor.span
    assert low <= case.seen.min() < case.seen.max() <= high
    assert case.seen.std() > 0.1 * (high - low)


def not_a_number(case: Case) -> None:
    assert case.every_number_is_new
    assert np.isnan(case.seen).all()


def delayed(case: Case) -> None:
    assert case.every_number_is_new
    late = round(case.strength["delay_s"] * RATE_HZ)
    for tick, seen in zip(case.ticks, case.seen, strict=True):
        old = np.flatnonzero(case.ticks <= tick - late)
        expected = case.true[old[-1]] if old.size else case.before
        assert np.array_equal(seen, expected)


def slow(case: Case) -> None:
    every = int(case.strength["every"])
    assert np.array_equal(case.numbers[:every], [*[0.0] * (every - 1), case.numbers[every - 1]])
    assert case.numbers[every - 1] > 0.0
    assert np.array_equal(case.seen[every - 1 :: every], case.true[every - 1 :: every])


def intermittent(case: Case) -> None:
    shown = np.diff(np.concatenate(([0.0], case.numbers))) > 0.0
    assert np.array_equal(case.seen[shown], case.true[shown])
    if len(shown) > 4:
        assert 0 < shown.sum() < len(shown)


def swapped(case: Case) -> None:
    assert np.array_equal(case.seen[:, [1, 0, 2]], case.true)


def no_fix(case: Case) -> None:
    assert case.every_number_is_new
    assert not case.whole_seen["gnss_fix_type"].any()
    assert not case.whole_seen["gnss_satellites"].any()


def jam(case: Case) -> None:
    assert (case.whole_seen["gnss_satellites"] == 6.0).all()
    assert (case.whole_seen["gnss_fix_type"] == 3.0).all()
    assert np.allclose(case.whole_seen["gnss_accuracy"], 13.0 * case.whole_true["gnss_accuracy"])
    assert 2.0 < abs(case.shift_ned_m()).max() < 40.0


def spoof(case: Case) -> None:
    way = case.ticks / RATE_HZ
    assert np.allclose(case.shift_ned_m()[:, 0], way, atol=1e-6)
    faster = case.whole_seen["gnss_velocity_ned_mps"] - case.whole_true["gnss_velocity_ned_mps"]
    assert np.allclose(faster, [1.0, 0.0, 0.0])


def multipath(case: Case) -> None:
    assert 0.5 < abs(case.shift_ned_m()).max() < 20.0
    key = "gnss_velocity_ned_mps"
    assert np.array_equal(case.whole_seen[key], case.whole_true[key])


def time_jump(case: Case) -> None:
    expected = case.strength["jump_s"] * case.whole_true["gnss_velocity_ned_mps"]
    assert np.allclose(case.shift_ned_m(), expected, atol=1e-5)


def shift(case: Case) -> None:
    assert np.allclose(case.shift_ned_m(), case.along_axes, atol=0.2)


def walk_off(case: Case) -> None:
    elapsed = (case.ticks[:, None] + 1) / RATE_HZ
    assert np.allclose(case.shift_ned_m(), elapsed * case.along_axes, atol=1e-5)


def noisy_fix(case: Case) -> None:
    assert 1.0 < abs(case.shift_ned_m()).max() < 50.0
    more = case.whole_seen["gnss_velocity_ned_mps"] - case.whole_true["gnss_velocity_ned_mps"]
    assert 0.1 < abs(more).max() < 5.0


def garbage_fix(case: Case) -> None:
    assert abs(case.shift_ned_m()).max() > 1e3


Check = Callable[[Case], None]
KINDS: Mapping[str, Check] = {
    "off": off,
    "stuck": stuck,
    "bias": bias,
    "drift": drift,
    "noise": noise,
    "scale": scale,
    "garbage": garbage,
    "nan": not_a_number,
    "wrong": scale,
    "delayed": delayed,
    "slow": slow,
    "intermittent": intermittent,
}
OF_GNSS: Mapping[str, Check] = {
    **{kind: KINDS[kind] for kind in ("off", "stuck", "nan", "delayed", "slow", "intermittent")},
    "loss": no_fix,
    "jam": jam,
    "spoof": spoof,
    "multipath": multipath,
    "time_jump": time_jump,
    "bias": shift,
    "drift": walk_off,
    "noise": noisy_fix,
    "garbage": garbage_fix,
    "wrong": shift,
}
CHECKS: Mapping[tuple[str, str], Check] = {
    **{(sensor.component, kind): KINDS[kind] for sensor in SENSORS for kind in KINDS},
    **{(component, "swapped"): swapped for component in ("gyro", "accel", "mag")},
    ("airspeed", "blocked"): blocked,
    **{("gps", kind): check for kind, check in OF_GNSS.items()},
}


@pytest.mark.parametrize(("component", "kind"), CHECKS)
def test_each_failure_has_its_law_and_leaves_no_trace(component: str, kind: str) -> None:
    CHECKS[component, kind](case_of(component, kind))
    sensor, good, bad = ALL[component], healthy(), run_of(component, kind)
    counter = bad[sensor.sequence][:, 0]
    new = np.flatnonzero(np.diff(counter[DURING - 1 :]) > 0.0)
    assert new.size > 0, "no sample after recovery"
    for name in sensor.sample:
        assert np.array_equal(good[name][DURING + new[0] :], bad[name][DURING + new[0] :]), name


@pytest.mark.parametrize("other", ["accel", "gyro"])
def test_a_value_that_fails_leaves_the_rest_of_its_unit_alone(other: str) -> None:
    good, bad = healthy(), run_of("gyro" if other == "accel" else "accel", "bias")
    assert np.array_equal(good[ALL[other].value], bad[ALL[other].value])


def test_a_blocked_tube_reads_height() -> None:
    twins = bench()
    twins.back()
    before = twins.vector("diff_pressure_pa")[0]
    low = twins.vector("air_pressure_pa")[0]
    assert twins.inject("airspeed", "blocked").accepted
    twins.sim.command("move", name=twins.name, position_ned_m=[0.0, 0.0, -100.0])
    twins.sim.advance(10)
    climbed = low - twins.vector("air_pressure_pa")[0]
    assert climbed > 1000.0
    assert twins.vector("diff_pressure_pa")[0] == pytest.approx(before + climbed)


def test_several_failures_of_one_sensor_act_in_an_order_of_their_own() -> None:
    seen = []
    for kinds in (("bias", "scale"), ("scale", "bias")):
        bench().back()
        for kind in kinds:
            bench().inject("mag", kind)
        seen.append(bench().record(["mag_field_frd_t"], 40)["mag_field_frd_t"])
    assert np.array_equal(*seen)
    assert np.array_equal(seen[0][-1], 1.2 * healthy()["mag_field_frd_t"][39] + 1e-5)


def test_a_snapshot_in_the_middle_goes_on_with_the_same_bits() -> None:
    twins = bench()
    twins.back()
    for component, kind in (
        ("gyro", "delayed"),
        ("mag", "noise"),
        ("baro", "drift"),
        ("airspeed", "intermittent"),
        ("distance_sensor", "slow"),
        ("gps", "multipath"),
    ):
        twins.inject(component, kind, duration_s=0.3, strength=STRENGTH.get(kind, {}))
    twins.sim.advance(50)
    middle = twins.sim.snapshot()
    first = twins.record(columns(), 100)
    twins.sim.restore(middle)
    again = twins.record(columns(), 100)
    for name in columns():
        assert np.array_equal(first[name], again[name], equal_nan=True), name


def test_a_receiver_with_a_delay_line_falls_silent_and_comes_back() -> None:
    late = ["vehicles=[{model: {extends: quad, sensors: {gnss: {rate_hz: 10.0, delay_s: 0.1}}}}]"]
    twins = Twins("stand", warm_ticks=100, sets=late)
    number = float(twins.vector("gnss_sequence")[0])
    assert number > 0.0
    assert twins.inject("gps", "off", duration_s=0.3).accepted
    seen = twins.record(["gnss_sequence", "gnss_llh"], 240)
    assert (seen["gnss_sequence"][:119] == number).all()
    assert seen["gnss_sequence"][-1] > number + 1.0
    twins.back()
    true = twins.record(["gnss_llh"], 240)
    assert np.array_equal(true["gnss_llh"][-1], seen["gnss_llh"][-1])
