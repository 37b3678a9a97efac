"""NASA's check cases against SciPy, JSBSim and published trajectories; bounds are in the docs."""

import re
from pathlib import Path

import numpy as np
import pytest
from check_cases import CASES, DURATION_S, FOOT_M, STATE, TURNING_RADPS, Case, End, gap, solve
from jsbsim_files import drag_and_damping, write_aircraft

from simloop.math.geodesy import ned_to_llh
from simloop.math.quaternion import rotate_to_world
from simloop.server.simulation import Simulation

# JSBSim hands matrices of an old kind.
pytestmark = pytest.mark.filterwarnings("ignore:the matrix subclass")

DOCS = Path(__file__).parents[2] / "docs" / "check_cases.md"
JSBSIM_RATE_HZ = 400
FLAT_RADIUS_M = 1.0e9
ADAMS_BASHFORTH_3 = 4.0


def bounds(table: str) -> dict[int, list[float]]:
    """The columns named `bound` of a table of the docs, by case."""
    text = DOCS.read_text().split(f"<!-- bounds: {table} -->")[1]
    rows = [
        line.strip("| ").split("|") for line in re.findall(r"^\|.*$", text.split("\n\n")[0], re.M)
    ]
    columns = [number for number, word in enumerate(rows[0]) if word.strip() == "bound"]
    return {int(row[0].split()[0]): [float(row[column]) for column in columns] for row in rows[2:]}


def end_of(simulation: Simulation) -> End:
    (record,) = simulation.world.models()
    position, attitude, velocity, rate = (
        simulation.world.vector(record.entity, column).copy() for column in STATE
    )
    return End(position, np.array(rotate_to_world(*attitude, *velocity)), attitude, rate)


def body_of(simulation: Simulation):
    (record,) = simulation.world.models()
    gravity = float(simulation.world.vector(record.entity, "gravity_mps2")[0])
    return record.facts["bluff_body"], gravity


@pytest.fixture(scope="module")
def flown() -> dict[int, tuple[Simulation, End]]:
    """Every scenario of the library, flown to its end."""
    done = {}
    for number, case in CASES.items():
        simulation = Simulation.load(case.scenario)
        assert simulation.scenario.duration_s == DURATION_S
        simulation.advance(round(DURATION_S * simulation.tick_rate_hz))
        done[number] = simulation, end_of(simulation)
    return done


def fly_jsbsim(case: Case, body, folder: Path, earth: str, rates=TURNING_RADPS) -> Simulation:
    """The same body in JSBSim, as a vehicle of simloop."""
    write_aircraft(
        folder,
        "body",
        mass_kg=body.mass_kg,
        inertia_kgm2=body.inertia_kgm2,
        area_m2=body.S,
        span_m=body.b,
        chord_m=body.c,
        axes=drag_and_damping(body.C_D, body.C_l_p, body.C_m_q, body.C_n_r),
    )
    wind = f"    wind: {{rate_hz: {JSBSIM_RATE_HZ}.0}}" if case.world != "nasa_still" else ""
    scenario = folder / "case.yaml"
    scenario.write_text(f"""
world:
  extends: {case.world}
  tick_rate_hz: {JSBSIM_RATE_HZ}
  systems:
    atmosphere: {{rate_hz: {JSBSIM_RATE_HZ}.0}}
{wind}
vehicles:
  - model:
      name: body
      kind: body
      dynamics: {{jsbsim: {{aircraft: body, root: {folder}, earth: {earth}}}}}
      autopilot: {{kind: none}}
    name: body
    position_ned_m: [0.0, 0.0, -9144.0]
    initial:
      rate_frd_radps: {list(rates) if case.tumbles else [0.0, 0.0, 0.0]}
""")
    simulation = Simulation.load(str(scenario), compiled=False)
    model = simulation.provided["jsbsim"].flight_model("body")
    model["simulation/integrator/rate/rotational"] = ADAMS_BASHFORTH_3
    model["simulation/integrator/position/rotational"] = ADAMS_BASHFORTH_3
    simulation.advance(round(DURATION_S * JSBSIM_RATE_HZ))
    return simulation


@pytest.mark.parametrize("number", CASES)
def test_a_scenario_agrees_with_scipy(number, flown):
    simulation, end = flown[number]
    apart = gap(end, solve(CASES[number], *body_of(simulation)))
    found = (apart.position_m, apart.velocity_mps, apart.attitude_rad, apart.rate_radps)
    print(f"scipy {number}: {found}")
    assert all(np.array(found) <= bounds("scipy")[number])


def test_the_dragless_sphere_falls_by_the_textbook(flown):
    simulation, end = flown[1]
    _, gravity = body_of(simulation)
    assert end.position_ned_m[2] + 9144.0 == pytest.approx(450.0 * gravity, rel=1e-12)
    assert end.velocity_ned_mps == pytest.approx((0.0, 0.0, 30.0 * gravity), rel=1e-12)
    assert list(end.attitude_wxyz) == [1.0, 0.0, 0.0, 0.0]


def test_the_free_brick_keeps_its_energy_and_momentum(flown):
    simulation, end = flown[2]
    inertia = np.array(body_of(simulation)[0].inertia_kgm2[:3])
    before, after = np.array(TURNING_RADPS), end.rate_frd_radps
    assert inertia @ after**2 == pytest.approx(inertia @ before**2, rel=1e-12)
    turned = rotate_to_world(*end.attitude_wxyz, *(inertia * after))
    assert turned == pytest.approx(inertia * before, rel=1e-10)


@pytest.mark.parametrize("number", CASES)
def test_jsbsim_agrees_with_scipy(number, flown, tmp_path):
    case = CASES[number]
    body, gravity = body_of(flown[number][0])
    end = end_of(fly_jsbsim(case, body, tmp_path, "flat"))
    apart = gap(end, solve(case, body, gravity, FLAT_RADIUS_M))
    found = (apart.position_m, apart.velocity_mps, apart.attitude_rad, apart.rate_radps)
    print(f"jsbsim {number}: {found}")
    assert all(np.array(found) <= bounds("jsbsim")[number])


# Simulation 5 of the published trajectories at 30 s: height ft, longitude deg, east and down ft/s.
PUBLISHED = {
    1: (15598.90435, 5.745522e-5, 2.101011, 960.2930645),
    6: (16284.44475, 5.337981987e-5, 1.842930477, 864.0107594),
    7: (16285.16222, 1.285418332e-4, 4.708379684, 863.9668306),
    8: (16290.99886, 2.73579961e-4, 8.731009259, 863.6941069),
}


@pytest.mark.parametrize("number", PUBLISHED)
def test_the_published_trajectories_are_met(number, flown, tmp_path):
    height, longitude, east, down = PUBLISHED[number]
    case, (simulation, end) = CASES[number], flown[number]
    on_the_earth = fly_jsbsim(case, body_of(simulation)[0], tmp_path, "wgs84")
    place = end_of(on_the_earth).position_ned_m
    _, found_longitude, found_height = ned_to_llh(0.0, 0.0, 0.0, *place)
    model = on_the_earth.provided["jsbsim"].flight_model("body")
    near_height, flat_height, near_down, flat_down = bounds("nasa")[number]
    found_down, ours_down = model["velocities/v-down-fps"], end.velocity_ned_mps[2] / FOOT_M
    ours_height = -end.position_ned_m[2] / FOOT_M
    print(f"nasa {number}: {found_height / FOOT_M} {ours_height} {found_down} {ours_down}")
    assert found_height / FOOT_M == pytest.approx(height, abs=near_height)
    assert np.degrees(found_longitude) == pytest.approx(longitude, abs=2e-8)
    assert model["velocities/v-east-fps"] == pytest.approx(east, abs=1e-3)
    assert found_down == pytest.approx(down, abs=near_down)
    assert ours_height == pytest.approx(height, abs=flat_height)
    assert ours_down == pytest.approx(down, abs=flat_down)


def test_wind_does_on_a_flat_earth_what_it_does_on_nasas(flown):
    for number in (7, 8):
        east = flown[number][1].velocity_ned_mps[1] / FOOT_M
        assert east == pytest.approx(PUBLISHED[number][2] - PUBLISHED[6][2], rel=6e-4)


def test_the_brick_turns_as_published(flown, tmp_path):
    published = (12.61842377, -17.3974441, 31.11960301)
    assert np.degrees(flown[2][1].rate_frd_radps) == pytest.approx(published, abs=5e-5)
    # NASA gives inertial rates; on a turning Earth a body starts with the difference.
    rates = np.radians((9.995821927, 20.0, 30.0)).tolist()
    body = body_of(flown[2][0])[0]
    model = fly_jsbsim(CASES[2], body, tmp_path, "wgs84", rates).provided["jsbsim"]
    found = [model.flight_model("body")[f"velocities/{axis}i-rad_sec"] for axis in "pqr"]
    assert np.degrees(found) == pytest.approx(published, abs=5e-5)
