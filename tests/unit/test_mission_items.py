"""Missions: every kind of item, jumps, delays, pauses, and what comes after the last one."""

from math import hypot, pi

import pytest
from flight_puppet import ITEMS, NAN, PASS_S, Puppet

from simloop.firmware.codes import Airframe, Answer, GoalKind, Mode, Phase, RequestKind
from simloop.firmware.command.reasons import Event

WAYPOINT = 16.0
LOITER_UNLIM = 17.0
LOITER_TURNS = 18.0
LOITER_TIME = 19.0
RETURN = 20.0
LAND = 21.0
TAKEOFF = 22.0
VTOL_TAKEOFF = 84.0
VTOL_LAND = 85.0
DELAY = 93.0
CONDITION_DELAY = 112.0
JUMP = 177.0
SPEED = 178.0
SERVO = 183.0
ROI_LOCATION = 195.0
ROI_NONE = 197.0
ROI = 201.0
TRANSITION = 3000.0
FINE = (Answer.ACCEPTED, 0.0)
Item = tuple[float, ...]


def waypoint(
    north: float, east: float = 0.0, down: float = -10.0, hold: float = 0.0, yaw: float = NAN
) -> Item:
    return (WAYPOINT, hold, 0.0, 0.0, yaw, north, east, down)


def up(height: float = 10.0) -> Item:
    return (TAKEOFF, 0.0, 0.0, 0.0, NAN, NAN, NAN, -height)


def mission(*items: Item, airframe: float = Airframe.MULTIROTOR) -> Puppet:
    """A puppet in automatic mode with a mission, armed and about to go."""
    puppet = Puppet(airframe)
    puppet.load(*items)
    assert puppet.ask(RequestKind.MODE, Mode.AUTO) == FINE
    puppet.arm()
    return puppet


def until_item(puppet: Puppet, index: float, most_s: float = 200.0) -> float:
    return puppet.until(lambda: puppet.get("fw_waypoint_index") == index, most_s)


def until_done(puppet: Puppet, most_s: float = 400.0) -> float:
    return puppet.until(lambda: puppet.get("fw_mission_done") == 1.0, most_s)


def test_a_mission_of_the_scenario_flies_without_a_ground_station() -> None:
    puppet = Puppet()
    puppet.load(up(5.0), waypoint(10.0, 0.0, -5.0, 1.0), (RETURN,))
    puppet.set(fw_mission_start=1.0)
    puppet.run(1.0)
    assert puppet.get("fw_mode") == Mode.HOLD
    puppet.arm()
    assert puppet.get("fw_mode") == Mode.AUTO
    puppet.until_phase(Phase.LANDED)
    assert puppet.phases[1:] == [
        Phase.SPIN_UP,
        Phase.TAKEOFF,
        Phase.WAYPOINT,
        Phase.RETURN,
        Phase.DESCEND,
        Phase.TOUCH_DOWN,
        Phase.LANDED,
    ]
    puppet.run(0.2)
    assert puppet.posted(Event.ITEM_REACHED) == [0.0, 1.0, 2.0]
    assert puppet.posted(Event.MISSION_FINISHED) == [2.0]
    assert hypot(*puppet.place[:2]) < 1.0
    # It was asked once, and is flown once.
    puppet.ask(RequestKind.MODE, Mode.HOLD)
    puppet.arm()
    assert puppet.get("fw_mode") == Mode.HOLD


def test_a_mission_without_take_off_takes_off_first() -> None:
    puppet = mission(waypoint(20.0, 0.0, -8.0))
    assert puppet.get("fw_phase") == Phase.TAKEOFF
    assert puppet.read("fw_goal_ned_m")[2] == -5.0
    assert puppet.get("fw_waypoint_index") == 0.0
    puppet.until_phase(Phase.WAYPOINT)
    assert puppet.posted(Event.ITEM_REACHED) == []
    until_done(puppet)
    assert puppet.place == pytest.approx([20.0, 0.0, -8.0], abs=1.0)


# Waypoints


def test_a_waypoint_holds_for_its_time_from_the_last_arrival() -> None:
    puppet = mission(up(), waypoint(20.0, hold=3.0), waypoint(40.0))
    until_item(puppet, 1.0)
    puppet.until(lambda: puppet.get("fw_goal_reached") == 1.0)
    puppet.run(2.0)
    # A gust pushes it out of the radius: the time counts anew.
    puppet.set(fw_position_ned_m=[15.0, 0.0, -10.0])
    puppet.run(PASS_S)
    puppet.until(lambda: puppet.get("fw_goal_reached") == 1.0)
    assert until_item(puppet, 2.0) == pytest.approx(3.0, abs=0.061)


@pytest.mark.parametrize(
    ("airframe", "may_pass", "hold", "kind"),
    [
        (Airframe.MULTIROTOR, 0.0, 0.0, GoalKind.STOP),
        (Airframe.MULTIROTOR, 1.0, 0.0, GoalKind.PASS),
        (Airframe.MULTIROTOR, 1.0, 2.0, GoalKind.STOP),
        (Airframe.ROVER, 0.0, 0.0, GoalKind.PASS),
        (Airframe.ROVER, 0.0, 2.0, GoalKind.STOP),
        (Airframe.WING, 0.0, 0.0, GoalKind.PASS),
    ],
)
def test_who_stops_at_a_waypoint(
    airframe: float, may_pass: float, hold: float, kind: float
) -> None:
    puppet = Puppet(airframe)
    puppet.set(fw_waypoint_pass=may_pass)
    puppet.load(up(), waypoint(200.0, hold=hold), waypoint(400.0))
    puppet.ask(RequestKind.MODE, Mode.AUTO)
    puppet.arm()
    puppet.until_phase(Phase.WAYPOINT)
    assert puppet.get("fw_goal_kind") == kind
    # At the end all stop who can.
    until_item(puppet, 2.0)
    puppet.run(PASS_S)
    last = GoalKind.PASS if airframe == Airframe.WING else GoalKind.STOP
    assert puppet.get("fw_goal_kind") == last


def test_a_leg_begins_where_the_one_before_led() -> None:
    puppet = mission(up(), waypoint(20.0), waypoint(20.0, 30.0))
    until_item(puppet, 2.0)
    puppet.run(PASS_S)
    assert puppet.read("fw_goal_start_ned_m") == pytest.approx([20.0, 0.0, -10.0])
    assert puppet.read("fw_goal_ned_m") == [20.0, 30.0, -10.0]


def test_the_place_after_the_goal_is_told() -> None:
    rover = mission(
        waypoint(20.0),
        (SPEED, 1.0, 2.0),
        waypoint(20.0, 20.0),
        (RETURN,),
        (JUMP, 0.0, 1.0),
        airframe=Airframe.ROVER,
    )
    rover.run(PASS_S)
    assert rover.get("fw_next_known") == 1.0
    assert rover.read("fw_next_ned_m")[:2] == [20.0, 20.0]
    until_item(rover, 2.0)
    assert rover.get("fw_next_known") == 1.0
    assert rover.read("fw_next_ned_m") == rover.read("fw_home_ned_m")
    until_item(rover, 3.0)
    assert rover.get("fw_next_known") == 0.0


def test_the_items_own_radius_counts() -> None:
    wide = (WAYPOINT, 0.0, 5.0, 0.0, NAN, 30.0, 0.0, -10.0)
    puppet = mission(up(), wide, waypoint(60.0))
    until_item(puppet, 2.0)
    assert puppet.place[0] == pytest.approx(25.0, abs=0.3)
    narrow = (WAYPOINT, 0.0, 0.2, 0.0, NAN, 30.0, 0.0, -10.0)
    puppet = mission(up(), narrow, waypoint(60.0))
    until_item(puppet, 2.0)
    assert puppet.place[0] == pytest.approx(30.0, abs=0.3)


@pytest.mark.parametrize(
    ("rule", "first", "second"), [(0.0, 0.0, 0.0), (1.0, 1.2, 1.2), (2.0, 0.0, pi / 2.0)]
)
def test_heading_at_waypoints(rule: float, first: float, second: float) -> None:
    puppet = Puppet()
    puppet.set(fw_waypoint_yaw=rule)
    # The second waypoint names none: the heading stays.
    puppet.load(up(), waypoint(20.0, yaw=1.2), waypoint(20.0, 20.0))
    puppet.ask(RequestKind.MODE, Mode.AUTO)
    puppet.arm()
    until_item(puppet, 1.0)
    puppet.run(PASS_S)
    assert puppet.get("fw_goal_yaw_rad") == pytest.approx(first)
    until_item(puppet, 2.0)
    puppet.run(PASS_S)
    assert puppet.get("fw_goal_yaw_rad") == pytest.approx(second, abs=0.1)


# Staying


def test_loiter_for_a_time() -> None:
    puppet = mission(up(), (LOITER_TIME, 4.0, 0.0, 0.0, NAN, 20.0, 0.0, -10.0), waypoint(0.0))
    until_item(puppet, 1.0)
    puppet.until(lambda: puppet.get("fw_goal_reached") == 1.0)
    assert until_item(puppet, 2.0) == pytest.approx(4.0, abs=0.061)


def test_loiter_without_end() -> None:
    puppet = mission(up(), (LOITER_UNLIM, 0.0, 0.0, 0.0, NAN, 20.0, 0.0, -10.0), waypoint(0.0))
    until_item(puppet, 1.0)
    puppet.run(60.0)
    assert puppet.get("fw_waypoint_index") == 1.0
    assert puppet.place[0] == pytest.approx(20.0, abs=0.1)
    wing = mission(
        up(50.0), (LOITER_UNLIM, 0.0, 0.0, -80.0, NAN, 300.0, 0.0, -50.0), airframe=Airframe.WING
    )
    until_item(wing, 1.0)
    wing.run(PASS_S)
    assert wing.get("fw_goal_kind") == GoalKind.ORBIT
    assert wing.get("fw_goal_radius_m") == -80.0


@pytest.mark.parametrize("radius", [15.0, -15.0, 0.0])
def test_loiter_for_turns(radius: float) -> None:
    turns = (LOITER_TURNS, 2.0, 0.0, radius, NAN, 40.0, 0.0, -10.0)
    puppet = mission(up(), turns, waypoint(0.0))
    puppet.until_phase(Phase.CIRCLE)
    puppet.until(lambda: puppet.get("fw_goal_reached") == 1.0)
    around = abs(radius) if radius != 0.0 else 20.0
    took = until_item(puppet, 2.0)
    # Two turns at the cruise speed of 5 m/s.
    assert took == pytest.approx(2.0 * 2.0 * pi * around / 5.0, rel=0.05)


def test_a_delay_waits_in_the_air_and_on_the_ground() -> None:
    puppet = mission((DELAY, 2.0), up(), (DELAY, 3.0), waypoint(10.0))
    assert puppet.get("fw_phase") == Phase.SPIN_UP
    assert puppet.until_phase(Phase.TAKEOFF) == pytest.approx(1.8, abs=0.1)
    until_item(puppet, 2.0)
    puppet.run(PASS_S)
    assert puppet.get("fw_phase") == Phase.HOLD
    assert until_item(puppet, 3.0) == pytest.approx(3.0, abs=0.061)


# Up, down and home


def test_take_off_in_the_air_climbs_and_on_wheels_is_nothing() -> None:
    puppet = mission(up(5.0), up(12.0), waypoint(0.0, 0.0, -12.0))
    until_item(puppet, 1.0)
    puppet.run(PASS_S)
    assert puppet.get("fw_phase") == Phase.HOLD
    until_item(puppet, 2.0)
    assert puppet.place[2] == pytest.approx(-11.5, abs=0.1)
    rover = mission(up(), waypoint(10.0), airframe=Airframe.ROVER)
    rover.run(2 * PASS_S)
    assert rover.get("fw_phase") == Phase.WAYPOINT
    assert rover.get("fw_waypoint_index") == 1.0


def test_land_goes_above_the_place_first() -> None:
    puppet = mission(up(), (LAND, 0.0, 0.0, 0.0, NAN, 30.0, 0.0, 0.0))
    puppet.until_phase(Phase.WAYPOINT)
    assert puppet.read("fw_goal_ned_m") == pytest.approx([30.0, 0.0, -9.5], abs=0.1)
    puppet.until_phase(Phase.DESCEND)
    assert puppet.place[0] == pytest.approx(30.0, abs=1.0)
    puppet.until_phase(Phase.LANDED)
    puppet.run(2 * PASS_S)
    assert puppet.posted(Event.ITEM_REACHED) == [0.0, 1.0]
    assert puppet.posted(Event.MISSION_FINISHED) == [1.0]


def test_land_without_a_place_is_here_and_a_wing_approaches_by_itself() -> None:
    puppet = mission(up(), (LAND, 0.0, 0.0, 0.0, NAN, NAN, NAN, 0.0))
    puppet.until_phase(Phase.DESCEND)
    assert puppet.phases[-2] == Phase.TAKEOFF
    wing = mission(up(40.0), (LAND, 0.0, 0.0, 0.0, NAN, 300.0, 0.0, 0.0), airframe=Airframe.WING)
    wing.until_phase(Phase.DESCEND)
    assert wing.read("fw_goal_ned_m") == [300.0, 0.0, 0.0]


def test_what_follows_a_landing_waits_for_arming() -> None:
    puppet = mission(
        up(),
        (LAND, 0.0, 0.0, 0.0, NAN, NAN, NAN, 0.0),
        (SPEED, 1.0, 3.0),
        up(6.0),
        waypoint(10.0, 0.0, -6.0),
    )
    puppet.until_phase(Phase.LANDED)
    puppet.run(2.0)
    assert puppet.get("fw_waypoint_index") == 2.0
    assert puppet.get("fw_speed_wanted_mps") == 0.0
    assert puppet.get("fw_flying") == 0.0
    puppet.arm()
    assert puppet.get("fw_phase") == Phase.TAKEOFF
    assert puppet.get("fw_speed_wanted_mps") == 3.0
    until_done(puppet)
    assert puppet.place == pytest.approx([10.0, 0.0, -6.0], abs=1.0)


def test_return_stays_above_home_where_that_is_set() -> None:
    puppet = Puppet()
    puppet.set(fw_rtl_end=1.0)
    puppet.load(up(), waypoint(30.0), (RETURN,), waypoint(5.0))
    puppet.ask(RequestKind.MODE, Mode.AUTO)
    puppet.arm()
    puppet.until_phase(Phase.RETURN)
    assert puppet.get("fw_waypoint_index") == 2.0
    until_item(puppet, 3.0)
    assert hypot(*puppet.place[:2]) < 1.5
    assert puppet.get("fw_flying") == 1.0


# Actions


def test_change_of_speed() -> None:
    puppet = mission(
        up(), (SPEED, 1.0, 8.0, -1.0), waypoint(30.0), (SPEED, 1.0, -2.0), waypoint(60.0)
    )
    until_item(puppet, 2.0)
    puppet.run(PASS_S)
    assert puppet.get("fw_goal_speed_mps") == 8.0
    until_item(puppet, 4.0)
    puppet.run(PASS_S)
    assert puppet.get("fw_goal_speed_mps") == 5.0


def test_servo_item() -> None:
    puppet = mission(up(), (SERVO, 3.0, 1750.0), waypoint(30.0))
    until_item(puppet, 2.0)
    puppet.run(2 * PASS_S)
    assert puppet.read("fw_aux_command")[2] == 0.5
    assert puppet.read("fw_aux_used")[2] == 1.0
    for bad in ((SERVO, 6.0, 1500.0), (SERVO, 1.0, 2500.0), (SERVO, NAN, NAN)):
        puppet = mission(up(), bad, waypoint(30.0))
        until_item(puppet, 2.0)
        assert puppet.posted(Event.ITEM_SKIPPED) == [1.0]
        assert sum(puppet.read("fw_aux_used")) == 0.0


def test_look_at_items() -> None:
    spot = (ROI_LOCATION, 0.0, 0.0, 0.0, 0.0, 0.0, 100.0, 0.0)
    puppet = mission(up(), spot, waypoint(20.0), (ROI_NONE,), waypoint(40.0, yaw=0.2))
    until_item(puppet, 2.0)
    puppet.run(PASS_S)
    assert puppet.get("fw_goal_yaw_rad") == pytest.approx(pi / 2.0, abs=0.05)
    until_item(puppet, 4.0)
    puppet.run(PASS_S)
    assert puppet.get("fw_roi_used") == 0.0
    assert puppet.get("fw_goal_yaw_rad") == pytest.approx(0.2)
    old = (ROI, 3.0, 0.0, 0.0, 0.0, 50.0, 50.0, 0.0)
    puppet = mission(up(), old, waypoint(20.0))
    until_item(puppet, 2.0)
    assert puppet.get("fw_roi_used") == 1.0


def test_transition_items() -> None:
    puppet = mission(
        (VTOL_TAKEOFF, 0.0, 0.0, 0.0, NAN, NAN, NAN, -30.0),
        waypoint(300.0, 0.0, -30.0),
        (TRANSITION, 3.0),
        waypoint(350.0, 0.0, -30.0),
        (TRANSITION, 4.0),
        (VTOL_LAND, 0.0, 0.0, 0.0, NAN, 600.0, 0.0, 0.0),
        airframe=Airframe.VTOL,
    )
    assert puppet.get("fw_vtol_request") == 1.0
    until_item(puppet, 1.0)
    puppet.run(PASS_S)
    assert puppet.get("fw_vtol_request") == 2.0
    assert puppet.get("fw_goal_kind") == GoalKind.PASS
    until_item(puppet, 3.0)
    puppet.run(PASS_S)
    assert puppet.get("fw_vtol_request") == 1.0
    assert puppet.get("fw_goal_kind") == GoalKind.STOP
    until_item(puppet, 5.0)
    puppet.run(PASS_S)
    # It flies to its landing place as a wing, and lands on its rotors.
    assert puppet.get("fw_vtol_request") == 2.0
    puppet.until_phase(Phase.DESCEND)
    assert puppet.get("fw_vtol_request") == 1.0
    assert puppet.place[0] == pytest.approx(600.0, abs=2.0)


@pytest.mark.parametrize("command", [TRANSITION, 31.0, 206.0, 4000.0, NAN])
def test_what_is_not_possible_is_skipped_and_told(command: float) -> None:
    puppet = mission(up(), (command, 3.0), waypoint(10.0))
    until_item(puppet, 2.0)
    assert puppet.posted(Event.ITEM_SKIPPED) == [1.0]


def test_a_delayed_action_happens_on_the_way() -> None:
    puppet = mission(
        up(), (CONDITION_DELAY, 2.0), (SPEED, 1.0, 3.0, -1.0), waypoint(50.0), waypoint(60.0)
    )
    until_item(puppet, 3.0)
    assert puppet.get("fw_goal_speed_mps") == 5.0
    took = puppet.until(lambda: puppet.get("fw_goal_speed_mps") == 3.0)
    assert took == pytest.approx(2.0, abs=0.041)
    assert puppet.get("fw_waypoint_index") == 3.0


def test_a_delay_longer_than_the_way_drops_the_action() -> None:
    puppet = mission(
        up(), (CONDITION_DELAY, 60.0), (SPEED, 1.0, 3.0, -1.0), waypoint(20.0), waypoint(30.0)
    )
    until_done(puppet)
    puppet.run(60.0)
    assert puppet.get("fw_speed_wanted_mps") == 0.0


def test_delays_follow_each_other_and_end_with_the_mission() -> None:
    puppet = mission(
        up(),
        waypoint(300.0),
        (CONDITION_DELAY, 1.0),
        (CONDITION_DELAY, 1.0),
        (SERVO, 9.0, 1500.0),
        (SPEED, 1.0, 3.0),
    )
    # Nothing follows that takes time: the mission ends, what was put off is done while it stays.
    puppet.ask(RequestKind.SET_ITEM, 2.0)
    puppet.run(1.5)
    until_done(puppet)
    assert puppet.posted(Event.ITEM_SKIPPED) == []
    assert puppet.until(lambda: puppet.get("fw_speed_wanted_mps") == 3.0) < 2.1
    assert puppet.posted(Event.ITEM_SKIPPED) == [4.0]
    puppet.run(2 * PASS_S)
    assert puppet.get("fw_action_next") == -1.0


# Jumps


@pytest.mark.parametrize("times", [0.0, 1.0, 3.0])
def test_a_jump_is_taken_as_often_as_it_says(times: float) -> None:
    puppet = mission(up(), waypoint(5.0), waypoint(10.0), (JUMP, 1.0, times), waypoint(0.0))
    visits = 0
    last = -1.0
    while puppet.get("fw_mission_done") == 0.0:
        puppet.run(PASS_S)
        index = puppet.get("fw_waypoint_index")
        visits += int(index == 1.0 and last != 1.0)
        last = index
    assert visits == 1 + times
    assert puppet.read("fw_item_jumps")[3] == times
    # Flown again, the jumps are there again.
    puppet.ask(RequestKind.MODE, Mode.LOITER)
    puppet.ask(RequestKind.MODE, Mode.AUTO)
    assert puppet.read("fw_item_jumps")[3] == 0.0
    # High enough already, the take-off is done as it begins.
    puppet.run(PASS_S)
    assert puppet.get("fw_waypoint_index") == 1.0


def test_a_jump_without_end() -> None:
    puppet = mission(up(), waypoint(2.0), waypoint(4.0), (JUMP, 1.0, -1.0), waypoint(0.0))
    puppet.run(120.0)
    assert puppet.get("fw_mission_done") == 0.0
    assert puppet.read("fw_item_jumps")[3] > 20.0


def test_from_the_first_item_on_all_jumps_are_to_be_taken() -> None:
    puppet = mission(up(), waypoint(5.0), (JUMP, 1.0, 1.0), waypoint(50.0))
    until_item(puppet, 3.0)
    assert puppet.read("fw_item_jumps")[2] == 1.0
    puppet.ask(RequestKind.SET_ITEM, 1.0)
    assert puppet.read("fw_item_jumps")[2] == 1.0
    puppet.ask(RequestKind.SET_ITEM, 0.0)
    assert puppet.read("fw_item_jumps")[2] == 0.0


@pytest.mark.parametrize("target", [50.0, -2.0, NAN])
def test_a_jump_to_nowhere_is_skipped(target: float) -> None:
    puppet = mission(up(), (JUMP, target, 5.0), waypoint(10.0))
    until_done(puppet)
    assert puppet.posted(Event.ITEM_SKIPPED) == [1.0]


def test_nothing_but_jumps_does_not_stop_the_vehicle() -> None:
    puppet = mission(up(), (JUMP, 1.0, -1.0))
    puppet.until_phase(Phase.TAKEOFF)
    puppet.run(20.0)
    assert puppet.get("fw_flying") == 1.0
    assert puppet.place[2] == pytest.approx(-10.0, abs=0.1)


# Start, pause, end


@pytest.mark.parametrize(
    ("airframe", "kind"), [(Airframe.MULTIROTOR, GoalKind.STOP), (Airframe.WING, GoalKind.STOP)]
)
def test_after_the_last_item_it_stays(airframe: float, kind: float) -> None:
    puppet = mission(up(30.0), waypoint(200.0, 0.0, -30.0), airframe=airframe)
    until_done(puppet)
    puppet.run(20.0)
    assert puppet.get("fw_phase") == Phase.HOLD
    assert puppet.get("fw_goal_kind") == kind
    assert puppet.read("fw_goal_ned_m") == [200.0, 0.0, -30.0]
    assert puppet.get("fw_waypoint_index") == 1.0
    assert puppet.posted(Event.MISSION_FINISHED) == [1.0]


def test_a_rover_stops_at_its_last_waypoint() -> None:
    rover = mission(waypoint(20.0), waypoint(20.0, 20.0), airframe=Airframe.ROVER)
    until_done(rover)
    assert rover.get("fw_phase") == Phase.HOLD
    assert rover.place[:2] == pytest.approx([20.0, 20.0], abs=1.0)
    assert rover.get("fw_armed") == 1.0


@pytest.mark.parametrize(("end", "phase"), [(1.0, Phase.RETURN), (2.0, Phase.DESCEND)])
def test_the_end_may_be_return_or_landing(end: float, phase: float) -> None:
    puppet = Puppet()
    puppet.set(fw_mission_end=end)
    puppet.load(up(), waypoint(30.0))
    puppet.ask(RequestKind.MODE, Mode.AUTO)
    puppet.arm()
    until_done(puppet)
    puppet.until_phase(phase, 1.0)
    puppet.until_phase(Phase.LANDED)
    assert puppet.place[0] == pytest.approx(0.0 if end == 1.0 else 30.0, abs=1.5)


def test_pause_stops_the_mission_and_its_clock() -> None:
    puppet = mission(up(), waypoint(20.0, hold=5.0), waypoint(40.0))
    until_item(puppet, 1.0)
    puppet.until(lambda: puppet.get("fw_item_time_s") > 2.0)
    assert puppet.ask(RequestKind.PAUSE, 1.0) == FINE
    puppet.run(30.0)
    assert puppet.get("fw_waypoint_index") == 1.0
    puppet.ask(RequestKind.PAUSE, 0.0)
    assert until_item(puppet, 2.0) == pytest.approx(3.0, abs=0.2)


def test_a_mission_that_was_left_goes_on_with_its_item() -> None:
    puppet = mission(up(), waypoint(20.0), waypoint(40.0))
    until_item(puppet, 2.0)
    puppet.set(fw_rc_stick=[0.0, 0.0, 0.0, 0.5])
    puppet.ask(RequestKind.MODE, Mode.STABILISE)
    puppet.run(1.0)
    puppet.ask(RequestKind.MODE, Mode.AUTO)
    assert puppet.get("fw_waypoint_index") == 2.0
    assert puppet.get("fw_phase") == Phase.WAYPOINT
    assert puppet.ask(RequestKind.START_MISSION, 0.0) == FINE
    assert puppet.get("fw_waypoint_index") == 2.0
    assert puppet.ask(RequestKind.START_MISSION, 1.0) == FINE
    assert puppet.get("fw_waypoint_index") == 1.0
    assert puppet.read("fw_goal_ned_m")[0] == 20.0


def test_another_item_may_be_chosen_on_the_way_and_after_the_end() -> None:
    puppet = mission(up(), waypoint(20.0), waypoint(40.0), waypoint(60.0))
    until_item(puppet, 1.0)
    assert puppet.ask(RequestKind.SET_ITEM, 3.0) == FINE
    assert puppet.read("fw_goal_ned_m")[0] == 60.0
    until_done(puppet)
    assert puppet.ask(RequestKind.SET_ITEM, 1.0) == FINE
    assert puppet.read("fw_goal_ned_m")[0] == 20.0
    assert puppet.get("fw_mission_done") == 0.0


def test_start_of_a_mission_under_way_disturbs_nothing() -> None:
    puppet = mission(up(), waypoint(20.0, hold=5.0), waypoint(40.0))
    until_item(puppet, 1.0)
    puppet.until(lambda: puppet.get("fw_item_time_s") > 2.0)
    assert puppet.ask(RequestKind.START_MISSION, 0.0) == FINE
    assert puppet.get("fw_item_time_s") > 2.0


def test_start_after_the_end_begins_anew() -> None:
    puppet = mission(up(), waypoint(20.0), waypoint(40.0))
    until_done(puppet)
    assert puppet.ask(RequestKind.START_MISSION, 0.0) == FINE
    puppet.run(PASS_S)
    assert puppet.get("fw_waypoint_index") == 1.0
    assert puppet.get("fw_mission_done") == 0.0


def test_another_mission_starts_at_its_beginning() -> None:
    puppet = mission(up(), waypoint(20.0), waypoint(40.0))
    until_item(puppet, 2.0)
    puppet.load(waypoint(0.0, 30.0))
    puppet.run(2 * PASS_S)
    assert puppet.get("fw_waypoint_index") == 0.0
    assert puppet.read("fw_goal_ned_m")[:2] == [0.0, 30.0]
    puppet.load()
    puppet.run(2 * PASS_S)
    assert puppet.get("fw_mission_done") == 1.0
    assert puppet.get("fw_phase") == Phase.HOLD


def test_a_full_mission_is_flown_to_its_last_item() -> None:
    points = [waypoint(2.0 * i) for i in range(ITEMS - 1)]
    puppet = mission(up(), *points)
    until_done(puppet)
    assert puppet.get("fw_waypoint_index") == ITEMS - 1.0
    assert puppet.place[0] == pytest.approx(2.0 * (ITEMS - 2), abs=1.0)
