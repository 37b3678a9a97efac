"""Pictures of recorded fields: one panel per unit, time across, several runs over each other."""

from collections.abc import Mapping, Sequence
from typing import Any

from simloop.cli.plots.style import COLOURS, INK, Page
from simloop.server.recording.series import Series

# The first run is drawn in full, those laid over it are told apart by their strokes.
_STROKES: tuple[Any, ...] = ("-", (0, (5, 2)), (0, (1, 1.5)), (0, (5, 1.5, 1, 1.5)))
_MARKS_MOST = 12
_PANEL = (10.0, 2.9)


def draw(
    title: str, runs: Mapping[str, Sequence[Series]], marks: Sequence[tuple[float, str]], path: str
) -> None:
    """Write a picture; `marks` are moments of the first run with a word each."""
    units = list(dict.fromkeys(series.unit for each in runs.values() for series in each))
    page = Page(title, rows=len(units), panel_inches=_PANEL, same_times=True)
    for panel, unit in zip(page.panels, units, strict=True):
        _draw_panel(panel, unit, runs)
        panel.margins(x=0.01)
    for panel in page.panels:
        _draw_marks(panel, marks, named=panel is page.panels[0])
    page.panels[-1].set_xlabel("simulated time, s")
    page.save(path)


def _draw_panel(panel: Any, unit: str, runs: Mapping[str, Sequence[Series]]) -> None:
    names = list(dict.fromkeys(s.name for each in runs.values() for s in each if s.unit == unit))
    common = _common_head(names)
    for stroke, (run, each) in enumerate(runs.items()):
        for series in each:
            if series.unit == unit:
                label = series.name.removeprefix(common)
                panel.plot(
                    series.times_s,
                    series.values,
                    color=COLOURS[names.index(series.name) % len(COLOURS)],
                    linestyle=_STROKES[stroke % len(_STROKES)],
                    linewidth=1.4 if stroke == 0 else 1.1,
                    alpha=1.0 if stroke == 0 else 0.8,
                    label=f"{label}  ({run})" if len(runs) > 1 else label,
                )
    topics = dict.fromkeys(name.partition(".")[0] for name in names)
    what = common.rstrip("./") or " and ".join(topics)
    panel.set_ylabel(unit if unit != "1" else "")
    panel.set_title(f"{what}, {unit}" if unit != "1" else what)
    panel.ticklabel_format(axis="y", useOffset=False, style="plain")
    panel.legend(loc="center left", bbox_to_anchor=(1.0, 0.5), fontsize=9, frameon=False)


def _common_head(names: Sequence[str]) -> str:
    """What all names begin with, up to a dot, so that legends can do without."""
    if len(names) == 1:
        return names[0].rpartition(".")[0] + "."
    head = names[0]
    while head and not all(name.startswith(head) for name in names):
        head = head[:-1]
    cut = max(head.rfind("."), head.rfind("/"), head.rfind("["))
    return head[: cut if head[cut : cut + 1] == "[" else cut + 1]


def _draw_marks(panel: Any, marks: Sequence[tuple[float, str]], *, named: bool) -> None:
    for time_s, word in marks[:_MARKS_MOST]:
        panel.axvline(time_s, color=INK, linewidth=0.7, linestyle=":", alpha=0.5)
        if named:
            panel.annotate(
                word,
                (time_s, 1.0),
                xycoords=("data", "axes fraction"),
                xytext=(2, -3),
                textcoords="offset points",
                rotation=90,
                va="top",
                fontsize=7,
                color=INK,
                alpha=0.65,
            )
