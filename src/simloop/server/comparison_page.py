"""A comparison as a table of text, and as pages in Markdown and HTML."""

from collections.abc import Iterator
from html import escape
from math import isnan

from simloop.server.comparison import QUANTITIES, Comparison, Difference
from simloop.server.flight_recording import Recording

PICTURE = "comparison.png"
_DECIMALS = {name: decimals for name, _, decimals in QUANTITIES}


def table(made: Comparison) -> list[list[str]]:
    """Rows of words: the head first."""
    rows = [["", made.first.name, made.second.name, "rms apart", "worst", "at"]]
    first_s, second_s = made.time_of_flight_s
    rows.append(
        ["mission done, s", _time(first_s), _time(second_s), _time(abs(first_s - second_s)), "", ""]
    )
    rows += [_row(each) for each in made.differences]
    return rows


def as_text(made: Comparison) -> str:
    """For the terminal."""
    rows = table(made)
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines = [headline(made), *_remarks(made), ""]
    for row in rows:
        first, *rest = (word.rjust(width) for word, width in zip(row, widths, strict=True))
        lines.append("  ".join((row[0].ljust(len(first)), *rest)).rstrip())
    return "\n".join(lines)


def as_markdown(made: Comparison, *, pictured: bool) -> str:
    """A page with the table and the picture."""
    head, *body = table(made)
    lines = [f"# {headline(made)}", "", *_remarks(made), ""]
    lines += [_cells(head), _cells(["---"] * len(head)), *(_cells(row) for row in body), ""]
    lines += [*(f"- {text}" for text in _legend(made)), ""]
    lines += [f"![{headline(made)}]({PICTURE})", ""] if pictured else []
    return "\n".join(lines)


def as_html(made: Comparison, *, pictured: bool) -> str:
    """The same for a browser."""
    head, *body = table(made)
    cells = "".join(f"<th>{escape(word)}</th>" for word in head)
    rows = "".join(
        "<tr>" + "".join(f"<td>{escape(word)}</td>" for word in row) + "</tr>\n" for row in body
    )
    legend = "".join(f"<li>{escape(text)}</li>" for text in (*_remarks(made), *_legend(made)))
    picture = f'<img src="{PICTURE}" alt="comparison" style="max-width:100%">' if pictured else ""
    title = escape(headline(made))
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>\n'
        "<style>body{font:15px sans-serif;margin:2em;max-width:70em}"
        "table{border-collapse:collapse}td,th{padding:.3em .8em;text-align:right;"
        "border-bottom:1px solid #ccc}td:first-child{text-align:left}</style></head>\n"
        f"<body><h1>{title}</h1>\n<table><tr>{cells}</tr>\n{rows}</table>\n"
        f"<ul>{legend}</ul>\n{picture}</body></html>\n"
    )


def headline(made: Comparison) -> str:
    """What is compared."""
    return f"{made.first.name} and {made.second.name}"


def _legend(made: Comparison) -> Iterator[str]:
    for each in (made.first, made.second):
        yield f"{each.name}: '{each.vehicle}', a {each.model} moved by {each.adapter}"
    yield "place, by time: distance between the two at the same moment"
    yield "place, by path: distance from the other's path, whenever that was flown"


def _remarks(made: Comparison) -> list[str]:
    return [text for each in (made.first, made.second) for text in _failures(each)]


def _failures(recording: Recording) -> list[str]:
    return [f"{recording.name} failed: {reason}" for reason in recording.outcome]


def _row(each: Difference) -> list[str]:
    digits = _DECIMALS.get(each.name)
    means = ["", ""]
    if digits is not None:
        means = [f"{each.mean_first:.{digits}f}", f"{each.mean_second:.{digits}f}"]
    shown = 2 if digits is None else digits
    return [
        f"{each.name}, {each.unit}",
        *means,
        f"{each.rms:.{shown}f}",
        f"{each.worst:.{shown}f}",
        f"{each.worst_at_s:.1f} s",
    ]


def _time(seconds: float) -> str:
    return "-" if isnan(seconds) else f"{seconds:.2f}"


def _cells(row: list[str]) -> str:
    return "| " + " | ".join(row) + " |"
