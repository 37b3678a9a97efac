"""From efforts to commands: propellers, rudders, steered wheels; and the gains behind them."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from math import atan, inf

import pytest

from simloop.firmware.codes import TurnKind
from simloop.firmware.fields.command import Intention
from simloop.firmware.fields.outputs import OutputState
from simloop.firmware.fields.surface import SURFACE_FIELDS, SurfaceSettings
from simloop.firmware.surface.allocation import thruster_command
from simloop.firmware.surface.gains import SurfaceFacts, design_surface, loop_gain, rate_at
from simloop.firmware.surface.tasks import ALLOCATION
from task_bench import TaskBench

CART = SurfaceFacts(
    boat=False,
    turn_kind=TurnKind.SIDES,
    length_m=0.5,
    top_speed_mps=2.0,
    top_astern_mps=2.0,
    drive_curve=(0.0, 0.5, 0.0),
    push_mps2=10.0,
    drive_lag_s=0.0,
    turn_curve=(0.0, 0.2, 0.0),
    turn_push_radps2=50.0,
    turn_lag_s=0.0,
)


def allocation(**columns: float | list[float]) -> TaskBench:
    made = TaskBench((*Intention.columns, *SURFACE_FIELDS, OutputState.columns[0]), (ALLOCATION,))
    made.set(fw_armed=1.0, fw_flying=1.0, fw_steering_slew_ps=1000.0, **columns)
    made.run(0.01)
    return made


def commands(made: TaskBench) -> tuple[float, float]:
    standard = made.lane.read("fw_standard_command")
    return standard[0], standard[5]


@pytest.mark.parametrize("effort", [1.0, 0.3, 0.02, 0.0, -0.1, -0.5])
@pytest.mark.parametrize("lost", [0.0, 0.2, -0.2])
def test_a_propeller_pulls_what_it_is_asked_to(effort: float, lost: float) -> None:
    command = thruster_command(effort, lost, 0.6)
    gain = 1.0 if command > 0.0 else 0.6
    assert gain * abs(command) * (command - lost) == pytest.approx(effort, abs=1e-12)


def test_propellers_of_two_sides_give_exactly_push_and_turn() -> None:
    made = allocation(fw_thruster=[1.0, 0.0, 1.0], fw_drive_effort=0.25, fw_turn_effort=0.39)
    fx, qz = commands(made)
    left, right = fx + qz, fx - qz
    assert left * abs(left) == pytest.approx(0.64)
    assert right * abs(right) == pytest.approx(-0.14)


def test_wheels_are_set_along_the_curve_and_mirrored_in_reverse() -> None:
    facts = {"fw_turn_kind": TurnKind.WHEELS, "fw_steering": [0.5, 0.0, 2.0], "fw_turn_effort": 0.8}
    _, ahead = commands(allocation(fw_forward_mps=2.0, **facts))
    _, astern = commands(allocation(fw_forward_mps=-2.0, **facts))
    assert ahead == pytest.approx(2.0 * atan(0.5 * 0.8 / 2.0))
    assert astern == pytest.approx(-ahead)


def test_a_rudder_works_more_at_low_speed_and_the_other_way_astern() -> None:
    facts = {"fw_turn_kind": TurnKind.RUDDER, "fw_rudder_flow_m2ps2": [9.0, 4.0, 0.2]}
    facts |= {"fw_turn_effort": 0.2}
    _, fast = commands(allocation(fw_forward_mps=3.0, **facts))
    _, slow = commands(allocation(fw_forward_mps=2.0, **facts))
    _, washed = commands(allocation(fw_forward_mps=2.0, fw_drive_effort=1.0, **facts))
    _, astern = commands(allocation(fw_forward_mps=-3.0, **facts))
    assert fast == pytest.approx(0.2)
    assert slow == pytest.approx(0.45)
    assert washed == pytest.approx(0.225)
    assert astern == pytest.approx(-0.2)


def test_steering_changes_no_faster_than_it_may() -> None:
    made = TaskBench((*Intention.columns, *SURFACE_FIELDS, OutputState.columns[0]), (ALLOCATION,))
    made.set(fw_armed=1.0, fw_flying=1.0, fw_turn_effort=0.9, fw_steering_slew_ps=2.0)
    made.run(0.1)
    assert commands(made)[1] == pytest.approx(0.2)


def test_a_loop_gets_the_bandwidth_it_wants_unless_lag_forbids() -> None:
    gain, bandwidth = loop_gain(4.0, 2.0, 0.5, 0.0)
    assert (gain, bandwidth) == pytest.approx((1.5, 4.0))
    _, slow = loop_gain(4.0, 2.0, 0.1, 0.35)
    assert slow == pytest.approx(1.0)
    assert loop_gain(4.0, inf, 0.5, 0.0) == (0.0, 4.0)


def test_the_rate_of_an_effort_is_where_its_curve_says() -> None:
    rate = rate_at(0.6, (0.0, 0.8, 0.4))
    assert 0.8 * rate + 0.4 * rate * rate == pytest.approx(0.6)


def test_designed_values_are_columns_and_within_their_limits() -> None:
    fields = {field.name: field for field in SURFACE_FIELDS}
    values = design_surface(CART)
    known = {*fields, "fw_airframe", "fw_cruise_speed_mps", "fw_goal_speed_mps"}
    assert set(values) <= known
    for field in SurfaceSettings.columns:
        given = values.get(field.name, field.default)
        for number in given if isinstance(given, tuple) else (given,):
            assert field.low <= number <= field.high, field.name


def test_a_rudder_without_a_turning_circle_is_refused() -> None:
    facts = {name: getattr(CART, name) for name in CART.__dataclass_fields__}
    with pytest.raises(ValueError, match="turn_radius_m"):
        design_surface(SurfaceFacts(**(facts | {"turn_kind": TurnKind.RUDDER})))
