"""Lines, circles and the bank that keeps them."""

from math import pi

import pytest

from simloop.firmware.codes import GoalKind
from simloop.firmware.fields.craft import Craft
from simloop.firmware.fields.wing import Landing, Wing
from simloop.firmware.fields.wing_settings import Approach
from simloop.firmware.vector import Vec2, Vec3
from simloop.firmware.wing.landing import landing_heading, plan_landing, touch_down_before_goal
from simloop.firmware.wing.path_task import (
    bank_for,
    bank_limit,
    circle_path,
    course_to_meet,
    goal_path,
    ground_turn,
    line_along,
    line_path,
    turn_onto,
)
from simloop.firmware.wing.profile_task import line_profile, slope_profile


def test_a_place_beside_a_line() -> None:
    place, start = Vec2(30.0, 40.0), Vec2(0.0, 0.0)
    along, right = line_along(place, start, pi / 2.0), line_path(place, start, pi / 2.0).right_m
    assert (along, right) == pytest.approx((40.0, -30.0))


@pytest.mark.parametrize("turn", [1.0, -1.0])
def test_a_circle_is_flown_the_way_its_radius_says(turn: float) -> None:
    # North of the centre and 10 m outside, a clockwise circle leads east and lies to the right.
    path = circle_path(Vec2(110.0, 0.0), Vec2(0.0, 0.0), turn * 100.0)
    assert path.course_rad == pytest.approx(turn * pi / 2.0)
    assert path.right_m == pytest.approx(-turn * 10.0)
    assert path.curvature_pm == pytest.approx(turn / 100.0)


def test_far_from_a_circle_the_way_leads_to_it() -> None:
    path = circle_path(Vec2(1000.0, 0.0), Vec2(0.0, 0.0), 100.0)
    assert path.curvature_pm == 0.0
    assert course_to_meet(path, 0.3, 15.0) == pytest.approx(pi)


def test_a_line_is_met_from_the_side_it_lies_on() -> None:
    def course(right_m: float) -> float:
        return course_to_meet(line_path(Vec2(0.0, right_m), Vec2(0.0, 0.0), 0.0), 0.3, 15.0)

    assert course(5.0) == pytest.approx(-0.1, abs=0.001)
    assert course(-1e4) == pytest.approx(0.9273, abs=0.001)


def test_bank_turns_towards_the_course_across_south() -> None:
    sideways = turn_onto(-3.0, 3.0, 0.5, 20.0)
    assert sideways > 0.0
    assert bank_for(9.80665, 0.0, 0.0, 1.0) == pytest.approx(pi / 4.0)
    # With the nose into the wind the same push needs more bank.
    assert bank_for(5.0, 0.0, 0.5, 1.0) > bank_for(5.0, 0.0, 0.0, 1.0)


def test_slow_flight_allows_little_bank() -> None:
    assert bank_limit(0.7, 10.0, 30.0) == 0.7
    assert bank_limit(0.7, 10.0, 12.0) < 0.45
    assert bank_limit(0.7, 10.0, 5.0) < 0.2


SETTINGS = Wing(loiter_radius_m=60.0, acceptance_m=30.0)


def test_waypoints_are_passed_near_them_or_beside_them() -> None:
    def reached(north: float, east: float, kind: float = GoalKind.PASS) -> float:
        way = Craft(goal_kind=kind, goal_ned_m=Vec3(500.0, 0.0, 0.0), goal_radius_m=80.0)
        return goal_path(SETTINGS, way, Vec2(north, east)).reached

    assert reached(400.0, 0.0) == 0.0
    assert reached(480.0, 5.0) == 1.0
    assert reached(505.0, 200.0) == 1.0
    assert reached(499.0, 200.0) == 0.0
    # Where others stop, being on the circle counts; an orbit has its own radius.
    assert reached(440.0, 0.0, GoalKind.STOP) == 1.0
    assert reached(100.0, 0.0, GoalKind.STOP) == 0.0
    assert reached(420.0, 0.0, GoalKind.ORBIT) == 1.0
    assert reached(500.0, 0.0, GoalKind.ORBIT) == 0.0


def test_without_a_way_it_flies_straight_to_the_goal() -> None:
    there = Vec3(100.0, 100.0, 0.0)
    way = Craft(goal_kind=GoalKind.PASS, goal_start_ned_m=there, goal_ned_m=there)
    path = goal_path(SETTINGS, way, Vec2(0.0, 0.0))
    assert path.course_rad == pytest.approx(pi / 4.0)
    assert (path.right_m, path.curvature_pm, path.reached) == (0.0, 0.0, 0.0)


def test_heights_of_a_sloping_way() -> None:
    way = Vec3(0.0, 0.0, -100.0), Vec3(100.0, 0.0, -110.0)
    height, climb = line_profile(Vec2(50.0, 3.0), Vec2(20.0, 0.0), *way)
    assert (height, climb) == pytest.approx((105.0, 2.0))
    height, climb = line_profile(Vec2(-50.0, 0.0), Vec2(20.0, 0.0), *way)
    assert (height, climb) == (100.0, 0.0)
    height, climb = slope_profile(100.0, 12.0, 0.1, 30.0)
    assert (height, climb) == pytest.approx((10.03, -1.204), abs=0.01)
    assert slope_profile(1000.0, 12.0, 0.1, 30.0) == (30.0, 0.0)


def test_landings_are_into_the_wind() -> None:
    assert landing_heading(Vec2(0.0, 8.0), 1.0, 2.0, 0.0) == pytest.approx(-pi / 2.0)
    assert landing_heading(Vec2(0.0, 1.0), 1.0, 2.0, 0.0) == 1.0
    assert landing_heading(Vec2(0.0, 8.0), 1.0, 2.0, 1.0) == 2.0


def landing_from(east_m: float, before_goal_m: float = 0.0) -> Landing:
    """A landing to the north, planned beside its line."""
    place, goal = Vec2(0.0, east_m), Vec2(300.0, 0.0)
    return plan_landing(place, goal, before_goal_m, 0.0, Approach(0.1, 30.0, 1.5), 70.0)


def test_the_pattern_lies_on_the_side_of_the_aeroplane() -> None:
    landing = landing_from(-500.0)
    assert landing.side == -1.0
    assert -100.0 < landing.north_m < 300.0 - 30.0 * 0.99 / 0.1
    assert landing.east_m == pytest.approx(0.0)
    assert landing_from(500.0).side == 1.0


def test_who_rolls_far_ends_the_approach_before_the_goal() -> None:
    at_goal, before = landing_from(-500.0), landing_from(-500.0, before_goal_m=40.0)
    moved = at_goal._replace(north_m=at_goal.north_m - 40.0, before_goal_m=40.0)
    assert before == pytest.approx(moved)


def test_the_touch_down_lies_half_of_the_way_to_a_stop_before_the_goal() -> None:
    def before_goal_m(
        heading: float = 0.0, wind_n: float = 0.0, rolling_mps2: float = 0.8
    ) -> float:
        return touch_down_before_goal(heading, Vec2(wind_n, 0.0), 12.0, rolling_mps2, 200.0)

    assert before_goal_m() == pytest.approx(0.5 * 12.0**2 / (2.0 * 0.8))
    # Half of the wind is added to the speed through the air, whichever way it blows.
    assert before_goal_m(wind_n=-6.0) == pytest.approx(0.5 * 9.0**2 / (2.0 * 0.8))
    assert before_goal_m(heading=pi, wind_n=-6.0) == pytest.approx(0.5 * 21.0**2 / (2.0 * 0.8))
    assert before_goal_m(wind_n=-40.0) == 0.0
    # What slides, or has brakes, touches down at the goal; hardly any friction is no miles.
    assert before_goal_m(rolling_mps2=0.0) == 0.0
    assert before_goal_m(rolling_mps2=1e-3) == 200.0


def test_steering_on_the_ground_leads_back_to_the_line() -> None:
    assert ground_turn(0.1, 0.0, 0.0) < 0.0
    assert ground_turn(0.0, 0.0, 3.0) < 0.0
    assert ground_turn(0.0, 0.0, 0.0) == 0.0
