"""What `simloop info` says about a wing is what `simloop trim` finds."""

import pytest

from simloop.cli.figures import figures
from simloop.server.analysis import Bench, TrimNotFound, trim
from simloop.server.files.load import load_vehicle


def test_the_fastest_level_flight_is_the_last_that_trims() -> None:
    bench = Bench(load_vehicle("aerosonde"))
    told = figures(bench)
    fastest, cruise = told["max_level_speed_mps"], told["cruise_speed_mps"]
    assert trim(bench, speed_mps=fastest).controls["throttle"] == pytest.approx(1.0, abs=0.01)
    with pytest.raises(TrimNotFound):
        trim(bench, speed_mps=1.02 * fastest)
    assert told["cruise_throttle"] == pytest.approx(
        trim(bench, speed_mps=cruise).controls["throttle"], abs=1e-6
    )
