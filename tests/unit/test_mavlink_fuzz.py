"""Millions of bytes of garbage with genuine messages between them: none is lost, nothing grows."""

import gc
import tracemalloc
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from simloop.firmware.mavlink.definition import Definition
from simloop.firmware.mavlink.frame import LONGEST, Frame, encode, read_frame
from simloop.firmware.mavlink.messages import BY_NAME
from simloop.firmware.mavlink.parser import Parser

PING = BY_NAME["PING"]
# A sender that garbage will hardly hit upon.
SYSTEM, COMPONENT = 213, 171


def genuine(number: int) -> bytes:
    values = PING.values({"time_usec": 0x5A5A_0000_0000 + number, "seq": number})
    return encode(PING, values, number & 0xFF, SYSTEM, COMPONENT)


def absurd(definition: Definition, chance: Random) -> bytes:
    """A frame with a right sum and any bits in its fields."""
    values: Any = definition.unpack(chance.randbytes(definition.size))
    return encode(definition, values, chance.randrange(256), chance.randrange(256), 1)


def garbage(chance: Random) -> Iterator[bytes]:
    """Random bytes, flipped bits, cut frames, absurd frames, and headers that promise much."""
    definitions = list(BY_NAME.values())
    while True:
        kind = chance.randrange(5)
        raw = absurd(chance.choice(definitions), chance)
        if kind == 0:
            yield chance.randbytes(chance.randint(1, 300))
        elif kind == 1:
            flipped = bytearray(raw)
            flipped[chance.randrange(len(raw))] ^= 1 << chance.randrange(8)
            yield bytes(flipped)
        elif kind == 2:
            yield raw[: chance.randrange(len(raw))]
        elif kind == 3:
            yield raw
        else:
            yield bytes((0xFD, 255, chance.randrange(2), 0)) + raw[4:]


def deliver(parser: Parser, total: int, seed: int) -> tuple[bytes, dict[int, int]]:
    """Feed garbage and genuine messages in turn: all bytes, and where each lost message began."""
    chance = Random(seed)
    source = garbage(chance)
    fed = bytearray()
    missing: dict[int, int] = {}
    number = now_us = 0
    while len(fed) < total:
        junk, real = next(source), genuine(number)
        missing[number] = len(fed) + len(junk)
        # In datagrams garbage and messages come apart or together.
        for data in (junk + real,) if chance.random() < 0.5 else (junk, real):
            strike(missing, parser.feed(data, now_us))
            fed += data
            assert parser.kept <= LONGEST
        number += 1
        now_us += 1000
    strike(missing, parser.poll(now_us + 10_000_000))
    return bytes(fed), missing


def strike(missing: dict[int, int], frames: list[Any]) -> None:
    for frame in frames:
        if (frame.system, frame.component) == (SYSTEM, COMPONENT):
            assert missing.pop(frame.message.seq) > 0


def is_covered(fed: bytes, place: int) -> bool:
    """Does a whole frame with a right sum lie over this place? 16 bits let some garbage pass."""
    for start in range(max(place - LONGEST, 0), place):
        found = read_frame(fed, start) if fed[start] in (0xFD, 0xFE) else None
        if isinstance(found, Frame) and start + found.length > place:
            return True
    return False


@pytest.mark.parametrize("datagrams", (True, False))
def test_garbage_costs_no_message(datagrams: bool) -> None:
    parser = Parser(datagrams=datagrams)
    fed, missing = deliver(parser, 300_000, seed=1)
    assert not missing
    assert fed.count(bytes((SYSTEM, COMPONENT, PING.id, 0, 0))) > 3000
    assert min(parser.bad_sums, parser.unknown, parser.dropped_bytes) > 100


def memory() -> int:
    gc.collect()
    return tracemalloc.get_traced_memory()[0]


def test_memory_stays_flat() -> None:
    parser = Parser(datagrams=False)
    tracemalloc.start()
    try:
        deliver(parser, 60_000, seed=2)
        before = memory()
        deliver(parser, 120_000, seed=3)
        grown = memory() - before
    finally:
        tracemalloc.stop()
    assert grown < 2000


@pytest.mark.soak
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("datagrams", (True, False))
def test_ten_million_bytes_cost_no_message(datagrams: bool) -> None:
    fed, missing = deliver(Parser(datagrams=datagrams), 10_000_000, seed=5)
    assert all(is_covered(fed, place) for place in missing.values())
    assert len(missing) < 1e-4 * fed.count(bytes((SYSTEM, COMPONENT, PING.id, 0, 0)))
