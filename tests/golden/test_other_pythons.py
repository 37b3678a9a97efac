"""Every Python that is installed here gives the same bits."""

import sys
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import pytest

from pythons import announce_simloop, equipped, other_pythons, says
from shipped_runs import Installation
from simloop.cli import ship
from simloop.compiler.target import host_baseline

PYTHONS = other_pythons()
needs_another = pytest.mark.skipif(not PYTHONS, reason="no other Python is installed here")

# Needs no package: the mixer of a frame whose arms differ, so that every sum rounds.
DESIGN = """
from math import radians
from simloop.firmware.multirotor.allocation import allocation, invert_allocation
from simloop.firmware.multirotor.facts import MultirotorFacts
for rotors in range(4, 9):
    facts = MultirotorFacts(
        mass_kg=3.5,
        inertia_kgm2=(0.08, 0.09, 0.12),
        rotor_dists_m=tuple(0.2 + 0.1 * (rotor + 1) / 3.0 for rotor in range(rotors)),
        rotor_radial_angles_rad=tuple(radians(360.0 / rotors * r + 7.0) for r in range(rotors)),
        rotor_rotation_directions=tuple(1.0 if rotor % 2 else -1.0 for rotor in range(rotors)),
        thrust_per_speed2=6e-5,
        torque_per_speed2=1.1e-6,
        motor_constant=0.028937,
        motor_resistance_ohm=0.042,
        no_load_current_a=1.5,
        max_voltage_v=24.0,
        rotor_lag_s=0.03,
    )
    print(invert_allocation(allocation(facts)))
"""

# Any number of rotors, wheels, hulls, wings, and both: at the start, and a little later.
SCENARIOS = ("square", "multirotors", "mixed", "aerosonde_mission", "quadplane_mission")
FLIGHT = """
import sys
from simloop.server.simulation import Simulation
for name in sys.argv[1:]:
    simulation = Simulation.load(name, compiled=False)
    begin = simulation.world.state_hash()
    simulation.advance(8)
    print(name, begin, simulation.world.state_hash())
    simulation.close()
"""


@needs_another
@pytest.mark.parametrize("release", PYTHONS)
def test_another_python_designs_the_same_mixer(release: str) -> None:
    assert says(PYTHONS[release], DESIGN) == says(Path(sys.executable), DESIGN)


@pytest.fixture(scope="module")
def ours() -> str:
    """What this Python makes of the scenarios."""
    return says(Path(sys.executable), FLIGHT, *SCENARIOS)


@pytest.fixture(scope="module", params=PYTHONS)
def python(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Another Python with our packages."""
    found = equipped(PYTHONS[request.param], tmp_path_factory.mktemp("environment"))
    if isinstance(found, str):
        pytest.skip(found)
    return found


@needs_another
def test_another_python_flies_to_the_same_state(python: Path, ours: str, tmp_path: Path) -> None:
    theirs = says(python, FLIGHT, *SCENARIOS, path=announce_simloop(tmp_path / "announced"))
    assert len(theirs.splitlines()) == len(SCENARIOS)
    assert theirs.splitlines() == ours.splitlines()


@pytest.fixture(scope="module")
def archives(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Objects that this Python made."""
    folder = tmp_path_factory.mktemp("objects")
    assert ship.main(["--only", "stand", "--into", str(folder)]) == 0
    return folder


@needs_another
@pytest.mark.skipif(host_baseline() is None, reason="nothing is shipped for this processor")
def test_another_python_flies_on_the_objects_of_ours(
    python: Path, archives: Path, tmp_path: Path
) -> None:
    announced = announce_simloop(tmp_path / "announced")
    here = Installation.at(tmp_path / "site", archives)
    there = replace(here, python=(str(python),), announced=announced)
    flown = there.fly(tmp_path / "cache", "stand")
    assert (flown.compiled, flown.translated) == (0, 0)
    assert flown.state_hash == here.fly(tmp_path / "cache", "stand").state_hash
