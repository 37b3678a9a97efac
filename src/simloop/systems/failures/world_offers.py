"""Which supplies, surroundings and structures can fail how."""

from dataclasses import replace

from simloop.systems.failures import power_faults as power
from simloop.systems.failures import structure_faults as structure
from simloop.systems.failures import weather_faults as weather
from simloop.systems.failures.column_fault import ColumnFault
from simloop.systems.failures.column_ledger import ColumnLedger
from simloop.systems.failures.desk import FailureDesk
from simloop.systems.failures.effect import Effect, MakeEffect
from simloop.systems.failures.extra_wind import ExtraWind
from simloop.systems.failures.request import FailureRequest
from simloop.systems.failures.sensor_kinds import Scale
from simloop.systems.failures.sensor_stage import SensorStage
from simloop.systems.failures.sensor_table import SENSORS
from simloop.systems.failures.together import Together
from simloop.systems.failures.victim import Victim
from simloop.world.world import World

COLUMN_ROWS: tuple[tuple[str, str, type[ColumnFault], str, dict[str, float]], ...] = (
    ("battery", "off", power.Cut, "motors get no voltage", {}),
    ("battery", "cell", power.CellFailure, "so many cells are shorted", {"cells": 1.0}),
    ("battery", "sag", power.Sag, "inner resistance times the factor", {"factor": 4.0}),
    (
        "environment",
        "current",
        weather.CurrentFault,
        "the water moves on",
        {"speed_mps": 0.5, "to_deg": 90.0},
    ),
    (
        "environment",
        "rogue_wave",
        weather.RogueWave,
        "one long wave passes within time_s",
        {"height_m": 2.0, "time_s": 6.0, "to_deg": 0.0},
    ),
    (
        "structure",
        "blade_loss",
        structure.BladeLoss,
        "a share of a propeller is left",
        {"left": 0.5},
    ),
    ("structure", "payload_drop", structure.PayloadDrop, "a share of the mass", {"share": 0.1}),
    (
        "structure",
        "mass_shift",
        structure.MassShift,
        "the centre of mass moves",
        {"forward_m": 0.02, "right_m": 0.0, "down_m": 0.0},
    ),
    (
        "structure",
        "leak",
        structure.Leak,
        "water comes in, as a share of the mass",
        {"share_per_s": 0.01, "most": 0.3},
    ),
)
WIND_ROWS: tuple[tuple[str, type[weather.WindFault], str, dict[str, float]], ...] = (
    (
        "gust",
        weather.GustFault,
        "a 1-cos gust within time_s",
        {"speed_mps": 8.0, "from_deg": 0.0, "up_mps": 0.0, "time_s": 4.0},
    ),
    (
        "shear",
        weather.ShearFault,
        "wind that grows by per_s for every metre climbed",
        {"per_s": 0.2, "from_deg": 0.0},
    ),
    (
        "microburst",
        weather.MicroburstFault,
        "a downburst with its foot there",
        {"outflow_mps": 10.0, "radius_m": 200.0, "height_m": 40.0, "north_m": 200.0, "east_m": 0.0},
    ),
)
ICING = {"lift": 0.25, "drag": 0.03, "stall": 0.2, "pitot": 0.2}


def offer_world(
    desk: FailureDesk, ledger: ColumnLedger, sensors: SensorStage, world: World
) -> None:
    """Offer the failures of power, environment and structure."""
    wind = ExtraWind(ledger)
    for component, kind, fault, meaning, strength in COLUMN_ROWS:
        make = _column_maker(ledger, world, fault)
        desk.offer(component, kind, make, meaning=meaning, strength=strength)
    for kind, wind_fault, meaning, strength in WIND_ROWS:
        make = _wind_maker(wind, ledger, world, wind_fault)
        desk.offer("environment", kind, make, meaning=meaning, strength=strength)
    desk.offer(
        "environment",
        "icing",
        _icing_maker(ledger, sensors, world),
        meaning="ice takes shares of lift, stall angle and pitot pressure, and adds drag",
        strength=ICING,
    )


def _column_maker(ledger: ColumnLedger, world: World, fault: type[ColumnFault]) -> MakeEffect:
    return lambda request: fault(ledger, Victim(world, request), request)


def _wind_maker(
    wind: ExtraWind, ledger: ColumnLedger, world: World, fault: type[weather.WindFault]
) -> MakeEffect:
    return lambda request: fault(wind, ledger, Victim(world, request), request)


def _icing_maker(ledger: ColumnLedger, sensors: SensorStage, world: World) -> MakeEffect:
    pitot = next(sensor for sensor in SENSORS if sensor.component == "airspeed")

    def make(request: FailureRequest) -> Effect:
        victim = Victim(world, request)
        wing = structure.IcyWing(ledger, victim, request)
        if not victim.has(pitot.sequence):
            return wing
        left = {"factor": 1.0 - request.strength["pitot"]}
        return Together((wing, Scale(sensors, victim, pitot, replace(request, strength=left))))

    return make
