"""What plots ask of recordings: fields and samples, of both runs, and their difference."""

from collections.abc import Iterator
from math import inf
from typing import Any

import numpy as np

from simloop.messages.units import unit_of
from simloop.server.player.programme import SECOND, Part, Programme
from simloop.server.player.topic_shelf import Numbers
from simloop.studio.questions.sample_answers import Fields, Samples, Series
from simloop.studio.thinning import thinned
from simloop.systems.scene.questions import Arguments, QuestionRefused, number_of

_POINTS = 4000
_MOST_FIELDS = 32
_MOST_ROWS = 100_000


class PlotDesk:
    """Answers for one programme."""

    def __init__(self, programme: Programme) -> None:
        self._programme = programme

    def fields(self, given: Arguments) -> Fields:
        """The numbers that were recorded; `search` words, `vehicle` first, `most` of them."""
        words = str(given.get("search", "")).lower().split()
        chosen, most = str(given.get("vehicle", "")), int(number_of(given, "most", _MOST_ROWS))
        run = self._programme.first.run
        rows = [
            row
            for row in run.shelf.rows(vehicle.name for vehicle in run.vehicles)
            if all(word in row.name.lower() for word in words)
        ]
        rows.sort(key=lambda row: row.vehicle not in ("", chosen))
        return Fields(tuple(rows[:most]))

    def is_at_hand(self, given: Arguments) -> bool:
        """Would `samples` answer without reading the file?"""
        topics = {name.partition(".")[0] for name in _names(given)}
        return all(part.run.shelf.has_read(topics) for part in self._programme.parts)

    def samples(self, given: Arguments) -> Samples:
        """Values of `fields` between `after_s` and `before_s`, `points` at most."""
        names = [(name, *_split(name)) for name in dict.fromkeys(_names(given))]
        first = self._programme.first.run.shelf
        for _, topic, path in names:
            if not first.has(topic, path):
                raise QuestionRefused(f"no number {topic}.{path} is recorded: ask 'fields'")
        for part in self._programme.parts:
            shelf = part.run.shelf
            shelf.read({topic for _, topic, path in names if shelf.has(topic, path)})
        return Samples(tuple(s for each in names for s in self._series(*each, given)))

    def _series(self, name: str, topic: str, path: str, given: Arguments) -> Iterator[Series]:
        first, second = self._programme.first, self._programme.second
        unit = unit_of(first.run.shelf.type_of(topic), path)
        mine = first.run.shelf.series(topic, path)
        yield _told(name, "", unit, mine, given)
        if second is None or not second.run.shelf.has(topic, path):
            return
        theirs = self._on_our_time(second, topic, path)
        yield _told(name, SECOND, unit, theirs, given)
        yield _told(name, "difference", unit, _difference(mine, theirs), given)

    def _on_our_time(self, part: Part, topic: str, path: str) -> tuple[Numbers, Numbers]:
        times_s, values = part.run.shelf.series(topic, path)
        ticks = part.ticks_of(times_s * part.run.tick_rate_hz)
        return ticks / self._programme.tick_rate_hz, values


def _difference(
    mine: tuple[Numbers, Numbers], theirs: tuple[Numbers, Numbers]
) -> tuple[Numbers, Numbers]:
    """The first run less the second, at the times of the first that both have."""
    if not len(theirs[0]):
        return theirs
    both = (mine[0] >= theirs[0][0]) & (mine[0] <= theirs[0][-1])
    times_s = mine[0][both]
    return times_s, mine[1][both] - np.interp(times_s, *theirs)


def _told(
    name: str, run: str, unit: str, numbers: tuple[Numbers, Numbers], given: Arguments
) -> Series:
    times_s, values = numbers
    after_s, before_s = number_of(given, "after_s", -inf), number_of(given, "before_s", inf)
    between = (times_s > after_s) & (times_s <= before_s)
    points = int(number_of(given, "points", _POINTS))
    times_s, values = thinned(times_s[between], values[between], points)
    return Series(name, run, unit, tuple(times_s.tolist()), tuple(values.tolist()))


def _names(given: Arguments) -> list[str]:
    names: Any = given.get("fields")
    if not isinstance(names, (list, tuple)) or not all(isinstance(name, str) for name in names):
        raise QuestionRefused("argument 'fields' is missing: write a list of topic.field")
    if len(names) > _MOST_FIELDS:
        raise QuestionRefused(f"ask for at most {_MOST_FIELDS} fields at a time")
    return list(names)


def _split(name: str) -> tuple[str, str]:
    """Topic and field; topics have no dots."""
    topic, _, path = name.partition(".")
    return topic, path
