"""Betaflight's datagrams: sizes, bytes, and what is dropped."""

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simloop.wire.betaflight import (
    FDM_BYTES,
    MOTORS_BYTES,
    OUTPUTS_BYTES,
    RC_BYTES,
    FlightState,
    Outputs,
    Radio,
    decode_motors,
    decode_outputs,
    decode_radio,
    decode_state,
    encode_motors,
    encode_outputs,
    encode_radio,
    encode_state,
)


def test_sizes_are_those_that_were_measured() -> None:
    assert (FDM_BYTES, RC_BYTES, OUTPUTS_BYTES, MOTORS_BYTES) == (144, 40, 68, 16)


def test_the_bytes_are_those_of_the_structs() -> None:
    state = FlightState(
        1.5, (1, 2, 3), (4, 5, 6), (0.5, 0.25, 0.125, 0.0), (7, 8, 9), (10, 11, 12), 99000.0
    )
    numbers = (1.5, 1, 2, 3, 4, 5, 6, 0.5, 0.25, 0.125, 0, 7, 8, 9, 10, 11, 12, 99000.0)
    assert encode_state(state) == struct.pack("<18d", *numbers)
    radio = Radio(2.0, tuple(range(1000, 1016)))
    assert encode_radio(radio) == struct.pack("<d16H", 2.0, *range(1000, 1016))
    # A padded struct: the pulses begin at byte 4.
    raw = struct.pack("<H", 4) + b"\xaa\xbb" + struct.pack("<16f", *range(1000, 1016))
    assert decode_outputs(raw) == Outputs(4, tuple(float(n) for n in range(1000, 1016)))
    assert decode_motors(struct.pack("<4f", 0.0, 0.25, 0.5, 1.0)) == (0.0, 0.25, 0.5, 1.0)


@given(st.binary(max_size=200))
def test_any_datagram_is_read_or_dropped(data: bytes) -> None:
    for size, decode in (
        (144, decode_state),
        (40, decode_radio),
        (68, decode_outputs),
        (16, decode_motors),
    ):
        assert (decode(data) is None) == (len(data) != size)  # type: ignore[operator]


@given(st.lists(st.floats(width=32, allow_nan=False), min_size=16, max_size=16))
def test_round_trips(pulses: list[float]) -> None:
    outputs = Outputs(8, tuple(pulses))
    assert decode_outputs(encode_outputs(outputs)) == outputs
    shares = (pulses[0], pulses[1], pulses[2], pulses[3])
    assert decode_motors(encode_motors(shares)) == shares
    state = FlightState(1.0, shares[:3], pressure_pa=pulses[4])
    assert decode_state(encode_state(state)) == state
    radio = Radio(1.0, tuple(1000 + n for n in range(16)))
    assert decode_radio(encode_radio(radio)) == radio


@pytest.mark.parametrize("size", [0, 143, 145, 255])
def test_other_sizes_are_dropped(size: int) -> None:
    assert decode_state(bytes(size)) is None
