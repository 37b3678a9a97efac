"""Rows that hold several numbers of each wheel: first those of all wheels, then the next ones."""

from simloop.component import FloatRow
from simloop.math.vector import Vec2
from simloop.systems.rover.states import WheelState


def pair_of(row: FloatRow, wheel: int) -> Vec2:
    """Both numbers of a wheel, such as along and across."""
    wheels = len(row) // 2
    return Vec2(row[wheel], row[wheels + wheel])


def set_pair(row: FloatRow, wheel: int, pair: Vec2) -> None:
    """Write both numbers of a wheel."""
    wheels = len(row) // 2
    row[wheel] = pair.x
    row[wheels + wheel] = pair.y


def state_of(row: FloatRow, wheel: int) -> WheelState:
    """The four numbers of a wheel."""
    wheels = len(row) // 4
    return WheelState(*(row[k * wheels + wheel] for k in range(4)))


def set_state(row: FloatRow, wheel: int, state: WheelState) -> None:
    """Write the four numbers of a wheel."""
    wheels = len(row) // 4
    row[wheel] = state.speed_radps
    row[wheels + wheel] = state.stretch_along_m
    row[2 * wheels + wheel] = state.stretch_across_m
    row[3 * wheels + wheel] = state.windup_rad
