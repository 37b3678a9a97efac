"""A flood of input: what a tick takes in has a limit, and the run ends when it is asked to."""

from math import inf

from simloop.links.mavlink.bridge import MOST_WAITING_BYTES, Receiver
from simloop.messages.simloop_msgs import SerialData
from simloop.server.session import Session
from simloop.server.simulation import Simulation
from simloop.transport.bus import Bus
from simloop.transport.inbox import MOST_BYTES_PER_TICK, MOST_INPUTS_PER_TICK, Inbox, TopicInput
from simloop.world.runner import TickInfo
from simloop.world.system import PythonSystem, Stage


def test_a_tick_takes_in_so_many_bytes_and_no_more() -> None:
    inbox = Inbox()
    for _ in range(20):
        inbox.push("flood", TopicInput("serial_in", SerialData(0, bytes(60_000))))
    sizes = []
    for tick in range(1, 6):
        taken = inbox.drain(tick)
        sizes.append(sum(len(item.payload.message.data) for item in taken))
    assert max(sizes) < MOST_BYTES_PER_TICK + 60_000
    assert sum(sizes) == 20 * 60_000
    assert [item.tick for item in inbox.log][:6] == [1, 1, 1, 1, 1, 2]


def test_a_tick_takes_in_so_many_inputs_and_no_more() -> None:
    inbox = Inbox()
    for number in range(MOST_INPUTS_PER_TICK + 5):
        inbox.push("flood", number)
    assert len(inbox.drain(1)) == MOST_INPUTS_PER_TICK
    assert [item.payload for item in inbox.drain(2)] == list(
        range(MOST_INPUTS_PER_TICK, MOST_INPUTS_PER_TICK + 5)
    )


def test_a_line_that_is_flooded_loses_bytes_and_recovers() -> None:
    bus = Bus(inbox=Inbox())
    bus.subscribe("serial_in", SerialData, lambda message: None, by="test")
    inward = bus.advertise("serial_in", SerialData, "a line", by="test", external=True)
    receive = Receiver(bus.inbox, inward, 0)
    for _ in range(200):
        receive(bytes(60_000))
    waiting = len(bus.inbox)
    assert waiting * 60_000 <= MOST_WAITING_BYTES + 2 * 60_000
    tick = 0
    while len(bus.inbox):
        tick += 1
        bus.ingest(tick)
        bus.flush(tick)
    receive(b"heard")
    assert len(bus.inbox) == 1


def test_a_stop_is_heard_after_the_tick_under_way() -> None:
    simulation = Simulation.load("stand", compiled=False)
    session = Session(simulation)

    def meddle(info: TickInfo) -> None:
        if info.tick == 5:
            session.stop()

    simulation.add_system(PythonSystem(name="meddler", stage=Stage.OBSERVE, run=meddle))
    simulation.set_speed(inf)
    session.run(lambda: None)
    assert simulation.world.tick == 5
    simulation.close()
