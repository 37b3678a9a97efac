"""What the firmware is told about an aeroplane agrees with the simulation's own figures."""

import dataclasses
from functools import cache
from math import inf, pi

import numpy as np
import pytest

from simloop.firmware.wing.facts import WingFacts, wing_facts_from
from simloop.server.files.load import load_scenario
from simloop.server.simulation import Simulation
from simloop.sitl import wing_facts
from simloop.sitl.wing_facts import wing_facts_of
from simloop.systems.fixed_wing import Config
from simloop.systems.fixed_wing.performance import max_level_speed_mps, stall_speed_mps, trim


@cache
def config_of(vehicle: str) -> object:
    """The winged plugin's section of a vehicle of the library."""
    simulation = Simulation(load_scenario("stand", vehicle=vehicle, sets=()), compiled=False)
    entity = simulation.world.by_name(simulation.scenario.vehicles[0].name)
    facts = simulation.world.entities.get(entity).facts
    return facts.get("fixed_wing") or facts["aero_table"]


@cache
def facts_of(vehicle: str) -> WingFacts:
    """The facts of a vehicle of the library."""
    return wing_facts_of(config_of(vehicle), 400)  # type: ignore[arg-type]


def bare_wing_facts() -> WingFacts:
    """The Zagi as the book has it, without winglets: nothing turns its nose into the wind."""
    config = config_of("zagi")
    assert isinstance(config, Config)
    rows = {
        "C_Y": {2: -0.07359, 5: 0.0},
        "C_ell": {2: -0.02854, 5: 0.03066},
        "C_n": {2: -0.0004, 5: -0.00434},
    }
    bare = {
        name: tuple(changed.get(i, number) for i, number in enumerate(getattr(config, name)))
        for name, changed in rows.items()
    }
    return wing_facts_of(dataclasses.replace(config, **bare), 400)


@pytest.mark.parametrize("vehicle", ["aerosonde", "anaconda", "zagi", "trainer"])
def test_speeds_are_those_of_the_wing(vehicle: str) -> None:
    config = config_of(vehicle)
    facts = facts_of(vehicle)
    # Where the elevator is too weak for the stall, flight ends before it.
    share = {"aerosonde": 1.21, "zagi": 1.13}.get(vehicle, 1.0)
    stall = share * stall_speed_mps(config)  # type: ignore[arg-type]
    assert facts.stall_speed_mps == pytest.approx(stall, rel=0.02)
    assert facts.max_speed_mps == pytest.approx(max_level_speed_mps(config), rel=0.015)  # type: ignore[arg-type]
    assert facts.stall_speed_mps < facts.speeds_mps[0] < facts.cruise_speed_mps


@pytest.mark.parametrize("vehicle", ["aerosonde", "anaconda", "zagi", "trainer"])
@pytest.mark.parametrize("place", [0, 1, 2])
def test_trim_is_that_of_the_wing_at_all_speeds(vehicle: str, place: int) -> None:
    config, facts = config_of(vehicle), facts_of(vehicle)
    assert isinstance(config, Config)
    speed = (facts.speeds_mps[0], facts.cruise_speed_mps, facts.speeds_mps[1])[place]
    steady = trim(config, speed)
    share = (facts.cruise_speed_mps / speed) ** 2
    limit_rad = config.max_elevator_deflection_angle_deg * pi / 180.0
    alpha = facts.alpha_rad[0] + facts.alpha_rad[1] * share
    elevator = facts.elevator[0] + facts.elevator[1] * share
    assert alpha == pytest.approx(steady.alpha_rad, abs=0.02)
    assert elevator == pytest.approx(-steady.elevator_rad / limit_rad, abs=0.06)
    assert facts.throttle[place] == pytest.approx(steady.throttle, abs=0.02)


def test_tables_and_derivatives_of_one_aeroplane_agree() -> None:
    one, other = facts_of("trainer"), facts_of("trainer_table")
    # The table's coarse steps move the best glide by a few per cent.
    assert other.cruise_speed_mps == pytest.approx(one.cruise_speed_mps, rel=0.05)
    for mine, theirs in zip(one.power_radps2, other.power_radps2, strict=True):
        assert theirs == pytest.approx(mine, rel=0.1)
    assert other.stall_speed_mps == pytest.approx(one.stall_speed_mps, rel=0.02)


def test_a_flying_wing_has_no_rudder() -> None:
    assert facts_of("zagi").power_radps2[2] == 0.0
    assert facts_of("trainer").power_radps2[2] > 1.0


def test_plain_numbers_make_the_same_facts() -> None:
    facts = facts_of("trainer")
    told = {
        field.name: list(value) if isinstance(value, tuple) else value
        for field in dataclasses.fields(facts)
        for value in (getattr(facts, field.name),)
    }
    assert wing_facts_from(told) == facts


def test_mistakes_in_numbers_are_named() -> None:
    told = dataclasses.asdict(facts_of("trainer"))
    with pytest.raises(ValueError, match="no fact is called stall_speed_mph"):
        wing_facts_from({**told, "stall_speed_mph": 20.0})
    with pytest.raises(ValueError, match="throttle must be given"):
        wing_facts_from({name: value for name, value in told.items() if name != "throttle"})
    with pytest.raises(ValueError, match="they must rise"):
        wing_facts_from({**told, "stall_speed_mps": 100.0})
    with pytest.raises(ValueError, match="power_radps2"):
        wing_facts_from({**told, "power_radps2": (0.0, 1.0, 1.0)})


@pytest.mark.parametrize("vehicle", ["aerosonde", "anaconda", "zagi", "trainer", "trainer_table"])
def test_a_rough_angle_decides_as_the_exact_one(
    vehicle: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    quick = facts_of(vehicle)
    monkeypatch.setattr(wing_facts, "CLOSE_THROTTLE", inf)
    assert wing_facts_of(config_of(vehicle), 400) == quick  # type: ignore[arg-type]


def test_between_points_it_is_numpys_line() -> None:
    random = np.random.default_rng(4)
    for points in (2, 3, 40):
        grid = np.sort(random.normal(size=points)).tolist()
        table = random.normal(size=points).tolist()
        for x in (*random.normal(0.0, 2.0, 300).tolist(), *grid):
            assert wing_facts._between(x, grid, table) == np.interp(x, grid, table)
