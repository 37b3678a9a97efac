"""Ports of the MAVLink link: who talks first, who waits, who shares, and what a taken port says."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import closing

import pytest

from simloop.firmware.mavlink.frame import encode
from simloop.firmware.mavlink.messages import BY_NAME
from simloop.links.mavlink import Config, ports
from simloop.links.mavlink.endpoint import Endpoint, parse_endpoint
from simloop.links.mavlink.frames import FrameCutter
from simloop.links.mavlink.switchboard import Switchboard
from waiting import wait_until

HERE = "127.0.0.1"


def free_port(kind: socket.SocketKind = socket.SOCK_DGRAM) -> int:
    with closing(socket.socket(socket.AF_INET, kind)) as probe:
        probe.bind((HERE, 0))
        port: int = probe.getsockname()[1]
        return port


def frame(name: str, system: int, **fields: int) -> bytes:
    definition = BY_NAME[name]
    return encode(definition, definition.values(dict(fields)), 0, system, 1)


@pytest.fixture
def received() -> list[bytes]:
    return []


@pytest.fixture
def board() -> Iterator[Switchboard]:
    board = Switchboard()
    yield board
    board.close()


def test_endpoints_are_written_as_ground_stations_write_them() -> None:
    assert parse_endpoint("udpout:192.168.1.5:14550") == Endpoint("udpout", "192.168.1.5", 14550)
    assert parse_endpoint("tcpin::5760") == Endpoint("tcpin", HERE, 5760, 10)
    assert parse_endpoint("tcpin:5760") == parse_endpoint("tcpin::5760")
    assert str(parse_endpoint("udpin::14551").of_vehicle(2)) == f"udpin:{HERE}:14571"
    assert str(parse_endpoint("udpout::14550").of_vehicle(2)) == f"udpout:{HERE}:14550"
    assert str(parse_endpoint("tcpin::5760+0").of_vehicle(2)) == f"tcpin:{HERE}:5760"


def test_a_range_gives_a_port_to_each_of_the_first_vehicles() -> None:
    offboard = parse_endpoint("udpout::14540-14549")
    assert str(offboard.of_vehicle(9)) == f"udpout:{HERE}:14549"
    assert offboard.of_vehicle(10) is None


def test_ports_of_a_vehicle_are_known_before_they_open() -> None:
    third = {(use.kind, use.port, use.binds) for use in ports(Config(), 2)}
    assert third == {("udp", 14550, False), ("udp", 14542, False), ("tcp", 5780, True)}
    assert {use.port for use in ports(Config(), 253)} == {14550, 5760 + 2530}


def test_a_fleet_that_runs_out_of_ports_is_told_how_to_share_one() -> None:
    with pytest.raises(ValueError, match="vehicle 101 would need port 66000.*'tcpin:.*:65000\\+0'"):
        parse_endpoint("tcpin::65000").of_vehicle(100)


@pytest.mark.parametrize("text", ["14550", "udp:1:2", "udpout:host:", "tcpin:host:70000", ""])
def test_what_is_no_endpoint_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is no endpoint: write udpout:HOST:PORT"):
        Config(endpoints=(text,))


def test_a_range_that_runs_backwards_is_refused() -> None:
    with pytest.raises(ValueError, match="write the lower one first"):
        Config(endpoints=("udpout::14549-14540",))


def test_a_stream_is_cut_into_frames() -> None:
    ping, beat = frame("PING", 9, target_system=3), frame("HEARTBEAT", 9)
    cutter = FrameCutter(datagrams=False)
    assert cutter.feed(b"noise" + ping + beat + ping[:7], 0) == [(3, ping), (0, beat)]
    assert cutter.waits
    assert cutter.feed(ping[7:], 0) == [(3, ping)]
    assert not cutter.waits


def test_udpout_talks_first_and_hears_the_answer(received: list[bytes], board: Switchboard) -> None:
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as station:
        station.bind((HERE, 0))
        station.settimeout(5.0)
        port = station.getsockname()[1]
        seat = board.join(Endpoint("udpout", HERE, port), received.append)
        seat.send(b"hello")
        data, vehicle = station.recvfrom(100)
        assert data == b"hello"
        station.sendto(b"answer", vehicle)
        wait_until(lambda: received == [b"answer"])


def test_udpout_outlives_a_station_that_is_not_there(
    received: list[bytes], board: Switchboard
) -> None:
    port = free_port()
    seat = board.join(Endpoint("udpout", HERE, port), received.append)
    for _ in range(5):
        seat.send(b"nobody hears")
        time.sleep(0.01)
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as station:
        station.bind((HERE, port))
        station.settimeout(5.0)
        seat.send(b"now")
        assert station.recvfrom(100)[0] == b"now"


def test_udpin_answers_whoever_has_sent(received: list[bytes], board: Switchboard) -> None:
    port = free_port()
    seat = board.join(Endpoint("udpin", HERE, port), received.append)
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as client:
        client.settimeout(5.0)
        client.sendto(b"I am here", (HERE, port))
        wait_until(lambda: received == [b"I am here"])
        seat.send(b"welcome")
        assert client.recv(100) == b"welcome"


def test_tcpin_serves_one_client_after_the_other(received: list[bytes], board: Switchboard) -> None:
    port = free_port(socket.SOCK_STREAM)
    seat = board.join(Endpoint("tcpin", HERE, port), received.append)
    for word in (frame("HEARTBEAT", 1), frame("HEARTBEAT", 2)):
        with closing(socket.create_connection((HERE, port), timeout=5.0)) as client:
            # A frame may come in pieces.
            client.sendall(word[:4])
            client.sendall(word[4:])
            wait_until(lambda word=word: b"" in received and word in received)  # type: ignore[misc]
            seat.send(b"to " + word)
            assert client.recv(100) == b"to " + word
    seat.send(b"nobody there")


def test_a_taken_port_is_named(received: list[bytes], board: Switchboard) -> None:
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as other:
        other.bind((HERE, 0))
        port = other.getsockname()[1]
        with pytest.raises(OSError, match=f"udpin:{HERE}:{port} cannot be opened"):
            board.join(Endpoint("udpin", HERE, port), received.append)


def test_a_slow_client_gets_every_byte_that_was_taken(
    received: list[bytes], board: Switchboard
) -> None:
    port = free_port(socket.SOCK_STREAM)
    seat = board.join(Endpoint("tcpin", HERE, port), received.append)
    beat = frame("HEARTBEAT", 1)
    with closing(socket.create_connection((HERE, port), timeout=5.0)) as client:
        client.sendall(beat)
        wait_until(lambda: bool(received))
        # More than the system keeps for a client that does not read.
        pieces = [bytes((253, number % 251)) * 4096 for number in range(100)]
        for piece in pieces:
            seat.send(piece)
        got = b""
        while len(got) < sum(map(len, pieces)):
            got += client.recv(65536)
        assert got == b"".join(pieces)


def test_vehicles_at_one_port_get_what_names_them(board: Switchboard) -> None:
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as station:
        station.bind((HERE, 0))
        station.settimeout(5.0)
        endpoint = Endpoint("udpout", HERE, station.getsockname()[1])
        heard: dict[int, list[bytes]] = {number: [] for number in (1, 2, 3)}
        for number, inbox in heard.items():
            board.join(endpoint, inbox.append).send(frame("HEARTBEAT", number))
        senders = {station.recvfrom(100)[1] for _ in heard}
        assert len(senders) == 1, "one socket for all"
        (fleet,) = senders
        to_all, to_second = frame("PING", 255), frame("PING", 255, target_system=2)
        station.sendto(to_second + to_all, fleet)
        wait_until(lambda: all(to_all in inbox for inbox in heard.values()))
        assert heard == {1: [to_all], 2: [to_second, to_all], 3: [to_all]}


def test_a_fleet_has_one_thread_and_gives_its_ports_back(board: Switchboard) -> None:
    before = threading.active_count()
    port = free_port(socket.SOCK_STREAM)
    shared, own = Endpoint("udpout", HERE, free_port()), Endpoint("tcpin", HERE, port)
    seats = [board.join(shared, print) for _ in range(254)]
    server = board.join(own, print)
    assert threading.active_count() == before + 1
    board.leave(own, server)
    with closing(socket.socket(socket.AF_INET, socket.SOCK_STREAM)) as other:
        other.bind((HERE, port))
    for seat in seats:
        board.leave(shared, seat)
