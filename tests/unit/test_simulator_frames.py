"""What simulators say: frames without form, time or sense are refused and named, no run ends."""

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parents[1]))

from scripted_simulator import STEP_US, ScriptedSimulator, good, good_row, play, told, with_values
from simloop.messages.sensor_data import SensorFrame, frame_of
from simloop.sitl.sensible_rows import RANGES, row_fault
from simloop.testing import HandClock

BAD = 5
NAN, INF = float("nan"), float("inf")


def stamped(timestamp_us: Any) -> SensorFrame:
    return SensorFrame(timestamp_us, (1,), good(BAD).values)


def with_extra(**extra: Any) -> SensorFrame:
    frame = good(BAD)
    return SensorFrame(frame.timestamp_us, frame.vehicle_ids, frame.values, extra)


# Frames that are passed over: the simulator has yet to say something of use.
NO_FRAMES: dict[str, tuple[Any, str]] = {
    "a mapping": ({"position_ned_m": (0, 0, 0)}, "gives dict in place of a SensorFrame"),
    "time back": (stamped(STEP_US), f"its time runs back from {4 * STEP_US} us to {STEP_US} us"),
    "time in seconds": (stamped(0.05), "timestamp_us is 0.05, no whole number"),
    "no time": (stamped(None), "timestamp_us is None, no whole number"),
    "time before zero": (stamped(-1), "timestamp_us is -1, beyond 0 to 1e+15"),
    "time of 2^64": (stamped(2**64 - 1), "timestamp_us is 1.84467e+19, beyond"),
    "unknown quantity": (with_values(BAD, mood=[[1.0]]), "'mood' is no quantity"),
    "a row too many": (
        with_values(BAD, position_ned_m=[[0.0] * 3] * 2),
        "position_ned_m has shape (2, 3), not (1, 3)",
    ),
    "a flat array": (with_values(BAD, position_ned_m=[0.0] * 3), "has shape (3,), not (1, 3)"),
    "words": (with_values(BAD, position_ned_m=[["a", "b", "c"]]), "is no array of numbers"),
    "a vehicle twice": (
        SensorFrame(BAD * STEP_US, (1, 1), {}),
        "vehicle_ids names a vehicle twice",
    ),
    "extra without rows": (
        with_extra(position_ned_m=np.zeros((3, 3))),
        "extra 'position_ned_m' has shape (3, 3), not a row for each of 1",
    ),
}
# Rows that no vehicle can have: it stays where it is, and the run goes on.
NO_ROWS: dict[str, tuple[Any, str]] = {
    "no rotation": (
        with_values(BAD, attitude_wxyz=[[0.0] * 4]),
        "attitude_wxyz is no rotation: its length is 0, not 1",
    ),
    "half a rotation": (with_values(BAD, attitude_wxyz=[[0.5, 0, 0, 0]]), "its length is 0.5"),
    "too far": (with_values(BAD, position_ned_m=[[1e300, 0, 0]]), "position_ned_m is 1e+300"),
    "too deep": (with_values(BAD, position_ned_m=[[0, 0, 1e300]]), "position_ned_m is 1e+300"),
    "too fast": (with_values(BAD, velocity_ned_mps=[[0, -1e9, 0]]), "velocity_ned_mps is -1e+09"),
    "in a spin": (with_values(BAD, rate_frd_radps=[[1e200, 0, 0]]), "rate_frd_radps is 1e+200"),
    "endless": (with_values(BAD, position_ned_m=[[0, INF, 0]]), "position_ned_m is not finite"),
    "half unknown": (with_values(BAD, position_ned_m=[[0, NAN, 0]]), "is not finite"),
    "extra too far": (
        with_extra(position_ned_m=np.array([[0.0, 1e300, 0.0]])),
        "position_ned_m is 1e+300, beyond -1e+07 to 1e+07",
    ),
    "extra too short": (
        with_extra(position_ned_m=np.zeros((1, 2))),
        "position_ned_m has 2 numbers, not 3",
    ),
}
ALL = {**NO_FRAMES, **NO_ROWS}


def script(frame: Any, *, alone: bool) -> list[list[Any]]:
    """Good steps, a step with a bad frame, good steps."""
    steps: list[list[Any]] = [[good(step)] for step in range(1, BAD)]
    steps.append([frame] if alone else [frame, good(BAD)])
    return steps + [[good(step)] for step in range(BAD + 1, 2 * BAD)]


@pytest.mark.parametrize("name", NO_FRAMES)
def test_a_frame_without_form_or_order_is_refused_and_named(name: str) -> None:
    frame, why = NO_FRAMES[name]
    simulation = play(ScriptedSimulator(script(frame, alone=False)))
    place = simulation.world.vector(simulation.world.by_name("pico"), "position_ned_m")
    simulation.advance(BAD)
    # The good frame behind the bad one is the answer.
    assert place[0] == pytest.approx(0.01 * BAD)
    assert [what for what, _ in told(simulation)] == ["trouble"]
    assert (
        told(simulation)[0][1].startswith("a frame is refused: ") and why in told(simulation)[0][1]
    )
    simulation.advance(4)
    assert simulation.world.tick == 9 and len(told(simulation)) == 1


@pytest.mark.parametrize("name", NO_ROWS)
def test_numbers_that_no_vehicle_has_leave_it_where_it_is(name: str) -> None:
    frame, why = NO_ROWS[name]
    simulation = play(ScriptedSimulator(script(frame, alone=True)))
    place = simulation.world.vector(simulation.world.by_name("pico"), "position_ned_m")
    simulation.advance(BAD)
    assert place.tolist() == pytest.approx([0.01 * (BAD - 1), 0.0, -0.05])
    assert [what for what, _ in told(simulation)] == ["trouble"]
    assert (
        why in told(simulation)[0][1] and "for pico: it stays where it is" in told(simulation)[0][1]
    )
    simulation.advance(4)
    assert simulation.world.tick == 9 and place[0] == pytest.approx(0.09)


def hostile_flight(compiled: bool) -> tuple[str, int]:
    """All bad frames, one after the other, between good ones."""
    steps: list[list[Any]] = []
    for number, (frame, _) in enumerate(ALL.values()):
        late = number * BAD * STEP_US
        steps += [[_later(f, late) for f in step] for step in script(frame, alone=False)[:BAD]]
    simulation = play(ScriptedSimulator(steps), compiled=compiled)
    simulation.advance(len(steps))
    result = simulation.world.state_hash(), len(told(simulation))
    assert simulation.world.tick == len(steps)
    simulation.close()
    return result


def _later(frame: Any, by_us: int) -> Any:
    """The same frame at another time, if it has a time."""
    if not isinstance(frame, SensorFrame) or type(frame.timestamp_us) is not int:
        return frame
    time_us = frame.timestamp_us
    moved = time_us + by_us if 0 < time_us < 10**15 else time_us
    return SensorFrame(moved, frame.vehicle_ids, frame.values, frame.extra)


def test_hostile_frames_leave_the_same_bits_compiled_and_interpreted() -> None:
    assert hostile_flight(compiled=False) == hostile_flight(compiled=True)


@pytest.mark.parametrize("edge", [-1.0, 1.0])
@pytest.mark.parametrize("axis", range(3))
def test_the_edges_of_the_world_can_be_lived_with(edge: float, axis: int) -> None:
    """What is just not refused must not end a run either."""
    row = good_row()
    for name in ("position_ned_m", "velocity_ned_mps", "rate_frd_radps"):
        row[name] = tuple(edge * RANGES[name][1] if n == axis else 0.0 for n in range(3))
    frames = [[frame_of(step * STEP_US, {1: row})] for step in range(1, 31)]
    simulation = play(ScriptedSimulator(frames))
    simulation.advance(30)
    assert simulation.world.tick == 30 and told(simulation) == []


def test_a_flood_of_bad_frames_is_told_ever_more_rarely() -> None:
    steps = [[stamped(-1)] * 50 + [good(step)] for step in range(1, 21)]
    simulation = play(ScriptedSimulator(steps))
    simulation.advance(20)
    found = [detail for _, detail in told(simulation)]
    # The first, then 16, 32, ... 512 of a thousand.
    assert len(found) == 7 and found[-1].endswith("(512 times so far)")


def test_a_simulator_that_never_stops_talking_does_not_hold_the_tick() -> None:
    adapter = ScriptedSimulator([])
    frames = iter(lambda: frame_of(0, {9: good_row()}), None)

    async def endless() -> SensorFrame:
        return next(frames)

    adapter.receive_sensors = endless  # type: ignore[method-assign]
    simulation = play(adapter, "patience={policy: drop, timeout_s: 0.1, start_timeout_s: 0.1}")
    simulation.advance(3)
    assert simulation.world.tick == 3
    assert [what for what, _ in told(simulation)] == ["waiting", "dropped"]


def test_a_frame_is_made_of_quantities_only() -> None:
    with pytest.raises(ValueError, match="'mood' is no quantity of a frame"):
        frame_of(0, {1: {"mood": 1.0}})
    with pytest.raises(ValueError, match="position_ned_m has 1 numbers: give 3"):
        frame_of(0, {1: {"position_ned_m": 5.0}})


def test_a_place_in_degrees_is_no_place() -> None:
    assert row_fault("gnss_llh", (0.7, -1.9, 1400.0)) == ""
    assert "latitude and longitude are radians" in row_fault("gnss_llh", (40.2, -111.6, 1400.0))


class Restarted(ScriptedSimulator):
    """Loses everything at some step, and comes back with its time at zero."""

    def __init__(self, hand: HandClock, away_s: float) -> None:
        super().__init__([])
        self._hand, self._away_s = hand, away_s
        self._steps = 0
        self._back_ns: int | None = None

    async def step(self) -> None:
        self.calls.append("step")
        if self._back_ns is not None and self._hand.now_ns < self._back_ns:
            return
        self._steps += 1
        if self._steps == BAD and self._back_ns is None:
            self._back_ns = self._hand.now_ns + round(self._away_s * 1e9)
            self._steps = 0
            return
        self.waiting = [good(self._steps)]


def test_hold_comes_back_after_a_simulator_restarted() -> None:
    """What it had been sent is lost with it: it is sent again, as the same time."""
    hand = HandClock()
    adapter = Restarted(hand, away_s=5.0)
    simulation = play(adapter, "patience={policy: hold}", hand=hand)
    simulation.advance(12)
    assert simulation.world.tick == 12
    assert [what for what, _ in told(simulation)] == ["late", "restarted", "back"]
    assert f"its time went from {4 * STEP_US} us to {STEP_US} us" in told(simulation)[1][1]
    # After 2 and 4 s in vain, after 6 s with success.
    assert adapter.sent_us.count(BAD * STEP_US) == 4
    assert adapter.calls.count("step") == 12 + 3


class Slow(ScriptedSimulator):
    """Says nothing in every look while it is away, and takes its time for that."""

    def __init__(self, hand: HandClock) -> None:
        super().__init__([good(step)] for step in range(1, 10_000))
        self._hand = hand
        self.away = False

    async def receive_sensors(self) -> Any:
        if not self.away:
            return await super().receive_sensors()
        self.calls.append("receive")
        self._hand.sleep(0.05)
        return None


def test_a_dropped_simulator_that_waits_gets_a_hundredth_of_the_time() -> None:
    hand = HandClock()
    adapter = Slow(hand)
    simulation = play(adapter, "patience={policy: drop, timeout_s: 0.2}", hand=hand)
    simulation.advance(10)
    adapter.away = True
    simulation.advance(10)
    assert [what for what, _ in told(simulation)] == ["late", "dropped"]
    adapter.calls.clear()
    begin_ns = hand.now_ns
    for _ in range(2000):
        simulation.advance(1)
        hand.sleep(0.01)
    # 20 s of the run: a look of 50 ms every 5 s, and not in every tick.
    assert adapter.calls.count("receive") == 3
    assert (hand.now_ns - begin_ns) / 1e9 < 20.0 * 1.01 + 0.05
    adapter.away = False
    for _ in range(600):
        simulation.advance(1)
        hand.sleep(0.01)
    assert told(simulation)[-1][0] == "back"
