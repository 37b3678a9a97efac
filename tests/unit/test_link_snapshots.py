"""Going back in time takes links along: what is sent after a restore was sent before."""

from typing import Any

import pytest

from simloop.firmware.mavlink.frame import encode
from simloop.firmware.mavlink.messages import BY_NAME
from simloop.firmware.mavlink.parser import Parser
from simloop.messages.simloop_msgs import SerialData
from simloop.server.simulation import Simulation
from simloop.sitl.firmware_links import SERIAL_IN, SERIAL_OUT

GROUND, STATION = 255, 190
# Long enough for a lost item to be asked for again.
TICKS = 320


class Peer:
    """A ground station on the topics of the only vehicle."""

    def __init__(self, simulation: Simulation) -> None:
        self.heard: list[tuple[int, bytes]] = []
        self._number = 0
        self._inward = simulation.bus.advertise(SERIAL_IN, SerialData, by="peer", external=True)
        simulation.bus.subscribe(SERIAL_OUT, SerialData, self._hear, by="peer")

    def say(self, name: str, *, channel: int = 0, **fields: Any) -> None:
        definition = BY_NAME[name]
        values = definition.values(fields)
        data = encode(definition, values, self._number, GROUND, STATION)
        self._number = (self._number + 1) & 0xFF
        self._inward.publish(SerialData(channel, data))

    def take(self) -> list[tuple[int, bytes]]:
        taken, self.heard = self.heard, []
        return taken

    def _hear(self, message: SerialData) -> None:
        self.heard.append((message.channel, message.data))


def busy(board: str) -> tuple[Simulation, Peer]:
    """In the middle of everything: a list of parameters, a mission coming in, a command waiting."""
    sets = [f"vehicles[0].model.autopilot.settings.board={board}"]
    simulation = Simulation.load("square", sets=sets, compiled=False)
    peer = Peer(simulation)
    peer.say("HEARTBEAT", type=6, autopilot=8)
    peer.say("HEARTBEAT", type=18, autopilot=8, channel=1)
    simulation.advance(100)
    target = {"target_system": 1, "target_component": 1}
    peer.say("PARAM_REQUEST_LIST", **target)
    peer.say("MISSION_COUNT", **target, count=3)
    peer.say("COMMAND_LONG", **target, command=511, param1=30, param2=50_000)
    simulation.advance(8)
    # The answer of the firmware is still to come.
    peer.say("COMMAND_LONG", **target, command=400, param1=1)
    simulation.advance(1)
    return simulation, peer


def names_in(heard: list[tuple[int, bytes]]) -> set[str]:
    data = b"".join(piece for channel, piece in heard if channel == 0)
    return {frame.definition.name for frame in Parser(datagrams=False).feed(data, 0)}


@pytest.mark.parametrize("board", ["fused", "sil"])
def test_restore_and_go_on_equals_going_on(board: str) -> None:
    simulation, peer = busy(board)
    peer.take()
    saved = simulation.snapshot()
    simulation.advance(TICKS)
    straight = peer.take()
    # All that was under way went on, and the item that nobody sent was asked for again.
    assert {"PARAM_VALUE", "COMMAND_ACK", "ATTITUDE", "MISSION_REQUEST_INT"} <= names_in(straight)
    simulation.advance(50)
    simulation.restore(saved)
    peer.take()
    simulation.advance(TICKS)
    assert peer.take() == straight
    # A snapshot is good for more than one return.
    simulation.restore(saved)
    simulation.advance(TICKS)
    assert peer.take() == straight


@pytest.mark.parametrize("board", ["fused", "sil"])
def test_peers_are_still_there_after_a_reset(board: str) -> None:
    simulation, peer = busy(board)
    peer.take()
    simulation.reset_now()
    simulation.advance(410)
    assert {channel for channel, _ in peer.take()} == {0, 1}


@pytest.mark.parametrize("board", ["fused", "sil"])
def test_a_reboot_starts_the_firmware_anew_and_keeps_the_link(board: str) -> None:
    simulation, peer = busy(board)
    quad = simulation.world.by_name("quad_0")
    assert simulation.world.vector(quad, "fw_time_s")[0] > 0.2
    peer.say("COMMAND_LONG", target_system=1, target_component=1, command=246, param1=1)
    simulation.advance(12)
    assert simulation.world.vector(quad, "fw_time_s")[0] < 0.05
    peer.take()
    simulation.advance(60)
    assert "ATTITUDE" in names_in(peer.take())
