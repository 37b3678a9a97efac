"""The watch for one command: it is taken out wherever it stands, and nothing else is touched."""

from random import Random

import pytest
from pymavlink.dialects.v20 import all as mavlink

from simloop.firmware.mavlink.frame import LONGEST, Frame, encode
from simloop.firmware.mavlink.messages import BY_NAME
from simloop.firmware.mavlink.parser import SILENCE_US, Parser
from simloop.sitl.command_watch import CommandWatch

STATION = mavlink.MAVLink(None, 255, 190)
PING = BY_NAME["PING"]


def ping(number: int) -> bytes:
    values = PING.values({"time_usec": 0x5A5A_0000_0000 + number, "seq": number})
    return encode(PING, values, number & 0xFF, 213, 171)


def command(
    number: int = 420, first: float = 0.0, *, whole: bool = False, v1: bool = False
) -> bytes:
    if whole:
        message = mavlink.MAVLink_command_int_message(
            1, 1, 0, number, 0, 0, first, 1.0, 0.0, 0.0, 0, 0, 0.0
        )
    else:
        message = mavlink.MAVLink_command_long_message(1, 1, number, 0, first, 1.0, 0, 0, 0, 0, 0)
    return bytes(message.pack(STATION, force_mavlink1=v1))


class Bench:
    """A watch, what it lets pass, and what it takes."""

    def __init__(self, *, takes: bool = True) -> None:
        self.watch = CommandWatch(420)
        self.taken: list[float] = []
        self.passed = b""
        self.now_us = 0
        self._takes = takes

    def take(self, frame: Frame) -> bool:
        self.taken.append(frame.message.param1)
        return self._takes

    def feed(self, data: bytes) -> bytes:
        self.now_us += 10_000
        passed = self.watch.feed(data, self.now_us, self.take)
        self.passed += passed
        return passed


@pytest.mark.parametrize("whole", [False, True])
@pytest.mark.parametrize("v1", [False, True])
def test_a_command_is_taken_and_the_rest_passes(whole: bool, v1: bool) -> None:
    bench = Bench()
    bench.feed(ping(1) + command(first=4.0, whole=whole, v1=v1) + ping(2))
    assert bench.taken == [4.0]
    assert bench.passed == ping(1) + ping(2)


def test_other_commands_pass_and_so_does_one_that_is_not_wanted() -> None:
    bench = Bench(takes=False)
    bench.feed(command(400) + command(420) + command(512))
    assert bench.passed == command(400) + command(420) + command(512)
    assert bench.taken == [0.0]


@pytest.mark.parametrize("cut", range(1, len(command())))
def test_a_command_may_come_in_two_pieces(cut: int) -> None:
    bench = Bench()
    data = command(first=7.0)
    bench.feed(ping(1) + data[:cut])
    bench.feed(data[cut:] + ping(2))
    assert bench.taken == [7.0]
    assert bench.passed == ping(1) + ping(2)


def test_bytes_one_by_one() -> None:
    bench = Bench()
    stream = b"".join(ping(n) + command(first=float(n)) for n in range(5))
    for byte in stream:
        bench.feed(bytes((byte,)))
    assert bench.taken == [0.0, 1.0, 2.0, 3.0, 4.0]
    assert bench.passed == b"".join(ping(n) for n in range(5))


def test_a_command_inside_another_message_is_none() -> None:
    """Some peers carry frames in the fields of others: those are not for us."""
    tunnel = BY_NAME["STATUSTEXT"]
    carrier = encode(tunnel, tunnel.values({"text": command()}), 0, 255, 190)
    bench = Bench()
    bench.feed(carrier)
    assert bench.taken == [] and bench.passed == carrier


def test_what_is_damaged_is_handed_on_as_it_came() -> None:
    broken = bytearray(command())
    broken[20] ^= 1
    bench = Bench()
    bench.feed(bytes(broken) + ping(1))
    assert bench.taken == [] and bench.passed == bytes(broken) + ping(1)


def test_an_unfinished_frame_is_given_up_after_a_silence() -> None:
    bench = Bench()
    assert bench.feed(command()[:20]) == b""
    assert bench.watch.poll(bench.now_us + SILENCE_US - 1, bench.take) == b""
    assert bench.watch.poll(bench.now_us + SILENCE_US, bench.take) == command()[:20]
    assert bench.watch.kept == 0


def junk(chance: Random) -> bytes:
    """Random bytes, cut and flipped frames, headers that promise much."""
    kind = chance.randrange(5)
    raw = command(first=float(chance.randrange(100))) if kind % 2 else ping(chance.randrange(99))
    if kind == 0:
        return chance.randbytes(chance.randint(1, 300))
    if kind == 1:
        flipped = bytearray(raw)
        flipped[chance.randrange(len(raw))] ^= 1 << chance.randrange(8)
        return bytes(flipped)
    if kind == 2:
        # One byte short, the mark of the next frame could complete it.
        return raw[: chance.randrange(1, len(raw) - 1)]
    if kind == 3:
        return bytes(
            (0xFD, chance.choice((30, 33, 255)), chance.randrange(2), 0, 0, 255, 190, 76, 0, 0)
        )
    return b"\xfd\xfe" * chance.randint(1, 150)


def hostile(total: int, seed: int) -> None:
    """Genuine frames between all kinds of junk: each is handed on or taken at once."""
    chance = Random(seed)
    bench = Bench()
    fed = 0
    for number in range(1 << 30):
        if fed > total:
            break
        rubbish = junk(chance)
        bench.feed(rubbish)
        real = ping(number) if number % 3 else command(first=1000.0 + number)
        cut = chance.randrange(len(real))
        before = len(bench.taken)
        bench.feed(real[:cut])
        passed = bench.feed(real[cut:])
        fed += len(rubbish) + len(real)
        if number % 3:
            frames = Parser().feed(bench.passed[-2 * LONGEST :], 0)
            assert (213, number) in [(f.system, getattr(f.message, "seq", -1)) for f in frames]
            assert passed, "a good frame is not held back"
        else:
            assert 1000.0 + number in bench.taken[before:]
        assert bench.watch.kept <= LONGEST
        bench.passed = bench.passed[-2 * LONGEST :]


@pytest.mark.parametrize("seed", range(2))
def test_hostile_bytes_neither_raise_nor_delay_good_frames(seed: int) -> None:
    hostile(200_000, seed)


@pytest.mark.soak
def test_ten_million_hostile_bytes() -> None:
    hostile(10_000_000, 99)
