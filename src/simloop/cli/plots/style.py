"""One look for all pictures: a page of panels, colours, and a file without a screen."""

from collections.abc import Sequence
from typing import Any

from simloop.server.files import FileMistake

# Blue, orange, green, red, violet: told apart also by those who see colours differently.
COLOURS = ("#2166ac", "#e08214", "#1b7837", "#b2182b", "#762a83")
INK, FAINT = "#222222", "#cccccc"

_PANEL_INCHES = (5.2, 3.9)
_LOOK: dict[Any, Any] = {
    "font.size": 10.0,
    "axes.titlesize": 11.0,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.edgecolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.color": FAINT,
    "grid.linewidth": 0.6,
    "lines.linewidth": 1.8,
    "legend.framealpha": 0.9,
    "legend.edgecolor": "none",
    "legend.facecolor": "white",
    "svg.hashsalt": "simloop",
}


class Page:
    """A figure with a title and panels side by side or below each other."""

    def __init__(
        self,
        title: str,
        *,
        rows: int = 1,
        columns: int = 1,
        panel_inches: tuple[float, float] = _PANEL_INCHES,
        same_times: bool = False,
    ) -> None:
        """Begin a page; without Matplotlib this says how to get it."""
        try:
            import matplotlib as mpl
        except ImportError:
            fix = "pip install 'simloop[plot]'"
            raise FileMistake(None, "pictures need Matplotlib", fix) from None
        mpl.use("Agg")
        from matplotlib import pyplot

        pyplot.rcParams.update(_LOOK)
        size = (panel_inches[0] * columns, panel_inches[1] * rows + 0.5)
        self.figure, axes = pyplot.subplots(
            rows, columns, figsize=size, squeeze=False, layout="constrained", sharex=same_times
        )
        self.panels: list[Any] = list(axes.flat)
        self.figure.suptitle(title, fontsize=13, fontweight="bold", x=0.01, ha="left")

    def save(self, path: str) -> None:
        """Write the file; the same numbers give the same picture."""
        from matplotlib import pyplot

        plain = {"Date": None} if path.endswith((".svg", ".pdf")) else {}
        dated = {"CreationDate": None} if path.endswith(".pdf") else plain
        try:
            self.figure.savefig(path, dpi=130, metadata=dated or None)
        except OSError as error:
            raise FileMistake(None, f"{path}: {error.strerror}") from None
        finally:
            pyplot.close(self.figure)


def label(panel: Any, title: str, across: str, up: str) -> None:
    """Name a panel and its axes."""
    panel.set_title(title)
    panel.set_xlabel(across)
    panel.set_ylabel(up)


def line(panel: Any, x: Sequence[float], y: Sequence[float], name: str, number: int = 0) -> None:
    """Draw a curve in the colour of its number."""
    panel.plot(x, y, color=COLOURS[number % len(COLOURS)], label=name)


def mark(panel: Any, x: float, y: float, text: str, *, above: bool = False) -> None:
    """A point with a word beside it, below or above."""
    panel.plot([x], [y], "o", color=INK, markersize=5)
    panel.annotate(
        text,
        (x, y),
        xytext=(8, 7 if above else -14),
        textcoords="offset points",
        color=INK,
        fontsize=9,
    )


def across_line(panel: Any, y: float, text: str) -> None:
    """A level that curves are held against, named at its left end."""
    panel.axhline(y, color=INK, linewidth=1.0, linestyle="--")
    panel.annotate(
        text,
        (0.02, y),
        xycoords=("axes fraction", "data"),
        xytext=(0, 4),
        textcoords="offset points",
        fontsize=9,
        color=INK,
    )
