"""Rovers and boats of the library in the world: steps, squares, circles, slopes."""

from dataclasses import dataclass
from math import degrees, hypot

import pytest
from surface_bench import SurfaceBench

from simloop.firmware.codes import GoalKind, Level, Phase


@dataclass(frozen=True)
class Case:
    """A vehicle, how long to look at it, how large a square fits it, and what it must achieve."""

    vehicle: str
    watch_s: float
    side_m: float
    course_s: float
    speed_rise_s: float
    heading_rise_s: float
    cross_rms_m: float
    overshoot_m: float
    stop_m: float


CASES = (
    Case("pico_rover", 8.0, 6.0, 60.0, 0.9, 1.2, 0.15, 0.05, 0.1),
    Case("rover_diff", 8.0, 6.0, 60.0, 0.9, 1.2, 0.15, 0.05, 0.1),
    Case("rover_skid", 8.0, 10.0, 90.0, 0.9, 1.2, 0.2, 0.05, 0.15),
    Case("rover_ackermann", 8.0, 20.0, 60.0, 1.7, 1.7, 0.3, 0.5, 0.2),
    Case("usv", 20.0, 50.0, 240.0, 1.8, 4.8, 1.0, 0.3, 2.4),
    Case("workboat", 30.0, 200.0, 330.0, 5.0, 12.0, 6.0, 4.0, 8.0),
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.vehicle)
def test_steps_of_speed_and_heading(case: Case) -> None:
    bench = SurfaceBench(case.vehicle)
    speed = bench.speed_step(0.5, case.watch_s)
    assert speed.rise_s <= case.speed_rise_s
    assert speed.overshoot < 0.03
    assert speed.left < 0.01
    heading = bench.heading_step(1.0, 0.5, case.watch_s)
    assert heading.rise_s <= case.heading_rise_s
    assert heading.overshoot < 0.03
    assert heading.left < 0.01


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.vehicle)
def test_a_square_and_a_stop(case: Case) -> None:
    bench = SurfaceBench(case.vehicle)
    course = bench.square(case.side_m, case.course_s)
    radius = bench.get("fw_waypoint_radius_m")
    assert course.time_s < case.course_s
    assert course.cross_rms_m < case.cross_rms_m
    assert course.overshoot_m < case.overshoot_m
    assert course.corner_m <= radius
    assert course.stop_m < min(case.stop_m, radius)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.vehicle)
def test_a_circle(case: Case) -> None:
    bench = SurfaceBench(case.vehicle)
    radius = 2.0 * bench.get("fw_waypoint_radius_m")
    assert bench.circle(radius, 2.0 * case.watch_s, case.watch_s) < 0.01 * radius
    assert bench.get("fw_goal_reached") == 1.0


def test_the_slalom_boat_is_pushed_along_a_square_and_held() -> None:
    """It cannot be turned, and its heading wanders: Fx and Fy lead it all the same."""
    start = ("vehicles[0].position_ned_m=[1.0,1.0,0.0]",)
    bench = SurfaceBench("slalom_boat", start, scenario="pool_push")
    course = bench.square(4.0, 120.0, (1.0, 1.0))
    assert course.cross_rms_m < 0.2
    assert course.overshoot_m < 0.35
    assert course.stop_m < 0.3
    bench.set(fw_phase=Phase.HOLD)
    assert max(bench.watch(30.0, lambda: bench.off(1.0, 1.0))) < 0.3


@pytest.mark.parametrize("vehicle", ["rover_skid", "rover_ackermann"])
def test_up_a_slope_along_it_and_parked_on_it(vehicle: str) -> None:
    slope = "systems.terrain={plane: {slope_deg: 10.0}, size_m: [100.0, 100.0], spacing_m: 5.0}"
    bench = SurfaceBench(vehicle, (slope,))
    bench.go((10.0, 0.0), fw_goal_speed_mps=0.6)
    speeds = bench.watch(30.0, lambda: bench.speed)
    assert sorted(speeds)[len(speeds) // 4] < 0.1
    assert max(speeds) < 0.65
    assert bench.off(10.0, 0.0) < 0.2
    bench.go((10.0, 10.0), fw_goal_speed_mps=0.6)
    aside = bench.watch(40.0, lambda: abs(bench.get("fw_cross_track_m")))
    assert bench.off(10.0, 10.0) < 0.25
    assert max(aside[-200:]) < 0.15
    # The brakes hold it, without any command.
    place = bench.place
    bench.run(10.0)
    assert bench.off(*place) < 0.01
    assert bench.read("actuator_command")[1] == 0.0


@pytest.mark.parametrize("vehicle", ["rover_ackermann", "rover_skid"])
def test_hold_brakes_and_the_end_is_felt(vehicle: str) -> None:
    bench = SurfaceBench(vehicle)
    speed = 0.5 * bench.get("fw_top_speed_mps")
    bench.speed_step(0.5, 4.0)
    bench.set(fw_control_level=Level.GOAL, fw_goal_kind=GoalKind.STOP, fw_phase=Phase.HOLD)
    north = bench.place[0]
    bench.run(4.0)
    way = bench.place[0] - north
    assert way == pytest.approx(speed**2 / 2.0 / bench.get("fw_deceleration_limit_mps2"), rel=0.25)
    assert abs(bench.speed) < 0.01
    bench.set(fw_phase=Phase.DESCEND)
    bench.run(0.6)
    assert (bench.get("fw_touched"), bench.get("fw_settled")) == (1.0, 1.0)


def test_what_lies_behind_is_reached_backwards_if_that_is_allowed() -> None:
    bench = SurfaceBench("rover_ackermann", fw_reverse_allowed=1.0)
    bench.go((-10.0, 1.0), fw_goal_speed_mps=2.0)
    speeds = bench.watch(12.0, lambda: bench.speed)
    assert min(speeds) < -1.8
    assert max(speeds) < 0.1
    assert bench.off(-10.0, 1.0) < 0.3
    assert abs(degrees(bench.heading)) < 20.0


class TestStation:
    """0.3 m/s of current and 8 m/s of wind: against each other, and with waves of 1.5 m."""

    HARBOUR = ("systems.wind.speed_mps=8",)
    SEA = ("systems.water.current_speed_mps=0.3",)

    def held(self, bench: SurfaceBench, settle_s: float, watch_s: float) -> tuple[float, float]:
        """Worst distance from the station while it settles, and afterwards."""
        n, e = bench.place
        bench.go((n, e), fw_phase=Phase.HOLD)
        early = bench.watch(settle_s, lambda: bench.off(n, e))
        return max(early), max(bench.watch(watch_s, lambda: bench.off(n, e)))

    def test_two_thrusters_stay_within_the_loiter_radius(self) -> None:
        bench = SurfaceBench("usv", self.HARBOUR, scenario="harbour_circle")
        early, late = self.held(bench, 60.0, 120.0)
        assert early < bench.get("fw_loiter_radius_m")
        assert late < 0.7 * bench.get("fw_loiter_radius_m")

    def test_a_rudder_brings_its_boat_behind_the_station(self) -> None:
        bench = SurfaceBench("workboat", self.SEA, scenario="sea_trial")
        early, late = self.held(bench, 420.0, 120.0)
        assert early < 2.0 * bench.get("fw_loiter_radius_m")
        assert late < 0.7 * bench.get("fw_loiter_radius_m")

    def test_a_line_is_kept_across_a_stream(self) -> None:
        bench = SurfaceBench("usv", self.HARBOUR, scenario="harbour_circle")
        n, e = bench.place
        bench.go((n + 80.0, e))
        aside = bench.watch(90.0, lambda: abs(bench.place[1] - e))
        assert max(aside[350:500]) < 1.0
        assert hypot(bench.place[0] - n - 80.0, bench.place[1] - e) < 4.8

    def test_slow_drift_ends_a_trip(self) -> None:
        bench = SurfaceBench("usv", self.HARBOUR, scenario="harbour_circle", fw_phase=Phase.DESCEND)
        bench.run(2.9)
        assert bench.get("fw_settled") == 0.0
        bench.run(1.0)
        assert bench.get("fw_settled") == 1.0
        assert bench.read("actuator_command") == [0.0, 0.0]
