"""PX4's simulator messages, byte for byte against pymavlink, and hostile streams."""

from collections.abc import Callable
from itertools import pairwise
from math import isnan
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pymavlink.dialects.v20 import common as mavlink

from simloop.wire.mavlink_frame import Frame, FrameReader, checksum, pack
from simloop.wire.px4_hil import (
    EXTRAS,
    MESSAGES,
    CommandAck,
    CommandLong,
    Heartbeat,
    HilActuatorControls,
    HilGps,
    HilSensor,
    HilStateQuaternion,
    Px4Message,
    RcChannels,
    decode,
    encode,
)

PULSES = tuple(1000 + 10 * n for n in range(18))
CONTROLS = tuple(n / 16.0 for n in range(16))
PAIRS: list[tuple[Px4Message, Callable[[], Any]]] = [
    (
        HilSensor(
            4000,
            (0.5, -0.25, -9.75),
            (0.125, -0.5, 0.25),
            (0.25, 0.0625, 0.5),
            1013.25,
            0.5,
            12.5,
            21.5,
            0x80001FFF,
            1,
        ),
        lambda: mavlink.MAVLink_hil_sensor_message(
            4000, 0.5, -0.25, -9.75, 0.125, -0.5, 0.25, 0.25, 0.0625, 0.5,
            1013.25, 0.5, 12.5, 21.5, 0x80001FFF, 1,
        ),
    ),
    (
        HilGps(
            10**6, 473977418, -85455938, 488123, 90, 150, 1234, (-100, 250, 7), 11180, 3, 14, 2, 9
        ),
        lambda: mavlink.MAVLink_hil_gps_message(
            10**6, 3, 473977418, -85455938, 488123, 90, 150, 1234, -100, 250, 7, 11180, 14, 2, 9
        ),
    ),
    (
        HilStateQuaternion(
            8000,
            (0.5, -0.5, 0.5, -0.5),
            (0.25, 0.5, -0.75),
            473977418,
            85455938,
            -1500,
            (10, -20, 30),
            1500,
            1600,
            (1, -2, 1000),
        ),
        lambda: mavlink.MAVLink_hil_state_quaternion_message(
            8000, [0.5, -0.5, 0.5, -0.5], 0.25, 0.5, -0.75, 473977418, 85455938, -1500,
            10, -20, 30, 1500, 1600, 1, -2, 1000,
        ),
    ),
    (
        RcChannels(77, PULSES, 16, 200),
        lambda: mavlink.MAVLink_rc_channels_message(77, 16, *PULSES, 200),
    ),
    (
        HilActuatorControls(4000, 1, CONTROLS, 129),
        lambda: mavlink.MAVLink_hil_actuator_controls_message(4000, list(CONTROLS), 129, 1),
    ),
    (Heartbeat(), lambda: mavlink.MAVLink_heartbeat_message(0, 8, 0, 0, 4, 3)),
    (
        CommandLong((115.0, 5000.0, 0, 0, 0, 0, 0), 511, 1, 2, 3),
        lambda: mavlink.MAVLink_command_long_message(1, 2, 511, 3, 115, 5000, 0, 0, 0, 0, 0),
    ),
    (CommandAck(511, 0), lambda: mavlink.MAVLink_command_ack_message(511, 0)),
]  # fmt: skip


@pytest.mark.parametrize(("ours", "theirs"), PAIRS, ids=lambda each: type(each).__name__)
def test_the_bytes_are_those_of_pymavlink(ours: Px4Message, theirs: Callable[[], Any]) -> None:
    link = mavlink.MAVLink(None, srcSystem=7, srcComponent=9)
    link.seq = 200
    wanted = theirs().pack(link)
    assert encode(ours, 200, system_id=7, component_id=9) == wanted
    (frame,) = FrameReader(EXTRAS).feed(wanted)
    assert (frame.sequence, frame.system_id, frame.component_id) == (200, 7, 9)
    assert decode(frame) == ours


def test_sizes_are_those_of_the_sheet() -> None:
    sizes = {107: 65, 113: 39, 115: 64, 93: 81}
    assert {number: MESSAGES[number].LAYOUT.size for number in sizes} == sizes


def test_a_number_that_does_not_fit_is_told_with_its_message() -> None:
    with pytest.raises(ValueError, match="HilGps cannot be sent"):
        encode(HilGps(0, eph_cm=70000))


def test_what_mavlink_cuts_off_is_zero() -> None:
    short = Frame(93, (4000).to_bytes(8, "little"))
    assert decode(short) == HilActuatorControls(4000, 0, mode=0)
    assert decode(Frame(4242, b"")) is None


def test_the_checksum_of_the_textbook() -> None:
    assert checksum(b"12345678", ord("9")) == 0x6F91


@given(
    messages=st.lists(st.sampled_from([pair[0] for pair in PAIRS]), max_size=6),
    garbage=st.lists(st.binary(max_size=40).map(lambda b: b.replace(b"\xfd", b"")), max_size=7),
    cuts=st.lists(st.integers(0, 400), max_size=8),
)
def test_frames_are_found_whatever_lies_between_and_wherever_it_is_cut(
    messages: list[Px4Message], garbage: list[bytes], cuts: list[int]
) -> None:
    stream = b""
    for number, message in enumerate(messages):
        stream += garbage[number] if number < len(garbage) else b""
        stream += encode(message, number)
    reader, found = FrameReader(EXTRAS), []
    places = [0, *sorted(min(cut, len(stream)) for cut in cuts), len(stream)]
    for begin, end in pairwise(places):
        found += reader.feed(stream[begin:end])
    assert [decode(frame) for frame in found] == messages


@given(st.lists(st.binary(max_size=300), max_size=20))
def test_no_bytes_break_the_reader(chunks: list[bytes]) -> None:
    reader = FrameReader(EXTRAS)
    for chunk in chunks:
        for frame in reader.feed(chunk):
            decode(frame)
    # After any garbage, frames are found again once what looked like one has passed.
    frames = reader.feed(b"\0" * 600 + encode(Heartbeat()))
    assert decode(frames[-1]) == Heartbeat()


@given(st.binary(max_size=255), st.sampled_from(sorted(MESSAGES)))
def test_any_payload_decodes(payload: bytes, number: int) -> None:
    frame = Frame(number, payload or b"\0")
    (found,) = FrameReader(EXTRAS).feed(pack(frame, EXTRAS[number]))
    message = decode(found)
    assert message is not None
    if isinstance(message, HilActuatorControls):
        assert len(message.controls) == 16
        assert all(isinstance(value, float) or isnan(value) for value in message.controls)


@pytest.mark.parametrize("signed", [0, 1])
def test_a_header_that_promises_much_holds_no_answer_back(signed: int) -> None:
    """In lockstep nothing follows an answer until it has been heard."""
    false = bytes((0xFD, 255, signed, 0, 0, 1, 1, HilActuatorControls.ID, 0, 0))
    answer = encode(HilActuatorControls(4000, 1, (0.5,) * 16, 129))
    reader = FrameReader(EXTRAS)
    for junk in (false, false * 3, false + bytes(50), b"\xfd" * 7):
        assert len(reader.feed(junk + answer)) == 1
    assert len(reader.feed(answer[:30])) == 0
    assert len(reader.feed(answer[30:])) == 1


def test_junk_is_not_summed_up_byte_by_byte(monkeypatch: pytest.MonkeyPatch) -> None:
    sums = []

    def counted(data: bytes, extra: int) -> int:
        sums.append(len(data))
        return checksum(data, extra)

    monkeypatch.setattr("simloop.wire.mavlink_frame.checksum", counted)
    reader = FrameReader(EXTRAS)
    assert reader.feed(b"\xfd" * 60_000) == []
    assert sums == []
    assert len(reader.feed(encode(HilActuatorControls(1)))) == 1
    assert reader.passed_over == 60_000
