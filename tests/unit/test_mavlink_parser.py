"""The parser among garbage: what it keeps, what it drops, and what it never loses."""

from random import Random

import pytest

from simloop.firmware.mavlink.frame import LONGEST, encode, encode_1
from simloop.firmware.mavlink.messages import BY_NAME
from simloop.firmware.mavlink.parser import SILENCE_US, Parser

HEARTBEAT = BY_NAME["HEARTBEAT"]


def heartbeat(number: int = 0) -> bytes:
    values = HEARTBEAT.values({"custom_mode": number, "type": 6, "mavlink_version": 3})
    return encode(HEARTBEAT, values, number & 0xFF, 255, 190)


# A header that claims 255 bytes of a message that exists.
BOGUS = bytes((0xFD, 255, 0, 0, 9, 1, 1)) + BY_NAME["STATUSTEXT"].id.to_bytes(3, "little")


def modes(parser: Parser, data: bytes, now_us: int = 0) -> list[int]:
    return [frame.message.custom_mode for frame in parser.feed(data, now_us)]


def test_several_frames_in_one_datagram() -> None:
    parser = Parser()
    assert modes(parser, b"".join(map(heartbeat, range(5)))) == [0, 1, 2, 3, 4]
    assert (parser.frames, parser.dropped_bytes, parser.kept) == (5, 0, 0)


def test_a_stream_may_come_byte_by_byte() -> None:
    parser = Parser(datagrams=False)
    got = [mode for byte in heartbeat(1) + heartbeat(2) for mode in modes(parser, bytes((byte,)))]
    assert got == [1, 2]
    assert parser.dropped_bytes == 0


def test_a_bogus_length_swallows_nothing_in_a_datagram() -> None:
    parser = Parser()
    assert modes(parser, BOGUS + heartbeat(3) + b"\xfd\x09") == [3]
    assert parser.kept == 0


def test_a_bogus_length_swallows_nothing_in_a_stream() -> None:
    parser = Parser(datagrams=False)
    got = [
        mode
        for number in range(60)
        for mode in modes(parser, BOGUS * (number == 0) + heartbeat(number))
    ]
    assert got == list(range(len(got)))
    assert len(got) >= 60 - LONGEST // len(heartbeat())
    assert parser.bad_sums == 1


def test_silence_ends_an_unfinished_frame() -> None:
    parser = Parser(datagrams=False)
    assert modes(parser, BOGUS + heartbeat(4), 1000) == []
    assert parser.poll(1000 + SILENCE_US - 1) == []
    (frame,) = parser.poll(1000 + SILENCE_US)
    assert frame.message.custom_mode == 4
    assert parser.kept == 0


def test_half_a_frame_before_silence_is_forgotten() -> None:
    parser = Parser(datagrams=False)
    raw = heartbeat(5)
    modes(parser, raw[:10], 0)
    assert modes(parser, raw[10:], 2 * SILENCE_US) == []
    assert modes(parser, heartbeat(6), 2 * SILENCE_US) == [6]


def test_half_a_frame_at_the_end_of_a_datagram_is_forgotten() -> None:
    parser = Parser()
    raw = heartbeat(5)
    assert modes(parser, heartbeat(4) + raw[:10]) == [4]
    assert parser.kept == 0
    assert modes(parser, raw[10:] + heartbeat(6)) == [6]


def test_wrong_sums_are_counted() -> None:
    parser = Parser()
    raw = bytearray(heartbeat(7))
    raw[12] ^= 1
    assert modes(parser, bytes(raw)) == []
    assert parser.bad_sums == 1
    assert parser.dropped_bytes == len(raw)


def test_unknown_messages_are_counted_and_never_handed_up() -> None:
    parser = Parser()
    body = bytes((3, 0, 0, 0, 1, 1)) + (54321).to_bytes(3, "little") + b"abc"
    assert parser.feed(b"\xfd" + body + b"\x12\x34", 0) == []
    assert parser.unknown == 1


def test_flags_that_nobody_understands() -> None:
    raw = bytearray(heartbeat(8))
    raw[2] = 0x02
    assert modes(Parser(), bytes(raw) + heartbeat(9)) == [9]


def test_mavlink_1_between_mavlink_2() -> None:
    old = encode_1(HEARTBEAT, HEARTBEAT.values({"custom_mode": 11}), 0, 255, 190)
    assert modes(Parser(), heartbeat(10) + old + heartbeat(12)) == [10, 11, 12]


@pytest.mark.parametrize("datagrams", (True, False))
def test_never_keeps_more_than_one_frame(datagrams: bool) -> None:
    chance = Random(4)
    parser = Parser(datagrams=datagrams)
    for _ in range(3000):
        parser.feed(BOGUS * chance.randint(0, 3) + chance.randbytes(chance.randint(0, 90)), 0)
        assert parser.kept <= LONGEST
