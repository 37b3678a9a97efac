"""Sockets of the MAVLink link: who talks first, who waits, and what a taken port says."""

import socket
import time
from collections.abc import Callable, Iterator
from contextlib import closing

import pytest

from simloop.links.mavlink import Config
from simloop.links.mavlink.endpoint import Endpoint, parse_endpoint
from simloop.links.mavlink.sockets import Line, open_line


def free_port(kind: socket.SocketKind = socket.SOCK_DGRAM) -> int:
    with closing(socket.socket(socket.AF_INET, kind)) as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def wait_until(reached: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 5.0
    while not reached():
        assert time.monotonic() < deadline, "it did not happen within 5 s"
        time.sleep(0.005)


@pytest.fixture
def received() -> list[bytes]:
    return []


@pytest.fixture
def opened() -> Iterator[list[Line]]:
    lines: list[Line] = []
    yield lines
    for line in lines:
        line.close()


def test_endpoints_are_written_as_ground_stations_write_them() -> None:
    assert parse_endpoint("udpout:192.168.1.5:14550") == Endpoint("udpout", "192.168.1.5", 14550)
    assert parse_endpoint("tcpin::5760") == Endpoint("tcpin", "127.0.0.1", 5760)
    assert str(parse_endpoint("udpin::14551").of_vehicle(2)) == "udpin:127.0.0.1:14571"
    assert parse_endpoint("udpout::14550").of_vehicle(2).port == 14550


@pytest.mark.parametrize("text", ["14550", "udp:1:2", "udpout:host:", "tcpin:host:70000", ""])
def test_what_is_no_endpoint_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is no endpoint: write udpout:HOST:PORT"):
        Config(endpoints=(text,))


def test_udpout_talks_first_and_hears_the_answer(received: list[bytes], opened: list[Line]) -> None:
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as station:
        station.bind(("127.0.0.1", 0))
        station.settimeout(5.0)
        port = station.getsockname()[1]
        opened.append(open_line(Endpoint("udpout", "127.0.0.1", port), received.append))
        opened[0].send(b"hello")
        data, vehicle = station.recvfrom(100)
        assert data == b"hello"
        station.sendto(b"answer", vehicle)
        wait_until(lambda: received == [b"answer"])


def test_udpout_outlives_a_station_that_is_not_there(
    received: list[bytes], opened: list[Line]
) -> None:
    port = free_port()
    opened.append(open_line(Endpoint("udpout", "127.0.0.1", port), received.append))
    for _ in range(5):
        opened[0].send(b"nobody hears")
        time.sleep(0.01)
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as station:
        station.bind(("127.0.0.1", port))
        station.settimeout(5.0)
        opened[0].send(b"now")
        assert station.recvfrom(100)[0] == b"now"


def test_udpin_answers_whoever_has_sent(received: list[bytes], opened: list[Line]) -> None:
    port = free_port()
    opened.append(open_line(Endpoint("udpin", "127.0.0.1", port), received.append))
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as client:
        client.settimeout(5.0)
        client.sendto(b"I am here", ("127.0.0.1", port))
        wait_until(lambda: received == [b"I am here"])
        opened[0].send(b"welcome")
        assert client.recv(100) == b"welcome"


def test_tcpin_serves_one_client_after_the_other(received: list[bytes], opened: list[Line]) -> None:
    port = free_port(socket.SOCK_STREAM)
    opened.append(open_line(Endpoint("tcpin", "127.0.0.1", port), received.append))
    for word in (b"first", b"second"):
        with closing(socket.create_connection(("127.0.0.1", port), timeout=5.0)) as client:
            client.sendall(word)
            wait_until(lambda word=word: word in received)  # type: ignore[misc]
            opened[0].send(b"to " + word)
            assert client.recv(100) == b"to " + word
    opened[0].send(b"nobody there")


def test_a_taken_port_is_named(received: list[bytes]) -> None:
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as other:
        other.bind(("127.0.0.1", 0))
        port = other.getsockname()[1]
        with pytest.raises(OSError, match=f"udpin:127.0.0.1:{port} cannot be opened"):
            open_line(Endpoint("udpin", "127.0.0.1", port), received.append)
