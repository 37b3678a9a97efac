"""Vehicles leave in flight and come back: fresh, on their own lines, without a trace in others."""

import gc
import socket
import tracemalloc
from contextlib import closing
from pathlib import Path

import pytest

from simloop.server.simulation import Simulation
from simloop.sitl.vehicle_roster import VEHICLE_ID
from simloop.world.runner import TickInfo
from simloop.world.system import PythonSystem, Stage

SOAK = pytest.mark.soak
HERE = "127.0.0.1"


def model_hash(simulation: Simulation, name: str) -> str:
    return simulation.world.model_hash(simulation.world.by_name(name))


def test_others_fly_the_same_bits_and_the_one_comes_back_fresh() -> None:
    with_events = Simulation.load("respawn")
    without = Simulation.load("respawn", sets=["timeline=[]"])
    for simulation in (with_events, without):
        simulation.advance(30 * 400)
    for name in ("quad_0", "quad_2"):
        assert model_hash(with_events, name) == model_hash(without, name)
    assert model_hash(with_events, "quad_1") != model_hash(without, "quad_1")

    world = with_events.world
    record = world.entities.get(world.by_name("quad_1"))
    assert record.facts[VEHICLE_ID] == 2
    assert world.vector(record.entity, "fw_system_id")[0] == 2.0
    assert world.vector(record.entity, "fw_waypoint_index")[0] < 2.0
    while not with_events.over:
        with_events.advance(400)
    assert with_events.verdict().reasons == ()
    flights = with_events.monitor.flights
    assert flights["quad_1"].landed_tick > flights["quad_0"].landed_tick + 15 * 400


def test_who_is_taken_out_is_not_asked_to_land() -> None:
    removal = "{at_s: 15.0, command: remove, arguments: {name: quad_1}}"
    simulation = Simulation.load("respawn", sets=[f"timeline=[{removal}]"])
    while not simulation.over and simulation.seconds < 100.0:
        simulation.advance(400)
    assert simulation.seconds < 60.0
    assert simulation.verdict().reasons == ()


def test_respawn_is_undone_and_refused_by_name() -> None:
    simulation = Simulation.load("respawn", sets=["timeline=[]"], compiled=False)
    simulation.advance(40)
    before = model_hash(simulation, "quad_1")
    simulation.command("pause")
    simulation.command("respawn", name="quad_1")
    simulation.command("respawn", name="quad_9")
    simulation.advance(1)
    assert model_hash(simulation, "quad_1") != before
    simulation.command("undo")
    simulation.advance(1)
    refused = [e.plain() for e in simulation.log.events if e.name == "refused"]
    assert "the scenario has no vehicle 'quad_9': did you mean 'quad_" in str(refused)
    assert simulation.world.tick == 42
    assert simulation.monitor.flights["quad_1"].gone is False


class Listener:
    """A program that waits for datagrams of one vehicle."""

    def __init__(self) -> None:
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.bind((HERE, 0))
        self.socket.setblocking(False)

    @property
    def port(self) -> int:
        return int(self.socket.getsockname()[1])

    def senders(self) -> set[int]:
        """The systems heard since the last call."""
        heard = set()
        while True:
            try:
                heard.add(self.socket.recv(4096)[5])
            except BlockingIOError:
                return heard


def free_tcp_port() -> int:
    with closing(socket.socket(socket.AF_INET, socket.SOCK_STREAM)) as probe:
        probe.bind((HERE, 0))
        return int(probe.getsockname()[1])


def can_bind(port: int) -> bool:
    with closing(socket.socket(socket.AF_INET, socket.SOCK_STREAM)) as probe:
        try:
            probe.bind((HERE, port))
        except OSError:
            return False
    return True


def test_lines_are_given_back_and_come_again() -> None:
    station, tcp = Listener(), free_tcp_port()
    endpoints = f'["udpout:{HERE}:{station.port}", "tcpin:{HERE}:{tcp}+1"]'
    sets = ["timeline=[]", f'links.mavlink={{"endpoints": {endpoints}}}']
    simulation = Simulation.load("respawn", sets=sets, compiled=False)
    with closing(station.socket), closing(simulation):
        simulation.advance(80)
        assert station.senders() == {1, 2, 3}
        simulation.command("remove", name="quad_1")
        simulation.advance(2)
        station.senders()
        assert can_bind(tcp + 1)
        simulation.advance(80)
        assert station.senders() == {1, 3}
        simulation.command("respawn", name="quad_1")
        simulation.advance(80)
        assert station.senders() == {1, 2, 3}
        assert not can_bind(tcp + 1)


@pytest.mark.parametrize("cycles", [200, pytest.param(10_000, marks=SOAK)])
def test_cycles_leave_nothing_behind(cycles: int) -> None:
    station = Listener()
    endpoints = f'["udpout:{HERE}:{station.port}", "tcpin:{HERE}:{free_tcp_port()}+1"]'
    sets = ["timeline=[]", f'links.mavlink={{"endpoints": {endpoints}}}']
    simulation = Simulation.load("respawn", sets=sets, compiled=False)

    def cycle() -> None:
        simulation.command("remove", name="quad_1")
        simulation.advance(1)
        simulation.command("respawn", name="quad_1")
        simulation.advance(1)
        # What a run records of itself grows by design, and what can be undone up to a limit.
        simulation.log.forget_after(0)
        simulation.bus.inbox.cut_log(0)
        simulation.world.commands.clear()

    def size() -> tuple[int, ...]:
        world, bus = simulation.world, simulation.bus
        tables = (table.capacity for table in world.tables)
        return (
            len(world.entities),
            len(bus.graph().topics),
            len(simulation.runner.systems),
            len(list(Path("/proc/self/fd").iterdir())),
            len(world._changes),
            *tables,
        )

    with closing(station.socket), closing(simulation):
        for _ in range(cycles // 2):
            cycle()
        before = size()
        tracemalloc.start()
        for _ in range(cycles // 20):
            cycle()
        gc.collect()
        first, _ = tracemalloc.get_traced_memory()
        for _ in range(cycles // 2):
            cycle()
        gc.collect()
        last, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert size() == before
        # A quad has 100 kB; receipts, and traces of the dead up to a limit, have a few.
        assert (last - first) / (cycles // 2) < 8_000, (last - first) / (cycles // 2)


def test_a_system_of_a_users_own_sees_newcomers_with_their_ids() -> None:
    simulation = Simulation.load("respawn", sets=["timeline=[]"], compiled=False)
    seen: list[object] = []

    def look(info: TickInfo) -> None:
        seen.append([r.facts.get(VEHICLE_ID) for r in simulation.world.models()])

    simulation.add_system(PythonSystem(name="look", stage=Stage.OBSERVE, run=look))
    simulation.command("remove", name="quad_0")
    simulation.advance(2)
    simulation.command("respawn", name="quad_0")
    simulation.advance(2)
    assert seen[0] == [1, 2, 3]
    assert seen[1] == [2, 3]
    assert seen[-1] == [2, 3, 1]
