"""Subscribe to topics: truth by callback, satellite fixes from a queue."""

from simloop.messages.rosflight_msgs import GNSS, SimState
from simloop.server.simulation import Simulation


def main() -> None:
    """Listen for ten seconds and compare what the receiver says with what is true."""
    sim = Simulation.load("square")
    sim.prepare()

    print("topics on offer:")
    for topic in sim.bus.graph().topics:
        print(f"  {topic.name:<30} {topic.type}")

    # A callback runs at the end of the tick that published the message.
    highest_m = 0.0

    def follow(state: SimState) -> None:
        nonlocal highest_m
        highest_m = max(highest_m, -state.pose.position.z)

    sim.bus.subscribe("sim/truth_state", SimState, follow, by="example")

    # Without a callback messages wait in a queue, each with its tick.
    fixes = sim.bus.subscribe("sim/sensors/gnss", GNSS, depth=1000, by="example")

    sim.advance(10 * sim.tick_rate_hz)
    taken = fixes.take()
    first, last = taken[0], taken[-1]
    print(f"true top height {highest_m:.2f} m above the ground")
    print(f"{len(taken)} fixes, the first in tick {first.tick}, the last in tick {last.tick}")
    print(f"the last says {last.message.alt - first.message.alt:.2f} m above the first")


if __name__ == "__main__":
    main()
