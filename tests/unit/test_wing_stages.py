"""The parts of a flight, one after the other, on bare columns."""

from math import pi

import pytest
from test_wing_attitude import FIELDS
from test_wing_facts import facts_of
from wing_bench import TaskBench

from simloop.firmware.codes import Level, Phase, Stage
from simloop.firmware.wing.design import design_wing
from simloop.firmware.wing.tasks import WING_PATH, WING_STAGE

FACTS = facts_of("trainer")


def bench(**values: float | list[float]) -> TaskBench:
    """A trainer that stands at the origin."""
    found = TaskBench(FIELDS, (WING_STAGE, WING_PATH), {"OUTPUTS": 5})
    found.set(**design_wing(FACTS))
    found.set(fw_control_level=Level.GOAL)
    found.set(**values)
    found.run(0.02)
    return found


def stage(found: TaskBench, **values: float | list[float]) -> float:
    """The stage after a moment with these columns."""
    found.set(**values)
    found.run(0.02)
    return found.get("fw_wing_stage")


def test_a_take_off_rolls_rotates_and_climbs_straight_ahead() -> None:
    found = bench()
    assert found.get("fw_wing_stage") == Stage.STAND
    goal = {"fw_phase": Phase.TAKEOFF, "fw_goal_ned_m": [0.0, 0.0, -40.0]}
    assert stage(found, fw_flying=1.0, **goal) == Stage.ROLL
    assert stage(found, fw_airspeed_mps=FACTS.stall_speed_mps) == Stage.ROLL
    assert stage(found, fw_airspeed_mps=1.2 * FACTS.stall_speed_mps) == Stage.ROTATE
    assert stage(found, fw_position_ned_m=[50.0, 0.0, -1.0]) == Stage.ROTATE
    assert stage(found, fw_position_ned_m=[80.0, 0.0, -4.0]) == Stage.CLIMB_OUT
    assert found.get("fw_goal_reached") == 0.0
    stage(found, fw_position_ned_m=[300.0, 0.0, -39.0])
    assert found.get("fw_goal_reached") == 1.0
    assert stage(found, fw_phase=Phase.WAYPOINT) == Stage.CRUISE


def test_a_thrown_start_is_in_the_air_at_once() -> None:
    found = bench()
    fast = 1.2 * FACTS.stall_speed_mps
    assert stage(found, fw_flying=1.0, fw_phase=Phase.TAKEOFF, fw_airspeed_mps=fast) == (
        Stage.CLIMB_OUT
    )


def test_a_landing_goes_round_down_and_to_a_stop() -> None:
    found = bench(fw_flying=1.0, fw_phase=Phase.WAYPOINT)
    found.set(
        fw_position_ned_m=[0.0, 0.0, -30.0],
        fw_wind_ned_mps=[0.0, 6.0],
        fw_airspeed_mps=14.0,
        fw_velocity_ned_mps=[0.0, -8.0, 0.0],
    )
    assert stage(found, fw_phase=Phase.DESCEND) == Stage.PATTERN
    heading, north, east, before_goal_m, _ = found.lane.read("fw_wing_landing")
    assert heading == pytest.approx(-pi / 2.0)
    # Nobody has told it of wheels.
    assert before_goal_m == 0.0
    assert stage(found, fw_position_ned_m=[north, east, -60.0]) == Stage.PATTERN
    high = found.lane.read("fw_wing_approach")[1]
    assert stage(found, fw_position_ned_m=[north, east, -high]) == Stage.FINAL
    assert stage(found, fw_position_ned_m=[0.0, 60.0, -5.0]) == Stage.FINAL
    falling = [0.0, -8.0, 1.2]
    low = [0.0, 20.0, -1.0]
    assert stage(found, fw_position_ned_m=low, fw_velocity_ned_mps=falling) == Stage.FLARE
    assert found.get("fw_touched") == 0.0
    found.set(fw_position_ned_m=[0.0, 5.0, 0.0], fw_velocity_ned_mps=[0.0, -6.0, 0.0])
    # A gust stops the sink for as long as this, too.
    found.run(0.5)
    assert found.get("fw_touched") == 0.0
    found.run(0.5)
    assert found.get("fw_touched") == 1.0
    assert stage(found, fw_phase=Phase.TOUCH_DOWN) == Stage.ROLL_OUT
    assert found.get("fw_settled") == 0.0
    # Brakes wait until wheels bear weight, and no longer.
    stall = found.get("fw_wing_stall_speed_mps")
    found.set(fw_airspeed_mps=1.3 * stall)
    found.run(0.1)
    assert found.get("fw_wing_brake") == 0.0
    found.set(fw_airspeed_mps=1.1 * stall)
    found.run(0.1)
    assert found.get("fw_wing_brake") == 1.0
    found.set(fw_velocity_ned_mps=[0.0, 0.0, 0.0], fw_airspeed_mps=6.0)
    found.run(1.5)
    assert found.get("fw_settled") == 1.0
    assert found.get("fw_wing_brake") == 1.0


def test_sonar_says_the_height_above_ground_while_it_hears() -> None:
    found = bench(fw_position_ned_m=[0.0, 0.0, -50.0])
    assert found.get("fw_wing_clearance_m") == pytest.approx(50.0)
    stage(found, fw_ground_clearance_m=3.0, fw_ground_age_s=0.1)
    assert found.get("fw_wing_clearance_m") == 3.0


def test_a_pilot_flies_without_stages() -> None:
    found = bench(fw_flying=1.0, fw_control_level=Level.ANGLE, fw_phase=Phase.PILOT)
    assert found.get("fw_wing_stage") == Stage.CRUISE
    assert found.get("fw_goal_reached") == 0.0
