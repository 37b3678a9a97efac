"""Junk on ports that are shared or streams: not one genuine frame is lost, and it costs little."""

import socket
from collections.abc import Callable, Iterator
from contextlib import closing
from random import Random
from typing import Any

import pytest

from link_bench import LinkBench, Peer
from simloop.firmware.mavlink import frame as frame_module
from simloop.firmware.mavlink.frame import encode
from simloop.firmware.mavlink.messages import BY_NAME
from simloop.firmware.mavlink.parser import FEW, MOST_BAD, SILENCE_US, Parser
from simloop.links.mavlink import Config, station
from simloop.links.mavlink.endpoint import Endpoint
from simloop.links.mavlink.frames import FrameCutter
from simloop.links.mavlink.station import MOST_PEERS, SILENT_S
from simloop.links.mavlink.switchboard import Switchboard
from simloop.messages.simloop_msgs import SerialData
from simloop.server.simulation import Simulation
from simloop.sitl.serial_wire import SERIAL_IN
from waiting import wait_until

HERE = "127.0.0.1"
FRAMES = 300
PING = BY_NAME["PING"]


def ping(number: int, target: int = 0) -> bytes:
    values = PING.values({"seq": number, "time_usec": 1 + number, "target_system": target})
    return encode(PING, values, number & 0xFF, 213, 171)


def junk(chance: Random) -> bytes:
    """Random bytes, or a header that promises much; a fifth of all bytes."""
    if chance.random() < 0.3:
        return bytes((0xFD, 255, 0, 0, 0, 1, 1, 76, 0, 0))
    return chance.randbytes(chance.randint(1, 16))


def with_junk(number: int, chance: Random) -> bytes:
    return junk(chance) + ping(number)


@pytest.fixture
def board() -> Iterator[Switchboard]:
    board = Switchboard()
    yield board
    board.close()


def free_port(kind: socket.SocketKind) -> int:
    with closing(socket.socket(socket.AF_INET, kind)) as probe:
        probe.bind((HERE, 0))
        port: int = probe.getsockname()[1]
        return port


def test_a_stream_loses_no_frame_to_junk(board: Switchboard) -> None:
    received: list[bytes] = []
    port = free_port(socket.SOCK_STREAM)
    board.join(Endpoint("tcpin", HERE, port), received.append)
    chance = Random(1)
    sent = [ping(number) for number in range(FRAMES)]
    with closing(socket.create_connection((HERE, port))) as client:
        data = b"".join(junk(chance) + each for each in sent)
        while data:
            size = chance.randint(1, 400)
            client.sendall(data[:size])
            data = data[size:]
        # The last frame may stand behind a header that promises more: it is given up in time.
        wait_until(lambda: [each for each in received if each in sent] == sent)


def test_a_shared_port_loses_no_frame_to_junk(board: Switchboard) -> None:
    received: dict[int, list[bytes]] = {1: [], 2: []}
    port = free_port(socket.SOCK_DGRAM)
    for system, taken in received.items():
        board.join(Endpoint("udpin", HERE, port), taken.append).system = system
    chance = Random(2)
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as client:
        for number in range(FRAMES):
            client.sendto(junk(chance) + ping(number, 1 + number % 2), (HERE, port))
            if number % 20 == 0:
                wait_until(lambda done=number + 1: sum(map(len, received.values())) == done)
        wait_until(lambda: sum(map(len, received.values())) == FRAMES)
    assert received[1] == [ping(number, 1) for number in range(0, FRAMES, 2)]
    assert received[2] == [ping(number, 2) for number in range(1, FRAMES, 2)]


def test_a_false_header_holds_nobody_up_for_ever() -> None:
    cutter = FrameCutter(datagrams=False)
    head = bytes((0xFD, 255, 0, 0, 0, 1, 1, 76, 0, 0))
    assert cutter.feed(head + ping(1), 0) == []
    assert cutter.waits
    assert cutter.poll(SILENCE_US) == [(0, ping(1))]
    assert not cutter.waits


@pytest.mark.parametrize(
    "flood",
    [b"\xfd" * 60_000, b"\xfe" * 60_000, b"\xfd\0\0\0\0\0\0\0\0\0" * 6000],
    ids=["marks of 2", "marks of 1", "heads"],
)
def test_a_flood_of_marks_is_searched_at_once(
    flood: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[int] = []
    real: Callable[..., Any] = frame_module.read_frame
    monkeypatch.setattr(
        frame_module, "read_frame", lambda data, at: (looks.append(at), real(data, at))[1]
    )
    parser = Parser()
    assert parser.feed(flood, 0) == []
    assert len(looks) <= MOST_BAD + FEW
    assert parser.dropped_bytes == len(flood)


def test_a_frame_behind_many_marks_is_found() -> None:
    for count in (1, FEW - 1, FEW, FEW + 1, 5000):
        for mark in (b"\xfd", b"\xfe"):
            found = Parser().feed(mark * count + ping(7) + mark * count + ping(8), 0)
            assert [frame.message.seq for frame in found] == [7, 8], (count, mark)


def test_who_falls_silent_makes_room(board: Switchboard, monkeypatch: pytest.MonkeyPatch) -> None:
    now_us = 0
    monkeypatch.setattr(station, "_now_us", lambda: now_us)
    received: list[bytes] = []
    port = free_port(socket.SOCK_DGRAM)
    seat = board.join(Endpoint("udpin", HERE, port), received.append)

    def stranger() -> socket.socket:
        made = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        made.settimeout(30.0)
        made.sendto(b"hello", (HERE, port))
        return made

    crowd = []
    for number in range(MOST_PEERS):
        crowd.append(stranger())
        wait_until(lambda count=number + 1: len(received) == count)
    late = stranger()
    wait_until(lambda: len(received) == MOST_PEERS + 1)
    now_us = round(SILENT_S * 1e6)
    late.sendto(b"again", (HERE, port))
    wait_until(lambda: len(received) == MOST_PEERS + 2)
    seat.send(b"answer")
    assert late.recv(100) == b"answer"
    for each in (*crowd, late):
        each.close()


def setup_signing(key: bytes) -> bytes:
    definition = BY_NAME["SETUP_SIGNING"]
    fields = {"target_system": 1, "target_component": 1, "secret_key": key}
    return encode(definition, definition.values(fields), 0, 255, 190)


def test_an_unmarked_line_sets_no_key_and_the_log_says_so() -> None:
    for marked, told in (((), "Signing key refused"), (("udpin::14551",), "Signing key set")):
        links = {"endpoints": ["udpin::14551"], "key_setup": list(marked)}
        simulation = Simulation.load("stand", sets=[f"links.mavlink={links}"], compiled=False)
        line = simulation.bus.advertise(SERIAL_IN, SerialData, "test", by="test", external=True)
        line.publish(SerialData(0, setup_signing(b"k" * 32)))
        simulation.advance(20)
        events = [e.detail["detail"] for e in simulation.log.events if e.name == "signing"]
        assert len(events) == 1
        assert events[0].startswith(told)
        simulation.close()


def test_a_mark_names_an_endpoint() -> None:
    with pytest.raises(ValueError, match="none of the endpoints"):
        Config(endpoints=("udpin::14551",), key_setup=("udpin::14552",))


def test_a_signature_before_there_is_a_key_proves_nothing() -> None:
    bench = LinkBench()
    peer = Peer(bench)
    definition = BY_NAME["SETUP_SIGNING"]
    fields = {"target_system": 1, "target_component": 1, "secret_key": b"k" * 32}
    frame = encode(definition, definition.values(fields), 0, 255, 190, flags=1)
    peer.send_bytes(frame + bytes(13))
    bench.step()
    assert not bench.link.signing.active
    assert bench.link.signing.news == ["Signing key refused: sign it, or mark the link"]
