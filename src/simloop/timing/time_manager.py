"""The time manager: ticks, speed, pause, steps, and who decides how far the world may go.

The loop of a runner:

    while running:
        ticks = time.permit()
        if ticks == 0:
            time.wait()
            continue
        time.advance(world.run(ticks))
"""

from math import inf, isfinite, isnan

from simloop.messages.builtin_interfaces import Time
from simloop.messages.rosgraph_msgs import Clock
from simloop.messages.std_srvs import TriggerRequest, TriggerResponse
from simloop.timing.clock import (
    NS_PER_S,
    US_PER_S,
    TickClock,
    microseconds_at,
    nanoseconds_at,
    tick_at,
)
from simloop.timing.mode import FreeRunning, Lockstep, Scaled, TimeMode
from simloop.timing.pacing import Lateness, Pacer
from simloop.timing.source import ExternalClock
from simloop.timing.statistics import RealTimeFactor
from simloop.timing.wall import WallClock

TIME_MANAGER = "time_manager"
"""Under this name plugins find who owns the time of a run."""

# How long a wait lasts at most, so that commands are heard meanwhile.
_LONGEST_WAIT_NS = 20_000_000
_IDLE_S = 0.001
_BATCH_S = 0.25


class TimeManager:
    """Simulated time of one world; implements TimeManagerInterface.

    `mode` and `real_time_multiplier` may change while running, and the speed is their product:
    FreeRunning is 1, Scaled its factor; Lockstep is not held to the wall clock, so the
    multiplier has no effect there. With a `source` that clock decides, and speed has no meaning.
    """

    def __init__(
        self,
        rate_hz: int = 400,
        mode: TimeMode | None = None,
        *,
        real_time_multiplier: float = 1.0,
        default_pub_rate_us: float = 100.0,
        paused: bool = False,
        source: ExternalClock | None = None,
        catch_up_s: float = 0.05,
        late_after_s: float = 0.005,
        wall: WallClock | None = None,
    ) -> None:
        self.clock = TickClock(rate_hz)
        self.wall = wall if wall is not None else WallClock()
        self.factor = RealTimeFactor(rate_hz)
        self.source = source
        self._pacer = Pacer(rate_hz, catch_up_s=catch_up_s, late_after_s=late_after_s)
        self._batch_ticks = max(1, int(_BATCH_S * rate_hz))
        self._step_ticks = 1
        self._need_single_ticks: set[str] = set()
        self._mode: TimeMode = FreeRunning()
        self._multiplier = 1.0
        self._pub_rate_us = 0.0
        self._paused = paused
        self._steps_left = 0
        self._target_tick: int | None = None
        self.default_pub_rate_us = default_pub_rate_us
        self.real_time_multiplier = real_time_multiplier
        self.mode = mode if mode is not None else FreeRunning()

    # What time it is.

    @property
    def tick(self) -> int:
        """The tick the world has reached."""
        return self.clock.tick

    def get_seconds(self) -> int:
        """Whole seconds of simulated time."""
        return self.clock.nanoseconds // NS_PER_S

    def get_nanoseconds(self) -> int:
        """The nanoseconds beyond the whole seconds."""
        return self.clock.nanoseconds % NS_PER_S

    def clock_message(self, tick: int | None = None) -> Clock:
        """Simulated time for the topic `clock`, now or at a tick of a run under way."""
        at = self.tick if tick is None else tick
        return Clock(Time.from_nanoseconds(nanoseconds_at(at, self.clock.rate_hz)))

    def clock_is_due(self, tick: int | None = None) -> bool:
        """Whether `clock` is published at this tick, by `default_pub_rate_us`."""
        return (self.tick if tick is None else tick) % self.clock_period_ticks == 0

    # How far it may go.

    def permit(self, now_ns: int | None = None) -> int:
        """How many ticks may run now; 0 means wait."""
        if self._paused:
            return min(self._steps_left, self._batch_ticks)
        due = self._due(self.wall.monotonic_ns() if now_ns is None else now_ns)
        return due if self._target_tick is None else min(due, self._target_tick - self.tick)

    def advance(self, ticks: int = 1, now_ns: int | None = None) -> None:
        """The world has run so many ticks."""
        self.clock.tick = tick = self.clock.tick + ticks
        self.factor.record(tick, self.wall.monotonic_ns() if now_ns is None else now_ns)
        if self._steps_left:
            self._steps_left = max(0, self._steps_left - ticks)
        if self._target_tick is not None and tick >= self._target_tick:
            self._target_tick = None
            self.pause()

    def update_time(self) -> None:
        """Move time by all that is permitted now, without waiting."""
        if ticks := self.permit():
            self.advance(ticks)

    def wait(self) -> None:
        """Wait until more is permitted, but not much longer than 20 ms."""
        if self._paused or self.source is not None:
            if not self.permit():
                self.wall.sleep(_IDLE_S)
        elif self._is_paced:
            self._wait_for_schedule()

    def pace_single_ticks(self, peer: str) -> None:
        """Let a paced run go tick by tick: this peer takes its clock from when they come."""
        self._need_single_ticks.add(peer)

    def pace_groups_for(self, peer: str) -> None:
        """This peer is gone; ticks that are due together may run together again."""
        self._need_single_ticks.discard(peer)

    # Pause, steps, targets.

    @property
    def paused(self) -> bool:
        """Whether time stands still."""
        return self._paused

    @property
    def target_tick(self) -> int | None:
        """Where `run_to` will pause."""
        return self._target_tick

    def pause(self) -> None:
        """Stop after the current tick; a target of `run_to` stays."""
        self._paused, self._steps_left = True, 0

    def play(self) -> None:
        """Go on; the time spent paused is not made up for."""
        self._paused, self._steps_left = False, 0
        self.restart_schedule()

    def toggle_pause(self, request: TriggerRequest | None = None) -> TriggerResponse:
        """Pause or play: the handler of `time_manager/toggle_pause`."""
        if self._paused:
            self.play()
        else:
            self.pause()
        word = "paused" if self._paused else "running"
        return TriggerResponse(success=True, message=f"{word} at {self.clock.seconds:.6f} s")

    def step(self, ticks: int = 1) -> None:
        """While paused, let so many ticks run as fast as they can.

        Raises:
            ValueError: time is running, or there is nothing to step.
        """
        if not self._paused:
            raise ValueError("step: time is running; pause it first")
        if ticks < 1:
            raise ValueError(f"step: at least one tick, not {ticks}")
        self._steps_left += ticks

    def run_to(self, seconds: float) -> None:
        """Play until the first tick at or after a time, then pause.

        Raises:
            ValueError: that time has passed.
        """
        target = self.clock.first_tick_at(seconds)
        if target <= self.tick:
            raise ValueError(f"run_to: {seconds} s has passed, it is {self.clock.seconds} s")
        if self._paused:
            self.play()
        self._target_tick = target

    def jump_to(self, tick: int) -> None:
        """Set the tick after a reset or a restored snapshot; a target that lies ahead stays."""
        self.clock.tick = tick
        self._steps_left = 0
        if self._target_tick is not None and self._target_tick <= tick:
            self._target_tick = None
        self.restart_schedule()

    def restart_schedule(self) -> None:
        """Begin pacing anew from here: what the wall clock did before does not count."""
        self._pacer.restart(self.speed if self._is_paced else 1.0)
        self.factor.restart(self.tick, self.wall.monotonic_ns())

    # Speed and parameters.

    @property
    def mode(self) -> TimeMode:
        """What decides when the next tick may run."""
        return self._mode

    @mode.setter
    def mode(self, mode: TimeMode) -> None:
        if isinstance(mode, Lockstep):
            self._step_ticks = _lockstep_ticks(mode, self.clock.rate_hz)
        was_paced, self._mode = self._is_paced, mode
        self._change_speed(was_paced)

    @property
    def speed(self) -> float:
        """Simulated seconds per wall second that pacing aims at; inf when nothing holds back."""
        if isinstance(self._mode, Lockstep):
            return inf
        factor = self._mode.factor if isinstance(self._mode, Scaled) else 1.0
        return factor * self._multiplier

    def aim_at(self, factor: float) -> None:
        """Go at so many simulated seconds per second, inf for flat out."""
        if isinstance(self.mode, Lockstep):
            raise ValueError("speed: a lockstep run goes as fast as its parties answer")
        self.real_time_multiplier = 1.0
        self.mode = Scaled(factor=factor)

    @property
    def real_time_multiplier(self) -> float:
        """How many times faster than the mode's own speed; inf runs flat out."""
        return self._multiplier

    @real_time_multiplier.setter
    def real_time_multiplier(self, multiplier: float) -> None:
        if isnan(multiplier) or multiplier <= 0.0:
            raise ValueError(f"real_time_multiplier must be positive, not {multiplier}")
        was_paced, self._multiplier = self._is_paced, multiplier
        self._change_speed(was_paced)

    @property
    def default_pub_rate_us(self) -> float:
        """Simulated time between two messages on `clock`, in microseconds; at least one tick."""
        return self._pub_rate_us

    @default_pub_rate_us.setter
    def default_pub_rate_us(self, interval_us: float) -> None:
        if not (isfinite(interval_us) and interval_us > 0.0):
            raise ValueError(f"default_pub_rate_us must be positive, not {interval_us}")
        self._pub_rate_us = interval_us

    @property
    def clock_period_ticks(self) -> int:
        """Ticks between two messages on `clock`: rounded down, so never later than asked."""
        return max(1, int(self._pub_rate_us * self.clock.rate_hz / US_PER_S + 1e-9))

    @property
    def lateness(self) -> Lateness:
        """How far the host fell behind so far."""
        return self._pacer.lateness

    @property
    def _is_paced(self) -> bool:
        return self.source is None and isfinite(self.speed)

    def _change_speed(self, was_paced: bool) -> None:
        now_ns = self.wall.monotonic_ns()
        if was_paced and self._is_paced and not self._paused:
            self._pacer.change_speed(self.speed, self.tick, now_ns)
            self.factor.restart(self.tick, now_ns)
        else:
            self.restart_schedule()

    def _due(self, now_ns: int) -> int:
        if self.source is not None:
            return max(0, tick_at(self.source.reached_ns(), self.clock.rate_hz) - self.tick)
        if isinstance(self._mode, Lockstep):
            return self._step_ticks - self.tick % self._step_ticks
        if not isfinite(self.speed):
            return 1 if self._need_single_ticks else self._batch_ticks
        due = self._pacer.due(self.tick, now_ns)
        return min(due, 1) if self._need_single_ticks else due

    def _wait_for_schedule(self) -> None:
        ahead = 1 if self._need_single_ticks else self._pacer.group_ticks
        if self._target_tick is not None:
            ahead = min(ahead, self._target_tick - self.tick)
        now_ns = self.wall.monotonic_ns()
        deadline_ns = self._pacer.deadline_ns(self.tick, ahead, now_ns)
        if deadline_ns - now_ns > _LONGEST_WAIT_NS:
            self.wall.sleep(_LONGEST_WAIT_NS / NS_PER_S)
        else:
            self.wall.sleep_until(deadline_ns)


def _lockstep_ticks(mode: Lockstep, rate_hz: int) -> int:
    ticks = mode.step_size_us * rate_hz // US_PER_S
    near = [microseconds_at(each, rate_hz) for each in (ticks, ticks + 1)]
    if mode.step_size_us not in near:
        sizes = " or ".join(f"{size} us" for size in near if size)
        raise ValueError(
            f"Lockstep: {mode.step_size_us} us is not a whole number of ticks at {rate_hz} Hz; "
            f"use {sizes}"
        )
    return ticks + near.index(mode.step_size_us)
