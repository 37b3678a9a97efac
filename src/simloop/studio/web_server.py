"""The page's server: the built client, a small HTTP interface with OpenAPI, and the WebSocket."""

import asyncio
import json
from base64 import b64decode
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from functools import cached_property, partial
from typing import Any, TypeVar

from aiohttp import web

from simloop.studio.access import Role, refusal_of
from simloop.studio.allowance import Allowance
from simloop.studio.assets import Asset, load_assets
from simloop.studio.conversation import converse
from simloop.studio.door import Door
from simloop.studio.guards import BODY_BYTES, Guard, Refusal
from simloop.studio.hub import Hub
from simloop.studio.json_input import BadInput, read_object
from simloop.studio.package_panels import PanelShelf
from simloop.studio.page_address import PageAddresses
from simloop.studio.parse_budget import ParseBudget

_MOST_BROWSERS = 256
# However many guests look, the owner finds a place.
_OWNERS_SEATS = 16
_MOST_MESHES = 16
_GLTF = "model/gltf-binary"
_BODY_S = 10.0
_ANSWER_S = 10.0
_REQUESTS_PER_S, _BURST = 100.0, 300.0
T = TypeVar("T")
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class WebServer:
    """Routes of one studio."""

    def __init__(
        self,
        hub: Hub,
        guard: Guard,
        *,
        panels: PanelShelf | None = None,
        addresses: PageAddresses | None = None,
        door: Door | None = None,
    ) -> None:
        self._hub = hub
        self._guard = guard
        self._headers = guard.headers
        self._panels = panels or PanelShelf(())
        self._assets = load_assets() | self._panels.assets
        self._addresses = addresses
        self._door = door or Door()
        self._budget: ParseBudget | None = None
        self._meshes: dict[str, bytes] = {}
        self._browsers = 0
        self._allowances: dict[Role, Allowance] = {}

    def application(self) -> web.Application:
        """The routes, behind the checks that all of them share."""
        application = web.Application(client_max_size=BODY_BYTES, middlewares=[self._guarded])
        application.router.add_get("/ws", self._browser)
        application.router.add_get("/api/openapi.json", self._describe)
        application.router.add_get("/api/role", self._role)
        application.router.add_get("/api/addresses", self._shares)
        application.router.add_get("/api/scene", self._scene)
        application.router.add_get("/api/meshes/{digest:[0-9a-f]{32}}", self._mesh)
        application.router.add_get("/api/panels", self._list_panels)
        application.router.add_post("/api/panels", self._report_panel)
        application.router.add_post("/api/commands", self._command)
        application.router.add_post("/api/questions", self._question)
        application.router.add_get("/{name:.*}", self._asset)
        return application

    @web.middleware
    async def _guarded(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        self._door.note(request)
        try:
            self._guard.check_host(request.headers)
            response = await handler(request)
        except Refusal as refusal:
            response = web.json_response({"error": refusal.words}, status=refusal.status)
        except web.HTTPException as error:
            response = web.json_response({"error": error.reason}, status=error.status)
        if not response.prepared:
            response.headers.update(self._headers)
        return response

    async def _asset(self, request: web.Request) -> web.StreamResponse:
        asset = self._assets.get(request.match_info["name"])
        if asset is None:
            raise Refusal(404, "there is no such file")
        return _sent(asset, request)

    async def _browser(self, request: web.Request) -> web.StreamResponse:
        self._guard.check_origin(request.headers)
        seat = partial(self._seat, request)
        return await converse(request, self._hub, self._guard, budget=self._reading, seat=seat)

    @contextmanager
    def _seat(self, request: web.Request, role: Role) -> Iterator[None]:
        """A place among those who look: only who has shown a token takes one."""
        most = _MOST_BROWSERS + (_OWNERS_SEATS if role == "admin" else 0)
        if self._browsers >= most:
            raise Refusal(503, f"{_MOST_BROWSERS} browsers look already")
        self._door.trust(request, role)
        self._browsers += 1
        try:
            yield
        finally:
            self._browsers -= 1

    @property
    def _reading(self) -> ParseBudget:
        if self._budget is None:
            self._budget = ParseBudget()
        return self._budget

    async def _describe(self, request: web.Request) -> web.StreamResponse:
        return web.json_response(text=self._description)

    @cached_property
    def _description(self) -> str:
        # Late: it needs the simulator's own message types, and numpy with them.
        from simloop.studio.openapi import openapi

        return json.dumps(openapi())

    async def _role(self, request: web.Request) -> web.StreamResponse:
        return web.json_response({"role": self._entrant(request)})

    async def _shares(self, request: web.Request) -> web.StreamResponse:
        """Addresses that the owner may pass on."""
        if self._entrant(request) != "admin":
            raise Refusal(403, "only the owner of the run may pass addresses on")
        if self._addresses is None:
            raise Refusal(404, "there are no addresses to pass on")
        shared: tuple[Role, ...] = ("view", "operate")
        return web.json_response({role: self._addresses.of(role) for role in shared})

    async def _scene(self, request: web.Request) -> web.StreamResponse:
        self._entrant(request)
        return web.json_response(await _in_time(self._hub.glance()))

    async def _mesh(self, request: web.Request) -> web.StreamResponse:
        """A mesh that a look names; asked of the simulator once."""
        self._entrant(request)
        digest = request.match_info["digest"]
        if digest not in self._meshes:
            if len(self._meshes) >= _MOST_MESHES:
                self._meshes.clear()
            asked = {"type": "question", "id": "mesh", "name": "mesh"}
            message = {**asked, "arguments": {"digest": digest}}
            told = await _in_time(self._hub.answer_to(message, "admin"))
            if told["refused"]:
                raise Refusal(404, told["refused"])
            self._meshes[digest] = b64decode(told["data"]["data"])
        headers = {"Cache-Control": "private, max-age=31536000, immutable"}
        return web.Response(body=self._meshes[digest], content_type=_GLTF, headers=headers)

    async def _list_panels(self, request: web.Request) -> web.StreamResponse:
        self._entrant(request)
        return web.json_response(self._panels.listing())

    async def _report_panel(self, request: web.Request) -> web.StreamResponse:
        """A page tells that a panel of a package does not work there."""
        said = await self._body(request, self._entrant(request))
        self._panels.report(str(said.get("name")), str(said.get("reason")))
        return web.json_response({})

    async def _command(self, request: web.Request) -> web.StreamResponse:
        told = await self._asked(request, "command", "verb", "pause")
        return web.json_response(told, status=409 if told["state"] == "refused" else 200)

    async def _question(self, request: web.Request) -> web.StreamResponse:
        told = await self._asked(request, "question", "name", "entities")
        return web.json_response(told, status=409 if told["refused"] else 200)

    async def _asked(
        self, request: web.Request, kind: str, key: str, example: str
    ) -> dict[str, Any]:
        """Pass a request on to the simulator and wait for what it says."""
        role = self._entrant(request)
        said = await self._body(request, role)
        if not isinstance(said.get(key), str):
            raise Refusal(400, f'the body must be like {{"{key}": "{example}", "arguments": {{}}}}')
        message = {"type": kind, "id": "http", key: said[key]}
        message["arguments"] = said.get("arguments", {})
        if refusal := refusal_of(role, message):
            raise Refusal(403, refusal)
        return await _in_time(self._hub.answer_to(message, role))

    def _entrant(self, request: web.Request) -> Role:
        """The role of whoever asks, after all checks of a request that needs a token."""
        self._guard.check_origin(request.headers)
        role = self._guard.check_bearer(request.headers)
        self._door.trust(request, role)
        # By role, so that guests cannot use up what the owner may do.
        if role not in self._allowances:
            clock = asyncio.get_running_loop().time
            self._allowances[role] = Allowance(_REQUESTS_PER_S, _BURST, clock)
        if not self._allowances[role].take():
            raise Refusal(429, f"at most {_REQUESTS_PER_S:.0f} requests a second")
        return role

    async def _body(self, request: web.Request, role: Role) -> dict[str, Any]:
        try:
            async with asyncio.timeout(_BODY_S):
                body = await request.read()
            if not self._reading.take(role, len(body)):
                raise Refusal(429, "too much to read at once: send less, or later")
            return read_object(body)
        except TimeoutError:
            raise Refusal(408, "the body did not come in time") from None
        except BadInput as bad:
            raise Refusal(400, f"the body must be a JSON object: {bad}") from None


async def _in_time(answer: Awaitable[T]) -> T:
    try:
        async with asyncio.timeout(_ANSWER_S):
            return await answer
    except TimeoutError:
        raise Refusal(504, "the simulator has not answered; it may be busy") from None


def _sent(asset: Asset, request: web.Request) -> web.Response:
    headers = {"Cache-Control": asset.cache_control, "Vary": "Accept-Encoding"}
    body = asset.body
    if asset.packed is not None and "gzip" in request.headers.get("Accept-Encoding", ""):
        headers["Content-Encoding"], body = "gzip", asset.packed
    return web.Response(body=body, content_type=asset.content_type, headers=headers)
