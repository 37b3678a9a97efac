"""The port of one ArduPilot: one answer per packet, whoever repeats, restarts or interferes."""

import socket
from collections.abc import Iterator
from contextlib import closing

import pytest

from simloop.links.ardupilot.servo_port import ServoPort
from simloop.timing.wall import WallClock
from simloop.wire.ardupilot_json import ServoPacket, encode_servos

Told = list[tuple[str, str]]
SECOND_NS = 10**9


class Peer:
    """A socket that sends servo packets and looks for answers."""

    def __init__(self, port: int) -> None:
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.settimeout(5.0)
        self._to = ("127.0.0.1", port)

    def ask(self, count: int, *pulses: int, channels: int = 16) -> None:
        padded = (*pulses, *(0,) * (channels - len(pulses)))
        self.send(encode_servos(ServoPacket(1200, count, padded)))

    def send(self, data: bytes) -> None:
        self.socket.sendto(data, self._to)

    def answer(self) -> bytes:
        return self.socket.recv(65000)

    def has_no_answer(self) -> bool:
        """Loopback is in order and at once: what is not there by now was not sent."""
        self.socket.setblocking(False)
        try:
            self.socket.recv(65000)
        except BlockingIOError:
            return True
        finally:
            self.socket.settimeout(5.0)
        return False


@pytest.fixture
def told() -> Told:
    return []


@pytest.fixture
def clock() -> list[int]:
    """Nanoseconds of the wall, which only the test moves."""
    return [0]


@pytest.fixture
def port(told: Told, clock: list[int]) -> Iterator[ServoPort]:
    def tell(what: str, detail: str) -> None:
        told.append((what, detail))

    wall = WallClock(monotonic_ns=lambda: clock[0])
    with closing(ServoPort("127.0.0.1", 0, tell, wall)) as it:
        yield it


@pytest.fixture
def peer(port: ServoPort) -> Iterator[Peer]:
    made = Peer(port.port)
    with closing(made.socket):
        yield made


@pytest.fixture
def other(port: ServoPort) -> Iterator[Peer]:
    made = Peer(port.port)
    with closing(made.socket):
        yield made


def step(port: ServoPort, state: bytes) -> tuple[int, ...]:
    """One step of the simulator: the pulses it was asked for."""
    assert port.poll(5.0)
    assert port.packet is not None
    pulses = port.packet.pulses_us
    port.answer(state)
    return pulses


def test_every_packet_gets_its_answer(port: ServoPort, peer: Peer) -> None:
    assert not port.poll(0.0)
    for count in range(3):
        peer.ask(count, 1000 + count)
        assert step(port, b"state %d" % count)[0] == 1000 + count
        assert peer.answer() == b"state %d" % count


def test_first_packets_have_all_outputs_off(port: ServoPort, peer: Peer) -> None:
    peer.ask(0)
    assert step(port, b"0") == (0,) * 16


def test_a_packet_asked_again_after_the_answer_gets_the_old_state(
    port: ServoPort, peer: Peer
) -> None:
    peer.ask(0)
    step(port, b"old")
    peer.answer()  # ... which is taken for lost
    peer.ask(0)
    assert not port.poll(0.5)
    assert peer.answer() == b"old"
    peer.ask(1)
    step(port, b"new")
    assert peer.answer() == b"new"


def test_repeats_before_the_answer_are_satisfied_by_it(port: ServoPort, peer: Peer) -> None:
    for _ in range(4):
        peer.ask(7)
    step(port, b"once")
    assert peer.answer() == b"once"
    assert peer.has_no_answer()
    assert not port.poll(0.0)
    assert peer.has_no_answer()


def test_a_count_that_falls_is_a_restart_if_it_is_asked_again(
    port: ServoPort, peer: Peer, told: Told, clock: list[int]
) -> None:
    peer.ask(5)
    step(port, b"5")
    peer.ask(0)
    assert not port.poll(0.0)
    clock[0] += SECOND_NS
    peer.ask(0)
    step(port, b"0")
    assert told == [
        ("out of order", "frame 0 after 5 is passed over"),
        ("restarted", "counts from 0 again, was 5"),
    ]
    assert [peer.answer(), peer.answer()] == [b"5", b"0"]


def test_old_datagrams_are_dropped_and_told_once(
    port: ServoPort, peer: Peer, told: Told, clock: list[int]
) -> None:
    """However long it goes on: the peer is alive, so nobody has restarted."""
    for count in range(100, 130):
        peer.ask(count, 1500)
        assert step(port, b"state")[0] == 1500
        for old in (count - 1, 0, count - 40, count - 2**31, count + 2**31 + 5, count + 10**6):
            peer.ask(old % 2**32, 1900)
            assert not port.poll(0.0)
            clock[0] += SECOND_NS
    assert port.boots == 1
    assert [what for what, _ in told] == ["out of order"]


def test_a_count_may_wrap(port: ServoPort, peer: Peer, told: Told) -> None:
    for count in (2**32 - 2, 2**32 - 1, 0, 1):
        peer.ask(count)
        step(port, b"state")
    assert told == []


def test_channels_may_change_from_packet_to_packet(port: ServoPort, peer: Peer) -> None:
    peer.ask(0, 1100)
    assert len(step(port, b"0")) == 16
    peer.ask(1, 1200, channels=32)
    assert len(step(port, b"1")) == 32
    peer.ask(2, 1300)
    assert step(port, b"2")[0] == 1300


def test_a_second_sender_does_not_get_between(
    port: ServoPort, peer: Peer, other: Peer, told: Told
) -> None:
    peer.ask(0, 1100)
    step(port, b"0")
    for count in (1, 2):
        other.ask(count, 1900)
        peer.ask(count, 1100)
        assert step(port, b"next")[0] == 1100
    assert other.has_no_answer()
    assert [what for what, _ in told] == ["second sender"]


def test_a_new_sender_takes_over_once_the_old_is_silent(
    port: ServoPort, peer: Peer, other: Peer, told: Told, clock: list[int]
) -> None:
    peer.ask(9, 1100)
    step(port, b"9")
    # A burst is no second question: the peer may be busy with our answer.
    for _ in range(20):
        other.ask(0, 1500)
        assert not port.poll(0.0)
    clock[0] += SECOND_NS
    other.ask(0, 1500)
    assert step(port, b"0")[0] == 1500
    assert other.answer() == b"0"
    assert [what for what, _ in told] == ["second sender", "restarted"]


def test_what_is_no_servo_packet_is_counted_and_named_once(
    port: ServoPort, peer: Peer, told: Told
) -> None:
    for junk in (b"", b"x" * 40, b"x" * 4000):
        peer.send(junk)
        assert not port.poll(0.0)
    assert port.refused == 3
    assert len(told) == 1
    assert told[0][1].startswith("a servo packet has 40 or 72 bytes, not 0")
    peer.ask(0)
    step(port, b"0")
    assert peer.answer() == b"0"


def test_junk_without_end_does_not_keep_a_wait_from_ending(port: ServoPort, peer: Peer) -> None:
    for _ in range(200):
        peer.send(b"junk")
    assert not port.poll(5.0)


def test_the_newest_is_taken_without_lockstep(port: ServoPort, peer: Peer) -> None:
    assert port.take_newest() is None
    for count in range(5):
        peer.ask(count, 1000 + count)
    newest = port.take_newest()
    assert newest is not None
    assert newest.pulses_us[0] == 1004
    port.send(b"unasked")
    assert peer.answer() == b"unasked"


def test_nothing_is_answered_after_the_end(port: ServoPort, peer: Peer) -> None:
    peer.ask(0)
    assert port.poll(5.0)
    port.close()
    port.answer(b"too late")
    assert peer.has_no_answer()


def test_a_port_that_is_taken_is_told_with_the_fix(port: ServoPort) -> None:
    with pytest.raises(ValueError, match=rf"udp 127.0.0.1:{port.port} cannot be opened .*'port:'"):
        ServoPort("127.0.0.1", port.port, lambda what, detail: None)
