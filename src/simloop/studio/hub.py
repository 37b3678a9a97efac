"""The middle of the studio: one line to a simulator, any number of browsers."""

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from typing import Any

from simloop.studio.access import Role, refusal_of
from simloop.studio.addresses import SceneAddress
from simloop.studio.mirror import Mirror, Plain
from simloop.studio.packets import HEAD_BYTES, POSES, TURNED_AWAY, BadPacket, head_of, pack_text
from simloop.studio.turns import Turns
from simloop.studio.viewer import Viewer, as_text

_CONNECT_S = 10.0
# What one browser may have asked and not been answered, so that others get their turn.
_MOST_OPEN = 64

Asker = Viewer | asyncio.Future[Plain]


class NotServed(ConnectionError):
    """Whoever answers at the address shows no run to this studio; `str()` says why."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """A command or a question on its way."""

    who: Asker
    own_id: str
    is_question: bool


class Hub:
    """Passes scenes on to browsers and commands on to the simulator."""

    def __init__(self) -> None:
        self.mirror = Mirror()
        self.viewers: set[Viewer] = set()
        self._numbers = count(1)
        self._glances = 0
        self._shown = asyncio.Event()
        self._asked: dict[str, _Asked] = {}
        self._turns = Turns()
        self._to_simulator: asyncio.StreamWriter | None = None
        self.gone = asyncio.Event()

    async def attend(
        self, address: SceneAddress, connected: Callable[[], None] = lambda: None
    ) -> None:
        """Connect to a simulator and pass on what it tells, until it hangs up."""
        async with asyncio.timeout(_CONNECT_S):
            reader, writer = await asyncio.open_connection(address.host, address.port)
        connected()
        writer.write(pack_text({"token": address.token}))
        self._to_simulator = writer
        self._count_viewers()
        try:
            while True:
                length, kind = head_of(await reader.readexactly(HEAD_BYTES))
                self._pass_on(kind, await reader.readexactly(length))
        except BadPacket:
            raise NotServed("something else than a run answers there") from None
        except NotServed:
            raise
        except (asyncio.IncompleteReadError, ConnectionError):
            self._hang_up()
        finally:
            writer.close()
            with suppress(ConnectionError):
                await writer.wait_closed()

    def join(self, viewer: Viewer) -> None:
        """A browser wants to see the run."""
        for message in self.mirror.everything():
            viewer.tell(as_text(_for(viewer, message)))
        if self.mirror.poses is not None:
            viewer.show(self.mirror.poses)
        self.viewers.add(viewer)
        self._count_viewers()

    def leave(self, viewer: Viewer) -> None:
        """A browser has gone."""
        self.viewers.discard(viewer)
        self._forget(viewer)
        self._look_away()

    async def answer_to(self, message: Plain, role: Role) -> Plain:
        """Ask for a program, which is no browser, and wait for what becomes of it."""
        answer: asyncio.Future[Plain] = asyncio.get_running_loop().create_future()
        try:
            self.ask(answer, message, role)
            return await answer
        finally:
            self._forget(answer)

    async def glance(self) -> list[Plain]:
        """The scene for a program; where no browser looks, it is told for this one look."""
        self._begin_anew_if_unseen()
        self._glances += 1
        self._count_viewers()
        try:
            # Poses come last, so all words are here before them.
            if not self.gone.is_set():
                await self._shown.wait()
            return self.mirror.everything()
        finally:
            self._glances -= 1
            self._look_away()

    def ask(self, who: Asker, message: Plain, role: Role) -> None:
        """Send a command or a question to the simulator under a number of our own."""
        asked = _Asked(who, str(message.get("id", ""))[:64], message.get("type") == "question")
        refusal = self._refusal(who, message, role)
        if refusal:
            _answer(asked, _refused(asked, refusal))
            return
        number = str(next(self._numbers))
        self._asked[number] = asked
        sent = {**message, "id": number}
        if role == "admin" or not asked.is_question or self._turns.admits(number, sent):
            self._send(sent)

    def _refusal(self, who: Asker, message: Plain, role: Role) -> str:
        if self._to_simulator is None or self.gone.is_set():
            return "the run is over"
        if refusal := refusal_of(role, message):
            return refusal
        if sum(who is asked.who for asked in self._asked.values()) >= _MOST_OPEN:
            return "too much that you asked for waits already"
        return ""

    def _pass_on(self, kind: bytes, body: bytes) -> None:
        if kind == POSES:
            self.mirror.poses = body
            if self.mirror.whole:
                self._shown.set()
            for viewer in self.viewers:
                viewer.show(body)
            return
        message = json.loads(body)
        if message.get("type") in ("answer", "data"):
            self._route(message)
            return
        if message.get("type") == TURNED_AWAY:
            raise NotServed(message["reason"])
        self.mirror.take(message)
        text = body.decode()
        for viewer in self.viewers:
            viewer.tell(as_text(_for(viewer, message)) if message["type"] == "hello" else text)

    def _route(self, answer: Plain) -> None:
        final = answer.get("state") != "queued"
        asked = self._asked.pop(answer["id"], None) if final else self._asked.get(answer["id"])
        if final and (following := self._turns.next_after(answer["id"])) is not None:
            self._send(following)
        if asked is not None:
            _answer(asked, answer)

    def _hang_up(self) -> None:
        self.gone.set()
        self._shown.set()
        for asked in self._asked.values():
            _answer(asked, _refused(asked, "the run is over"))
        self._asked.clear()
        end = {"type": "end", "words": "the run is over"}
        if self.mirror.ended is None:
            self.mirror.take(end)
            for viewer in self.viewers:
                viewer.tell(as_text(end))

    def _forget(self, who: Asker) -> None:
        """Nobody waits for these answers any more."""
        forgotten = {key for key, asked in self._asked.items() if asked.who is who}
        for key in forgotten:
            del self._asked[key]
        self._turns.forget(forgotten)

    def _look_away(self) -> None:
        """Somebody looks no more."""
        self._count_viewers()
        self._begin_anew_if_unseen()

    def _begin_anew_if_unseen(self) -> None:
        """While nobody looks, nobody is told of changes: what is known would soon be wrong."""
        if not self.viewers and not self._glances and not self.gone.is_set():
            self.mirror = Mirror()
            self._shown.clear()

    def _count_viewers(self) -> None:
        self._send({"type": "viewers", "count": len(self.viewers) + self._glances})

    def _send(self, message: Any) -> None:
        line = self._to_simulator
        # It may have hung up a moment ago: asyncio would grumble about each word to it.
        if line is not None and not line.is_closing() and not self.gone.is_set():
            line.write(pack_text(message))


def _answer(asked: _Asked, answer: Plain) -> None:
    told, who = {**answer, "id": asked.own_id}, asked.who
    if isinstance(who, Viewer):
        who.tell(as_text(told))
    elif answer.get("state") != "queued" and not who.done():
        who.set_result(told)


def _for(viewer: Viewer, message: Plain) -> Plain:
    """A hello says what this browser may do; the rest is the same for all."""
    return {**message, "role": viewer.role} if message.get("type") == "hello" else message


def _refused(asked: _Asked, reason: str) -> Plain:
    if asked.is_question:
        return {"type": "data", "tick": -1, "data": None, "refused": reason}
    return {"type": "answer", "state": "refused", "tick": -1, "reason": reason, "data": None}
