"""What waits for a browser: messages in order, the newest poses, and an end for the slow."""

import asyncio
import json

import pytest

from simloop.studio.addresses import SceneAddress
from simloop.studio.hub import Hub
from simloop.studio.mirror import Mirror
from simloop.studio.packets import POSES, TEXT
from simloop.studio.viewer import TooSlow, Viewer


class StuckLine:
    """A browser that takes nothing."""

    async def send_str(self, data: str) -> None:
        await asyncio.Event().wait()

    async def send_bytes(self, data: bytes) -> None:
        await asyncio.Event().wait()


class GoodLine:
    """A browser that takes everything."""

    def __init__(self) -> None:
        self.taken: list[str | bytes] = []

    async def send_str(self, data: str) -> None:
        self.taken.append(data)

    async def send_bytes(self, data: bytes) -> None:
        self.taken.append(data)


def test_a_browser_that_does_not_read_is_given_up() -> None:
    async def trial() -> None:
        viewer = Viewer(StuckLine())
        viewer.show(b"poses")
        with pytest.raises(TooSlow):
            await viewer.pump(slowest_s=0.01)
        hoarder = Viewer(StuckLine())
        for _ in range(5000):
            hoarder.tell("event")
        with pytest.raises(TooSlow):
            await hoarder.pump()
        heavy = Viewer(StuckLine())
        for _ in range(10):
            heavy.tell("x" * 1_000_000)
        with pytest.raises(TooSlow):
            await heavy.pump()

    asyncio.run(trial())


def test_a_page_that_nobody_sees_is_told_words_at_once_and_poses_now_and_then() -> None:
    async def trial() -> None:
        line = GoodLine()
        viewer = Viewer(line)
        viewer.away = True
        pump = asyncio.create_task(viewer.pump())
        for number in range(20):
            viewer.show(b"poses")
            viewer.tell(f"event {number}")
            await asyncio.sleep(0)
            await asyncio.sleep(0)
        assert line.taken.count(b"poses") == 1
        assert len(line.taken) == 21
        viewer.away = False
        viewer.show(b"newest")
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert line.taken[-1] == b"newest"
        pump.cancel()

    asyncio.run(trial())


def test_the_newest_poses_win() -> None:
    async def trial() -> None:
        line = GoodLine()
        viewer = Viewer(line)
        viewer.show(b"old")
        viewer.tell("scene")
        viewer.show(b"new")
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.05):
                await viewer.pump()
        assert line.taken == ["scene", b"new"]
        assert viewer.dropped_frames == 1

    asyncio.run(trial())


class Listener:
    """A simulator that hears everything and answers nothing."""

    def __init__(self) -> None:
        self.heard = b""

    def is_closing(self) -> bool:
        return False

    def write(self, data: bytes) -> None:
        self.heard += data


def test_a_program_that_waits_no_longer_leaves_nothing_behind() -> None:
    async def trial() -> None:
        hub, simulator = Hub(), Listener()
        hub._to_simulator = simulator  # type: ignore[assignment]
        waiting = hub.answer_to({"type": "question", "name": "entities"}, "view")
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(waiting, 0.01)
        assert hub._asked == {}
        # It only asked: nobody need tell it the scene.
        assert b'"name":"entities"' in simulator.heard
        assert b'"count":1' not in simulator.heard

    asyncio.run(trial())


def test_a_program_sees_the_scene_though_no_browser_looks() -> None:
    async def trial() -> None:
        hub, simulator = Hub(), Listener()
        hub._to_simulator = simulator  # type: ignore[assignment]
        scene = {"type": "scene", "tick": 1, "items": []}
        for tick in (1, 2):
            looking = asyncio.create_task(hub.glance())
            await asyncio.sleep(0)
            assert simulator.heard.endswith(b'"count":1}')
            # What was under way when the last look ended is no scene.
            hub._pass_on(POSES, b"late poses")
            for message in ({"type": "hello"}, {**scene, "tick": tick}):
                hub._pass_on(TEXT, json.dumps(message).encode())
            await asyncio.sleep(0)
            assert not looking.done()
            hub._pass_on(POSES, b"poses")
            assert (await looking)[1]["tick"] == tick
            assert simulator.heard.endswith(b'"count":0}')
        assert hub.mirror.everything() == []

    asyncio.run(trial())


def test_a_scene_may_be_longer_than_what_may_wait_behind_it() -> None:
    async def trial() -> None:
        line = GoodLine()
        viewer = Viewer(line)
        told = ["hello", "scene" * 10_000_000, "status"]
        for text in told:
            viewer.tell(text)
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.05):
                await viewer.pump()
        assert line.taken == told

    asyncio.run(trial())


class ThinLine(GoodLine):
    """A browser that takes a while for everything, and always has more to take."""

    def __init__(self, viewer: list[Viewer]) -> None:
        super().__init__()
        self._viewer = viewer

    async def send_bytes(self, data: bytes) -> None:
        await asyncio.sleep(0.03)
        await super().send_bytes(data)
        self._viewer[0].show(b"next")


def test_a_thin_line_that_keeps_taking_is_not_given_up() -> None:
    async def trial() -> None:
        viewers: list[Viewer] = []
        line = ThinLine(viewers)
        viewers.append(Viewer(line))
        viewers[0].show(b"first")
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(1.0):
                await viewers[0].pump(slowest_s=0.5)
        assert len(line.taken) > 5

    asyncio.run(trial())


def test_nothing_is_said_to_a_simulator_that_hung_up(caplog: pytest.LogCaptureFixture) -> None:
    async def trial() -> None:
        gone = asyncio.Event()

        async def hang_up(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.transport.abort()
            gone.set()

        server = await asyncio.start_server(hang_up, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        hub = Hub()
        attending = asyncio.create_task(hub.attend(SceneAddress("127.0.0.1", port, "x")))
        await gone.wait()
        for _ in range(50):
            hub.leave(Viewer(GoodLine()))
        await attending
        server.close()

    asyncio.run(trial())
    assert "socket.send() raised exception" not in caplog.text


def test_who_joins_is_told_of_a_verdict_until_the_run_is_told_anew() -> None:
    mirror = Mirror()
    hello, scene = {"type": "hello"}, {"type": "scene", "items": []}
    verdict = {"type": "verdict", "outcome": "success"}
    for message in (hello, scene, verdict, {"type": "event", "words": "refused"}):
        mirror.take(message)
    assert mirror.everything()[-1] == verdict
    # It went back to the start: another flight is before it.
    mirror.take(hello)
    mirror.take(scene)
    assert verdict not in mirror.everything()
