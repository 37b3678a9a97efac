"""Vehicles of random kinds that come and go in a flying world: the longest time a tick took.

Run by itself: `python -m benchmarks.spawns [CHANGES]`. Every kind of the library is new when it
first comes, and with an empty cache it is compiled while the world flies on.
"""

import gc
import random
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

SCENARIO = "square"
CHANGES = 1000
MOST_VEHICLES = 40
TICKS_BETWEEN = 4
LONGEST_GAP_S = 0.05
# Another simulator moves them, in a process or a package of its own.
_LEFT_OUT = ("c172p", "c172p_light", "c182", "jsbsim_ball")


@dataclass(slots=True)
class Gaps:
    """Wall and processor time of the ticks, and what came in the worst of them."""

    wall_s: list[float] = field(default_factory=list)
    own_s: list[float] = field(default_factory=list)
    done: list[str] = field(default_factory=list)

    def note(self, wall_s: float, own_s: float, what: str) -> None:
        """One tick."""
        self.wall_s.append(wall_s)
        self.own_s.append(own_s)
        self.done.append(what)

    def lines(self) -> Iterator[str]:
        """A report."""
        for name, times in (("wall", self.wall_s), ("thread", self.own_s)):
            ranked = sorted(times)
            late = sum(each > LONGEST_GAP_S for each in times)
            yield (
                f"{name} time of a tick: median {1e3 * ranked[len(ranked) // 2]:.2f} ms, "
                f"99 % {1e3 * ranked[len(ranked) * 99 // 100]:.1f} ms, "
                f"longest {1e3 * ranked[-1]:.1f} ms, {late} of {len(times)} above "
                f"{1e3 * LONGEST_GAP_S:.0f} ms"
            )
        worst = sorted(range(len(self.wall_s)), key=self.wall_s.__getitem__)[-8:]
        for tick in reversed(worst):
            wall, own = 1e3 * self.wall_s[tick], 1e3 * self.own_s[tick]
            yield f"  {wall:7.1f} ms, {own:7.1f} in the thread: {self.done[tick]}"


def kinds() -> list[str]:
    """What the library has and our own world moves."""
    from simloop.server.files.find import known_names

    return [name for name in known_names("vehicle") if name not in _LEFT_OUT]


def fly(changes: int, seed: int = 1) -> Gaps:
    """Spawn and remove in a world that goes on as fast as it can, with the compiler beside it."""
    from simloop.server.compile_worker import CompileWorker
    from simloop.server.simulation import Simulation

    sim: Any = Simulation.load(SCENARIO, count=2, seed=seed)
    sim.prepare()
    worker = CompileWorker()
    sim.runner.newcomers_compile = lambda: worker
    sim.runner.read_kernels()
    sim.advance(400)
    # As `simloop run` does: what was loaded is no garbage worth looking for.
    gc.collect()
    gc.freeze()
    dice, names = random.Random(seed), kinds()
    there: list[str] = []
    gaps = Gaps()
    for number in range(changes):
        if there and (len(there) >= MOST_VEHICLES or dice.random() < 0.4):
            what = there.pop(dice.randrange(len(there)))
            reply = sim.command("remove", name=what)
        else:
            model, what = dice.choice(names), f"newcomer_{number}"
            place = [10.0 * number, 50.0, -20.0]
            reply = sim.command("spawn", model=model, name=what, position_ned_m=place)
            there.append(what)
            what = f"{what}, {model}"
        for tick in range(TICKS_BETWEEN):
            begin, own = time.perf_counter(), time.thread_time()
            sim.advance(1)
            gaps.note(time.perf_counter() - begin, time.thread_time() - own, f"{what}, tick {tick}")
        if reply.error:
            raise RuntimeError(reply.error)
    return gaps


def main() -> int:
    """Print the report."""
    changes = int(sys.argv[1]) if len(sys.argv) > 1 else CHANGES
    begin = time.perf_counter()
    gaps = fly(changes)
    print(f"{changes} spawns and removals in {time.perf_counter() - begin:.1f} s")
    print(*gaps.lines(), sep="\n")
    return int(max(gaps.wall_s) > LONGEST_GAP_S)


if __name__ == "__main__":
    raise SystemExit(main())
