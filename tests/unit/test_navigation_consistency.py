"""The filter knows how good it is: on the sensors of the library, over vehicles and seeds."""

import numpy as np
import pytest
from consistency_bench import Consistency, Flight

# The first run on a machine compiles.
pytestmark = pytest.mark.timeout(900)

FLIGHTS = (
    ("square", 1),
    ("square", 2),
    ("hover", 3),
    ("aerosonde_mission", 1),
    ("aerosonde_mission", 2),
    ("rover_mission", 1),
)
SECONDS = 90.0


@pytest.fixture(scope="module")
def flights() -> Consistency:
    return Consistency([Flight(scenario, seed, SECONDS) for scenario, seed in FLIGHTS])


@pytest.mark.parametrize(
    "kind", ["tilt", "heading", "velocity", "position", "gyro bias", "accelerometer bias"]
)
def test_errors_are_as_large_as_the_filter_says(flights: Consistency, kind: str) -> None:
    assert 0.3 < np.mean(flights.mean(kind)) < 2.0
    # Slow errors are the same for a whole flight, so one flight may be lucky or not.
    assert max(flights.mean(kind)) < 5.0


@pytest.mark.parametrize(
    "kind", ["GNSS place", "GNSS height", "GNSS velocity", "barometer", "heading"]
)
def test_innovations_are_as_large_as_the_filter_says(flights: Consistency, kind: str) -> None:
    # What the heading is unsure by is iron, which all samples of a flight share: only its noise is
    # left between them. GNSS velocity counts with what a moment's acceleration may add.
    least = {"heading": 0.005, "GNSS velocity": 0.4}.get(kind, 0.5)
    assert least < np.mean(flights.mean(f"{kind} innovation")) < 2.0


def test_nothing_was_refused(flights: Consistency) -> None:
    assert not flights.bench.block("fw_ekf_rejections")[:5].any()
    assert not flights.bench.block("fw_mag_disturbed").any()
