"""How far the estimate can be trusted, and which filter it comes from.

The public estimate is the error-state filter while it is healthy, else the fall-back.
"""

from simloop.firmware.component import Mut, Row
from simloop.firmware.fields.craft import Craft
from simloop.firmware.fields.filter_parameters import HealthLimits
from simloop.firmware.fields.navigation import BarometerWatch, Inertial, Rest
from simloop.firmware.navigation.filter_columns import STATES, At, Filter, Group
from simloop.firmware.navigation.start import START_IN_FLIGHT
from simloop.firmware.navigation.symmetric import variance_of
from simloop.firmware.vector import Vec3

TILT_LIMIT_RAD = 0.2
# A filter that begins among waves is unsure of its tilt, and by that of its heading, until fixes
# have shown it how it moves.
SETTLED_TILT_RAD = 0.05
# Counted in updates, of which one in a second measures level: ten refusals.
LEVEL_REFUSED_S = 1.0
UNLEVELLED_LIMIT_S = 2.0
BARO_FRESH_S = 1.0
GNSS_FRESH_S = 1.0
AGAINST_IT = 2.0
# Beyond these numbers a state or variance is broken, not large.
LARGEST_STATE = 1e8
LARGEST_VARIANCE = 1e12


def judge_health(
    limits: HealthLimits,
    alignment: Rest,
    baro: BarometerWatch,
    inertial: Inertial,
    ekf: Mut[Filter],
    craft: Mut[Craft],
) -> None:
    """Set the flags by the filter's own variances; a filter that broke down is started anew."""
    aligned = craft.aligned > 0.0
    running = aligned & (ekf.start <= 0.0)
    tilt = level_variance(ekf, At.ATTITUDE)
    sure = tilt < TILT_LIMIT_RAD * TILT_LIMIT_RAD
    sound = is_whole(ekf) & sure & (ekf.rejected_s[Group.LEVEL] < LEVEL_REFUSED_S)
    healthy = running & sound
    ekf.healthy = flag(healthy)
    if running and not sound:
        ekf.start = START_IN_FLIGHT
        ekf.restarts += 1.0
    if healthy & (tilt < SETTLED_TILT_RAD * SETTLED_TILT_RAD):
        craft.attitude_settled = 1.0

    located = healthy & (alignment.origin_fixes > 0.0)
    velocity_ok = located & (level_variance(ekf, At.VELOCITY) < squared(limits.velocity_limit_mps))
    position_ok = located & (level_variance(ekf, At.POSITION) < squared(limits.position_limit_m))
    height = variance_of(ekf.covariance, At.POSITION + 2)
    by_filter = healthy & (height < squared(limits.height_limit_m))
    by_baro = aligned & (baro.age_s < BARO_FRESH_S)
    levelled = aligned & (inertial.unlevelled_s < UNLEVELLED_LIMIT_S)
    alone = craft.gnss_age_s > GNSS_FRESH_S
    craft.attitude_ok = flag(healthy | levelled)
    craft.contradicted = flag(aligned & (refusals(ekf.rejected_s) >= AGAINST_IT))
    craft.velocity_ok = flag(velocity_ok)
    craft.position_ok = flag(position_ok)
    craft.height_ok = flag(by_filter | by_baro)
    craft.dead_reckoning = flag(alone & (position_ok | velocity_ok))


def is_whole(ekf: Filter) -> bool:
    """Are states and variances of a size that makes sense? No comparison with NaN is true."""
    q, v, p = ekf.attitude_wxyz, ekf.velocity_ned_mps, ekf.position_ned_m
    total = abs(q.w) + abs(q.x) + abs(q.y) + abs(q.z)
    total = total + abs(v.x) + abs(v.y) + abs(v.z) + abs(p.x) + abs(p.y) + abs(p.z)
    load = 0.0
    for state in range(STATES):
        load = load + variance_of(ekf.covariance, state)
    return (total < LARGEST_STATE) & (load < LARGEST_VARIANCE)


def level_variance(ekf: Filter, first: int) -> float:
    """Of the two level axes of attitude, velocity or position together."""
    return variance_of(ekf.covariance, first) + variance_of(ekf.covariance, first + 1)


def refusals(rejected_s: Row) -> float:
    """Kinds of sensors turned down when they last came: one may go wrong, two are right."""
    against = 0.0
    for group in (Group.POSITION, Group.VELOCITY, Group.BARO, Group.HEADING):
        against = against + flag(rejected_s[group] > 0.0)
    return against


def flag(holds: bool) -> float:
    """A flag as columns hold it."""
    return 1.0 if holds else 0.0


def squared(x: float) -> float:
    """A limit to compare with variances."""
    return x * x


def choose_estimate(inertial: Inertial, ekf: Filter, craft: Mut[Craft]) -> None:
    """Without the filter, height and climb are the barometer's, and the place stays as it was.

    A state that broke down since the last look at its health is not passed on.
    """
    if (ekf.healthy > 0.0) & can_be_told(ekf):
        craft.attitude_wxyz = ekf.attitude_wxyz
        craft.rate_frd_radps = inertial.gyro_frd_radps - ekf.gyro_bias_frd_radps
        craft.acceleration_frd_mps2 = inertial.accel_frd_mps2 - ekf.accel_bias_frd_mps2
        craft.position_ned_m = ekf.position_ned_m
        craft.velocity_ned_mps = ekf.velocity_ned_mps
        craft.wind_ned_mps = ekf.wind_ned_mps
    else:
        place = craft.position_ned_m
        craft.attitude_wxyz = inertial.attitude_wxyz
        craft.rate_frd_radps = inertial.gyro_frd_radps - inertial.gyro_bias_frd_radps
        craft.acceleration_frd_mps2 = inertial.accel_frd_mps2
        craft.position_ned_m = Vec3(place.x, place.y, inertial.down_m)
        craft.velocity_ned_mps = Vec3(0.0, 0.0, inertial.climb_down_mps)


def can_be_told(ekf: Filter) -> bool:
    """Is the attitude a rotation, and are all numbers of a size that makes sense?"""
    w, x, y, z = ekf.attitude_wxyz
    v, p = ekf.velocity_ned_mps, ekf.position_ned_m
    length = w * w + x * x + y * y + z * z
    total = abs(v.x) + abs(v.y) + abs(v.z) + abs(p.x) + abs(p.y) + abs(p.z)
    return (abs(length - 1.0) < 0.1) & (total < LARGEST_STATE)
