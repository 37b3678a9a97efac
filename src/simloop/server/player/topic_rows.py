"""The messages of one topic as rows of bytes, and columns of numbers read from them."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from simloop.server.player.cdr_columns import Layout, column, fits, layout_of, text_at
from simloop.server.player.chunks import Bytes, Ints, TopicPart

Numbers = NDArray[np.float64]


@dataclass(slots=True)
class _Stretch:
    """Neighbouring messages of one length."""

    times_ns: list[Ints]
    rows: list[Bytes]


@dataclass(slots=True)
class TopicRows:
    """Collects the messages of a topic chunk by chunk; then gives columns."""

    type: str
    _stretches: list[_Stretch] = field(default_factory=list)
    _joined: list[tuple[Layout, Bytes]] | None = None
    _keep: NDArray[np.bool_] | None = None
    _times_ns: Ints | None = None

    def add(self, data: Bytes, part: TopicPart) -> None:
        """Take the messages of one chunk."""
        cuts = np.flatnonzero(np.diff(part.sizes)) + 1
        for times_ns, starts, sizes in zip(*(np.split(each, cuts) for each in part), strict=True):
            size = int(sizes[0])
            rows = data[starts[:, None] + np.arange(size)]
            last = self._stretches[-1] if self._stretches else None
            if last is None or last.rows[0].shape[1] != size:
                last = _Stretch([], [])
                self._stretches.append(last)
            last.times_ns.append(times_ns)
            last.rows.append(rows)

    @property
    def times_ns(self) -> Ints:
        """When each message was recorded, rising."""
        self._join()
        assert self._times_ns is not None
        return self._times_ns

    @property
    def fields(self) -> tuple[str, ...]:
        """Fields that hold one number each."""
        return tuple(self._join()[0][0].places)

    def column(self, path: str) -> Numbers:
        """One field over all messages."""
        parts = [column(layout, rows, path) for layout, rows in self._join()]
        return np.concatenate(parts)[self._keep]

    def first_text(self) -> str:
        """The first text of the last message: of those with a header, whose it is."""
        layout, rows = self._join()[-1]
        return text_at(layout, rows[-1].tobytes()) if layout.lengths else ""

    def _join(self) -> list[tuple[Layout, Bytes]]:
        if self._joined is None:
            times_ns = np.concatenate([t for s in self._stretches for t in s.times_ns])
            # A run that was reset begins anew: what had come after is no longer true.
            later = np.minimum.accumulate(times_ns[::-1])[::-1]
            self._keep = times_ns <= later
            self._times_ns = times_ns[self._keep]
            whole = (np.concatenate(stretch.rows) for stretch in self._stretches)
            self._joined = [part for rows in whole for part in _laid_out(self.type, rows)]
            self._stretches = []
        return self._joined


def _laid_out(type_name: str, rows: Bytes) -> Iterator[tuple[Layout, Bytes]]:
    """Rows with their layout; rows whose texts differ in length stand alone."""
    layout = layout_of(type_name, rows[0].tobytes())
    if fits(layout, rows):
        yield layout, rows
        return
    for row in rows:
        yield layout_of(type_name, row.tobytes()), row[None, :]
