"""`simloop diff`: the first tick, vehicle and column in which two recorded runs differ."""

import argparse
import json

from simloop.cli.main import DIFFERENT, OK
from simloop.cli.open_run import open_run
from simloop.cli.progress import prepare_in_sight
from simloop.server.recording.diff import DiffReport, diff
from simloop.server.recording.reader import RunFile


def diff_runs(options: argparse.Namespace) -> int:
    """Compare two runs; the exit code tells whether they are equal."""
    one, other = open_run(options.one), open_run(options.other)
    report = diff(one, other, prepare=prepare_in_sight, compiled=not options.interpreted)
    if options.json:
        print(json.dumps(_plain(report)))
    else:
        print("\n".join(_lines(report, one)))
    return OK if report.same else DIFFERENT


def _lines(report: DiffReport, one: RunFile) -> list[str]:
    rate = one.about.tick_rate_hz
    found = report.difference
    common = f"{report.checkpoints} checkpoints, equal up to {report.last_equal_tick / rate:g} s"
    if found is None:
        if report.longer:
            return [f"equal up to tick {report.last_equal_tick}, then only {report.longer} goes on"]
        return [f"equal: {common}", *(f"  {words}" for words in report.cut)]
    when = f"tick {found.tick} ({found.tick / rate:g} s)"
    if report.exact:
        return [f"differ from {when} on", f"  {found.words}"]
    return [
        f"differ at {when}, first after tick {report.last_equal_tick}",
        f"  {found.words}",
        "  they cannot be simulated again as they were: "
        "record with '--set record.checkpoint_ticks=1' for the very tick",
    ]


def _plain(report: DiffReport) -> dict[str, object]:
    found = report.difference
    head = {
        "same": report.same,
        "checkpoints": report.checkpoints,
        "last_equal_tick": report.last_equal_tick,
        "longer": report.longer,
        "cut": list(report.cut),
    }
    if found is None:
        return head
    return {
        **head,
        "tick": found.tick,
        "exact": report.exact,
        "vehicle": found.vehicle,
        "column": found.column,
        "element": found.element,
        "values": list(found.values),
        "columns": found.also + 1,
    }
