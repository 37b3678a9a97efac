"""Reads a state with a real JSON parser, whoever sent it: every fault has a name, none is fatal."""

import json
from collections.abc import Mapping
from math import isfinite
from typing import Any, NoReturn

from simloop.math.ordered_sum import ordered_sum
from simloop.wire.ardupilot_json.malformed import Malformed
from simloop.wire.ardupilot_json.state_encoder import EXACT, LARGEST_STATE
from simloop.wire.ardupilot_json.vehicle_state import (
    RANGEFINDERS,
    RC_CHANNELS,
    Vector,
    VehicleState,
)

# A parser descends into every bracket, so their number bounds its depth.
MOST_BRACKETS = 600
_PLACE = ("latitude", "longitude", "altitude")


def decode_state(data: bytes) -> VehicleState:
    """Read the last line of a datagram.

    Raises:
        Malformed: it is no such text, or a mandatory key is missing or is no such value.
    """
    fields = _parse(data)
    imu = _section(fields, "imu")
    quaternion = _optional(fields, "quaternion", 4)
    angles = _optional(fields, "attitude", 3)
    if quaternion is None and angles is None:
        raise Malformed("neither 'quaternion' nor 'attitude' is there")
    return VehicleState(
        timestamp_s=_vector(fields, "timestamp", 1)[0],
        gyro_frd_radps=_vector(imu, "gyro", 3, "imu."),
        accel_frd_mps2=_vector(imu, "accel_body", 3, "imu."),
        velocity_ned_mps=_vector(fields, "velocity", 3),
        attitude_wxyz=None if quaternion is None else _unit(quaternion),
        attitude_rpy_rad=angles,
        position_ned_m=_optional(fields, "position", 3),
        place_deg_m=_place(fields),
        ranges_m=_ranges(fields),
        wind_ned_mps=_optional(fields, "velocity_wind", 3),
        airspeed_mps=_optional_number(fields, "airspeed"),
        windvane=_pair(fields, "windvane", ("direction", "speed")),
        rc_us=_channels(fields),
        battery=_pair(fields, "battery", ("voltage", "current")),
        no_time_sync=_flag(fields, "no_time_sync"),
        no_lockstep=_flag(fields, "no_lockstep"),
        exact=_exact(fields),
    )


def _parse(data: bytes) -> Mapping[str, Any]:
    if len(data) > LARGEST_STATE:
        raise Malformed(f"{len(data)} bytes are more than {LARGEST_STATE}")
    lines = data.strip(b"\0\r\n\t ").rsplit(b"\n", 1)
    if lines[-1].count(b"[") + lines[-1].count(b"{") > MOST_BRACKETS:
        raise Malformed(f"more than {MOST_BRACKETS} brackets")
    try:
        found = json.loads(lines[-1], parse_constant=_refuse_constant)
    except Malformed:
        raise
    except (ValueError, RecursionError) as error:
        raise Malformed(f"no JSON: {_first_words(error)}") from None
    if not isinstance(found, dict):
        raise Malformed("no JSON object")
    return found


def _first_words(error: Exception) -> str:
    """What a parser says, without the bytes it said it about."""
    if isinstance(error, json.JSONDecodeError):
        return f"{error.msg} at byte {error.pos}"
    return type(error).__name__


def _refuse_constant(name: str) -> NoReturn:
    raise Malformed(f"{name} is no number")


def _section(fields: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    found = fields.get(name)
    if found is None:
        raise Malformed(f"'{name}' is missing")
    if not isinstance(found, dict):
        raise Malformed(f"'{name}' is no object")
    return found


def _vector(fields: Mapping[str, Any], key: str, size: int, prefix: str = "") -> Vector:
    found = fields.get(key)
    if found is None:
        raise Malformed(f"'{prefix}{key}' is missing")
    values = found if size > 1 else [found]
    if not isinstance(values, list) or len(values) != size or not _are_numbers(values):
        what = f"{size} finite numbers" if size > 1 else "a finite number"
        raise Malformed(f"'{prefix}{key}' is not {what}")
    return tuple(map(float, values))


def _are_numbers(values: list[Any]) -> bool:
    try:
        return all(type(v) is float or type(v) is int for v in values) and all(
            map(isfinite, values)
        )
    except OverflowError:
        return False


def _optional(fields: Mapping[str, Any], key: str, size: int) -> Vector | None:
    return _vector(fields, key, size) if key in fields else None


def _optional_number(fields: Mapping[str, Any], key: str) -> float | None:
    return _vector(fields, key, 1)[0] if key in fields else None


def _unit(quaternion: Vector) -> Vector:
    """As it is: a length of about one is the sender's business, none at all is no attitude."""
    if not 0.5 < ordered_sum(part * part for part in quaternion) < 2.0:
        raise Malformed("'quaternion' is no rotation: its length is far from 1")
    return quaternion


def _place(fields: Mapping[str, Any]) -> Vector | None:
    """All three or none, as ArduPilot has it."""
    if not all(key in fields for key in _PLACE):
        return None
    return tuple(_vector(fields, key, 1)[0] for key in _PLACE)


def _ranges(fields: Mapping[str, Any]) -> dict[int, float]:
    names = {number: f"rng_{number}" for number in range(1, RANGEFINDERS + 1)}
    return {n: _vector(fields, name, 1)[0] for n, name in names.items() if name in fields}


def _channels(fields: Mapping[str, Any]) -> Vector:
    """Channel 1 and on, up to the first that is missing."""
    if "rc" not in fields:
        return ()
    section, found = _section(fields, "rc"), []
    for number in range(1, RC_CHANNELS + 1):
        if f"rc_{number}" not in section:
            break
        found.append(_vector(section, f"rc_{number}", 1, "rc.")[0])
    return tuple(found)


def _pair(fields: Mapping[str, Any], name: str, keys: tuple[str, str]) -> Vector | None:
    if name not in fields:
        return None
    section = _section(fields, name)
    return tuple(_vector(section, key, 1, f"{name}.")[0] for key in keys)


def _flag(fields: Mapping[str, Any], key: str) -> bool:
    found = fields.get(key, False)
    if found not in (True, False):
        raise Malformed(f"'{key}' is neither true nor false")
    return bool(found)


def _exact(fields: Mapping[str, Any]) -> dict[str, Vector]:
    if EXACT not in fields:
        return {}
    columns = {}
    for name, values in _section(fields, EXACT).items():
        if not isinstance(values, list) or not _are_numbers(values):
            raise Malformed(f"{name[:40]!r} of {EXACT} is no list of finite numbers")
        columns[name.lower()] = tuple(map(float, values))
    return columns
