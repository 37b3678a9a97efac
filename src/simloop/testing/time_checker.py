"""The checker of TimeManagerInterface: one call in a test tells whether a time manager keeps it."""

from collections.abc import Callable
from typing import Protocol, runtime_checkable

from simloop.timing import TimeManagerInterface, WallClock

_NS_PER_S = 1_000_000_000
_UNEVEN_WAITS_NS = (1_000_000, 0, 2_500_000, 100, 7_000_000, 333_333)


class HandClock:
    """A wall clock moved by hand: sleeping moves it too, and a sleep of zero by a microsecond."""

    def __init__(self, now_ns: int = 5_000_000_000) -> None:
        self.now_ns = now_ns
        self.wall = WallClock(monotonic_ns=self.read_ns, sleep=self.sleep)

    def read_ns(self) -> int:
        """What the clock shows."""
        return self.now_ns

    def sleep(self, seconds: float) -> None:
        """Let time pass."""
        self.now_ns += max(1000, round(seconds * _NS_PER_S))


@runtime_checkable
class _Pausable(Protocol):
    def toggle_pause(self) -> object: ...


@runtime_checkable
class _Scalable(Protocol):
    real_time_multiplier: float


def check_time_manager(make: Callable[[WallClock], TimeManagerInterface]) -> None:
    """Raise AssertionError, with the broken rule, unless the time manager keeps the contract.

    Pause and speed are checked if it has `toggle_pause` and `real_time_multiplier`.

    Args:
        make: builds a running time manager that goes by the given wall clock.
    """
    hand = HandClock()
    manager = make(hand.wall)
    _require(isinstance(manager, TimeManagerInterface), "has the three methods of the interface")
    _check_views(manager)
    _check_never_back(manager, hand)
    if isinstance(manager, _Pausable):
        _check_pause(manager, hand)
    for multiplier in (2.0, 0.5):
        scaled, own_hand = _make_with_hand(make)
        if isinstance(scaled, _Scalable):
            _check_speed(scaled, own_hand, multiplier)


def _make_with_hand(
    make: Callable[[WallClock], TimeManagerInterface],
) -> tuple[TimeManagerInterface, HandClock]:
    hand = HandClock()
    return make(hand.wall), hand


def _check_views(manager: TimeManagerInterface) -> None:
    seconds, rest_ns = manager.get_seconds(), manager.get_nanoseconds()
    whole = type(seconds) is int and type(rest_ns) is int
    _require(whole, f"seconds and nanoseconds are integers, not {seconds!r} and {rest_ns!r}")
    _require(seconds >= 0, f"seconds begin at zero, not at {seconds}")
    _require(0 <= rest_ns < _NS_PER_S, f"nanoseconds lie within a second, not at {rest_ns}")


def _check_never_back(manager: TimeManagerInterface, hand: HandClock) -> None:
    start_ns = latest_ns = _time_ns(manager)
    for number in range(600):
        hand.now_ns += _UNEVEN_WAITS_NS[number % len(_UNEVEN_WAITS_NS)]
        manager.update_time()
        _check_views(manager)
        _require(_time_ns(manager) >= latest_ns, "time never goes back")
        latest_ns = _time_ns(manager)
    _require(latest_ns > start_ns, "time goes on while the wall clock does")


def _check_pause(manager: TimeManagerInterface, hand: HandClock) -> None:
    assert isinstance(manager, _Pausable)
    usual_ns = _run(manager, hand, wall_ms=1000)
    manager.toggle_pause()
    held_ns = _time_ns(manager)
    _run(manager, hand, wall_ms=3000)
    _require(_time_ns(manager) == held_ns, "time stands still while paused")
    manager.toggle_pause()
    gained_ns = _run(manager, hand, wall_ms=1000)
    _require(gained_ns > 0, "time goes on after a pause")
    _require(gained_ns < 2 * usual_ns, "the time spent paused is not made up for")


def _check_speed(manager: TimeManagerInterface, hand: HandClock, multiplier: float) -> None:
    assert isinstance(manager, _Scalable)
    plain_ns = _run(manager, hand, wall_ms=2000)
    manager.real_time_multiplier *= multiplier
    scaled_ns = _run(manager, hand, wall_ms=2000)
    ratio = scaled_ns / plain_ns if plain_ns else 0.0
    _require(
        abs(ratio - multiplier) < 0.02 * multiplier,
        f"real_time_multiplier changes the speed: {multiplier} times was asked, {ratio:.3f} came",
    )


def _run(manager: TimeManagerInterface, hand: HandClock, *, wall_ms: int) -> int:
    """Simulated nanoseconds gained while the wall clock goes on in steps of a millisecond."""
    before_ns = _time_ns(manager)
    for _ in range(wall_ms):
        hand.now_ns += 1_000_000
        manager.update_time()
    return _time_ns(manager) - before_ns


def _time_ns(manager: TimeManagerInterface) -> int:
    return manager.get_seconds() * _NS_PER_S + manager.get_nanoseconds()


def _require(kept: bool, rule: str) -> None:
    if not kept:
        raise AssertionError(f"time manager: {rule}")
