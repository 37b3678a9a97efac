"""What collisions cost: bodies among obstacles, and the same bodies in empty space."""

from typing import Any

from benchmarks.case import Case, Step

OBSTACLES = 500
WIDTH_M = 150.0
SPEED_MPS = 2.0
TICK_HZ = 400

FREE = "simloop free bodies"
FOREST = "simloop bodies among 500 shapes"


def make_free(count: int) -> Step:
    """Nothing in the way."""
    return _world(count, collide=False).app.runner.advance  # type: ignore[no-any-return]


def make_forest(count: int) -> Step:
    """The same bodies, and trunks that they hit now and then."""
    bench = _world(count, collide=True)
    advance = bench.app.runner.advance
    ran = 0

    def step(n: int) -> None:
        nonlocal ran
        advance(n)
        ran += n
        # Ten seconds without a touch would mean that nothing is measured.
        if ran > 10 * TICK_HZ and not bench.touches:
            raise RuntimeError("no body has touched anything")

    return step


def _world(count: int, *, collide: bool) -> Any:
    """Balls that drift between trunks, without gravity: now and then one hits."""
    from simloop.systems.collisions import Config, Grove
    from simloop.testing.collision_bench import CollisionBench
    from simloop.world.shapes import Solid

    grove = Grove(count=OBSTACLES, width_m=WIDTH_M)
    bench = CollisionBench(Config(groves=(grove,)), gravity_mps2=0.0)
    side = max(1, round(count**0.5))
    for number in range(count):
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
    bench.app.runner.advance(TICK_HZ)
    return bench


CASES = (
    Case(
        name=FREE,
        step_hz=TICK_HZ,
        does="rigid bodies by RK4 with nothing in the way, many ticks per call",
        counts=(100,),
        make=make_free,
        least_chunk=100,
    ),
    Case(
        name=FOREST,
        step_hz=TICK_HZ,
        does="the same bodies, colliding with 500 trunks and each other",
        counts=(100,),
        make=make_forest,
        least_chunk=100,
    ),
)
