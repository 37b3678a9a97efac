"""Makes the firmware's estimate equal to the truth at once, as after a state was set by hand.

Attitude, rate, position and velocity are the truth's, seen from the firmware's own origin. Learned
biases stay. Corrections under way, samples not yet used and those still on their way belong to the
past and are dropped. Before the firmware has aligned, it begins to align anew.
"""

from collections.abc import Sequence
from math import atan2

from simloop.firmware.multirotor.gyro_filter import settled_memory
from simloop.firmware.navigation.alignment import Columns, ToldState, aligned_columns
from simloop.firmware.navigation.geodesy import metres_per_radian
from simloop.math.geodesy import ned_to_llh
from simloop.math.quaternion import rotate_to_world
from simloop.sitl.row_reading import Read, read_if_there
from simloop.world.plugin import Value

_SENSORS = ("gnss", "mag", "baro", "diff_pressure", "sonar")
# A fix of type 0 is no fix: the firmware lets it pass.
_UNDER_WAY = "gnss_fix_type_line"
_ALIGN_ANEW = ("fw_align_elapsed_s", "fw_origin_fixes", "fw_baro_references", "fw_align_mags")


def align_estimator(read: Read) -> dict[str, Value]:
    """The firmware's columns for the truth that `read` finds in the vehicle's row."""
    values: dict[str, Value] = {}
    if read_if_there(read, _UNDER_WAY) is not None:
        values[_UNDER_WAY] = 0.0
    if read("fw_aligned")[0] <= 0.0:
        return values | dict.fromkeys(_ALIGN_ANEW, 0.0)
    attitude = read("attitude_wxyz")
    columns = aligned_columns(
        ToldState(
            attitude_wxyz=attitude,
            rate_frd_radps=read("rate_frd_radps"),
            position_ned_m=_from_origin(read),
            velocity_ned_mps=rotate_to_world(*attitude, *read("velocity_frd_mps")),
            wind_ned_mps=read("fw_ekf_wind_ned_mps"),
        ),
        time_s=read("fw_time_s")[0],
        gyro_bias_frd_radps=read("fw_ekf_gyro_bias_frd_radps"),
        accel_bias_frd_mps2=read("fw_ekf_accel_bias_frd_mps2"),
        origin_llh=read("fw_origin_llh"),
        gravity_mps2=read("gravity_mps2")[0],
        sequences=_sequences(read),
    )
    columns |= _setpoints(read, columns)
    # The barometer's reference was found in still air, and holds.
    del columns["fw_baro_references"]
    return values | columns


def _setpoints(read: Read, columns: Columns) -> Columns:
    """The way to the goal begins anew where the vehicle is."""
    if read_if_there(read, "fw_setpoint_position_ned_m") is None:
        return {}
    w, x, y, z = read("attitude_wxyz")
    return {
        "fw_setpoint_position_ned_m": columns["fw_position_ned_m"],
        "fw_setpoint_velocity_ned_mps": columns["fw_velocity_ned_mps"],
        "fw_setpoint_acceleration_ned_mps2": (0.0, 0.0, 0.0),
        "fw_attitude_setpoint_wxyz": (w, x, y, z),
        **_filtered_rates(read("rate_frd_radps")),
        "fw_yaw_setpoint_rad": atan2(2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z)),
    }


def _filtered_rates(rate_frd_radps: Sequence[float]) -> Columns:
    """Filters of the rate loop that have settled on these rates."""
    p, q, r = (float(rate) for rate in rate_frd_radps)
    return {
        "fw_mc_smooth_rate_frd_radps": (p, q, r),
        "fw_mc_rate_frd_radps": (p, q, r),
        "fw_mc_notch_memory": settled_memory((p, q, r)),
        "fw_mc_low_pass_memory": settled_memory((p, q, r)),
    }


def _from_origin(read: Read) -> tuple[float, float, float]:
    """The true place in the firmware's frame: NED from the origin that it has found."""
    own_latitude, own_longitude, own_height = read("fw_origin_llh")
    latitude, longitude, height = ned_to_llh(*read("origin_llh"), *read("position_ned_m"))
    north_scale, east_scale = metres_per_radian(own_latitude, own_height)
    return (
        north_scale * (latitude - own_latitude),
        east_scale * (longitude - own_longitude),
        own_height - height,
    )


def _sequences(read: Read) -> dict[str, float]:
    """Samples that lie there already, by sensor."""
    found = {sensor: read_if_there(read, f"{sensor}_sequence") for sensor in _SENSORS}
    return {sensor: count[0] for sensor, count in found.items() if count is not None}
