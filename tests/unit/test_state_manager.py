"""The state manager: every transition, every error, every gate before arming with its words."""

import pytest
from safety_bench import PASS_S, SafetyBench

from simloop.firmware.codes import (
    ERRORS,
    Action,
    Airframe,
    Answer,
    Calibrate,
    Error,
    Failsafe,
    Mode,
    Phase,
    RequestKind,
    State,
)
from simloop.firmware.command.reasons import REASONS
from simloop.firmware.command.state_manager import next_state
from simloop.firmware.fields.safety import CHECK_ALL

INIT, PREFLIGHT, ARMED = State.INIT, State.PREFLIGHT, State.ARMED
ERROR, FAILSAFE, CALIBRATING = State.ERROR, State.FAILSAFE, State.CALIBRATING

TRANSITIONS = [
    (INIT, {}, INIT),
    (INIT, {"arm": True, "blocked": True}, INIT),
    (INIT, {"initialised": True}, PREFLIGHT),
    (PREFLIGHT, {}, PREFLIGHT),
    (PREFLIGHT, {"blocked": True}, ERROR),
    (PREFLIGHT, {"arm": True}, ARMED),
    (PREFLIGHT, {"calibrating": True}, CALIBRATING),
    (PREFLIGHT, {"disarm": True}, PREFLIGHT),
    (PREFLIGHT, {"failsafe": True}, PREFLIGHT),
    (ERROR, {"blocked": True}, ERROR),
    (ERROR, {}, PREFLIGHT),
    (ERROR, {"blocked": True, "calibrating": True}, CALIBRATING),
    (ERROR, {"blocked": True, "arm": True}, ARMED),
    (CALIBRATING, {"calibrating": True}, CALIBRATING),
    (CALIBRATING, {"calibrating": True, "blocked": True}, CALIBRATING),
    (CALIBRATING, {"calibrated": True}, ARMED),
    (CALIBRATING, {"calibrated": True, "blocked": True}, ERROR),
    (CALIBRATING, {}, PREFLIGHT),
    (CALIBRATING, {"blocked": True}, ERROR),
    (CALIBRATING, {"arm": True}, PREFLIGHT),
    (ARMED, {}, ARMED),
    (ARMED, {"blocked": True}, ARMED),
    (ARMED, {"failsafe": True}, FAILSAFE),
    (ARMED, {"disarm": True}, PREFLIGHT),
    (ARMED, {"disarm": True, "blocked": True}, ERROR),
    (ARMED, {"disarm": True, "failsafe": True}, PREFLIGHT),
    (FAILSAFE, {"failsafe": True}, FAILSAFE),
    (FAILSAFE, {"failsafe": True, "blocked": True}, FAILSAFE),
    (FAILSAFE, {}, ARMED),
    (FAILSAFE, {"disarm": True, "blocked": True, "failsafe": True}, ERROR),
]


@pytest.mark.parametrize(("state", "given", "expected"), TRANSITIONS)
def test_every_transition(state: float, given: dict[str, bool], expected: float) -> None:
    facts = dict.fromkeys(
        ("initialised", "blocked", "failsafe", "arm", "disarm", "calibrating", "calibrated"), False
    )
    if state != INIT:
        facts["initialised"] = True
    assert next_state(state, **{**facts, **given}) == expected


def test_it_is_initialised_once_aligned() -> None:
    bench = SafetyBench(fw_aligned=0.0)
    bench.passes(5)
    assert bench.get("fw_state") == INIT
    assert bench.request(RequestKind.ARM, 1.0) == (
        Answer.TEMPORARILY_REJECTED,
        "Arming refused: still finding attitude and position, keep it still",
    )
    assert bench.request(RequestKind.ARM, 1.0, 1.0)[0] == Answer.TEMPORARILY_REJECTED
    bench.set(fw_aligned=1.0)
    bench.passes(1)
    assert bench.get("fw_state") == PREFLIGHT


def test_what_is_unsure_of_its_tilt_waits_unless_forced() -> None:
    """Filters that begin among waves read their heading over the tilt."""
    bench = SafetyBench(fw_attitude_settled=0.0)
    bench.passes(1)
    assert bench.get("fw_state") == PREFLIGHT
    answer, words = bench.request(RequestKind.ARM, 1.0)
    assert (answer, words.split(":")[0]) == (Answer.TEMPORARILY_REJECTED, "Arming refused")
    bench.set(fw_attitude_settled=1.0)
    bench.passes(1)
    assert bench.request(RequestKind.ARM, 1.0)[0] == Answer.ACCEPTED


class Trouble:
    """An error: how to bring it about, how to mend it, and what the pilot reads."""

    def __init__(
        self, place: int, wrong: dict[str, object], right: dict[str, object], words: str
    ) -> None:
        self.place, self.wrong, self.right, self.words = place, wrong, right, words


TILTED = [0.9238795, 0.3826834, 0.0, 0.0]
LEVEL = [1.0, 0.0, 0.0, 0.0]
TROUBLES = [
    Trouble(
        Error.INVALID_MIXER,
        {"fw_mixer_valid": 0.0},
        {"fw_mixer_valid": 1.0},
        "the mixer cannot drive the outputs",
    ),
    Trouble(
        Error.IMU_NOT_RESPONDING,
        {"fw_clock_running": 0.0},
        {"fw_clock_running": 1.0},
        "the IMU does not respond",
    ),
    Trouble(Error.RC_LOST, {"fw_rc_required": 1.0}, {"fw_rc_required": 0.0}, "no radio signal"),
    Trouble(
        Error.UNHEALTHY_ESTIMATOR,
        {"fw_attitude_ok": 0.0},
        {"fw_attitude_ok": 1.0},
        "the estimate of attitude and place is not healthy",
    ),
    Trouble(
        Error.UNCALIBRATED_IMU,
        {"fw_imu_calibrated": 0.0},
        {"fw_imu_calibrated": 1.0},
        "the IMU is not calibrated",
    ),
    Trouble(
        Error.INVALID_FAILSAFE,
        {"fw_failsafe_throttle": -1.0},
        {"fw_failsafe_throttle": 0.4},
        "the failsafe settings are not valid",
    ),
    Trouble(
        Error.NO_POSITION,
        {"fw_position_ok": 0.0},
        {"fw_position_ok": 1.0},
        "no position, and this mode needs one",
    ),
    Trouble(
        Error.BATTERY,
        {"fw_battery_least_v": [11.0, 0.0, 0.0], "fw_battery_voltage_v": 10.9},
        {"fw_battery_voltage_v": 11.1},
        "battery is too low",
    ),
    Trouble(
        Error.FENCE,
        {
            "fw_fence_enabled": 1.0,
            "fw_fence_limit_m": [10.0, 0.0, 0.0, 2.0],
            "fw_position_ned_m": [11.0, 0.0, 0.0],
        },
        {"fw_position_ned_m": [0.0, 0.0, 0.0]},
        "outside the fence",
    ),
    Trouble(
        Error.NOT_LEVEL,
        {"fw_attitude_wxyz": TILTED},
        {"fw_attitude_wxyz": LEVEL},
        "the vehicle is not level",
    ),
]
NAMES = [REASONS[70.0 + t.place] for t in TROUBLES]
ALWAYS = {Error.INVALID_MIXER, Error.IMU_NOT_RESPONDING, Error.TIME_GOING_BACKWARDS}


def ready() -> SafetyBench:
    bench = SafetyBench()
    bench.passes(2)
    assert bench.get("fw_state") == PREFLIGHT
    assert bench.get("fw_arming_reason") == 0.0
    return bench


def in_force(bench: SafetyBench) -> list[int]:
    return [i for i, error in enumerate(bench.lane.read("fw_error")) if error > 0.0]


@pytest.mark.parametrize("trouble", TROUBLES, ids=NAMES)
def test_every_error_comes_and_goes_and_keeps_it_from_arming(trouble: Trouble) -> None:
    bench = ready()
    bench.set(**trouble.wrong)
    bench.passes(6)
    assert in_force(bench) == [trouble.place]
    assert bench.get("fw_state") == ERROR
    assert bench.news() == [f"Not ready: {trouble.words}"]
    assert bench.request(RequestKind.ARM, 1.0) == (
        Answer.TEMPORARILY_REJECTED,
        f"Arming refused: {trouble.words}",
    )
    assert bench.news() == [f"Arming refused: {trouble.words}"]
    assert REASONS[bench.get("fw_arming_reason")] == f"Arming refused: {trouble.words}"
    bench.set(**trouble.right)
    bench.passes(2)
    assert in_force(bench) == []
    assert bench.get("fw_state") == PREFLIGHT
    assert bench.news() == ["Ready to arm"]
    assert bench.request(RequestKind.ARM, 1.0) == (Answer.ACCEPTED, "")
    assert bench.get("fw_state") == ARMED


@pytest.mark.parametrize("trouble", TROUBLES, ids=NAMES)
def test_errors_in_flight_show_and_never_disarm(trouble: Trouble) -> None:
    bench = SafetyBench()
    bench.fly()
    bench.set(fw_failsafe_action=[0.0] * 8)
    bench.set(**trouble.wrong)
    bench.seconds(3.0)
    level = trouble.place == Error.NOT_LEVEL
    assert in_force(bench) == ([] if level else [trouble.place])
    assert bench.get("fw_armed") == 1.0


@pytest.mark.parametrize("trouble", TROUBLES, ids=NAMES)
def test_checks_can_be_left_out_one_by_one_but_for_what_cannot_fly(trouble: Trouble) -> None:
    bench = ready()
    bench.set(fw_arming_check=CHECK_ALL - 2.0**trouble.place)
    bench.set(**trouble.wrong)
    bench.passes(6)
    answer, _ = bench.request(RequestKind.ARM, 1.0)
    assert (answer == Answer.ACCEPTED) == (trouble.place not in ALWAYS)


@pytest.mark.parametrize("trouble", TROUBLES, ids=NAMES)
def test_force_leaves_the_same_checks_out(trouble: Trouble) -> None:
    bench = ready()
    bench.set(**trouble.wrong)
    bench.passes(6)
    bench.news()
    answer, _ = bench.request(RequestKind.ARM, 1.0, 1.0)
    if trouble.place in ALWAYS:
        assert answer == Answer.TEMPORARILY_REJECTED
        assert bench.get("fw_armed") == 0.0
    else:
        assert answer == Answer.ACCEPTED
        assert bench.news() == ["Armed by force: checks were left out"]
        assert bench.get("fw_armed") == 1.0


def test_a_clock_that_goes_back_is_an_error_for_as_long_as_it_does() -> None:
    bench = ready()
    bench.set(fw_time_s=bench.get("fw_time_s") - 5.0)
    bench.passes(1)
    assert in_force(bench) == [Error.TIME_GOING_BACKWARDS]
    assert bench.get("fw_state") == ERROR
    bench.passes(1)
    assert in_force(bench) == []
    assert bench.get("fw_state") == PREFLIGHT
    assert bench.news() == ["Not ready: the clock went backwards", "Ready to arm"]


def test_a_link_that_runs_over_is_an_error_for_a_second() -> None:
    bench = ready()
    bench.set(fw_link_overruns=3.0)
    bench.passes(1)
    assert in_force(bench) == [Error.BUFFER_OVERRUN]
    assert bench.passes_until("fw_error", Error.BUFFER_OVERRUN, 0.0) == round(1.0 / PASS_S)


def test_the_imu_is_silent_after_a_tenth_of_a_second() -> None:
    bench = ready()
    bench.set(fw_clock_running=0.0)
    assert bench.passes_until("fw_error", Error.IMU_NOT_RESPONDING, 1.0) == round(0.1 / PASS_S)


@pytest.mark.parametrize(
    ("airframe", "throttle", "valid"),
    [
        (Airframe.MULTIROTOR, -0.01, False),
        (Airframe.MULTIROTOR, 0.0, True),
        (Airframe.MULTIROTOR, 1.0, True),
        (Airframe.VTOL, float("nan"), False),
        (Airframe.WING, -1.0, True),
        (Airframe.ROVER, -1.0, True),
    ],
)
def test_only_rotors_need_a_throttle_for_failsafe(
    airframe: float, throttle: float, valid: bool
) -> None:
    bench = SafetyBench(fw_airframe=airframe, fw_failsafe_throttle=throttle)
    bench.passes(1)
    assert bench.element("fw_error", Error.INVALID_FAILSAFE) == (0.0 if valid else 1.0)


def test_an_action_that_is_none_makes_failsafes_invalid() -> None:
    bench = ready()
    bench.put("fw_failsafe_action", Failsafe.RC, float("nan"))
    bench.passes(1)
    assert in_force(bench) == [Error.INVALID_FAILSAFE]


def test_no_voltage_and_unknown_charge_are_no_low_battery() -> None:
    bench = SafetyBench(fw_battery_least_v=[11.0] * 3, fw_battery_least_left=[0.5] * 3)
    bench.passes(1)
    assert in_force(bench) == []
    bench.set(fw_battery_left=0.4)
    bench.passes(1)
    assert in_force(bench) == [Error.BATTERY]


def test_a_critical_battery_does_not_arm_either() -> None:
    bench = SafetyBench(fw_battery_left=0.05)
    bench.passes(1)
    assert in_force(bench) == [Error.BATTERY]


def test_a_mode_without_position_arms_without() -> None:
    bench = SafetyBench(fw_position_ok=0.0, fw_mode=Mode.STABILISE)
    bench.radio = True
    bench.sticks()
    bench.passes(2)
    assert bench.request(RequestKind.ARM, 1.0) == (Answer.ACCEPTED, "")


@pytest.mark.parametrize(
    ("airframe", "mode", "throttle", "accepted"),
    [
        (Airframe.MULTIROTOR, Mode.STABILISE, 0.14, True),
        (Airframe.MULTIROTOR, Mode.STABILISE, 0.16, False),
        (Airframe.MULTIROTOR, Mode.POSITION, 0.5, False),
        (Airframe.MULTIROTOR, Mode.AUTO, 0.5, True),
        (Airframe.WING, Mode.STABILISE, 0.3, False),
        # The stick of a rover rests in the middle.
        (Airframe.ROVER, Mode.STABILISE, 0.5, True),
        (Airframe.ROVER, Mode.STABILISE, 0.0, False),
        (Airframe.BOAT, Mode.STABILISE, 0.8, False),
    ],
)
def test_throttle_must_be_at_rest_where_a_pilot_steers(
    airframe: float, mode: float, throttle: float, accepted: bool
) -> None:
    bench = SafetyBench(fw_airframe=airframe, fw_mode=mode)
    bench.radio = True
    bench.sticks(throttle=throttle)
    bench.passes(3)
    answer, words = bench.request(RequestKind.ARM, 1.0)
    assert (answer == Answer.ACCEPTED) == accepted
    assert words == ("" if accepted else "Arming refused: throttle is not low")


def test_an_aircraft_does_not_arm_in_a_mode_of_sticks_without_sticks() -> None:
    bench = SafetyBench(fw_mode=Mode.STABILISE)
    bench.passes(2)
    words = "Arming refused: this mode needs sticks, and there is no radio signal"
    assert bench.request(RequestKind.ARM, 1.0) == (Answer.TEMPORARILY_REJECTED, words)
    bench.set(fw_airframe=Airframe.ROVER)
    assert bench.request(RequestKind.ARM, 1.0) == (Answer.ACCEPTED, "")


def test_several_errors_are_all_told() -> None:
    bench = ready()
    bench.set(fw_imu_calibrated=0.0, fw_mixer_valid=0.0)
    bench.passes(1)
    bench.news()
    bench.request(RequestKind.ARM, 1.0)
    assert bench.news() == [
        "Arming refused: the mixer cannot drive the outputs",
        "Arming refused: the IMU is not calibrated",
    ]


def test_every_code_has_words_and_every_error_too() -> None:
    assert all(words for code, words in REASONS.items() if code > 0.0)
    assert all(0.0 <= code < 100.0 for code in REASONS)
    for trouble in TROUBLES:
        assert REASONS[1.0 + trouble.place].startswith("Arming refused: ")
    assert {1.0 + i for i in range(12)} <= REASONS.keys()
    assert len(set(REASONS.values())) == len(REASONS)


def test_to_arm_twice_is_fine_and_disarming_too() -> None:
    bench = ready()
    for armed in (1.0, 1.0, 0.0, 0.0):
        assert bench.request(RequestKind.ARM, armed) == (Answer.ACCEPTED, "")
        assert bench.get("fw_armed") == armed
    assert bench.news() == ["Armed", "Disarmed"]


def test_requests_of_others_are_left_alone() -> None:
    bench = ready()
    bench.ask(RequestKind.MODE, 3.0)
    bench.passes(3)
    assert bench.get("fw_answer_id") == 0.0


def test_disarming_in_flight_is_refused_but_for_force() -> None:
    bench = SafetyBench()
    bench.fly()
    words = "Disarming refused: flying"
    assert bench.request(RequestKind.ARM, 0.0) == (Answer.DENIED, words)
    assert bench.news() == [words]
    assert bench.get("fw_armed") == 1.0
    assert bench.request(RequestKind.ARM, 0.0, 1.0) == (Answer.ACCEPTED, "")
    assert bench.get("fw_armed") == 0.0
    assert bench.news() == ["Disarmed by force"]


@pytest.mark.parametrize("airframe", [Airframe.ROVER, Airframe.BOAT])
def test_what_cannot_fall_may_always_disarm(airframe: float) -> None:
    bench = SafetyBench(fw_airframe=airframe)
    bench.fly()
    assert bench.request(RequestKind.ARM, 0.0) == (Answer.ACCEPTED, "")


def test_a_pilot_on_the_ground_may_disarm_after_a_second_at_rest() -> None:
    bench = SafetyBench(fw_mode=Mode.STABILISE)
    bench.radio = True
    bench.sticks()
    bench.fly()
    bench.set(fw_phase=Phase.PILOT, fw_velocity_ned_mps=[0.0, 0.0, 1.0])
    bench.seconds(2.0)
    assert bench.request(RequestKind.ARM, 0.0)[0] == Answer.DENIED
    bench.set(fw_velocity_ned_mps=[0.0, 0.0, 0.1])
    bench.seconds(0.9)
    assert bench.request(RequestKind.ARM, 0.0)[0] == Answer.DENIED
    bench.seconds(0.1)
    assert bench.request(RequestKind.ARM, 0.0)[0] == Answer.ACCEPTED


def test_it_disarms_when_landed() -> None:
    bench = SafetyBench()
    bench.fly()
    bench.seconds(1.0)
    bench.set(fw_flying=0.0, fw_phase=Phase.LANDED)
    bench.passes(1)
    assert bench.get("fw_armed") == 0.0
    assert bench.news() == ["Disarmed: landed"]


def test_the_landing_of_the_last_flight_does_not_disarm_the_next() -> None:
    bench = SafetyBench(fw_phase=Phase.LANDED)
    bench.arm()
    bench.passes(1)
    bench.set(fw_phase=Phase.SPIN_UP)
    bench.seconds(1.0)
    assert bench.get("fw_armed") == 1.0


def test_it_disarms_when_it_does_not_fly() -> None:
    bench = SafetyBench()
    bench.arm()
    assert bench.passes_until("fw_armed", 0, 0.0) == round(10.0 / PASS_S) + 1
    assert bench.news() == ["Disarmed: did not fly"]
    bench.set(fw_disarm_delay_s=0.0)
    bench.arm()
    bench.seconds(15.0)
    assert bench.get("fw_armed") == 1.0


def test_a_failsafe_may_stop_the_motors() -> None:
    bench = SafetyBench()
    bench.radio = True
    bench.sticks()
    bench.fly()
    bench.put("fw_failsafe_action", Failsafe.RC, Action.TERMINATE)
    bench.set(rc_lost=1.0)
    bench.passes(1)
    assert bench.get("fw_armed") == 0.0
    assert bench.get("fw_state") == ERROR
    assert bench.news() == ["Failsafe: radio signal lost", "Motors stopped by failsafe"]


def test_the_state_is_failsafe_while_one_is_in_force() -> None:
    bench = SafetyBench()
    bench.radio = True
    bench.sticks()
    bench.fly()
    bench.set(rc_lost=1.0)
    bench.passes(1)
    assert bench.get("fw_state") == FAILSAFE
    assert bench.get("fw_armed") == 1.0
    bench.set(rc_lost=0.0)
    bench.passes(1)
    assert bench.get("fw_state") == ARMED
    assert in_force(bench) == []


def test_disarmed_in_failsafe_it_is_in_error() -> None:
    bench = SafetyBench()
    bench.radio = True
    bench.sticks()
    bench.fly()
    bench.set(rc_lost=1.0)
    bench.passes(1)
    bench.request(RequestKind.ARM, 0.0, 1.0)
    assert bench.get("fw_state") == ERROR
    assert in_force(bench) == [Error.RC_LOST]


def test_the_mission_of_a_scenario_arms_once_and_when_all_is_well() -> None:
    bench = SafetyBench(fw_mission_start=1.0, fw_position_ok=0.0, fw_mode=Mode.STABILISE)
    bench.seconds(1.0)
    assert bench.get("fw_armed") == 0.0
    bench.set(fw_position_ok=1.0)
    bench.seconds(1.0)
    assert bench.get("fw_armed") == 0.0, "no mission is loaded"
    bench.set(fw_item_count=3.0)
    bench.passes(1)
    assert bench.get("fw_armed") == 1.0
    assert bench.news() == ["Armed"]
    bench.set(fw_flying=1.0, fw_phase=Phase.WAYPOINT)
    bench.seconds(1.0)
    bench.set(fw_flying=0.0, fw_phase=Phase.LANDED)
    bench.seconds(2.0)
    assert bench.get("fw_armed") == 0.0, "armed again after its landing"
    bench.set(fw_mission_start=0.0)
    bench.passes(1)
    bench.set(fw_mission_start=1.0)
    bench.passes(1)
    assert bench.get("fw_armed") == 1.0


def test_a_calibration_runs_and_ends_well() -> None:
    bench = ready()
    bench.set(fw_imu_calibrated=0.0, fw_calibration_result=1.0)
    bench.passes(1)
    bench.news()
    assert bench.request(RequestKind.CALIBRATE, Calibrate.IMU) == (Answer.ACCEPTED, "")
    assert bench.get("fw_state") == CALIBRATING
    assert bench.get("fw_calibration_kind") == Calibrate.IMU
    bench.passes(1)
    # The result of the last one is not that of this one.
    assert bench.get("fw_state") == CALIBRATING
    bench.set(fw_calibration_result=0.0)
    bench.seconds(2.5)
    assert bench.request(RequestKind.ARM, 1.0)[1] == "Arming refused: calibration under way"
    again = bench.request(RequestKind.CALIBRATE, Calibrate.GYRO)
    assert again[0] == Answer.TEMPORARILY_REJECTED
    bench.set(fw_calibration_result=1.0)
    bench.passes(1)
    assert bench.get("fw_state") in (PREFLIGHT, ERROR)
    assert bench.get("fw_calibration_kind") == 0.0
    assert bench.get("fw_imu_calibrated") == 1.0
    bench.passes(1)
    assert bench.get("fw_state") == PREFLIGHT
    told = bench.news()
    assert told[0] == "Calibration begins: keep it still"
    assert "Calibration done" in told


@pytest.mark.parametrize(
    ("result", "words"),
    [
        (2.0, "Calibration failed: the vehicle moved"),
        (3.0, "Calibration failed: the sensor is too far off"),
    ],
)
def test_a_calibration_that_fails_says_why(result: float, words: str) -> None:
    bench = ready()
    bench.request(RequestKind.CALIBRATE, Calibrate.IMU)
    bench.seconds(1.0)
    bench.news()
    bench.set(fw_calibration_result=result)
    bench.passes(1)
    assert bench.get("fw_calibration_kind") == 0.0
    assert words in bench.news()
    bench.passes(1)
    uncalibrated = result == 3.0
    assert bench.get("fw_state") == (ERROR if uncalibrated else PREFLIGHT)


def test_a_sensor_that_never_answers_ends_its_calibration() -> None:
    bench = ready()
    bench.request(RequestKind.CALIBRATE, Calibrate.GYRO)
    bench.news()
    assert bench.passes_until("fw_state", 0, PREFLIGHT, most=4000) == round(60.0 / PASS_S)
    assert bench.news() == ["Calibration failed: the sensor does not answer"]


def test_calibrations_are_refused_when_armed_and_when_unknown() -> None:
    bench = ready()
    assert bench.request(RequestKind.CALIBRATE, 99.0) == (
        Answer.UNSUPPORTED,
        "Calibration refused: there is no such calibration",
    )
    bench.arm()
    assert bench.request(RequestKind.CALIBRATE, Calibrate.GYRO) == (
        Answer.DENIED,
        "Calibration refused: armed",
    )


def test_the_gyro_is_calibrated_before_arming_if_that_is_set() -> None:
    bench = ready()
    bench.set(fw_arming_gyro=1.0)
    bench.request(RequestKind.ARM, 1.0)
    assert bench.get("fw_state") == CALIBRATING
    assert bench.get("fw_calibration_kind") == Calibrate.GYRO
    assert bench.get("fw_armed") == 0.0
    bench.seconds(1.0)
    bench.set(fw_calibration_result=1.0)
    bench.passes(1)
    assert bench.get("fw_state") == ARMED
    assert bench.news() == ["Calibration done", "Armed"]


@pytest.mark.parametrize("ending", ["moved", "error", "disarm"])
def test_a_calibration_before_arming_may_end_otherwise(ending: str) -> None:
    bench = ready()
    bench.set(fw_arming_gyro=1.0)
    bench.request(RequestKind.ARM, 1.0)
    bench.seconds(1.0)
    if ending == "moved":
        bench.set(fw_calibration_result=2.0)
    elif ending == "error":
        bench.set(fw_attitude_ok=0.0)
    else:
        bench.request(RequestKind.ARM, 0.0)
        bench.set(fw_calibration_result=1.0)
    bench.passes(2)
    assert bench.get("fw_armed") == 0.0
    assert bench.get("fw_state") == (ERROR if ending == "error" else PREFLIGHT)


def test_an_imu_that_falls_silent_stops_any_calibration() -> None:
    bench = ready()
    bench.request(RequestKind.CALIBRATE, Calibrate.IMU)
    bench.set(fw_clock_running=0.0)
    bench.seconds(0.2)
    assert bench.get("fw_state") == ERROR
    assert "Calibration stopped by an error" in bench.news()


def test_radio_trim_takes_the_sticks_as_they_are() -> None:
    bench = ready()
    assert bench.request(RequestKind.CALIBRATE, Calibrate.RC_TRIM) == (
        Answer.TEMPORARILY_REJECTED,
        "Radio trim refused: no radio signal",
    )
    bench.radio = True
    bench.sticks(roll=0.1, pitch=-0.06, yaw=0.04)
    bench.passes(1)
    assert bench.element("fw_rc_stick", 0) == pytest.approx(0.1)
    assert bench.request(RequestKind.CALIBRATE, Calibrate.RC_TRIM) == (Answer.ACCEPTED, "")
    assert bench.lane.read("fw_rc_stick")[:3] == pytest.approx([0.0, 0.0, 0.0])
    bench.sticks(roll=1.0)
    bench.passes(1)
    assert bench.element("fw_rc_stick", 0) == 1.0
    assert bench.request(RequestKind.CALIBRATE, Calibrate.RC_TRIM) == (
        Answer.TEMPORARILY_REJECTED,
        "Radio trim refused: a stick is far from its middle",
    )


def test_errors_have_a_place_each() -> None:
    places = {t.place for t in TROUBLES} | {Error.TIME_GOING_BACKWARDS, Error.BUFFER_OVERRUN}
    assert places == set(range(12))
    assert len(places) <= ERRORS


def test_a_mission_that_may_not_start_hears_each_reason_once() -> None:
    bench = SafetyBench(fw_mission_start=1.0, fw_item_count=2.0, fw_battery_left=0.05)
    bench.seconds(5.0)
    assert bench.news().count("Arming refused: battery is too low") == 1
    assert bench.get("fw_armed") == 0.0
    bench.set(fw_imu_calibrated=0.0)
    bench.seconds(1.0)
    assert "Arming refused: the IMU is not calibrated" in bench.news()
    bench.set(fw_battery_left=0.9, fw_imu_calibrated=1.0)
    bench.passes(3)
    assert bench.get("fw_armed") == 1.0
    assert bench.get("fw_start_taken") == 1.0
