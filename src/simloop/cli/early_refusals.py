"""What a user can get wrong is told before a run touches the files that an earlier one left."""

import argparse
from pathlib import Path

from simloop.cli.page_options import rules_of
from simloop.server.files.mistake import FileMistake
from simloop.server.recording.branches import recordings_in
from simloop.server.simulation import Simulation


def refuse_early(simulation: Simulation, options: argparse.Namespace) -> None:
    """Look at the page's options, the recorded topics and the run directory.

    Raises:
        FileMistake: a topic that is not there, or a recording that would lose its lock.
        PageMistake: a page that cannot be served like this.
    """
    if not options.json:
        _refuse_page(options)
    record = simulation.scenario.record
    if record is not None:
        # Imported when it is needed: most runs do without.
        from simloop.server.recording.recording import refuse_idle_patterns

        refuse_idle_patterns(simulation, record)
    elif options.out is not None and recordings_in(Path(options.out)):
        fix = "name another directory, or record this run as well with --record"
        raise FileMistake(None, f"{options.out} holds a recording, which needs its lock", fix)


def _refuse_page(options: argparse.Namespace) -> None:
    from simloop.studio.page_address import open_page

    rules = rules_of(options)
    if not options.headless:
        rules.tls()
        open_page(options.page_port, rules).close()
