"""Height from air pressure, for the filter and for the fall-back without it."""

from simloop.firmware.component import Mut
from simloop.firmware.fields.craft import Craft
from simloop.firmware.fields.navigation import BarometerWatch
from simloop.firmware.navigation.components import Inertial, Pressure
from simloop.firmware.navigation.filter_columns import Filter, Measure
from simloop.firmware.navigation.geodesy import density_at, pressure_altitude
from simloop.firmware.navigation.measuring import add_measurement

# Pressures that make a reference.
REFERENCE_SAMPLES = 5.0
FRESH_S = 1.0
# Pull of the barometer on the fall-back's height and climb: poles at about 0.6 rad/s.
HEIGHT_GAIN_PER_S = 0.9
CLIMB_GAIN_PER_S2 = 0.4


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
    if not ((watch.age_s < FRESH_S) & (craft.aligned > 0.0)):
        inertial.climb_down_mps = 0.0
        return
    force_down = inertial.attitude_wxyz.to_ned(inertial.accel_frd_mps2).z
    error = watch.down_m - inertial.down_m
    push = force_down + inertial.gravity_mps2 + CLIMB_GAIN_PER_S2 * error
    climb = inertial.climb_down_mps + period_s * push
    inertial.climb_down_mps = climb
    inertial.down_m += period_s * (climb + HEIGHT_GAIN_PER_S * error)
