"""The paths of all vehicles as SVG: from above, and from a corner in three dimensions."""

from collections.abc import Sequence
from html import escape
from math import cos, radians, sin
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simloop.math.ordered_sum import ordered_sum
from simloop.server.report.scale import round_step, text, ticks
from simloop.server.report.time_chart import legend
from simloop.server.report.track import Track

Numbers = NDArray[Any]
_SIZE, _MARGIN = 480, 40
# Half as wide again as the plan that it stands beside, and as tall.
_WIDE, _EDGE = 720, 34
_MOST_POINTS = 400
_TURN, _TILT = radians(32.0), radians(30.0)
_CURTAIN_POSTS = 40
_WORDS = 60
# Numbers closer than this would be drawn over each other.
_LINE = 16.0


def plan_chart(tracks: Sequence[Track], waypoints_ned_m: Sequence[Sequence[float]]) -> str:
    """North up, east to the right, one scale for both."""
    paths = [_thinned(track.truth.position_ned_m) for track in tracks]
    places = np.concatenate([*paths, *(np.array([w]) for w in waypoints_ned_m)])
    low, high = places[:, :2].min(axis=0), places[:, :2].max(axis=0)
    reach = 0.57 * max(float((high - low).max()), 4.0)
    north, east = (0.5 * (low + high)).tolist()
    scale = (_SIZE - 2 * _MARGIN) / (2.0 * reach)

    def x(place_east: Any) -> Any:
        return 0.5 * _SIZE + (place_east - east) * scale

    def y(place_north: Any) -> Any:
        return 0.5 * _SIZE - (place_north - north) * scale

    parts = _plan_grid(north, east, reach, x, y)
    for number, waypoint in enumerate(waypoints_ned_m, start=1):
        wx, wy = x(waypoint[1]), y(waypoint[0])
        parts.append(f'<circle class="goal" cx="{wx:.1f}" cy="{wy:.1f}" r="7"/>')
        parts.append(f'<text class="beside" x="{wx + 10:.1f}" y="{wy - 8:.1f}">{number}</text>')
    for number, path in enumerate(paths):
        points = " ".join(f"{x(e):.1f},{y(n):.1f}" for n, e, _ in path)
        parts.append(f'<polyline class="c{number % 8}" points="{points}"/>')
        parts += _ends(number, [(x(path[n][1]), y(path[n][0])) for n in (0, -1)])
    parts.append(_compass())
    return _figure("Plan", "north up, m", tracks, parts, "path seen from above")


def space_chart(tracks: Sequence[Track]) -> str:
    """From the south-west and above, with a curtain to the ground."""
    paths = [_thinned(track.truth.position_ned_m) for track in tracks]
    places = np.concatenate(paths)
    low, high = places.min(axis=0), places.max(axis=0)
    ground = float(high[2])
    step = round_step(max(float((high - low)[:2].max()), 4.0) / 5.0)
    corner = np.floor(low[:2] / step) * step, np.ceil(high[:2] / step) * step
    (n0, e0), (n1, e1) = (end.tolist() for end in corner)
    n1, e1 = max(n1, n0 + step), max(e1, e0 + step)
    box = [(n, e, d) for n in (n0, n1) for e in (e0, e1) for d in (ground, float(low[2]))]
    seen = np.array([_seen(*place) for place in box])
    left, top = seen.min(axis=0)
    wide, tall = np.maximum(seen.max(axis=0) - seen.min(axis=0), 1e-6)
    scale = min((_WIDE - 2 * _EDGE - _WORDS) / wide, (_SIZE - 2 * _EDGE) / tall)
    shift_x = 0.5 * (_WIDE - scale * wide) - scale * left
    shift_y = 0.5 * (_SIZE - scale * tall) - scale * top

    def on_page(n: float, e: float, d: float) -> str:
        across, down = _seen(n, e, d)
        return f"{shift_x + scale * across:.1f},{shift_y + scale * down:.1f}"

    parts = [
        f'<polyline class="grid" points="{on_page(n, e0, ground)} {on_page(n, e1, ground)}"/>'
        for n in np.arange(n0, n1 + 0.5 * step, step)
    ]
    parts += [
        f'<polyline class="grid" points="{on_page(n0, e, ground)} {on_page(n1, e, ground)}"/>'
        for e in np.arange(e0, e1 + 0.5 * step, step)
    ]
    parts += _edge_words((n0, n1), (e0, e1), ground, on_page)
    parts += _heights((n1, e0), ground, float(low[2]), on_page)
    for number, path in enumerate(paths):
        parts += _flight(number, path, ground, on_page)
    note = f"grid {text(step)} m"
    return _figure("In space", note, tracks, parts, "path in three dimensions", _WIDE)


def _flight(number: int, path: Numbers, ground: float, on_page: Any) -> list[str]:
    posts = path[:: max(1, len(path) // _CURTAIN_POSTS)]
    style = f"post p{number % 8}"
    parts = [
        f'<polyline class="{style}" points="{on_page(n, e, ground)} {on_page(n, e, d)}"/>'
        for n, e, d in posts
    ]
    shadow = " ".join(on_page(n, e, ground) for n, e, _ in path)
    parts.append(f'<polyline class="shadow" points="{shadow}"/>')
    line = " ".join(on_page(n, e, d) for n, e, d in path)
    parts.append(f'<polyline class="c{number % 8}" points="{line}"/>')
    ends = [tuple(map(float, on_page(*path[n]).split(","))) for n in (0, -1)]
    return parts + _ends(number, [(ends[0][0], ends[0][1]), (ends[1][0], ends[1][1])])


def _seen(north: float, east: float, down: float) -> tuple[float, float]:
    """Where a place appears, right and down, to who stands in the south-west."""
    across = east * cos(_TURN) - north * sin(_TURN)
    away = east * sin(_TURN) + north * cos(_TURN)
    return across, down * cos(_TILT) - away * sin(_TILT)


def _heights(corner: tuple[float, float], ground: float, top: float, on_page: Any) -> list[str]:
    """A staff at the far left corner, with heights above the lowest place."""
    parts = []
    foot, tip = (float(on_page(*corner, end).split(",")[1]) for end in (ground, top))
    most = min(4, max(1, int((foot - tip) / _LINE)))
    # A path that ends just below a round number reaches it.
    for height in ticks(0.0, 1.03 * max(ground - top, 1e-6), most):
        x, y = map(float, on_page(*corner, ground - height).split(","))
        parts.append(f'<path class="axis" d="M{x - 4:.1f} {y:.1f}H{x:.1f}"/>')
        place = f'x="{x - 8:.1f}" y="{y + 4:.1f}"'
        parts.append(f'<text class="up name" {place}>{text(height)} m</text>')
    ends = f"{on_page(*corner, ground)} {on_page(*corner, top)}"
    return [f'<polyline class="axis" points="{ends}"/>', *parts]


def _edge_words(
    norths: tuple[float, float], easts: tuple[float, float], ground: float, on_page: Any
) -> list[str]:
    middle_n, middle_e = 0.5 * ordered_sum(norths), 0.5 * ordered_sum(easts)
    edges = (
        (norths[0], middle_e, "across", "east →", 0, 22),
        (middle_n, easts[1], "beside", "north ↗", 8, 14),
    )
    parts = []
    for n, e, anchor, word, right, lower in edges:
        x, y = map(float, on_page(n, e, ground).split(","))
        place = f'x="{x + right:.1f}" y="{y + lower:.1f}"'
        parts.append(f'<text class="{anchor} name" {place}>{word}</text>')
    return parts


def _plan_grid(north: float, east: float, reach: float, x: Any, y: Any) -> list[str]:
    parts, low, high = [], _MARGIN, _SIZE - _MARGIN
    for value in ticks(east - reach, east + reach, 5):
        parts.append(f'<path class="grid" d="M{x(value):.1f} {low}V{high}"/>')
        parts.append(
            f'<text class="across" x="{x(value):.1f}" y="{high + 16}">{text(value)}</text>'
        )
    for value in ticks(north - reach, north + reach, 5):
        parts.append(f'<path class="grid" d="M{low} {y(value):.1f}H{high}"/>')
        parts.append(f'<text class="up" x="{low - 5}" y="{y(value) + 4:.1f}">{text(value)}</text>')
    middle = 0.5 * _SIZE
    parts.append(f'<text class="across name" x="{middle}" y="{_SIZE - 6}">east, m</text>')
    place = f'x="12" y="{middle}" transform="rotate(-90 12 {middle})"'
    parts.append(f'<text class="across name" {place}>north, m</text>')
    return parts


def _compass() -> str:
    x, y = _SIZE - 0.45 * _MARGIN, 0.7 * _MARGIN
    return (
        f'<path class="needle" d="M{x} {y - 11}L{x + 5} {y + 8}L{x} {y + 4}L{x - 5} {y + 8}Z"/>'
        f'<text class="across name" x="{x}" y="{y + 21}">N</text>'
    )


def _ends(number: int, ends: Sequence[tuple[float, float]]) -> list[str]:
    """A ring where it began, a disc where it ended."""
    (x0, y0), (x1, y1) = ends
    return [
        f'<circle class="begin c{number % 8}" cx="{x0:.1f}" cy="{y0:.1f}" r="5"/>',
        f'<circle class="end f{number % 8}" cx="{x1:.1f}" cy="{y1:.1f}" r="3.5"/>',
    ]


def _figure(
    title: str,
    note: str,
    tracks: Sequence[Track],
    parts: Sequence[str],
    label: str,
    width: int = _SIZE,
) -> str:
    names = [(track.name, number, False) for number, track in enumerate(tracks)]
    wide = ' class="wide"' if width > _SIZE else ""
    return (
        f'<figure class="chart"><figcaption><b>{escape(title)}</b> <span>{escape(note)}; '
        f"ring: start, dot: end</span>{legend(names)}</figcaption>"
        f'<svg{wide} viewBox="0 0 {width} {_SIZE}" role="img" aria-label="{escape(label)}">'
        f"{''.join(parts)}</svg></figure>"
    )


def _thinned(path: Numbers) -> Numbers:
    whole: Numbers = path[np.isfinite(path).all(axis=1)]
    kept: Numbers = whole[:: max(1, len(whole) // _MOST_POINTS)]
    return np.concatenate([kept, whole[-1:]])
