"""The TimeCoordinator names who is late, keeps to its policy, and lets parties come back."""

import pytest

from simloop.sitl.time_coordinator import PartyLate, Policy, TimeCoordinator


class Wall:
    """A clock that only waiting moves."""

    def __init__(self) -> None:
        self.now_ns = 0

    def answers_after(self, seconds: float | None):
        """A party's poll: it uses up the time it is given, and answers then or never."""

        def poll(timeout_s: float) -> bool:
            self.now_ns += round(timeout_s * 1e9)
            return seconds is not None and self.now_ns >= seconds * 1e9

        return poll


def make(policy: Policy = "hold", **more: float) -> tuple[TimeCoordinator, Wall, list[str]]:
    """A coordinator on a clock of its own, and what it tells."""
    wall, told = Wall(), []
    coordinator = TimeCoordinator(now_ns=lambda: wall.now_ns, policy=policy, **more)
    coordinator.tell = lambda party, what, detail: told.append(f"{party} {what}")
    return coordinator, wall, told


def test_a_party_that_answers_is_never_mentioned() -> None:
    coordinator, wall, told = make("fail")
    assert coordinator.wait_for("px4", wall.answers_after(0.0))
    assert coordinator.wait_for("px4", wall.answers_after(1.5))
    assert told == []
    assert coordinator.parties == ("px4",)


def test_hold_names_the_late_party_within_two_seconds_and_waits_on() -> None:
    coordinator, wall, told = make("hold")
    coordinator.wait_for("px4", lambda timeout_s: True)
    seen_s: list[float] = []
    coordinator.tell = lambda party, what, detail: seen_s.append(wall.now_ns / 1e9)
    assert coordinator.wait_for("px4", wall.answers_after(30.0))
    assert 1.8 < seen_s[0] <= 2.0
    assert seen_s[1] == pytest.approx(30.0, abs=0.1)
    assert told == []


def test_fail_names_the_party_and_the_fix() -> None:
    coordinator, wall, told = make("fail")
    coordinator.wait_for("px4 of quad_0", lambda timeout_s: True)
    with pytest.raises(PartyLate, match=r"px4 of quad_0 has not answered for 2\.\d s.*: start px4"):
        coordinator.wait_for("px4 of quad_0", wall.answers_after(None), fix="start px4")
    assert told == ["px4 of quad_0 late"]


def test_a_dropped_party_costs_no_time_and_comes_back_by_answering() -> None:
    coordinator, wall, told = make("drop")
    coordinator.wait_for("gz", lambda timeout_s: True)
    assert not coordinator.wait_for("gz", wall.answers_after(None))
    assert coordinator.is_dropped("gz")
    before_ns = wall.now_ns
    assert not coordinator.wait_for("gz", wall.answers_after(None))
    assert wall.now_ns == before_ns
    assert coordinator.wait_for("gz", lambda timeout_s: True)
    assert not coordinator.is_dropped("gz")
    assert told == ["gz late", "gz dropped", "gz back"]


def test_the_first_answer_may_take_longer() -> None:
    coordinator, wall, told = make("fail", start_timeout_s=60.0)
    assert coordinator.wait_for("ardupilot", wall.answers_after(40.0))
    assert told == ["ardupilot waiting", "ardupilot back"]


def test_a_wait_ends_when_the_user_stops_the_run() -> None:
    coordinator, wall, told = make("hold")
    coordinator.stop_asked = lambda: wall.now_ns > 5e9
    assert not coordinator.wait_for("gz", wall.answers_after(None))
    assert wall.now_ns < 5.2e9
    assert told == ["gz waiting"]


def test_somebody_may_look_many_times_a_second_while_a_tick_waits() -> None:
    coordinator, wall, _ = make("hold")
    looks_s: list[float] = []
    coordinator.while_waiting = lambda: looks_s.append(wall.now_ns / 1e9)
    assert coordinator.wait_for("px4", wall.answers_after(0.0))
    assert looks_s == []
    assert coordinator.wait_for("px4", wall.answers_after(3.0))
    assert max(b - a for a, b in zip([0.0, *looks_s], [*looks_s, 3.0], strict=True)) < 0.11


@pytest.mark.parametrize("policy", ["hold", "drop", "fail"])
def test_all_that_are_missing_are_named_together_within_two_seconds(policy: Policy) -> None:
    coordinator, wall, _ = make(policy, start_timeout_s=5.0)
    names = ["px4 of a", "px4 of b", "simulator 'gz'"]
    seen_s: dict[str, float] = {}
    for name in names:
        coordinator.expect(name, lambda: False, fix=f"start {name}")

    def note(party: str, what: str, detail: str) -> None:
        if what == "waiting":
            too = "; missing too: px4 of b, simulator 'gz'" if party == names[0] else ""
            assert detail == f"has not come yet: start {party}{too}"
            seen_s[party] = wall.now_ns / 1e9

    coordinator.tell = note
    coordinator.stop_asked = lambda: wall.now_ns > 20e9
    if policy == "fail":
        missing_too = r"px4 of a has not answered .*missing too: px4 of b, simulator 'gz'"
        with pytest.raises(PartyLate, match=missing_too):
            coordinator.wait_for(names[0], wall.answers_after(None), fix=f"start {names[0]}")
    else:
        for name in names:
            coordinator.wait_for(name, wall.answers_after(None), fix=f"start {name}")
    assert sorted(seen_s) == names
    assert max(seen_s.values()) <= 2.0
    # They were missing at the same time, so their patience ends at the same time.
    assert policy == "hold" or wall.now_ns < 5.5e9


def test_one_that_is_there_is_not_named_while_another_is_waited_for() -> None:
    coordinator, wall, told = make("hold")
    coordinator.expect("px4 of b", lambda: True)
    coordinator.expect("px4 of c", lambda: wall.now_ns > 0.5e9)
    assert coordinator.wait_for("px4 of a", wall.answers_after(10.0))
    assert told == ["px4 of a waiting", "px4 of a back"]
    coordinator.forget("px4 of c")
    coordinator.expect("px4 of b", lambda: False)
    assert coordinator.wait_for("px4 of a", wall.answers_after(20.0))
    assert told[2:] == ["px4 of b waiting", "px4 of a late", "px4 of a back"]
    assert coordinator.wait_for("px4 of b", lambda timeout_s: True)
    assert told[-1] == "px4 of b back"


def test_advice_is_asked_for_when_somebody_is_named() -> None:
    coordinator, wall, _ = make("hold")
    details: list[str] = []
    coordinator.tell = lambda party, what, detail: details.append(detail)
    advice = ["start it"]

    def poll(timeout_s: float) -> bool:
        wall.now_ns += round(timeout_s * 1e9)
        # It dies while it is waited for.
        advice[0] = "it ended with code 3"
        return wall.now_ns > 3e9

    assert coordinator.wait_for("px4", poll, fix=lambda: advice[0])
    assert details[0] == "has not come yet: it ended with code 3"


def test_settings_that_make_no_sense_are_refused() -> None:
    with pytest.raises(ValueError, match="policy is 'wait'"):
        make("wait")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="timeout_s is 0"):
        make("hold", timeout_s=0.0)
