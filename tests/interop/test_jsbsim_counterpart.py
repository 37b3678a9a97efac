"""Our own Cessna against JSBSim's: the same derivatives, the same trim, the same mission."""

import pytest

pytest.importorskip("jsbsim")

import yaml

from simloop.adapters.jsbsim.counterpart import Counterpart, vehicle_lines
from simloop.adapters.jsbsim.measure import Tunnel, measure
from simloop.server.analysis import Bench, trim
from simloop.server.comparison import compare, held_against
from simloop.server.files import load_vehicle

CRUISE_MPS = 45.0


@pytest.fixture(scope="module")
def made() -> Counterpart:
    return Counterpart(Tunnel("c172p", ""), CRUISE_MPS, measure("c172p", CRUISE_MPS))


def test_the_library_has_what_is_measured(made: Counterpart) -> None:
    printed = yaml.safe_load("\n".join(vehicle_lines("c172p", made)))
    measured = printed["dynamics"]["fixed_wing"]
    ours = load_vehicle("c172p_light").dynamics["fixed_wing"].values
    propeller, turning = measured.pop("propeller"), dict(ours["propeller"])
    for name, value in [*measured.items(), *propeller.items()]:
        known = turning.get(name, ours.get(name))
        assert known == (value if isinstance(value, dict) else pytest.approx(value, rel=0.02)), name


def test_it_trims_like_the_original(made: Counterpart) -> None:
    original = Tunnel("c172p", "").trim(CRUISE_MPS)
    bench = Bench(load_vehicle("c172p_light"), altitude_m=300.0)
    point = trim(bench, speed_mps=CRUISE_MPS)
    assert point.angle_of_attack_deg == pytest.approx(57.2958 * original.alpha_rad, abs=0.05)
    assert point.controls["elevator"] == pytest.approx(original.elevator, abs=0.005)
    assert point.controls["throttle"] == pytest.approx(original.controls.throttle, abs=0.03)


@pytest.mark.soak
def test_both_fly_one_mission_within_metres() -> None:
    whole = compare("c172p_patrol", "c172p_light_patrol")
    assert whole.first.outcome == whole.second.outcome == ()
    first_s, second_s = whole.time_of_flight_s
    assert abs(first_s - second_s) < 1.0
    # Behind the last waypoint both enter a circle at their bank limit, where nothing holds a path.
    looks = int((whole.first.time_s <= min(first_s, second_s)).sum())
    made = held_against(whole.first.part(looks), whole.second.part(looks))
    assert 0.1 < made.difference("place, by path").rms < 5.0
    assert made.difference("place, by time").worst < 15.0
    assert made.difference("altitude").rms < 2.0
    assert made.difference("airspeed").rms < 0.5
    assert made.difference("bank").rms < 1.5
