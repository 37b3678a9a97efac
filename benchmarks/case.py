"""What a benchmark case is: one way of stepping one simulator, at several vehicle counts."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import cycle, islice

Step = Callable[[int], None]


def every_vehicle(count: int, n: int) -> int:
    """Vehicle-steps of `n` steps when one step advances all vehicles."""
    return count * n


def one_vehicle(_count: int, n: int) -> int:
    """Vehicle-steps of `n` steps when one step advances the next vehicle in turn."""
    return n


@dataclass(frozen=True, slots=True)
class Case:
    """One way of stepping one simulator.

    Attributes:
        name: Unique among all cases; tables show it.
        step_hz: Simulated steps per second; a rate compares steps, not simulated seconds.
        does: What one step contains, for the reader of the table.
        counts: Numbers of vehicles it is measured with.
        make: Builds the simulator for a count and returns what takes n steps.
        veh_steps: Vehicle-steps done by n steps with a count.
        least_chunk: Steps per call at least, where many steps in one call is the case.
    """

    name: str
    step_hz: int
    does: str
    counts: tuple[int, ...]
    make: Callable[[int], Step]
    veh_steps: Callable[[int, int], int] = every_vehicle
    least_chunk: int = 1


def in_turn(vehicles: Sequence[Callable[[], object]]) -> Step:
    """Steps independent instances one after the other, going on where the last call stopped."""
    ring = cycle(vehicles)

    def step(n: int) -> None:
        for advance_one in islice(ring, n):
            advance_one()

    return step
