"""`simloop export`: the numbers of a recording as CSV or Parquet, a file per topic."""

import argparse
from pathlib import Path

from simloop.cli.main import OK
from simloop.cli.naming import naming
from simloop.cli.open_run import open_run, tell_cut
from simloop.server.files import FileMistake
from simloop.server.nearest import suggestion
from simloop.server.recording.export import WRITERS
from simloop.server.recording.reader import RunFile
from simloop.server.recording.series import plottable, read_tables


def export_run(options: argparse.Namespace) -> int:
    """Write the files and name them."""
    run = open_run(options.run)
    write = WRITERS[options.to]
    topics = plottable(run)
    for topic in options.topic:
        if topic not in topics:
            raise FileMistake(None, f"{run.path}: no topic {topic}", suggestion(topic, topics))
    out = Path(options.out) if options.out else run.directory / _folder(run, options.to)
    out.mkdir(parents=True, exist_ok=True)
    for topic, table in read_tables(run, options.topic or topics).items():
        path = out / f"{topic.replace('/', '_')}.{options.to}"
        with naming(path):
            write(table, path)
        print(f"{path}  {len(table.times_s)} rows, {len(table.fields) + 1} columns")
    tell_cut(run)
    return OK


def _folder(run: RunFile, kind: str) -> str:
    """That of the run; what a branch was taken from has one of its own."""
    return kind if run.is_last else f"{run.path.stem}_{kind}"
