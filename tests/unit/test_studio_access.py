"""Roles, addresses and the rules of a page: who may do what, and every option that cannot be."""

import asyncio
import shutil
import socket
import ssl
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientSession, ClientTimeout, TCPConnector, web

from simloop.cli.main import main
from simloop.studio import door as door_module
from simloop.studio import page_address, web_server
from simloop.studio.access import Keys, refusal_of
from simloop.studio.assets import load_assets
from simloop.studio.door import Door
from simloop.studio.guards import Guard, Refusal
from simloop.studio.hub import Hub
from simloop.studio.page_address import PageAddresses, open_page
from simloop.studio.page_rules import PageMistake, PageRules
from simloop.studio.web_server import WebServer

KEYS = Keys(view="for looking", operate="for working", admin="for the owner")
PAUSE = {"type": "command", "verb": "pause"}


class Server:
    """A server with a door and a recorder in the simulator's place."""

    def __init__(self, hub: Hub, client: ClientSession, base: str) -> None:
        self.hub, self.client, self.base = hub, client, base

    def bearer(self, role: str) -> dict[str, str]:
        return {"Authorization": f"Bearer {getattr(KEYS, role)}"}

    async def get(self, path: str, role: str) -> tuple[int, Any]:
        async with self.client.get(self.base + path, headers=self.bearer(role)) as answer:
            return answer.status, await answer.json()

    async def post(self, path: str, role: str, body: Any) -> tuple[int, Any]:
        url, headers = self.base + path, self.bearer(role)
        async with self.client.post(url, json=body, headers=headers) as answer:
            return answer.status, await answer.json()


@asynccontextmanager
async def serving(
    rules: PageRules | None = None, first_request_s: float = 15.0
) -> AsyncIterator[Server]:
    rules = rules or PageRules()
    hub, page, door = Hub(), open_page(0, rules), Door(first_request_s)
    guard = Guard(page.getsockname()[1], KEYS, rules)
    addresses = PageAddresses(page, KEYS, rules)
    server = WebServer(hub, guard, addresses=addresses, door=door)
    runner = web.AppRunner(server.application(), shutdown_timeout=0.1)
    await runner.setup()
    door.server = runner.server
    loop = asyncio.get_running_loop()
    listening = await loop.create_server(door, sock=page, ssl=rules.tls())
    base = f"{rules.scheme}://127.0.0.1:{addresses.port}"
    connector = TCPConnector(ssl=False)
    async with (
        asyncio.timeout(60),
        ClientSession(timeout=ClientTimeout(total=30), connector=connector) as client,
    ):
        yield Server(hub, client, base)
    listening.close()
    await runner.cleanup()


def test_each_token_has_its_role() -> None:
    assert KEYS.role_of("for looking") == "view"
    assert KEYS.role_of("for the owner") == "admin"
    for wrong in ("", "for look", None, 7, "\ud800"):
        assert KEYS.role_of(wrong) is None
    fresh = Keys.fresh()
    assert len({fresh.view, fresh.operate, fresh.admin}) == 3


def test_viewers_ask_operators_command_and_the_owner_ends_the_run() -> None:
    question = {"type": "question", "name": "entities"}
    quit_it = {"type": "command", "verb": "quit"}
    allowed = {
        role: [not refusal_of(role, message) for message in (question, PAUSE, quit_it)]
        for role in ("view", "operate", "admin")
    }
    assert allowed == {
        "view": [True, False, False],
        "operate": [True, True, False],
        "admin": [True, True, True],
    }


def test_roles_count_over_http() -> None:
    async def trial() -> None:
        async with serving() as server:
            assert await server.get("/api/role", "operate") == (200, {"role": "operate"})
            status, said = await server.post("/api/commands", "view", {"verb": "pause"})
            assert (status, said["error"]) == (403, "this address is for looking only")
            status, said = await server.post("/api/commands", "operate", {"verb": "quit"})
            assert (status, said["error"]) == (403, "only the owner of the run may do this")
            # As far as the simulator, which is not there.
            assert (await server.post("/api/commands", "operate", {"verb": "pause"}))[0] == 409
            assert (await server.get("/api/addresses", "operate"))[0] == 403
            status, found = await server.get("/api/addresses", "admin")
            assert found["view"].endswith("#token=for looking")

    asyncio.run(trial())


def test_a_browser_is_told_its_role_and_held_to_it() -> None:
    async def trial() -> None:
        async with serving() as server:
            server.hub.mirror.take({"type": "hello", "scenario": "square"})
            server.hub.mirror.take({"type": "scene", "tick": 1, "items": []})
            line = await server.client.ws_connect(f"{server.base}/ws")
            await line.send_json({"type": "join", "token": KEYS.view})
            assert (await line.receive_json())["role"] == "view"
            await line.receive_json()
            await line.receive_json()
            # Refused by us: a simulator that listens would have heard nothing.
            server.hub._to_simulator = Deaf()  # type: ignore[assignment]
            await line.send_json({**PAUSE, "id": "7"})
            answer = await line.receive_json()
            assert (answer["id"], answer["state"]) == ("7", "refused")
            assert answer["reason"] == "this address is for looking only"
            await line.close()

    asyncio.run(trial())


def test_one_browser_cannot_fill_the_line() -> None:
    async def trial() -> None:
        async with serving() as server:
            server.hub._to_simulator = Deaf()  # type: ignore[assignment]
            line = await server.client.ws_connect(f"{server.base}/ws")
            await line.send_json({"type": "join", "token": KEYS.view})
            for number in range(65):
                question = {"type": "question", "id": str(number), "name": "entities"}
                await line.send_json(question)
            answer = await line.receive_json()
            assert answer["id"] == "64"
            assert answer["refused"] == "too much that you asked for waits already"
            await line.close()

    asyncio.run(trial())


class Deaf:
    """A line to a simulator that must not be used for commands."""

    def is_closing(self) -> bool:
        return False

    def write(self, data: bytes) -> None:
        assert b"viewers" in data or b"question" in data


def test_requests_are_limited_in_number(monkeypatch: pytest.MonkeyPatch) -> None:
    async def trial() -> None:
        monkeypatch.setattr(web_server, "_BURST", 3.0)
        monkeypatch.setattr(web_server, "_REQUESTS_PER_S", 0.001)
        async with serving() as server:
            found = [(await server.get("/api/role", "view"))[0] for _ in range(4)]
            assert found == [200, 200, 200, 429]
            assert (await server.get("/api/role", "admin"))[0] == 200

    asyncio.run(trial())


def test_a_body_that_does_not_come_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    async def trial() -> None:
        monkeypatch.setattr(web_server, "_BODY_S", 0.05)
        async with serving() as server:
            host = server.base.removeprefix("http://")
            reader, writer = await asyncio.open_connection(*host.split(":"))
            writer.write(
                f"POST /api/commands HTTP/1.1\r\nHost: {host}\r\nContent-Length: 9\r\n"
                f"Authorization: Bearer {KEYS.admin}\r\n\r\n".encode()
            )
            assert b" 408 " in await reader.readline()
            writer.close()

    asyncio.run(trial())


def test_whoever_asks_for_nothing_is_cut_off() -> None:
    async def trial() -> None:
        async with serving(first_request_s=0.05) as server:
            host = server.base.removeprefix("http://")
            reader, writer = await asyncio.open_connection(*host.split(":"))
            writer.write(b"GET / HTTP/1.1\r\nHost: half a hea")
            with suppress(ConnectionResetError):
                assert await reader.read() == b""
            writer.close()
            assert (await server.get("/api/role", "view"))[0] == 200

    asyncio.run(trial())


def test_connections_are_limited_in_number(monkeypatch: pytest.MonkeyPatch) -> None:
    async def trial() -> None:
        monkeypatch.setattr(door_module, "MOST_CONNECTIONS", 1)
        async with serving() as server:
            await server.get("/api/role", "admin")
            host = server.base.removeprefix("http://")
            reader, writer = await asyncio.open_connection(*host.split(":"))
            assert await reader.read() == b""
            writer.close()

    asyncio.run(trial())


@pytest.mark.parametrize(
    ("rules", "host", "taken"),
    [
        (PageRules(), "localhost:8080", True),
        (PageRules(), "10.0.0.7:8080", False),
        (PageRules(host="10.0.0.7"), "10.0.0.7:8080", True),
        (PageRules(host="10.0.0.7"), "10.0.0.8:8080", False),
        (PageRules(host="0.0.0.0"), "10.0.0.8:8080", True),
        (PageRules(host="0.0.0.0"), "[fe80::1]:8080", True),
        (PageRules(host="0.0.0.0"), "lab.example:8080", False),
        (PageRules(host="0.0.0.0"), "10.0.0.8:80", False),
        (PageRules(host="0.0.0.0"), "10.0.0.8", False),
        (PageRules(names=("lab.example",)), "lab.example:8080", True),
        (PageRules(names=("lab.example",)), "lab.example", False),
        (PageRules(names=("lab.example:443",)), "lab.example", True),
        (PageRules(names=("lab.example:443",)), "evil.example", False),
    ],
)
def test_hosts(rules: PageRules, host: str, taken: bool) -> None:
    guard = Guard(8080, KEYS, rules)
    if taken:
        guard.check_host({"Host": host})
        guard.check_origin({"Host": host, "Origin": f"http://{host}"})
    else:
        with pytest.raises(Refusal):
            guard.check_host({"Host": host})
    with pytest.raises(Refusal):
        guard.check_origin({"Host": host, "Origin": "http://another.example"})


def test_who_may_embed() -> None:
    closed = Guard(8080, KEYS).headers
    assert "frame-ancestors 'none'" in closed["Content-Security-Policy"]
    assert closed["X-Frame-Options"] == "DENY"
    opened = Guard(8080, KEYS, PageRules(embed=("https://lab.example",))).headers
    assert opened["Content-Security-Policy"].endswith("frame-ancestors https://lab.example")
    assert "X-Frame-Options" not in opened


def test_addresses_for_the_owner_and_for_others() -> None:
    with open_page(0) as page:
        port = page.getsockname()[1]
        rules = PageRules(host="0.0.0.0", names=("lab.example",))
        addresses = PageAddresses(page, KEYS, rules)
        assert addresses.of("admin") == f"http://127.0.0.1:{port}/#token=for the owner"
        assert addresses.of("view") == f"http://lab.example:{port}/#token=for looking"
        assert "other machines" in rules.warnings[0] and "--tls-cert" in rules.warnings[0]
        assert PageRules().warnings == []
        assert PageRules(host="::1").place(80, shared=True) == "[::1]:80"


def test_a_taken_port_is_passed_over_at_home_and_told_in_the_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with open_page(port) as page:
            assert page.getsockname()[1] != port
        monkeypatch.setattr(PageRules, "is_open", True)
        with pytest.raises(PageMistake, match=f"--page-port {port} of 127.0.0.1 is in use"):
            open_page(port)
    assert page_address.FIRST_PORT == 8080


@pytest.fixture(scope="module")
def certificates(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if shutil.which("openssl") is None:
        pytest.skip("no openssl is installed: this test makes a certificate")
    folder = tmp_path_factory.mktemp("tls")
    for name in ("own", "other"):
        subprocess.run(
            [
                *("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"),
                *("-subj", "/CN=localhost", "-keyout", f"{name}.key", "-out", f"{name}.pem"),
            ],
            cwd=folder,
            check=True,
            capture_output=True,
        )
    return folder


def test_the_page_over_tls(certificates: Path) -> None:
    rules = PageRules(certificate=str(certificates / "own.pem"), key=str(certificates / "own.key"))

    async def trial() -> None:
        async with serving(rules) as server:
            assert (await server.get("/api/role", "view"))[0] == 200
            headers = {"Origin": server.base}
            line = await server.client.ws_connect(f"{server.base}/ws", headers=headers)
            await line.send_json({"type": "join", "token": KEYS.view})
            await line.close()

    asyncio.run(trial())
    assert PageRules.of({"names": [], "embed": [], "host": "::1"}) == PageRules(host="::1")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--tls-cert", "none.pem"], "--tls-cert none.pem: there is no such file"),
        (["--tls-cert", "own.pem", "--tls-key", "no.key"], "--tls-key no.key: there is no such"),
        (["--tls-cert", "own.pem", "--tls-key", "other.key"], "not the key of own.pem"),
        (["--tls-cert", "own.pem"], "own.pem: not a certificate with its key in PEM form"),
        (["--tls-key", "own.key"], "add --tls-cert FILE"),
        (["--host", "203.0.113.9"], "--host 203.0.113.9: this machine has no such address"),
        (["--host", "no such host"], "--host no such host: this machine has no such address"),
        (["--embed", "lab"], "--embed lab: write an origin"),
        (["--embed", "https://a;script-src *"], "write an origin"),
        (["--allow-host", "a b"], "--allow-host a b: write a name"),
    ],
)
def test_options_that_cannot_be_are_one_line(
    options: list[str],
    words: str,
    certificates: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(certificates)
    monkeypatch.setenv("SIMLOOP_TOKEN", "x")
    assert main(["view", "scene://127.0.0.1:9", "--page-port", "0", *options]) == 2
    said = capsys.readouterr().err
    assert words in said
    assert said.count("\n") == 1


def test_links_do_not_lead_out_of_the_assets(tmp_path: Path) -> None:
    outside, inside = tmp_path / "secret", tmp_path / "page"
    outside.mkdir()
    (outside / "key.js").write_text("secret")
    inside.mkdir()
    (inside / "index.html").write_text("page")
    (inside / "key.js").symlink_to(outside / "key.js")
    (inside / "more").symlink_to(outside)
    assert set(load_assets(inside)) == {"", "index.html"}


def test_ssl_is_of_this_decade(certificates: Path) -> None:
    rules = PageRules(certificate=str(certificates / "own.pem"), key=str(certificates / "own.key"))
    context = rules.tls()
    assert context is not None
    assert context.minimum_version >= ssl.TLSVersion.TLSv1_2
