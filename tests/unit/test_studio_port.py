"""The scene port: who may connect, that the world never waits, and that commands are answered."""

import json
import socket
from collections.abc import Iterator
from typing import Any

import pytest

from simloop.studio.addresses import SceneAddress
from simloop.studio.packets import POSES, TEXT, BadPacket, PacketReader, pack, pack_text
from simloop.studio.scene_port import ScenePort
from simloop.systems.scene.messages import DataMessage, EndMessage
from simloop.timing.wall import WallClock
from simloop.transport.inbox import Inbox, Stamped
from waiting import wait_until

PATIENCE_S = 20.0


class Studio:
    """A peer of the port."""

    def __init__(self, address: SceneAddress, token: str | None = None) -> None:
        self.line = socket.create_connection((address.host, address.port), PATIENCE_S)
        self._reader = PacketReader()
        self._packets: list[tuple[bytes, bytes]] = []
        self.say({"token": address.token if token is None else token})

    def say(self, message: dict[str, Any]) -> None:
        self.line.sendall(pack_text(message))

    def hear(self) -> tuple[bytes, bytes]:
        while not self._packets:
            data = self.line.recv(65536)
            if not data:
                raise ConnectionError("hung up")
            self._packets += self._reader.feed(data)
        return self._packets.pop(0)

    def hear_text(self) -> dict[str, Any]:
        kind, body = self.hear()
        assert kind == TEXT
        message: dict[str, Any] = json.loads(body)
        return message


@pytest.fixture
def inbox() -> Inbox:
    return Inbox()


@pytest.fixture
def port(inbox: Inbox) -> Iterator[ScenePort]:
    port = ScenePort(inbox)
    port.open()
    yield port
    port.close()


def test_it_listens_on_loopback_only(port: ScenePort) -> None:
    assert port.address.host == "127.0.0.1"


@pytest.mark.parametrize("token", ["guess", "", "\ud800"])
def test_a_wrong_token_is_cut_off(port: ScenePort, token: str) -> None:
    stranger = Studio(port.address, token=token)
    with stranger.line:
        told = stranger.hear_text()
        assert (told["type"], told["reason"][:20]) == ("turned_away", "its token is another")
        with pytest.raises(ConnectionError):
            stranger.hear()
    friend = Studio(port.address)
    with friend.line:
        friend.say({"type": "viewers", "count": 1})
        wait_until(lambda: port.wanted)


def test_a_second_studio_is_told_that_it_is_one_too_many(port: ScenePort) -> None:
    first = Studio(port.address)
    with first.line:
        first.say({"type": "viewers", "count": 1})
        wait_until(lambda: port.wanted)
        second = Studio(port.address)
        with second.line:
            assert "another page shows it already" in second.hear_text()["reason"]
        port.show(b"still here")
        assert first.hear() == (POSES, b"still here")


def test_questions_of_a_studio_that_goes_are_dropped(inbox: Inbox) -> None:
    port = ScenePort(inbox, wall=WallClock(monotonic_ns=lambda: 0))
    port.open()
    studio = Studio(port.address)
    studio.say({"type": "viewers", "count": 1})
    for number in range(3):
        studio.say({"type": "question", "id": str(number), "name": "entities"})
    wait_until(lambda: len(port._questions) == 3)
    answering = port.asked()
    assert next(answering).id == "0"
    # In the middle of a look: the world's thread has counted the questions already.
    studio.line.close()
    wait_until(lambda: not port._questions)
    assert [question.id for question in answering] == ["1", "2"]
    assert list(port.asked()) == []
    port.close()


def test_frames_are_wanted_only_while_somebody_looks(port: ScenePort) -> None:
    with Studio(port.address).line as line:
        assert not port.wanted
        line.sendall(pack_text({"type": "viewers", "count": 2}))
        wait_until(lambda: port.wanted)
        assert port.joining()
        assert not port.joining()
        line.sendall(pack_text({"type": "viewers", "count": 0}))
        wait_until(lambda: port.viewers == 0)
    with Studio(port.address).line as line:
        line.sendall(pack_text({"type": "viewers", "count": 1}))
        wait_until(port.joining)


def test_whoever_only_asks_is_answered_without_a_scene(port: ScenePort) -> None:
    studio = Studio(port.address)
    with studio.line:
        studio.say({"type": "question", "id": "1", "name": "entities"})
        wait_until(lambda: port.wanted and port.overdue)
        assert not port.watched
        assert not port.joining()
        assert [question.name for question in port.asked()] == ["entities"]
        assert not port.wanted
        port.tell(EndMessage("to those who look"))
        port.answer(DataMessage("1", 5, {}, ""))
        assert studio.hear_text()["id"] == "1"


def test_nothing_waits_for_somebody_who_does_not_look(port: ScenePort) -> None:
    studio = Studio(port.address)
    with studio.line:
        port.tell(EndMessage("to nobody"))
        studio.say({"type": "viewers", "count": 1})
        wait_until(lambda: port.wanted)
        port.tell(EndMessage("to somebody"))
        assert studio.hear_text()["words"] == "to somebody"


def test_the_newest_poses_win_and_messages_keep_their_order(port: ScenePort) -> None:
    studio = Studio(port.address)
    with studio.line:
        studio.say({"type": "viewers", "count": 1})
        wait_until(lambda: port.wanted)
        port.tell(EndMessage("first"))
        port.tell(EndMessage("second"))
        assert [studio.hear_text()["words"] for _ in range(2)] == ["first", "second"]
        port.show(b"now")
        assert studio.hear() == (POSES, b"now")


def test_a_studio_that_never_reads_does_not_hold_the_world(port: ScenePort) -> None:
    studio = Studio(port.address)
    studio.say({"type": "viewers", "count": 1})
    wait_until(lambda: port.wanted)
    # Far more than any socket buffers: a world that waited would stay here for ever.
    for _ in range(200):
        port.show(bytes(1_000_000))
        port.tell(EndMessage("x" * 10_000))
    studio.line.close()
    wait_until(lambda: port.viewers == 0)


def test_commands_are_acknowledged_and_then_answered(port: ScenePort, inbox: Inbox) -> None:
    studio = Studio(port.address)
    with studio.line:
        studio.say({"type": "command", "id": "7", "verb": "pause", "arguments": {}})
        assert studio.hear_text()["state"] == "queued"
        (item,) = inbox.drain(12)
        assert (item.source, item.payload.verb) == ("studio", "pause")
        assert item.reply is not None
        item.reply.error, item.reply.tick = "not now", 12
        answer = studio.hear_text()
        assert (answer["id"], answer["state"], answer["tick"]) == ("7", "refused", 12)
        assert answer["reason"] == "not now"
        studio.say({"type": "command", "id": "8", "verb": 3})
        assert studio.hear_text()["state"] == "refused"


def test_no_frame_waits_for_many_answers(inbox: Inbox) -> None:
    now = [0]
    port = ScenePort(inbox, wall=WallClock(monotonic_ns=lambda: now[0]))
    port.open()
    studio = Studio(port.address)
    with studio.line:
        studio.say({"type": "viewers", "count": 1})
        for number in range(20):
            studio.say({"type": "question", "id": str(number), "name": "entities"})
        wait_until(lambda: len(port._questions) == 20)
        assert len(list(port.asked())) == 16
        for number in range(20, 40):
            studio.say({"type": "question", "id": str(number), "name": "entities"})
        wait_until(lambda: len(port._questions) == 24)
        taken = 0
        for _ in port.asked():
            # Each takes 3 ms to answer.
            now[0] += 3_000_000
            taken += 1
        assert taken == 2
    port.close()


def test_the_owner_ends_the_run(port: ScenePort) -> None:
    studio = Studio(port.address)
    with studio.line:
        studio.say({"type": "command", "id": "1", "verb": "quit"})
        assert "cannot be ended yet" in studio.hear_text()["reason"]
        ended: list[bool] = []
        port.on_quit = lambda: ended.append(True)
        studio.say({"type": "command", "id": "2", "verb": "quit"})
        assert studio.hear_text()["state"] == "executed"
        assert ended == [True]


def test_a_replayed_run_takes_no_commands() -> None:
    port = ScenePort(Inbox(replay=[Stamped(5, "program", None)]))
    port.open()
    studio = Studio(port.address)
    with studio.line:
        studio.say({"type": "command", "id": "1", "verb": "pause"})
        assert "takes no input" in studio.hear_text()["reason"]
    port.close()


def test_bytes_that_are_no_packets_are_cut_off(port: ScenePort) -> None:
    with socket.create_connection((port.address.host, port.address.port), PATIENCE_S) as line:
        line.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        assert line.recv(10) == b""


def test_packets_survive_any_cut() -> None:
    data = pack_text({"a": 1}) + pack(POSES, bytes(100))
    reader = PacketReader()
    found = [packet for byte in data for packet in reader.feed(bytes([byte]))]
    assert found == [(TEXT, b'{"a":1}'), (POSES, bytes(100))]
    with pytest.raises(BadPacket):
        PacketReader().feed(b"\xff\xff\xff\xffT")
    with pytest.raises(BadPacket):
        PacketReader(most_bytes=99).feed(data)


def test_addresses_of_runs() -> None:
    address = SceneAddress("127.0.0.1", 4000, "abc")
    assert SceneAddress.parse(str(address)) == address
    for wrong in ("http://127.0.0.1:80#x", "scene://127.0.0.1#x", "scene://127.0.0.1:9", "runs/x"):
        with pytest.raises(ValueError, match="is no address of a run"):
            SceneAddress.parse(wrong)
