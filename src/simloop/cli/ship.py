"""Makes the objects that come with simloop: what the library's vehicles, worlds and scenarios need.

`python -m simloop.cli.ship` makes those of this machine's baseline, `--all` those of all baselines.
"""

import argparse
import json
import os
import socket
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from simloop.compiler.archive import write_archive
from simloop.compiler.linker import link_nothing
from simloop.compiler.target import BASELINES, PROCESSOR_VARIABLE, baseline, host_baseline
from simloop.server.files import FileMistake, list_files
from simloop.server.simulation import Simulation
from simloop.world.schedule import class_order
from simloop.world.shipped import FOLDER, LEFT_OUT_VARIABLE, archive_path, mark_of
from simloop.world.unit_table import UnitTable
from simloop.world.world import FLEET_LANES

Job = dict[str, Any]

# Each takes 200 MB, and the largest job decides from here on.
_MOST_WORKERS = 8
_COMMAND = [sys.executable, "-m", "simloop.cli.ship"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Make archives, or a worker's share of the objects."""
    parser = argparse.ArgumentParser(description="make the objects that come with simloop")
    parser.add_argument("--all", action="store_true", help="for all baselines, as wheels have them")
    parser.add_argument("--only", metavar="NAME", nargs="*", help="only these scenarios")
    parser.add_argument("--into", type=Path, default=FOLDER, help="where the archives go")
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.worker:
        return make(json.load(sys.stdin))
    host = host_baseline()
    if host is None and not options.all:
        print("simloop: this processor covers no baseline, so its first runs compile")
        return 0
    jobs = library_jobs() if options.only is None else [{"name_or_path": n} for n in options.only]
    shares = shared_out(jobs, min(os.cpu_count() or 1, _MOST_WORKERS))
    names = BASELINES if options.all else [str(host)]
    return int(not all(ship(name, shares, options.into) for name in names))


def ship(name: str, shares: Sequence[Sequence[Job]], folder: Path) -> bool:
    """Make the archive of one baseline by a process for each share; false if one failed."""
    target = baseline(name)
    with TemporaryDirectory() as cache:
        # The cache of a machine on which all this was flown: just that is shipped.
        chosen = {PROCESSOR_VARIABLE: name, "SIMLOOP_CACHE_DIR": cache, LEFT_OUT_VARIABLE: "1"}

        def work(share: Sequence[Job]) -> int:
            told = json.dumps(share).encode()
            command = [*_COMMAND, "--worker"]
            done = subprocess.run(command, input=told, env=os.environ | chosen, check=False)
            return done.returncode

        with ThreadPoolExecutor(len(shares)) as pool:
            if any(pool.map(work, shares)):
                return False
        objects = {path.stem: path.read_bytes() for path in Path(cache).glob("objects/*/*.o")}
        notes = {path.stem: path.read_bytes() for path in Path(cache).glob("memory/*.json")}
        path = archive_path(target, folder)
        write_archive(path, mark_of(target), notes, objects)
    size_mb = path.stat().st_size / 1e6
    print(f"simloop: {len(objects)} objects for {name}, {size_mb:.2f} MB: {path}")
    return True


def library_jobs() -> list[Job]:
    """All scenarios; every vehicle in still air and in wind; the default flight in every world."""
    jobs: list[Job] = [{"name_or_path": each.name} for each in list_files("scenario")]
    for each in list_files("vehicle"):
        jobs += [{"name_or_path": name, "vehicle": each.name} for name in ("stand", "square")]
    jobs += [{"sets": [f"world={each.name}"]} for each in list_files("world")]
    return jobs


def shared_out(jobs: Sequence[Job], workers: int) -> list[Sequence[Job]]:
    """Jobs for every worker, every second from behind: neighbours are alike, and made once so."""
    shares = [jobs[number::workers] for number in range(workers)]
    return [share[:: -1 if number % 2 else 1] for number, share in enumerate(shares) if share]


def make(jobs: Sequence[Job]) -> int:
    """Make and keep what these scenarios need, for this process's processor; nothing is run."""
    link_nothing()
    _bind_anywhere()
    for job in jobs:
        try:
            simulation = Simulation.load(**job, allow_launch=True, open_links=False)
        except FileMistake as mistake:
            # No user can fly it either: a vehicle without autopilot, an engine that is missing.
            if "vehicle" not in job:
                print(f"simloop: left out: {mistake}", file=sys.stderr)
            continue
        _make(simulation)
        simulation.close()
    return 0


def _bind_anywhere() -> None:
    """Let every socket have any port: nobody will call, and a run beside this may have its own."""
    bind = socket.socket.bind

    def anywhere(own: socket.socket, address: Any) -> None:
        bind(own, (address[0], 0) if isinstance(address, tuple) else address)

    setattr(socket.socket, "bind", anywhere)  # noqa: B010, mypy takes no other method


def _make(simulation: Simulation) -> None:
    """The programs of cross-vehicle work, and both widths of blocks."""
    simulation.prepare()
    for system in simulation.runner.systems:
        if system.fused is not None and (system.active is None or system.active()):
            for program in system.fused().parts:
                program.make()
    for table in simulation.world.tables:
        table.set_lanes(1 if table.lanes == FLEET_LANES else FLEET_LANES)
        kind = table.vehicle_class
        UnitTable(table, class_order(kind), kind.tick_rate_hz).prepare()


if __name__ == "__main__":
    sys.exit(main())
