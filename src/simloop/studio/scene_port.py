"""The simulator's side: one thread, one loopback socket, one studio; the world never waits for it.

The world's thread drops messages here and goes on. Poses have a single slot, where the newest
replace older ones. Frames are wanted by the clock, and only while somebody looks; the world's
thread reads it itself, so that this thread need not wake for it, perhaps in the middle of a step.
"""

import hmac
import json
import select
import socket
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from threading import Thread
from typing import Any

from simloop.messages.plain_values import values_of
from simloop.studio.addresses import SceneAddress, new_token
from simloop.studio.packets import (
    POSES,
    TEXT,
    TURNED_AWAY,
    BadPacket,
    PacketReader,
    pack,
    pack_text,
)
from simloop.systems.scene.messages import (
    AnswerMessage,
    DataMessage,
    QuestionMessage,
    ToViewer,
    plain,
)
from simloop.systems.user_commands.desk import UserCommand
from simloop.timing.wall import WallClock
from simloop.transport.errors import BusError
from simloop.transport.inbox import Inbox, Reply

SOURCE = "studio"
FRAMES_PER_S = 30
_PERIOD_NS = 1_000_000_000 // FRAMES_PER_S
_JOIN_S = 5.0
_SEND_S = 10.0
_MOST_WAITING = 20_000
_MOST_QUESTIONS = 256
# Whoever looks must not make the world's thread read for long.
_LONGEST_QUESTION = 64 * 1024
# So that no tick waits for more than a few answers.
_ANSWERS_PER_FRAME = 16
_ANSWERING_NS = 4_000_000
_CHUNK = 65536
# A message of a browser, written with escapes, and some more.
_MOST_HEARD = 4 * 1024 * 1024


class _Gone(Exception):
    """The studio has closed its end, or broke the rules."""


class ScenePort:
    """Listens on loopback for a studio and serves one at a time."""

    def __init__(self, inbox: Inbox, *, wall: WallClock | None = None) -> None:
        self._inbox = inbox
        self._wall = wall or WallClock()
        self._texts: deque[ToViewer] = deque(maxlen=_MOST_WAITING)
        self._questions: deque[QuestionMessage] = deque()
        self._poses: bytes | None = None
        self._replies: dict[str, Reply] = {}
        self._joining = False
        self._due_ns = 0
        self._closed = False
        self.viewers = 0
        self.on_quit: Callable[[], None] | None = None
        """Ends the run; whatever it does must be fit for a signal handler."""
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=4)
        self._wake_out, self._wake_in = socket.socketpair()
        self._wake_in.setblocking(False)
        host, port = self._listener.getsockname()
        self.address = SceneAddress(host, port, new_token())
        self._thread = Thread(target=self._serve, name="scene port", daemon=True)

    def open(self) -> None:
        """Begin to listen."""
        self._thread.start()

    def close(self) -> None:
        """Send what waits, hang up and end the thread."""
        self._closed = True
        self._wake()
        if self._thread.is_alive():
            self._thread.join(_SEND_S)
        for end in (self._listener, self._wake_in, self._wake_out):
            end.close()

    # The world's thread.

    @property
    def watched(self) -> bool:
        """Does somebody look, or are there only questions?"""
        return self.viewers > 0

    @property
    def wanted(self) -> bool:
        """Does somebody want a frame now, or at least an answer?"""
        if not self.viewers:
            return bool(self._questions)
        return self._wall.monotonic_ns() >= self._due_ns

    @property
    def overdue(self) -> bool:
        """Has nobody looked for as long as two frames take?"""
        if not self.viewers:
            return bool(self._questions)
        return self._wall.monotonic_ns() >= self._due_ns + _PERIOD_NS

    def joining(self) -> bool:
        """Must everything be told? Asking takes the wish away."""
        if not self._joining:
            return False
        self._joining = False
        return True

    def tell(self, message: ToViewer) -> None:
        """Take a message that may not be lost; nobody is told while nobody looks."""
        if self.viewers:
            self.answer(message)

    def answer(self, message: ToViewer) -> None:
        """Take what somebody asked for, who need not look."""
        self._texts.append(message)
        self._wake()

    def show(self, poses: bytes) -> None:
        """Take poses; the newest replace those that still wait."""
        now_ns, next_ns = self._wall.monotonic_ns(), self._due_ns + _PERIOD_NS
        # A stall is not made up for by a burst.
        self._due_ns = next_ns if next_ns > now_ns else now_ns + _PERIOD_NS
        self._poses = poses
        self._wake()

    def serve(self, inbox: Inbox) -> None:
        """Hand commands to another inbox from now on, and have everything told anew."""
        self._inbox, self._joining = inbox, True

    def tell_anew(self) -> None:
        """Have everything told again, as after going back in time."""
        self._joining = True

    def asked(self) -> Iterator[QuestionMessage]:
        """A few of the questions that wait, while answering them does not take too long."""
        end_ns = self._wall.monotonic_ns() + _ANSWERING_NS
        # The port's thread puts another queue here when the studio goes.
        questions = self._questions
        for _ in range(min(_ANSWERS_PER_FRAME, len(questions))):
            yield questions.popleft()
            if self._wall.monotonic_ns() > end_ns:
                return

    # The port's thread.

    def _serve(self) -> None:
        while not self._closed:
            ready, _, _ = select.select([self._listener, self._wake_out], [], [])
            if self._listener in ready:
                studio, _ = self._listener.accept()
                with studio, suppress(_Gone, OSError, ValueError):
                    self._attend(studio)
                self._forget()
            else:
                self._wake_out.recv(_CHUNK)

    def _attend(self, studio: socket.socket) -> None:
        studio.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        studio.settimeout(_SEND_S)
        reader = PacketReader(_MOST_HEARD)
        waiting = self._introduced(studio, reader)
        while True:
            for body in waiting:
                self._obey(studio, body)
            self._send(studio)
            if self._closed:
                return
            waiting = self._listen(studio, reader)

    def _introduced(self, studio: socket.socket, reader: PacketReader) -> list[bytes]:
        """Wait for the token; whoever does not know it is cut off."""
        deadline_ns = self._wall.monotonic_ns() + int(_JOIN_S * 1e9)
        packets: list[tuple[bytes, bytes]] = []
        while not packets:
            left_s = (deadline_ns - self._wall.monotonic_ns()) / 1e9
            if left_s <= 0.0 or self._closed:
                raise _Gone
            ready, _, _ = select.select([studio, self._wake_out], [], [], left_s)
            if self._wake_out in ready:
                self._wake_out.recv(_CHUNK)
            if studio in ready:
                packets = reader.feed(self._received(studio))
        # Text of strangers may hold halves of characters.
        token = str(_read(packets[0][1]).get("token", "")).encode(errors="replace")
        if not hmac.compare_digest(token, self.address.token.encode()):
            _turn_away(studio, "its token is another: use the whole address, in quotes")
            raise _Gone
        return [body for kind, body in packets[1:] if kind == TEXT]

    def _listen(self, studio: socket.socket, reader: PacketReader) -> list[bytes]:
        """Wait for the studio or the world."""
        # Nothing wakes this thread when a command has been answered.
        timeout_s = _PERIOD_NS / 1e9 if self._replies else None
        ready, _, _ = select.select([studio, self._wake_out, self._listener], [], [], timeout_s)
        if self._wake_out in ready:
            self._wake_out.recv(_CHUNK)
        if studio in ready:
            return [body for kind, body in reader.feed(self._received(studio)) if kind == TEXT]
        # Only now: the one that is here may just have gone.
        if self._listener in ready:
            another, _ = self._listener.accept()
            with another, suppress(OSError):
                _turn_away(another, "another page shows it already: ask for an address of that one")
        return []

    def _received(self, studio: socket.socket) -> bytes:
        data = studio.recv(_CHUNK)
        if not data:
            raise _Gone
        return data

    def _obey(self, studio: socket.socket, body: bytes) -> None:
        message = _read(body)
        if message.get("type") == "viewers":
            count = message.get("count")
            if not isinstance(count, int):
                raise BadPacket("viewers are counted")
            # First the wish, then what makes the world's thread ask for it.
            if count > 0 and not self.viewers:
                self._joining = True
            self.viewers = count
        elif message.get("type") == "command":
            studio.sendall(pack_text(plain(self._pass_on(message))))
        elif message.get("type") == "question":
            refusal = self._take_question(message, len(body))
            if refusal is not None:
                studio.sendall(pack_text(plain(refusal)))

    def _take_question(self, message: dict[str, Any], length: int) -> DataMessage | None:
        number, name = str(message.get("id", "")), message.get("name")
        arguments = message.get("arguments") or {}
        if not isinstance(name, str) or not isinstance(arguments, dict):
            return DataMessage(number, -1, None, "a question has a name and arguments")
        if length > _LONGEST_QUESTION:
            return DataMessage(
                number, -1, None, f"a question has at most {_LONGEST_QUESTION} bytes"
            )
        if len(self._questions) >= _MOST_QUESTIONS:
            return DataMessage(number, -1, None, "too many questions wait")
        self._questions.append(QuestionMessage(number, name, arguments))
        return None

    def _pass_on(self, message: dict[str, Any]) -> AnswerMessage:
        """Put a command into the inbox, and say that it waits there."""
        number, verb = str(message.get("id", "")), message.get("verb")
        arguments = message.get("arguments") or {}
        if not isinstance(verb, str) or not isinstance(arguments, dict):
            return AnswerMessage(number, "refused", -1, "a command has a verb and arguments")
        if verb == "quit":
            return self._quit(number)
        if self._inbox.replaying:
            return AnswerMessage(number, "refused", -1, "this run repeats a log: it takes no input")
        reply = Reply()
        try:
            self._inbox.push(SOURCE, UserCommand(verb, arguments), reply)
        except BusError as full:
            return AnswerMessage(number, "refused", -1, str(full))
        self._replies[number] = reply
        return AnswerMessage(number, "queued", -1, "")

    def _quit(self, number: str) -> AnswerMessage:
        """End the run: no input of the world, so it is not logged; Ctrl-C is none either."""
        if self.on_quit is None:
            return AnswerMessage(number, "refused", -1, "the run cannot be ended yet")
        self.on_quit()
        return AnswerMessage(number, "executed", -1, "")

    def _send(self, studio: socket.socket) -> None:
        while self._texts:
            studio.sendall(pack_text(plain(self._texts.popleft())))
        for number, reply in [pair for pair in self._replies.items() if pair[1].done]:
            del self._replies[number]
            state = "refused" if reply.error is not None else "executed"
            tick = -1 if reply.tick is None else reply.tick
            said = None if reply.response is None else values_of(reply.response)
            answer = AnswerMessage(number, state, tick, reply.error or "", said)  # type: ignore[arg-type]
            studio.sendall(pack_text(plain(answer)))
        poses, self._poses = self._poses, None
        if poses is not None:
            studio.sendall(pack(POSES, poses))

    def _forget(self) -> None:
        """Nobody looks any more."""
        self.viewers, self._joining = 0, False
        self._poses = None
        self._texts.clear()
        self._questions = deque()
        self._replies.clear()

    def _wake(self) -> None:
        # A full pipe wakes as well as one more byte.
        with suppress(BlockingIOError, OSError):
            self._wake_in.send(b"!")


def _turn_away(studio: socket.socket, reason: str) -> None:
    studio.sendall(pack_text({"type": TURNED_AWAY, "reason": reason}))


def _read(body: bytes) -> dict[str, Any]:
    try:
        message = json.loads(body)
    except (ValueError, RecursionError):
        raise BadPacket("not JSON") from None
    if not isinstance(message, dict):
        raise BadPacket("not a message")
    return message
