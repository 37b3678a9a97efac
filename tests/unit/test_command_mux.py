"""The command mux: sticks, programs, who rules which axis and why."""

from collections.abc import Sequence
from math import cos, pi, sin

import pytest
from safety_bench import PASS_S, SafetyBench

from simloop.firmware.codes import Airframe, Axis, Level, Phase
from simloop.firmware.command.mux import mask_of

FX, FY, FZ, QX, QY, QZ = range(6)
PASS, RATE, ANGLE = Axis.PASS_THROUGH, Axis.RATE, Axis.ANGLE
THROTTLE, NONE = Axis.THROTTLE, Axis.NONE
ABSENT = 0x40 | 0x80 | 0x100 | 0x200
AXES_TYPES = [PASS, PASS, THROTTLE, ANGLE, ANGLE, RATE]
AXES = [0.0, 0.0, 0.6, 0.1, -0.2, 0.3]


def pilot(level: float, airframe: float = Airframe.MULTIROTOR, **values: object) -> SafetyBench:
    """A pilot flies at a control level."""
    bench = SafetyBench(fw_phase=Phase.PILOT, fw_control_level=level, fw_airframe=airframe)
    bench.radio = True
    bench.sticks(throttle=0.5)
    bench.set(**values)  # type: ignore[arg-type]
    bench.passes(2)
    return bench


def program(
    numbers: Sequence[float] = AXES, types: Sequence[float] = AXES_TYPES, **values: object
) -> SafetyBench:
    """A program commands axes, and a pilot stands by with throttle up."""
    bench = pilot(Level.ANGLE, fw_phase=Phase.OFFBOARD, fw_offboard_kind=1.0)
    bench.sticks(throttle=0.9)
    bench.set(fw_offboard=numbers, fw_offboard_type=types)
    bench.set(**values)  # type: ignore[arg-type]
    speak(bench)
    return bench


def speak(bench: SafetyBench, passes: int = 1) -> None:
    """The program sends a message before each pass."""
    for _ in range(passes):
        bench.set(fw_offboard_seen=bench.get("fw_offboard_seen") + 1.0)
        bench.passes(1)


def command(bench: SafetyBench) -> list[float]:
    return bench.lane.read("fw_command")


def types(bench: SafetyBench) -> list[float]:
    return bench.lane.read("fw_command_type")


def why(bench: SafetyBench) -> int:
    return int(bench.get("fw_override"))


# Sticks alone.


@pytest.mark.parametrize(
    ("level", "airframe", "expected", "kinds"),
    [
        (
            Level.PASS_THROUGH,
            Airframe.WING,
            [0.3, 0.0, 0.0, 0.5, -0.5, 0.25],
            [THROTTLE, NONE, NONE, PASS, PASS, PASS],
        ),
        (
            Level.RATE,
            Airframe.MULTIROTOR,
            [0.0, 0.0, 0.3, 0.5 * 3.14159, -0.5 * 3.14159, 0.25 * 1.507],
            [NONE, NONE, THROTTLE, RATE, RATE, RATE],
        ),
        (
            Level.ANGLE,
            Airframe.MULTIROTOR,
            [0.0, 0.0, 0.3, 0.393, -0.393, 0.25 * 1.507],
            [NONE, NONE, THROTTLE, ANGLE, ANGLE, RATE],
        ),
        (
            Level.RATE,
            Airframe.WING,
            [0.3, 0.0, 0.0, 0.5 * 3.14159, -0.5 * 3.14159, 0.25 * 1.507],
            [THROTTLE, NONE, NONE, RATE, RATE, RATE],
        ),
        (
            Level.ANGLE,
            Airframe.WING,
            [0.3, 0.0, 0.0, 0.393, -0.393, 0.25],
            [THROTTLE, NONE, NONE, ANGLE, ANGLE, PASS],
        ),
        (
            Level.ANGLE,
            Airframe.VTOL,
            [0.3, 0.0, 0.3, 0.393, -0.393, 0.25 * 1.507],
            [THROTTLE, NONE, THROTTLE, ANGLE, ANGLE, RATE],
        ),
        (
            Level.PASS_THROUGH,
            Airframe.ROVER,
            [-0.4, 0.0, 0.0, 0.5, -0.5, 0.5],
            [THROTTLE, NONE, NONE, PASS, PASS, PASS],
        ),
        (
            Level.RATE,
            Airframe.BOAT,
            [-0.4, 0.0, 0.0, 0.0, 0.0, 0.5 * 1.507],
            [THROTTLE, NONE, NONE, NONE, NONE, RATE],
        ),
    ],
)
def test_sticks_by_level_and_vehicle(
    level: float, airframe: float, expected: list[float], kinds: list[float]
) -> None:
    bench = pilot(level, airframe)
    bench.sticks(roll=0.5, pitch=-0.5, yaw=0.25, throttle=0.3)
    bench.passes(1)
    assert command(bench) == pytest.approx(expected)
    assert types(bench) == kinds
    assert why(bench) & ABSENT == ABSENT


def test_a_quadplane_in_cruise_is_flown_as_a_wing() -> None:
    bench = pilot(Level.ANGLE, Airframe.VTOL, fw_vtol_request=2.0)
    assert types(bench) == [THROTTLE, NONE, NONE, ANGLE, ANGLE, PASS]


def test_full_sticks_and_full_throttle_are_parameters() -> None:
    bench = pilot(
        Level.ANGLE,
        fw_rc_angle_most_rad=[0.5, 0.25],
        fw_rc_rate_most_radps=[1.0, 1.0, 2.0],
        fw_rc_throttle_most=0.7,
    )
    bench.sticks(1.0, 1.0, 1.0, 1.0)
    bench.passes(1)
    assert command(bench) == pytest.approx([0.0, 0.0, 0.7, 0.5, 0.25, 2.0])


@pytest.mark.parametrize(("level", "switch", "kind"), [(Level.RATE, 1.0, ANGLE), (2.0, 0.0, RATE)])
def test_a_switch_may_choose_between_angle_and_rate(
    level: float, switch: float, kind: float
) -> None:
    bench = pilot(level)
    bench.put("fw_rc_switch_channel", 2, 5.0)
    bench.channels(c5=switch)
    bench.passes(1)
    assert types(bench)[QX:] == [kind, kind, RATE]


def test_without_radio_a_multirotor_is_level_at_its_failsafe_throttle() -> None:
    bench = pilot(Level.RATE, fw_failsafe_throttle=0.45)
    bench.sticks(1.0, 1.0, 1.0, 1.0)
    bench.set(rc_lost=1.0)
    bench.passes(1)
    assert command(bench) == [0.0, 0.0, 0.45, 0.0, 0.0, 0.0]
    assert types(bench)[FZ:] == [THROTTLE, ANGLE, ANGLE, RATE]


@pytest.mark.parametrize("airframe", [Airframe.WING, Airframe.ROVER, Airframe.BOAT])
def test_without_radio_others_have_controls_in_the_middle(airframe: float) -> None:
    bench = pilot(Level.ANGLE, airframe)
    bench.sticks(1.0, 1.0, 1.0, 1.0)
    bench.set(rc_lost=1.0)
    bench.passes(1)
    assert command(bench) == [0.0] * 6
    assert types(bench) == [PASS] * 6


# Climb and velocity.


@pytest.mark.parametrize(
    ("throttle", "down"), [(0.5, 0.0), (0.54, 0.0), (1.0, -2.5), (0.0, 1.5), (0.775, -1.25)]
)
def test_the_throttle_stick_climbs(throttle: float, down: float) -> None:
    bench = pilot(Level.CLIMB)
    bench.sticks(roll=0.5, throttle=throttle)
    bench.passes(1)
    assert bench.element("fw_goal_velocity_ned_mps", 2) == pytest.approx(down)
    assert command(bench)[QX] == pytest.approx(0.393)


def test_a_wing_climbs_by_pitch_and_hurries_by_throttle() -> None:
    bench = pilot(Level.CLIMB, Airframe.WING, fw_cruise_speed_mps=20.0)
    bench.sticks(pitch=1.0, throttle=1.0)
    bench.passes(1)
    assert bench.element("fw_goal_velocity_ned_mps", 2) == pytest.approx(-2.5)
    assert bench.get("fw_goal_speed_mps") == pytest.approx(25.0)
    bench.set(rc_lost=1.0)
    bench.passes(1)
    assert bench.element("fw_goal_velocity_ned_mps", 2) == 0.0
    assert bench.get("fw_goal_speed_mps") == pytest.approx(20.0)


@pytest.mark.parametrize("heading", [0.0, 0.5 * pi, 2.5, -1.2])
def test_position_mode_flies_by_the_nose(heading: float) -> None:
    turned = [cos(0.5 * heading), 0.0, 0.0, sin(0.5 * heading)]
    bench = pilot(Level.VELOCITY, fw_attitude_wxyz=turned)
    bench.sticks(roll=0.4, pitch=-1.0, yaw=0.5, throttle=0.5)
    bench.passes(1)
    north, east, down = bench.lane.read("fw_goal_velocity_ned_mps")
    assert north * cos(heading) + east * sin(heading) == pytest.approx(5.0)
    assert east * cos(heading) - north * sin(heading) == pytest.approx(2.0)
    assert down == 0.0
    assert bench.get("fw_goal_yaw_rate_radps") == pytest.approx(0.5 * 1.507)


@pytest.mark.parametrize("airframe", [Airframe.ROVER, Airframe.BOAT])
def test_a_rover_drives_by_throttle_and_steers_by_roll(airframe: float) -> None:
    bench = pilot(Level.VELOCITY, airframe, fw_cruise_speed_mps=2.0)
    bench.sticks(roll=-1.0, throttle=0.0)
    bench.passes(1)
    assert bench.lane.read("fw_goal_velocity_ned_mps") == pytest.approx([-2.0, 0.0, 0.0])
    assert bench.get("fw_goal_yaw_rate_radps") == pytest.approx(-1.507)


def test_without_radio_a_multirotor_stops_in_position_mode() -> None:
    bench = pilot(Level.VELOCITY)
    bench.sticks(1.0, 1.0, 1.0, 1.0)
    bench.passes(1)
    bench.set(rc_lost=1.0)
    bench.passes(1)
    assert bench.lane.read("fw_goal_velocity_ned_mps") == [0.0, 0.0, 0.0]
    assert bench.get("fw_goal_yaw_rate_radps") == 0.0


def test_goals_of_a_mission_are_not_touched() -> None:
    bench = pilot(Level.GOAL, fw_phase=Phase.WAYPOINT)
    bench.set(fw_goal_velocity_ned_mps=[1.0, 2.0, 3.0], fw_goal_yaw_rate_radps=0.7)
    bench.set(fw_goal_speed_mps=9.0)
    bench.sticks(1.0, 1.0, 1.0, 1.0)
    bench.passes(3)
    assert bench.lane.read("fw_goal_velocity_ned_mps") == [1.0, 2.0, 3.0]
    assert bench.get("fw_goal_yaw_rate_radps") == 0.7
    assert bench.get("fw_goal_speed_mps") == 9.0
    assert why(bench) == 0


# Programs.


def test_a_program_rules_while_the_pilot_keeps_still() -> None:
    bench = program()
    assert command(bench) == AXES
    assert types(bench) == AXES_TYPES
    assert why(bench) == 0


def test_a_program_needs_no_radio() -> None:
    bench = program()
    bench.radio = False
    speak(bench, 100)
    assert bench.get("fw_rc_ok") == 0.0
    assert command(bench) == AXES
    assert why(bench) == 0


@pytest.mark.parametrize(
    ("roll", "pitch", "yaw", "bits", "axis"),
    [(0.11, 0.0, 0.0, 0x4, QX), (0.0, -0.11, 0.0, 0x8, QY), (0.0, 0.0, 0.11, 0x10, QZ)],
)
def test_a_stick_takes_its_axis(
    roll: float, pitch: float, yaw: float, bits: int, axis: int
) -> None:
    bench = program()
    bench.sticks(0.99 * 0.1, -0.09, 0.09, throttle=0.9)
    speak(bench)
    assert why(bench) == 0
    bench.sticks(roll, pitch, yaw, throttle=0.9)
    speak(bench)
    assert why(bench) == bits
    most = {QX: 0.786, QY: 0.786, QZ: 1.507}[axis]
    for other in (FZ, QX, QY, QZ):
        stick = (roll + pitch + yaw) * most
        assert command(bench)[other] == pytest.approx(stick if other == axis else AXES[other])


def test_a_stick_keeps_its_axis_for_the_lag() -> None:
    bench = program()
    bench.sticks(roll=0.5, throttle=0.9)
    speak(bench)
    bench.sticks(throttle=0.9)
    speak(bench, round(1.0 / PASS_S) - 1)
    assert why(bench) == 0x4
    assert command(bench)[QX] == 0.0
    speak(bench)
    assert why(bench) == 0
    assert command(bench)[QX] == AXES[QX]


def test_deflection_and_lag_are_parameters() -> None:
    bench = program(fw_override_deflection=0.3, fw_override_lag_s=0.1)
    bench.sticks(roll=0.29, throttle=0.9)
    speak(bench)
    assert why(bench) == 0
    bench.sticks(roll=0.31, throttle=0.9)
    speak(bench)
    bench.sticks(throttle=0.9)
    speak(bench, 4)
    assert why(bench) == 0x4
    speak(bench)
    assert why(bench) == 0


def test_the_smaller_throttle_rules() -> None:
    bench = program()
    bench.sticks(throttle=0.59)
    speak(bench)
    assert why(bench) == 0x20
    assert command(bench)[FZ] == pytest.approx(0.59)
    assert command(bench)[QX:] == AXES[QX:]
    bench.sticks(throttle=0.61)
    speak(bench)
    assert why(bench) == 0
    assert command(bench)[FZ] == 0.6


def test_the_smaller_throttle_rules_only_if_set() -> None:
    bench = program(fw_take_least_throttle=0.0)
    bench.sticks(throttle=0.0)
    speak(bench)
    assert why(bench) == 0
    assert command(bench)[FZ] == 0.6


def test_the_throttle_of_a_wing_is_forward() -> None:
    bench = program(
        [0.6, 0.0, 0.0, 0.1, -0.2, 0.3],
        [THROTTLE, NONE, NONE, ANGLE, ANGLE, PASS],
        fw_airframe=Airframe.WING,
    )
    bench.sticks(throttle=0.4)
    speak(bench)
    assert why(bench) == 0x20
    assert command(bench)[FX] == pytest.approx(0.4)


def test_the_limit_of_the_throttle_holds_for_both() -> None:
    bench = program(fw_rc_throttle_most=0.5)
    bench.sticks(throttle=1.0)
    speak(bench)
    assert command(bench)[FZ] == pytest.approx(0.3)
    bench.sticks(throttle=0.5)
    speak(bench)
    assert command(bench)[FZ] == pytest.approx(0.25)


@pytest.mark.parametrize(
    ("attitude", "throttle", "bits"), [(4.0, -1.0, 0x1), (-1.0, 4.0, 0x2), (4.0, 4.0, 0x3)]
)
def test_switches_take_attitude_and_throttle(attitude: float, throttle: float, bits: int) -> None:
    bench = program()
    bench.set(fw_rc_switch_channel=[attitude, throttle, -1.0, -1.0])
    bench.channels(c4=1.0)
    speak(bench)
    assert why(bench) == bits
    by_stick = [0.0, 0.0, 0.9, 0.0, 0.0, 0.0]
    for axis in (FZ, QX, QY, QZ):
        taken = bits & mask_of(axis) != 0
        assert command(bench)[axis] == pytest.approx((by_stick if taken else AXES)[axis])


def test_a_stale_program_loses_all_axes_at_its_time() -> None:
    bench = program()
    bench.passes(round(0.5 / PASS_S) - 1)
    assert why(bench) == 0
    assert command(bench) == AXES
    bench.passes(1)
    assert why(bench) == ABSENT
    assert command(bench) == pytest.approx([0.0, 0.0, 0.9, 0.0, 0.0, 0.0])
    speak(bench)
    assert why(bench) == 0


def test_a_stale_program_without_radio_leaves_it_level() -> None:
    bench = program()
    bench.radio = False
    bench.set(rc_lost=1.0)
    speak(bench)
    assert command(bench) == AXES
    bench.passes(round(0.5 / PASS_S))
    assert why(bench) == ABSENT
    assert command(bench) == [0.0, 0.0, 0.4, 0.0, 0.0, 0.0]


@pytest.mark.parametrize(("axis", "bits"), [(QX, 0x40), (QY, 0x80), (QZ, 0x100), (FZ, 0x200)])
def test_axes_that_the_program_leaves_out_stay_with_the_pilot(axis: int, bits: int) -> None:
    kinds = list(AXES_TYPES)
    kinds[axis] = NONE
    bench = program(types=kinds)
    assert why(bench) == bits
    expected = list(AXES)
    expected[axis] = 0.9 if axis == FZ else 0.0
    assert command(bench) == pytest.approx(expected)


def test_types_may_be_mixed() -> None:
    kinds = [PASS, PASS, PASS, RATE, ANGLE, PASS]
    bench = program([0.1, 0.2, 0.3, 1.0, 0.2, -0.5], kinds)
    assert types(bench) == kinds
    assert command(bench) == pytest.approx([0.1, 0.2, 0.3, 1.0, 0.2, -0.5])


def test_a_program_is_not_heard_while_a_pilot_flies() -> None:
    bench = program(fw_phase=Phase.PILOT)
    assert why(bench) == ABSENT
    assert command(bench)[FZ] == pytest.approx(0.9)


def test_sticks_take_the_velocity_of_a_program() -> None:
    bench = program(fw_offboard_kind=2.0, fw_control_level=Level.VELOCITY)
    told = {"fw_goal_velocity_ned_mps": [1.0, 2.0, 3.0], "fw_goal_yaw_rate_radps": 0.7}
    bench.set(**told)  # type: ignore[arg-type]
    speak(bench)
    assert why(bench) == 0
    assert bench.lane.read("fw_goal_velocity_ned_mps") == [1.0, 2.0, 3.0]
    bench.sticks(pitch=-1.0, throttle=0.9)
    speak(bench)
    assert why(bench) == 0x8
    assert bench.lane.read("fw_goal_velocity_ned_mps") == pytest.approx([5.0, 0.0, 3.0])
    assert bench.get("fw_goal_yaw_rate_radps") == 0.7


def test_masks_cover_every_bit_once_per_axis() -> None:
    assert [mask_of(axis) for axis in range(6)] == [0x222, 0x222, 0x222, 0x45, 0x89, 0x111]
