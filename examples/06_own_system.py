"""Add systems of your own to a running world: one that shakes the quad, one that watches it."""

from math import degrees, pi, sin

from simloop.server.simulation import Simulation
from simloop.world.runner import TickInfo
from simloop.world.system import PythonSystem, Stage

FORCE_N = 12.0
PERIOD_S = 2.0


def main() -> None:
    """Climb in peace, shake the quad on its way north, then take the shaker out again."""
    sim = Simulation.load("square")
    sim.prepare()
    quad = sim["quad_0"]
    banks: list[float] = []

    def shake(info: TickInfo) -> None:
        east_n = FORCE_N * sin(2.0 * pi * info.seconds / PERIOD_S)
        sim.world.set(quad.entity, "external_force_ned_n", (0.0, east_n, 0.0))

    def watch(info: TickInfo) -> None:
        # Close to level and heading north, x of the quaternion is half the bank.
        banks.append(2.0 * abs(quad.body.attitude_wxyz.x))

    # A system declares what it reads and writes; the schedule refuses what its stage may not do.
    shaker = PythonSystem(
        name="shaker",
        stage=Stage.COMMANDS,
        run=shake,
        writes=("external_force_ned_n",),
        rate_hz=100.0,
    )
    watcher = PythonSystem(
        name="watcher", stage=Stage.OBSERVE, run=watch, reads=("attitude_wxyz",), rate_hz=20.0
    )
    sim.add_system(watcher)
    sim.advance(10 * sim.tick_rate_hz)
    print(f"calm    banked by {degrees(max(banks)):4.1f} deg at most")

    banks.clear()
    sim.add_system(shaker)
    sim.advance(6 * sim.tick_rate_hz)
    print(f"shaken  banked by {degrees(max(banks)):4.1f} deg at most")

    sim.remove_system("shaker")
    sim.world.set(quad.entity, "external_force_ned_n", 0.0)
    print(f"systems left: {', '.join(system.name for system in sim.runner.systems)}")


if __name__ == "__main__":
    main()
