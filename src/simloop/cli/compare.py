"""`simloop compare`: one mission on two vehicles or simulators, and how far they are apart."""

import argparse
import json
import sys
from dataclasses import asdict
from datetime import datetime
from math import isnan
from pathlib import Path

from simloop.cli.main import FAILED, OK
from simloop.cli.progress import prepare_in_sight
from simloop.server.comparison import Comparison, compare
from simloop.server.comparison_page import PICTURE, as_html, as_markdown, as_text
from simloop.server.files.mistake import FileMistake
from simloop.server.run_directory import fresh_directory
from simloop.server.simulation import Simulation


def show_comparison(options: argparse.Namespace) -> int:
    """Fly both, print the table, write the pages; a run that failed is told and fails this."""
    sets = list(options.set)
    if options.seed is not None:
        sets.append(f"seed={options.seed}")
    made = compare(
        options.first, options.second, vehicle=options.vehicle or "", sets=sets, prepare=_prepare
    )
    path = _write(made, options)
    if options.json:
        print(json.dumps(_plain(made)))
    else:
        print(as_text(made))
        if path is not None:
            print(f"\n  report      {path / 'comparison.md'}")
    return FAILED if made.first.outcome or made.second.outcome else OK


def _prepare(simulation: Simulation) -> None:
    prepare_in_sight(simulation)
    print(f"simloop: flying '{simulation.scenario.name}'", file=sys.stderr, flush=True)


def _write(made: Comparison, options: argparse.Namespace) -> Path | None:
    if options.no_out:
        return None
    if options.out is not None:
        path = Path(options.out)
    else:
        stamp = datetime.now().strftime("%Y-%m-%d_%H-%M-%S")
        names = f"{made.first.name}_{made.second.name}"
        path = fresh_directory(Path("runs"), f"{stamp}_compare_{names}")
    path.mkdir(parents=True, exist_ok=True)
    pictured = _draw(made, path / PICTURE)
    for name, write in (("md", as_markdown), ("html", as_html)):
        (path / f"comparison.{name}").write_text(write(made, pictured=pictured), encoding="utf-8")
    (path / "comparison.json").write_text(json.dumps(_plain(made), indent=1) + "\n", "utf-8")
    return path


def _draw(made: Comparison, path: Path) -> bool:
    """Draw the picture; without Matplotlib the pages go without."""
    from simloop.cli.plots.comparison import plot_comparison

    try:
        plot_comparison(made, str(path))
    except FileMistake as missing:
        print(f"simloop: no picture: {missing}", file=sys.stderr)
        return False
    return True


def _plain(made: Comparison) -> dict[str, object]:
    runs = [
        {"scenario": r.name, "vehicle": r.vehicle, "model": r.model, "adapter": r.adapter}
        | {"done_s": None if isnan(r.done_s) else r.done_s, "failures": list(r.outcome)}
        for r in (made.first, made.second)
    ]
    return {"runs": runs, "differences": [asdict(each) for each in made.differences]}
