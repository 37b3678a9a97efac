"""Failsafes: each at its time, with its action, told to the pilot, and over in the end."""

from collections.abc import Callable

import pytest
from safety_bench import PASS_S, SafetyBench

from simloop.firmware.codes import FAILSAFES, Action, Airframe, Failsafe, Mode, Phase
from simloop.firmware.command.failsafes import mode_of_action, outcome_of, possible_action
from simloop.firmware.command.reasons import Reason, notice_words

Change = Callable[[SafetyBench], None]


class Case:
    """One failsafe: what goes wrong, when it acts, what it wants, and how it is mended."""

    def __init__(
        self, place: int, after_s: float, mode: float, words: str, wrong: Change, right: Change
    ) -> None:
        self.place, self.after_s, self.mode = place, after_s, mode
        self.words, self.wrong, self.right = words, wrong, right


def sets(**values: object) -> Change:
    return lambda bench: bench.set(**values)  # type: ignore[arg-type]


def radio(on: bool) -> Change:
    def change(bench: SafetyBench) -> None:
        bench.radio = on

    return change


def message(column: str) -> Change:
    return lambda bench: bench.set(**{column: bench.get(column) + 1.0})


def nothing(bench: SafetyBench) -> None:
    """It has been heard before the flight, and now it is not."""


CASES = [
    Case(Failsafe.RC, 1.0, Mode.RTL, "radio signal lost", radio(False), radio(True)),
    Case(Failsafe.GCS, 5.0, Mode.RTL, "ground station lost", nothing, message("fw_gcs_seen")),
    Case(
        Failsafe.BATTERY_LOW,
        10.0,
        Mode.RTL,
        "battery low",
        sets(fw_battery_left=0.19),
        sets(fw_battery_left=0.3),
    ),
    Case(
        Failsafe.BATTERY_CRITICAL,
        1.0,
        Mode.LAND,
        "battery critical",
        sets(fw_battery_left=0.09, fw_battery_least_left=[0.0, 0.0, 0.1]),
        sets(fw_battery_left=0.3),
    ),
    Case(
        Failsafe.GNSS,
        2.0,
        Mode.LAND,
        "position lost",
        sets(fw_position_ok=0.0),
        sets(fw_position_ok=1.0),
    ),
    Case(
        Failsafe.ESTIMATOR,
        0.5,
        Mode.LAND,
        "estimate not healthy",
        sets(fw_attitude_ok=0.0),
        sets(fw_attitude_ok=1.0),
    ),
    Case(
        Failsafe.FENCE,
        0.0,
        Mode.RTL,
        "fence left",
        sets(fw_position_ned_m=[101.0, 0.0, 0.0]),
        sets(fw_position_ned_m=[0.0, 0.0, 0.0]),
    ),
    Case(
        Failsafe.OFFBOARD,
        1.0,
        Mode.HOLD,
        "the program has gone silent",
        nothing,
        message("fw_offboard_seen"),
    ),
]
IDS = [case.words for case in CASES]


def airborne(place: int | None = None, **values: object) -> SafetyBench:
    """A flight in guided mode by a program, with fence, radio and ground station."""
    bench = SafetyBench(fw_fence_enabled=1.0, fw_fence_limit_m=[100.0, 0.0, 0.0, 2.0])
    bench.radio = True
    bench.sticks()
    bench.set(fw_mode=Mode.GUIDED)
    bench.fly()
    bench.set(fw_phase=Phase.OFFBOARD if place == Failsafe.OFFBOARD else Phase.WAYPOINT)
    if place == Failsafe.GCS:
        message("fw_gcs_seen")(bench)
    if place == Failsafe.OFFBOARD:
        message("fw_offboard_seen")(bench)
    bench.set(**values)  # type: ignore[arg-type]
    bench.passes(1)
    bench.news()
    assert bench.lane.read("fw_failsafe") == [0.0] * FAILSAFES
    return bench


# Links are timed from the last message, which the bench heard a pass ago; others from the pass
# in which they are first seen to be wrong.
LINKS = {Failsafe.RC, Failsafe.GCS, Failsafe.OFFBOARD}


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_it_acts_at_its_time_and_not_a_pass_before(case: Case) -> None:
    bench = airborne(case.place)
    case.wrong(bench)
    passes = bench.passes_until("fw_failsafe", case.place, 1.0)
    assert passes == round(case.after_s / PASS_S) + (0 if case.place in LINKS else 1)
    assert bench.get("fw_failsafe_mode") == case.mode
    assert f"Failsafe: {case.words}" in bench.news()
    # It asks once.
    bench.passes(1)
    assert bench.get("fw_failsafe_mode") == -1.0
    assert bench.element("fw_failsafe", case.place) == 1.0


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_its_time_is_a_parameter(case: Case) -> None:
    bench = airborne(case.place)
    bench.put("fw_failsafe_time_s", case.place, 3.1)
    case.wrong(bench)
    passes = bench.passes_until("fw_failsafe", case.place, 1.0)
    assert passes == round(3.1 / PASS_S) + (0 if case.place in LINKS else 1)


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_it_is_over_when_things_are_well_and_the_mode_stays(case: Case) -> None:
    bench = airborne(case.place)
    case.wrong(bench)
    bench.passes_until("fw_failsafe", case.place, 1.0)
    bench.set(fw_mode=case.mode, fw_phase=Phase.HOLD)
    bench.seconds(1.0)
    assert bench.element("fw_failsafe", case.place) == 1.0
    bench.news()
    case.right(bench)
    bench.passes(1)
    assert bench.element("fw_failsafe", case.place) == 0.0
    assert bench.get("fw_failsafe_mode") == -1.0
    battery = case.place in (Failsafe.BATTERY_LOW, Failsafe.BATTERY_CRITICAL)
    assert len(bench.news()) == (0 if battery else 1)


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_it_does_not_act_on_the_ground(case: Case) -> None:
    bench = airborne(case.place)
    bench.set(fw_flying=0.0, fw_disarm_delay_s=0.0)
    case.wrong(bench)
    bench.seconds(12.0)
    assert bench.lane.read("fw_failsafe") == [0.0] * FAILSAFES
    assert bench.get("fw_failsafe_mode") == -1.0


@pytest.mark.parametrize("case", [case for case in CASES if case.after_s > 0.0])
def test_a_short_trouble_is_none(case: Case) -> None:
    bench = airborne(case.place)
    for _ in range(3):
        case.wrong(bench)
        bench.seconds(case.after_s - PASS_S)
        case.right(bench)
        bench.passes(1)
    assert bench.lane.read("fw_failsafe_fired") == [0.0] * FAILSAFES


@pytest.mark.parametrize("case", CASES, ids=IDS)
@pytest.mark.parametrize(
    ("action", "mode"),
    [
        (Action.NONE, -1.0),
        (Action.HOLD, Mode.HOLD),
        (Action.RTL, Mode.RTL),
        (Action.SMART_RTL, Mode.SMART_RTL),
        (Action.LAND, Mode.LAND),
        (Action.TERMINATE, -1.0),
    ],
)
def test_its_action_is_a_parameter(case: Case, action: float, mode: float) -> None:
    bench = airborne(case.place)
    bench.put("fw_failsafe_action", case.place, action)
    case.wrong(bench)
    bench.passes_until("fw_failsafe_reason", 0, 50.0 + case.place)
    # Nobody finds a way home without position.
    blind = case.place == Failsafe.GNSS and action in (Action.HOLD, Action.RTL, Action.SMART_RTL)
    assert bench.get("fw_failsafe_mode") == (Mode.LAND if blind else mode)
    assert bench.get("fw_armed") == (0.0 if action == Action.TERMINATE else 1.0)


@pytest.mark.parametrize(
    ("action", "airframe", "position", "mode"),
    [
        (Action.RTL, Airframe.MULTIROTOR, True, Mode.RTL),
        (Action.RTL, Airframe.MULTIROTOR, False, Mode.LAND),
        (Action.SMART_RTL, Airframe.WING, False, Mode.LAND),
        (Action.HOLD, Airframe.MULTIROTOR, False, Mode.LAND),
        (Action.RTL, Airframe.ROVER, True, Mode.RTL),
        (Action.RTL, Airframe.ROVER, False, Mode.HOLD),
        (Action.LAND, Airframe.ROVER, True, Mode.HOLD),
        (Action.LAND, Airframe.BOAT, True, Mode.HOLD),
        (Action.HOLD, Airframe.ROVER, False, Mode.HOLD),
        (Action.NONE, Airframe.MULTIROTOR, False, -1.0),
        (Action.TERMINATE, Airframe.MULTIROTOR, False, -1.0),
    ],
)
def test_what_it_cannot_do_becomes_what_it_can(
    action: float, airframe: float, position: bool, mode: float
) -> None:
    assert mode_of_action(possible_action(action, airframe, position), airframe) == mode


@pytest.mark.parametrize(
    ("action", "mode", "phase", "asked"),
    [
        (Action.RTL, Mode.LOITER, Phase.HOLD, Mode.RTL),
        (Action.RTL, Mode.HOLD, Phase.HOLD, Mode.RTL),
        (Action.HOLD, Mode.HOLD, Phase.HOLD, -1.0),
        (Action.HOLD, Mode.RTL, Phase.WAYPOINT, -1.0),
        (Action.RTL, Mode.SMART_RTL, Phase.WAYPOINT, -1.0),
        (Action.RTL, Mode.LAND, Phase.DESCEND, -1.0),
        (Action.RTL, Mode.AUTO, Phase.DESCEND, -1.0),
        (Action.LAND, Mode.RTL, Phase.WAYPOINT, Mode.LAND),
    ],
)
def test_it_never_calls_back_from_what_goes_further(
    action: float, mode: float, phase: float, asked: float
) -> None:
    bench = airborne()
    bench.set(fw_mode=mode, fw_phase=phase)
    bench.put("fw_failsafe_action", Failsafe.RC, action)
    bench.set(rc_lost=1.0)
    bench.passes(1)
    assert bench.element("fw_failsafe", Failsafe.RC) == 1.0
    assert bench.get("fw_failsafe_mode") == asked


def test_the_worst_of_two_wins() -> None:
    bench = airborne()
    bench.put("fw_failsafe_time_s", Failsafe.ESTIMATOR, 0.0)
    bench.set(rc_lost=1.0, fw_attitude_ok=0.0)
    bench.passes(1)
    assert bench.get("fw_failsafe_mode") == Mode.LAND
    assert bench.get("fw_failsafe_reason") == 50.0 + Failsafe.ESTIMATOR
    assert bench.news() == ["Failsafe: radio signal lost", "Failsafe: estimate not healthy"]


def test_a_gentler_one_does_not_undo_one_in_force() -> None:
    bench = airborne()
    bench.set(fw_airframe=Airframe.ROVER, fw_battery_left=0.05)
    bench.passes_until("fw_failsafe", Failsafe.BATTERY_CRITICAL, 1.0)
    assert bench.get("fw_failsafe_mode") == Mode.HOLD
    bench.set(fw_mode=Mode.HOLD, fw_phase=Phase.HOLD, rc_lost=1.0)
    bench.passes(1)
    assert bench.element("fw_failsafe", Failsafe.RC) == 1.0
    assert bench.get("fw_failsafe_mode") == -1.0


@pytest.mark.parametrize("place", [Failsafe.BATTERY_LOW, Failsafe.BATTERY_CRITICAL])
def test_the_battery_fires_once_a_flight(place: int) -> None:
    bench = airborne()
    fired = 0
    for _ in range(3):
        bench.set(fw_battery_left=0.05)
        for _ in range(600):
            bench.passes(1)
            fired += bench.get("fw_failsafe_reason") == 50.0 + place
            bench.set(fw_failsafe_reason=0.0)
        bench.set(fw_battery_left=0.9)
        bench.passes(1)
    assert fired == 1
    bench.set(fw_flying=0.0)
    bench.request(1.0, 0.0)
    bench.fly()
    bench.set(fw_battery_left=0.05)
    bench.passes_until("fw_failsafe_reason", 0, 50.0 + place)


def test_voltage_counts_as_charge_does_and_none_is_ignored() -> None:
    bench = airborne(fw_battery_least_v=[0.0, 11.0, 10.0], fw_battery_voltage_v=0.0)
    bench.seconds(12.0)
    assert bench.lane.read("fw_failsafe") == [0.0] * FAILSAFES
    bench.set(fw_battery_voltage_v=10.99)
    assert bench.passes_until("fw_failsafe", Failsafe.BATTERY_LOW, 1.0) == 501
    assert bench.element("fw_failsafe", Failsafe.BATTERY_CRITICAL) == 0.0


def test_a_ground_station_may_be_left_alone() -> None:
    bench = airborne(Failsafe.GCS, fw_gcs_watched=0.0)
    bench.seconds(10.0)
    assert bench.element("fw_failsafe", Failsafe.GCS) == 0.0
    assert bench.get("fw_gcs_age_s") == pytest.approx(10.0)


def test_a_ground_station_that_was_never_there_is_not_lost() -> None:
    bench = airborne()
    bench.seconds(10.0)
    assert bench.element("fw_failsafe", Failsafe.GCS) == 0.0


def test_a_mode_without_position_does_not_miss_it() -> None:
    bench = airborne()
    bench.set(fw_mode=Mode.STABILISE, fw_phase=Phase.PILOT, fw_position_ok=0.0)
    bench.seconds(5.0)
    assert bench.element("fw_failsafe", Failsafe.GNSS) == 0.0


def test_a_program_that_waits_in_guided_is_still_missed() -> None:
    bench = airborne(Failsafe.OFFBOARD)
    bench.seconds(0.5)
    # The modes halt sooner than this failsafe acts.
    bench.set(fw_phase=Phase.HOLD)
    bench.seconds(0.5)
    assert bench.element("fw_failsafe", Failsafe.OFFBOARD) == 1.0


def test_a_program_that_gave_way_to_a_goal_is_not_missed() -> None:
    bench = airborne(Failsafe.OFFBOARD)
    bench.seconds(0.5)
    bench.set(fw_phase=Phase.WAYPOINT)
    bench.passes(1)
    bench.set(fw_phase=Phase.HOLD)
    bench.seconds(3.0)
    assert bench.element("fw_failsafe", Failsafe.OFFBOARD) == 0.0


def test_time_is_the_boards() -> None:
    bench = airborne()
    bench.set(fw_battery_left=0.05)
    bench.passes(1)
    # A board whose clock runs twice as fast, and then goes back.
    for _ in range(20):
        bench.set(fw_time_s=bench.get("fw_time_s") + PASS_S)
        bench.passes(1)
    assert bench.element("fw_failsafe_timer_s", Failsafe.BATTERY_CRITICAL) == pytest.approx(0.8)
    bench.set(fw_time_s=bench.get("fw_time_s") - 100.0)
    bench.passes(1)
    assert bench.element("fw_failsafe_timer_s", Failsafe.BATTERY_CRITICAL) == pytest.approx(0.8)
    assert bench.passes_until("fw_failsafe", Failsafe.BATTERY_CRITICAL, 1.0) == 10


def test_a_notice_has_the_time_of_the_pass_that_told_it() -> None:
    bench = airborne()
    bench.set(rc_lost=1.0)
    bench.passes(1)
    told, time_s = int(bench.get("fw_event_count")), bench.get("fw_pass_time_s")
    bench.passes(1)
    assert bench.get("fw_event_stamped") == told
    assert bench.element("fw_event_time_s", (told - 1) % 8) == time_s


@pytest.mark.parametrize(
    ("action", "airframe", "position", "mode", "words"),
    [
        (Action.RTL, Airframe.MULTIROTOR, True, Mode.AUTO, "returns"),
        (Action.RTL, Airframe.MULTIROTOR, True, Mode.LAND, "goes on"),
        (Action.NONE, Airframe.MULTIROTOR, True, Mode.LAND, "flies on"),
        (Action.LAND, Airframe.WING, False, Mode.AUTO, "flies straight on"),
        (Action.LAND, Airframe.BOAT, True, Mode.AUTO, "holds"),
        (Action.TERMINATE, Airframe.MULTIROTOR, True, Mode.LAND, "stops the motors"),
    ],
)
def test_the_pilot_reads_what_comes(
    action: float, airframe: float, position: bool, mode: float, words: str
) -> None:
    outcome = outcome_of(action, airframe, position, mode, Phase.WAYPOINT)
    assert notice_words(Reason.FAILSAFE_FIRED, outcome) == f"Failsafe: radio signal lost, {words}"
