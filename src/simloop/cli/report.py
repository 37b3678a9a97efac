"""`simloop report`: a page about a recorded run that people can pass on."""

import argparse
from pathlib import Path

from simloop.cli.main import OK
from simloop.cli.words import event_words
from simloop.server.recording.reader import RunFile
from simloop.server.report.facts import gather
from simloop.server.report.page import report_page


def write_report(options: argparse.Namespace) -> int:
    """Write the page and name it."""
    run = RunFile(options.run)
    path = Path(options.out) if options.out else run.directory / "report.html"
    path.write_text(report_page(gather(run), event_words), encoding="utf-8")
    print(path)
    return OK
