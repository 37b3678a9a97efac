"""What one browser may say over its WebSocket: join with a token, then commands and questions."""

import asyncio
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

from aiohttp import WSCloseCode, WSMsgType, web

from simloop.studio.access import Role
from simloop.studio.allowance import Allowance
from simloop.studio.guards import BODY_BYTES, Guard, Refusal
from simloop.studio.hub import Hub
from simloop.studio.json_input import BadInput, read_object
from simloop.studio.parse_budget import ParseBudget
from simloop.studio.viewer import TooSlow, Viewer

_JOIN_S = 5.0
_MESSAGES_PER_S = 240.0
_BURST = 480.0
# Whoever has shown no token is not read at length.
_LONGEST_JOIN = 1024


class _Refused(Exception):
    """Something a browser must not do: close code and reason."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code, self.reason = code, reason


async def converse(
    request: web.Request,
    hub: Hub,
    guard: Guard,
    *,
    budget: ParseBudget,
    seat: Callable[[Role], AbstractContextManager[None]],
) -> web.WebSocketResponse:
    """Serve one browser until it goes, does not read, or breaks a rule.

    `seat` is taken with the token; Refusal says that there is none left.
    """
    line = web.WebSocketResponse(max_msg_size=BODY_BYTES, heartbeat=20.0, compress=False)
    await line.prepare(request)
    try:
        role = await _joined(line, guard)
        with seat(role):
            await _attend(line, hub, role, budget)
    except Refusal as full:
        await line.close(code=WSCloseCode.TRY_AGAIN_LATER, message=full.words.encode())
    except _Refused as refused:
        await line.close(code=refused.code, message=refused.reason.encode())
    except TooSlow:
        # A goodbye would wait for a reader, too.
        if request.transport is not None:
            request.transport.abort()
    return line


async def _joined(line: web.WebSocketResponse, guard: Guard) -> Role:
    try:
        async with asyncio.timeout(_JOIN_S):
            message = await line.receive()
    except TimeoutError:
        raise _Refused(WSCloseCode.POLICY_VIOLATION, "no token came") from None
    is_short = message.type is WSMsgType.TEXT and len(message.data) <= _LONGEST_JOIN
    said = _read(message.data) if is_short else {}
    role = guard.keys.role_of(said.get("token")) if said.get("type") == "join" else None
    if role is None:
        raise _Refused(WSCloseCode.POLICY_VIOLATION, "wrong token")
    return role


async def _attend(line: web.WebSocketResponse, hub: Hub, role: Role, budget: ParseBudget) -> None:
    viewer = Viewer(line, role)
    hub.join(viewer)
    pump = asyncio.create_task(viewer.pump())
    listen = asyncio.create_task(_listen(line, hub, viewer, budget))
    try:
        await asyncio.wait((pump, listen), return_when=asyncio.FIRST_COMPLETED)
    finally:
        hub.leave(viewer)
        for task in (pump, listen):
            task.cancel()
    # Both are looked at: one that nobody asks for its fault would print it.
    for fault in await asyncio.gather(pump, listen, return_exceptions=True):
        if isinstance(fault, Exception) and not isinstance(fault, ConnectionError):
            raise fault


async def _listen(
    line: web.WebSocketResponse, hub: Hub, viewer: Viewer, budget: ParseBudget
) -> None:
    own_bytes = budget.of_browser()
    allowance = Allowance(_MESSAGES_PER_S, _BURST, asyncio.get_running_loop().time)
    async for message in line:
        if message.type is not WSMsgType.TEXT:
            raise _Refused(WSCloseCode.UNSUPPORTED_DATA, "text only")
        if not allowance.take():
            raise _Refused(WSCloseCode.POLICY_VIOLATION, "too many messages")
        # Counted before it is read, since reading is what costs.
        if not own_bytes.take(len(message.data)):
            raise _Refused(WSCloseCode.POLICY_VIOLATION, "too much to read")
        await budget.turn(viewer.role, len(message.data))
        said = _read(message.data)
        if said.get("type") not in ("command", "question", "away"):
            raise _Refused(WSCloseCode.POLICY_VIOLATION, "only commands and questions")
        if said["type"] == "away":
            viewer.away = said.get("away") is True
            continue
        hub.ask(viewer, said, viewer.role)


def _read(text: str) -> dict[str, Any]:
    try:
        return read_object(text)
    except BadInput as bad:
        raise _Refused(WSCloseCode.INVALID_TEXT, str(bad)) from None
