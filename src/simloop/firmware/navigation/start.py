"""Start of the error-state filter: after alignment, and again in flight if it broke down."""

from simloop.firmware.component import Mut, Row
from simloop.firmware.fields.craft import Craft
from simloop.firmware.fields.navigation import Compass, Inertial, Rest
from simloop.firmware.fields.samples import Gnss
from simloop.firmware.navigation.filter_columns import STATES, At, Filter, History
from simloop.firmware.navigation.gnss_fix import FIX_3D
from simloop.firmware.navigation.history import fill_past
from simloop.firmware.navigation.symmetric import place
from simloop.firmware.vector import ZERO, Vec2, Vec3, fill

# Values of fw_ekf_start.
START_AT_REST = 1.0
START_IN_FLIGHT = 2.0
START_AFLOAT = 3.0

# One sigma at the start, at rest, in flight and afloat; height and horizontal position alike.
TILT_RAD = (0.02, 0.1, 0.1)
HEADING_RAD = (0.05, 0.3, 0.3)
NO_HEADING_RAD = 2.0
SPEED_MPS = (0.05, 3.0, 3.0)
PLACE_M = (0.1, 5.0, 0.5)
RATE_BIAS_RADPS = 0.005
FORCE_BIAS_MPS2 = (0.1, 0.2, 0.2)
WIND_MPS = 5.0
BARO_ERROR_M = (0.1, 0.5, 0.2)
GNSS_ERROR_M = (0.1, 1.0, 0.1)
NO_MAG_AFTER_S = 2.0
LARGEST_PLACE_M = 1e7


def start_filter(
    alignment: Rest,
    inertial: Inertial,
    compass: Compass,
    ekf: Mut[Filter],
    history: Mut[History],
    craft: Mut[Craft],
    gnss: Gnss,
) -> None:
    """Take attitude and gyro bias from the attitude filter, and what else is known."""
    if ekf.start <= 0.0:
        return
    rest = ekf.start == START_AT_REST
    aloft = ekf.start == START_IN_FLIGHT
    # In flight GNSS knows the velocity; the last place may be as broken as the filter.
    seen = gnss.velocity_ned_mps if gnss.fix_type >= FIX_3D else ZERO
    velocity = ZERO if rest else seen
    position = ZERO if rest else whole(craft.position_ned_m)
    ekf.attitude_wxyz = inertial.attitude_wxyz
    ekf.velocity_ned_mps = velocity
    ekf.position_ned_m = position
    ekf.gyro_bias_frd_radps = inertial.gyro_bias_frd_radps
    ekf.accel_bias_frd_mps2 = alignment.accel_bias_frd_mps2 if rest else ZERO
    ekf.push_ned_mps = ZERO
    ekf.wind_ned_mps = Vec2(0.0, 0.0)
    ekf.baro_error_m = 0.0
    ekf.gnss_error_ned_m = ZERO
    fill_past(history.velocity_ned_mps, velocity)
    fill_past(history.position_ned_m, position)
    fill(ekf.sum, 0.0)
    fill(ekf.count, 0.0)
    fill(ekf.correction, 0.0)
    fill(ekf.rejected_s, 0.0)
    case = 1 if aloft else 2
    case = 0 if rest else case
    rate_bias = RATE_BIAS_RADPS if aloft else alignment.gyro_sigma_radps
    lay_out_covariance(ekf.covariance, case, compass.age_s > NO_MAG_AFTER_S, rate_bias)
    ekf.healthy = 1.0
    # In flight it is too late to wait.
    if not aloft:
        craft.attitude_settled = 1.0 if rest else 0.0
    ekf.start = 0.0


def whole(position: Vec3) -> Vec3:
    """A place without what is too far off to be one."""
    return Vec3(
        position.x if abs(position.x) < LARGEST_PLACE_M else 0.0,
        position.y if abs(position.y) < LARGEST_PLACE_M else 0.0,
        position.z if abs(position.z) < LARGEST_PLACE_M else 0.0,
    )


def lay_out_covariance(covariance: Row, case: int, blind: bool, rate_bias_radps: float) -> None:
    """Variances of the start, and no correlations."""
    fill(covariance, 0.0)
    for state in range(STATES):
        sigma = start_sigma(state, case, blind)
        if At.GYRO_BIAS <= state < At.ACCEL_BIAS:
            sigma = rate_bias_radps
        covariance[place(state, state)] = sigma * sigma


def start_sigma(state: int, case: int, blind: bool) -> float:
    """How sure a state is at the start: at rest (case 0), in flight (1) or afloat (2)."""
    sigma = TILT_RAD[case]
    heading = NO_HEADING_RAD if blind else HEADING_RAD[case]
    sigma = heading if state == At.ATTITUDE + 2 else sigma
    sigma = SPEED_MPS[case] if state >= At.VELOCITY else sigma
    sigma = PLACE_M[case] if state >= At.POSITION else sigma
    sigma = FORCE_BIAS_MPS2[case] if state >= At.ACCEL_BIAS else sigma
    sigma = WIND_MPS if state >= At.WIND else sigma
    sigma = BARO_ERROR_M[case] if state >= At.BARO_ERROR else sigma
    return GNSS_ERROR_M[case] if state >= At.GNSS_ERROR else sigma
