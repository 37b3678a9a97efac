"""What the page's server prints: nothing for bytes that are no HTTP, one line for a fault."""

import asyncio
import socket

import pytest
from aiohttp import web

from simloop.studio.server_log import server_log

_HEAD = b"GET / HTTP/1.1\r\nHost: a\r\n"
BAD = {
    "no HTTP": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\r\n\r\n",
    "bad header": _HEAD + b"No colon here\r\n\r\n",
    "bad length": b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -5\r\n\r\n",
    "bad chunk": b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n",
    "bad version": b"GET / HTTP/9x\r\n\r\n",
    "long header": _HEAD + b"A: " + b"x" * 20_000 + b"\r\n\r\n",
    "half a websocket": _HEAD + b"Upgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
}


async def answered(data: bytes, tell: list[str]) -> bytes:
    async def handle(request: web.Request) -> web.StreamResponse:
        if request.method == "POST":
            await request.read()
        if request.path == "/fault":
            raise RuntimeError("a fault of ours")
        return web.Response()

    application = web.Application()
    application.router.add_route("*", "/{name:.*}", handle)
    runner = web.AppRunner(application, access_log=None, logger=server_log(tell.append))
    await runner.setup()
    page = socket.create_server(("127.0.0.1", 0))
    await web.SockSite(runner, page).start()
    async with asyncio.timeout(60):
        reader, writer = await asyncio.open_connection(*page.getsockname())
        writer.write(data)
        first = await reader.readline()
        writer.close()
    await runner.cleanup()
    return first


@pytest.mark.parametrize("name", BAD)
def test_bad_http_prints_nothing(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    tell: list[str] = []
    assert asyncio.run(answered(BAD[name], tell)).startswith(b"HTTP/1.")
    assert tell == []
    assert capfd.readouterr().err == ""


def test_a_fault_of_ours_is_one_line(capfd: pytest.CaptureFixture[str]) -> None:
    tell: list[str] = []
    asked = b"GET /fault HTTP/1.1\r\nHost: a\r\n\r\n"
    assert b" 500 " in asyncio.run(answered(asked, tell))
    (line,) = tell
    assert "RuntimeError('a fault of ours')" in line
    assert "\n" not in line
    assert capfd.readouterr().err == ""
