"""Plays recordings to a scene port: obeys play, pause, step, speed and seek, answers questions."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from math import inf

from simloop.server.player.answering import AnswerDesk
from simloop.server.player.comparing import compare, in_words
from simloop.server.player.feeding import Feeder
from simloop.server.player.playhead import Playhead
from simloop.server.player.programme import Describe, Programme
from simloop.server.recording.reader import names_apart
from simloop.systems.scene.broadcast import SceneSink
from simloop.systems.scene.messages import EventMessage, Hello
from simloop.systems.scene.questions import Arguments, number_of
from simloop.systems.user_commands.desk import UserCommand
from simloop.timing.wall import WallClock
from simloop.transport.inbox import Inbox, Reply

_REST_S = 0.004
_MOST_EVENTS = 480


@dataclass(frozen=True, slots=True)
class BranchWish:
    """Somebody wants to fly on from a tick of the recording."""

    tick: int
    reply: Reply


class Player:
    """Feeds one sink from a programme; commands come in through an inbox."""

    def __init__(
        self,
        programme: Programme,
        sink: SceneSink,
        inbox: Inbox,
        describe: Describe,
        *,
        loop: bool = False,
        wall: WallClock | None = None,
    ) -> None:
        self._inbox = inbox
        self._programme = programme
        self._sink = sink
        self._wall = wall or WallClock()
        rate = programme.tick_rate_hz
        self.playhead = Playhead(programme.first_tick, programme.last_tick, rate, loop=loop)
        events = _events(programme, describe)
        self._feeder = Feeder(programme, self.playhead, sink, events)
        refusal = self._why_no_branch(programme.first_tick)
        self._desk = AnswerDesk(programme, self.playhead, sink, events, branch_refusal=refusal)
        self._verbs: Mapping[str, Callable[[Arguments], None]] = {
            "play": lambda given: self.playhead.play(),
            "pause": lambda given: self.playhead.pause(),
            "step": self._step,
            "speed": self._speed,
            "seek": self._seek,
            "reset": lambda given: self.playhead.seek(programme.first_tick),
        }
        self._branch: BranchWish | None = None
        self._watched = False
        self._then_ns = self._wall.monotonic_ns()

    def play(self, is_over: Callable[[], bool]) -> BranchWish | None:
        """Play until it is over, or until somebody wants to fly on from here."""
        self._then_ns, self._branch = self._wall.monotonic_ns(), None
        while not is_over():
            self.turn()
            if self._branch is not None:
                return self._branch
            self._wall.sleep(_REST_S)
        return None

    def turn(self) -> None:
        """Obey, move on, and show what is wanted."""
        self._obey()
        now_ns = self._wall.monotonic_ns()
        # It begins when somebody looks for the first time.
        if self._watched:
            self.playhead.move((now_ns - self._then_ns) / 1e9)
        self._then_ns = now_ns
        if self._sink.wanted:
            self._watched |= self._sink.watched
            self._feeder.look(self.hello, self._desk.answer)

    def close(self) -> None:
        """Drop what is still being read, and let the files go."""
        self._desk.close()
        self._programme.close()

    @property
    def hello(self) -> Hello:
        """What this is."""
        return Hello(
            _title(self._programme),
            _description(self._programme),
            self._programme.tick_rate_hz,
            vehicles=(),
            verbs=(*self._verbs, "branch"),
            questions=self._desk.names,
            source="recording",
        )

    def _obey(self) -> None:
        for taken in self._inbox.drain(self.playhead.tick):
            reply = taken.reply or Reply()
            try:
                self._do(taken.payload, reply)
            except ValueError as refusal:
                reply.error = str(refusal)
            if self._branch is None or self._branch.reply is not reply:
                reply.tick = self.playhead.tick

    def _do(self, command: UserCommand, reply: Reply) -> None:
        if command.verb == "branch":
            tick = _whole(command.arguments, "tick", self.playhead.tick)
            refusal = self._why_no_branch(tick)
            if refusal:
                raise ValueError(refusal)
            run = self._programme.first.run
            self._branch = BranchWish(min(max(tick, run.first_tick), run.last_tick), reply)
            return
        if command.verb not in self._verbs:
            known = (*self._verbs, "branch")
            near = get_close_matches(command.verb, known, 1)
            hint = f"did you mean '{near[0]}'?" if near else f"it knows {', '.join(known)}"
            raise ValueError(f"a recording does not know '{command.verb}': {hint}")
        self._verbs[command.verb](command.arguments)

    def _why_no_branch(self, tick: int) -> str:
        if self._programme.second is not None:
            return "two runs are shown: open the one to fly on from with 'simloop view RUN'"
        why = self._programme.first.run.why_not_again(tick)
        return f"this run cannot be simulated again: {why}" if why else ""

    def _step(self, given: Arguments) -> None:
        ticks = _whole(given, "ticks", 1)
        if ticks < 1:
            raise ValueError("argument 'ticks' is a whole number of at least 1")
        self.playhead.step(ticks)

    def _speed(self, given: Arguments) -> None:
        factor = given.get("factor")
        self.playhead.aim_at(inf if factor == "max" else number_of(given, "factor"))

    def _seek(self, given: Arguments) -> None:
        if "time_s" in given:
            self.playhead.seek(round(number_of(given, "time_s") * self._programme.tick_rate_hz))
        else:
            self.playhead.seek(_whole(given, "tick"))


def _events(programme: Programme, describe: Describe) -> Sequence[EventMessage]:
    rate, first = programme.tick_rate_hz, programme.first_tick
    notes = [
        EventMessage(first, first / rate, "", "note", note, "warn") for note in programme.notes
    ]
    told = [event for part in programme.parts for event in part.events(describe, rate)]
    told.sort(key=lambda event: event.tick)
    apart = in_words(compare(programme)) if programme.second is not None else []
    last = programme.last_tick
    differences = [
        EventMessage(last, last / rate, vehicle, "difference", words, "info")
        for vehicle, words in apart
    ]
    return [*notes, *told[: _MOST_EVENTS - len(notes) - len(differences)], *differences]


def _title(programme: Programme) -> str:
    names = [part.run.about.scenario for part in programme.parts]
    return " and ".join(dict.fromkeys(names))


def _description(programme: Programme) -> str:
    first = programme.first.run
    if programme.second is not None:
        one, other = names_apart([first.file, programme.second.run.file])
        return f"two recordings: {one}, and as ghosts (B) {other}"
    seconds = (first.last_tick - first.first_tick) / first.tick_rate_hz
    words = f"recording, {seconds:.0f} s"
    return f"{words}: {first.scenario.description}" if first.scenario else words


def _whole(given: Arguments, key: str, default: int | None = None) -> int:
    value = given.get(key, default)
    if isinstance(value, bool) or not isinstance(value, (int, float)) or value != int(value):
        raise ValueError(f"argument '{key}' is a whole number of ticks")
    return int(value)
