"""What collisions cost: bodies among obstacles against the same bodies in empty space."""

from dataclasses import dataclass
from statistics import median
from time import perf_counter
from typing import Any

BODIES = 100
OBSTACLES = 500
WIDTH_M = 150.0
SPEED_MPS = 2.0
TICKS = 400


@dataclass(frozen=True, slots=True)
class CollisionCost:
    """Microseconds per tick of all bodies.

    Attributes:
        free_us: Nothing in the way, many ticks in one compiled call.
        stepped_us: Nothing in the way, and a Python system that does nothing in every tick: what
            any cross-vehicle system costs before it does anything.
        among_obstacles_us: With collisions.
        quads_us: As many quads in flight, for comparison.
        touches: How often something was hit.
    """

    free_us: float
    stepped_us: float
    among_obstacles_us: float
    quads_us: float
    touches: int

    @property
    def ratio(self) -> float:
        """A tick among obstacles against a fused tick of free bodies."""
        return self.among_obstacles_us / self.free_us

    @property
    def stepped_ratio(self) -> float:
        """The same against free bodies that are stepped tick by tick."""
        return self.among_obstacles_us / self.stepped_us

    @property
    def quad_ratio(self) -> float:
        """What collisions add to flying quads: (quads + collisions) / quads."""
        return 1.0 + (self.among_obstacles_us - self.free_us) / self.quads_us


def measure(rounds: int = 7) -> CollisionCost:
    """Time all worlds in turn, so that they see the same machine, and take the middle round."""
    from benchmarks.ours import Flight
    from simloop.world.system import PythonSystem, Stage

    free, stepped, forest = _world(collide=False), _world(collide=False), _world(collide=True)
    idle = PythonSystem(name="idle", stage=Stage.CONTACT, run=lambda info: None)
    stepped.app.runner.add_system(idle)
    quads = Flight(BODIES)
    works = [*(each.app.runner.advance for each in (free, stepped, forest)), quads.run]
    times: list[list[float]] = [[] for _ in works]
    for _ in range(rounds):
        for number, advance in enumerate(works):
            begin = perf_counter()
            advance(TICKS)
            times[number].append((perf_counter() - begin) / TICKS * 1e6)
    return CollisionCost(*(median(each) for each in times), len(forest.touches))


def _world(*, collide: bool) -> Any:
    """Balls that drift between trunks, without gravity: now and then one hits."""
    from simloop.systems.collisions import Config, Grove
    from simloop.testing.collision_bench import CollisionBench
    from simloop.world.shapes import Solid

    grove = Grove(count=OBSTACLES, width_m=WIDTH_M)
    bench = CollisionBench(Config(groves=(grove,)), gravity_mps2=0.0)
    side = round(BODIES**0.5)
    for number in range(BODIES):
        row, column = divmod(number, side)
        place = [(k - 0.5 * (side - 1)) * WIDTH_M / side for k in (row, column)]
        bench.add(
            f"ball_{number:03d}",
            Solid(shape="sphere", radius_m=0.2),
            own={
                "position_ned_m": (*place, -3.0),
                "velocity_frd_mps": (SPEED_MPS if number % 2 else -SPEED_MPS, 0.5, 0.0),
            },
            restitution=0.8,
        )
    if collide:
        bench.start()
    bench.app.runner.prepare()
    bench.app.runner.advance(TICKS)
    return bench


if __name__ == "__main__":
    cost = measure()
    print(
        f"{BODIES} bodies, microseconds a tick: {cost.free_us:.1f} free, "
        f"{cost.stepped_us:.1f} with an idle Python system, {cost.among_obstacles_us:.1f} among "
        f"{OBSTACLES} obstacles ({cost.touches} touches); quads {cost.quads_us:.1f}. Ratios "
        f"{cost.ratio:.1f}, {cost.stepped_ratio:.2f}, quads {cost.quad_ratio:.2f}"
    )
