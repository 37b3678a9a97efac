"""Who carries a VTOL: its states on bare columns, and what both sets of loops are told."""

from math import pi, sin

import pytest
from test_wing_facts import facts_of
from vtol_bench import VTOL_FIELDS
from wing_bench import TaskBench

from simloop.firmware.codes import Level, Phase, VtolRequest, VtolState
from simloop.firmware.fields.outputs import Motors
from simloop.firmware.fields.vtol import VtolSettings
from simloop.firmware.vector import attitude_of
from simloop.firmware.vtol.tasks import (
    VTOL_ATTITUDE,
    VTOL_HOVERING,
    VTOL_OUTPUTS,
    VTOL_PROGRESS,
    VTOL_TASKS,
    VTOL_TRANSITION,
)
from simloop.firmware.wing.design import model_values
from simloop.firmware.wing.mission_design import design_vtol

CONSTANTS = {"OUTPUTS": 5, "ROTORS": 4, "ITEMS": 1}
FACTS = facts_of("quadplane")
CARRY_MPS, SLOW_MPS = design_vtol(FACTS)["fw_vtol_speeds_mps"]  # type: ignore[misc]


def bench(**values: float | list[float]) -> TaskBench:
    """A quadplane that hovers at 40 m, northwards."""
    tasks = (VTOL_PROGRESS, VTOL_TRANSITION, VTOL_HOVERING, VTOL_ATTITUDE, VTOL_OUTPUTS)
    found = TaskBench((*VTOL_FIELDS, *Motors.columns), tasks, CONSTANTS)
    found.set(**design_vtol(FACTS), **model_values(FACTS))
    found.set(
        fw_armed=1.0,
        fw_flying=1.0,
        fw_control_level=Level.GOAL,
        fw_phase=Phase.WAYPOINT,
        fw_position_ned_m=[0.0, 0.0, -40.0],
        fw_goal_ned_m=[500.0, 0.0, -40.0],
        motor_command=[0.5, 0.5, 0.5, 0.5],
    )
    found.set(**values)
    found.run(0.02)
    return found


def state(found: TaskBench, seconds: float = 0.02, **values: float | list[float]) -> float:
    """The state after a while with these columns."""
    found.set(**values)
    found.run(seconds)
    return found.get("fw_vtol_state")


def test_there_and_back() -> None:
    found = bench()
    assert found.get("fw_vtol_state") == VtolState.HOVER
    assert state(found, fw_vtol_request=VtolRequest.CRUISE) == VtolState.TO_CRUISE
    assert found.get("fw_vtol_hover") == 0.0
    assert state(found, fw_airspeed_mps=0.9 * CARRY_MPS) == VtolState.TO_CRUISE
    assert state(found, fw_airspeed_mps=1.01 * CARRY_MPS) == VtolState.CRUISE
    assert found.get("fw_wing_engaged") == 1.0
    assert state(found, fw_vtol_request=VtolRequest.HOVER) == VtolState.TO_HOVER
    assert found.get("fw_wing_engaged") == 0.0
    assert state(found, fw_airspeed_mps=0.9 * SLOW_MPS) == VtolState.HOVER
    assert found.get("fw_vtol_hover") == 1.0
    assert found.get("fw_vtol_aborts") == 0.0


@pytest.mark.parametrize(
    "values",
    [
        {"fw_position_ned_m": [0.0, 0.0, -5.0]},
        {"fw_phase": Phase.TAKEOFF},
        {"fw_control_level": Level.ANGLE},
        {"fw_flying": 0.0},
    ],
)
def test_no_transition_begins_low_in_take_off_or_in_a_pilot_s_hand(
    values: dict[str, float | list[float]],
) -> None:
    found = bench(**values)
    assert state(found, fw_vtol_request=VtolRequest.CRUISE) == VtolState.HOVER


def test_a_transition_that_takes_too_long_is_given_up() -> None:
    found = bench()
    state(found, fw_vtol_request=VtolRequest.CRUISE, fw_airspeed_mps=0.7 * CARRY_MPS)
    assert state(found, 20.2) == VtolState.TO_HOVER
    assert found.get("fw_vtol_aborts") == 1.0


def test_the_pusher_waits_until_the_nose_points_ahead() -> None:
    found = bench(fw_goal_ned_m=[0.0, 500.0, -40.0])
    state(found, 1.0, fw_vtol_request=VtolRequest.CRUISE)
    assert found.get("fw_yaw_setpoint_rad") == pytest.approx(pi / 2.0)
    assert found.get("fw_vtol_pusher") == 0.0
    state(found, 1.0, fw_attitude_wxyz=list(attitude_of(0.0, 0.0, 1.4)))
    assert found.get("fw_vtol_pusher") > 0.5
    assert found.lane.read("fw_standard_command")[0] == found.get("fw_vtol_pusher")


def test_rotors_fade_when_the_wing_carries_and_help_when_it_is_slow() -> None:
    found = bench()
    state(found, fw_vtol_request=VtolRequest.CRUISE)
    state(found, 2.0, fw_airspeed_mps=1.1 * CARRY_MPS)
    assert found.get("fw_vtol_lift_share") == 0.0
    found.set(motor_command=[0.5, 0.5, 0.5, 0.5])
    found.run(1.0 / 400.0)
    assert found.lane.read("motor_command") == [0.0] * 4
    state(found, 2.0, fw_airspeed_mps=0.7 * CARRY_MPS)
    assert found.get("fw_vtol_state") == VtolState.CRUISE
    assert found.get("fw_vtol_lift_share") == 1.0


def test_a_transition_holds_height_and_rotors_hold_the_attitude_of_the_wing() -> None:
    found = bench()
    state(found, fw_vtol_request=VtolRequest.CRUISE)
    state(
        found,
        fw_position_ned_m=[30.0, 2.0, -42.0],
        fw_velocity_ned_mps=[9.0, 0.0, 0.0],
        fw_airspeed_mps=9.0,
    )
    assert found.lane.read("fw_setpoint_position_ned_m") == [30.0, 2.0, -40.0]
    assert found.lane.read("fw_setpoint_velocity_ned_mps") == [9.0, 0.0, 0.0]
    pitch = found.get("fw_wing_pitch_setpoint_rad")
    assert found.lane.read("fw_attitude_setpoint_wxyz") == pytest.approx(
        list(attitude_of(0.0, pitch, 0.0))
    )


def test_in_a_wind_it_hovers_and_speeds_up_into_it() -> None:
    found = bench(fw_wind_ned_mps=[0.0, 6.0])
    found.run(8.0)
    assert found.get("fw_yaw_setpoint_rad") == pytest.approx(-pi / 2.0, abs=0.01)
    state(found, fw_vtol_request=VtolRequest.CRUISE)
    assert found.get("fw_vtol_heading_rad") == pytest.approx(-pi / 2.0)


def test_in_a_wind_the_pusher_takes_over_from_a_nose_that_is_down() -> None:
    leaning = {"fw_attitude_setpoint_wxyz": list(attitude_of(0.0, -0.2, 0.0))}
    still = bench(**leaning)
    still.run(2.0)
    assert still.get("fw_vtol_pusher") == 0.0
    found = bench(**leaning, fw_wind_ned_mps=[-10.0, 0.0])
    found.run(2.0)
    pushed = found.get("fw_vtol_pusher")
    assert pushed == pytest.approx(1.5 * (sin(0.2) - 0.06) * 2.0, rel=0.05)
    # Low down what holds is kept, and on the ground nothing pushes.
    found.set(fw_position_ned_m=[0.0, 0.0, -1.0])
    found.run(1.0)
    assert found.get("fw_vtol_pusher") == pytest.approx(pushed, rel=0.05)
    found.set(fw_phase=Phase.TOUCH_DOWN)
    found.run(0.02)
    assert found.get("fw_vtol_pusher") == 0.0


def test_who_stands_over_the_ground_in_a_wind_slows_down_no_further() -> None:
    wind = {"fw_wind_ned_mps": [-12.0, 0.0], "fw_airspeed_mps": 18.0}
    found = bench(**wind, fw_vtol_request=VtolRequest.CRUISE, fw_velocity_ned_mps=[6.0, 0.0, 0.0])
    found.run(0.1)
    assert found.get("fw_vtol_state") == VtolState.CRUISE
    found.set(fw_wing_throttle=0.6)
    found.run(0.02)
    assert state(found, 3.0, fw_vtol_request=VtolRequest.HOVER) == VtolState.TO_HOVER
    # What holds against the wind is kept.
    low_mps, throttle = FACTS.speeds_mps[0], FACTS.throttle[0]
    against = throttle * (12.0 - 4.0) / (low_mps - 4.0)
    assert found.get("fw_vtol_pusher") == pytest.approx(against)
    assert state(found, fw_velocity_ned_mps=[1.0, 0.0, 0.0]) == VtolState.HOVER


def test_progress_is_that_of_whoever_carries() -> None:
    found = bench(fw_touched=1.0, fw_goal_reached=1.0)
    assert found.get("fw_touched") == 1.0
    state(found, fw_vtol_request=VtolRequest.CRUISE)
    assert found.get("fw_touched") == 0.0
    assert found.get("fw_goal_reached") == 0.0


def test_surfaces_rest_in_hover() -> None:
    found = bench(fw_standard_command=[0.7, 0.0, 0.0, 0.5, 0.5, 0.5])
    assert found.lane.read("fw_standard_command") == [0.0] * 6


def test_all_tasks_of_both_are_there_once() -> None:
    names = [task.name for task in VTOL_TASKS]
    assert len(names) == len(set(names))
    order = [names.index(name) for name in ("fw_mc_progress", "fw_wing_path", "fw_vtol_transition")]
    assert order == sorted(order)
    assert names.index("fw_vtol_transition") < names.index("fw_mc_position")
    assert names.index("fw_mc_mixer") < names.index("fw_vtol_outputs") < len(names) - 1


def test_names_are_short() -> None:
    assert all(len(name) <= 16 for field in VtolSettings.columns for name in field.names)
