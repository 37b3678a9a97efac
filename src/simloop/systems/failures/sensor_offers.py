"""Which sensors can fail how: the part of the catalogue between a sensor and its readers."""

from simloop.systems.failures.autopilot_senses import check_reach
from simloop.systems.failures.desk import FailureDesk
from simloop.systems.failures.effect import Effect
from simloop.systems.failures.fault import offer_kinds
from simloop.systems.failures.gnss_kinds import gnss_kinds
from simloop.systems.failures.request import FailureRequest
from simloop.systems.failures.sensor_fault import SensorFault, SensorKind
from simloop.systems.failures.sensor_kinds import kinds_of
from simloop.systems.failures.sensor_stage import SensorStage
from simloop.systems.failures.sensor_table import GNSS, SENSORS, SensorColumns
from simloop.systems.failures.victim import Victim
from simloop.world.world import World


def offer_sensors(desk: FailureDesk, stage: SensorStage, world: World) -> None:
    """Offer the failures of every sensor that a vehicle may carry."""
    for sensor in (*SENSORS, GNSS):

        def make(
            victim: Victim,
            request: FailureRequest,
            kind: SensorKind,
            sensor: SensorColumns = sensor,
        ) -> Effect:
            check_reach(victim, sensor.component)
            return SensorFault(stage, victim, request, kind, sensor)

        kinds = gnss_kinds() if sensor is GNSS else kinds_of(sensor)
        offer_kinds(desk, world, sensor.component, kinds, make)
