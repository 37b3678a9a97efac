"""The line to one program: its newest command, and the wait for the one of this tick."""

from math import ceil
from typing import TYPE_CHECKING

from simloop.messages.rosflight_msgs import PwmOutput
from simloop.sitl.peer_notices import PeerNotices
from simloop.sitl.time_coordinator import COORDINATOR, TimeCoordinator
from simloop.sitl.vehicle_outputs import VehicleOutputs
from simloop.timing.clock import nanoseconds_at
from simloop.timing.rates import period_ticks
from simloop.timing.wall import WallClock
from simloop.world.entities import Record
from simloop.world.plugin import App
from simloop.world.topic_prefix import prefix_of

if TYPE_CHECKING:
    from simloop.sitl.external_autopilot import Config

FACT = "external"
DOC = "commands of a program that flies the vehicle: pulses, us, stamped as the samples they answer"
# How often the inbox is looked into while a command is waited for.
_LOOK_AGAIN_S = 0.0002
# Beyond this a pulse is no pulse.
_LONGEST_US = 2500


class ExternalLine:
    """A command answers the samples whose stamp it bears; an older one never replaces a newer."""

    def __init__(self, app: App, record: Record, wall: WallClock | None = None) -> None:
        config: Config = record.facts[FACT]
        rate = app.tick_rate_hz
        self.party = f"program of {record.name}"
        self.period_ticks = period_ticks(config.rate_hz or float(rate), rate, "rate_hz")
        self._bus, self._lockstep, self._tick_rate_hz = app.bus, config.lockstep, rate
        self._world = app.world
        self._coordinator: TimeCoordinator = app.provided[COORDINATOR]
        self._wall = wall or WallClock()
        self._outputs = VehicleOutputs(app.world, record.entity)
        topic = prefix_of(app.world, record.name, always=False) + config.topic
        self._subscription = app.bus.subscribe(topic, PwmOutput, self._take, by="external", doc=DOC)
        self._fix = f"publish {topic} with the stamp of the samples that it answers"
        self._stamp_ns = -1
        self._pulses_us: tuple[int, ...] = ()
        self._notices = PeerNotices(
            lambda what, detail: self._coordinator.tell(self.party, what, detail)
        )
        self._coordinator.expect(self.party, self._owes_nothing, fix=self._fix)

    def tell(self, tick: int) -> None:
        """Nothing: sensors have topics of their own."""

    def listen(self, tick: int) -> None:
        """Take the command that answers the samples of the tick before."""
        stamp_ns = nanoseconds_at(tick - 1, self._tick_rate_hz)
        if self._is_waited_for(tick) and not self._wait(tick, stamp_ns):
            # No pulses, no motor.
            self._pulses_us = ()
            self._outputs.write([0.0] * len(self._outputs))
        if self._pulses_us:
            self._outputs.write_pwm(self._pulses_us[: len(self._outputs)])

    def time_jumped(self, tick: int) -> None:
        """Commands of another time are void."""
        self._stamp_ns, self._pulses_us = -1, ()

    def close(self) -> None:
        """Listen no more."""
        self._coordinator.forget(self.party)
        self._subscription.close()

    def _is_waited_for(self, tick: int) -> bool:
        """A replay has every command in its tick already, and none where none was waited for."""
        return self._lockstep and tick > 1 and not self._bus.inbox.replaying

    def _owes_nothing(self) -> bool:
        tick = self._world.tick + 1
        if (tick - 1) % self.period_ticks or not self._is_waited_for(tick):
            return True
        self._bus.take_messages(tick)
        return self._stamp_ns >= nanoseconds_at(tick - 1, self._tick_rate_hz)

    def _wait(self, tick: int, stamp_ns: int) -> bool:
        def answered(seconds: float) -> bool:
            looks = 1 + ceil(seconds / _LOOK_AGAIN_S)
            for look in range(looks):
                if self._stamp_ns >= stamp_ns:
                    return True
                if look:
                    self._wall.sleep(_LOOK_AGAIN_S)
                self._bus.take_messages(tick)
            return self._stamp_ns >= stamp_ns

        return self._coordinator.wait_for(self.party, answered, fix=self._fix)

    def _take(self, message: PwmOutput) -> None:
        newest_ns = nanoseconds_at(self._world.tick, self._tick_rate_hz)
        stamp = message.header.stamp
        whole = _is_whole(stamp.sec) and _is_whole(stamp.nanosec)
        stamp_ns = stamp.nanoseconds if whole else -1
        if not 0 <= stamp_ns <= newest_ns:
            told = f"a command stamped {stamp.sec!r:.40} s {stamp.nanosec!r:.40} ns answers nothing"
            self._notices.once("out of order", f"{told}: the newest samples are of {newest_ns} ns")
        elif not all(_is_whole(pulse) and 0 <= pulse <= _LONGEST_US for pulse in message.values):
            detail = f"a command has pulses that are none: 0 to {_LONGEST_US} us are"
            self._notices.once("malformed", detail)
        elif self._is_new(stamp_ns):
            self._stamp_ns, self._pulses_us = stamp_ns, message.values

    def _is_new(self, stamp_ns: int) -> bool:
        """In lockstep one command answers one sample; without, the last of several counts."""
        return stamp_ns > self._stamp_ns or (not self._lockstep and stamp_ns == self._stamp_ns)


def _is_whole(number: object) -> bool:
    """A program in this process may put anything into a message."""
    return isinstance(number, int) and not isinstance(number, bool)
