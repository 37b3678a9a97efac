"""`simloop run`: load, compile with a progress line, fly with a status line, sum up."""

import argparse
import gc
import json
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from math import inf
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

from simloop.cli.beside import compile_in_sight
from simloop.cli.early_refusals import refuse_early
from simloop.cli.failures import load_with_failures
from simloop.cli.interrupt import stopping_on_signal
from simloop.cli.launch_question import consent_of
from simloop.cli.main import FAILED, INTERRUPTED, OK
from simloop.cli.naming import naming
from simloop.cli.page_options import rules_of
from simloop.cli.progress import compiling
from simloop.cli.status_line import StatusLine
from simloop.cli.staying import stay
from simloop.cli.summary import print_profile, print_summary
from simloop.cli.terminal import is_terminal
from simloop.cli.watching import Watching
from simloop.links.launch import RUN_DIRECTORY
from simloop.server.compile_worker import CompileWorker
from simloop.server.files import FileMistake, load_scenario, read_lock, version_changes
from simloop.server.files.find import known_names
from simloop.server.files.resolved import ResolvedScenario
from simloop.server.files.scenario_file import Record
from simloop.server.port_table import port_rows
from simloop.server.port_warnings import port_warnings
from simloop.server.run_directory import RunDirectory, fresh_directory
from simloop.server.session import Result, Session
from simloop.server.simulation import Simulation
from simloop.timing.mode import TimeMode
from simloop.world.steps import Background, CompileJob

if TYPE_CHECKING:
    from simloop.server.recording.recording import Recording

_EXIT = {"success": OK, "failure": FAILED, "interrupted": INTERRUPTED}


def run(options: argparse.Namespace) -> int:
    """Run a scenario to its end."""
    begin = time.monotonic()
    scenario = load_scenario(
        options.scenario,
        vehicle=options.vehicle,
        count=options.count,
        seed=options.seed,
        sets=(*link_sets(options.mavlink, options.rc), *options.set),
        parameter_file=options.params,
        memory=options.memory,
    )
    if options.scenario.endswith(".lock"):
        for change in version_changes(read_lock(Path(options.scenario))):
            print(f"simloop: other bits are possible: {change}", file=sys.stderr)
    if options.for_s is not None:
        # Part of the lock, so that the lock stops where this run does.
        scenario = replace(scenario, stop_after_s=options.for_s)
    scenario = with_recording(scenario, options.record)
    load = partial(
        Simulation,
        compiled=not options.interpreted,
        threads=options.threads,
        allow_launch=consent_of(options),
    )
    simulation = load_with_failures(scenario, options.fail, load)
    watching = Watching(simulation)
    try:
        return _run(simulation, watching, options, begin)
    finally:
        watching.close()
        simulation.close()


def with_recording(scenario: ResolvedScenario, patterns: Sequence[str] | None) -> ResolvedScenario:
    """The scenario with what the option asks to record; topics without names are the defaults."""
    if patterns is None:
        return scenario
    if swallowed := set(patterns) & set(known_names("scenario")):
        name = min(swallowed)
        fix = f"write it first: simloop run {name} --record"
        raise FileMistake(None, f"--record takes the scenario '{name}' for a topic", fix)
    record = scenario.record or Record()
    return replace(scenario, record=replace(record, topics=tuple(patterns) or record.topics))


def link_sets(mavlink: Sequence[str] | None, rc: str | None) -> list[str]:
    """The options for links, as changes of the scenario."""
    sets = []
    if mavlink:
        endpoints = [endpoint for endpoint in mavlink if endpoint]
        sets.append(f"links.mavlink={json.dumps({'endpoints': endpoints} if endpoints else {})}")
    if rc == "keyboard":
        sets.append("links.keyboard={}")
    elif rc:
        sets.append(f"links.joystick={json.dumps({'device': rc})}")
    return sets


def _run(
    simulation: Simulation, watching: Watching, options: argparse.Namespace, begin: float
) -> int:
    if options.speed is not None:
        simulation.time.mode = TimeMode.Scaled(factor=options.speed)
    refuse_early(simulation, options)
    directory = _open_directory(simulation, options)
    recording = _start_recording(simulation, directory)
    _warn_of_open_ports(simulation)
    if not options.json:
        _open_to_viewers(simulation, watching, options)
    worker = CompileWorker()
    simulation.at_close(worker.close)
    _compile(simulation, watching, worker)
    newcomers = partial(_compiler_of_newcomers, simulation, watching, worker)
    simulation.runner.newcomers_compile = newcomers
    if simulation.compiled and simulation.time.speed != inf:
        Thread(target=simulation.runner.read_kernels, daemon=True).start()
    gc.freeze()
    gc.enable()
    if options.profile:
        simulation.runner.start_profile()
    session = Session(simulation, startup_s=time.monotonic() - begin)
    watching.end_with(session.stop)
    with stopping_on_signal(session):
        return _fly(session, watching, options, directory, recording)


def _fly(
    session: Session,
    watching: Watching,
    options: argparse.Namespace,
    directory: RunDirectory | None,
    recording: "Recording | None",
) -> int:
    simulation = session.simulation
    status = StatusLine(simulation, sys.stderr, live=not (options.quiet or options.json))

    def conclude(result: Result) -> None:
        """Have all on disk, and say what it came to."""
        status.finish()
        if recording is not None:
            recording.conclude()
        if directory is not None:
            _finish_directory(directory, result)
        _report(simulation, result, options, directory, recording)

    result = session.run(status.update)
    conclude(result)
    if watching.studio is not None and all(map(is_terminal, (sys.stdin, sys.stderr))):
        if not session.interrupted:
            print(f"  it stays    {watching.studio.address}; Ctrl-C ends it", file=sys.stderr)
        stay(session, result, watching, status.update, conclude)
    watching.finish(result)
    return _EXIT[result.outcome]


def _open_to_viewers(
    simulation: Simulation, watching: Watching, options: argparse.Namespace
) -> None:
    page_port = None if options.headless else options.page_port
    lines = watching.open(
        page_port=page_port,
        rules=rules_of(options),
        shares=options.share,
        history_mb=options.history_mb,
    )
    if simulation.ports:
        ports = "; ".join(row.short for row in port_rows([*simulation.ports, *watching.ports]))
        print(f"simloop: ports: {ports}", file=sys.stderr)
    for line in lines:
        print(line, file=sys.stderr, flush=True)


def _warn_of_open_ports(simulation: Simulation) -> None:
    for line in port_warnings(simulation.ports):
        print(f"simloop: warning: {line}", file=sys.stderr, flush=True)


def _compile(simulation: Simulation, watching: Watching, worker: CompileWorker) -> None:
    """Compile first, or at a speed that plain Python can hold, fly while the compiler works."""
    if not simulation.compiled:
        # Plain Python is loaded, and nothing compiled.
        simulation.prepare()
        return
    cached = simulation.runner.cached
    if simulation.can_fly_interpreted and not cached:
        print(
            f"simloop: compiling the step of '{simulation.scenario.name}' while it runs "
            "(once; until then it may be slower than asked)",
            file=sys.stderr,
        )
        simulation.prepare(background=worker)
        return
    with compiling(sys.stderr, simulation.scenario.name, cached=cached) as tell:
        if cached:
            simulation.prepare(progress=tell)
            return
        watching.is_compiled_first = True
        compile_in_sight(partial(simulation.prepare, progress=tell), watching.look)
        watching.is_compiled_first = False


def _compiler_of_newcomers(
    simulation: Simulation, watching: Watching, worker: CompileWorker
) -> Background | None:
    """A vehicle of a new kind must not stop a world that somebody looks at for a minute."""

    def start(job: CompileJob) -> None:
        watching.tell("flies a new kind of vehicle interpreted while it is compiled")
        worker(job)

    return None if simulation.time.speed == inf else start


def _report(
    simulation: Simulation,
    result: Result,
    options: argparse.Namespace,
    directory: RunDirectory | None,
    recording: "Recording | None",
) -> None:
    if options.json:
        print(json.dumps(result.plain()))
        return
    if options.profile:
        print_profile(simulation, sys.stdout)
    print_summary(simulation, result, directory, sys.stdout, recording)


def _start_recording(simulation: Simulation, directory: RunDirectory | None) -> "Recording | None":
    record = simulation.scenario.record
    if record is None:
        return None
    if directory is None:
        fix = "leave out --no-out, or name one with --out DIR"
        raise FileMistake(None, "a recording needs a run directory", fix)
    # Imported when it is needed: most runs do without.
    from simloop.server.recording.names import FILE_NAME
    from simloop.server.recording.recording import Recording

    return Recording(simulation, directory.path / FILE_NAME, record, tell=_tell)


def _tell(line: str) -> None:
    # On a line of its own, whatever the status line shows.
    print(f"\nsimloop: {line}", file=sys.stderr)


def _finish_directory(directory: RunDirectory, result: Result) -> None:
    directory.finish({**result.plain(), "events": len(result.events)})
    if directory.trouble:
        _tell(directory.trouble)


def _open_directory(simulation: Simulation, options: argparse.Namespace) -> RunDirectory | None:
    if options.no_out:
        return None
    scenario = simulation.scenario
    if options.out is not None:
        path = Path(options.out)
    else:
        stamp = datetime.now().strftime("%Y-%m-%d_%H-%M-%S")
        path = fresh_directory(Path("runs"), f"{stamp}_{scenario.name}_{scenario.seed}")
    try:
        with naming(path):
            directory = RunDirectory(path)
            directory.begin(scenario)
    except OSError as error:
        # A directory that was asked for must work; the default one is a courtesy.
        if options.out is not None:
            raise
        print(f"simloop: no run directory: {error.strerror} ({error.filename})", file=sys.stderr)
        return None
    simulation.log.listen(directory.write_event, from_start=True)
    simulation.provide(RUN_DIRECTORY, directory.path)
    return directory
