"""Find the steady flight of a plane, its natural modes, and see the phugoid in simulation."""

from math import pi

import numpy as np

from simloop.server.analysis import linearise
from simloop.server.simulation import Simulation

SPEED_MPS = 25.0


def main() -> None:
    """Compare the period of the slow swing on paper with the one that is flown."""
    model = linearise("aerosonde", speed_mps=SPEED_MPS)
    for mode in model.modes:
        print(f"{mode.name:<13} {mode.real_per_s:8.3f} 1/s")
    (phugoid,) = [mode for mode in model.modes if mode.name == "phugoid"]
    expected_s = 2.0 * pi / phugoid.imaginary_radps

    sim = Simulation.load("aerosonde_cruise")
    sim.prepare()
    plane = sim["aerosonde_0"]
    forward, side, down = plane.body.velocity_frd_mps
    sim.world.set(plane.entity, "velocity_frd_mps", (forward + 1.0, side, down))

    speeds = []
    for _ in range(30 * 20):
        sim.advance(sim.tick_rate_hz // 20)
        speeds.append(plane.body.velocity_frd_mps.x)
    print(f"phugoid: {expected_s:.1f} s by the linear model, {swing_s(speeds):.1f} s flown")


def swing_s(speeds: list[float]) -> float:
    """The time from one fastest moment to the next, in samples of 1/20 s."""
    middle = np.array(speeds[1:-1])
    peaks = np.flatnonzero((middle > speeds[:-2]) & (middle > speeds[2:])) + 1
    return float(np.diff(peaks)[0]) / 20.0


if __name__ == "__main__":
    main()
