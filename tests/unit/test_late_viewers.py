"""Who comes late, or opens a plot again, is told what was before: trails, poses, topics."""

from base64 import b64decode
from collections.abc import Iterator
from itertools import count
from typing import Any

import numpy as np
import pytest

from simloop.server.history import History
from simloop.server.history.topics import MOST_TOPICS
from simloop.server.simulation import Simulation
from simloop.studio.questions import QUESTIONS
from simloop.studio.readouts import STATUS_COLUMNS, status_of
from simloop.systems.scene.messages import QuestionMessage
from simloop.systems.scene.poses import HEAD, POSE
from simloop.timing.wall import WallClock

TRUTH = "sim/truth_state.twist.linear.z"


def wall(step_ns: int = 500_000_000) -> WallClock:
    """A clock that moves on whenever it is read: the slower, the dearer everything is."""
    return WallClock(monotonic_ns=count(0, step_ns).__next__, sleep=lambda seconds: None)


def watched(**options: Any) -> tuple[Simulation, History]:
    """A run that remembers, and that a page may ask."""
    simulation = Simulation.load("square", compiled=False, wall=wall(), **options)
    simulation.provided["scene"].questions.offer(QUESTIONS)
    history = History(
        simulation,
        status=lambda record, table: status_of(record, table, ()),
        status_columns=STATUS_COLUMNS,
        shares=(1.0, 1.0),
    )
    history.join()
    return simulation, history


@pytest.fixture
def run() -> Iterator[tuple[Simulation, History]]:
    """The first two seconds of a square."""
    simulation, history = watched()
    fly(simulation, 800)
    yield simulation, history
    simulation.close()


def fly(simulation: Simulation, ticks: int) -> None:
    """Advance as a run does: in short batches."""
    for _ in range(ticks // 20):
        simulation.advance(20)


def ask(simulation: Simulation, name: str, **arguments: object) -> Any:
    """Ask as a page does."""
    answer = simulation.provided["scene"].questions.answer(QuestionMessage("1", name, arguments))
    assert not answer.refused, answer.refused
    return answer.data


def ticks_of(track: Any) -> list[int]:
    """When its frames were taken."""
    heads = (np.frombuffer(b64decode(frame), HEAD, 1)[0] for frame in track.frames)
    return [int(head["tick"]) for head in heads]


def test_a_plot_that_is_opened_late_begins_with_the_run(run: tuple[Simulation, History]) -> None:
    simulation, _ = run
    (series,) = ask(simulation, "samples", fields=[TRUTH]).series
    assert series.times_s[0] <= 0.1
    assert series.times_s[-1] >= 1.9
    assert len(series.times_s) >= 18
    # From now on it is as fine as ever.
    fly(simulation, 400)
    (series,) = ask(simulation, "samples", fields=[TRUTH], after_s=2.0).series
    assert len(series.times_s) >= 90


def test_what_came_later_is_forgotten_when_the_run_goes_back(
    run: tuple[Simulation, History],
) -> None:
    simulation, history = run
    ask(simulation, "samples", fields=[TRUTH])
    simulation.command("branch", tick=400)
    simulation.advance(1)
    assert simulation.world.tick == 400
    (series,) = ask(simulation, "samples", fields=[TRUTH]).series
    assert series.times_s[-1] <= 1.0
    assert max(ticks_of(ask(simulation, "track"))) <= 400
    simulation.reset_now()
    simulation.attend()
    assert history.topics.bytes == 0
    assert ticks_of(ask(simulation, "track")) == [0]


def test_a_track_holds_the_way_of_every_vehicle(run: tuple[Simulation, History]) -> None:
    simulation, _ = run
    track = ask(simulation, "track")
    ticks = ticks_of(track)
    assert ticks == sorted(ticks)
    assert ticks[0] == 0
    assert ticks[-1] >= 780
    assert len(ticks) >= 36
    last = np.frombuffer(b64decode(track.frames[-1]), POSE, offset=HEAD.itemsize)
    place = simulation.world.vector(simulation.world.by_name("quad_0"), "position_ned_m")
    assert np.allclose(last["position_ned_m"][0], place, atol=0.01)
    assert [(change.tick, change.mode) for change in track.modes][:1] == [(0, track.modes[0].mode)]


def test_a_track_is_asked_for_in_parts_and_by_few_points(run: tuple[Simulation, History]) -> None:
    simulation, _ = run
    assert len(ask(simulation, "track", points=5).frames) == 5
    some = ticks_of(ask(simulation, "track", after_tick=200, before_tick=400))
    assert min(some) > 200 and max(some) <= 400
    assert ask(simulation, "track", after_tick=10_000).frames == ()


def test_listening_changes_no_bit_of_the_run(run: tuple[Simulation, History]) -> None:
    alone = Simulation.load("square", compiled=False)
    alone.advance(800)
    assert run[0].world.state_hash() == alone.world.state_hash()
    alone.close()


def test_a_fleet_is_followed_within_limits_and_by_what_was_asked_for() -> None:
    simulation, history = watched(count=16)
    fly(simulation, 20)
    assert len(history.topics.topics) == MOST_TOPICS
    late = "quad_9/sim/truth_state"
    assert late not in history.topics.topics
    ask(simulation, "samples", fields=[f"{late}.twist.linear.z"])
    fly(simulation, 20)
    # Plotted once, it is there when the plot is opened again.
    assert late in history.topics.topics
    assert len(history.topics.topics) == MOST_TOPICS
    simulation.close()


def test_memory_for_topics_is_kept_to() -> None:
    simulation = Simulation.load("square", compiled=False, wall=wall())
    history = History(simulation, budget_mb=0.5)
    history.join()
    fly(simulation, 1600)
    first = history.topics.numbers("sim/truth_state")
    assert first is not None
    assert history.topics.bytes <= 0.06 * 1e6
    # The past gets coarser, and its beginning stays.
    steps = np.diff(first.times_s)
    assert first.times_s[0] <= 0.1
    assert steps[0] > steps[-1]
    simulation.close()


def test_a_run_flat_out_is_followed_less_often() -> None:
    simulation = Simulation.load("square", compiled=False, wall=wall(step_ns=200_000))
    history = History(simulation)
    history.join()
    usual = history.topics.every
    for _ in range(200):
        simulation.advance(20)
    assert history.topics.every > usual
    simulation.close()
