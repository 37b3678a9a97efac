"""The checker of time managers passes ours and catches those that break a rule."""

from collections.abc import Callable

import pytest

from simloop.testing.time_checker import check_time_manager
from simloop.timing import TimeManager, TimeManagerInterface, TimeMode, WallClock


class Plain:
    """The least a time manager can be: the wall clock itself."""

    def __init__(self, wall: WallClock) -> None:
        self._wall = wall
        self._start_ns = wall.monotonic_ns()
        self._now_ns = 0

    def update_time(self) -> None:
        self._now_ns = self._wall.monotonic_ns() - self._start_ns

    def get_seconds(self) -> int:
        return self._now_ns // 10**9

    def get_nanoseconds(self) -> int:
        return self._now_ns % 10**9


class Backward(Plain):
    def update_time(self) -> None:
        super().update_time()
        self._now_ns = max(0, self._now_ns % 1_000_000_000 - 5)


class Stopped(Plain):
    def update_time(self) -> None:
        pass


class Floating(Plain):
    def get_seconds(self) -> int:
        return self._now_ns / 10**9  # type: ignore[return-value]


class Total(Plain):
    def get_nanoseconds(self) -> int:
        return self._now_ns


class Unpausable(Plain):
    def toggle_pause(self) -> None:
        pass


class Leaping(Plain):
    """Stands still while paused, then makes up for it."""

    paused = False

    def toggle_pause(self) -> None:
        self.paused = not self.paused

    def update_time(self) -> None:
        if not self.paused:
            super().update_time()


class Granular(Plain):
    """ROSflight's own: the multiplier changes nothing but the grain."""

    real_time_multiplier = 1.0


def test_ours_keeps_the_contract_in_every_paced_mode() -> None:
    check_time_manager(lambda wall: TimeManager(400, wall=wall))
    check_time_manager(lambda wall: TimeManager(1200, TimeMode.Scaled(5.0), wall=wall))
    check_time_manager(Plain)


@pytest.mark.parametrize(
    ("make", "rule"),
    [
        (Backward, "never goes back"),
        (Stopped, "goes on while the wall clock does"),
        (Floating, "are integers"),
        (Total, "within a second"),
        (Unpausable, "stands still while paused"),
        (Leaping, "not made up for"),
        (Granular, r"2\.0 times was asked, 1\.000 came"),
        (lambda wall: object(), "three methods"),
    ],
)
def test_a_broken_rule_is_named(
    make: Callable[[WallClock], TimeManagerInterface], rule: str
) -> None:
    with pytest.raises(AssertionError, match=rule):
        check_time_manager(make)
