"""What the firmware costs apart from the schedule: a pass on its board, and the loop around it."""

from typing import Any

from benchmarks.case import Case, Step

SCENARIO = "square"
ON_BOARD = "vehicles[0].model.autopilot.settings.board=sil"
TICK_HZ = 400
IN_THE_AIR_S = 12
TO_S = 30
# How long samples may stay as they are before the flight is taken back to where they were true.
MOST_PASSES = 2000

PASS = "simloop firmware pass"
LOOP = "simloop run on a board"


def make_pass(count: int) -> Step:
    """`Firmware.run()`, each time with a new IMU sample; the world stands still meanwhile."""
    sim = _flight(count)
    world, start = sim.world, sim.snapshot()
    record = world.models()[0]
    firmware = sim.provided["sil_boards"].crew_of(record)
    sequence = firmware.table.blocks_of("imu_sequence")
    passes = 0

    def step(n: int) -> None:
        nonlocal passes, sequence
        for _ in range(n):
            passes += 1
            if passes % MOST_PASSES == 0:
                sim.restore(start)
                sequence = firmware.table.blocks_of("imu_sequence")
            world.tick += 1
            sequence += 1.0
            if not firmware.run():
                raise RuntimeError("a pass without a new sample")

    return step


def make_loop(count: int) -> Step:
    """The full loop, firmware on a board: one pass in Python per tick."""
    sim = _flight(count)
    start = sim.snapshot()

    def step(n: int) -> None:
        while n:
            n -= sim.advance(min(n, TO_S * TICK_HZ - sim.world.tick))
            if sim.world.tick >= TO_S * TICK_HZ:
                sim.restore(start)

    return step


def _flight(count: int) -> Any:
    from simloop.server.simulation import Simulation

    sim = Simulation.load(SCENARIO, count=count, seed=1, sets=[ON_BOARD])
    sim.prepare()
    sim.advance(IN_THE_AIR_S * TICK_HZ)
    return sim


CASES = (
    Case(
        name=PASS,
        step_hz=TICK_HZ,
        does="Firmware.run() alone: reads of the board, estimators, control, mixer, commands",
        counts=(1, 100),
        make=make_pass,
    ),
    Case(
        name=LOOP,
        step_hz=TICK_HZ,
        does="full loop with the firmware on a SIL board, called from Python in every tick",
        counts=(1, 100),
        make=make_loop,
    ),
)
