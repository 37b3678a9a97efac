"""Which supplies, surroundings and structures can fail."""

from dataclasses import replace

from simloop.systems.failures.column_fault import ColumnFault
from simloop.systems.failures.column_ledger import ColumnLedger
from simloop.systems.failures.desk import FailureDesk
from simloop.systems.failures.effect import Effect
from simloop.systems.failures.extra_wind import ExtraWind, WindFault
from simloop.systems.failures.fault import Kind, offer_kinds
from simloop.systems.failures.power_kinds import POWER_KINDS
from simloop.systems.failures.request import FailureRequest
from simloop.systems.failures.sensor_fault import SensorFault, SensorKind
from simloop.systems.failures.sensor_kinds import scale
from simloop.systems.failures.sensor_stage import SensorStage
from simloop.systems.failures.sensor_table import AIRSPEED
from simloop.systems.failures.structure_kinds import ICING, STRUCTURE_KINDS
from simloop.systems.failures.together import Together
from simloop.systems.failures.victim import Victim
from simloop.systems.failures.weather_kinds import WATER_KINDS, WIND_KINDS
from simloop.world.world import World

_ICY_PITOT = SensorKind("icing", "less pressure", scale, rank=1)


def offer_world(
    desk: FailureDesk, ledger: ColumnLedger, sensors: SensorStage, world: World
) -> None:
    """Offer the failures of power, environment and structure."""
    wind = ExtraWind(ledger)

    def columns(victim: Victim, request: FailureRequest, kind: Kind) -> Effect:
        return ColumnFault(ledger, victim, request, kind)

    def blow(victim: Victim, request: FailureRequest, kind: Kind) -> Effect:
        return WindFault(wind, victim, request, kind)

    def ice(victim: Victim, request: FailureRequest, kind: Kind) -> Effect:
        wing = columns(victim, request, kind)
        if not victim.has(AIRSPEED.sequence):
            return wing
        less = replace(request, strength={"factor": 1.0 - request.strength["pitot"]})
        return Together((wing, SensorFault(sensors, victim, less, _ICY_PITOT, AIRSPEED)))

    offer_kinds(desk, world, "battery", POWER_KINDS, columns)
    offer_kinds(desk, world, "environment", WATER_KINDS, columns)
    offer_kinds(desk, world, "structure", STRUCTURE_KINDS, columns)
    offer_kinds(desk, world, "environment", WIND_KINDS, blow)
    offer_kinds(desk, world, "environment", (ICING,), ice)
