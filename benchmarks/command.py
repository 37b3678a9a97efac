"""The benchmark's command line: measures, prints the tables, and writes the page if asked."""

import argparse
import json
import sys
from importlib import import_module
from pathlib import Path

from benchmarks import machine, peers
from benchmarks.criteria import criteria
from benchmarks.latency import measure_latencies
from benchmarks.measure import measure
from benchmarks.page import write_page
from benchmarks.process import ROOT
from benchmarks.report import Run, as_json, as_text
from benchmarks.startup import OURS, measure_starts
from benchmarks.viewers import measure_viewers
from benchmarks.waits import measure_waits

OWN = "simloop"
PAGE = ROOT / "docs" / "benchmarks.md"


def main() -> int:
    """Runs everything; always 0, because a slow machine is not an error."""
    options = _options()
    run = _run(options)
    if options.write:
        write_page(run, options.write)
    print(json.dumps(as_json(run), indent=1) if options.json else as_text(run))
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="benchmarks/run.py", description=__doc__)
    parser.add_argument("--rounds", type=int, default=7, help="times each case is timed")
    parser.add_argument("--slice", type=float, default=0.2, help="seconds per case and round")
    parser.add_argument("--starts", type=int, default=3, help="repeats of each start-up")
    parser.add_argument("--latencies", type=int, default=3, help="repeats of each latency")
    parser.add_argument("--waits", type=int, default=3, help="repeats of compiling and loading")
    parser.add_argument("--no-viewers", action="store_true", help="leave out the studio")
    parser.add_argument("--only", nargs="*", choices=("ours", *peers.NAMES), metavar="NAME")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument(
        "--write", nargs="?", type=Path, const=PAGE, metavar="PAGE", help=f"default {PAGE.name}"
    )
    return parser.parse_args()


def _run(options: argparse.Namespace) -> Run:
    about = machine.describe()
    names = [name for name in ("ours", *peers.NAMES) if not options.only or name in options.only]
    versions = {n: machine.installed_version(OWN if n == "ours" else n) for n in names}
    modules = [
        OURS if name == "ours" else f"benchmarks.peers.{name}" for name in names if versions[name]
    ]
    rates = measure(modules, rounds=options.rounds, seconds=options.slice, say=_say)
    starts = measure_starts(modules, repeats=options.starts, say=_say) if options.starts else []
    timed = options.latencies if OURS in modules else 0
    latencies = measure_latencies(timed, _say) if timed else []
    viewers = measure_viewers(_say) if OURS in modules and not options.no_viewers else []
    waits = measure_waits(options.waits, _say) if OURS in modules and options.waits else []
    _say("")
    return Run(
        machine=about,
        versions={OWN if n == "ours" else n: found for n, found in versions.items() if found},
        cases=[case for module in modules for case in import_module(module).CASES],
        rates=rates,
        starts=starts,
        waits=waits,
        criteria=criteria(rates, starts, latencies, viewers, waits),
        not_installed={n: machine.why_missing(n) for n in names if not versions[n]},
    )


def _say(text: str) -> None:
    """One progress line, rewritten in place on a terminal, and not part of the report."""
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)
    elif text:
        print(text, file=sys.stderr, flush=True)
