"""Sensor samples of simulated flights, played to the navigation and held against the truth."""

import sys
from pathlib import Path

import numpy as np
import pytest
from navigation_bench import Recording, Replay, spread

sys.path.insert(0, str(Path(__file__).parents[1]))
from simloop.firmware.codes import Airframe
from simloop.firmware.navigation.alignment import ToldState, aligned_columns
from simloop.server.simulation import Simulation
from task_bench import TruthBench

# The first run on a machine compiles.
pytestmark = pytest.mark.timeout(900)

WHOLE, NO_GNSS_FOR_30_S, NO_MAG, NO_BARO, NEVER_GNSS = range(5)


@pytest.fixture(scope="module")
def square() -> Replay:
    """The quad's square, seen by five filters that lack different things."""
    replay = Replay(Recording(Simulation.load("square"), 70.0), 5)
    replay.lose(NO_GNSS_FOR_30_S, "gnss_fix_type", 25.0, 55.0)
    for column in ("mag_sequence", "mag_field_frd_t"):
        replay.lose(NO_MAG, column)
    for column in ("baro_sequence", "baro_pressure_pa"):
        replay.lose(NO_BARO, column)
    for column in ("gnss_sequence", "gnss_fix_type"):
        replay.lose(NEVER_GNSS, column)
    replay.bench.set(NEVER_GNSS, fw_align_wait_s=2.0)
    replay.play()
    return replay


def test_a_quad_knows_where_it_is(square: Replay) -> None:
    assert float(square.of(WHOLE, "flags", 2.5)[:, 0].min()) == 1.0
    assert np.degrees(spread(square.of(WHOLE, "attitude", 10.0)))[:2].max() < 0.15
    assert np.degrees(spread(square.of(WHOLE, "attitude", 10.0)))[2] < 0.8
    assert spread(square.of(WHOLE, "velocity", 10.0)).max() < 0.02
    # It does not follow the receiver's slow wander.
    assert spread(square.of(WHOLE, "position", 10.0)).max() < 0.3
    assert spread(square.of(WHOLE, "wander", 10.0))[:2].max() > 0.5
    assert float(square.of(WHOLE, "flags", 5.0).min()) == 1.0
    assert not square.of(WHOLE, "dead_reckoning", 5.0).any()
    assert not square.bench.view("fw_ekf_rejections", WHOLE).any()


def test_a_quad_without_gnss_for_thirty_seconds(square: Replay) -> None:
    lost = square.of(NO_GNSS_FOR_30_S, "position", 54.0, 54.9)
    assert np.abs(lost).max() < 6.0
    assert np.abs(square.of(NO_GNSS_FOR_30_S, "velocity", 25.0, 54.9)).max() < 0.5
    assert float(square.of(NO_GNSS_FOR_30_S, "dead_reckoning", 27.0, 54.9).min()) == 1.0
    assert np.abs(square.of(NO_GNSS_FOR_30_S, "velocity", 58.0)).max() < 0.1


def test_a_quad_without_barometer_uses_gnss_height(square: Replay) -> None:
    assert spread(square.of(NO_BARO, "velocity", 10.0)).max() < 0.03
    assert spread(square.of(NO_BARO, "position", 10.0))[2] < 0.3


def test_a_quad_without_magnetometer_keeps_its_level(square: Replay) -> None:
    """Heading is not known at rest; the attitude is level and the position right all the same."""
    assert np.degrees(np.abs(square.of(NO_MAG, "attitude", 10.0)[:, :2])).max() < 3.0
    assert spread(square.of(NO_MAG, "velocity", 30.0)).max() < 0.2
    assert float(square.of(NO_MAG, "flags", 5.0)[:, 1].min()) == 1.0


def test_a_quad_that_never_had_a_fix_can_be_flown_by_hand(square: Replay) -> None:
    flags = square.of(NEVER_GNSS, "flags", 5.0)
    assert float(flags[:, :2].min()) == 1.0
    assert not flags[:, 2:].any()
    assert np.degrees(np.abs(square.of(NEVER_GNSS, "attitude", 5.0)[:, :2])).max() < 4.0
    assert np.abs(square.of(NEVER_GNSS, "position", 5.0)[:, 2]).max() < 2.0


CRUISE, CRUISE_NO_GNSS, CRUISE_NO_MAG = range(3)


@pytest.fixture(scope="module")
def cruise() -> Replay:
    """A wing in trimmed flight with wind from the side, which nobody steers."""
    bench = TruthBench(
        "aerosonde",
        (),
        (),
        {},
        scenario="aerosonde_cruise",
        sets=("systems.wind={speed_mps: 6, direction_from_deg: 300}",),
    )
    recording = Recording(bench.simulation, 60.0)
    replay = Replay(recording, 3)
    first = {name: numbers[0] for name, numbers in recording.data.items()}
    columns = aligned_columns(
        ToldState(
            attitude_wxyz=first["attitude_wxyz"],
            rate_frd_radps=first["rate_frd_radps"],
            position_ned_m=first["position_ned_m"],
            velocity_ned_mps=recording.velocity_ned_mps[0],
        ),
        origin_llh=first["origin_llh"],
    )
    for row in range(3):
        replay.bench.set(row, fw_airframe=Airframe.WING, **columns)
        replay.bench.set(row, fw_armed=1.0)
    replay.lose(CRUISE_NO_GNSS, "gnss_fix_type", 30.0)
    for column in ("mag_sequence", "mag_field_frd_t"):
        replay.lose(CRUISE_NO_MAG, column)
    replay.play()
    return replay


def test_a_wing_finds_the_wind(cruise: Replay) -> None:
    assert spread(cruise.of(CRUISE, "wind", 30.0)).max() < 0.6
    assert spread(cruise.of(CRUISE, "velocity", 10.0)).max() < 0.03
    assert np.degrees(spread(cruise.of(CRUISE, "attitude", 10.0)))[:2].max() < 0.4
    assert np.degrees(spread(cruise.of(CRUISE, "attitude", 10.0)))[2] < 1.5


def test_a_wing_without_gnss_flies_on_by_airspeed_and_wind(cruise: Replay) -> None:
    drift = cruise.of(CRUISE_NO_GNSS, "position", 59.0) - cruise.of(CRUISE_NO_GNSS, "wander", 59.0)
    assert np.abs(drift[:, :2]).max() < 15.0
    assert np.abs(cruise.of(CRUISE_NO_GNSS, "velocity", 30.0)).max() < 1.0
    assert float(cruise.of(CRUISE_NO_GNSS, "flags", 30.0).min()) == 1.0
    assert float(cruise.of(CRUISE_NO_GNSS, "dead_reckoning", 32.0).min()) == 1.0


def test_a_wing_without_magnetometer_keeps_its_heading(cruise: Replay) -> None:
    assert np.degrees(np.abs(cruise.of(CRUISE_NO_MAG, "attitude", 10.0))).max() < 6.0
    assert spread(cruise.of(CRUISE_NO_MAG, "velocity", 10.0)).max() < 0.05


def test_airspeed_is_the_sensors(cruise: Replay) -> None:
    truth = cruise.recording
    air = truth.velocity_ned_mps[-1] - truth.data["wind_ned_mps"][-1]
    assert cruise.bench.get("fw_airspeed_mps") == pytest.approx(float(np.linalg.norm(air)), abs=0.5)
