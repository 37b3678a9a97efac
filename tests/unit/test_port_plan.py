"""All ports of a run: known at load, told in a table, clashes named with both owners."""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from simloop.cli.main import ENVIRONMENT, OK, main
from simloop.server.files import load_scenario
from simloop.server.files.mistake import FileMistake
from simloop.server.plugins import AUTOPILOTS, Registry
from simloop.server.port_owner import port_owner
from simloop.server.port_plan import PortTaken, check_free, check_plan, plan_ports
from simloop.server.port_table import port_rows
from simloop.server.simulation import Simulation
from simloop.world.port_use import PortUse

HERE = "127.0.0.1"


@pytest.fixture
def taken() -> Iterator[int]:
    with closing(socket.socket(socket.AF_INET, socket.SOCK_STREAM)) as other:
        other.bind((HERE, 0))
        other.listen(1)
        yield other.getsockname()[1]


def plan(*sets: str, scenario: str = "fleet", registry: Registry | None = None) -> list[Any]:
    return plan_ports(load_scenario(scenario, sets=sets), registry or Registry())


def test_a_run_without_links_has_no_ports() -> None:
    assert plan() == []


def test_a_fleet_has_one_ground_station_and_a_line_for_every_vehicle() -> None:
    rows = port_rows(plan("vehicles[0].count=12", "links.mavlink={}"))
    assert [row.short for row in rows] == [
        "mavlink to udp 14550",
        "mavlink to udp 14540-14549",
        "mavlink tcp 5760-5870 by 10",
    ]
    assert [len(row.vehicles) for row in rows] == [12, 10, 12]


def test_two_owners_of_a_port_are_both_named() -> None:
    clash = plan('links.mavlink={"endpoints": ["tcpin::5770", "tcpin::5760"]}')
    with pytest.raises(FileMistake) as refused:
        check_plan(clash)
    words = "tcp 127.0.0.1:5770 is wanted by mavlink of 'quad_0' and by mavlink of 'quad_1'"
    assert words in str(refused.value)
    assert "links.mavlink.endpoints" in str(refused.value)


def test_vehicles_may_share_a_port_of_one_link() -> None:
    check_plan(plan('links.mavlink={"endpoints": ["tcpin::5760+0"]}'))


class WithAutopilot(Registry):
    """The firmware says that it waits at a port."""

    def load(self, name: str, group: str = "simloop.systems") -> Any:
        plugin = super().load(name, group)
        if group != AUTOPILOTS:
            return plugin

        def ports(config: object, number: int) -> list[PortUse]:
            return [PortUse(kind="udp", host="0.0.0.0", port=9002 + 10 * number, owner="pilot")]

        return SimpleNamespace(Config=plugin.Config, equip=plugin.equip, ports=ports)


def test_autopilots_tell_their_ports_and_clash_with_links() -> None:
    clash = plan('links.mavlink={"endpoints": ["udpin::9012"]}', registry=WithAutopilot())
    with pytest.raises(FileMistake, match="udp 0.0.0.0:9012 is wanted by .*'quad_0' and by pilot"):
        check_plan(clash)


def test_too_many_vehicles_for_a_kind_of_port_are_told_with_the_line(tmp_path: Any) -> None:
    with pytest.raises(FileMistake, match="vehicle 2 would need port 65540"):
        plan('links.mavlink={"endpoints": ["tcpin::65530"]}')


def test_a_port_of_another_program_is_an_error_that_names_it(taken: int) -> None:
    here = f"'{Path('/proc/self/comm').read_text().strip()}' \\(pid {os.getpid()}\\)"
    asked = plan(f'links.mavlink={{"endpoints": ["tcpin::{taken}"]}}', "vehicles[0].count=1")
    with pytest.raises(PortTaken, match=f"tcp {HERE}:{taken}, which mavlink of.*by {here}: end it"):
        check_free(asked)
    with pytest.raises(PortTaken):
        Simulation(
            load_scenario("stand", sets=[f'links.mavlink={{"endpoints": ["tcpin::{taken}"]}}'])
        )


def test_the_owner_of_a_port_is_found_in_another_process() -> None:
    code = (
        "import socket,sys; s=socket.socket(socket.AF_INET,socket.SOCK_DGRAM);"
        f"s.bind(('{HERE}',0)); print(s.getsockname()[1],flush=True); sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout is not None
        port = int(other.stdout.readline())
        assert f"(pid {other.pid})" in port_owner("udp", port)
        assert port_owner("tcp", port) == ""
        other.communicate()


def test_check_prints_the_table(
    tmp_path: Any, taken: int, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mine.yaml"
    text = "extends: stand\nlinks:\n  mavlink:\n    endpoints: ['udpout::14550', '{}']\n"
    path.write_text(text.format("udpout::14540-14549"))
    assert main(["check", str(path)]) == OK
    printed = capsys.readouterr().out
    assert "14550  udp  sends to  127.0.0.1  mavlink  quad_0" in printed
    assert "8080   tcp  waits     127.0.0.1  page\n" in printed
    path.write_text(text.format(f"tcpin::{taken}"))
    assert main(["check", str(path)]) == ENVIRONMENT
    assert f"tcp {HERE}:{taken}, which mavlink of 'quad_0' needs" in capsys.readouterr().err


def test_ardupilots_have_ten_ports_between_them_and_no_lines_of_ours() -> None:

    flown = "vehicles[0].set={autopilot.kind: ardupilot, autopilot.settings: {port: 9002}}"
    rows = port_rows(plan(flown, "vehicles[0].count=3"))
    assert [row.short for row in rows] == ["ardupilot udp 9002-9022 by 10"]
    clash = plan(flown, 'links.mavlink={"endpoints": ["udpin::9022"]}', "vehicles[0].count=3")
    check_plan(clash)
    assert all(port.use.owner == "ardupilot" for port in clash)
