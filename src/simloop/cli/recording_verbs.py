"""The verbs that work on recorded runs: replay, diff, plot, export, report."""

import argparse
from typing import TYPE_CHECKING

from simloop.cli.numbers import count
from simloop.cli.verb import Verb, picture

if TYPE_CHECKING:
    Verbs = argparse._SubParsersAction[argparse.ArgumentParser]

_RUN = "run directory, or an .mcap file"


def add_recording_verbs(verbs: "Verbs") -> None:
    """Add them to the command line."""
    _add_replay(verbs)
    _add_diff(verbs)
    _add_plot(verbs)
    _add_export(verbs)
    _add_report(verbs)


def _add_replay(verbs: "Verbs") -> None:
    replay = verbs.add_parser(
        "replay",
        help="simulate a recorded run again and compare",
        description="Simulate a recorded run again from its inputs; exit code 4 if it differs.",
    )
    replay.add_argument("run", help=_RUN)
    replay.add_argument(
        "--threads", type=count, metavar="N", help="threads of the step (one per processor)"
    )
    replay.add_argument("--interpreted", action="store_true", help="do not compile: same bits")
    replay.add_argument("--json", action="store_true", help="print as JSON")
    replay.set_defaults(verb=Verb("replay", "replay_run"))


def _add_diff(verbs: "Verbs") -> None:
    diff = verbs.add_parser(
        "diff",
        help="where two recorded runs part",
        description="First tick, vehicle and column that differ; exit code 0 equal, 4 different.",
    )
    diff.add_argument("one", metavar="A", help=_RUN)
    diff.add_argument("other", metavar="B", help=_RUN)
    diff.add_argument("--interpreted", action="store_true", help="do not compile: same bits")
    diff.add_argument("--json", action="store_true", help="print as JSON")
    diff.set_defaults(verb=Verb("diff", "diff_runs"))


def _add_plot(verbs: "Verbs") -> None:
    plot = verbs.add_parser(
        "plot",
        help="draw fields of recorded topics over time",
        description="Draw fields of recorded topics; without fields, list what there is.",
        usage="simloop plot [-h] [--out FILE] RUN [RUN ...] [TOPIC.FIELD ...]",
    )
    plot.add_argument(
        "what",
        nargs="+",
        metavar="RUN|TOPIC.FIELD",
        help="runs to draw over each other, then fields; '*' stands for any text",
    )
    plot.add_argument(
        "--out",
        type=picture,
        default="plot.png",
        metavar="FILE",
        help=".png, .svg or .pdf (plot.png)",
    )
    plot.set_defaults(verb=Verb("plot", "plot_fields"))


def _add_export(verbs: "Verbs") -> None:
    export = verbs.add_parser(
        "export",
        help="write a recording as CSV or Parquet, a file a topic",
        description="Write the topics of a recording as tables, each into a file of its own.",
    )
    export.add_argument("run", help=_RUN)
    export.add_argument("--to", choices=("csv", "parquet"), default="csv", help="format (csv)")
    export.add_argument("--out", metavar="DIR", help="where to (default: RUN/csv or RUN/parquet)")
    export.add_argument(
        "--topic", action="append", default=[], metavar="TOPIC", help="only this; repeatable"
    )
    export.set_defaults(verb=Verb("export", "export_run"))


def _add_report(verbs: "Verbs") -> None:
    report = verbs.add_parser(
        "report",
        help="write a page about a recorded run, for a browser",
        description="Write one HTML file about a recorded run, to keep or to pass on.",
    )
    report.add_argument("run", help=_RUN)
    report.add_argument("--out", metavar="FILE", help="default: RUN/report.html")
    report.set_defaults(verb=Verb("report", "write_report"))
