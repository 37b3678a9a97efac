"""Numbers over time, read from the topics of a recording."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simloop.messages import TYPE_BY_NAME
from simloop.messages.numbers import number_reader, numeric_fields
from simloop.messages.units import unit_of
from simloop.server.files.mistake import FileMistake
from simloop.server.nearest import suggestion
from simloop.server.recording.names import OWN
from simloop.server.recording.reader import RunFile

Numbers = NDArray[Any]


@dataclass(frozen=True, slots=True)
class Series:
    """One field of one topic."""

    topic: str
    field: str
    unit: str
    times_s: Numbers
    values: Numbers

    @property
    def name(self) -> str:
        """As users write it."""
        return f"{self.topic}.{self.field}"


@dataclass(frozen=True, slots=True)
class TopicTable:
    """All numbers of one topic: a row per message, a column per field."""

    topic: str
    type: str
    fields: tuple[str, ...]
    times_s: Numbers
    values: Numbers

    def column(self, field: str) -> Numbers:
        """The numbers of one field."""
        numbers: Numbers = self.values[:, self.fields.index(field)]
        return numbers

    def columns(self, *fields: str) -> Numbers:
        """The numbers of some fields side by side."""
        numbers: Numbers = self.values[:, [self.fields.index(field) for field in fields]]
        return numbers

    def series(self, field: str) -> Series:
        """One field over time."""
        return Series(
            self.topic, field, unit_of(self.type, field), self.times_s, self.column(field)
        )


def read_tables(run: RunFile, topics: Iterable[str]) -> dict[str, TopicTable]:
    """The numbers of some topics; those that carry none are left out."""
    wanted = set(topics)
    types: dict[str, str] = {}
    times: dict[str, list[float]] = {topic: [] for topic in wanted}
    rows: dict[str, list[tuple[float, ...]]] = {topic: [] for topic in wanted}
    for item in run.items(wanted):
        if item.type not in TYPE_BY_NAME:
            continue
        types[item.topic] = item.type
        time_s, known, numbers = item.time_ns / 1e9, times[item.topic], rows[item.topic]
        # A run that was reset begins anew: what had come after is no longer true.
        while known and known[-1] > time_s:
            known.pop()
            numbers.pop()
        known.append(time_s)
        numbers.append(number_reader(item.type)(item.decode()))
    return {
        topic: TopicTable(
            topic,
            kind,
            numeric_fields(kind),
            np.array(times[topic]),
            np.array(rows[topic]).reshape(len(times[topic]), -1),
        )
        for topic, kind in sorted(types.items())
        if numeric_fields(kind)
    }


def plottable(run: RunFile) -> dict[str, tuple[str, ...]]:
    """Topics with their numeric fields."""
    topics = run.topics()
    return {
        topic: numeric_fields(kind)
        for topic, kind in topics.items()
        if topic not in OWN and kind in TYPE_BY_NAME and numeric_fields(kind)
    }


def read_series(run: RunFile, wanted: Sequence[str]) -> list[Series]:
    """Fields named as `topic.field`, with `*` for any text, in the order asked for.

    Raises:
        FileMistake: nothing fits one of them; the nearest is suggested.
    """
    names = {f"{t}.{f}": (t, f) for t, fields in plottable(run).items() for f in fields}
    chosen: dict[str, tuple[str, str]] = {}
    for pattern in wanted:
        # A bracket is part of a name here, not a set of letters.
        literal = pattern.replace("[", "[[]")
        fitting = [n for n in names if fnmatchcase(n, literal) or n.startswith(f"{pattern}.")]
        if not fitting:
            raise FileMistake(None, f"{run.path}: no field {pattern}", _hint(pattern, names))
        chosen |= {name: names[name] for name in fitting}
    tables = read_tables(run, {topic for topic, _ in chosen.values()})
    return [tables[topic].series(field) for topic, field in chosen.values()]


def _hint(pattern: str, names: Iterable[str]) -> str:
    near = suggestion(pattern, names)
    return near if near.startswith("did") else "list them: simloop plot RUN"
