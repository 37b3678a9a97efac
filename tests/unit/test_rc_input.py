"""Radio control: sticks, switches, mode switch, arming by hand, and a radio that is lost."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from safety_bench import PASS_S, SafetyBench

from simloop.firmware.codes import Airframe, Error, Failsafe, Mode, Phase, State
from simloop.firmware.command.rc import mode_place, one_sided, switch_is_on, two_sided
from simloop.firmware.fields.radio import (
    STICK_THROTTLE,
    STICK_YAW,
    SWITCH_ARM,
    SWITCH_ATTITUDE,
    SWITCH_THROTTLE,
)

RC_ARM_CHN = 3
shares = st.floats(0.0, 1.0)


def piloted(**values: float) -> SafetyBench:
    """A pilot with all sticks at rest, heard for two passes, in a mode of sticks."""
    bench = SafetyBench(fw_mode=Mode.STABILISE, **values)
    bench.radio = True
    bench.sticks()
    bench.passes(2)
    return bench


def with_arm_switch(channel: int = 4) -> SafetyBench:
    bench = SafetyBench(fw_mode=Mode.STABILISE)
    bench.put("fw_rc_switch_channel", RC_ARM_CHN, float(channel))
    bench.radio = True
    bench.sticks()
    bench.channels(c4=0.0, c5=0.0)
    bench.passes(2)
    return bench


# Sticks.


def test_sticks_by_their_default_channels() -> None:
    bench = piloted()
    bench.channels(c0=0.75, c1=0.25, c2=0.3, c3=1.0)
    bench.passes(1)
    assert bench.lane.read("fw_rc_stick") == pytest.approx([0.5, -0.5, 1.0, 0.3])


def test_the_channel_map_is_a_parameter() -> None:
    bench = piloted(fw_rc_stick_channel=[3.0, 2.0, 0.0, 1.0])  # type: ignore[arg-type]
    bench.channels(c3=0.75, c2=0.25, c0=1.0, c1=0.3)
    bench.passes(1)
    assert bench.lane.read("fw_rc_stick") == pytest.approx([0.5, -0.5, 1.0, 0.3])


@given(shares)
def test_an_uncalibrated_stick_is_linear(value: float) -> None:
    assert two_sided(value, 0.0, 0.5, 1.0, 0.0, False) == pytest.approx(2.0 * value - 1.0)
    assert one_sided(value, 0.0, 1.0, False) == pytest.approx(value)


@given(st.floats(0.0, 0.2), st.floats(0.4, 0.6), st.floats(0.8, 1.0), st.floats(0.0, 0.1), shares)
def test_calibration_reaches_both_ends_and_rests_at_the_trim(
    least: float, trim: float, most: float, dead: float, share: float
) -> None:
    def stick(value: float, reverse: bool = False) -> float:
        return two_sided(value, least, trim, most, dead, reverse)

    assert stick(least) == pytest.approx(-1.0)
    assert stick(most) == pytest.approx(1.0)
    assert stick(trim) == 0.0
    assert stick(trim + 0.99 * dead * share) == 0.0
    assert stick(trim - 0.99 * dead * share) == 0.0
    assert stick(share) == -stick(share, reverse=True)
    assert -1.0 <= stick(2.0 * share - 0.5) <= 1.0
    assert one_sided(least, least, most, False) == 0.0
    assert one_sided(most, least, most, False) == pytest.approx(1.0)
    assert one_sided(most, least, most, True) == pytest.approx(0.0)


@given(shares, shares)
def test_more_stick_is_never_less(a: float, b: float) -> None:
    low, high = sorted((a, b))
    assert two_sided(low, 0.1, 0.5, 0.9, 0.02, False) <= two_sided(high, 0.1, 0.5, 0.9, 0.02, False)


def test_a_calibration_that_makes_no_sense_gives_no_stick() -> None:
    assert two_sided(0.9, 0.5, 0.5, 0.5, 0.1, False) == 0.0
    assert one_sided(0.9, 0.5, 0.5, False) == 0.0


@pytest.mark.parametrize(("airframe", "rest"), [(0.0, 0.0), (Airframe.ROVER, 0.5)])
def test_a_lost_radio_lets_the_sticks_go(airframe: float, rest: float) -> None:
    bench = piloted(fw_airframe=airframe)
    bench.sticks(roll=1.0, pitch=1.0, yaw=-1.0, throttle=0.9)
    bench.passes(1)
    bench.set(rc_lost=1.0)
    bench.passes(1)
    assert bench.lane.read("fw_rc_stick") == [0.0, 0.0, 0.0, rest]


# Switches.


def test_switches_have_two_levels() -> None:
    assert not switch_is_on(0.79, False, False)
    assert switch_is_on(0.8, False, False)
    assert switch_is_on(0.7, False, True)
    assert not switch_is_on(0.69, False, True)
    assert switch_is_on(0.2, True, False)
    assert not switch_is_on(0.5, True, False)


def test_one_channel_may_have_two_switches_and_none_is_off() -> None:
    bench = piloted()
    bench.channels(c4=0.9)
    bench.passes(1)
    assert bench.element("fw_rc_switch", SWITCH_ATTITUDE) == 1.0
    assert bench.element("fw_rc_switch", SWITCH_THROTTLE) == 1.0
    assert bench.element("fw_rc_switch", SWITCH_ARM) == 0.0


@pytest.mark.parametrize("channel", [-1.0, 3.0, 6.0])
def test_a_switch_needs_a_channel_behind_the_sticks_that_is_checked(channel: float) -> None:
    bench = piloted()
    bench.put("fw_rc_switch_channel", SWITCH_ATTITUDE, channel)
    bench.channels(c3=1.0, c6=1.0)
    bench.passes(1)
    assert bench.element("fw_rc_switch", SWITCH_ATTITUDE) == 0.0


# Mode switch.


@pytest.mark.parametrize(
    ("value", "place"),
    [
        (-0.2, 0),
        (0.0, 0),
        (0.22, 0),
        (0.24, 1),
        (0.37, 2),
        (0.5, 3),
        (0.63, 4),
        (0.74, 4),
        (0.76, 5),
        (1.2, 5),
    ],
)
def test_the_mode_switch_has_six_positions(value: float, place: int) -> None:
    assert mode_place(value, False) == place
    assert mode_place(1.0 - value, True) == place


def mode_requests(bench: SafetyBench, passes: int) -> list[tuple[int, float]]:
    """In which passes the switch asked for which mode."""
    asked = []
    for number in range(1, passes + 1):
        bench.passes(1)
        mode = bench.get("fw_rc_mode_request")
        if mode >= 0.0:
            asked.append((number, mode))
    return asked


def test_the_mode_switch_asks_once_when_it_has_moved() -> None:
    bench = piloted()
    assert mode_requests(bench, 50) == [], "it did not move"
    bench.channels(c5=1.0)
    assert mode_requests(bench, 50) == [(11, Mode.RTL)]
    bench.channels(c5=0.7)
    assert mode_requests(bench, 50) == [(11, Mode.AUTO)]


def test_positions_on_the_way_do_not_count() -> None:
    bench = piloted()
    for value in (0.4, 0.3, 0.2):
        bench.channels(c5=value)
        assert mode_requests(bench, 8) == []
    assert mode_requests(bench, 20) == [(3, Mode.STABILISE)]


def test_a_switch_moved_while_nobody_listened_asks_for_nothing() -> None:
    bench = piloted()
    bench.set(rc_lost=1.0)
    bench.passes(5)
    bench.channels(c5=1.0)
    bench.set(rc_lost=0.0)
    assert mode_requests(bench, 50) == []
    bench.channels(c5=0.5)
    assert mode_requests(bench, 50) == [(11, Mode.LOITER)]


def test_without_a_mode_channel_nothing_is_asked() -> None:
    bench = piloted(fw_rc_mode_channel=-1.0)
    bench.channels(c5=1.0)
    assert mode_requests(bench, 30) == []


# Arming by sticks.


def test_sticks_arm_and_disarm_after_a_second() -> None:
    bench = piloted()
    bench.sticks(yaw=1.0)
    # Held from the next pass on; one more until the state manager looks.
    assert bench.passes_until("fw_armed", 0, 1.0) == round(1.0 / PASS_S) + 2
    assert bench.news() == ["Armed"]
    bench.sticks(yaw=-1.0)
    assert bench.passes_until("fw_armed", 0, 0.0) == round(1.0 / PASS_S) + 2
    assert bench.news() == ["Disarmed"]


def test_a_gesture_that_is_let_go_begins_anew() -> None:
    bench = piloted()
    bench.sticks(yaw=1.0)
    bench.seconds(0.9)
    bench.sticks(yaw=0.5)
    bench.passes(1)
    bench.sticks(yaw=1.0)
    bench.seconds(0.9)
    assert bench.get("fw_armed") == 0.0
    bench.seconds(0.2)
    assert bench.get("fw_armed") == 1.0


@pytest.mark.parametrize(
    ("yaw", "throttle", "arms"),
    [(0.86, 0.14, True), (0.84, 0.0, False), (1.0, 0.16, False), (-1.0, 0.0, False)],
)
def test_how_far_sticks_must_go(yaw: float, throttle: float, arms: bool) -> None:
    bench = piloted()
    bench.sticks(yaw=yaw, throttle=throttle)
    bench.seconds(2.0)
    assert bench.get("fw_armed") == (1.0 if arms else 0.0)


def test_reversed_sticks_arm_the_other_way() -> None:
    bench = piloted()
    bench.put("fw_rc_reversed", 3, 1.0)
    bench.put("fw_rc_reversed", 2, 1.0)
    bench.channels(c2=1.0, c3=0.0)
    bench.seconds(1.1)
    assert bench.element("fw_rc_stick", STICK_YAW) == 1.0
    assert bench.element("fw_rc_stick", STICK_THROTTLE) == 0.0
    assert bench.get("fw_armed") == 1.0


@pytest.mark.parametrize("airframe", [Airframe.ROVER, Airframe.BOAT])
def test_the_throttle_of_a_rover_rests_in_the_middle(airframe: float) -> None:
    bench = piloted(fw_airframe=airframe)
    bench.sticks(yaw=1.0, throttle=0.0)
    bench.seconds(1.5)
    assert bench.get("fw_armed") == 0.0
    bench.sticks(yaw=1.0, throttle=0.5)
    bench.seconds(1.5)
    assert bench.get("fw_armed") == 1.0


def test_sticks_do_not_disarm_in_flight_and_say_so_once_a_second() -> None:
    bench = piloted()
    bench.fly()
    bench.sticks(yaw=-1.0)
    bench.seconds(3.5)
    assert bench.get("fw_armed") == 1.0
    assert bench.news() == ["Disarming refused: flying"] * 3


def test_a_refusal_is_told_once_a_second_while_the_gesture_is_held() -> None:
    bench = piloted(fw_imu_calibrated=0.0)
    bench.news()
    bench.sticks(yaw=1.0)
    bench.seconds(3.5)
    assert bench.news() == ["Arming refused: the IMU is not calibrated"] * 3


# Arming by switch.


@pytest.mark.parametrize("back_to_front", [False, True])
def test_a_switch_arms_and_disarms(back_to_front: bool) -> None:
    bench = SafetyBench(fw_mode=Mode.STABILISE)
    bench.put("fw_rc_switch_channel", RC_ARM_CHN, 4.0)
    bench.put("fw_rc_reversed", 4, 1.0 if back_to_front else 0.0)
    off, on = (1.0, 0.0) if back_to_front else (0.0, 1.0)
    bench.radio = True
    bench.sticks()
    bench.channels(c4=off)
    bench.passes(3)
    assert bench.get("fw_armed") == 0.0
    bench.channels(c4=on)
    bench.passes(2)
    assert bench.get("fw_armed") == 1.0
    bench.channels(c4=off)
    bench.passes(2)
    assert bench.get("fw_armed") == 0.0


def test_with_a_switch_the_gesture_does_nothing() -> None:
    bench = with_arm_switch()
    bench.sticks(yaw=1.0)
    bench.seconds(2.0)
    assert bench.get("fw_armed") == 0.0


def test_a_switch_that_is_on_at_the_start_does_not_arm() -> None:
    bench = SafetyBench(fw_mode=Mode.STABILISE)
    bench.put("fw_rc_switch_channel", RC_ARM_CHN, 4.0)
    bench.radio = True
    bench.sticks()
    bench.channels(c4=1.0)
    bench.seconds(2.0)
    assert bench.get("fw_armed") == 0.0


def test_a_switch_that_is_off_leaves_arming_by_link_alone() -> None:
    bench = with_arm_switch()
    bench.arm()
    bench.seconds(1.0)
    assert bench.get("fw_armed") == 1.0


def test_a_switch_does_not_arm_with_throttle_up() -> None:
    bench = with_arm_switch()
    bench.sticks(throttle=0.5)
    bench.channels(c4=1.0)
    bench.passes(2)
    assert bench.get("fw_armed") == 0.0
    assert bench.news() == ["Arming refused: throttle is not low"]


def test_a_switch_does_not_disarm_in_flight() -> None:
    bench = with_arm_switch()
    bench.channels(c4=1.0)
    bench.passes(2)
    bench.set(fw_flying=1.0, fw_phase=Phase.PILOT, fw_velocity_ned_mps=[3.0, 0.0, 0.0])
    bench.seconds(1.0)
    bench.news()
    bench.channels(c4=0.0)
    bench.seconds(1.0)
    assert bench.get("fw_armed") == 1.0
    assert bench.news() == ["Disarming refused: flying"]


def test_a_program_that_has_the_throttle_keeps_the_pilot_from_arming() -> None:
    bench = piloted(fw_take_least_throttle=0.0)
    bench.sticks(yaw=1.0)
    for _ in range(60):
        bench.set(fw_offboard_seen=bench.get("fw_offboard_seen") + 1.0)
        bench.passes(1)
    assert bench.get("fw_armed") == 0.0
    assert bench.news() == ["Arming refused: a program has the throttle, use the switch"]
    bench.channels(c4=1.0)
    bench.passes(2)
    assert bench.get("fw_armed") == 1.0


# Loss.


def falls_silent(bench: SafetyBench) -> None:
    bench.radio = False


def is_flagged(bench: SafetyBench) -> None:
    bench.set(rc_lost=1.0)


def sends_nonsense(bench: SafetyBench) -> None:
    bench.channels(c3=1.26)


def sends_no_number(bench: SafetyBench) -> None:
    bench.channels(c5=float("nan"))


LOSSES: list[tuple[Callable[[SafetyBench], None], float]] = [
    (falls_silent, 1.0),
    (is_flagged, PASS_S),
    (sends_nonsense, PASS_S),
    (sends_no_number, PASS_S),
]


def mend(bench: SafetyBench) -> None:
    bench.radio = True
    bench.set(rc_lost=0.0)
    bench.channels(c3=0.5, c5=0.5)
    bench.passes(1)


@pytest.mark.parametrize(("lose", "after_s"), LOSSES)
def test_loss_while_disarmed_is_an_error_and_goes(
    lose: Callable[[SafetyBench], None], after_s: float
) -> None:
    bench = piloted()
    lose(bench)
    assert bench.passes_until("fw_error", Error.RC_LOST, 1.0) == round(after_s / PASS_S)
    assert bench.get("fw_state") == State.ERROR
    assert bench.get("fw_rc_ok") == 0.0
    assert bench.element("fw_failsafe", Failsafe.RC) == 0.0
    mend(bench)
    assert bench.get("fw_state") == State.PREFLIGHT
    assert bench.get("fw_rc_ok") == 1.0


@pytest.mark.parametrize(("lose", "after_s"), LOSSES)
def test_loss_in_flight_is_a_failsafe_and_goes(
    lose: Callable[[SafetyBench], None], after_s: float
) -> None:
    bench = SafetyBench(fw_mode=Mode.HOLD)
    bench.radio = True
    bench.sticks()
    bench.passes(1)
    bench.fly()
    lose(bench)
    assert bench.passes_until("fw_failsafe", Failsafe.RC, 1.0) == round(after_s / PASS_S)
    assert bench.get("fw_state") == State.FAILSAFE
    assert bench.get("fw_armed") == 1.0
    mend(bench)
    assert bench.get("fw_state") == State.ARMED
    assert bench.element("fw_failsafe", Failsafe.RC) == 0.0


def test_the_time_is_a_parameter_and_in_board_time() -> None:
    bench = piloted()
    bench.put("fw_failsafe_time_s", Failsafe.RC, 0.3)
    bench.radio = False
    bench.passes(14)
    assert bench.get("fw_rc_ok") == 1.0
    assert bench.get("fw_rc_age_s") == pytest.approx(0.28)
    # Board time stands still: nothing is late.
    bench.set(fw_clock_running=0.0)
    bench.passes(50)
    assert bench.get("fw_rc_ok") == 1.0
    bench.set(fw_clock_running=1.0)
    bench.passes(1)
    assert bench.get("fw_rc_ok") == 0.0


def test_slow_frames_are_not_lost() -> None:
    bench = piloted()
    bench.radio = False
    for _ in range(20):
        bench.set(rc_sequence=bench.get("rc_sequence") + 1.0)
        bench.seconds(0.9)
        assert bench.get("fw_rc_ok") == 1.0


def test_a_radio_that_was_never_heard_is_not_lost_unless_required() -> None:
    bench = SafetyBench()
    bench.seconds(3.0)
    assert bench.element("fw_error", Error.RC_LOST) == 0.0
    bench.set(fw_rc_required=1.0)
    bench.passes(1)
    assert bench.element("fw_error", Error.RC_LOST) == 1.0


def test_channels_beyond_those_in_use_may_be_anything() -> None:
    bench = piloted()
    bench.channels(c6=5.0, c15=-3.0)
    bench.passes(1)
    assert bench.get("fw_rc_ok") == 1.0
    bench.set(fw_rc_channels_used=7.0)
    bench.passes(1)
    assert bench.get("fw_rc_ok") == 0.0
    # A count from outside may be any number: compiled code would read on behind the channels.
    for nonsense, ok in ((1e9, 0.0), (-1e9, 1.0)):
        bench.set(fw_rc_channels_used=nonsense)
        bench.passes(1)
        assert bench.get("fw_rc_ok") == ok
