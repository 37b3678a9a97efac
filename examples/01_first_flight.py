"""Fly the default scenario from Python: a quad takes off, flies a square in wind and lands."""

from simloop.server.simulation import Simulation


def main() -> None:
    """Load, fly to the end, and tell how it went."""
    sim = Simulation.load("square", seed=1)

    # The first time on a machine this compiles the tick; later it loads it from the cache.
    sim.prepare()
    while not sim.over and sim.seconds < sim.scenario.duration_s:
        sim.advance(sim.tick_rate_hz)

    for event in sim.log.events:
        print(f"{event.time_s:6.2f} s  {event.vehicle}  {event.name}  {event.detail}")
    print(f"success: {sim.verdict().success}, state hash {sim.world.state_hash()}")


if __name__ == "__main__":
    main()
