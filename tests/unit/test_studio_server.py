"""The page's server: what it serves, and every way in which it turns somebody away."""

import asyncio
import json
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientSession, ClientTimeout, WSServerHandshakeError, web

from simloop.studio import conversation, web_server
from simloop.studio import viewer as viewer_module
from simloop.studio.access import Keys
from simloop.studio.assets import load_assets
from simloop.studio.guards import BODY_BYTES, Guard
from simloop.studio.hub import Hub
from simloop.studio.message_types import parts_of
from simloop.studio.mirror import Mirror
from simloop.studio.openapi import openapi
from simloop.studio.packets import POSES
from simloop.studio.typescript import protocol
from simloop.studio.web_server import WebServer
from simloop.systems.scene.messages import FROM_SIMULATOR

KEYS = Keys(view="the looking token", operate="the working token", admin="the right token")
TOKEN = KEYS.admin
ROOT = Path(__file__).parents[2]


class Place:
    """A running server and a client."""

    def __init__(self, hub: Hub, client: ClientSession, port: int) -> None:
        self.hub, self.client = hub, client
        self.base = f"http://127.0.0.1:{port}"
        self.bearer = {"Authorization": f"Bearer {TOKEN}"}

    async def joined(self, token: str = TOKEN, **options: Any) -> Any:
        line = await self.client.ws_connect(f"{self.base}/ws", **options)
        await line.send_json({"type": "join", "token": token})
        return line


@asynccontextmanager
async def serving() -> AsyncIterator[Place]:
    hub, page = Hub(), socket.create_server(("127.0.0.1", 0))
    port = page.getsockname()[1]
    runner = web.AppRunner(WebServer(hub, Guard(port, KEYS)).application(), shutdown_timeout=0.1)
    await runner.setup()
    await web.SockSite(runner, page).start()
    async with ClientSession(timeout=ClientTimeout(total=60)) as client:
        yield Place(hub, client, port)
    await runner.cleanup()


def with_server(trial: Callable[[Place], Awaitable[None]]) -> None:
    async def run() -> None:
        async with asyncio.timeout(60), serving() as place:
            await trial(place)

    asyncio.run(run())


def test_the_page_comes_with_strict_rules() -> None:
    async def trial(place: Place) -> None:
        async with place.client.get(place.base) as answer:
            assert answer.status == 200
            policy = answer.headers["Content-Security-Policy"]
            assert "default-src 'self'" in policy
            assert "unsafe" not in policy
            assert answer.headers["X-Content-Type-Options"] == "nosniff"
            assert "Access-Control-Allow-Origin" not in answer.headers

    with_server(trial)


def test_assets_are_named_by_their_hash_and_kept() -> None:
    async def trial(place: Place) -> None:
        names = [name for name in load_assets() if name.endswith(".js")]
        assert names, "the page is not built: run python hatch_build.py"
        async with place.client.get(f"{place.base}/{names[0]}") as answer:
            assert "immutable" in answer.headers["Cache-Control"]
            assert answer.headers["Content-Encoding"] == "gzip"

    with_server(trial)


def test_the_page_is_light() -> None:
    assets = {asset.name: asset for asset in load_assets().values()}
    weight = sum(len(asset.packed or asset.body) for asset in assets.values())
    assert weight < 2_000_000


@pytest.mark.parametrize(
    "path",
    ["../guards.py", "..%2fguards.py", "assets/../../guards.py", "%2e%2e/guards.py", ".digest"],
)
def test_paths_do_not_lead_out(path: str) -> None:
    async def trial(place: Place) -> None:
        _, port = place.base.rsplit(":", 1)
        reader, writer = await asyncio.open_connection("127.0.0.1", int(port))
        writer.write(f"GET /{path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
        status = await reader.readline()
        assert b" 404 " in status or b" 400 " in status
        writer.close()

    with_server(trial)


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1", "127.0.0.1:1", ""])
def test_another_host_name_is_refused(host: str) -> None:
    async def trial(place: Place) -> None:
        async with place.client.get(place.base, headers={"Host": host}) as answer:
            assert answer.status in (400, 421)

    with_server(trial)


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1"])
def test_pages_of_other_origins_are_refused(origin: str) -> None:
    async def trial(place: Place) -> None:
        with pytest.raises(WSServerHandshakeError) as refusal:
            await place.client.ws_connect(f"{place.base}/ws", headers={"Origin": origin})
        assert refusal.value.status == 403
        headers = {**place.bearer, "Origin": origin}
        url = f"{place.base}/api/commands"
        async with place.client.post(url, json={"verb": "pause"}, headers=headers) as answer:
            assert answer.status == 403

    with_server(trial)


def test_a_browser_that_hides_its_origin_is_refused() -> None:
    async def trial(place: Place) -> None:
        with pytest.raises(WSServerHandshakeError):
            headers = {"Sec-Fetch-Site": "cross-site"}
            await place.client.ws_connect(f"{place.base}/ws", headers=headers)

    with_server(trial)


@pytest.mark.parametrize("value", ["", "Bearer", "Bearer wrong", "Basic the right token"])
def test_commands_need_the_token(value: str) -> None:
    async def trial(place: Place) -> None:
        headers = {"Authorization": value}
        url = f"{place.base}/api/commands"
        async with place.client.post(url, json={"verb": "pause"}, headers=headers) as answer:
            assert answer.status == 401
        async with place.client.get(f"{place.base}/api/scene", headers=headers) as answer:
            assert answer.status == 401

    with_server(trial)


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ('{"type": "join", "token": "wrong"}', 1008),
        ('{"type": "join"}', 1008),
        ('{"type": "join", "token": 7}', 1008),
        ('{"type": "command", "verb": "pause"}', 1008),
        ("hello", 1007),
        ("[" * 1000, 1007),
        ("[" * 100_000, 1008),
        ('{"type": "join", "token": "\\ud800"}', 1008),
    ],
)
def test_whoever_does_not_join_is_cut_off(said: str, code: int) -> None:
    async def trial(place: Place) -> None:
        line = await place.client.ws_connect(f"{place.base}/ws")
        await line.send_str(said)
        await line.receive()
        assert line.close_code == code
        assert not place.hub.viewers

    with_server(trial)


def test_whoever_says_nothing_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    async def trial(place: Place) -> None:
        monkeypatch.setattr(conversation, "_JOIN_S", 0.05)
        line = await place.client.ws_connect(f"{place.base}/ws")
        await line.receive()
        assert line.close_code == 1008

    with_server(trial)


def test_a_huge_message_is_refused() -> None:
    async def trial(place: Place) -> None:
        line = await place.joined()
        # The other side may hang up while this is still being sent.
        try:
            await line.send_str("x" * 100_000_000)
        except ConnectionError:
            return
        await line.receive()
        assert line.close_code in (1006, 1009)

    with_server(trial)


def test_a_huge_body_is_refused() -> None:
    async def trial(place: Place) -> None:
        url, body = f"{place.base}/api/commands", b"x" * (BODY_BYTES + 1)
        async with place.client.post(url, data=body, headers=place.bearer) as answer:
            assert answer.status == 413

    with_server(trial)


DEEP = '{"verb": "pause", "arguments": ' + '{"a": ' * 20 + "1" + "}" * 21
NUMBERS = [f'{{"verb": "speed", "arguments": {{"factor": {n}}}}}' for n in ("NaN", "1e999", 10**99)]


@pytest.mark.parametrize("body", ["", "[]", "{}", '{"verb": 3}', "[" * 10_000, DEEP, *NUMBERS])
def test_bodies_that_are_no_commands_are_refused(body: str) -> None:
    async def trial(place: Place) -> None:
        url = f"{place.base}/api/commands"
        async with place.client.post(url, data=body, headers=place.bearer) as answer:
            assert answer.status == 400

    with_server(trial)


def test_too_many_browsers_are_refused_but_the_owner(monkeypatch: pytest.MonkeyPatch) -> None:
    async def trial(place: Place) -> None:
        monkeypatch.setattr(web_server, "_MOST_BROWSERS", 1)
        first = await place.joined(KEYS.view)
        await _until(lambda: len(place.hub.viewers) == 1)
        second = await place.joined(KEYS.view)
        assert (await second.receive()).data == 1013
        owner = await place.joined(KEYS.admin)
        await _until(lambda: len(place.hub.viewers) == 2)
        for line in (first, owner):
            await line.close()

    with_server(trial)


async def _until(done: Callable[[], bool]) -> None:
    while not done():
        await asyncio.sleep(0.01)


def test_a_flood_of_commands_is_cut_off() -> None:
    async def trial(place: Place) -> None:
        line = await place.joined()
        for number in range(2000):
            await line.send_json({"type": "command", "id": str(number), "verb": "pause"})
        while not line.closed:
            await line.receive()
        assert line.close_code == 1008

    with_server(trial)


def test_without_a_simulator_commands_are_refused() -> None:
    async def trial(place: Place) -> None:
        url = f"{place.base}/api/commands"
        async with place.client.post(url, json={"verb": "pause"}, headers=place.bearer) as answer:
            assert answer.status == 409
            assert (await answer.json())["reason"] == "the run is over"
        line = await place.joined()
        await line.send_json({"type": "command", "id": "a", "verb": "pause"})
        assert (await line.receive_json())["id"] == "a"
        await line.close()

    with_server(trial)


def test_a_browser_that_never_reads_is_cut_off_and_others_go_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def trial(place: Place) -> None:
        monkeypatch.setattr(viewer_module, "_SLOWEST_S", 0.5)
        reader = await place.joined()
        host, port = place.base.removeprefix("http://").split(":")
        stuck, writer = await asyncio.open_connection(host, int(port), limit=1024)
        writer.write(
            f"GET /ws HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
        )
        await stuck.readuntil(b"\r\n\r\n")
        # A text frame as clients send it, masked with zeros.
        join = json.dumps({"type": "join", "token": TOKEN}).encode()
        writer.write(bytes((0x81, 0x80 | len(join), 0, 0, 0, 0)) + join)
        while len(place.hub.viewers) < 2:
            await asyncio.sleep(0.001)
        # Far more than sockets hold, to both; the one that reads keeps its place.
        while len(place.hub.viewers) == 2:
            place.hub._pass_on(POSES, bytes(1_000_000))
            assert len((await reader.receive()).data) == 1_000_000
        place.hub._pass_on(POSES, b"still here")
        assert (await reader.receive()).data == b"still here"
        await reader.close()
        writer.transport.abort()

    with_server(trial)


def test_late_comers_are_told_everything() -> None:
    mirror = Mirror()
    mirror.take({"type": "hello", "scenario": "square"})
    mirror.take({"type": "scene", "tick": 1, "items": [{"index": 1}, {"index": 2}]})
    mirror.take({"type": "status", "vehicles": [{"index": 1, "mode": "hold"}]})
    mirror.take({"type": "delta", "items": [{"index": 3}], "removed": [1]})
    mirror.take({"type": "event", "words": "spins up"})
    hello, scene, status, event = mirror.everything()
    assert (hello["type"], event["words"]) == ("hello", "spins up")
    assert [item["index"] for item in scene["items"]] == [2, 3]
    assert status["vehicles"] == []


def test_the_interface_is_described() -> None:
    asyncio.run(check_description())


async def check_description() -> None:
    described = openapi()
    schemas = described["components"]["schemas"]
    assert set(schemas) >= {part.__name__ for part in parts_of(FROM_SIMULATOR)}
    routes = {
        (route.resource.canonical, route.method.lower())
        for route in WebServer(Hub(), Guard(1, KEYS)).application().router.routes()
        if route.resource is not None and route.resource.canonical.startswith("/api/")
    }
    told = {(path, verb) for path, verbs in described["paths"].items() for verb in verbs}
    assert {pair for pair in routes if pair[1] != "head"} - told == {("/api/openapi.json", "get")}
    text = json.dumps(described)
    for reference in text.split('"$ref": "')[1:]:
        assert reference.split('"')[0].rsplit("/", 1)[1] in schemas


def test_the_types_of_the_client_are_fresh() -> None:
    kept = (ROOT / "web/src/generated/protocol.ts").read_text()
    assert kept == protocol(), (
        "run: python -m simloop.studio.typescript web/src/generated/protocol.ts"
    )
