"""Two runs in one picture: paths, heights, speeds, angles and commands."""

from typing import Any

from simloop.cli.plots.style import COLOURS, INK, Page, label, line
from simloop.server.comparison import Comparison, off_path
from simloop.server.comparison_page import headline

_OVER_TIME = (
    ("altitude", "height above origin, m"),
    ("airspeed", "airspeed, m/s"),
    ("bank", "bank, deg"),
    ("throttle", "throttle"),
)


def plot_comparison(made: Comparison, path: str) -> None:
    """A page of six panels."""
    page = Page(headline(made), rows=2, columns=3)
    _draw_paths(page, made)
    for panel, (name, words) in zip(page.panels[1:5], _OVER_TIME, strict=True):
        for number, each in enumerate((made.first, made.second)):
            _draw(panel, each.time_s.tolist(), each.quantity(name).tolist(), each.name, number)
        label(panel, name, "time, s", words)
    _draw_distance(page, made)
    page.save(path)


def _draw(panel: Any, x: list[float], y: list[float], name: str, number: int) -> None:
    """A curve; the second is dashed, so that the first shows through where they are one."""
    line(panel, x, y, name, number)
    if number:
        panel.lines[-1].set_linestyle((0, (4, 3)))


def _draw_paths(page: Page, made: Comparison) -> None:
    panel = page.panels[0]
    for number, each in enumerate((made.first, made.second)):
        place = each.place_ned_m
        _draw(panel, place[:, 1].tolist(), place[:, 0].tolist(), each.name, number)
        panel.plot(place[-1, 1], place[-1, 0], "o", color=COLOURS[number], markersize=5)
    start = made.first.place_ned_m[0]
    panel.plot(start[1], start[0], "s", color=INK, markersize=5)
    panel.set_aspect("equal", adjustable="datalim")
    label(panel, "path over ground", "east, m", "north, m")
    panel.legend(loc="best")


def _draw_distance(page: Page, made: Comparison) -> None:
    panel = page.panels[5]
    count = min(len(made.first.time_s), len(made.second.time_s))
    a, b = made.first.part(count), made.second.part(count)
    apart = a.place_ned_m - b.place_ned_m
    line(panel, a.time_s.tolist(), ((apart * apart).sum(axis=1) ** 0.5).tolist(), "by time", 2)
    line(panel, a.time_s.tolist(), off_path(a.place_ned_m, b.place_ned_m).tolist(), "by path", 3)
    label(panel, "distance between them", "time, s", "m")
    panel.legend(loc="best")
