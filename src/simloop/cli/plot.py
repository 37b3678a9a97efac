"""`simloop plot`: fields of recorded topics over time, one run or several over each other."""

import argparse
import json
from itertools import takewhile
from pathlib import Path

from simloop.cli.main import OK
from simloop.cli.open_run import open_run, tell_cut
from simloop.cli.plots.recorded import draw
from simloop.server.recording.reader import RunFile, names_apart
from simloop.server.recording.series import plottable, read_series


def plot_fields(options: argparse.Namespace) -> int:
    """Draw the fields; without any, list what there is to draw."""
    first, *rest = options.what
    others = list(takewhile(lambda text: Path(text).exists(), rest))
    fields = rest[len(others) :]
    run = open_run(first)
    if not fields:
        for topic, names in plottable(run).items():
            print(topic)
            print("".join(f"  .{name}\n" for name in names), end="")
        tell_cut(run)
        return OK
    opened = [run, *map(open_run, others)]
    runs = dict(zip(names_apart(opened), opened, strict=True))
    series = {label: read_series(each, fields) for label, each in runs.items()}
    for each in runs.values():
        tell_cut(each)
    title = f"{run.about.scenario}, seed {run.about.seed}" if len(runs) == 1 else " and ".join(runs)
    draw(title, series, _phases(run), options.out)
    print(options.out)
    return OK


def _phases(run: RunFile) -> list[tuple[float, str]]:
    """When a phase of the only vehicle began, and its name."""
    told = [event for event in run.events() if event.name == "phase"]
    if len({event.vehicle for event in told}) != 1:
        return []
    rate = run.about.tick_rate_hz
    return [(e.tick / rate, str(json.loads(e.detail).get("phase", ""))) for e in told]
