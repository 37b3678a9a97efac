"""What Betaflight makes its clock of: when packets leave. All clocks here are the test's own."""

from math import inf, radians

import numpy as np
import pytest

from simloop.links.betaflight.config import Config
from simloop.links.betaflight.even_sending import LEAST_SHARE, EvenSending
from simloop.links.betaflight.gyro_zero import GyroZero
from simloop.links.betaflight.stamps import Stamps
from simloop.timing.mode import Scaled
from simloop.timing.time_manager import TimeManager
from simloop.timing.wall import WallClock

RATE_HZ = 1000
PERIOD_NS = 10**9 // RATE_HZ


class Wall:
    """A clock that sleeping moves, and a little also looking at it."""

    def __init__(self) -> None:
        self.now_ns = 0

    def look(self) -> int:
        self.now_ns += 500
        return self.now_ns

    def sleep(self, seconds: float) -> None:
        self.now_ns += max(round(seconds * 1e9), 1000)

    @property
    def clock(self) -> WallClock:
        return WallClock(self.look, self.sleep)


def _run(
    ticks: int, *, speed: float = 1.0, even: bool = True, stalls: tuple[int, ...] = ()
) -> list[int]:
    """The moments at which the packets of so many ticks leave."""
    wall = Wall()
    time = TimeManager(RATE_HZ, Scaled(factor=speed), wall=wall.clock)
    sending = EvenSending(wall.clock, lambda: time.speed)
    if even:
        time.pace_single_ticks("betaflight of quad")
    sent_ns: list[int] = []
    while time.tick < ticks:
        due = time.permit()
        for tick in range(time.tick, time.tick + due):
            # A tick takes a while, and the host is busy now and then.
            wall.now_ns += 30_000_000 if tick in stalls else 40_000 + 200_000 * (tick % 2)
            if even:
                sending.hold(tick / RATE_HZ)
            sent_ns.append(wall.now_ns)
            sending.sent(tick / RATE_HZ)
        if due:
            time.advance(due)
        else:
            time.wait()
    return sent_ns


def _rates(sent_ns: list[int]) -> np.ndarray:
    """How many times too fast Betaflight's clock would go, from packet to packet."""
    return PERIOD_NS / np.diff(sent_ns)


def test_ticks_that_leave_in_groups_drive_the_clock_wild() -> None:
    """What is mended, so that the rest of this file can fail."""
    assert _rates(_run(200, even=False)).max() > 3.0


@pytest.mark.parametrize("speed", [0.5, 1.0, 2.0, inf])
def test_no_packet_leaves_sooner_than_four_fifths_of_the_interval(speed: float) -> None:
    sent_ns = _run(400, speed=speed, stalls=(100, 101, 250))
    assert len(sent_ns) >= 400
    pace = speed if speed < inf else 1.0
    assert _rates(sent_ns).max() <= pace / LEAST_SHARE + 1e-6


def test_an_even_host_gives_an_even_clock() -> None:
    rates = _rates(_run(400))[5:]
    assert rates.min() > 0.75
    assert rates.max() <= 1.25 + 1e-6
    assert rates.mean() == pytest.approx(1.0, abs=0.05)


def test_a_late_run_is_back_on_schedule_after_a_while() -> None:
    sent_ns = _run(400, stalls=(100,))
    assert sent_ns[399] == pytest.approx(400 * PERIOD_NS, abs=2 * PERIOD_NS)


class Clock:
    """Betaflight's: its pace is that between the last two stamps, as the host hands them over."""

    def __init__(self) -> None:
        self.pace, self.seconds = 1.0, 0.0
        self._last: tuple[int, float] | None = None

    def hear(self, now_ns: int, stamp_s: float) -> None:
        """Take a packet; what passes until the next one counts at the pace of this one."""
        if self._last is not None:
            wall_s = (now_ns - self._last[0]) * 1e-9
            self.seconds += wall_s * self.pace
            if 0.0 < stamp_s - self._last[1] < 0.02:
                self.pace = (stamp_s - self._last[1]) / wall_s
        self._last = now_ns, stamp_s


def _heard(speed: float) -> tuple[Clock, int]:
    """The clock, and what the wall's says, when a busy host hands packets over in pairs."""
    stamps, clock, now_ns = Stamps(lambda: speed), Clock(), 0
    for tick in range(1000):
        now_ns += 10_000 if tick % 2 else 2 * PERIOD_NS - 10_000
        clock.hear(now_ns, stamps.stamp(tick / RATE_HZ))
    return clock, now_ns


def test_a_busy_host_does_not_move_the_clock_in_real_time() -> None:
    for speed in (1.0, inf):
        clock, now_ns = _heard(speed)
        assert clock.seconds == pytest.approx(now_ns * 1e-9, abs=0.01)
    # Stamps that rise, as another speed needs them, do: what is mended could fail.
    clock, now_ns = _heard(0.999)
    assert clock.seconds > 10.0 * now_ns * 1e-9


def test_stamps_rise_once_the_run_had_another_speed_and_never_go_back() -> None:
    speed = [1.0]
    stamps = Stamps(lambda: speed[0])
    assert [stamps.stamp(t) for t in (0.001, 0.002, 0.003)] == [0.0, 0.0, 0.0]
    speed[0] = 0.5
    assert [stamps.stamp(t) for t in (0.004, 0.005)] == pytest.approx([0.001, 0.002])
    speed[0] = 1.0
    assert stamps.stamp(0.006) == pytest.approx(0.003)


def test_a_packet_sent_again_counts_as_the_last() -> None:
    wall = Wall()
    sending = EvenSending(wall.clock, lambda: 1.0)
    sending.sent(0.0)
    wall.now_ns = 900_000
    sending.sent(0.0)
    sending.hold(0.001)
    assert wall.now_ns >= 900_000 + LEAST_SHARE * 1_000_000


def test_groups_are_back_when_the_peer_is_gone() -> None:
    wall = Wall()
    time = TimeManager(RATE_HZ, wall=wall.clock)
    time.pace_single_ticks("a")
    assert time.permit() == 0
    wall.now_ns += 5 * PERIOD_NS
    assert time.permit() == 1
    time.pace_groups_for("a")
    assert time.permit() == 5


def test_the_zero_of_a_gyro_at_rest_is_taken_off() -> None:
    chance = np.random.default_rng(3)
    bias = np.radians([0.35, -0.2, 0.1])
    readings = bias + chance.normal(0.0, radians(0.3), (3000, 3))
    zero = GyroZero(1250)
    told = np.array([zero.corrected(tuple(reading)) for reading in readings])
    assert zero.is_known
    assert (told[:1250] == readings[:1250]).all()
    assert np.abs(told[1250:].mean(axis=0)).max() < radians(0.03)


@pytest.mark.parametrize("disturbance", ["turns", "shakes", "nan"])
def test_a_vehicle_that_moves_is_no_zero(disturbance: str) -> None:
    steps = np.arange(100)
    moved = {
        "turns": np.full(100, 0.3),
        "shakes": 0.2 * np.sin(steps),
        "nan": np.full(100, np.nan),
    }[disturbance]
    zero = GyroZero(50)
    for rate in moved:
        assert zero.corrected((rate, 0.0, 0.0))[1:] == (0.0, 0.0)
    assert not zero.is_known
    for _ in range(50):
        zero.corrected((0.01, 0.0, 0.0))
    assert zero.corrected((0.01, 0.0, 0.0)) == pytest.approx((0.0, 0.0, 0.0), abs=1e-12)


@pytest.mark.parametrize(
    ("settings", "arguments"),
    [
        ({"release": "4.5"}, ("10.0.0.1",)),
        ({"release": "2025.12"}, ("10.0.0.1",)),
        ({"release": "2026.6"}, ("--ip", "10.0.0.1")),
        ({"release": "2026.6", "pass_host": "argument"}, ("10.0.0.1",)),
        ({"release": "4.5", "pass_host": "option"}, ("--ip", "10.0.0.1")),
        ({"release": "4.5", "pass_host": "none"}, ()),
    ],
)
def test_each_release_is_told_the_address_in_its_own_form(
    settings: dict[str, str], arguments: tuple[str, ...]
) -> None:
    assert Config(host="10.0.0.1", **settings).host_arguments == arguments  # type: ignore[arg-type]
