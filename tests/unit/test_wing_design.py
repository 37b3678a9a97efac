"""Gains designed from facts: loops are stable, parameters complete and within their bounds."""

import numpy as np
import pytest
from test_wing_facts import bare_wing_facts, facts_of
from wing_bench import facts_of_file

from simloop.firmware.fields.command import Vehicle
from simloop.firmware.fields.wing_settings import WING_PARAMETERS
from simloop.firmware.wing.design import coordination_values, design_wing
from simloop.firmware.wing.facts import wing_facts_from
from simloop.firmware.wing.lean import lateral_model, lean_gains, must_lean
from simloop.firmware.wing.mission_design import design_roll_out, design_rolling
from simloop.server.files.load import load_scenario
from simloop.server.simulation import Simulation

VEHICLES = ("aerosonde", "anaconda", "zagi", "trainer", "trainer_table", "quadplane")


@pytest.mark.parametrize("vehicle", VEHICLES)
def test_every_value_is_a_parameter_within_its_bounds(vehicle: str) -> None:
    fields = {field.name: field for field in (*WING_PARAMETERS, *Vehicle.columns)}
    for name, value in design_wing(facts_of(vehicle)).items():
        numbers = np.atleast_1d(value)
        assert np.all(np.isfinite(numbers)), name
        assert len(numbers) == fields[name].size, name
        if fields[name].names:
            assert np.all(numbers >= fields[name].low), name
            assert np.all(numbers <= fields[name].high), name


def test_names_are_short_and_used_once() -> None:
    names = [name for field in WING_PARAMETERS for name in field.names]
    assert len(names) == len(set(names))
    assert all(len(name) <= 16 and name == name.upper() for name in names)


@pytest.mark.parametrize("vehicle", ["aerosonde", "anaconda", "trainer", "quadplane"])
@pytest.mark.parametrize("axis", [0, 1])
def test_angle_loops_are_well_damped_with_the_servo_in_them(vehicle: str, axis: int) -> None:
    facts = facts_of(vehicle)
    values = design_wing(facts)
    angle = values["fw_wing_angle_gain_per_s"][axis]  # type: ignore[index]
    gain = values["fw_wing_rate_gain_s"][axis]  # type: ignore[index]
    integral = values["fw_wing_rate_integral_gain"][axis]  # type: ignore[index]
    forward = values["fw_wing_rate_forward_s"][axis]  # type: ignore[index]
    power, damping = facts.power_radps2[axis], facts.damping_per_s[axis]
    stiffness = (0.0, facts.stiffness_per_s2[0])[axis]
    heave = facts.lift_slope_per_s
    servo = 1.0 / (facts.servo_lag_s + 1.5 / facts.tick_rate_hz)
    # States: angle, rate, angle of attack (pitch only), servo, integral.
    closed = np.zeros((5, 5))
    closed[0, 1] = 1.0
    closed[1] = (0.0, -damping, -stiffness, power, 0.0)
    closed[2, 1:3] = (1.0, -heave)
    rate_wanted = np.array([-angle, 0.0, 0.0, 0.0, 0.0])
    error = rate_wanted - np.array([0.0, 1.0, 0.0, 0.0, 0.0])
    share = forward * rate_wanted + gain * error + np.array([0.0, 0.0, 0.0, 0.0, 1.0])
    closed[3] = servo * (share - np.array([0.0, 0.0, 0.0, 1.0, 0.0]))
    closed[4] = integral * error
    poles = np.linalg.eigvals(closed)
    assert np.all(poles.real < 0.0)
    swinging = poles[np.abs(poles.imag) > 0.5]
    assert np.all(-swinging.real / np.abs(swinging) > 0.28)


def test_the_flow_of_air_counts_from_where_wheels_do_not_hold_it_any_more() -> None:
    least = {
        facts: design_rolling(facts)["fw_airspeed_least_mps"] / facts.stall_speed_mps
        for facts in (facts_of("trainer"), wing_facts_from(facts_of_file("c182")))
    }
    small, large = least.values()
    assert large == pytest.approx(0.8)
    # A model lands slower than the wind in which tubes mean something.
    assert 0.8 < small < 1.2


def test_wheels_roll_far_and_bellies_do_not() -> None:
    assert design_roll_out(0.08)["fw_wing_rolling_mps2"] == pytest.approx(0.08 * 9.80665)
    assert design_roll_out(0.4)["fw_wing_rolling_mps2"] == 0.0


@pytest.mark.parametrize(
    ("vehicle", "slowing_mps2"),
    [("trainer", 0.785), ("c172p_light", 0.490), ("aerosonde", 0.0), ("quadplane", 0.0)],
)
def test_a_vehicle_file_says_whether_it_rolls_far(vehicle: str, slowing_mps2: float) -> None:
    simulation = Simulation(load_scenario("stand", vehicle=vehicle, sets=()), compiled=False)
    entity = simulation.world.by_name(simulation.scenario.vehicles[0].name)
    found = simulation.world.vector(entity, "fw_wing_rolling_mps2")[0]
    assert found == pytest.approx(slowing_mps2, rel=1e-3)


def test_only_the_wing_without_fin_and_rudder_leans() -> None:
    assert not any(must_lean(facts_of(vehicle)) for vehicle in VEHICLES)
    assert must_lean(bare_wing_facts())


def test_winglets_turn_the_zagi_into_the_wind() -> None:
    yaw_slip = facts_of("zagi").lateral[4]
    assert yaw_slip > 10.0
    assert bare_wing_facts().lateral[4] < 0.0


def test_the_rudder_holds_against_the_yaw_of_ailerons() -> None:
    # Ailerons to the right pull the nose to the left: the rudder goes with them.
    for facts in (facts_of("trainer"), wing_facts_from(facts_of_file("c182"))):
        by_aileron, by_roll = coordination_values(facts)["fw_wing_coordination"]  # type: ignore[misc]
        assert 0.05 < by_aileron < 1.0
        assert by_roll > 0.0
    assert coordination_values(facts_of("zagi"))["fw_wing_coordination"] == (0.0, 0.0)


def test_held_level_it_would_yaw_away_and_leaning_it_does_not() -> None:
    facts = bare_wing_facts()
    free, push = lateral_model(facts)
    # Aileron holds the bank: the roll row gives its share, and what it does to yaw is left.
    hold = np.zeros(4)
    hold[0] = free[1, 0] / push[1]
    held = (free - np.outer(push, hold))[np.ix_([0, 2], [0, 2])]
    assert np.linalg.eigvals(held).real.max() > 0.2
    gains, *_ = lean_gains(facts)
    assert np.linalg.eigvals(free - np.outer(push, gains)).real.max() < -0.2


def test_a_bank_that_is_asked_for_is_what_leaning_settles_at() -> None:
    facts = bare_wing_facts()
    free, push = lateral_model(facts)
    gains, forward, *_ = lean_gains(facts)
    closed = free - np.outer(push, gains)
    # Roll rate makes up for the small part of the turn about the body's x axis.
    settled = np.linalg.solve(closed, -push * forward)
    assert settled[3] == pytest.approx(1.0, rel=0.15)
