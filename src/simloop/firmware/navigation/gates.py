"""Which measurements are believed, and which states must begin anew because none was for long."""

from simloop.firmware.component import Mut, Row
from simloop.firmware.fields.craft import Craft
from simloop.firmware.fields.filter_parameters import GateSettings
from simloop.firmware.fields.navigation import BarometerWatch, GnssWatch
from simloop.firmware.maths import larger, smaller
from simloop.firmware.navigation.filter_columns import (
    ERROR_OF,
    GROUP_FIRST,
    GROUP_SIZE,
    GROUPS,
    MEASUREMENTS,
    SENSOR_GROUPS,
    STATE_OF,
    STATES,
    WHITE,
    Filter,
    Group,
    Measure,
)
from simloop.firmware.navigation.symmetric import place, slope_variance, tilt_variance, variance_of

BARO_FRESH_S = 1.0
LARGEST_RATIO = 1e6


def weigh_measurements(
    period_s: float,
    settings: GateSettings,
    ekf: Mut[Filter],
    craft: Mut[Craft],
    baro: Mut[BarometerWatch],
    gnss: Mut[GnssWatch],
) -> None:
    """Compare mean innovations with what they may be; groups pass together or not at all.

    The flow of air is judged at its update, where its variance is worked out.
    """
    aligned = craft.aligned > 0.0
    for m in range(WHITE):
        ekf.variance[m] = ekf.variance[m] / larger(ekf.count[m], 1.0)
    for m in range(MEASUREMENTS):
        count = ekf.count[m]
        ekf.innovation[m] = ekf.sum[m] / (count if count > 0.0 else 1.0)
        ekf.used[m] = 1.0 if (count > 0.0) & aligned else 0.0
    for m in range(Measure.DIRECT):
        if ekf.count[m] > 0.0:
            ekf.test_ratio[m] = share_of_gate(m, settings.gate_sigma, ekf)
    for group in range(GROUPS):
        judge_group(group, period_s, ekf)
    accepted = ekf.used[Measure.GNSS_POSITION] > 0.0
    craft.gnss_age_s = 0.0 if accepted else craft.gnss_age_s + period_s
    moving = ekf.used[Measure.GNSS_VELOCITY] > 0.0
    gnss.velocity_age_s = 0.0 if moving else gnss.velocity_age_s + period_s
    order_resets(settings.gnss_reset_time_s, baro, ekf)


def share_of_gate(m: int, gate_sigma: float, ekf: Filter) -> float:
    """The square of an innovation over what the gate allows."""
    innovation = ekf.innovation[m]
    gate = gate_sigma * gate_sigma * expected_variance(m, ekf)
    return smaller(LARGEST_RATIO, innovation * innovation / (gate if gate > 0.0 else 1.0))


def expected_variance(m: int, ekf: Filter) -> float:
    """The variance of an innovation: of its state, of the sensor's slow error, of its noise."""
    state, error = STATE_OF[m], ERROR_OF[m]
    spread: float = variance_of(ekf.covariance, state)
    if error >= 0:
        both = 2.0 * ekf.covariance[place(state, error)]
        spread = spread + (both + variance_of(ekf.covariance, error))
    spread = spread + ekf.variance[m]
    if m == Measure.HEADING:
        spread = spread + slope_variance(ekf.tilt_slope, ekf.covariance)
    return spread


def judge_group(group: int, period_s: float, ekf: Mut[Filter]) -> None:
    """Measurements of one sensor pass if each of them does."""
    first, last = GROUP_FIRST[group], GROUP_FIRST[group] + GROUP_SIZE[group]
    if ekf.used[first] <= 0.0:
        for m in range(first, last):
            ekf.used[m] = 0.0
        return
    passed = True
    for m in range(first, last):
        passed = passed & (ekf.test_ratio[m] <= 1.0)
    for m in range(first, last):
        ekf.used[m] = 1.0 if passed else 0.0
    if passed:
        ekf.rejected_s[group] = 0.0
    else:
        ekf.rejected_s[group] += period_s
        ekf.rejections[group] += 1.0


def order_resets(reset_time_s: float, baro: Mut[BarometerWatch], ekf: Mut[Filter]) -> None:
    """States whose sensor was turned down for too long take that sensor's word.

    Height is the barometer's as long as there is one. If GNSS agrees with the estimate and the
    barometer does not, it is the pressure that changed: the barometer gets a new reference.
    """
    ekf.reset = 0.0
    power = 1.0
    for group in range(SENSOR_GROUPS):
        if ekf.rejected_s[group] > reset_time_s:
            ekf.rejected_s[group] = 0.0
            confirmed = ekf.used[Measure.GNSS_POSITION + 2] > 0.0
            by_baro = (group == Group.GNSS_HEIGHT) & (baro.age_s < BARO_FRESH_S)
            if (group == Group.BARO) & confirmed:
                baro.references = 0.0
            elif not by_baro:
                ekf.reset += power
        power = 2.0 * power


def reset_states(ekf: Mut[Filter]) -> None:
    """Set states that must begin anew to what their sensor says, as sure as the sensor is."""
    if ekf.reset <= 0.0:
        return
    wanted = int(ekf.reset)
    for group in range(SENSOR_GROUPS):
        if (wanted >> group) & 1 == 0:
            continue
        for m in range(GROUP_FIRST[group], GROUP_FIRST[group] + GROUP_SIZE[group]):
            forget(m, ekf, ekf.covariance)
            ekf.correction[STATE_OF[m]] = ekf.innovation[m]
            ekf.resets += 1.0


def forget(m: int, ekf: Filter, covariance: Row) -> None:
    """Know of a state what its sensor knows.

    A sensor with a slow error e tells state + e: the state gets what is left, and is as unsure of
    everything as the error is. A heading by the field is as unsure as the tilt makes it.
    """
    state = STATE_OF[m]
    error = ERROR_OF[m] if ERROR_OF[m] >= 0 else state
    slow = 1.0 if ERROR_OF[m] >= 0 else 0.0
    by_field = 1.0 if m == Measure.HEADING else 0.0
    slope_n = by_field * ekf.tilt_slope.x
    slope_e = by_field * ekf.tilt_slope.y
    tilted = by_field * tilt_variance(ekf.tilt_slope, covariance)
    for other in range(STATES):
        shared = -slow * covariance[place(error, other)]
        shared = shared - slope_n * covariance[place(0, other)]
        shared = shared - slope_e * covariance[place(1, other)]
        covariance[place(state, other)] = shared
        covariance[place(other, state)] = shared
    own = slow * variance_of(covariance, error) + tilted
    covariance[place(state, state)] = own + ekf.variance[m]
