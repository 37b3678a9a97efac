"""Measurements one after the other: each moves the states and makes them surer.

A measurement shows h^T x of the states x. With c = P h its innovation has the variance
s = h^T c + R, and Kalman's update is x + c innovation / s and P - c c^T / s.
"""

from typing import NamedTuple

from simloop.firmware.component import Mut, Row
from simloop.firmware.fields.filter_parameters import GateSettings
from simloop.firmware.navigation.filter_columns import (
    ERROR_OF,
    MEASUREMENTS,
    STATE_OF,
    STATES,
    At,
    Filter,
    Measure,
)
from simloop.firmware.navigation.measuring import NOSE, RIGHT, through_air
from simloop.firmware.navigation.symmetric import absorb, place
from simloop.firmware.vector import Vec3, put_vector, vector_at


class Look(NamedTuple):
    """What a measurement sees: the variance of its innovation, and corrections made before it."""

    variance: float
    corrected: float


def update_states(settings: GateSettings, ekf: Mut[Filter]) -> None:
    """All measurements that are to be used; corrections are collected on the way.

    An innovation is reduced by what was corrected before it. Measurements of one state passed
    their gate before; those of the flow of air pass it here, where their variance is known.
    """
    for m in range(MEASUREMENTS):
        if ekf.used[m] <= 0.0:
            continue
        look = look_at_state(m, ekf) if m < Measure.DIRECT else look_along_flow(m, ekf)
        weight = 1.0 / (look.variance if look.variance > 0.0 else 1.0)
        rest = ekf.innovation[m] - look.corrected
        if m >= Measure.DIRECT:
            ratio = rest * rest * weight / (settings.gate_sigma * settings.gate_sigma)
            ekf.test_ratio[m] = ratio
            if not ratio <= 1.0:
                ekf.used[m] = 0.0
                ekf.air_rejections += 1.0
                continue
        move_by(ekf.correction, ekf.column, weight * rest)
        absorb(ekf.covariance, ekf.column, weight)


def move_by(row: Row, direction: Row, step: float) -> None:
    """The states moved along a direction."""
    for first in range(0, STATES, 3):
        put_vector(row, first, vector_at(row, first) + vector_at(direction, first) * step)


def look_at_state(m: int, ekf: Mut[Filter]) -> Look:
    """A measurement of one state, and of its sensor's slow error or of the tilt, if they matter."""
    state = STATE_OF[m]
    for k in range(STATES):
        ekf.column[k] = ekf.covariance[place(state, k)]
    if m == Measure.HEADING:
        return look_along_tilt(state, ekf)
    if ERROR_OF[m] >= 0:
        return look_at_error(m, ekf)
    return Look(ekf.column[state] + ekf.variance[m], ekf.correction[state])


def look_along_tilt(heading: int, ekf: Mut[Filter]) -> Look:
    """The tilt's part in a heading by the field."""
    slope = ekf.tilt_slope
    for k in range(STATES):
        tilted = slope.x * ekf.covariance[place(0, k)] + slope.y * ekf.covariance[place(1, k)]
        ekf.column[k] = ekf.column[k] + tilted
    tilted = slope.x * ekf.column[0] + slope.y * ekf.column[1]
    corrected = slope.x * ekf.correction[0] + slope.y * ekf.correction[1]
    return Look(
        ekf.column[heading] + tilted + ekf.variance[Measure.HEADING],
        ekf.correction[heading] + corrected,
    )


def look_at_error(m: int, ekf: Mut[Filter]) -> Look:
    """The part of a sensor's slow error."""
    state, error = STATE_OF[m], ERROR_OF[m]
    for k in range(STATES):
        ekf.column[k] = ekf.column[k] + ekf.covariance[place(error, k)]
    return Look(
        ekf.column[state] + ekf.column[error] + ekf.variance[m],
        ekf.correction[state] + ekf.correction[error],
    )


def look_along_flow(m: int, ekf: Mut[Filter]) -> Look:
    """A measurement of the flow of air along the nose or the wing.

    Along a body axis b the flow is b . (v - w), and an attitude error turns b.
    """
    axis = ekf.attitude_wxyz.to_ned(NOSE if m == Measure.AIRSPEED else RIGHT)
    turn = axis.cross(through_air(ekf.velocity_ned_mps, ekf.wind_ned_mps))
    against = -axis
    for k in range(STATES):
        turned = vector_at(ekf.covariance, place(k, At.ATTITUDE)).dot(turn)
        moved = vector_at(ekf.covariance, place(k, At.VELOCITY)).dot(axis)
        blown = ekf.covariance[place(k, At.WIND)] * against.x
        blown = blown + ekf.covariance[place(k, At.WIND + 1)] * against.y
        ekf.column[k] = turned + moved + blown
    return Look(
        add_flow(ekf.variance[m], turn, axis, ekf.column), add_flow(0.0, turn, axis, ekf.correction)
    )


def add_flow(start: float, turn: Vec3, axis: Vec3, row: Row) -> float:
    """What errors of attitude, velocity and wind add to a flow of air."""
    by_turn = start + turn.x * row[0] + turn.y * row[1] + turn.z * row[2]
    by_motion = by_turn + axis.x * row[At.VELOCITY] + axis.y * row[At.VELOCITY + 1]
    by_motion = by_motion + axis.z * row[At.VELOCITY + 2]
    by_wind: float = by_motion - axis.x * row[At.WIND] - axis.y * row[At.WIND + 1]
    return by_wind
