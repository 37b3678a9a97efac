"""`simloop report`: a page about a recorded run that people can pass on."""

import argparse
from pathlib import Path

from simloop.cli.main import OK
from simloop.cli.naming import naming
from simloop.cli.open_run import open_run, tell_cut
from simloop.cli.words import event_words
from simloop.server.report.facts import gather
from simloop.server.report.page import report_page


def write_report(options: argparse.Namespace) -> int:
    """Write the page and name it."""
    run = open_run(options.run)
    # What a branch was taken from does not take the place of how the run ended.
    name = "report.html" if run.is_last else f"{run.path.stem}_report.html"
    path = Path(options.out) if options.out else run.directory / name
    page = report_page(gather(run), event_words)
    with naming(path):
        path.write_text(page, encoding="utf-8")
    tell_cut(run)
    print(path)
    return OK
