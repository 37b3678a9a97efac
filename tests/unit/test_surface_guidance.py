"""Rovers and boats on bare columns: courses, paces, sticks and stops."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from math import pi, sqrt

import pytest

from simloop.firmware.codes import Airframe, Axis, GoalKind, Level, Phase
from simloop.firmware.fields.command import Intention, Progress, Vehicle
from simloop.firmware.fields.estimate import Estimate
from simloop.firmware.fields.outputs import Actuators, OutputMixer, OutputState
from simloop.firmware.fields.surface import SURFACE_FIELDS, Surface
from simloop.firmware.surface.pace import braking_speed, corner_speed, stopping_speed
from simloop.firmware.surface.path import circle_course, line_course, station_course, station_pace
from simloop.firmware.surface.tasks import SURFACE_TASKS
from simloop.firmware.vector import Vec2
from task_bench import TaskBench

FIELDS = (
    *Estimate.columns,
    *Vehicle.columns,
    *Intention.columns,
    *Progress.columns,
    *OutputMixer.columns,
    *OutputState.columns,
    *Actuators.columns,
    *SURFACE_FIELDS,
)
# Two sides, and three outputs that nothing drives: Fx drives both sides, Qz the left one more.
OUTPUTS = 5
SIDES = [1.0, 1.0, 0.0, 0.0, 0.0] + [0.0] * 20 + [1.0, -1.0, 0.0, 0.0, 0.0]
ORIGIN = Vec2(0.0, 0.0)
EAST = [sqrt(0.5), 0.0, 0.0, sqrt(0.5)]


def bench() -> TaskBench:
    made = TaskBench(FIELDS, SURFACE_TASKS, {"OUTPUTS": OUTPUTS})
    made.set(
        fw_airframe=Airframe.ROVER,
        fw_armed=1.0,
        fw_flying=1.0,
        fw_phase=Phase.WAYPOINT,
        fw_goal_speed_mps=1.0,
        fw_top_speed_mps=[2.0, 1.0],
        fw_output_mix=SIDES,
        fw_output_least=-1.0,
        fw_output_idle=-1.0,
    )
    return made


def sticks(made: TaskBench, fx: float, qz: float, means: tuple[float, float]) -> None:
    made.set(
        fw_command=[fx, 0.0, 0.0, 0.0, 0.0, qz],
        fw_command_type=[means[0], 0.0, 0.0, 0.0, 0.0, means[1]],
    )


class TestCourses:
    def test_on_the_line_the_course_is_the_line(self) -> None:
        told = line_course(Vec2(3.0, 0.0), ORIGIN, Vec2(10.0, 0.0), 2.0, True)
        assert told == pytest.approx((0.0, 0.0, 7.0))

    def test_beside_the_line_it_aims_at_a_point_ahead(self) -> None:
        course, cross, left = line_course(Vec2(3.0, 2.0), ORIGIN, Vec2(10.0, 0.0), 2.0, True)
        assert (course, cross, left) == pytest.approx((-pi / 4.0, 2.0, 7.0))

    def test_past_the_end_it_turns_back_or_goes_on(self) -> None:
        back, _, left = line_course(Vec2(12.0, 0.0), ORIGIN, Vec2(10.0, 0.0), 2.0, True)
        on, _, _ = line_course(Vec2(12.0, 0.0), ORIGIN, Vec2(10.0, 0.0), 2.0, False)
        assert abs(back) == pytest.approx(pi)
        assert on == pytest.approx(0.0)
        assert left == pytest.approx(-2.0)

    def test_a_way_of_no_length_leads_straight_to_the_goal(self) -> None:
        told = line_course(ORIGIN, Vec2(0.0, 5.0), Vec2(0.0, 5.0), 2.0, True)
        assert told == pytest.approx((pi / 2.0, 0.0, 5.0))

    @pytest.mark.parametrize(("radius", "course"), [(5.0, pi / 2.0), (-5.0, -pi / 2.0)])
    def test_on_the_circle_the_course_is_the_tangent(self, radius: float, course: float) -> None:
        told, outside, bend = circle_course(Vec2(5.0, 0.0), ORIGIN, radius, 2.0)
        assert (told, outside, bend) == pytest.approx((course, 0.0, 1.0 / radius))

    def test_far_outside_the_course_leads_to_the_centre(self) -> None:
        course, outside, bend = circle_course(Vec2(-1000.0, 0.0), ORIGIN, 5.0, 2.0)
        assert abs(course % (2.0 * pi)) == pytest.approx(0.0, abs=0.01) or course == pytest.approx(
            2.0 * pi, abs=0.01
        )
        assert outside == pytest.approx(995.0)
        assert bend == 0.0


class TestPaces:
    def test_braking_is_the_textbook_formula(self) -> None:
        assert braking_speed(8.0, 0.0, 1.0) == pytest.approx(4.0)
        assert braking_speed(-1.0, 0.5, 1.0) == pytest.approx(0.5)

    def test_a_stop_is_approached_ever_more_slowly(self) -> None:
        eased = Surface(
            deceleration_limit_mps2=1.0, stop_gain_ps=1.0, approach_m=5.0, approach_share=0.2
        )
        paces = [stopping_speed(eased, way, 3.0) for way in (0.0, 0.5, 2.0, 4.0, 99.0)]
        assert paces == sorted(paces)
        assert paces[0] == 0.0
        assert paces[-1] == pytest.approx(3.0)

    def test_a_sharper_corner_is_slower(self) -> None:
        car = Surface(
            lateral_limit_mps2=1.0, turn_limit_radps=10.0, pivot_angle_rad=0.0, arc_share=0.03
        )

        def fast(bend: float) -> float:
            return corner_speed(car, bend, 2.0, 3.0)

        assert fast(0.0) == 3.0
        assert fast(pi / 2.0) == pytest.approx(sqrt(2.0))
        assert fast(2.5) < fast(pi / 2.0)

    def test_who_spins_comes_slowly(self) -> None:
        spins = Surface(pivot_angle_rad=1.0, arc_share=0.25)
        assert corner_speed(spins, pi / 2.0, 2.0, 4.0) == 1.0


class TestStations:
    def test_the_bow_points_against_the_stream_and_to_the_place(self) -> None:
        stream = Vec2(0.0, 0.5)
        course, ahead = station_course(ORIGIN, stream, 10.0, 2.0, 1.0)
        assert (course, ahead) == pytest.approx((-pi / 2.0, 0.0))
        # Downstream and a little aside: back towards the line through the place.
        course, ahead = station_course(Vec2(1.0, -5.0), stream, 10.0, 2.0, 1.0)
        assert -pi / 2.0 < course < -1.4
        assert ahead == pytest.approx(5.0, abs=0.2)

    def test_in_still_water_at_its_place_it_keeps_its_heading(self) -> None:
        def course(to_place: Vec2, stream: Vec2) -> float:
            return station_course(to_place, stream, 10.0, 2.0, 0.7)[0]

        assert course(Vec2(1.0, 1.0), Vec2(0.0, 0.01)) == 0.7
        assert course(Vec2(0.0, 9.0), ORIGIN) == pytest.approx(pi / 2.0)

    def test_it_backs_down_to_a_place_that_lies_behind(self) -> None:
        paces = [station_pace(ahead, 10.0, 1.5, 0.3, 0.5) for ahead in (-4.0, -2.0, 2.0, 4.0, 90.0)]
        assert paces == pytest.approx([-0.75, 0.0, 0.0, 0.75, 1.5])


class TestLevels:
    def test_disarmed_nothing_moves(self) -> None:
        made = bench()
        made.set(fw_armed=0.0, fw_control_level=Level.PASS_THROUGH)
        sticks(made, 1.0, 1.0, (Axis.PASS_THROUGH, Axis.PASS_THROUGH))
        made.run(0.5)
        assert made.lane.read("fw_standard_command") == [0.0] * 6
        assert made.lane.read("actuator_command") == [0.0] * OUTPUTS

    def test_manual_passes_both_sticks_through(self) -> None:
        made = bench()
        made.set(fw_control_level=Level.PASS_THROUGH)
        sticks(made, 0.5, 0.25, (Axis.PASS_THROUGH, Axis.PASS_THROUGH))
        made.run(0.1)
        assert made.lane.read("fw_standard_command")[::5] == [0.5, 0.25]
        assert made.lane.read("actuator_command")[:2] == [0.75, 0.25]

    def test_acro_asks_for_speed_and_yaw_rate(self) -> None:
        made = bench()
        made.set(fw_control_level=Level.RATE)
        sticks(made, -0.5, 0.4, (Axis.THROTTLE, Axis.RATE))
        made.run(0.1)
        assert made.get("fw_speed_target_mps") == pytest.approx(-0.5)
        assert made.get("fw_turn_target_radps") == pytest.approx(0.4)

    def test_angle_holds_a_heading_the_short_way(self) -> None:
        made = bench()
        made.set(fw_control_level=Level.ANGLE, fw_attitude_wxyz=EAST)
        sticks(made, 0.0, pi / 2.0 - 0.2 + 2.0 * pi, (Axis.THROTTLE, Axis.ANGLE))
        made.run(0.1)
        assert made.get("fw_turn_target_radps") == pytest.approx(-0.2)

    def test_velocity_turns_towards_where_it_goes(self) -> None:
        made = bench()
        made.set(fw_control_level=Level.VELOCITY, fw_goal_velocity_ned_mps=[1.0, 0.1, 0.0])
        made.run(0.1)
        assert made.get("fw_turn_target_radps") == pytest.approx(0.0997, abs=1e-3)
        assert 0.9 < made.get("fw_speed_target_mps") < 1.0

    def test_a_velocity_behind_is_gone_backwards_if_that_is_allowed(self) -> None:
        made = bench()
        made.set(fw_control_level=Level.VELOCITY, fw_goal_velocity_ned_mps=[-0.8, 0.0, 0.0])
        made.run(0.1)
        assert made.get("fw_pivoting") == 1.0
        assert made.get("fw_speed_target_mps") == 0.0
        made.set(fw_reverse_allowed=1.0)
        made.run(0.1)
        assert made.get("fw_reversing") == 1.0
        assert made.get("fw_speed_target_mps") == pytest.approx(-0.8)

    def test_a_pilot_who_pulls_back_goes_backwards(self) -> None:
        made = bench()
        made.set(fw_control_level=Level.VELOCITY, fw_phase=Phase.PILOT)
        made.set(fw_goal_velocity_ned_mps=[-0.8, 0.0, 0.0])
        made.run(0.1)
        assert made.get("fw_pivoting") == 0.0
        assert made.get("fw_speed_target_mps") == pytest.approx(-0.8)

    def test_no_velocity_but_a_yaw_rate_spins(self) -> None:
        made = bench()
        made.set(fw_control_level=Level.VELOCITY, fw_goal_yaw_rate_radps=0.3)
        made.run(0.1)
        assert made.get("fw_speed_target_mps") == 0.0
        assert made.get("fw_turn_target_radps") == pytest.approx(0.3)


class TestGoals:
    def test_a_goal_to_pass_is_reached_past_its_line(self) -> None:
        made = bench()
        made.set(
            fw_control_level=Level.GOAL, fw_goal_kind=GoalKind.PASS, fw_goal_ned_m=[10.0, 0.0, 0.0]
        )
        made.set(fw_position_ned_m=[9.0, 9.0, 0.0])
        made.run(0.1)
        assert made.get("fw_goal_reached") == 0.0
        made.set(fw_position_ned_m=[10.5, 9.0, 0.0])
        made.run(0.1)
        assert made.get("fw_goal_reached") == 1.0

    def test_a_known_straight_way_on_is_not_slowed_down_for(self) -> None:
        made = bench()
        made.set(
            fw_control_level=Level.GOAL, fw_goal_kind=GoalKind.PASS, fw_goal_ned_m=[10.0, 0.0, 0.0]
        )
        made.set(fw_position_ned_m=[7.9, 0.0, 0.0])
        made.run(0.1)
        cautious = made.get("fw_pace_mps")
        made.set(fw_next_known=1.0, fw_next_ned_m=[20.0, 0.0, 0.0])
        made.run(0.1)
        assert cautious < 0.6
        assert made.get("fw_pace_mps") == 1.0

    def test_a_rover_stops_and_looks_where_it_is_told(self) -> None:
        made = bench()
        made.set(fw_control_level=Level.GOAL, fw_goal_kind=GoalKind.STOP, fw_goal_yaw_rad=0.5)
        made.run(0.1)
        assert made.get("fw_arrived") == 1.0
        assert made.get("fw_resting") == 1.0
        made.set(fw_goal_yaw_used=1.0)
        made.run(0.1)
        assert made.get("fw_turn_target_radps") == pytest.approx(0.3)

    def test_hold_stops_a_rover_and_keeps_a_boat_at_its_place(self) -> None:
        made = bench()
        made.set(fw_control_level=Level.GOAL, fw_phase=Phase.HOLD, fw_goal_ned_m=[9.0, 0.0, 0.0])
        made.run(0.1)
        assert (made.get("fw_speed_target_mps"), made.get("fw_resting")) == (0.0, 1.0)
        made.set(fw_airframe=Airframe.BOAT)
        made.run(0.1)
        assert (made.get("fw_speed_target_mps"), made.get("fw_resting")) == (1.0, 0.0)

    def test_nothing_is_to_be_done_to_take_off(self) -> None:
        made = bench()
        made.set(fw_control_level=Level.GOAL, fw_phase=Phase.TAKEOFF, fw_goal_ned_m=[9.0, 0.0, 0.0])
        made.run(0.1)
        assert made.get("fw_goal_reached") == 1.0
        assert made.get("fw_speed_target_mps") == 0.0

    def test_the_end_is_felt_after_standing_for_a_while(self) -> None:
        made = bench()
        made.set(fw_control_level=Level.GOAL, fw_phase=Phase.DESCEND)
        made.set(fw_velocity_ned_mps=[0.2, 0.0, 0.0])
        made.run(2.0)
        assert made.get("fw_touched") == 0.0
        made.set(fw_velocity_ned_mps=[0.01, 0.0, 0.0])
        made.run(0.4)
        assert made.get("fw_settled") == 0.0
        made.run(0.2)
        assert (made.get("fw_touched"), made.get("fw_settled")) == (1.0, 1.0)


class TestSpeed:
    def test_the_integral_waits_while_motors_give_all(self) -> None:
        made = bench()
        made.set(
            fw_control_level=Level.RATE, fw_speed_gain=[1.0, 1.0], fw_acceleration_limit_mps2=10
        )
        sticks(made, 1.0, 0.0, (Axis.THROTTLE, Axis.RATE))
        made.run(5.0)
        assert made.get("fw_drive_effort") == 1.0
        assert made.get("fw_speed_integral") < 0.1

    def test_speed_is_asked_for_within_acceleration(self) -> None:
        made = bench()
        made.set(fw_control_level=Level.RATE, fw_acceleration_limit_mps2=0.5)
        sticks(made, 1.0, 0.0, (Axis.THROTTLE, Axis.RATE))
        made.run(1.0)
        assert made.get("fw_speed_reference_mps") == pytest.approx(0.5, abs=0.02)

    def test_a_parked_rover_is_left_to_its_brakes(self) -> None:
        made = bench()
        made.set(fw_control_level=Level.GOAL, fw_phase=Phase.HOLD)
        made.set(fw_velocity_ned_mps=[0.2, 0.0, 0.0])
        made.run(0.5)
        assert made.get("fw_drive_effort") < 0.0
        made.set(fw_velocity_ned_mps=[0.02, 0.0, 0.0])
        made.run(0.5)
        assert made.get("fw_drive_effort") == 0.0
