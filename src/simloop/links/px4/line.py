"""The line to one PX4: who is waited for, what is owed, and what happens when it is cut."""

from math import isnan

from simloop.links.autopilot_keeper import AutopilotKeeper
from simloop.links.autopilot_process import AutopilotProcess, autopilot_process
from simloop.links.px4.config import Config
from simloop.links.px4.readings import Readings
from simloop.links.px4.stream import Px4Stream
from simloop.sitl.channel_map import channel_map
from simloop.sitl.peer_notices import PeerNotices
from simloop.sitl.time_coordinator import COORDINATOR, TimeCoordinator
from simloop.sitl.vehicle_outputs import VehicleOutputs
from simloop.sitl.world_lane import WorldLane
from simloop.timing.clock import microseconds_at
from simloop.timing.rates import period_ticks
from simloop.wire.px4_hil import (
    ACCEPTED,
    DENIED,
    SET_MESSAGE_INTERVAL,
    SIMULATOR_RESET,
    UNSUPPORTED,
    CommandAck,
    CommandLong,
    Heartbeat,
    HilActuatorControls,
    HilStateQuaternion,
    Px4Message,
)
from simloop.world.entities import Record
from simloop.world.plugin import App

# What PX4 asks for at its start.
_TRUTH_INTERVAL_US = 5000
# Simulated time without an answer after which it is said that something is wrong with PX4.
_SILENCE_US = 30_000_000
# A minute from one truth to the next is as good as none.
_LONGEST_INTERVAL_US = 60_000_000
# Outputs are shares; rounding may take one a little beyond.
_LARGEST_SHARE = 1.001
# What one look answers; the rest of a flood goes without.
_MOST_ANSWERS = 16


class Px4Line:
    """Free-wheeling until PX4's first actuator message, from then on one reply per HIL_SENSOR."""

    def __init__(self, app: App, record: Record, config: Config, number: int) -> None:
        world = app.world
        self.party = f"px4 of {record.name}"
        self.period_ticks = period_ticks(config.rate_hz, app.tick_rate_hz, "rate_hz")
        self.exchanges = 0
        """HIL_SENSORs that PX4 has answered."""
        self._rate_hz, self._tick_rate_hz = config.rate_hz, app.tick_rate_hz
        self._coordinator: TimeCoordinator = app.provided[COORDINATOR]
        self._outputs = VehicleOutputs(world, record.entity)
        self._map = channel_map(record.facts, "px4", config.channels)
        self._readings = Readings(WorldLane(world, record.entity))
        self._stream = Px4Stream(config.host, config.port + number if config.port else 0)
        self._notices = PeerNotices(self._report)
        self._keeper = AutopilotKeeper(
            self._to_launch(app, record, config, number),
            self._coordinator,
            f"start 'px4 -i {number}', which connects to TCP port {self.port}; one that has lost "
            "its connection never comes back and must be restarted",
        )
        self._coordinator.expect(self.party, lambda: self._settled(0.0), fix=self._keeper.fix)
        self._lockstep = False
        self._sent_us = self._answered_us = self._base_us = self._connected_us = 0
        self._truth_us, self._truth_interval_us = 0, _TRUTH_INTERVAL_US
        self._reset = self._told_silence = False
        self._controls = HilActuatorControls(0)

    @property
    def port(self) -> int:
        """The TCP port that PX4 connects to."""
        return self._stream.port

    @property
    def lockstep(self) -> bool:
        """Has PX4 begun to answer?"""
        return self._lockstep

    @property
    def is_connected(self) -> bool:
        """Is a PX4 at the other end?"""
        return self._stream.connected

    def tell(self, tick: int) -> None:
        """Send HIL_SENSOR, and before it what else is new: it is what lets PX4's time go on."""
        if not self._stream.connected or self._owes:
            return
        time_us = self._base_us + microseconds_at(tick, self._tick_rate_hz)
        readings = self._readings
        messages: list[Px4Message] = []
        if 0 < self._truth_interval_us <= time_us - self._truth_us:
            messages.append(readings.truth(time_us))
            self._truth_us = time_us
        gps, radio = readings.gps(time_us), readings.radio(time_us)
        messages += [message for message in (gps, radio) if message is not None]
        messages.append(readings.sensor(time_us, flags=SIMULATOR_RESET if self._reset else 0))
        self._reset, self._sent_us = False, time_us
        self._stream.send(*messages)

    def listen(self, tick: int) -> None:
        """Wait for PX4's reply as far as it owes one, and hand it to the outputs."""
        there = self._coordinator.wait_for(self.party, self._settled, fix=self._keeper.fix)
        if there and not self._lockstep:
            # At about its own pace PX4 gets through its start; a reply ends the free-wheeling.
            self._receive(1.0 / self._rate_hz)
            self._tell_silence()
        self._write()

    def time_jumped(self, tick: int) -> None:
        """PX4's clock cannot go back: its time goes on, and a bit says that the world did not."""
        now_us = microseconds_at(tick, self._tick_rate_hz)
        self._base_us = self._sent_us - now_us if self._sent_us else 0
        self._reset = self._stream.connected
        self._controls = HilActuatorControls(0)

    def close(self) -> None:
        """End the process, if it is ours, and close the port."""
        self._coordinator.forget(self.party)
        self._keeper.close()
        self._stream.close()

    @property
    def _owes(self) -> bool:
        return self._lockstep and self._answered_us < self._sent_us

    def _to_launch(
        self, app: App, record: Record, config: Config, number: int
    ) -> AutopilotProcess | None:
        if config.launch is None:
            return None
        places = {"port": self.port, "instance": number, "vehicle_id": number + 1}
        return autopilot_process(app, record.name, config.launch, places)

    def _settled(self, seconds: float) -> bool:
        """Is PX4 there, and does it owe nothing? Waits at most this long for that."""
        self._keeper.attend()
        if not self._stream.connected:
            return self._greet(seconds)
        self._receive(seconds if self._owes else 0.0)
        return self._stream.connected and not self._owes

    def _greet(self, seconds: float) -> bool:
        if not self._stream.accept(seconds):
            return False
        self._lockstep, self._answered_us, self._connected_us = False, self._sent_us, self._sent_us
        self._told_silence = False
        self._truth_us, self._truth_interval_us = 0, _TRUTH_INTERVAL_US
        return True

    def _receive(self, seconds: float) -> None:
        answers: list[Px4Message] = []
        for message in self._stream.receive(seconds):
            if isinstance(message, HilActuatorControls):
                self._take(message)
            elif isinstance(message, CommandLong) and len(answers) < _MOST_ANSWERS:
                answers.append(self._answer(message))
            elif isinstance(message, Heartbeat) and Heartbeat() not in answers:
                answers.append(Heartbeat())
        if answers:
            self._stream.send(*answers)
        if not self._stream.connected:
            self._lose()

    def _take(self, message: HilActuatorControls) -> None:
        """Without the flag PX4 has a clock of its own, and there is nothing to wait for."""
        if not message.lockstep:
            text = "its answers do not bear the lockstep flag: this run does not repeat bit for bit"
            self._notices.once("not_in_lockstep", text)
        elif not self._answered_us < message.time_us <= self._sent_us:
            # It answers nothing that was asked, so what was asked is still owed.
            when = "comes again" if message.time_us <= self._answered_us else "is from the future"
            text = (
                f"an answer stamped {message.time_us} us {when}: {self._sent_us} us was sent last"
            )
            self._notices.once("out of order", text, when)
            return
        else:
            self._answered_us = message.time_us
        self._controls = message
        self.exchanges += 1
        self._lockstep = message.lockstep

    def _answer(self, request: CommandLong) -> CommandAck:
        wanted, interval_us = request.parameters[0], request.parameters[1]
        if request.command != SET_MESSAGE_INTERVAL or wanted != HilStateQuaternion.ID:
            return CommandAck(request.command, UNSUPPORTED)
        if not -1.0 <= interval_us <= _LONGEST_INTERVAL_US:
            self._notices.once("malformed", f"an interval of {interval_us:g} us is none")
            return CommandAck(request.command, DENIED)
        # 0 asks for the default, a negative one for none.
        self._truth_interval_us = _TRUTH_INTERVAL_US if interval_us == 0.0 else int(interval_us)
        return CommandAck(request.command, ACCEPTED)

    def _lose(self) -> None:
        self._lockstep, self._controls = False, HilActuatorControls(0)
        ours = self._keeper.running
        what = "it is restarted" if ours else self._keeper.fix()
        times = str(self._notices.counts["disconnected"])
        self._notices.once("disconnected", f"closed its connection: {what}", times)
        if ours:
            self._keeper.restart()

    def _tell_silence(self) -> None:
        if not self._told_silence and self._sent_us - self._connected_us > _SILENCE_US:
            self._told_silence = True
            self._report(
                "waiting",
                "is connected but sends no HIL_ACTUATOR_CONTROLS in lockstep: look at its console, "
                "and whether its airframe is one for an external simulator (none_iris: 10016)",
            )

    def _report(self, what: str, detail: str) -> None:
        self._coordinator.tell(self.party, what, detail)

    def _write(self) -> None:
        controls = self._controls
        if not controls.armed:
            self._outputs.write([0.0] * len(self._outputs))
            return
        wanted = [self._sound(value) for value in controls.controls]
        self._outputs.write(self._map.from_commands(wanted))

    def _sound(self, share: float) -> float:
        """What an output is asked for; NaN is PX4's own word for one that is off."""
        if isnan(share):
            return 0.0
        if abs(share) > _LARGEST_SHARE:
            self._notices.once("malformed", f"an output of {share:g} is off: none is beyond 1", "o")
            return 0.0
        return share
