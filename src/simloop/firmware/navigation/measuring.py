"""Innovations for the next update, and the flow of air that some are about."""

from simloop.firmware.component import Mut
from simloop.firmware.navigation.filter_columns import Filter
from simloop.firmware.vector import Vec2, Vec3

# Body axes along which the flow of air is known.
NOSE = Vec3(1.0, 0.0, 0.0)
RIGHT = Vec3(0.0, 1.0, 0.0)


def through_air(velocity_ned_mps: Vec3, wind_ned_mps: Vec2) -> Vec3:
    """Velocity against the air; wind is level."""
    return Vec3(
        velocity_ned_mps.x - wind_ned_mps.x, velocity_ned_mps.y - wind_ned_mps.y, velocity_ned_mps.z
    )


def add_measurement(ekf: Mut[Filter], number: int, innovation: float, variance: float) -> None:
    """One more sample: their mean counts."""
    ekf.sum[number] += innovation
    ekf.count[number] += 1.0
    ekf.variance[number] = variance


def add_vector(ekf: Mut[Filter], first: int, innovation: Vec3, variance: Vec3) -> None:
    """One more sample of three axes, `first` and the two after it."""
    add_measurement(ekf, first, innovation.x, variance.x)
    add_measurement(ekf, first + 1, innovation.y, variance.y)
    add_measurement(ekf, first + 2, innovation.z, variance.z)


def set_measurement(
    ekf: Mut[Filter], number: int, innovation: float, variance: float, holds: bool
) -> None:
    """What is known without a sensor, once per update and only while it holds."""
    ekf.sum[number] = innovation
    ekf.count[number] = 1.0 if holds else 0.0
    ekf.variance[number] = variance
