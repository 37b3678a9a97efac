"""A program that dies while the run holds for it is started again, and more and more seldom."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from simloop.links.autopilot_keeper import AutopilotKeeper
from simloop.links.autopilot_process import AutopilotProcess
from simloop.links.launch import Launch
from simloop.sitl.time_coordinator import Policy, TimeCoordinator
from simloop.timing.wall import WallClock
from waiting import wait_until

DIES = "print('no such airframe'); raise SystemExit(3)"
LIVES = "import time; time.sleep(600)"
SECOND_NS = 10**9

Keep = Callable[..., AutopilotKeeper]


class Bench:
    """A keeper on a clock that only the test moves."""

    def __init__(self, code: str, policy: Policy, directory: Path) -> None:
        self.now_ns = 0
        self.told: list[tuple[str, str]] = []
        coordinator = TimeCoordinator(now_ns=lambda: self.now_ns, policy=policy)
        coordinator.tell = lambda party, what, detail: self.told.append((what, detail))
        launch = Launch(command=sys.executable, arguments=("-c", code), directory=str(directory))
        self.process = AutopilotProcess("quad", launch, places={}, tell=coordinator.tell)
        wall = WallClock(monotonic_ns=lambda: self.now_ns)
        self.keeper = AutopilotKeeper(self.process, coordinator, "start it", wall)

    def outlive(self) -> None:
        """Wait until the program has ended by itself."""
        wait_until(lambda: self.process.check() is not None)

    @property
    def starts(self) -> int:
        return sum(what == "started again" for what, _ in self.told)


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Callable[[str, Policy], Bench]]:
    made: list[Bench] = []

    def make(code: str, policy: Policy) -> Bench:
        made.append(Bench(code, policy, tmp_path))
        return made[-1]

    yield make
    for each in made:
        each.keeper.close()


def test_it_is_started_again_while_the_run_holds(bench: Callable[[str, Policy], Bench]) -> None:
    at = bench(DIES, "hold")
    at.keeper.attend()
    at.outlive()
    # What helps is told when it is asked for: by then it is known that it has died.
    assert "ended with code 3: no such airframe" in at.keeper.fix()
    at.keeper.attend()
    assert at.starts == 0
    for rest_s, starts in ((1, 1), (2, 2), (4, 3), (8, 4)):
        at.now_ns += rest_s * SECOND_NS - 1
        at.keeper.attend()
        assert at.starts == starts - 1
        at.now_ns += 1
        at.keeper.attend()
        assert at.starts == starts
        at.outlive()


@pytest.mark.parametrize("policy", ["drop", "fail"])
def test_without_hold_it_stays_dead(bench: Callable[[str, Policy], Bench], policy: Policy) -> None:
    at = bench(DIES, policy)
    at.keeper.attend()
    at.outlive()
    at.now_ns += 100 * SECOND_NS
    at.keeper.attend()
    assert (at.starts, at.process.running) == (0, False)


def test_one_that_a_failure_has_killed_stays_dead(bench: Callable[[str, Policy], Bench]) -> None:
    at = bench(LIVES, "hold")
    at.keeper.attend()
    at.process.kill()
    at.now_ns += 100 * SECOND_NS
    at.keeper.attend()
    assert (at.starts, at.process.running) == (0, False)
    at.process.restart()
    assert at.keeper.running


def test_without_a_program_of_ours_the_user_is_told_how_to_start_one() -> None:
    keeper = AutopilotKeeper(None, TimeCoordinator(now_ns=lambda: 0), "start 'px4 -i 0'")
    keeper.attend()
    assert (keeper.fix(), keeper.running) == ("start 'px4 -i 0'", False)
