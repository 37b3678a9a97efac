"""One thing that a user waits for, done once in a fresh process: prints what it cost as JSON.

Usage: `python -m benchmarks.probe compile square hexa`, `prepare`, `start`,
`load 10000`, `memory 2000`.
"""

import gc
import json
import resource
import sys
import tracemalloc
from collections.abc import Callable
from contextlib import closing
from time import perf_counter
from typing import Any

SCENARIO = "square"
TICKS = 40


def processor_s() -> float:
    """Of this process and of those it has waited for."""
    return sum(
        used.ru_utime + used.ru_stime
        for used in map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    )


def compile_in_turn(*vehicles: str) -> dict[str, float]:
    """Processor seconds until each vehicle of the square can step, one after the other.

    The name of a scenario stands for the scenario with its own vehicles.
    """
    from simloop.server.files.find import known_names
    from simloop.server.simulation import Simulation

    scenarios, costs = set(known_names("scenario")), {}
    for name in vehicles:
        before_s = processor_s()
        own: dict[str, Any] = {} if name in scenarios else {"vehicle": name}
        with closing(Simulation.load(name if name in scenarios else SCENARIO, **own)) as sim:
            sim.prepare()
        costs[name] = processor_s() - before_s
    return costs


def prepare() -> dict[str, float]:
    """Processor seconds of the preparation alone, without what loading costs."""
    from simloop.server.simulation import Simulation

    with closing(Simulation.load(SCENARIO)) as sim:
        before_s = processor_s()
        sim.prepare()
        return {"prepare": processor_s() - before_s}


def start() -> dict[str, float]:
    """Processor seconds of the whole process up to the first tick."""
    from simloop.server.simulation import Simulation

    with closing(Simulation.load(SCENARIO)) as sim:
        sim.prepare()
        sim.advance(1)
        return {"start": processor_s()}


def load(count: str) -> dict[str, float]:
    """A fleet: seconds to load, then vehicle-ticks per second."""
    from simloop.server.simulation import Simulation

    vehicles = int(count)
    before_s = perf_counter()
    with closing(Simulation.load(SCENARIO, count=vehicles)) as sim:
        loaded_s = perf_counter() - before_s
        sim.prepare()
        sim.advance(TICKS)
        before_s = perf_counter()
        sim.advance(TICKS)
        return {"load": loaded_s, "rate": vehicles * TICKS / (perf_counter() - before_s)}


def memory(count: str) -> dict[str, float]:
    """Bytes of a vehicle of a fleet: its numbers in the tables, and all beside them.

    The numbers are there twice, since a run keeps its start to go back to.
    """
    from simloop.server.simulation import Simulation

    # What one vehicle brings along is no cost of a fleet.
    Simulation.load(SCENARIO).close()
    tracemalloc.start()
    with closing(Simulation.load(SCENARIO, count=int(count))) as sim:
        gc.collect()
        held, _ = tracemalloc.get_traced_memory()
        numbers = sum(a.nbytes for table in sim.world.tables for a in table.arenas.values())
    return {"numbers": numbers / int(count), "beside": (held - 2 * numbers) / int(count)}


PROBES: dict[str, Callable[..., dict[str, float]]] = {
    "compile": compile_in_turn,
    "prepare": prepare,
    "start": start,
    "load": load,
    "memory": memory,
}


def main() -> int:
    """Does what the first argument names."""
    name, *arguments = sys.argv[1:]
    print(json.dumps(PROBES[name](*arguments)))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
