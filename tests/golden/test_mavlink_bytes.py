"""Every message of the tables, byte for byte as pymavlink has it, both ways."""

import struct
from math import isnan
from random import Random
from typing import Any

import pytest
from pymavlink.dialects.v20 import all as mavlink
from pymavlink.generator.mavcrc import x25crc

from simloop.firmware.mavlink.definition import Definition
from simloop.firmware.mavlink.frame import Frame, encode, encode_1, read_frame
from simloop.firmware.mavlink.messages import BY_ID, BY_NAME

SYSTEM, COMPONENT = 7, 1
ROUNDS = 60
# Not in this version of pymavlink; its CRC_EXTRA is computed below.
ABSENT = {"PROTOCOL_VERSION"}
LIMITS = {"b": (-128, 127), "B": (0, 255), "h": (-(2**15), 2**15 - 1), "H": (0, 2**16 - 1)}
LIMITS |= {"i": (-(2**31), 2**31 - 1), "I": (0, 2**32 - 1)}
LIMITS |= {"q": (-(2**63), 2**63 - 1), "Q": (0, 2**64 - 1)}
CODES = {"uint8_t": "B", "int8_t": "b", "uint16_t": "H", "int16_t": "h", "uint32_t": "I"}
CODES |= {"int32_t": "i", "uint64_t": "Q", "int64_t": "q", "float": "f", "double": "d"}

KNOWN = [definition for definition in BY_NAME.values() if definition.name not in ABSENT]


def number(code: str, chance: Random) -> Any:
    if code in "fd":
        value = chance.choice((0.0, 1.5, -2.25, chance.uniform(-1e6, 1e6), float("inf")))
        return struct.unpack("<f", struct.pack("<f", value))[0] if code == "f" else value
    low, high = LIMITS[code]
    return chance.choice((0, 0, low, high, chance.randint(low, high)))


def random_fields(peer: Any, chance: Random) -> dict[str, Any]:
    """Values by name as our codec takes them."""
    lengths = dict(zip(peer.ordered_fieldnames, peer.array_lengths, strict=True))
    fields: dict[str, Any] = {}
    for name, kind in zip(peer.fieldnames, peer.fieldtypes, strict=True):
        count = lengths[name]
        if kind == "char":
            text = bytes(chance.randint(65, 90) for _ in range(chance.randint(0, count)))
            fields[name] = text
        elif kind == "uint8_t" and count:
            fields[name] = bytes(chance.randint(0, 255) for _ in range(count))
        elif count:
            fields[name] = tuple(number(CODES[kind], chance) for _ in range(count))
        else:
            fields[name] = number(CODES[kind], chance)
    return fields


def peer_message(peer: Any, fields: dict[str, Any]) -> Any:
    return peer(**{k: list(v) if isinstance(v, tuple) else v for k, v in fields.items()})


@pytest.mark.parametrize("definition", KNOWN, ids=lambda d: d.name)
def test_frames_equal_those_of_pymavlink(definition: Definition) -> None:
    peer = mavlink.mavlink_map[definition.id]
    chance = Random(definition.id)
    mav = mavlink.MAVLink(None, SYSTEM, COMPONENT)
    for sequence in range(ROUNDS):
        fields = random_fields(peer, chance)
        mav.seq = sequence
        values = definition.values(fields)
        theirs = peer_message(peer, fields)
        raw = encode(definition, values, sequence, SYSTEM, COMPONENT)
        assert raw == theirs.pack(mav)
        frame = read_frame(raw, 0)
        assert isinstance(frame, Frame)
        assert (frame.system, frame.component, frame.sequence) == (SYSTEM, COMPONENT, sequence)
        assert_same(frame.message, values)


@pytest.mark.parametrize("definition", KNOWN, ids=lambda d: d.name)
def test_reads_what_pymavlink_reads(definition: Definition) -> None:
    """And in MAVLink 1 without extensions."""
    peer = mavlink.mavlink_map[definition.id]
    chance = Random(1000 + definition.id)
    mav = mavlink.MAVLink(None, SYSTEM, COMPONENT)
    for _ in range(ROUNDS):
        values = definition.values(random_fields(peer, chance))
        theirs = mav.decode(bytearray(encode(definition, values, 0, SYSTEM, COMPONENT)))
        for name, value in zip(definition.fields, values, strict=True):
            assert_equal(getattr(theirs, name), value)
        if definition.id < 256:
            old = encode_1(definition, values, 0, SYSTEM, COMPONENT)
            assert len(old) == 8 + definition.base_size
            frame = read_frame(old, 0)
            assert isinstance(frame, Frame)
            assert frame.version == 1
            base = definition.base_size
            assert definition.pack(frame.message)[:base] == definition.pack(values)[:base]


def test_reads_extensions_in_mavlink_1() -> None:
    """pymavlink writes them when it is told to speak the old version."""
    mav = mavlink.MAVLink(None, SYSTEM, COMPONENT)
    raw = mavlink.MAVLink_mission_count_message(1, 1, 3, 2).pack(mav, force_mavlink1=True)
    frame = read_frame(raw, 0)
    assert isinstance(frame, Frame)
    assert (frame.version, frame.message.count, frame.message.mission_type) == (1, 3, 2)


def assert_same(message: Any, values: tuple[Any, ...]) -> None:
    for got, sent in zip(message, values, strict=True):
        assert_equal(got, sent)


def assert_equal(got: Any, sent: Any) -> None:
    if isinstance(sent, bytes):
        raw = got.encode("latin-1") if isinstance(got, str) else bytes(got)
        assert raw.rstrip(b"\0") == sent.rstrip(b"\0")
    elif isinstance(sent, tuple):
        assert list(got) == list(sent)
    else:
        assert got == sent or (isnan(got) and isnan(sent))


def test_old_frames_equal_those_of_pymavlink() -> None:
    """Of messages without extensions, where both mean the same bytes."""
    checked = 0
    for definition in KNOWN:
        if definition.id > 255 or definition.size != definition.base_size:
            continue
        peer = mavlink.mavlink_map[definition.id]
        mav = mavlink.MAVLink(None, SYSTEM, COMPONENT)
        fields = random_fields(peer, Random(definition.id))
        theirs = peer_message(peer, fields).pack(mav, force_mavlink1=True)
        assert encode_1(definition, definition.values(fields), 0, SYSTEM, COMPONENT) == theirs
        checked += 1
    assert checked > 30


def test_crc_extra_of_the_absent_message() -> None:
    crc = x25crc()
    crc.accumulate_str("PROTOCOL_VERSION uint16_t version uint16_t min_version ")
    crc.accumulate_str("uint16_t max_version ")
    for name in ("spec_version_hash", "library_version_hash"):
        crc.accumulate_str(f"uint8_t {name} ")
        crc.accumulate([8])
    assert BY_NAME["PROTOCOL_VERSION"].crc_extra == (crc.crc & 0xFF) ^ (crc.crc >> 8)


def test_tables_agree_with_the_definitions() -> None:
    assert len(BY_ID) == len(BY_NAME) > 70
    for definition in KNOWN:
        peer = mavlink.mavlink_map[definition.id]
        assert definition.name == peer.msgname
        assert definition.fields == tuple(peer.ordered_fieldnames)
        assert definition.crc_extra == peer.crc_extra
        assert definition.size == peer.unpacker.size
