"""`simloop replay`: simulate a recorded run again and hold it against its checkpoints."""

import argparse
import json
import sys

from simloop.cli.main import DIFFERENT, OK
from simloop.cli.open_run import open_run
from simloop.cli.progress import prepare_in_sight
from simloop.server.files import version_changes
from simloop.server.recording.replay import ReplayReport, replay


def replay_run(options: argparse.Namespace) -> int:
    """Replay, and say whether every checkpoint came out the same."""
    run = open_run(options.run)
    for change in version_changes(run.read_lock()):
        print(f"simloop: other bits are possible: {change}", file=sys.stderr)
    report = replay(
        run, prepare=prepare_in_sight, compiled=not options.interpreted, threads=options.threads
    )
    if options.json:
        print(json.dumps(_plain(report)))
    else:
        print(_words(report, run.about.tick_rate_hz))
    return OK if report.same else DIFFERENT


def _words(report: ReplayReport, rate_hz: int) -> str:
    seconds = report.last_tick / rate_hz
    found = report.difference
    if found is not None:
        return (
            f"differs at tick {found.tick} ({found.tick / rate_hz:g} s), recorded against replayed"
            f"\n  {found.words}\n  equal up to the checkpoint of tick {report.last_equal_tick}"
        )
    if report.trouble:
        return f"replay ended at {seconds:g} s: {report.trouble}"
    cut = "" if report.to_the_end else ", where the recording was cut off"
    return (
        f"reproduced: {report.checkpoints} checkpoints and {report.inputs} inputs"
        f" over {seconds:g} s{cut}\n  state hash  {report.state_hash}"
    )


def _plain(report: ReplayReport) -> dict[str, object]:
    found = report.difference
    return {
        "same": report.same,
        "checkpoints": report.checkpoints,
        "inputs": report.inputs,
        "last_tick": report.last_tick,
        "to_the_end": report.to_the_end,
        "state_hash": report.state_hash,
        "trouble": report.trouble,
        "difference": None
        if found is None
        else {
            "tick": found.tick,
            "vehicle": found.vehicle,
            "column": found.column,
            "element": found.element,
            "recorded": found.values[0],
            "replayed": found.values[1],
        },
    }
