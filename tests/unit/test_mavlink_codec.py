"""The check sum, the packing of values that do not fit, and speed beside pymavlink."""

from math import inf, isnan, nan
from time import perf_counter
from typing import Any

import pytest
from pymavlink.dialects.v20 import ardupilotmega as mavlink

from simloop.firmware.mavlink.crc import check_sum, mirrored_byte
from simloop.firmware.mavlink.frame import Frame, encode, read_frame
from simloop.firmware.mavlink.messages import BY_NAME
from simloop.firmware.mavlink.parser import Parser


def bitwise_crc(data: bytes) -> int:
    """CRC-16/MCRF4XX straight from its definition."""
    crc = 0xFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0x8408 if crc & 1 else 0)
    return crc


def test_check_value_of_the_catalogue() -> None:
    assert check_sum(b"12345678", mirrored_byte(ord("9"))) == (0x6F91).to_bytes(2, "little")


@pytest.mark.parametrize("length", (0, 1, 2, 9, 255, 280))
def test_check_sum_by_definition(length: int) -> None:
    data = bytes((37 * i + length) & 0xFF for i in range(length))
    assert check_sum(data, mirrored_byte(77)) == bitwise_crc(data + b"M").to_bytes(2, "little")


def round_trip(name: str, **fields: Any) -> Any:
    definition = BY_NAME[name]
    frame = read_frame(encode(definition, definition.values(fields), 0, 1, 1), 0)
    assert isinstance(frame, Frame)
    return frame.message


def test_numbers_that_do_not_fit_are_held_at_the_limit() -> None:
    message = round_trip(
        "GLOBAL_POSITION_INT", lat=2**40, lon=-(2**40), vx=40000, vy=-40000, hdg=-1
    )
    assert (message.lat, message.lon) == (2**31 - 1, -(2**31))
    assert (message.vx, message.vy, message.hdg) == (32767, -32768, 0)


def test_fractions_nan_and_infinity_in_whole_fields() -> None:
    message = round_trip("GLOBAL_POSITION_INT", lat=1.6, lon=nan, vx=inf, vy=-inf)
    assert (message.lat, message.lon, message.vx, message.vy) == (2, 0, 32767, -32768)


def test_large_floats_become_infinite_and_nan_stays() -> None:
    message = round_trip("ATTITUDE", roll=1e300, pitch=-1e300, yaw=nan)
    assert (message.roll, message.pitch) == (inf, -inf)
    assert isnan(message.yaw)


def test_arrays_that_do_not_fit() -> None:
    message = round_trip("BATTERY_STATUS", voltages=(-5, 70000, 3.7, *(0,) * 7))
    assert message.voltages == (0, 65535, 4, 0, 0, 0, 0, 0, 0, 0)


def test_a_misspelled_field_is_an_error() -> None:
    with pytest.raises(ValueError, match="ATTITUDE has no field rol"):
        BY_NAME["ATTITUDE"].values({"rol": 1.0})


def test_zeros_do_not_travel() -> None:
    definition = BY_NAME["ATTITUDE"]
    assert len(encode(definition, definition.values({}), 0, 1, 1)) == 10 + 1 + 2
    assert len(encode(definition, definition.values({"time_boot_ms": 5}), 0, 1, 1)) == 10 + 1 + 2
    assert len(encode(definition, definition.values({"roll": 1.0}), 0, 1, 1)) == 10 + 8 + 2


def test_unknown_extensions_at_the_end_are_left_out() -> None:
    definition = BY_NAME["SYSTEM_TIME"]
    payload = definition.pack((5, 6)) + b"\x01\x02\x03"
    body = bytes((len(payload), 0, 0, 0, 1, 1)) + (2).to_bytes(3, "little") + payload
    frame = read_frame(b"\xfd" + body + check_sum(body, definition.crc_extra_mirrored), 0)
    assert isinstance(frame, Frame)
    assert frame.message == (5, 6)


def test_faster_than_pymavlink() -> None:
    """Prints how much faster; nothing is asserted of time."""
    mav = mavlink.MAVLink(None, 1, 1)
    definition, parser = BY_NAME["ATTITUDE"], Parser()
    roll = 0.1

    def theirs() -> bytes:
        return mavlink.MAVLink_attitude_message(1, roll, 0.2, 0.3, 0.4, 0.5, 0.6).pack(mav)

    def ours() -> bytes:
        return encode(definition, (1, roll, 0.2, 0.3, 0.4, 0.5, 0.6), 0, 1, 1)

    raw = ours()
    assert raw == theirs()
    best = fastest(theirs, ours, lambda: mav.parse_char(raw), lambda: parser.feed(raw, 0))
    print(
        f"\nATTITUDE encoded in {best[1]:.2f} us, {best[0] / best[1]:.1f} times as fast as"
        f" pymavlink; decoded in {best[3]:.2f} us, {best[2] / best[3]:.1f} times as fast"
    )


def fastest(*calls: Any) -> list[float]:
    """Least time of each call in us, taken in turns."""
    best = [1e9] * len(calls)
    for _ in range(60):
        for place, call in enumerate(calls):
            start = perf_counter()
            for _ in range(200):
                call()
            best[place] = min(best[place], (perf_counter() - start) / 200 * 1e6)
    return best
