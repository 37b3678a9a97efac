"""Ports that other machines can reach are told, each with its host."""

import pytest

from simloop.server.port_plan import PlannedPort
from simloop.server.port_warnings import port_warnings
from simloop.world.port_use import PortUse


def planned(host: str, *, binds: bool = True) -> PlannedPort:
    return PlannedPort(PortUse(kind="tcp", host=host, port=5760, owner="mavlink", binds=binds))


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.7", "lab.example"])
def test_a_port_beyond_loopback_is_told_with_its_host(host: str) -> None:
    (line,) = port_warnings([planned(host)])
    assert line.startswith(f"other machines can reach mavlink tcp 5760 on {host}")


@pytest.mark.parametrize("port", [planned("127.0.0.1"), planned("localhost"), planned("::1")])
def test_a_port_of_this_machine_is_not_told(port: PlannedPort) -> None:
    assert port_warnings([port]) == []


def test_a_port_of_somebody_else_is_not_told() -> None:
    assert port_warnings([planned("192.168.1.7", binds=False)]) == []


def test_a_fleet_is_one_line() -> None:
    ports = [
        PlannedPort(PortUse(kind="tcp", host="0.0.0.0", port=port, owner="mavlink"), f"quad_{port}")
        for port in (5760, 5770, 5780)
    ]
    (line,) = port_warnings(ports)
    assert "tcp 5760-5780 by 10 on 0.0.0.0" in line
