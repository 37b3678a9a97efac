"""What can fail: every kind of ours, upon the site where it acts."""

from collections.abc import Callable, Iterable
from dataclasses import replace

from simloop.systems.failures.column_ledger import ColumnLedger
from simloop.systems.failures.desk import FailureDesk
from simloop.systems.failures.effect import Effect, Together
from simloop.systems.failures.extra_wind import ExtraWind
from simloop.systems.failures.fault import Fault, Kind, Site
from simloop.systems.failures.gnss_kinds import GNSS_KINDS
from simloop.systems.failures.output_kinds import OUTPUT_KINDS, SERVO_KINDS
from simloop.systems.failures.output_map import ROTORS, chosen
from simloop.systems.failures.output_stage import COMMAND, OutputStage
from simloop.systems.failures.power_kinds import POWER_KINDS
from simloop.systems.failures.request import FailureRequest
from simloop.systems.failures.sensor_kinds import kinds_of, scale
from simloop.systems.failures.sensor_stage import SensorStage
from simloop.systems.failures.sensor_table import AIRSPEED, GNSS, SENSORS, SensorColumns
from simloop.systems.failures.structure_kinds import ICING, STRUCTURE_KINDS
from simloop.systems.failures.victim import Victim, check_reach
from simloop.systems.failures.weather_kinds import WATER_KINDS, WIND_KINDS
from simloop.world.plugin import App

MakeFault = Callable[[Victim, FailureRequest, Kind], Effect]
"""Lets a kind of failure befall a vehicle."""

_ICY_PITOT = Kind("icing", "less pressure", scale, rank=1)


def offer_failures(app: App, desk: FailureDesk) -> None:
    """Offer all failures of sensors, motors, controllers (the same to us), servos and the rest."""
    sensors = SensorStage(app, desk.next_onset)
    columns, outputs = ColumnLedger(app), OutputStage(app)

    def offer(component: str, kinds: Iterable[Kind], make: MakeFault) -> None:
        for kind in kinds:

            def befall(request: FailureRequest, kind: Kind = kind) -> Effect:
                return make(Victim(app.world, request), request, kind)

            desk.offer(component, kind.name, befall, meaning=kind.meaning, strength=kind.strength)

    for sensor in (*SENSORS, GNSS):
        kinds = GNSS_KINDS if sensor is GNSS else kinds_of(sensor)
        offer(sensor.component, kinds, _of_sensor(sensors, sensor))
    for component in ("motor", "esc", "servo"):
        kinds = SERVO_KINDS if component == "servo" else OUTPUT_KINDS
        offer(component, kinds, _of_outputs(columns, outputs))
    offer("battery", POWER_KINDS, _of_columns(columns))
    offer("environment", WATER_KINDS, _of_columns(columns))
    offer("environment", WIND_KINDS, _of_columns(ExtraWind(columns)))
    offer("environment", (ICING,), _of_ice(columns, sensors))
    offer("structure", STRUCTURE_KINDS, _of_columns(columns))


def _of_sensor(
    stage: SensorStage, sensor: SensorColumns, *, seen_by_autopilot: bool = True
) -> MakeFault:
    """A fault of a sensor that the vehicle has, and has once."""

    def make(victim: Victim, request: FailureRequest, kind: Kind) -> Effect:
        if seen_by_autopilot:
            check_reach(victim, sensor.component)
        # The firmware has columns for sensors that nobody carries; only a sensor brings its noise.
        victim.need((sensor.sequence, sensor.sigma, *sensor.sample), sensor.component)
        one = f"has no {sensor.component} {request.instance}: it has one"
        victim.must(request.instance <= 1, one)
        return Fault(stage, victim, request, kind, sensor)

    return make


def _of_outputs(ledger: ColumnLedger, stage: OutputStage) -> MakeFault:
    """A fault of outputs, of which rotors may fail by their commands."""

    def make(victim: Victim, request: FailureRequest, kind: Kind) -> Effect:
        outputs = chosen(victim, request.component, request.instance)
        if kind.felt is None:
            return Fault(ledger, victim, request, kind, outputs)
        rotors = tuple(output for output in outputs if output.group == ROTORS)
        rest = tuple(output for output in outputs if output.group != ROTORS)
        parts = list[Effect]()
        if rotors:
            by_command = replace(kind, act=kind.felt, start=_commands, steady=True)
            parts.append(Fault(stage, victim, request, by_command, rotors))
        if rest:
            parts.append(Fault(ledger, victim, request, kind, rest))
        return parts[0] if len(parts) == 1 else Together(parts)

    return make


def _commands(fault: Fault[object]) -> list[list[float]]:
    """The commands before."""
    return [fault.victim.numbers(COMMAND)]


def _of_columns(site: Site) -> MakeFault:
    return lambda victim, request, kind: Fault(site, victim, request, kind, None)


def _of_ice(ledger: ColumnLedger, sensors: SensorStage) -> MakeFault:
    """Ice on the wing, and on the pitot tube if there is one."""
    on_pitot = _of_sensor(sensors, AIRSPEED, seen_by_autopilot=False)

    def make(victim: Victim, request: FailureRequest, kind: Kind) -> Effect:
        wing = Fault(ledger, victim, request, kind, None)
        if not victim.has(AIRSPEED.sequence):
            return wing
        left = {"factor": 1.0 - request.strength["pitot"]}
        less = replace(request, component=AIRSPEED.component, strength=left)
        return Together((wing, on_pitot(victim, less, _ICY_PITOT)))

    return make
