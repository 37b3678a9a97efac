"""Ports speak while a fleet is compiled: heartbeats in place of boards that do not run yet."""

import socket
from collections.abc import Iterator
from contextlib import closing

import pytest
from pymavlink.dialects.v20 import ardupilotmega as mavlink

from simloop.links.mavlink.first_words import PERIOD_S, FirstWords
from simloop.server.simulation import Simulation

FLEET = 3


@pytest.fixture
def clients() -> Iterator[list[socket.socket]]:
    """One for each vehicle, as programs are; and as many ports in a row."""
    while True:
        opened = [socket.socket(socket.AF_INET, socket.SOCK_DGRAM) for _ in range(FLEET)]
        try:
            opened[0].bind(("127.0.0.1", 0))
            first = opened[0].getsockname()[1]
            for number, each in enumerate(opened[1:], start=1):
                each.bind(("127.0.0.1", first + number))
        except OSError:
            for each in opened:
                each.close()
            continue
        break
    for each in opened:
        each.settimeout(30.0)
    yield opened
    for each in opened:
        each.close()


def test_every_program_hears_its_vehicle_before_the_first_tick(
    clients: list[socket.socket],
) -> None:
    first = clients[0].getsockname()[1]
    endpoint = f"udpout:127.0.0.1:{first}-{first + FLEET - 1}"
    sets = [f'links.mavlink={{endpoints: ["{endpoint}"]}}']
    simulation = Simulation.load("hover", count=FLEET, compiled=False, sets=sets)
    with closing(simulation):
        for system, client in enumerate(clients, start=1):
            (beat,) = mavlink.MAVLink(None).parse_buffer(client.recv(500))
            assert beat.get_type() == "HEARTBEAT"
            assert (beat.get_srcSystem(), beat.get_srcComponent()) == (system, 1)
            assert (beat.type, beat.autopilot, beat.system_status) == (2, 3, 1)
            assert beat.base_mode == 1
        assert simulation.world.tick == 0


def test_it_ends_when_all_speak_for_themselves() -> None:
    silent, waits = [3], []

    def speak() -> bool:
        silent[0] -= 1
        return silent[0] > 0

    words = FirstWords(speak, lambda seconds: bool(waits.append(seconds)))
    words.start()
    words._thread.join()
    assert waits == [PERIOD_S] * 3
    words.close()
