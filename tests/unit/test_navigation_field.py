"""A magnetic field that changes while the heading is known: refused, learnt, and told."""

import numpy as np
import pytest
from test_navigation_filter import FIELD_NED_T, LANES, Fleet

from simloop.firmware.navigation.filter_columns import STATES

# The first run on a machine compiles.
pytestmark = pytest.mark.timeout(900)

LEVEL_T = float(np.hypot(FIELD_NED_T[0], FIELD_NED_T[1]))
# Ten microtesla on one axis each, and on all.
IRON_T = 1e-5 * np.array([[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 1]])


class DisturbedFleet(Fleet):
    """Filters whose compass gets iron: lane 0 none, lanes 1 to 4 one kind each."""

    def __init__(self) -> None:
        super().__init__(noise=0.0)
        self.iron = False
        for lane in range(LANES):
            self.bench.set(lane, fw_field_gate_t=3e-6, fw_field_t=(LEVEL_T, FIELD_NED_T[2]))
            self.bench.set(lane, fw_heading_sigma_rad=0.003, fw_heading_least_rad=0.006)

    def _sense_slowly(self, t: float) -> None:
        super()._sense_slowly(t)
        if self.iron:
            for kind, iron in enumerate(IRON_T):
                self.bench.block("mag_field_frd_t")[:, 1 + kind] += iron

    def heading_deg(self) -> list[float]:
        """How far each of the five is off."""
        t = self.bench.tick / 400
        return [abs(float(np.degrees(self.errors(t, lane)[2]))) for lane in range(5)]

    def told(self, column: str) -> list[float]:
        return [self.bench.get(column, lane) for lane in range(5)]


def test_iron_in_flight_is_refused_then_learnt_and_forgotten_when_it_goes() -> None:
    fleet = DisturbedFleet()
    fleet.fly(10.0)
    assert fleet.told("fw_mag_disturbed") == [0.0] * 5
    fleet.iron = True
    fleet.fly(0.5)
    assert fleet.told("fw_mag_disturbed") == [0.0, 1.0, 1.0, 1.0, 1.0]
    assert fleet.told("fw_mag_learnt") == [0.0] * 5
    fleet.fly(29.5)
    assert fleet.told("fw_mag_learnt") == [0.0, 1.0, 1.0, 1.0, 1.0]
    assert max(fleet.heading_deg()) < 1.0
    learnt = fleet.bench.view("fw_mag_iron_frd_t", 2)
    assert learnt == pytest.approx(IRON_T[1], abs=1e-6)
    fleet.iron = False
    fleet.fly(15.0)
    assert fleet.told("fw_mag_disturbed") == [0.0] * 5
    assert fleet.bench.view("fw_mag_iron_frd_t", 2) == pytest.approx([0.0] * 3)
    assert max(fleet.heading_deg()) < 1.0


def test_who_is_unsure_of_its_attitude_blames_no_iron() -> None:
    fleet = DisturbedFleet()
    fleet.fly(5.0)
    covariance = fleet.bench.view("fw_ekf_covariance", 1).reshape(STATES, STATES)
    for tilt in range(2):
        covariance[tilt, tilt] = 0.1**2
    fleet.iron = True
    fleet.fly(0.5)
    assert fleet.told("fw_mag_disturbed") == [0.0, 0.0, 1.0, 1.0, 1.0]


def test_iron_from_the_start_is_told() -> None:
    fleet = DisturbedFleet()
    fleet.iron = True
    fleet.fly(12.0)
    assert fleet.told("fw_mag_disturbed") == [0.0, 1.0, 1.0, 1.0, 1.0]


def test_a_field_that_changes_all_the_time_is_not_used_again() -> None:
    fleet = DisturbedFleet()
    fleet.fly(5.0)
    for _ in range(5):
        fleet.iron = not fleet.iron
        fleet.fly(14.0)
    assert fleet.told("fw_mag_learnt")[2] > 3.0
    assert fleet.bench.get("fw_mag_age_s", 2) > 2.0
    assert max(fleet.heading_deg()) < 1.5


def test_noise_of_samples_is_no_iron() -> None:
    fleet = DisturbedFleet()
    chance = np.random.default_rng(3)
    quiet, told = fleet._sense_slowly, []

    def sense_noisily(t: float) -> None:
        quiet(t)
        field = fleet.bench.block("mag_field_frd_t")
        field += chance.normal(0.0, 1.2e-6, field.shape)
        told.append(max(fleet.told("fw_mag_disturbed")))

    fleet._sense_slowly = sense_noisily  # type: ignore[method-assign]
    fleet.fly(20.0)
    assert len(told) > 100
    assert max(told) == 0.0


def test_without_a_map_the_first_look_is_turned_to_the_declination() -> None:
    fleet = DisturbedFleet()
    for lane in range(LANES):
        fleet.bench.set(lane, fw_field_t=(0.0, 0.0))
    fleet.fly(10.0)
    north_t, east_t, down_t = fleet.bench.view("fw_mag_field_ned_t", 0)
    declination_rad = fleet.bench.get("fw_declination_rad", 0)
    assert np.arctan2(east_t, north_t) == pytest.approx(declination_rad, abs=1e-9)
    assert np.hypot(north_t, east_t) == pytest.approx(LEVEL_T, rel=0.02)
    assert down_t == pytest.approx(FIELD_NED_T[2], rel=0.02)
    assert fleet.told("fw_mag_disturbed") == [0.0] * 5
