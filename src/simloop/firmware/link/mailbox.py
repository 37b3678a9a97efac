"""Requests to the command tasks: one at a time, each answered or given up after a second."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from simloop.firmware.codes import Answer
from simloop.firmware.lane import Lane

TIMEOUT_US = 1_000_000
MOST_WAITING = 16
ARGUMENTS = 7

# Answer as MAV_RESULT, and its reason.
Answered = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Ask:
    """A request: its kind, see codes.py, and its arguments."""

    kind: float
    arguments: tuple[float, ...] = ()


@dataclass(slots=True)
class _Waiting:
    ask: Ask
    answered: Answered | None
    number: float = 0.0
    deadline_us: int = 0


class Mailbox:
    """Puts requests into fw_request and hands their answers back."""

    def __init__(self, lane: Lane) -> None:
        self._lane = lane
        self._queue: deque[_Waiting] = deque()
        self._pending: _Waiting | None = None

    def ask(self, ask: Ask, answered: Answered | None, now_us: int) -> bool:
        """Queue a request, whether or not anybody waits for its answer; False if too many wait."""
        if len(self._queue) >= MOST_WAITING:
            return False
        self._queue.append(_Waiting(ask, answered))
        self._put_next(now_us)
        return True

    def poll(self, now_us: int) -> None:
        """Look for the answer, and put the next request."""
        pending = self._pending
        if pending is None:
            return
        if self._lane.read("fw_answer_id")[0] == pending.number:
            result = int(self._lane.read("fw_answer")[0])
            reason = int(self._lane.read("fw_answer_reason")[0])
            self._finish(pending, result, reason, now_us)
        elif now_us >= pending.deadline_us:
            self._finish(pending, int(Answer.FAILED), 0, now_us)

    def _finish(self, pending: _Waiting, result: int, reason: int, now_us: int) -> None:
        self._pending = None
        if pending.answered is not None:
            pending.answered(result, reason)
        self._put_next(now_us)

    def _put_next(self, now_us: int) -> None:
        if self._pending is not None or not self._queue:
            return
        waiting = self._queue.popleft()
        arguments = (*waiting.ask.arguments, *(0.0,) * ARGUMENTS)[:ARGUMENTS]
        self._lane.write("fw_request", (waiting.ask.kind, *arguments))
        waiting.number = self._lane.read("fw_request_id")[0] + 1.0
        self._lane.write("fw_request_id", waiting.number)
        waiting.deadline_us = now_us + TIMEOUT_US
        self._pending = waiting
