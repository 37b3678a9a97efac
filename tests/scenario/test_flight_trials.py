"""Nearly every flight of the library passes, whatever the seed, and so it does in rough air."""

import pytest
from flight_trials import (
    BORROWED,
    ROUGH_FLIGHTS,
    Tally,
    Trial,
    own_trials,
    rough_trials,
    table,
    tally,
)

from simloop.server.files import load_vehicle
from simloop.server.flight_figures import firmware_vehicles

# Of all flights of the library, and of twenty with one vehicle in one scenario.
MOST_FAILED_SHARE = 0.01
MOST_ROUGH_SHARE = 0.05
MOST_OF_ONE = 1
FLYING = ("multirotor", "fixed_wing", "vtol")
FEW_SEEDS = (1, 2)


def check(tallies: list[Tally], share: float) -> None:
    """No trial fails more than once, and all together no more than their share."""
    flights = sum(each.flights for each in tallies)
    failed = sum(len(each.failed) for each in tallies)
    assert failed <= share * flights, table(tallies)
    assert max(len(each.failed) for each in tallies) <= MOST_OF_ONE, table(tallies)


def test_every_vehicle_of_the_firmware_has_its_trials() -> None:
    flown = {name for trial in own_trials() for name in trial.vehicle.split(", ")}
    assert set(firmware_vehicles()) <= flown
    flying = {name for name in firmware_vehicles() if load_vehicle(name).kind in FLYING}
    assert flying == {vehicle for _, vehicle in ROUGH_FLIGHTS}
    assert {vehicle for _, vehicle in BORROWED} <= set(firmware_vehicles())


def test_a_table_tells_what_failed() -> None:
    made = Tally(Trial("square", "quad"), flights=4, failed={3: "quad_0 crashed"})
    assert "| quad | square | 3 of 4 | seed 3: quad_0 crashed |" in table([made])
    assert table([made]).endswith("1 of 4 flights failed, 25.0 %")
    with pytest.raises(AssertionError, match="seed 3"):
        check([made], MOST_FAILED_SHARE)


@pytest.mark.parametrize(
    ("scenario", "vehicle"), [pair for pair in ROUGH_FLIGHTS if not pair[0].startswith("c1")]
)
def test_flying_vehicles_pass_in_rough_air(scenario: str, vehicle: str) -> None:
    tried = tally(Trial(scenario, vehicle, borrowed=True, rough=True), FEW_SEEDS)
    assert tried.failed == {}


@pytest.mark.soak
@pytest.mark.timeout(4 * 3600)
def test_the_library_flies_in_its_own_wind_with_twenty_seeds() -> None:
    check([tally(trial) for trial in own_trials()], MOST_FAILED_SHARE)


@pytest.mark.soak
@pytest.mark.timeout(4 * 3600)
def test_flying_vehicles_pass_in_rough_air_with_twenty_seeds() -> None:
    check([tally(trial) for trial in rough_trials()], MOST_ROUGH_SHARE)
