"""Columns of topics, read from the file when somebody wants to plot them, and kept for a while."""

from collections import OrderedDict
from collections.abc import Iterable, Mapping

import numpy as np
from numpy.typing import NDArray

from simloop.messages import TYPE_BY_NAME
from simloop.messages.numbers import numeric_fields
from simloop.messages.units import unit_of
from simloop.server.player.chunks import ChunkReader
from simloop.server.player.topic_rows import TopicRows
from simloop.server.recording.names import OWN
from simloop.studio.questions.sample_answers import FieldRow

Numbers = NDArray[np.float64]
_MOST_TOPICS = 48


class TopicShelf:
    """The topics of one recording. A topic that was not read yet costs a pass over the file."""

    def __init__(self, reader: ChunkReader, known: Mapping[str, TopicRows]) -> None:
        self._reader = reader
        self._known: OrderedDict[str, TopicRows] = OrderedDict(known)

    def rows(self, vehicles: Iterable[str]) -> list[FieldRow]:
        """Every number that was recorded; topics without a vehicle's name are of the first."""
        names = list(vehicles)
        return [
            FieldRow(f"{topic}.{path}", topic, path, unit_of(kind, path), _whose(topic, names))
            for topic, kind in sorted(self._reader.types.items())
            if self._is_plottable(topic, kind)
            for path in numeric_fields(kind)
        ]

    def has(self, topic: str, path: str) -> bool:
        """Was such a number recorded?"""
        kind = self._reader.types.get(topic, "")
        return self._is_plottable(topic, kind) and path in numeric_fields(kind)

    def type_of(self, topic: str) -> str:
        """The type of its messages."""
        return self._reader.types[topic]

    def has_read(self, topics: Iterable[str]) -> bool:
        """Are these topics at hand?"""
        return all(topic in self._known for topic in topics)

    def read(self, topics: Iterable[str]) -> None:
        """Read those that are not at hand, in one pass."""
        wanted = {topic for topic in topics if topic not in self._known}
        if not wanted:
            return
        found = {topic: TopicRows(self._reader.types[topic]) for topic in wanted}
        for data, parts in self._reader.read(wanted.__contains__):
            for topic, part in parts.items():
                found[topic].add(data, part)
        self._known |= found
        while len(self._known) > _MOST_TOPICS:
            self._known.popitem(last=False)

    def series(self, topic: str, path: str) -> tuple[Numbers, Numbers]:
        """Times in s and values of one number."""
        self.read([topic])
        self._known.move_to_end(topic)
        rows = self._known[topic]
        return rows.times_ns / 1e9, rows.column(path)

    def _is_plottable(self, topic: str, kind: str) -> bool:
        return topic not in OWN and kind in TYPE_BY_NAME


def _whose(topic: str, vehicles: list[str]) -> str:
    first = topic.partition("/")[0]
    if first in vehicles:
        return first
    return vehicles[0] if vehicles else ""
