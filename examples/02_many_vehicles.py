"""Fly twelve quads at once, and see that one of them flies exactly as it would alone."""

import numpy as np

from simloop.server.simulation import Simulation

SECONDS = 20


def main() -> None:
    """Run a small fleet, read columns of all vehicles at once, compare one with a lone flight."""
    fleet = Simulation.load("square", count=12)
    fleet.prepare()
    fleet.advance(SECONDS * fleet.tick_rate_hz)

    # Vehicles of one class are rows of one table; a column comes as an array (rows, size).
    table = fleet.world.tables[0]
    position_ned_m = table.read("position_ned_m")[table.rows]
    altitude_m = -position_ned_m[:, 2]
    print(f"{len(altitude_m)} vehicles at {fleet.seconds:.0f} s, {table.lanes} lanes per block")
    print(f"altitude {np.mean(altitude_m):.2f} m, spread {np.std(altitude_m):.3f} m")

    # Noise depends on seed and name, not on company: quad_0 is the same bits in any batch.
    lone = Simulation.load("square")
    lone.prepare()
    lone.advance(SECONDS * lone.tick_rate_hz)
    in_fleet = fleet.world.model_hash(fleet.world.by_name("quad_0"))
    alone = lone.world.model_hash(lone.world.by_name("quad_0"))
    print(f"quad_0 in the fleet {in_fleet}")
    print(f"quad_0 alone        {alone}  {'equal' if alone == in_fleet else 'DIFFERENT'}")


if __name__ == "__main__":
    main()
