"""A quad that loses its satellites lands near where it was, whatever the seed."""

import pytest

from simloop.server.simulation import Simulation

# The first run on a machine compiles.
pytestmark = pytest.mark.timeout(900)


@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_it_lands_before_it_drifts_away(seed: int) -> None:
    simulation = Simulation.load("gnss_loss", seed=seed)
    while not simulation.over and simulation.seconds < simulation.scenario.duration_s:
        simulation.advance(400)
    assert simulation.verdict().reasons == ()
