"""Your own visualizer: a plan view in the terminal, fed by `sim/truth_state` and nothing else."""

import math
import sys
from collections.abc import Iterable

from simloop.messages.rosflight_msgs import SimState
from simloop.server.simulation import Simulation

WIDTH, HEIGHT = 64, 24
ARROWS = "↑↗→↘↓↙←↖"


class PlanView:
    """Keeps the path and draws it with north up; knows nothing of the simulator."""

    def __init__(self) -> None:
        self.path: list[tuple[float, float]] = []
        self.state = SimState()

    def take(self, state: SimState) -> None:
        """Take the next truth: position is north, east, down in metres."""
        self.state = state
        self.path.append((state.pose.position.x, state.pose.position.y))

    def picture(self) -> str:
        """The path so far as text: dots, an arrow where the vehicle is, and numbers below."""
        norths, easts = zip(*self.path, strict=True)
        # A character is twice as high as it is wide.
        metres = max(spread(norths) / (HEIGHT - 3), 2.0 * spread(easts) / (WIDTH - 5), 0.5)
        rows = [[" "] * WIDTH for _ in range(HEIGHT)]
        for north, east in self.path:
            row, column = self._cell(north, east, middle(norths), middle(easts), metres)
            rows[row][column] = "·"
        row, column = self._cell(*self.path[-1], middle(norths), middle(easts), metres)
        rows[row][column] = ARROWS[round(self._heading_deg() / 45.0) % len(ARROWS)]
        lines = ["".join(cells).rstrip() for cells in rows]
        return "\n".join([*lines, self._numbers(metres)])

    def _cell(
        self, north: float, east: float, mid_north: float, mid_east: float, metres: float
    ) -> tuple[int, int]:
        row = HEIGHT // 2 - round((north - mid_north) / metres)
        return row, WIDTH // 2 + round(2.0 * (east - mid_east) / metres)

    def _heading_deg(self) -> float:
        q = self.state.pose.orientation
        yaw = math.atan2(2.0 * (q.w * q.z + q.x * q.y), 1.0 - 2.0 * (q.y * q.y + q.z * q.z))
        return math.degrees(yaw) % 360.0

    def _numbers(self, metres: float) -> str:
        place, speed = self.state.pose.position, self.state.twist.linear
        time_s = self.state.header.stamp.nanoseconds / 1e9
        return (
            f"{time_s:6.1f} s   north {place.x:6.1f} m   east {place.y:6.1f} m"
            f"   height {-place.z:5.1f} m   {math.hypot(speed.x, speed.y, speed.z):4.1f} m/s"
            f"   north is up, a row is {metres:.1f} m"
        )


def spread(numbers: Iterable[float]) -> float:
    """From the lowest to the highest."""
    known = list(numbers)
    return max(known) - min(known)


def middle(numbers: Iterable[float]) -> float:
    """Halfway between the lowest and the highest."""
    known = list(numbers)
    return 0.5 * (max(known) + min(known))


def main() -> None:
    """Fly the square and draw it a few times on the way; in a terminal in place."""
    sim = Simulation.load("square")
    sim.prepare()
    view = PlanView()
    # Ten pictures a second are plenty for eyes; the rest is never built.
    every = sim.tick_rate_hz // 10
    sim.bus.subscribe("sim/truth_state", SimState, view.take, every=every, by="visualizer")
    while not sim.over:
        sim.advance(12 * sim.tick_rate_hz)
        if sys.stdout.isatty():
            print("\033[2J\033[H", end="")
        print(view.picture(), end="\n\n")
    print(f"drawn from {len(view.path)} messages")


if __name__ == "__main__":
    main()
