"""Height from air pressure, for the filter and its fall-back; airspeed from that at the nose."""

from math import sqrt

from simloop.firmware.codes import Airframe
from simloop.firmware.component import Mut
from simloop.firmware.fields.craft import Craft
from simloop.firmware.fields.filter_parameters import AirErrors
from simloop.firmware.fields.navigation import BarometerWatch, Inertial, Pitot, PitotWatch, Pressure
from simloop.firmware.maths import is_number, larger, smaller
from simloop.firmware.navigation.filter_columns import Filter, Measure
from simloop.firmware.navigation.geodesy import density_at, pressure_altitude
from simloop.firmware.navigation.measuring import NOSE, add_measurement, through_air

# Pressures that make a reference.
REFERENCE_SAMPLES = 5.0
HEIGHT_FRESH_S = 1.0
# Pull of the barometer on the fall-back's height and climb: poles at about 0.6 rad/s.
HEIGHT_GAIN_PER_S = 0.9
CLIMB_GAIN_PER_S2 = 0.4
SPEED_SMOOTH_S = 0.1
SPEED_FRESH_S = 0.5


def take_pressure(period_s: float, baro: Mut[Pressure], craft: Craft, ekf: Mut[Filter]) -> None:
    """Average the reference while aligning, then tell how far the estimate is from the sample."""
    baro.age_s += period_s
    if baro.sequence == baro.seen:
        return
    baro.age_s = 0.0
    baro.seen = baro.sequence
    altitude = pressure_altitude(baro.pressure_pa)
    expected = ekf.position_ned_m.z + ekf.baro_error_m
    aligned = craft.aligned > 0.0
    if not aligned:
        share = 1.0 / (baro.references + 1.0)
        baro.reference_m += share * (altitude - baro.reference_m)
        baro.references += 1.0
    elif baro.references == 0.0:
        # A barometer that comes late is taken to agree with the estimate.
        baro.reference_m = altitude + expected
        baro.references = 1.0
    baro.down_m = baro.reference_m - altitude
    baro.air_density_kgpm3 = density_at(baro.pressure_pa, altitude)
    if aligned:
        sigma = baro.sigma_m
        add_measurement(ekf, Measure.BARO_HEIGHT, baro.down_m - expected, sigma * sigma)


def filter_height(
    period_s: float, inertial: Mut[Inertial], craft: Craft, watch: BarometerWatch
) -> None:
    """Climb by the accelerometer, pulled to the barometer's height, for who has no filter."""
    if not ((watch.age_s < HEIGHT_FRESH_S) & (craft.aligned > 0.0)):
        inertial.climb_down_mps = 0.0
        return
    force_down = inertial.attitude_wxyz.to_ned(inertial.accel_frd_mps2).z
    error = watch.down_m - inertial.down_m
    push = force_down + inertial.gravity_mps2 + CLIMB_GAIN_PER_S2 * error
    climb = inertial.climb_down_mps + period_s * push
    inertial.climb_down_mps = climb
    inertial.down_m += period_s * (climb + HEIGHT_GAIN_PER_S * error)


def take_diff_pressure(period_s: float, pitot: Mut[Pitot], craft: Craft, ekf: Mut[Filter]) -> None:
    """True airspeed of a fresh sample, and how far the estimate is from it."""
    fresh = (pitot.sequence != pitot.seen) & is_number(pitot.pa)
    pitot.seen = pitot.sequence
    pitot.age_s += period_s
    if not fresh:
        return
    pressure = pitot.pa - pitot.diff_pressure_offset_pa
    share = smaller(pitot.age_s / SPEED_SMOOTH_S, 1.0)
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
    craft.airspeed_mps = pitot if meant & (watch.age_s < SPEED_FRESH_S) else flow.norm()
