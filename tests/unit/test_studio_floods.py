"""Floods of browsers and strangers: the owner has a seat, a budget and a turn of its own."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from test_studio_access import KEYS, Server, serving

from simloop.studio import conversation, door, turns, web_server
from simloop.studio.json_input import BadInput, read_object
from simloop.studio.parse_budget import BROWSER_BURST, SHARED_BURST, ParseBudget

NUMBERS = {"type": "question", "id": "1", "name": "details", "arguments": {"names": [1] * 29_000}}


def with_door(trial: Callable[[Server], Awaitable[None]]) -> None:
    async def run() -> None:
        async with serving() as server:
            await trial(server)

    asyncio.run(run())


class Simulator:
    """What a simulator would be sent."""

    def __init__(self) -> None:
        self.asked: list[dict[str, Any]] = []

    def is_closing(self) -> bool:
        return False

    def write(self, data: bytes) -> None:
        message = json.loads(data[5:])
        if message["type"] == "question":
            self.asked.append(message)


async def joined(server: Server, token: str) -> Any:
    line = await server.client.ws_connect(f"{server.base}/ws")
    await line.send_json({"type": "join", "token": token})
    return line


async def until(done: Callable[[], bool]) -> None:
    while not done():
        await asyncio.sleep(0.01)


def test_silent_strangers_make_room_for_whoever_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    async def trial(server: Server) -> None:
        monkeypatch.setattr(door, "MOST_CONNECTIONS", 4)
        host, port = server.base.removeprefix("http://").split(":")
        owner = await joined(server, KEYS.admin)
        await until(lambda: len(server.hub.viewers) == 1)
        idle = [await asyncio.open_connection(host, int(port)) for _ in range(8)]
        # The owner comes again, by another way, and who is there stays.
        assert (await server.get("/api/role", "admin"))[0] == 200
        assert await idle[0][0].read() == b""
        assert len(server.hub.viewers) == 1
        assert not owner.closed
        for _, writer in idle:
            writer.close()
        await owner.close()

    with_door(trial)


def test_a_stranger_is_not_read_at_length(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[int] = []

    def counted(text: str) -> dict[str, Any]:
        read.append(len(text))
        return read_object(text)

    async def trial(server: Server) -> None:
        monkeypatch.setattr(conversation, "read_object", counted)
        line = await server.client.ws_connect(f"{server.base}/ws")
        await line.send_json({"type": "join", "token": [1] * 10_000})
        assert (await line.receive()).data == 1008
        assert read == []

    with_door(trial)


def test_a_browser_that_sends_numbers_without_end_is_read_to_its_budget(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    read: list[int] = []

    def counted(text: str) -> dict[str, Any]:
        read.append(len(text))
        return read_object(text)

    async def trial(server: Server) -> None:
        monkeypatch.setattr(conversation, "read_object", counted)
        frozen = asyncio.get_running_loop().time()
        monkeypatch.setattr(web_server, "ParseBudget", lambda: ParseBudget(lambda: frozen))
        line = await joined(server, KEYS.view)
        with pytest.raises(ConnectionError):
            for _ in range(200):
                await line.send_json(NUMBERS)
                await asyncio.sleep(0)
            raise ConnectionError
        while not line.closed:
            await line.receive()
        assert line.close_code == 1008
        assert sum(read) <= BROWSER_BURST + 1024

    with_door(trial)


def test_guests_cannot_spend_what_the_owner_may_have_read() -> None:
    now = 0.0
    budget = ParseBudget(lambda: now)
    assert budget.take("view", int(SHARED_BURST))
    assert not budget.take("operate", 1)
    assert budget.take("admin", 1)


def test_bodies_of_guests_are_counted_before_they_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    async def trial(server: Server) -> None:
        monkeypatch.setattr(web_server, "ParseBudget", lambda: ParseBudget(lambda: 0.0))
        body = {"name": "details", "arguments": {"names": "x" * 500_000}}
        found = [(await server.post("/api/questions", "view", body))[0] for _ in range(3)]
        assert found == [409, 409, 429]
        assert (await server.post("/api/questions", "admin", body))[0] == 409

    with_door(trial)


def test_the_owner_does_not_stand_in_line_behind_guests() -> None:
    async def trial(server: Server) -> None:
        simulator = Simulator()
        server.hub._to_simulator = simulator  # type: ignore[assignment]
        guests = [await joined(server, KEYS.view) for _ in range(3)]
        for guest in guests:
            for number in range(20):
                await guest.send_json({"type": "question", "id": str(number), "name": "entities"})
        await until(lambda: len(server.hub._asked) == 60)
        assert len(simulator.asked) == turns.GUESTS_AT_ONCE
        owner = await joined(server, KEYS.admin)
        await owner.send_json({"type": "question", "id": "mine", "name": "ports"})
        await until(lambda: len(simulator.asked) > turns.GUESTS_AT_ONCE)
        assert simulator.asked[-1]["name"] == "ports"
        # Each answer to a guest lets the next one go; nobody who has left is asked for.
        first = simulator.asked[0]["id"]
        server.hub._route({"type": "data", "id": first, "tick": 0, "data": {}, "refused": ""})
        assert len(simulator.asked) == turns.GUESTS_AT_ONCE + 2
        for line in (*guests, owner):
            await line.close()

    with_door(trial)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"a": 1e999}', "too large"),
        ('{"a": [[12345678901234567890123]]}', "too large"),
        ('{"a": NaN}', "no number of JSON"),
        ('{"a": ' + "[" * 16 + "]" * 16 + "}", "nested deeper than 16"),
        ('{"a": ' + "1" * 5000 + "}", "not JSON"),
        ('{"a": ' + "[" * 100_000, "not JSON"),
    ],
)
def test_text_that_is_refused(text: str, words: str) -> None:
    with pytest.raises(BadInput, match=words):
        read_object(text)


def test_text_that_is_read() -> None:
    text = '{"a": ' + "[" * 15 + "1, -9223372036854775808, 1e300" + "]" * 15 + "}"
    assert read_object(text)
