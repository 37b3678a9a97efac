"""Modes: what each needs, what each does, and who may change it."""

from math import hypot, pi

import pytest
from flight_puppet import NAN, PASS_S, Puppet

from simloop.firmware.codes import Airframe, Answer, Axis, GoalKind, Level, Mode, Phase, RequestKind
from simloop.firmware.command.reasons import MODE_REASONS, Event, Refusal

FINE = (Answer.ACCEPTED, 0.0)
ALL_MODES = [float(mode) for mode in range(15)]


def flying(airframe: float = Airframe.MULTIROTOR, height_m: float = 10.0) -> Puppet:
    """A puppet in the air, on hold."""
    puppet = Puppet(airframe)
    puppet.arm()
    assert puppet.ask(RequestKind.TAKEOFF, height_m, NAN) == FINE
    puppet.until_phase(Phase.HOLD)
    return puppet


def driving(airframe: float = Airframe.ROVER) -> Puppet:
    puppet = Puppet(airframe)
    puppet.arm()
    return puppet


def test_every_reason_has_a_text_and_texts_differ() -> None:
    codes = [value for name, value in (vars(Refusal) | vars(Event)).items() if name.isupper()]
    assert sorted(codes) == sorted(MODE_REASONS)
    assert len(set(MODE_REASONS.values())) == len(codes)
    assert all(100.0 <= code < 200.0 for code in codes)


# Entry and refusal


@pytest.mark.parametrize(
    ("mode", "lack", "reason"),
    [
        (Mode.ALTITUDE, "fw_height_ok", Refusal.NO_HEIGHT),
        (Mode.POSITION, "fw_position_ok", Refusal.NO_POSITION),
        (Mode.HOLD, "fw_position_ok", Refusal.NO_POSITION),
        (Mode.GUIDED, "fw_position_ok", Refusal.NO_POSITION),
        (Mode.AUTO, "fw_item_count", Refusal.NO_MISSION),
        (Mode.AUTO, "fw_position_ok", Refusal.NO_POSITION),
        (Mode.RTL, "fw_position_ok", Refusal.NO_POSITION),
        (Mode.RTL, "fw_home_set", Refusal.NO_HOME),
        (Mode.SMART_RTL, "fw_path_count", Refusal.NO_PATH),
        (Mode.SMART_RTL, "fw_home_set", Refusal.NO_HOME),
        (Mode.LOITER, "fw_position_ok", Refusal.NO_POSITION),
        (Mode.CIRCLE, "fw_position_ok", Refusal.NO_POSITION),
        (Mode.FOLLOW, None, Refusal.NOBODY_TO_FOLLOW),
        (Mode.TAKEOFF, None, Refusal.ALREADY_FLYING),
    ],
)
def test_a_mode_is_refused_for_what_it_lacks(mode: float, lack: str | None, reason: float) -> None:
    puppet = flying()
    assert puppet.ask(RequestKind.MODE, Mode.STABILISE) == FINE
    puppet.load((16.0,))
    if lack is not None:
        puppet.set(**{lack: 0.0})
    assert puppet.ask(RequestKind.MODE, mode) == (Answer.TEMPORARILY_REJECTED, reason)
    assert puppet.get("fw_mode") == Mode.STABILISE


@pytest.mark.parametrize(
    "mode", [mode for mode in ALL_MODES if mode not in (Mode.MANUAL, Mode.TAKEOFF)]
)
def test_a_multirotor_that_has_all_enters_every_mode(mode: float) -> None:
    puppet = flying()
    puppet.load((16.0, 0.0, 0.0, 0.0, NAN, 50.0, 0.0, -10.0))
    puppet.set(fw_follow_seen=1.0)
    puppet.ask(RequestKind.MODE, Mode.STABILISE)
    assert puppet.ask(RequestKind.MODE, mode) == FINE
    assert puppet.get("fw_mode") == mode
    assert puppet.get("fw_flying") == 1.0
    if mode != Mode.STABILISE:
        assert puppet.posted(Event.MODE)[-1] == mode


@pytest.mark.parametrize(
    ("airframe", "mode"),
    [
        (Airframe.MULTIROTOR, Mode.MANUAL),
        (Airframe.ROVER, Mode.ALTITUDE),
        (Airframe.ROVER, Mode.TAKEOFF),
        (Airframe.BOAT, Mode.ALTITUDE),
    ],
)
def test_a_mode_that_is_not_for_the_vehicle_is_denied(airframe: float, mode: float) -> None:
    puppet = Puppet(airframe)
    puppet.arm()
    assert puppet.ask(RequestKind.MODE, mode) == (Answer.DENIED, Refusal.NOT_THIS_VEHICLE)


@pytest.mark.parametrize("mode", [-1.0, 15.0, 2.5, NAN])
def test_no_such_mode(mode: float) -> None:
    puppet = Puppet()
    assert puppet.ask(RequestKind.MODE, mode) == (Answer.DENIED, Refusal.UNKNOWN_MODE)
    assert puppet.get("fw_mode") == Mode.HOLD


def test_what_can_always_be_done_needs_no_position() -> None:
    quad, rover, wing = flying(), driving(), flying(Airframe.WING)
    for puppet in (quad, rover, wing):
        puppet.ask(RequestKind.MODE, Mode.STABILISE)
        puppet.set(fw_position_ok=0.0)
    assert quad.ask(RequestKind.MODE, Mode.LAND) == FINE
    assert rover.ask(RequestKind.MODE, Mode.HOLD) == FINE
    refused = (Answer.TEMPORARILY_REJECTED, Refusal.NO_POSITION)
    assert wing.ask(RequestKind.MODE, Mode.LAND) == refused


def test_a_mode_that_loses_its_position_waits_for_the_failsafe() -> None:
    puppet = flying()
    puppet.set(fw_position_ok=0.0)
    puppet.run(5.0)
    assert puppet.get("fw_mode") == Mode.TAKEOFF
    puppet.set(fw_failsafe_mode=Mode.LAND)
    puppet.run(PASS_S)
    assert puppet.get("fw_mode") == Mode.LAND
    assert puppet.get("fw_phase") == Phase.DESCEND


def test_the_initial_mode_is_the_parameters_unless_one_is_set() -> None:
    assert Puppet().get("fw_mode") == Mode.HOLD
    puppet = Puppet()
    puppet.set(fw_booted=0.0, fw_mode=Mode.STABILISE)
    puppet.run(PASS_S)
    assert puppet.get("fw_mode") == Mode.STABILISE


# Who changes the mode


def test_the_mode_switch_acts_when_it_moves() -> None:
    puppet = flying()
    puppet.set(fw_rc_mode_request=Mode.ALTITUDE)
    puppet.run(PASS_S)
    assert puppet.get("fw_mode") == Mode.ALTITUDE
    # The link may change it again while the switch stays.
    puppet.ask(RequestKind.MODE, Mode.LOITER)
    puppet.run(1.0)
    assert puppet.get("fw_mode") == Mode.LOITER


def test_a_refused_switch_keeps_the_mode_and_tells_why() -> None:
    puppet = flying()
    puppet.set(fw_rc_mode_request=Mode.AUTO)
    puppet.run(5 * PASS_S)
    assert puppet.get("fw_mode") == Mode.TAKEOFF
    assert puppet.posted(Refusal.NO_MISSION) == [Mode.AUTO]


def test_a_failsafe_wins_over_the_switch_and_may_be_left() -> None:
    puppet = flying()
    puppet.set(fw_rc_mode_request=Mode.LOITER, fw_failsafe_mode=Mode.RTL)
    puppet.run(PASS_S)
    assert puppet.get("fw_mode") == Mode.RTL
    puppet.set(fw_rc_mode_request=Mode.STABILISE)
    puppet.run(1.0)
    assert puppet.get("fw_mode") == Mode.STABILISE


def test_a_failsafe_wins_over_a_request_and_its_target() -> None:
    puppet = flying()
    puppet.set(fw_failsafe_mode=Mode.RTL)
    assert puppet.ask(RequestKind.GO_TO, 90.0, 0.0, -10.0, NAN, 0.0, 0.0) == FINE
    assert puppet.get("fw_mode") == Mode.RTL
    assert puppet.get("fw_target_used") == 0.0


@pytest.mark.parametrize(
    ("airframe", "wanted", "lack", "becomes"),
    [
        (Airframe.MULTIROTOR, Mode.SMART_RTL, "fw_path_count", Mode.RTL),
        (Airframe.MULTIROTOR, Mode.SMART_RTL, "fw_position_ok", Mode.LAND),
        (Airframe.MULTIROTOR, Mode.HOLD, "fw_position_ok", Mode.LAND),
        (Airframe.WING, Mode.RTL, "fw_position_ok", Mode.ALTITUDE),
        (Airframe.WING, Mode.RTL, "fw_home_set", Mode.ALTITUDE),
        (Airframe.ROVER, Mode.RTL, "fw_position_ok", Mode.HOLD),
    ],
)
def test_a_failsafe_takes_the_next_mode_that_is_possible(
    airframe: float, wanted: float, lack: str, becomes: float
) -> None:
    puppet = driving(airframe) if airframe >= Airframe.ROVER else flying(airframe)
    puppet.ask(RequestKind.MODE, Mode.STABILISE)
    puppet.set(fw_failsafe_mode=wanted, **{lack: 0.0})
    puppet.run(PASS_S)
    assert puppet.get("fw_mode") == becomes


# On the ground and off it


def test_a_flight_goes_through_its_phases_and_can_be_flown_again() -> None:
    puppet = Puppet()
    assert puppet.get("fw_phase") == Phase.ALIGN
    puppet.arm()
    assert puppet.get("fw_phase") == Phase.SPIN_UP
    for _ in range(2):
        puppet.set(fw_armed=1.0)
        puppet.run(1.2)
        puppet.phases.clear()
        puppet.ask(RequestKind.TAKEOFF, 4.0, NAN)
        assert puppet.get("fw_takeoff_time_s") == puppet.get("fw_time_s")
        assert puppet.get("fw_landed_time_s") == -1.0
        puppet.until_phase(Phase.HOLD)
        assert puppet.place[2] == pytest.approx(-3.5, abs=0.1)
        puppet.ask(RequestKind.LAND)
        puppet.until_phase(Phase.LANDED)
        wanted = [Phase.TAKEOFF, Phase.HOLD, Phase.DESCEND, Phase.TOUCH_DOWN, Phase.LANDED]
        assert puppet.phases == wanted
        assert puppet.get("fw_landed_time_s") == puppet.get("fw_time_s")
        assert puppet.get("fw_flying") == 0.0
        puppet.run(0.5)


def test_rotors_spin_up_for_a_second_and_others_go_at_once() -> None:
    quad, rover = Puppet(), Puppet(Airframe.ROVER)
    for puppet in (quad, rover):
        puppet.set(fw_armed=1.0)
    quad.ask(RequestKind.TAKEOFF, 5.0, NAN)
    assert quad.until_phase(Phase.TAKEOFF) == pytest.approx(1.0, abs=0.041)
    rover.run(2 * PASS_S)
    assert rover.get("fw_phase") == Phase.HOLD
    assert rover.get("fw_flying") == 1.0


def test_it_does_not_move_before_it_is_aligned() -> None:
    puppet = Puppet()
    puppet.set(fw_aligned=0.0, fw_armed=1.0)
    puppet.run(2.0)
    assert puppet.get("fw_phase") == Phase.ALIGN
    puppet.set(fw_aligned=1.0)
    puppet.run(PASS_S)
    assert puppet.get("fw_phase") == Phase.SPIN_UP


def test_what_felt_like_the_ground_was_none() -> None:
    puppet = flying()
    puppet.ask(RequestKind.LAND)
    puppet.run(0.2)
    puppet.set(fw_touched=1.0)
    puppet.run(PASS_S)
    assert puppet.get("fw_phase") == Phase.TOUCH_DOWN
    puppet.set(fw_velocity_ned_mps=[0.0, 0.0, 3.0])
    puppet.run(PASS_S)
    assert puppet.get("fw_phase") == Phase.DESCEND


def test_disarmed_in_the_air_it_has_not_landed() -> None:
    puppet = flying()
    puppet.set(fw_armed=0.0)
    puppet.run(PASS_S)
    assert puppet.get("fw_phase") == Phase.LANDED
    assert puppet.get("fw_flying") == 0.0
    assert puppet.get("fw_landed_time_s") == -1.0


@pytest.mark.parametrize(
    ("mode", "level", "throttle"),
    [(Mode.ACRO, Level.RATE, 0.15), (Mode.STABILISE, Level.ANGLE, 0.15),
     (Mode.ALTITUDE, Level.CLIMB, 0.65), (Mode.POSITION, Level.VELOCITY, 0.65)],
)  # fmt: skip
def test_sticks_lift_off_with_throttle_and_rest_without(
    mode: float, level: float, throttle: float
) -> None:
    puppet = Puppet()
    puppet.ask(RequestKind.MODE, mode)
    puppet.arm()
    assert puppet.get("fw_flying") == 0.0
    assert puppet.get("fw_control_level") == level
    puppet.set(fw_rc_stick=[0.0, 0.0, 0.0, throttle])
    puppet.run(PASS_S)
    assert puppet.get("fw_phase") == Phase.PILOT
    # In free fall nothing carries it: that is no ground, however low the throttle.
    puppet.set(fw_rc_stick=[0.0] * 4, fw_acceleration_frd_mps2=[0.0] * 3)
    puppet.run(3.0)
    assert puppet.get("fw_phase") == Phase.PILOT
    puppet.set(fw_acceleration_frd_mps2=[0.0, 0.0, -9.8])
    assert puppet.until_phase(Phase.SPIN_UP) == pytest.approx(1.0, abs=0.041)
    assert puppet.get("fw_flying") == 0.0
    puppet.set(fw_armed=0.0)
    puppet.run(PASS_S)
    assert puppet.get("fw_landed_time_s") == puppet.get("fw_time_s")


def test_a_quadplane_in_manual_and_a_rover_have_plain_sticks() -> None:
    rover = driving()
    rover.ask(RequestKind.MODE, Mode.MANUAL)
    assert rover.get("fw_control_level") == Level.PASS_THROUGH
    assert rover.get("fw_phase") == Phase.PILOT


def test_on_the_ground_modes_of_the_air_rest() -> None:
    for mode in (Mode.HOLD, Mode.LOITER, Mode.GUIDED, Mode.RTL, Mode.LAND, Mode.CIRCLE):
        puppet = Puppet()
        puppet.ask(RequestKind.MODE, mode)
        puppet.arm()
        puppet.run(2.0)
        assert puppet.get("fw_phase") == Phase.SPIN_UP, mode
        assert puppet.get("fw_flying") == 0.0


def test_take_off_needs_arming_and_a_sensible_height() -> None:
    puppet = Puppet()
    not_armed = (Answer.TEMPORARILY_REJECTED, Refusal.NOT_ARMED)
    assert puppet.ask(RequestKind.TAKEOFF, 5.0, NAN) == not_armed
    puppet.arm()
    assert puppet.ask(RequestKind.TAKEOFF, -3.0, NAN) == (Answer.DENIED, Refusal.BAD_NUMBER)
    # No height: the parameter's, above home and not above the origin.
    puppet.ask(RequestKind.SET_HOME, 0.0, 0.0, -20.0)
    puppet.set(fw_takeoff_altitude_m=7.0)
    assert puppet.ask(RequestKind.TAKEOFF, 0.0, 1.0) == FINE
    assert puppet.read("fw_goal_ned_m")[2] == pytest.approx(-27.0)
    assert puppet.get("fw_goal_yaw_rad") == pytest.approx(1.0)


def test_guided_mode_takes_off_and_stays_guided() -> None:
    puppet = Puppet()
    puppet.ask(RequestKind.MODE, Mode.GUIDED)
    puppet.arm()
    assert puppet.ask(RequestKind.TAKEOFF, 6.0, NAN) == FINE
    assert puppet.get("fw_mode") == Mode.GUIDED
    puppet.until_phase(Phase.HOLD)
    assert puppet.get("fw_mode") == Mode.GUIDED


# Modes in the air


def test_hold_stops_ahead_of_a_moving_vehicle() -> None:
    puppet = flying()
    puppet.ask(RequestKind.MODE, Mode.STABILISE)
    puppet.set(fw_velocity_ned_mps=[4.0, 0.0, 0.0])
    here = puppet.place
    puppet.ask(RequestKind.MODE, Mode.HOLD)
    goal = puppet.read("fw_goal_ned_m")
    # 4 m/s at 2 m/s^2: 4 m.
    assert goal[0] - here[0] == pytest.approx(4.0)
    assert goal[1:] == pytest.approx(here[1:])
    assert puppet.get("fw_goal_kind") == GoalKind.STOP


def test_a_rover_on_hold_stands_and_told_to_loiter_goes_back() -> None:
    rover = driving()
    rover.ask(RequestKind.MODE, Mode.HOLD)
    assert rover.get("fw_phase") == Phase.HOLD
    rover.ask(RequestKind.MODE, Mode.LOITER)
    assert rover.get("fw_phase") == Phase.WAYPOINT
    assert rover.get("fw_goal_kind") == GoalKind.STOP


def test_circle_has_its_centre_ahead() -> None:
    puppet = flying()
    puppet.set(fw_attitude_wxyz=[2**-0.5, 0.0, 0.0, 2**-0.5], fw_circle_direction=1.0)
    puppet.ask(RequestKind.MODE, Mode.CIRCLE)
    assert puppet.get("fw_phase") == Phase.CIRCLE
    assert puppet.get("fw_goal_kind") == GoalKind.ORBIT
    assert puppet.read("fw_goal_ned_m")[:2] == pytest.approx([0.0, 20.0], abs=1e-6)
    assert puppet.get("fw_goal_radius_m") == -20.0
    assert puppet.get("fw_goal_speed_mps") == 2.0
    puppet.set(fw_circle_radius_m=0.0)
    puppet.ask(RequestKind.MODE, Mode.HOLD)
    puppet.ask(RequestKind.MODE, Mode.CIRCLE)
    assert puppet.get("fw_phase") == Phase.HOLD


def test_follow_keeps_its_offset_and_holds_when_lost() -> None:
    puppet = flying()
    puppet.set(fw_follow_ned_m=[50.0, 0.0, 0.0], fw_follow_seen=1.0)
    puppet.set(fw_follow_velocity_ned_mps=[0.0, 2.0, 0.0])
    assert puppet.ask(RequestKind.MODE, Mode.FOLLOW) == FINE
    puppet.run(1.0)
    # Between messages the other one goes on.
    assert puppet.read("fw_goal_ned_m") == pytest.approx([40.0, 2.0, -5.0], abs=0.05)
    lost = puppet.until_phase(Phase.HOLD)
    assert lost == pytest.approx(2.0, abs=0.05)
    assert puppet.posted(Event.FOLLOW_LOST) == [Mode.FOLLOW]
    puppet.set(fw_follow_ned_m=[60.0, 0.0, 0.0], fw_follow_seen=2.0)
    puppet.run(2 * PASS_S)
    assert puppet.get("fw_phase") == Phase.WAYPOINT
    assert puppet.read("fw_goal_ned_m")[0] == pytest.approx(50.0)


def test_guided_goes_where_it_is_told() -> None:
    puppet = flying()
    assert puppet.ask(RequestKind.GO_TO, 30.0, -10.0, NAN, 1.5, 3.0, 0.0) == FINE
    assert puppet.get("fw_mode") == Mode.GUIDED
    assert puppet.get("fw_goal_speed_mps") == 3.0
    puppet.until(lambda: hypot(puppet.place[0] - 30.0, puppet.place[1] + 10.0) < 0.1)
    # Where no height is told, it stays.
    assert puppet.place[2] == pytest.approx(-10.0, abs=0.6)
    assert puppet.get("fw_goal_yaw_rad") == 1.5
    assert puppet.ask(RequestKind.SPEED, 6.0) == FINE
    assert puppet.get("fw_goal_speed_mps") == 6.0
    assert puppet.ask(RequestKind.GO_TO, 0.0, 0.0, -20.0, NAN, 0.0, 15.0) == FINE
    assert puppet.get("fw_phase") == Phase.CIRCLE
    assert puppet.get("fw_goal_radius_m") == 15.0


def test_go_to_is_refused_on_the_ground_and_disarmed() -> None:
    puppet = Puppet()
    go = (RequestKind.GO_TO, 1.0, 2.0, -3.0, NAN, 0.0, 0.0)
    assert puppet.ask(*go) == (Answer.TEMPORARILY_REJECTED, Refusal.NOT_ARMED)
    puppet.arm()
    assert puppet.ask(*go) == (Answer.TEMPORARILY_REJECTED, Refusal.NOT_FLYING)
    rover = driving()
    assert rover.ask(*go) == FINE
    assert rover.get("fw_phase") == Phase.WAYPOINT


# Programs


def say(puppet: Puppet, kind: float, **values: list[float]) -> None:
    """One message of a program."""
    puppet.set(fw_offboard_kind=kind, fw_offboard_seen=puppet.get("fw_offboard_seen") + 1.0)
    puppet.set(**values)
    puppet.run(PASS_S)


def test_a_programs_velocity_is_flown_until_it_is_late() -> None:
    puppet = flying()
    puppet.ask(RequestKind.MODE, Mode.GUIDED)
    say(puppet, 2.0, fw_offboard_velocity_ned_mps=[1.0, NAN, 0.0], fw_offboard_yaw=[NAN, 0.3])
    assert puppet.get("fw_phase") == Phase.OFFBOARD
    assert puppet.get("fw_control_level") == Level.VELOCITY
    assert puppet.read("fw_goal_velocity_ned_mps") == [1.0, 0.0, 0.0]
    assert puppet.get("fw_goal_yaw_rate_radps") == 0.3
    # The last message holds for half a second to the pass, then it holds its place.
    puppet.run(0.48)
    assert puppet.get("fw_phase") == Phase.OFFBOARD
    puppet.run(PASS_S)
    assert puppet.get("fw_phase") == Phase.HOLD
    assert puppet.get("fw_mode") == Mode.GUIDED
    assert puppet.posted(Event.OFFBOARD_LOST) == [Mode.GUIDED]
    say(puppet, 2.0, fw_offboard_yaw=[0.4, NAN])
    assert puppet.get("fw_phase") == Phase.OFFBOARD
    assert puppet.get("fw_goal_yaw_rate_radps") == pytest.approx(0.6)


def test_a_programs_place_is_a_goal() -> None:
    puppet = flying()
    puppet.ask(RequestKind.MODE, Mode.GUIDED)
    place = [5.0, 6.0, -12.0]
    say(puppet, 3.0, fw_offboard_position_ned_m=place, fw_offboard_yaw=[0.7, NAN])
    assert puppet.get("fw_control_level") == Level.GOAL
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
    puppet.ask(RequestKind.MODE, Mode.GUIDED)
    here = puppet.read("fw_position_ned_m")
    told_for(puppet, 3.0, 3.0, fw_offboard_position_ned_m=here)
    assert puppet.get("fw_phase") == Phase.OFFBOARD
    told_for(puppet, 3.0, 2.0, fw_offboard_velocity_ned_mps=[0.0, 0.0, 0.0])
    assert puppet.get("fw_phase") == Phase.OFFBOARD


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
    puppet.ask(RequestKind.MODE, Mode.GUIDED)
    puppet.set(fw_position_ned_m=[0.0, 0.0, 0.0])
    puppet.blocked = True
    told_for(puppet, 2.0, kind, **values)
    assert puppet.get("fw_flying") == 0.0


@pytest.mark.parametrize(
    ("kind", "level"),
    [(Axis.ANGLE, Level.ANGLE), (Axis.RATE, Level.RATE), (Axis.PASS_THROUGH, Level.PASS_THROUGH)],
)
def test_a_programs_axes_choose_the_level_and_lift_off(kind: float, level: float) -> None:
    puppet = Puppet()
    puppet.ask(RequestKind.MODE, Mode.GUIDED)
    puppet.arm()
    types = [0.0, 0.0, Axis.THROTTLE, kind, kind, Axis.RATE]
    say(puppet, 1.0, fw_offboard=[0.0] * 6, fw_offboard_type=types)
    assert puppet.get("fw_flying") == 0.0
    say(puppet, 1.0, fw_offboard=[0.0, 0.0, 0.5, 0.0, 0.0, 0.0])
    assert puppet.get("fw_phase") == Phase.OFFBOARD
    assert puppet.get("fw_control_level") == level


# Other requests


def test_home_is_where_it_armed_or_where_it_was_told() -> None:
    puppet = Puppet()
    puppet.set(fw_position_ned_m=[3.0, 4.0, 0.0])
    puppet.arm()
    assert puppet.read("fw_home_ned_m") == [3.0, 4.0, 0.0]
    assert puppet.ask(RequestKind.SET_HOME, 1.0, NAN, 0.0) == (Answer.DENIED, Refusal.BAD_NUMBER)
    assert puppet.ask(RequestKind.SET_HOME, 7.0, 8.0, -1.0) == FINE
    puppet.set(fw_armed=0.0)
    puppet.run(PASS_S)
    puppet.arm()
    assert puppet.read("fw_home_ned_m") == [7.0, 8.0, -1.0]
    puppet.set(fw_position_ok=0.0)
    refused = (Answer.TEMPORARILY_REJECTED, Refusal.NO_POSITION)
    assert puppet.ask(RequestKind.SET_HOME, 0.0, 0.0, 0.0) == refused


def test_pause_waits_where_it_is_and_goes_on() -> None:
    puppet = flying()
    puppet.ask(RequestKind.GO_TO, 100.0, 0.0, -10.0, NAN, 5.0, 0.0)
    puppet.run(5.0)
    assert puppet.ask(RequestKind.PAUSE, 1.0) == FINE
    assert puppet.get("fw_phase") == Phase.HOLD
    puppet.run(20.0)
    # 5 m/s stop within 6.25 m at 2 m/s^2.
    assert puppet.place[0] == pytest.approx(25.0 + 6.25, abs=0.5)
    assert puppet.ask(RequestKind.PAUSE, 0.0) == FINE
    assert puppet.get("fw_phase") == Phase.WAYPOINT
    assert puppet.read("fw_goal_start_ned_m")[0] == pytest.approx(puppet.place[0], abs=0.2)
    puppet.until(lambda: puppet.place[0] > 99.0)


def test_a_pause_is_refused_where_there_is_nothing_to_pause() -> None:
    puppet = Puppet()
    rejected = Answer.TEMPORARILY_REJECTED
    assert puppet.ask(RequestKind.PAUSE, 1.0) == (rejected, Refusal.NOT_FLYING)
    puppet = flying()
    puppet.ask(RequestKind.MODE, Mode.STABILISE)
    assert puppet.ask(RequestKind.PAUSE, 1.0) == (rejected, Refusal.NOTHING_TO_PAUSE)
    puppet.ask(RequestKind.LAND)
    assert puppet.ask(RequestKind.PAUSE, 1.0) == (Answer.DENIED, Refusal.LANDING)


def test_it_looks_at_a_place_on_its_way() -> None:
    puppet = flying()
    puppet.ask(RequestKind.GO_TO, 50.0, 0.0, -10.0, NAN, 5.0, 0.0)
    assert puppet.ask(RequestKind.LOOK_AT, 25.0, 25.0, 0.0) == FINE
    puppet.until(lambda: puppet.place[0] > 25.0)
    assert puppet.get("fw_goal_yaw_rad") == pytest.approx(pi / 2.0, abs=0.02)
    assert puppet.get("fw_goal_yaw_used") == 1.0
    assert puppet.ask(RequestKind.LOOK_AT, NAN, NAN, NAN) == FINE
    puppet.run(2.0)
    assert puppet.get("fw_goal_yaw_rad") == pytest.approx(pi / 2.0, abs=0.03)
    wing = Puppet(Airframe.WING)
    cannot = (Answer.UNSUPPORTED, Refusal.CANNOT_LOOK)
    assert wing.ask(RequestKind.LOOK_AT, 1.0, 1.0, 1.0) == cannot


def test_servos_are_set_by_hand_where_there_are_any() -> None:
    wing = Puppet(Airframe.WING)
    assert wing.ask(RequestKind.SERVO, 2.0, -0.5) == FINE
    assert wing.read("fw_aux_command")[2] == -0.5
    assert wing.read("fw_aux_used") == [0.0, 0.0, 1.0, 0.0, 0.0]
    assert wing.ask(RequestKind.SERVO, 2.0, NAN) == FINE
    assert wing.read("fw_aux_used")[2] == 0.0
    assert wing.ask(RequestKind.SERVO, 5.0, 0.0) == (Answer.UNSUPPORTED, Refusal.NO_SERVO)
    assert wing.ask(RequestKind.SERVO, 1.0, 1.5) == (Answer.DENIED, Refusal.BAD_NUMBER)
    quad = Puppet(servos=False)
    assert quad.ask(RequestKind.SERVO, 0.0, 0.0) == (Answer.UNSUPPORTED, Refusal.NO_SERVO)


def test_transition_is_for_vtol_in_the_air() -> None:
    quad, vtol = Puppet(), Puppet(Airframe.VTOL)
    unsupported = (Answer.UNSUPPORTED, Refusal.NO_TRANSITION)
    assert quad.ask(RequestKind.TRANSITION, 2.0) == unsupported
    on_ground = (Answer.TEMPORARILY_REJECTED, Refusal.NOT_FLYING)
    assert vtol.ask(RequestKind.TRANSITION, 2.0) == on_ground
    vtol.arm()
    vtol.ask(RequestKind.TAKEOFF, 20.0, NAN)
    vtol.until_phase(Phase.HOLD)
    assert vtol.ask(RequestKind.TRANSITION, 3.0) == (Answer.DENIED, Refusal.BAD_NUMBER)
    assert vtol.ask(RequestKind.TRANSITION, 2.0) == FINE
    assert vtol.get("fw_vtol_request") == 2.0
    vtol.ask(RequestKind.LAND)
    assert vtol.get("fw_vtol_request") == 1.0


def test_bad_numbers_and_unknown_requests_are_told() -> None:
    puppet = Puppet()
    assert puppet.ask(RequestKind.SPEED, NAN) == (Answer.DENIED, Refusal.BAD_NUMBER)
    assert puppet.ask(RequestKind.SPEED, -1.0) == (Answer.DENIED, Refusal.BAD_NUMBER)
    assert puppet.ask(99.0) == (Answer.UNSUPPORTED, Refusal.UNKNOWN_REQUEST)
    rejected = Answer.TEMPORARILY_REJECTED
    assert puppet.ask(RequestKind.SET_ITEM, 0.0) == (rejected, Refusal.NO_MISSION)
    assert puppet.ask(RequestKind.START_MISSION, 0.0) == (rejected, Refusal.NO_MISSION)
    puppet.load((16.0,), (16.0,))
    assert puppet.ask(RequestKind.SET_ITEM, 2.0) == (Answer.DENIED, Refusal.NO_SUCH_ITEM)
    assert puppet.ask(RequestKind.SET_ITEM, NAN) == (Answer.DENIED, Refusal.NO_SUCH_ITEM)
    assert puppet.ask(RequestKind.START_MISSION, 0.0) == (rejected, Refusal.NOT_ARMED)
    assert puppet.ask(RequestKind.START_MISSION, 2.0) == (Answer.DENIED, Refusal.NO_SUCH_ITEM)


def test_requests_of_the_state_manager_are_left_to_it() -> None:
    puppet = Puppet()
    puppet.set(fw_request=[RequestKind.ARM, 1.0] + [0.0] * 6, fw_request_id=1.0)
    puppet.run(1.0)
    assert puppet.get("fw_answer_id") == 0.0


def test_asking_for_the_present_mode_changes_nothing() -> None:
    puppet = flying()
    puppet.ask(RequestKind.MODE, Mode.LOITER)
    legs = puppet.get("fw_leg_count")
    assert puppet.ask(RequestKind.MODE, Mode.LOITER) == FINE
    assert puppet.get("fw_leg_count") == legs


# Wings


def test_a_wing_on_hold_circles_around_where_it_was() -> None:
    wing = flying(Airframe.WING, 50.0)
    wing.set(fw_velocity_ned_mps=[15.0, 0.0, 0.0])
    here = wing.place
    wing.ask(RequestKind.MODE, Mode.HOLD)
    # A wing cannot stop: the goal is where it is, and guidance goes around it.
    assert wing.read("fw_goal_ned_m")[:2] == pytest.approx(here[:2])
    assert wing.get("fw_goal_yaw_used") == 0.0
    levels = [(Mode.STABILISE, Level.ANGLE), (Mode.ALTITUDE, Level.CLIMB)]
    for mode, level in [*levels, (Mode.MANUAL, Level.PASS_THROUGH)]:
        assert wing.ask(RequestKind.MODE, mode) == FINE
        assert wing.get("fw_control_level") == level


def test_a_wing_takes_off_straight_ahead() -> None:
    wing = Puppet(Airframe.WING)
    wing.set(fw_attitude_wxyz=[2**-0.5, 0.0, 0.0, 2**-0.5])
    wing.arm()
    wing.ask(RequestKind.TAKEOFF, 40.0, NAN)
    assert wing.get("fw_phase") == Phase.TAKEOFF
    assert wing.get("fw_goal_yaw_used") == 1.0
    assert wing.get("fw_goal_yaw_rad") == pytest.approx(pi / 2.0)
    wing.until_phase(Phase.HOLD)
    assert wing.place[2] < -37.0


def test_an_air_start_flies_its_mode_at_once() -> None:
    wing = Puppet(Airframe.WING)
    wing.set(fw_position_ned_m=[0.0, 0.0, -100.0], fw_armed=1.0, fw_flying=1.0)
    wing.set(fw_phase=Phase.HOLD, fw_mode=Mode.LOITER)
    wing.run(PASS_S)
    assert wing.get("fw_flying") == 1.0
    assert wing.get("fw_phase") == Phase.HOLD
    assert wing.read("fw_goal_ned_m")[2] == pytest.approx(-100.0)


def test_a_rover_told_to_land_stops_and_is_done() -> None:
    rover = driving()
    rover.ask(RequestKind.GO_TO, 100.0, 0.0, 0.0, NAN, 2.0, 0.0)
    rover.run(5.0)
    rover.ask(RequestKind.LAND)
    rover.until_phase(Phase.LANDED, 5.0)
    assert rover.place[0] < 15.0
    assert rover.get("fw_armed") == 0.0
