r"""Writes a state as ArduPilot's reader wants it, which is no JSON parser.

It finds a key by the first place where its letters stand, takes the value two characters behind
it, and a frame is what stands between two newlines. So a short key stands before a longer one that
contains it, nothing has spaces, and the text has a newline at both ends. Numbers are written so
that the same double is read back.
"""

from collections.abc import Mapping
from math import isfinite

from simloop.wire.ardupilot_json.vehicle_state import (
    RANGEFINDERS,
    RC_CHANNELS,
    Vector,
    VehicleState,
)

# ArduPilot's buffer has 65000 bytes; a datagram that fills it is never read.
LARGEST_STATE = 60_000
# Names in capitals are seen by no search for a key of the protocol, all of which are small.
EXACT = "EXACT"


def encode_state(state: VehicleState) -> bytes:
    """One datagram.

    Raises:
        ValueError: a number is not finite, or the text would be too long for the reader.
    """
    text = "\n{" + ",".join(_members(state)) + "}\n"
    if len(text) > LARGEST_STATE:
        raise ValueError(f"a state has at most {LARGEST_STATE} bytes, not {len(text)}")
    return text.encode("ascii")


def _members(state: VehicleState) -> list[str]:
    members = [
        f'"timestamp":{_number(state.timestamp_s)}',
        f'"imu":{{"gyro":{_list(state.gyro_frd_radps)},"accel_body":{_list(state.accel_frd_mps2)}}}',
    ]
    vectors = (
        ("position", state.position_ned_m),
        ("attitude", state.attitude_rpy_rad),
        ("quaternion", state.attitude_wxyz),
        ("velocity", state.velocity_ned_mps),
        ("velocity_wind", state.wind_ned_mps),
    )
    members += [f'"{key}":{_list(vector)}' for key, vector in vectors if vector is not None]
    if state.place_deg_m is not None:
        pairs = zip(("latitude", "longitude", "altitude"), state.place_deg_m, strict=True)
        members += [f'"{key}":{_number(value)}' for key, value in pairs]
    members += _ranges(state.ranges_m)
    if state.airspeed_mps is not None:
        members.append(f'"airspeed":{_number(state.airspeed_mps)}')
    members += _section("windvane", ("direction", "speed"), state.windvane)
    members += _section("battery", ("voltage", "current"), state.battery)
    members += _channels(state.rc_us)
    members += [f'"{key}":true' for key in ("no_time_sync", "no_lockstep") if getattr(state, key)]
    return members + _exact(state.exact)


def _ranges(ranges_m: Mapping[int, float]) -> list[str]:
    for number in ranges_m:
        if not 1 <= number <= RANGEFINDERS:
            raise ValueError(f"rangefinders are numbered 1 to {RANGEFINDERS}, not {number}")
    return [f'"rng_{number}":{_number(ranges_m[number])}' for number in sorted(ranges_m)]


def _channels(rc_us: Vector) -> list[str]:
    """All channels from the first on: without rc_1 its reader would find rc_10."""
    if not rc_us:
        return []
    if len(rc_us) > RC_CHANNELS:
        raise ValueError(f"the protocol has {RC_CHANNELS} RC channels, not {len(rc_us)}")
    inside = ",".join(f'"rc_{n}":{_number(pulse)}' for n, pulse in enumerate(rc_us, start=1))
    return [f'"rc":{{{inside}}}']


def _section(name: str, keys: tuple[str, ...], values: Vector | None) -> list[str]:
    if values is None:
        return []
    pairs = zip(keys, values, strict=True)
    inside = ",".join(f'"{key}":{_number(value)}' for key, value in pairs)
    return [f'"{name}":{{{inside}}}']


def _exact(columns: Mapping[str, Vector]) -> list[str]:
    if not columns:
        return []
    inside = ",".join(f'"{name.upper()}":{_list(values)}' for name, values in columns.items())
    return [f'"{EXACT}":{{{inside}}}']


def _list(values: Vector) -> str:
    return "[" + ",".join([_number(value) for value in values]) + "]"


def _number(value: float) -> str:
    if not isfinite(value):
        raise ValueError(f"a state holds finite numbers only, not {value}")
    # Of a numpy number the plain one, whose text is digits alone.
    return repr(float(value))
