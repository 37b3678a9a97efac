"""Stop in mid-air, try two futures from the same moment, and find the first one again."""

from simloop.server.simulation import Simulation
from simloop.world.world import Snapshot


def main() -> None:
    """Branch: once as planned, once with a side wind, once more as planned."""
    sim = Simulation.load("square")
    sim.prepare()
    sim.advance(12 * sim.tick_rate_hz)
    moment = sim.snapshot()
    print(f"snapshot in tick {moment.tick}")

    planned = _future(sim, moment, wind_east_mps=None)
    windy = _future(sim, moment, wind_east_mps=9.0)
    again = _future(sim, moment, wind_east_mps=None)
    print(f"as planned  {planned}")
    print(f"with wind   {windy}")
    print(f"once more   {again}  {'the same bits' if again == planned else 'DIFFERENT'}")


def _future(sim: Simulation, moment: Snapshot, *, wind_east_mps: float | None) -> str:
    """Two seconds from the snapshot, as a digest of all numbers."""
    sim.restore(moment)
    if wind_east_mps is not None:
        sim.command("wind", mean_ned_mps=[0.0, wind_east_mps, 0.0])
    sim.advance(2 * sim.tick_rate_hz)
    return sim.world.state_hash()


if __name__ == "__main__":
    main()
