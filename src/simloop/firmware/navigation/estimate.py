"""The public estimate: the error-state filter while it is healthy, else the fall-back."""

from simloop.firmware.component import Mut
from simloop.firmware.fields.craft import Craft
from simloop.firmware.navigation.components import Inertial
from simloop.firmware.navigation.filter_columns import Filter
from simloop.firmware.vector import Vec3

LARGEST_STATE = 1e8


def choose_estimate(inertial: Inertial, ekf: Filter, craft: Mut[Craft]) -> None:
    """Without the filter, height and climb are the barometer's, and the place stays as it was.

    A state that broke down since the last look at its health is not passed on.
    """
    if (ekf.healthy > 0.0) & is_whole(ekf):
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


def is_whole(ekf: Filter) -> bool:
    """Is the attitude a rotation, and are all numbers of a size that makes sense?"""
    w, x, y, z = ekf.attitude_wxyz
    v, p = ekf.velocity_ned_mps, ekf.position_ned_m
    length = w * w + x * x + y * y + z * z
    total = abs(v.x) + abs(v.y) + abs(v.z) + abs(p.x) + abs(p.y) + abs(p.z)
    return (abs(length - 1.0) < 0.1) & (total < LARGEST_STATE)
