"""Modes: what each needs, what each does, and who may change it."""

from math import hypot, pi

import pytest
from flight_puppet import NAN, PASS_S, Puppet

from simloop.firmware.airframes import (
    AIRFRAME_BOAT,
    AIRFRAME_MULTIROTOR,
    AIRFRAME_ROVER,
    AIRFRAME_VTOL,
    AIRFRAME_WING,
)
from simloop.firmware.command import mode_reasons as why
from simloop.firmware.modes import (
    COMMAND_ANGLE,
    COMMAND_PASS_THROUGH,
    COMMAND_RATE,
    COMMAND_THROTTLE,
    GOAL_ORBIT,
    GOAL_STOP,
    LEVEL_ANGLE,
    LEVEL_CLIMB,
    LEVEL_GOAL,
    LEVEL_PASS_THROUGH,
    LEVEL_RATE,
    LEVEL_VELOCITY,
    MODE_ACRO,
    MODE_ALTITUDE,
    MODE_AUTO,
    MODE_CIRCLE,
    MODE_FOLLOW,
    MODE_GUIDED,
    MODE_HOLD,
    MODE_LAND,
    MODE_LOITER,
    MODE_MANUAL,
    MODE_POSITION,
    MODE_RTL,
    MODE_SMART_RTL,
    MODE_STABILISE,
    MODE_TAKEOFF,
)
from simloop.firmware.phases import (
    PHASE_ALIGN,
    PHASE_CIRCLE,
    PHASE_DESCEND,
    PHASE_HOLD,
    PHASE_LANDED,
    PHASE_OFFBOARD,
    PHASE_PILOT,
    PHASE_SPIN_UP,
    PHASE_TAKEOFF,
    PHASE_TOUCH_DOWN,
    PHASE_WAYPOINT,
)
from simloop.firmware.requests import (
    ANSWER_ACCEPTED,
    ANSWER_DENIED,
    ANSWER_TEMPORARILY_REJECTED,
    ANSWER_UNSUPPORTED,
    REQUEST_ARM,
    REQUEST_GO_TO,
    REQUEST_LAND,
    REQUEST_LOOK_AT,
    REQUEST_MODE,
    REQUEST_PAUSE,
    REQUEST_SERVO,
    REQUEST_SET_HOME,
    REQUEST_SET_ITEM,
    REQUEST_SPEED,
    REQUEST_START_MISSION,
    REQUEST_TAKEOFF,
    REQUEST_TRANSITION,
)

FINE = (ANSWER_ACCEPTED, 0.0)
ALL_MODES = [float(mode) for mode in range(15)]


def flying(airframe: float = AIRFRAME_MULTIROTOR, height_m: float = 10.0) -> Puppet:
    """A puppet in the air, on hold."""
    puppet = Puppet(airframe)
    puppet.arm()
    assert puppet.ask(REQUEST_TAKEOFF, height_m, NAN) == FINE
    puppet.until_phase(PHASE_HOLD)
    return puppet


def driving(airframe: float = AIRFRAME_ROVER) -> Puppet:
    puppet = Puppet(airframe)
    puppet.arm()
    return puppet


def test_every_reason_has_a_text_and_texts_differ() -> None:
    codes = [value for name, value in vars(why).items() if name.startswith(("REASON_", "EVENT_"))]
    assert sorted(codes) == sorted(why.MODE_REASONS)
    assert len(set(why.MODE_REASONS.values())) == len(codes)
    assert all(100.0 <= code < 200.0 for code in codes)


# Entry and refusal


@pytest.mark.parametrize(
    ("mode", "lack", "reason"),
    [
        (MODE_ALTITUDE, "fw_height_ok", why.REASON_NO_HEIGHT),
        (MODE_POSITION, "fw_position_ok", why.REASON_NO_POSITION),
        (MODE_HOLD, "fw_position_ok", why.REASON_NO_POSITION),
        (MODE_GUIDED, "fw_position_ok", why.REASON_NO_POSITION),
        (MODE_AUTO, "fw_item_count", why.REASON_NO_MISSION),
        (MODE_AUTO, "fw_position_ok", why.REASON_NO_POSITION),
        (MODE_RTL, "fw_position_ok", why.REASON_NO_POSITION),
        (MODE_RTL, "fw_home_set", why.REASON_NO_HOME),
        (MODE_SMART_RTL, "fw_path_count", why.REASON_NO_PATH),
        (MODE_SMART_RTL, "fw_home_set", why.REASON_NO_HOME),
        (MODE_LOITER, "fw_position_ok", why.REASON_NO_POSITION),
        (MODE_CIRCLE, "fw_position_ok", why.REASON_NO_POSITION),
        (MODE_FOLLOW, None, why.REASON_NOBODY_TO_FOLLOW),
        (MODE_TAKEOFF, None, why.REASON_ALREADY_FLYING),
    ],
)
def test_a_mode_is_refused_for_what_it_lacks(mode: float, lack: str | None, reason: float) -> None:
    puppet = flying()
    assert puppet.ask(REQUEST_MODE, MODE_STABILISE) == FINE
    puppet.load((16.0,))
    if lack is not None:
        puppet.set(**{lack: 0.0})
    assert puppet.ask(REQUEST_MODE, mode) == (ANSWER_TEMPORARILY_REJECTED, reason)
    assert puppet.get("fw_mode") == MODE_STABILISE


@pytest.mark.parametrize(
    "mode", [mode for mode in ALL_MODES if mode not in (MODE_MANUAL, MODE_TAKEOFF)]
)
def test_a_multirotor_that_has_all_enters_every_mode(mode: float) -> None:
    puppet = flying()
    puppet.load((16.0, 0.0, 0.0, 0.0, NAN, 50.0, 0.0, -10.0))
    puppet.set(fw_follow_seen=1.0)
    puppet.ask(REQUEST_MODE, MODE_STABILISE)
    assert puppet.ask(REQUEST_MODE, mode) == FINE
    assert puppet.get("fw_mode") == mode
    assert puppet.get("fw_flying") == 1.0
    if mode != MODE_STABILISE:
        assert puppet.posted(why.EVENT_MODE)[-1] == mode


@pytest.mark.parametrize(
    ("airframe", "mode"),
    [
        (AIRFRAME_MULTIROTOR, MODE_MANUAL),
        (AIRFRAME_ROVER, MODE_ALTITUDE),
        (AIRFRAME_ROVER, MODE_TAKEOFF),
        (AIRFRAME_BOAT, MODE_ALTITUDE),
    ],
)
def test_a_mode_that_is_not_for_the_vehicle_is_denied(airframe: float, mode: float) -> None:
    puppet = Puppet(airframe)
    puppet.arm()
    assert puppet.ask(REQUEST_MODE, mode) == (ANSWER_DENIED, why.REASON_NOT_THIS_VEHICLE)


@pytest.mark.parametrize("mode", [-1.0, 15.0, 2.5, NAN])
def test_no_such_mode(mode: float) -> None:
    puppet = Puppet()
    assert puppet.ask(REQUEST_MODE, mode) == (ANSWER_DENIED, why.REASON_UNKNOWN_MODE)
    assert puppet.get("fw_mode") == MODE_HOLD


def test_what_can_always_be_done_needs_no_position() -> None:
    quad, rover, wing = flying(), driving(), flying(AIRFRAME_WING)
    for puppet in (quad, rover, wing):
        puppet.ask(REQUEST_MODE, MODE_STABILISE)
        puppet.set(fw_position_ok=0.0)
    assert quad.ask(REQUEST_MODE, MODE_LAND) == FINE
    assert rover.ask(REQUEST_MODE, MODE_HOLD) == FINE
    refused = (ANSWER_TEMPORARILY_REJECTED, why.REASON_NO_POSITION)
    assert wing.ask(REQUEST_MODE, MODE_LAND) == refused


def test_a_mode_that_loses_its_position_waits_for_the_failsafe() -> None:
    puppet = flying()
    puppet.set(fw_position_ok=0.0)
    puppet.run(5.0)
    assert puppet.get("fw_mode") == MODE_TAKEOFF
    puppet.set(fw_failsafe_mode=MODE_LAND)
    puppet.run(PASS_S)
    assert puppet.get("fw_mode") == MODE_LAND
    assert puppet.get("fw_phase") == PHASE_DESCEND


def test_the_initial_mode_is_the_parameters_unless_one_is_set() -> None:
    assert Puppet().get("fw_mode") == MODE_HOLD
    puppet = Puppet()
    puppet.set(fw_booted=0.0, fw_mode=MODE_STABILISE)
    puppet.run(PASS_S)
    assert puppet.get("fw_mode") == MODE_STABILISE


# Who changes the mode


def test_the_mode_switch_acts_when_it_moves() -> None:
    puppet = flying()
    puppet.set(fw_rc_mode_request=MODE_ALTITUDE)
    puppet.run(PASS_S)
    assert puppet.get("fw_mode") == MODE_ALTITUDE
    # The link may change it again while the switch stays.
    puppet.ask(REQUEST_MODE, MODE_LOITER)
    puppet.run(1.0)
    assert puppet.get("fw_mode") == MODE_LOITER


def test_a_refused_switch_keeps_the_mode_and_tells_why() -> None:
    puppet = flying()
    puppet.set(fw_rc_mode_request=MODE_AUTO)
    puppet.run(5 * PASS_S)
    assert puppet.get("fw_mode") == MODE_TAKEOFF
    assert puppet.posted(why.REASON_NO_MISSION) == [MODE_AUTO]


def test_a_failsafe_wins_over_the_switch_and_may_be_left() -> None:
    puppet = flying()
    puppet.set(fw_rc_mode_request=MODE_LOITER, fw_failsafe_mode=MODE_RTL)
    puppet.run(PASS_S)
    assert puppet.get("fw_mode") == MODE_RTL
    puppet.set(fw_rc_mode_request=MODE_STABILISE)
    puppet.run(1.0)
    assert puppet.get("fw_mode") == MODE_STABILISE


def test_a_failsafe_wins_over_a_request_and_its_target() -> None:
    puppet = flying()
    puppet.set(fw_failsafe_mode=MODE_RTL)
    assert puppet.ask(REQUEST_GO_TO, 90.0, 0.0, -10.0, NAN, 0.0, 0.0) == FINE
    assert puppet.get("fw_mode") == MODE_RTL
    assert puppet.get("fw_target_used") == 0.0


@pytest.mark.parametrize(
    ("airframe", "wanted", "lack", "becomes"),
    [
        (AIRFRAME_MULTIROTOR, MODE_SMART_RTL, "fw_path_count", MODE_RTL),
        (AIRFRAME_MULTIROTOR, MODE_SMART_RTL, "fw_position_ok", MODE_LAND),
        (AIRFRAME_MULTIROTOR, MODE_HOLD, "fw_position_ok", MODE_LAND),
        (AIRFRAME_WING, MODE_RTL, "fw_position_ok", MODE_ALTITUDE),
        (AIRFRAME_WING, MODE_RTL, "fw_home_set", MODE_ALTITUDE),
        (AIRFRAME_ROVER, MODE_RTL, "fw_position_ok", MODE_HOLD),
    ],
)
def test_a_failsafe_takes_the_next_mode_that_is_possible(
    airframe: float, wanted: float, lack: str, becomes: float
) -> None:
    puppet = driving(airframe) if airframe >= AIRFRAME_ROVER else flying(airframe)
    puppet.ask(REQUEST_MODE, MODE_STABILISE)
    puppet.set(fw_failsafe_mode=wanted, **{lack: 0.0})
    puppet.run(PASS_S)
    assert puppet.get("fw_mode") == becomes


# On the ground and off it


def test_a_flight_goes_through_its_phases_and_can_be_flown_again() -> None:
    puppet = Puppet()
    assert puppet.get("fw_phase") == PHASE_ALIGN
    puppet.arm()
    assert puppet.get("fw_phase") == PHASE_SPIN_UP
    for _ in range(2):
        puppet.set(fw_armed=1.0)
        puppet.run(1.2)
        puppet.phases.clear()
        puppet.ask(REQUEST_TAKEOFF, 4.0, NAN)
        assert puppet.get("fw_takeoff_time_s") == puppet.get("fw_time_s")
        assert puppet.get("fw_landed_time_s") == -1.0
        puppet.until_phase(PHASE_HOLD)
        assert puppet.place[2] == pytest.approx(-3.5, abs=0.1)
        puppet.ask(REQUEST_LAND)
        puppet.until_phase(PHASE_LANDED)
        wanted = [PHASE_TAKEOFF, PHASE_HOLD, PHASE_DESCEND, PHASE_TOUCH_DOWN, PHASE_LANDED]
        assert puppet.phases == wanted
        assert puppet.get("fw_landed_time_s") == puppet.get("fw_time_s")
        assert puppet.get("fw_flying") == 0.0
        puppet.run(0.5)


def test_rotors_spin_up_for_a_second_and_others_go_at_once() -> None:
    quad, rover = Puppet(), Puppet(AIRFRAME_ROVER)
    for puppet in (quad, rover):
        puppet.set(fw_armed=1.0)
    quad.ask(REQUEST_TAKEOFF, 5.0, NAN)
    assert quad.until_phase(PHASE_TAKEOFF) == pytest.approx(1.0, abs=0.041)
    rover.run(2 * PASS_S)
    assert rover.get("fw_phase") == PHASE_HOLD
    assert rover.get("fw_flying") == 1.0


def test_it_does_not_move_before_it_is_aligned() -> None:
    puppet = Puppet()
    puppet.set(fw_aligned=0.0, fw_armed=1.0)
    puppet.run(2.0)
    assert puppet.get("fw_phase") == PHASE_ALIGN
    puppet.set(fw_aligned=1.0)
    puppet.run(PASS_S)
    assert puppet.get("fw_phase") == PHASE_SPIN_UP


def test_what_felt_like_the_ground_was_none() -> None:
    puppet = flying()
    puppet.ask(REQUEST_LAND)
    puppet.run(0.2)
    puppet.set(fw_touched=1.0)
    puppet.run(PASS_S)
    assert puppet.get("fw_phase") == PHASE_TOUCH_DOWN
    puppet.set(fw_velocity_ned_mps=[0.0, 0.0, 3.0])
    puppet.run(PASS_S)
    assert puppet.get("fw_phase") == PHASE_DESCEND


def test_disarmed_in_the_air_it_has_not_landed() -> None:
    puppet = flying()
    puppet.set(fw_armed=0.0)
    puppet.run(PASS_S)
    assert puppet.get("fw_phase") == PHASE_LANDED
    assert puppet.get("fw_flying") == 0.0
    assert puppet.get("fw_landed_time_s") == -1.0


@pytest.mark.parametrize(
    ("mode", "level", "throttle"),
    [(MODE_ACRO, LEVEL_RATE, 0.15), (MODE_STABILISE, LEVEL_ANGLE, 0.15),
     (MODE_ALTITUDE, LEVEL_CLIMB, 0.65), (MODE_POSITION, LEVEL_VELOCITY, 0.65)],
)  # fmt: skip
def test_sticks_lift_off_with_throttle_and_rest_without(
    mode: float, level: float, throttle: float
) -> None:
    puppet = Puppet()
    puppet.ask(REQUEST_MODE, mode)
    puppet.arm()
    assert puppet.get("fw_flying") == 0.0
    assert puppet.get("fw_control_level") == level
    puppet.set(fw_rc_stick=[0.0, 0.0, 0.0, throttle])
    puppet.run(PASS_S)
    assert puppet.get("fw_phase") == PHASE_PILOT
    # In free fall nothing carries it: that is no ground, however low the throttle.
    puppet.set(fw_rc_stick=[0.0] * 4, fw_acceleration_frd_mps2=[0.0] * 3)
    puppet.run(3.0)
    assert puppet.get("fw_phase") == PHASE_PILOT
    puppet.set(fw_acceleration_frd_mps2=[0.0, 0.0, -9.8])
    assert puppet.until_phase(PHASE_SPIN_UP) == pytest.approx(1.0, abs=0.041)
    assert puppet.get("fw_flying") == 0.0
    puppet.set(fw_armed=0.0)
    puppet.run(PASS_S)
    assert puppet.get("fw_landed_time_s") == puppet.get("fw_time_s")


def test_a_quadplane_in_manual_and_a_rover_have_plain_sticks() -> None:
    rover = driving()
    rover.ask(REQUEST_MODE, MODE_MANUAL)
    assert rover.get("fw_control_level") == LEVEL_PASS_THROUGH
    assert rover.get("fw_phase") == PHASE_PILOT


def test_on_the_ground_modes_of_the_air_rest() -> None:
    for mode in (MODE_HOLD, MODE_LOITER, MODE_GUIDED, MODE_RTL, MODE_LAND, MODE_CIRCLE):
        puppet = Puppet()
        puppet.ask(REQUEST_MODE, mode)
        puppet.arm()
        puppet.run(2.0)
        assert puppet.get("fw_phase") == PHASE_SPIN_UP, mode
        assert puppet.get("fw_flying") == 0.0


def test_take_off_needs_arming_and_a_sensible_height() -> None:
    puppet = Puppet()
    not_armed = (ANSWER_TEMPORARILY_REJECTED, why.REASON_NOT_ARMED)
    assert puppet.ask(REQUEST_TAKEOFF, 5.0, NAN) == not_armed
    puppet.arm()
    assert puppet.ask(REQUEST_TAKEOFF, -3.0, NAN) == (ANSWER_DENIED, why.REASON_BAD_NUMBER)
    # No height: the parameter's, above home and not above the origin.
    puppet.ask(REQUEST_SET_HOME, 0.0, 0.0, -20.0)
    puppet.set(fw_takeoff_altitude_m=7.0)
    assert puppet.ask(REQUEST_TAKEOFF, 0.0, 1.0) == FINE
    assert puppet.read("fw_goal_ned_m")[2] == pytest.approx(-27.0)
    assert puppet.get("fw_goal_yaw_rad") == pytest.approx(1.0)


def test_guided_mode_takes_off_and_stays_guided() -> None:
    puppet = Puppet()
    puppet.ask(REQUEST_MODE, MODE_GUIDED)
    puppet.arm()
    assert puppet.ask(REQUEST_TAKEOFF, 6.0, NAN) == FINE
    assert puppet.get("fw_mode") == MODE_GUIDED
    puppet.until_phase(PHASE_HOLD)
    assert puppet.get("fw_mode") == MODE_GUIDED


# Modes in the air


def test_hold_stops_ahead_of_a_moving_vehicle() -> None:
    puppet = flying()
    puppet.ask(REQUEST_MODE, MODE_STABILISE)
    puppet.set(fw_velocity_ned_mps=[4.0, 0.0, 0.0])
    here = puppet.place
    puppet.ask(REQUEST_MODE, MODE_HOLD)
    goal = puppet.read("fw_goal_ned_m")
    # 4 m/s at 2 m/s^2: 4 m.
    assert goal[0] - here[0] == pytest.approx(4.0)
    assert goal[1:] == pytest.approx(here[1:])
    assert puppet.get("fw_goal_kind") == GOAL_STOP


def test_a_rover_on_hold_stands_and_told_to_loiter_goes_back() -> None:
    rover = driving()
    rover.ask(REQUEST_MODE, MODE_HOLD)
    assert rover.get("fw_phase") == PHASE_HOLD
    rover.ask(REQUEST_MODE, MODE_LOITER)
    assert rover.get("fw_phase") == PHASE_WAYPOINT
    assert rover.get("fw_goal_kind") == GOAL_STOP


def test_circle_has_its_centre_ahead() -> None:
    puppet = flying()
    puppet.set(fw_attitude_wxyz=[2**-0.5, 0.0, 0.0, 2**-0.5], fw_circle_direction=1.0)
    puppet.ask(REQUEST_MODE, MODE_CIRCLE)
    assert puppet.get("fw_phase") == PHASE_CIRCLE
    assert puppet.get("fw_goal_kind") == GOAL_ORBIT
    assert puppet.read("fw_goal_ned_m")[:2] == pytest.approx([0.0, 20.0], abs=1e-6)
    assert puppet.get("fw_goal_radius_m") == -20.0
    assert puppet.get("fw_goal_speed_mps") == 2.0
    puppet.set(fw_circle_radius_m=0.0)
    puppet.ask(REQUEST_MODE, MODE_HOLD)
    puppet.ask(REQUEST_MODE, MODE_CIRCLE)
    assert puppet.get("fw_phase") == PHASE_HOLD


def test_follow_keeps_its_offset_and_holds_when_lost() -> None:
    puppet = flying()
    puppet.set(fw_follow_ned_m=[50.0, 0.0, 0.0], fw_follow_seen=1.0)
    puppet.set(fw_follow_velocity_ned_mps=[0.0, 2.0, 0.0])
    assert puppet.ask(REQUEST_MODE, MODE_FOLLOW) == FINE
    puppet.run(1.0)
    # Between messages the other one goes on.
    assert puppet.read("fw_goal_ned_m") == pytest.approx([40.0, 2.0, -5.0], abs=0.05)
    lost = puppet.until_phase(PHASE_HOLD)
    assert lost == pytest.approx(2.0, abs=0.05)
    assert puppet.posted(why.EVENT_FOLLOW_LOST) == [MODE_FOLLOW]
    puppet.set(fw_follow_ned_m=[60.0, 0.0, 0.0], fw_follow_seen=2.0)
    puppet.run(2 * PASS_S)
    assert puppet.get("fw_phase") == PHASE_WAYPOINT
    assert puppet.read("fw_goal_ned_m")[0] == pytest.approx(50.0)


def test_guided_goes_where_it_is_told() -> None:
    puppet = flying()
    assert puppet.ask(REQUEST_GO_TO, 30.0, -10.0, NAN, 1.5, 3.0, 0.0) == FINE
    assert puppet.get("fw_mode") == MODE_GUIDED
    assert puppet.get("fw_goal_speed_mps") == 3.0
    puppet.until(lambda: hypot(puppet.place[0] - 30.0, puppet.place[1] + 10.0) < 0.1)
    # Where no height is told, it stays.
    assert puppet.place[2] == pytest.approx(-10.0, abs=0.6)
    assert puppet.get("fw_goal_yaw_rad") == 1.5
    assert puppet.ask(REQUEST_SPEED, 6.0) == FINE
    assert puppet.get("fw_goal_speed_mps") == 6.0
    assert puppet.ask(REQUEST_GO_TO, 0.0, 0.0, -20.0, NAN, 0.0, 15.0) == FINE
    assert puppet.get("fw_phase") == PHASE_CIRCLE
    assert puppet.get("fw_goal_radius_m") == 15.0


def test_go_to_is_refused_on_the_ground_and_disarmed() -> None:
    puppet = Puppet()
    go = (REQUEST_GO_TO, 1.0, 2.0, -3.0, NAN, 0.0, 0.0)
    assert puppet.ask(*go) == (ANSWER_TEMPORARILY_REJECTED, why.REASON_NOT_ARMED)
    puppet.arm()
    assert puppet.ask(*go) == (ANSWER_TEMPORARILY_REJECTED, why.REASON_NOT_FLYING)
    rover = driving()
    assert rover.ask(*go) == FINE
    assert rover.get("fw_phase") == PHASE_WAYPOINT


# Programs


def say(puppet: Puppet, kind: float, **values: list[float]) -> None:
    """One message of a program."""
    puppet.set(fw_offboard_kind=kind, fw_offboard_seen=puppet.get("fw_offboard_seen") + 1.0)
    puppet.set(**values)
    puppet.run(PASS_S)


def test_a_programs_velocity_is_flown_until_it_is_late() -> None:
    puppet = flying()
    puppet.ask(REQUEST_MODE, MODE_GUIDED)
    say(puppet, 2.0, fw_offboard_velocity_ned_mps=[1.0, NAN, 0.0], fw_offboard_yaw=[NAN, 0.3])
    assert puppet.get("fw_phase") == PHASE_OFFBOARD
    assert puppet.get("fw_control_level") == LEVEL_VELOCITY
    assert puppet.read("fw_goal_velocity_ned_mps") == [1.0, 0.0, 0.0]
    assert puppet.get("fw_goal_yaw_rate_radps") == 0.3
    # The last message holds for half a second to the pass, then it holds its place.
    puppet.run(0.48)
    assert puppet.get("fw_phase") == PHASE_OFFBOARD
    puppet.run(PASS_S)
    assert puppet.get("fw_phase") == PHASE_HOLD
    assert puppet.get("fw_mode") == MODE_GUIDED
    assert puppet.posted(why.EVENT_OFFBOARD_LOST) == [MODE_GUIDED]
    say(puppet, 2.0, fw_offboard_yaw=[0.4, NAN])
    assert puppet.get("fw_phase") == PHASE_OFFBOARD
    assert puppet.get("fw_goal_yaw_rate_radps") == pytest.approx(0.6)


def test_a_programs_place_is_a_goal() -> None:
    puppet = flying()
    puppet.ask(REQUEST_MODE, MODE_GUIDED)
    place = [5.0, 6.0, -12.0]
    say(puppet, 3.0, fw_offboard_position_ned_m=place, fw_offboard_yaw=[0.7, NAN])
    assert puppet.get("fw_control_level") == LEVEL_GOAL
    assert puppet.read("fw_goal_ned_m") == place
    assert puppet.get("fw_goal_yaw_rad") == 0.7


def told_for(puppet: Puppet, seconds: float, kind: float, **values: list[float]) -> None:
    """The same message of a program, again and again."""
    for _ in range(round(seconds / 0.1)):
        say(puppet, kind, **values)
        puppet.run(0.08)


def test_a_hover_is_no_ground() -> None:
    """Still and carried is also who hovers: one that was not asked to come down flies on."""
    puppet = flying()
    puppet.ask(REQUEST_MODE, MODE_GUIDED)
    here = puppet.read("fw_position_ned_m")
    told_for(puppet, 3.0, 3.0, fw_offboard_position_ned_m=here)
    assert puppet.get("fw_phase") == PHASE_OFFBOARD
    told_for(puppet, 3.0, 2.0, fw_offboard_velocity_ned_mps=[0.0, 0.0, 0.0])
    assert puppet.get("fw_phase") == PHASE_OFFBOARD


@pytest.mark.parametrize(
    ("kind", "values"),
    [
        (2.0, {"fw_offboard_velocity_ned_mps": [0.0, 0.0, 0.5]}),
        (3.0, {"fw_offboard_position_ned_m": [0.0, 0.0, 3.0]}),
    ],
)
def test_who_is_told_to_sink_and_does_not_stands(
    kind: float, values: dict[str, list[float]]
) -> None:
    puppet = flying()
    puppet.ask(REQUEST_MODE, MODE_GUIDED)
    puppet.set(fw_position_ned_m=[0.0, 0.0, 0.0])
    puppet.blocked = True
    told_for(puppet, 2.0, kind, **values)
    assert puppet.get("fw_flying") == 0.0


@pytest.mark.parametrize(
    ("kind", "level"),
    [
        (COMMAND_ANGLE, LEVEL_ANGLE),
        (COMMAND_RATE, LEVEL_RATE),
        (COMMAND_PASS_THROUGH, LEVEL_PASS_THROUGH),
    ],
)
def test_a_programs_axes_choose_the_level_and_lift_off(kind: float, level: float) -> None:
    puppet = Puppet()
    puppet.ask(REQUEST_MODE, MODE_GUIDED)
    puppet.arm()
    types = [0.0, 0.0, COMMAND_THROTTLE, kind, kind, COMMAND_RATE]
    say(puppet, 1.0, fw_offboard=[0.0] * 6, fw_offboard_type=types)
    assert puppet.get("fw_flying") == 0.0
    say(puppet, 1.0, fw_offboard=[0.0, 0.0, 0.5, 0.0, 0.0, 0.0])
    assert puppet.get("fw_phase") == PHASE_OFFBOARD
    assert puppet.get("fw_control_level") == level


# Other requests


def test_home_is_where_it_armed_or_where_it_was_told() -> None:
    puppet = Puppet()
    puppet.set(fw_position_ned_m=[3.0, 4.0, 0.0])
    puppet.arm()
    assert puppet.read("fw_home_ned_m") == [3.0, 4.0, 0.0]
    assert puppet.ask(REQUEST_SET_HOME, 1.0, NAN, 0.0) == (ANSWER_DENIED, why.REASON_BAD_NUMBER)
    assert puppet.ask(REQUEST_SET_HOME, 7.0, 8.0, -1.0) == FINE
    puppet.set(fw_armed=0.0)
    puppet.run(PASS_S)
    puppet.arm()
    assert puppet.read("fw_home_ned_m") == [7.0, 8.0, -1.0]
    puppet.set(fw_position_ok=0.0)
    refused = (ANSWER_TEMPORARILY_REJECTED, why.REASON_NO_POSITION)
    assert puppet.ask(REQUEST_SET_HOME, 0.0, 0.0, 0.0) == refused


def test_pause_waits_where_it_is_and_goes_on() -> None:
    puppet = flying()
    puppet.ask(REQUEST_GO_TO, 100.0, 0.0, -10.0, NAN, 5.0, 0.0)
    puppet.run(5.0)
    assert puppet.ask(REQUEST_PAUSE, 1.0) == FINE
    assert puppet.get("fw_phase") == PHASE_HOLD
    puppet.run(20.0)
    # 5 m/s stop within 6.25 m at 2 m/s^2.
    assert puppet.place[0] == pytest.approx(25.0 + 6.25, abs=0.5)
    assert puppet.ask(REQUEST_PAUSE, 0.0) == FINE
    assert puppet.get("fw_phase") == PHASE_WAYPOINT
    assert puppet.read("fw_goal_start_ned_m")[0] == pytest.approx(puppet.place[0], abs=0.2)
    puppet.until(lambda: puppet.place[0] > 99.0)


def test_a_pause_is_refused_where_there_is_nothing_to_pause() -> None:
    puppet = Puppet()
    rejected = ANSWER_TEMPORARILY_REJECTED
    assert puppet.ask(REQUEST_PAUSE, 1.0) == (rejected, why.REASON_NOT_FLYING)
    puppet = flying()
    puppet.ask(REQUEST_MODE, MODE_STABILISE)
    assert puppet.ask(REQUEST_PAUSE, 1.0) == (rejected, why.REASON_NOTHING_TO_PAUSE)
    puppet.ask(REQUEST_LAND)
    assert puppet.ask(REQUEST_PAUSE, 1.0) == (ANSWER_DENIED, why.REASON_LANDING)


def test_it_looks_at_a_place_on_its_way() -> None:
    puppet = flying()
    puppet.ask(REQUEST_GO_TO, 50.0, 0.0, -10.0, NAN, 5.0, 0.0)
    assert puppet.ask(REQUEST_LOOK_AT, 25.0, 25.0, 0.0) == FINE
    puppet.until(lambda: puppet.place[0] > 25.0)
    assert puppet.get("fw_goal_yaw_rad") == pytest.approx(pi / 2.0, abs=0.02)
    assert puppet.get("fw_goal_yaw_used") == 1.0
    assert puppet.ask(REQUEST_LOOK_AT, NAN, NAN, NAN) == FINE
    puppet.run(2.0)
    assert puppet.get("fw_goal_yaw_rad") == pytest.approx(pi / 2.0, abs=0.03)
    wing = Puppet(AIRFRAME_WING)
    cannot = (ANSWER_UNSUPPORTED, why.REASON_CANNOT_LOOK)
    assert wing.ask(REQUEST_LOOK_AT, 1.0, 1.0, 1.0) == cannot


def test_servos_are_set_by_hand_where_there_are_any() -> None:
    wing = Puppet(AIRFRAME_WING)
    assert wing.ask(REQUEST_SERVO, 2.0, -0.5) == FINE
    assert wing.read("fw_aux_command")[2] == -0.5
    assert wing.read("fw_aux_used") == [0.0, 0.0, 1.0, 0.0, 0.0]
    assert wing.ask(REQUEST_SERVO, 2.0, NAN) == FINE
    assert wing.read("fw_aux_used")[2] == 0.0
    assert wing.ask(REQUEST_SERVO, 5.0, 0.0) == (ANSWER_UNSUPPORTED, why.REASON_NO_SERVO)
    assert wing.ask(REQUEST_SERVO, 1.0, 1.5) == (ANSWER_DENIED, why.REASON_BAD_NUMBER)
    quad = Puppet(servos=False)
    assert quad.ask(REQUEST_SERVO, 0.0, 0.0) == (ANSWER_UNSUPPORTED, why.REASON_NO_SERVO)


def test_transition_is_for_vtol_in_the_air() -> None:
    quad, vtol = Puppet(), Puppet(AIRFRAME_VTOL)
    unsupported = (ANSWER_UNSUPPORTED, why.REASON_NO_TRANSITION)
    assert quad.ask(REQUEST_TRANSITION, 2.0) == unsupported
    on_ground = (ANSWER_TEMPORARILY_REJECTED, why.REASON_NOT_FLYING)
    assert vtol.ask(REQUEST_TRANSITION, 2.0) == on_ground
    vtol.arm()
    vtol.ask(REQUEST_TAKEOFF, 20.0, NAN)
    vtol.until_phase(PHASE_HOLD)
    assert vtol.ask(REQUEST_TRANSITION, 3.0) == (ANSWER_DENIED, why.REASON_BAD_NUMBER)
    assert vtol.ask(REQUEST_TRANSITION, 2.0) == FINE
    assert vtol.get("fw_vtol_request") == 2.0
    vtol.ask(REQUEST_LAND)
    assert vtol.get("fw_vtol_request") == 1.0


def test_bad_numbers_and_unknown_requests_are_told() -> None:
    puppet = Puppet()
    assert puppet.ask(REQUEST_SPEED, NAN) == (ANSWER_DENIED, why.REASON_BAD_NUMBER)
    assert puppet.ask(REQUEST_SPEED, -1.0) == (ANSWER_DENIED, why.REASON_BAD_NUMBER)
    assert puppet.ask(99.0) == (ANSWER_UNSUPPORTED, why.REASON_UNKNOWN_REQUEST)
    rejected = ANSWER_TEMPORARILY_REJECTED
    assert puppet.ask(REQUEST_SET_ITEM, 0.0) == (rejected, why.REASON_NO_MISSION)
    assert puppet.ask(REQUEST_START_MISSION, 0.0) == (rejected, why.REASON_NO_MISSION)
    puppet.load((16.0,), (16.0,))
    assert puppet.ask(REQUEST_SET_ITEM, 2.0) == (ANSWER_DENIED, why.REASON_NO_SUCH_ITEM)
    assert puppet.ask(REQUEST_SET_ITEM, NAN) == (ANSWER_DENIED, why.REASON_NO_SUCH_ITEM)
    assert puppet.ask(REQUEST_START_MISSION, 0.0) == (rejected, why.REASON_NOT_ARMED)
    assert puppet.ask(REQUEST_START_MISSION, 2.0) == (ANSWER_DENIED, why.REASON_NO_SUCH_ITEM)


def test_requests_of_the_state_manager_are_left_to_it() -> None:
    puppet = Puppet()
    puppet.set(fw_request=[REQUEST_ARM, 1.0] + [0.0] * 6, fw_request_id=1.0)
    puppet.run(1.0)
    assert puppet.get("fw_answer_id") == 0.0


def test_asking_for_the_present_mode_changes_nothing() -> None:
    puppet = flying()
    puppet.ask(REQUEST_MODE, MODE_LOITER)
    legs = puppet.get("fw_leg_count")
    assert puppet.ask(REQUEST_MODE, MODE_LOITER) == FINE
    assert puppet.get("fw_leg_count") == legs


# Wings


def test_a_wing_on_hold_circles_around_where_it_was() -> None:
    wing = flying(AIRFRAME_WING, 50.0)
    wing.set(fw_velocity_ned_mps=[15.0, 0.0, 0.0])
    here = wing.place
    wing.ask(REQUEST_MODE, MODE_HOLD)
    # A wing cannot stop: the goal is where it is, and guidance goes around it.
    assert wing.read("fw_goal_ned_m")[:2] == pytest.approx(here[:2])
    assert wing.get("fw_goal_yaw_used") == 0.0
    levels = [(MODE_STABILISE, LEVEL_ANGLE), (MODE_ALTITUDE, LEVEL_CLIMB)]
    for mode, level in [*levels, (MODE_MANUAL, LEVEL_PASS_THROUGH)]:
        assert wing.ask(REQUEST_MODE, mode) == FINE
        assert wing.get("fw_control_level") == level


def test_a_wing_takes_off_straight_ahead() -> None:
    wing = Puppet(AIRFRAME_WING)
    wing.set(fw_attitude_wxyz=[2**-0.5, 0.0, 0.0, 2**-0.5])
    wing.arm()
    wing.ask(REQUEST_TAKEOFF, 40.0, NAN)
    assert wing.get("fw_phase") == PHASE_TAKEOFF
    assert wing.get("fw_goal_yaw_used") == 1.0
    assert wing.get("fw_goal_yaw_rad") == pytest.approx(pi / 2.0)
    wing.until_phase(PHASE_HOLD)
    assert wing.place[2] < -37.0


def test_an_air_start_flies_its_mode_at_once() -> None:
    wing = Puppet(AIRFRAME_WING)
    wing.set(fw_position_ned_m=[0.0, 0.0, -100.0], fw_armed=1.0, fw_flying=1.0)
    wing.set(fw_phase=PHASE_HOLD, fw_mode=MODE_LOITER)
    wing.run(PASS_S)
    assert wing.get("fw_flying") == 1.0
    assert wing.get("fw_phase") == PHASE_HOLD
    assert wing.read("fw_goal_ned_m")[2] == pytest.approx(-100.0)


def test_a_rover_told_to_land_stops_and_is_done() -> None:
    rover = driving()
    rover.ask(REQUEST_GO_TO, 100.0, 0.0, 0.0, NAN, 2.0, 0.0)
    rover.run(5.0)
    rover.ask(REQUEST_LAND)
    rover.until_phase(PHASE_LANDED, 5.0)
    assert rover.place[0] < 15.0
    assert rover.get("fw_armed") == 0.0
