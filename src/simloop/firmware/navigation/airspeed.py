"""Airspeed from the pressure at the nose."""

from math import sqrt

from simloop.firmware.codes import Airframe
from simloop.firmware.component import Mut
from simloop.firmware.fields.craft import Craft
from simloop.firmware.fields.filter_parameters import AirErrors
from simloop.firmware.fields.navigation import PitotWatch
from simloop.firmware.maths import is_number, larger, smaller
from simloop.firmware.navigation.components import Pitot
from simloop.firmware.navigation.filter_columns import Filter, Measure
from simloop.firmware.navigation.measuring import NOSE, add_measurement, through_air

SMOOTH_TIME_S = 0.1
FRESH_S = 0.5


def take_diff_pressure(period_s: float, pitot: Mut[Pitot], craft: Craft, ekf: Mut[Filter]) -> None:
    """True airspeed of a fresh sample, and how far the estimate is from it."""
    fresh = (pitot.sequence != pitot.seen) & is_number(pitot.pa)
    pitot.seen = pitot.sequence
    pitot.age_s += period_s
    if not fresh:
        return
    pressure = pitot.pa - pitot.diff_pressure_offset_pa
    share = smaller(pitot.age_s / SMOOTH_TIME_S, 1.0)
    pitot.pressure_pa += (pressure - pitot.pressure_pa) * share
    pitot.speed_mps = speed_of(pitot.pressure_pa, pitot.air_density_kgpm3)
    pitot.age_s = 0.0
    speed = speed_of(pressure, pitot.air_density_kgpm3)
    if (craft.aligned > 0.0) & (speed > pitot.airspeed_least_mps):
        flow = through_air(ekf.velocity_ned_mps, ekf.wind_ned_mps)
        expected = ekf.attitude_wxyz.to_ned(NOSE).dot(flow)
        sigma = pitot.airspeed_sigma_mps
        add_measurement(ekf, Measure.AIRSPEED, speed - expected, sigma * sigma)


def speed_of(pressure_pa: float, density_kgpm3: float) -> float:
    """The speed at which air presses so much."""
    return sqrt(2.0 / density_kgpm3 * larger(pressure_pa, 0.0))


def choose_airspeed(craft: Mut[Craft], errors: AirErrors, watch: PitotWatch) -> None:
    """The sensor's airspeed where it means something, else the speed against the estimated wind.

    A tube that looks forward tells a wing its airspeed at any speed, and others when they are fast.
    """
    pitot = watch.speed_mps
    meant = (craft.airframe == Airframe.WING) | (pitot > errors.airspeed_least_mps)
    flow = through_air(craft.velocity_ned_mps, craft.wind_ned_mps)
    craft.airspeed_mps = pitot if meant & (watch.age_s < FRESH_S) else flow.norm()
