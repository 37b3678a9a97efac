"""Which sensors can fail how: the part of the catalogue between a sensor and its readers."""

from collections.abc import Mapping

from simloop.systems.failures import gnss_kinds as gnss
from simloop.systems.failures import sensor_kinds as kinds
from simloop.systems.failures.autopilot_senses import check_reach
from simloop.systems.failures.desk import FailureDesk
from simloop.systems.failures.effect import Effect, MakeEffect
from simloop.systems.failures.request import FailureRequest
from simloop.systems.failures.sensor_fault import SensorFault
from simloop.systems.failures.sensor_stage import SensorStage
from simloop.systems.failures.sensor_table import GNSS, SENSORS, SensorColumns
from simloop.systems.failures.victim import Victim
from simloop.world.world import World

Row = tuple[str, type[SensorFault], str, Mapping[str, float]]

LOST: Mapping[str, float] = {"lost": 0.5, "hold_s": 0.2}
LATE: Mapping[str, float] = {"delay_s": 0.2}


def offer_sensors(desk: FailureDesk, stage: SensorStage, world: World) -> None:
    """Offer the failures of every sensor that a vehicle may carry."""
    for sensor in SENSORS:
        rows = list(_rows(sensor))
        if len(sensor.axes) > 1:
            exchanged = {"first": 1.0, "second": 2.0}
            rows.append(("swapped", kinds.Swapped, "two axes exchanged, from 1", exchanged))
        if sensor.component == "airspeed":
            rows.append(("blocked", kinds.Blocked, "tube shut: reads height, not speed", {}))
        _offer(desk, stage, world, sensor, rows)
    _offer(desk, stage, world, GNSS, _gnss_rows())


def _rows(sensor: SensorColumns) -> tuple[Row, ...]:
    bias = dict.fromkeys(sensor.axes, sensor.bias)
    drift = dict.fromkeys(sensor.axes, sensor.drift_per_s)
    return (
        ("off", kinds.Off, "no samples", {}),
        ("stuck", kinds.Stuck, "the last value under new numbers", {}),
        ("bias", kinds.Bias, "a constant added, in the unit of the reading", bias),
        ("drift", kinds.Drift, "an error that grows by so much per second", drift),
        (
            "noise",
            kinds.Noise,
            "white noise times the factor, and sigma more",
            {"factor": 10.0, "sigma": 0.0},
        ),
        ("scale", kinds.Scale, "times the factor", {"factor": sensor.scale}),
        ("garbage", kinds.Garbage, "any number in the sensor's range, in every sample", {}),
        ("nan", kinds.NotANumber, "not a number", {}),
        ("wrong", kinds.Scale, "plainly wrong: times the factor", {"factor": sensor.wrong}),
        ("delayed", kinds.Delayed, "the value of a moment ago", LATE),
        ("slow", kinds.Slow, "one sample of so many", {"every": 5.0}),
        ("intermittent", kinds.Intermittent, "a share is lost, for hold_s at a time", LOST),
    )


def _gnss_rows() -> tuple[Row, ...]:
    axes = GNSS.axes
    bias = dict.fromkeys(axes, GNSS.bias)
    drift = dict.fromkeys(axes, GNSS.drift_per_s)
    return (
        ("off", kinds.Off, "no samples", {}),
        ("loss", gnss.NoFix, "samples without fix or satellites", {}),
        (
            "jam",
            gnss.Jam,
            "fewer satellites and a worse fix, at power 1 none",
            {"power": 0.6, "sigma_m": 15.0},
        ),
        (
            "spoof",
            gnss.Spoof,
            "the place walks off at so many m/s, and the velocity tells so",
            {"north": 1.0, "east": 0.0, "down": 0.0, "velocity": 1.0},
        ),
        (
            "multipath",
            gnss.Multipath,
            "an error of the place that wanders within time_s",
            {"sigma_m": 5.0, "time_s": 10.0},
        ),
        ("time_jump", gnss.TimeJump, "the place of another time", {"jump_s": -1.0}),
        ("stuck", gnss.StuckFix, "the last fix under new numbers", {}),
        ("bias", gnss.Shift, "the place jumps by so many metres", bias),
        ("drift", gnss.WalkOff, "the place drifts off at so many m/s, the velocity not", drift),
        (
            "noise",
            gnss.NoisyFix,
            "noise of place and velocity",
            {"sigma_m": 10.0, "sigma_mps": 1.0},
        ),
        ("garbage", gnss.GarbageFix, "any place within 100 km, any velocity", {}),
        ("nan", gnss.NotAFix, "not a number", {}),
        (
            "wrong",
            gnss.Shift,
            "a place far away",
            {"north": 1000.0, "east": 1000.0, "down": -100.0},
        ),
        ("delayed", gnss.LateFix, "the fix of a moment ago", {"delay_s": 1.0}),
        ("slow", kinds.Slow, "one sample of so many", {"every": 5.0}),
        (
            "intermittent",
            kinds.Intermittent,
            "a share is lost, for hold_s at a time",
            {"lost": 0.5, "hold_s": 1.0},
        ),
    )


def _offer(
    desk: FailureDesk,
    stage: SensorStage,
    world: World,
    sensor: SensorColumns,
    rows: tuple[Row, ...] | list[Row],
) -> None:
    for kind, fault, meaning, strength in rows:
        make = _maker(stage, world, sensor, fault)
        desk.offer(sensor.component, kind, make, meaning=meaning, strength=strength)


def _maker(
    stage: SensorStage, world: World, sensor: SensorColumns, fault: type[SensorFault]
) -> MakeEffect:
    def make(request: FailureRequest) -> Effect:
        victim = Victim(world, request)
        check_reach(victim, sensor.component)
        return fault(stage, victim, sensor, request)

    return make
