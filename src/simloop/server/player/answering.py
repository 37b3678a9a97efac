"""Answers the questions of viewers about a programme, wherever it is being played."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

from simloop.server.player.comparing import compare
from simloop.server.player.past_answers import PastDesk
from simloop.server.player.playhead import Playhead
from simloop.server.player.plot_answers import PlotDesk
from simloop.server.player.programme import Part, Programme, own_name
from simloop.server.player.relabel import joined, relabelled
from simloop.studio.questions.entities import Entities
from simloop.studio.questions.mesh import NO_MESH, MeshAnswer
from simloop.systems.scene.broadcast import SceneSink
from simloop.systems.scene.messages import DataMessage, EventMessage, QuestionMessage
from simloop.systems.scene.questions import Arguments, QuestionRefused, number_of

# Where a question names whom it is about.
_WHOM = ("vehicle", "name", "names")


class AnswerDesk:
    """Answers into one sink."""

    def __init__(
        self,
        programme: Programme,
        playhead: Playhead,
        sink: SceneSink,
        events: Sequence[EventMessage],
        *,
        branch_refusal: str,
    ) -> None:
        self._programme = programme
        self._playhead = playhead
        self._sink = sink
        self._plots = PlotDesk(programme)
        moments = PastDesk(programme, playhead, events, branch_refusal=branch_refusal)
        self._answers: dict[str, Callable[[Arguments], Any]] = {
            "timeline": moments.timeline,
            "past": moments.past,
            "track": moments.track,
            "fields": self._plots.fields,
            "samples": self._plots.samples,
            "entities": self._entities,
            "mesh": self._mesh,
        }
        if programme.second is not None:
            self._answers["comparison"] = lambda given: compare(programme)
        # A topic that was not asked for before costs a pass over the file: playing goes on.
        self._librarian = ThreadPoolExecutor(1, "plots")

    @property
    def names(self) -> tuple[str, ...]:
        """What may be asked."""
        return (*self._answers, *self._programme.first.run.questions)

    def close(self) -> None:
        """Drop what is still being read."""
        self._librarian.shutdown(cancel_futures=True)

    def answer(self, asked: QuestionMessage) -> None:
        """Answer now, or once the file has been read."""
        if asked.name == "samples" and not self._samples_at_hand(asked):
            self._librarian.submit(lambda: self._sink.answer(self._answered(asked)))
        else:
            self._sink.answer(self._answered(asked))

    def _samples_at_hand(self, asked: QuestionMessage) -> bool:
        try:
            return self._plots.is_at_hand(asked.arguments)
        except QuestionRefused:
            return True

    def _answered(self, asked: QuestionMessage) -> DataMessage:
        tick = self._playhead.tick
        try:
            if asked.name in self._answers:
                return DataMessage(asked.id, tick, self._answers[asked.name](asked.arguments))
            return self._by_columns(asked, tick)
        except QuestionRefused as refusal:
            return DataMessage(asked.id, tick, None, str(refusal))

    def _by_columns(self, asked: QuestionMessage, tick: int) -> DataMessage:
        if asked.name not in self._programme.first.run.questions:
            raise QuestionRefused(f"a recording does not answer '{asked.name}'")
        if "tick" in asked.arguments:
            asked_tick = int(number_of(asked.arguments, "tick"))
            tick = min(max(asked_tick, self._programme.first_tick), self._programme.last_tick)
        found = [
            self._asked_of(part, replace(asked, arguments={**asked.arguments, **names}), tick)
            for part in self._programme.parts
            if (names := _whom(asked.arguments, second=part.second)) is not None
        ]
        if not found:
            whom = next(str(asked.arguments[key]) for key in _WHOM if key in asked.arguments)
            raise QuestionRefused(f"nobody is called {whom} here: ask 'entities'")
        refused = next((each.refused for each in found if each.refused), "")
        data = None if refused else joined([each.data for each in found])
        return DataMessage(asked.id, tick, data, refused)

    def _asked_of(self, part: Part, asked: QuestionMessage, tick: int) -> DataMessage:
        answer = part.run.ask(asked, int(part.own_tick(tick)), _listed(asked.arguments))
        return replace(answer, data=relabelled(answer.data)) if part.second else answer

    def _entities(self, given: Arguments) -> Entities:
        tick = self._playhead.tick
        return Entities(tuple(r for part in self._programme.parts for r in part.entities(tick)))

    def _mesh(self, given: Arguments) -> MeshAnswer:
        """A digest names a mesh, whichever run has it."""
        for part in self._programme.parts:
            found = part.run.mesh(given)
            if found is not None:
                return found
        raise QuestionRefused(NO_MESH)


def _whom(given: Arguments, *, second: bool) -> dict[str, Any] | None:
    """The arguments that name vehicles of this run, as it calls them; None if none of them is."""
    names: dict[str, Any] = {}
    for key in (key for key in _WHOM if key in given):
        value = given[key]
        several = isinstance(value, (list, tuple))
        pairs = [own_name(str(each)) for each in (value if several else [value])]
        own = [name for name, of_second in pairs if of_second == second]
        if not own:
            return None
        names[key] = own if several else own[0]
    # What names nobody is about the first run.
    return names if names or not second else None


def _listed(given: Arguments) -> list[str] | None:
    """The vehicles that are named, or whose parts are; None means everybody."""
    values = [given[key] for key in _WHOM if key in given]
    names = [n for v in values for n in ([v] if isinstance(v, str) else v)]
    return [str(name).partition("::")[0] for name in names] or None
