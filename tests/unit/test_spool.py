"""A list on disk behaves as a list, and the log of a long run leaves memory alone."""

import tracemalloc
from random import Random
from types import MappingProxyType
from typing import NoReturn

import pytest

from simloop.messages.simloop_msgs import SerialData
from simloop.server.history.history import History
from simloop.server.simulation import Simulation
from simloop.transport.inbox import Inbox, TopicInput
from simloop.transport.spool import PAGE, Spool


@pytest.mark.parametrize("seed", range(5))
def test_it_is_a_list(seed: int) -> None:
    chance = Random(seed)
    spool: Spool[int] = Spool()
    plain: list[int] = []
    for number in range(3000):
        kind = chance.random()
        if kind < 0.97:
            spool.append(number)
            plain.append(number)
        elif kind < 0.98 and plain:
            spool.replace_last(-number)
            plain[-1] = -number
        elif kind < 0.985:
            count = chance.randint(0, len(plain))
            spool.cut(count)
            del plain[count:]
        elif plain:
            first, last = sorted(chance.choices(range(len(plain) + 1), k=2))
            assert list(spool.between(first, last)) == plain[first:last]
        assert len(spool) == len(plain)
        assert spool.last == (plain[-1] if plain else None)
    assert list(spool) == plain
    assert list(spool.backwards()) == plain[::-1]
    assert spool.in_memory <= PAGE + 1


def test_without_room_on_disk_memory_has_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: Spool[int], things: list[int]) -> NoReturn:
        raise OSError("no space left on device")

    spool: Spool[int] = Spool(range(200))
    monkeypatch.setattr(Spool, "_written", full)
    for number in range(200, 1000):
        spool.append(number)
    assert list(spool) == list(range(1000))
    spool.cut(300)
    assert list(spool) == list(range(300))


def test_arguments_of_commands_go_to_disk_and_what_cannot_stays() -> None:
    given = [MappingProxyType({"number": number}) for number in range(200)]
    assert list(Spool(given)) == given
    stubborn = [(number, lambda: None) for number in range(200)]
    assert list(Spool(stubborn)) == stubborn


def test_junk_leaves_memory_alone() -> None:
    inbox = Inbox()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    for tick in range(1, 2001):
        inbox.push("junk", TopicInput("serial_in", SerialData(0, bytes(10_000))))
        inbox.drain(tick)
    grown = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    assert grown < 2_000_000
    assert inbox.logged == 2000
    assert [item.tick for item in inbox.log] == list(range(1, 2001))


def test_a_log_that_is_cut_goes_on_from_there() -> None:
    inbox = Inbox()
    for tick in range(1, 301):
        inbox.push("a", tick)
        inbox.drain(tick)
    inbox.cut_log(100)
    inbox.push("a", "again")
    inbox.drain(101)
    assert [item.payload for item in inbox.log] == [*range(1, 101), "again"]


def test_the_copy_of_a_link_does_not_copy_the_world() -> None:
    simulation = Simulation.load("stand", sets=["links.mavlink={endpoints: []}"], compiled=False)
    inward = simulation.bus.advertise("serial_in", SerialData, "a peer", by="test", external=True)
    inward.publish(SerialData(0))
    simulation.advance(20)
    (saved, *_) = simulation.snapshot().parts["firmware links"]["ports"]["quad_0"]
    assert saved.table._lane._world is simulation.world
    simulation.close()


def test_the_history_counts_what_it_holds() -> None:
    simulation = Simulation.load("stand", sets=["links.mavlink={endpoints: []}"], compiled=False)
    inward = simulation.bus.advertise("serial_in", SerialData, "a peer", by="test", external=True)
    inward.publish(SerialData(0))
    history = History(simulation)
    history.join()
    simulation.advance(20)
    tracemalloc.start()
    before, counted = tracemalloc.get_traced_memory()[0], history.snapshots.bytes
    for _ in range(20):
        simulation.advance(4)
        history.snapshots.take()
    held = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    assert history.snapshots.bytes - counted == pytest.approx(held, rel=0.1)
    simulation.close()
