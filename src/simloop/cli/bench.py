"""`simloop bench`: how fast this machine runs the default scenario, for several fleets."""

import argparse
import json
import time

from simloop.cli.main import OK
from simloop.server.simulation import Simulation

_COUNTS = (1, 10, 100, 1000)
_ROUNDS = 5
_ROUND_S = 0.15


def bench(options: argparse.Namespace) -> int:
    """Print vehicle-ticks per second, best and median of interleaved rounds."""
    fleets = {count: _ready(count) for count in _COUNTS}
    rates: dict[int, list[float]] = {count: [] for count in _COUNTS}
    for _ in range(_ROUNDS):
        for count, simulation in fleets.items():
            rates[count].append(count * _ticks_per_s(simulation))
    rows = [
        {"vehicles": count, "best": max(found), "median": sorted(found)[len(found) // 2]}
        for count, found in rates.items()
    ]
    if options.json:
        print(json.dumps(rows))
        return OK
    print(f"{'vehicles':>8} {'vehicle-ticks/s':>16} {'best':>14} {'real time':>10}")
    for row in rows:
        factor = row["median"] / row["vehicles"] / fleets[int(row["vehicles"])].tick_rate_hz
        print(f"{row['vehicles']:8d} {row['median']:16,.0f} {row['best']:14,.0f} {factor:9.0f}x")
    print("against other simulators: make bench")
    return OK


def _ready(count: int) -> Simulation:
    simulation = Simulation.load("square", count=count)
    simulation.prepare()
    simulation.advance(simulation.tick_rate_hz)
    return simulation


def _ticks_per_s(simulation: Simulation) -> float:
    batch, ran, begin = simulation.tick_rate_hz // 4, 0, time.perf_counter()
    while time.perf_counter() - begin < _ROUND_S:
        ran += simulation.advance(batch) or batch
        if simulation.over:
            simulation.reset_now()
    return ran / (time.perf_counter() - begin)
