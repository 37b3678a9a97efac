"""Makes the firmware's estimate equal to the truth at once, as after a state was set by hand.

Attitude, rate, position and velocity are the truth's, seen from the firmware's own home. Learned
biases stay. Corrections under way, samples not yet used and those still on their way belong to the
past and are dropped; the set point starts anew from where the vehicle is. Before home is known,
learning it begins anew.
"""

from collections.abc import Callable
from math import atan2

from simloop.firmware.aiding import metres_per_radian
from simloop.firmware.phases import PHASE_ALIGN
from simloop.math.geodesy import ned_to_llh
from simloop.math.quaternion import rotate_to_world
from simloop.world.plugin import Value

Read = Callable[[str], list[float]]

_ZEROS = (
    "fw_tilt_correction_ned_radps",
    "fw_heading_correction_radps",
    "fw_position_correction_ned_mps",
    "fw_velocity_correction_ned_mps2",
    "fw_accel_bias_correction_mps3",
    "fw_ground_torque_nm",
    "fw_touch_time_s",
    "fw_arrived_time_s",
)
_SENSORS = ("gnss", "baro", "mag", "sonar")
# A fix of type 0 is no fix: the firmware lets it pass.
_UNDER_WAY = "gnss_fix_type_line"
# The sonar's last echo came from other ground.
_LONG_AGO_S = 1e9


def align_estimator(read: Read) -> dict[str, Value]:
    """The firmware's columns for the truth that `read` finds in the vehicle's row."""
    attitude, rate = read("attitude_wxyz"), read("rate_frd_radps")
    velocity = rotate_to_world(*attitude, *read("velocity_frd_mps"))
    bias = read("fw_gyro_bias_frd_radps")
    w, x, y, z = attitude
    values: dict[str, Value] = dict.fromkeys(_ZEROS, 0.0)
    values |= {
        "fw_attitude_wxyz": attitude,
        "fw_rate_frd_radps": rate,
        "fw_smooth_rate_frd_radps": rate,
        "fw_seen_rate_frd_radps": rate[:2],
        "fw_last_gyro_frd_radps": [a + b for a, b in zip(rate, bias, strict=True)],
        "fw_ground_age_s": _LONG_AGO_S,
        **_seen(read),
    }
    if read("fw_phase")[0] == PHASE_ALIGN:
        return values | {"fw_home_fixes": 0.0, "fw_home_pressures": 0.0, "fw_time_s": 0.0}
    position = _from_home(read)
    return values | {
        "fw_position_ned_m": position,
        "fw_velocity_ned_mps": velocity,
        "fw_delayed_velocity_ned_mps": velocity,
        "fw_setpoint_position_ned_m": position,
        "fw_setpoint_velocity_ned_mps": velocity,
        "fw_setpoint_acceleration_ned_mps2": 0.0,
        "fw_yaw_setpoint_rad": atan2(2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z)),
    }


def _from_home(read: Read) -> tuple[float, float, float]:
    """The true place in the firmware's frame: NED from the home that it has found."""
    home_latitude, home_longitude, home_height = read("fw_home_llh")
    latitude, longitude, height = ned_to_llh(*read("origin_llh"), *read("position_ned_m"))
    north_scale, east_scale = metres_per_radian(home_latitude, home_height)
    return (
        north_scale * (latitude - home_latitude),
        east_scale * (longitude - home_longitude),
        home_height - height,
    )


def _seen(read: Read) -> dict[str, Value]:
    """Count the samples that lie there as used, and void those on their way."""
    values: dict[str, Value] = {}
    for sensor in _SENSORS:
        sequence = _read_if_there(read, f"{sensor}_sequence")
        if sequence is not None:
            values[f"fw_{sensor}_seen"] = sequence
    if _read_if_there(read, _UNDER_WAY) is not None:
        values[_UNDER_WAY] = 0.0
    return values


def _read_if_there(read: Read, column: str) -> list[float] | None:
    try:
        return read(column)
    except KeyError:
        return None
