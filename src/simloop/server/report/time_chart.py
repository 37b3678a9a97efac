"""Lines over time as SVG: colours by class, so that light and dark are a matter of style."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simloop.server.report.scale import span, text, ticks

Numbers = NDArray[Any]
WIDTH, HEIGHT = 480, 230
_LEFT, _RIGHT, _TOP, _BOTTOM = 50, 8, 14, 32
_MOST_POINTS = 480
_MARK_GAP = 13


@dataclass(frozen=True, slots=True)
class Line:
    """One curve; `colour` is 0 to 7."""

    name: str
    times_s: Numbers
    values: Numbers
    colour: int = 0
    dashed: bool = False


def time_chart(
    title: str,
    unit: str,
    lines: Sequence[Line],
    *,
    marks: Sequence[tuple[float, str]] = (),
    least_span: float = 1.0,
) -> str:
    """A chart with its title, legend and picture; nothing if there is nothing to draw."""
    drawn = [line for line in lines if len(line.times_s) > 1]
    if not drawn:
        return ""
    frame = _frame(drawn, least_span)
    body = [*_grid(frame), *_marks(frame, marks), *(_curve(frame, line) for line in drawn)]
    label = escape(f"{title} over time, {unit}: {', '.join(line.name for line in drawn)}")
    return (
        f'<figure class="chart"><figcaption><b>{escape(title)}</b> <span>{escape(unit)}</span>'
        f"{legend([(line.name, line.colour, line.dashed) for line in drawn])}</figcaption>"
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{label}">'
        f"{''.join(body)}</svg></figure>"
    )


def legend(entries: Sequence[tuple[str, int, bool]]) -> str:
    """Names beside strokes of their colours; one alone needs none."""
    if len(entries) < 2:
        return ""
    items = (
        f'<li><svg viewBox="0 0 18 6" aria-hidden="true">'
        f'<path class="c{colour % 8}{" dashed" if dashed else ""}" d="M0 3H18"/></svg>'
        f"{escape(name)}</li>"
        for name, colour, dashed in entries
    )
    return f'<ul class="legend">{"".join(items)}</ul>'


@dataclass(frozen=True, slots=True)
class _Frame:
    first_s: float
    last_s: float
    low: float
    high: float

    def x(self, time_s: Any) -> Any:
        share = (time_s - self.first_s) / (self.last_s - self.first_s)
        return _LEFT + share * (WIDTH - _LEFT - _RIGHT)

    def y(self, value: Any) -> Any:
        share = (value - self.low) / (self.high - self.low)
        return HEIGHT - _BOTTOM - share * (HEIGHT - _TOP - _BOTTOM)


def _frame(lines: Sequence[Line], least_span: float) -> _Frame:
    finite = [line.values[np.isfinite(line.values)] for line in lines]
    known = [values for values in finite if values.size]
    low = min((float(values.min()) for values in known), default=0.0)
    high = max((float(values.max()) for values in known), default=1.0)
    first = min(float(line.times_s[0]) for line in lines)
    last = max(float(line.times_s[-1]) for line in lines)
    return _Frame(first, max(last, first + 1e-3), *span(low, high, least_span))


def _grid(frame: _Frame) -> list[str]:
    parts, bottom = [], HEIGHT - _BOTTOM
    for value in ticks(frame.low, frame.high, 5):
        y = frame.y(value)
        parts.append(f'<path class="grid" d="M{_LEFT} {y:.1f}H{WIDTH - _RIGHT}"/>')
        parts.append(f'<text class="up" x="{_LEFT - 6}" y="{y + 4:.1f}">{text(value)}</text>')
    for time_s in ticks(frame.first_s, frame.last_s, 6):
        x = frame.x(time_s)
        parts.append(f'<path class="grid" d="M{x:.1f} {_TOP}V{bottom}"/>')
        parts.append(f'<text class="across" x="{x:.1f}" y="{bottom + 16}">{text(time_s)}</text>')
    x = 0.5 * (_LEFT + WIDTH - _RIGHT)
    parts.append(f'<text class="across name" x="{x:.0f}" y="{HEIGHT - 2}">time, s</text>')
    parts.append(f'<path class="axis" d="M{_LEFT} {_TOP}V{bottom}H{WIDTH - _RIGHT}"/>')
    return parts


def _marks(frame: _Frame, marks: Sequence[tuple[float, str]]) -> list[str]:
    """Dotted lines, each with its word if there is room for it."""
    parts, free_from = [], 0.0
    for time_s, word in marks:
        if not frame.first_s <= time_s <= frame.last_s:
            continue
        x = frame.x(time_s)
        parts.append(f'<path class="mark" d="M{x:.1f} {_TOP}V{HEIGHT - _BOTTOM}"/>')
        if x >= free_from:
            # Read from top to bottom, right of its line, or left where the chart ends.
            left = x + 2.5 if x + _MARK_GAP < WIDTH - _RIGHT else x - 11.0
            place = f'x="{left:.1f}" y="{_TOP + 2}" transform="rotate(90 {left:.1f} {_TOP + 2})"'
            parts.append(f'<text class="word" {place}>{escape(word)}</text>')
            free_from = x + _MARK_GAP
    return parts


def _curve(frame: _Frame, line: Line) -> str:
    times, values = thinned(line.times_s, line.values)
    style = f"c{line.colour % 8}" + (" dashed" if line.dashed else "")
    pieces, joined = [], False
    for x, y in zip(frame.x(times), frame.y(values), strict=True):
        if not np.isfinite(y):
            joined = False
            continue
        pieces.append(f"{'L' if joined else 'M'}{x:.1f} {y:.1f}")
        joined = True
    return f'<path class="{style}" d="{"".join(pieces)}"/>'


def thinned(times: Numbers, values: Numbers) -> tuple[Numbers, Numbers]:
    """At most so many points as can be told apart, the highest and lowest of each stretch kept."""
    if len(times) <= _MOST_POINTS:
        return times, values
    chosen: set[int] = {0, len(times) - 1}
    for stretch in np.array_split(np.arange(len(times)), _MOST_POINTS // 2):
        part = np.nan_to_num(values[stretch])
        chosen |= {int(stretch[part.argmin()]), int(stretch[part.argmax()])}
    order = np.array(sorted(chosen))
    return times[order], values[order]
