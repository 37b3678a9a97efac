"""Which numbers a vehicle can have: what a simulator says beyond them is refused and named."""

from collections.abc import Mapping, Sequence
from math import isfinite, pi, sqrt

_EARTH_M, _SPEED_MPS, _RATE_RADPS, _ACCELERATION_MPS2 = 1e7, 1e5, 1e4, 1e6
_ALIKE = (-_EARTH_M, _EARTH_M)
# The longest a unit quaternion may differ from 1: a few digits of text, and no more.
_LENGTH_MARGIN = 0.01
# Columns that have no range of their own: what is beyond this is no number of a vehicle.
_ANY = (-1e12, 1e12)

# The least and the most of each quantity, and of columns of truth that come by their own names.
RANGES: Mapping[str, tuple[float, float]] = {
    "imu_accel_frd_mps2": (-_ACCELERATION_MPS2, _ACCELERATION_MPS2),
    "imu_gyro_frd_radps": (-_RATE_RADPS, _RATE_RADPS),
    "gnss_llh": _ALIKE,
    "gnss_velocity_ned_mps": (-_SPEED_MPS, _SPEED_MPS),
    "gnss_fix_type": (0.0, 255.0),
    "gnss_satellites": (0.0, 255.0),
    "gnss_accuracy": (0.0, 1e6),
    "mag_field_frd_t": (-1.0, 1.0),
    "baro_pressure_pa": (0.0, 1e9),
    "baro_temperature_k": (0.0, 1e4),
    "diff_pressure_pa": (-1e9, 1e9),
    "sonar_range_m": (-_EARTH_M, _EARTH_M),
    "battery_voltage_v": (-1e5, 1e5),
    "battery_current_a": (-1e6, 1e6),
    "position_ned_m": _ALIKE,
    "velocity_ned_mps": (-_SPEED_MPS, _SPEED_MPS),
    "velocity_frd_mps": (-_SPEED_MPS, _SPEED_MPS),
    "attitude_wxyz": (-1.0 - _LENGTH_MARGIN, 1.0 + _LENGTH_MARGIN),
    "rate_frd_radps": (-_RATE_RADPS, _RATE_RADPS),
    "acceleration_frd_mps2": (-_ACCELERATION_MPS2, _ACCELERATION_MPS2),
    "angular_acceleration_frd_radps2": (-_ACCELERATION_MPS2, _ACCELERATION_MPS2),
    "wind_ned_mps": (-1e3, 1e3),
}
_LATITUDE_RAD, _LONGITUDE_RAD = 0.5 * pi, 2.0 * pi


def row_fault(name: str, numbers: Sequence[float]) -> str:
    """What is wrong with the numbers of a quantity or column; nothing if they are sensible."""
    least, most = RANGES.get(name, _ANY)
    for number in numbers:
        if not least <= number <= most:
            return _beyond(name, number, least, most)
    if name == "attitude_wxyz":
        return _attitude_fault(numbers)
    if name == "gnss_llh":
        return _place_fault(numbers)
    return ""


def _beyond(name: str, number: float, least: float, most: float) -> str:
    if not isfinite(number):
        return f"{name} is not finite"
    return f"{name} is {number:g}, beyond {least:g} to {most:g}"


def _attitude_fault(numbers: Sequence[float]) -> str:
    w, x, y, z = numbers
    length = sqrt(w * w + x * x + y * y + z * z)
    if abs(length - 1.0) <= _LENGTH_MARGIN:
        return ""
    return f"attitude_wxyz is no rotation: its length is {length:g}, not 1"


def _place_fault(numbers: Sequence[float]) -> str:
    latitude, longitude, _ = numbers
    if abs(latitude) <= _LATITUDE_RAD and abs(longitude) <= _LONGITUDE_RAD:
        return ""
    return f"gnss_llh is {latitude:g}, {longitude:g}: latitude and longitude are radians"
