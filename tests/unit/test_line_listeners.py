"""Who only listens to a serial line hears what the firmware writes, and changes nothing."""

from pathlib import Path

import pytest

from simloop.firmware.mavlink.parser import Parser
from simloop.messages.simloop_msgs import SerialData
from simloop.server.recording.reader import RunFile
from simloop.server.recording.recording import Recording
from simloop.server.recording.replayer import Replayer
from simloop.server.simulation import Simulation
from simloop.transport.topic import Subscription

BOARDS = {"fused": (), "sil": ("vehicles[0].autopilot={kind: firmware, settings: {board: sil}}",)}


def flight(*sets: str) -> Simulation:
    return Simulation.load("hover", sets=sets, compiled=False)


def heard(line: Subscription[SerialData]) -> list[str]:
    parser = Parser()
    return [
        frame.definition.name
        for delivery in line.take()
        for frame in parser.feed(delivery.message.data, 0)
    ]


def listen(simulation: Simulation, topic: str = "serial_out") -> Subscription[SerialData]:
    return simulation.bus.subscribe(topic, SerialData, depth=1000, by="listener")


@pytest.mark.parametrize("board", BOARDS)
def test_a_listener_hears_the_firmware_and_the_flight_is_the_same(board: str) -> None:
    alone, watched = flight(*BOARDS[board]), flight(*BOARDS[board])
    line = listen(watched)
    for simulation in (alone, watched):
        simulation.advance(500)
    assert {"HEARTBEAT", "ATTITUDE"} <= set(heard(line))
    assert watched.world.state_hash() == alone.world.state_hash()


def test_one_who_comes_late_hears_it_from_then_on() -> None:
    simulation = flight()
    simulation.advance(200)
    assert len(simulation.bus.inbox.log) == 0
    line = listen(simulation)
    simulation.advance(500)
    assert "HEARTBEAT" in heard(line)
    simulation.reset_now()
    simulation.advance(500)
    assert "HEARTBEAT" in heard(line)
    line.close()
    listen(simulation)
    assert len(simulation.bus.inbox.log) <= 1


def test_each_vehicle_talks_to_its_own_listeners_only() -> None:
    simulation = Simulation.load("hover", count=2, compiled=False)
    line = listen(simulation, "quad_1/serial_out")
    simulation.advance(500)
    assert "HEARTBEAT" in heard(line)
    assert [str(each.payload.topic) for each in simulation.bus.inbox.log] == ["quad_1/serial_in"]


def test_a_peer_that_speaks_itself_opens_the_line_when_it_wants() -> None:
    simulation = flight()
    own = simulation.bus.advertise("serial_in", SerialData, by="listener", external=True)
    line = listen(simulation)
    simulation.advance(500)
    assert heard(line) == []
    own.publish(SerialData(0))
    simulation.advance(500)
    assert "HEARTBEAT" in heard(line)


def test_a_recording_repeats_it(tmp_path: Path) -> None:
    simulation = flight()
    recording = Recording(simulation, tmp_path / "run.mcap")
    listen(simulation)
    simulation.advance(600)
    recording.finish()
    (greeting,) = (e for e in RunFile(tmp_path).journal() if getattr(e, "kind", "") == "topic")
    assert (greeting.source, greeting.name) == ("listener", "serial_in")
    replayer = Replayer(RunFile(tmp_path), lambda world: None, every=100, compiled=False)
    replayer.follow()
    assert replayer.inputs == 1
    assert replayer.simulation.world.state_hash() == simulation.world.state_hash()
