"""The line to one Betaflight: state out, the newest outputs in, and no lockstep."""

from dataclasses import replace

from simloop.links.autopilot_keeper import AutopilotKeeper
from simloop.links.autopilot_process import AutopilotProcess, autopilot_process
from simloop.links.betaflight.config import Config
from simloop.links.betaflight.even_sending import EvenSending
from simloop.links.betaflight.gyro_zero import CALIBRATION_S, GyroZero
from simloop.links.betaflight.readings import Readings
from simloop.links.betaflight.sockets import BetaflightSockets
from simloop.links.betaflight.stamps import Stamps
from simloop.messages.actuator_commands import PWM_LEAST_US, PWM_MOST_US
from simloop.sitl.channel_map import channel_map
from simloop.sitl.time_coordinator import COORDINATOR, TimeCoordinator
from simloop.sitl.vehicle_outputs import VehicleOutputs
from simloop.sitl.world_lane import WorldLane
from simloop.timing.rates import period_ticks
from simloop.timing.time_manager import TIME_MANAGER, TimeManager
from simloop.wire.betaflight import FlightState, Radio
from simloop.world.entities import Record
from simloop.world.plugin import App

# Simulated time without an answer after which the world holds still: nobody flies it meanwhile.
_UNFLOWN_S = 0.01
# How long a busy host may keep it from answering, on the wall.
_SILENCE_S = 0.5
_NS_PER_S = 1e9


class BetaflightLine:
    """Betaflight's clock is the wall's: a run goes on with what it said last, but not for long."""

    def __init__(self, app: App, record: Record, config: Config, number: int) -> None:
        rate = app.tick_rate_hz
        self.party = f"betaflight of {record.name}"
        self.period_ticks = period_ticks(config.rate_hz or float(rate), rate, "rate_hz")
        self._unflown_s = max(_UNFLOWN_S, 2.0 * self.period_ticks / rate)
        self._radio_ticks = period_ticks(config.rc_rate_hz, rate, "rc_rate_hz")
        self._tick_rate_hz = rate
        self._coordinator: TimeCoordinator = app.provided[COORDINATOR]
        self._outputs = VehicleOutputs(app.world, record.entity)
        self._map = channel_map(record.facts, "betaflight", config.channels)
        self._readings = Readings(
            WorldLane(app.world, record.entity), config, self._gyro_zero(config)
        )
        # Until 2025.12 the four motors go out in the order of another autopilot.
        self._swapped = config.release != "2026.6"
        self._sockets = BetaflightSockets(config, number, self._report)
        self._time: TimeManager = app.provided[TIME_MANAGER]
        self._even = EvenSending(self._time.wall, lambda: self._time.speed)
        self._stamps = Stamps(lambda: self._time.speed)
        # Ticks of one group would leave at the same moment.
        self._time.pace_single_ticks(self.party)
        *_, state_port, _ = config.ports_of(number)
        self._keeper = AutopilotKeeper(
            _to_launch(app, record, config, number),
            self._coordinator,
            f"start Betaflight's SITL with '{' '.join(config.host_arguments)}'; it listens on UDP "
            f"port {state_port} of {config.address}",
        )
        self._coordinator.expect(self.party, self._is_heard, fix=self._keeper.fix)
        self._state: FlightState | None = None
        self._radio: Radio | None = None
        self._base_s = self._sent_s = self._heard_s = 0.0
        self._radio_tick = -self._radio_ticks
        self._met = self._heard = False
        self._heard_ns: int | None = None

    def supports_lockstep(self) -> bool:
        """Never: it is outside of the promise that a run repeats bit for bit."""
        return False

    @property
    def dropped(self) -> int:
        """Datagrams so far that were none of Betaflight's."""
        return self._sockets.dropped

    def tell(self, tick: int) -> None:
        """Send the state, and what the radio says as often as it is due."""
        self._sent_s = self._base_s + tick / self._tick_rate_hz
        stamp_s = self._stamps.stamp(self._sent_s)
        self._state = self._readings.state(stamp_s)
        if self._is_gone:
            # It may just start: `listen` asks for it.
            return
        self._even.hold(self._sent_s)
        self._sockets.send_state(self._state)
        self._even.sent(self._sent_s)
        if tick - self._radio_tick >= self._radio_ticks:
            self._radio_tick = tick
            self._radio = self._readings.radio(stamp_s)
            self._send_radio()

    def listen(self, tick: int) -> None:
        """Hand the newest outputs on; wait only where the last ones have become too old."""
        self._keeper.attend()
        if self._state is None:
            return
        self._heard = self._sockets.receive(0.0)
        if self._heard:
            self._note_answer()
        unflown = self._sent_s - self._heard_s > self._unflown_s
        if unflown or not self._met or self._coordinator.is_dropped(self.party):
            self._wait()
        self._write()

    def time_jumped(self, tick: int) -> None:
        """Timestamps only rise, whatever the run does."""
        self._base_s = self._sent_s - tick / self._tick_rate_hz
        self._heard_s = self._sent_s
        self._radio_tick = tick - self._radio_ticks

    def close(self) -> None:
        """End the process, if it is ours, and let the ports go."""
        self._coordinator.forget(self.party)
        self._time.pace_groups_for(self.party)
        self._keeper.close()
        self._sockets.close()

    def _wait(self) -> None:
        if not self._coordinator.wait_for(self.party, self._asked, fix=self._keeper.fix):
            # No signal, no motor.
            self._sockets.outputs = self._sockets.motors = None
            return
        self._note_answer()
        if not self._met:
            self._met = True
            self._report(
                "not_in_lockstep",
                "Betaflight runs by the wall clock: this run does not repeat bit for bit",
            )

    def _report(self, what: str, detail: str) -> None:
        self._coordinator.tell(self.party, what, detail)

    def _gyro_zero(self, config: Config) -> GyroZero | None:
        if not config.calibrate_gyro:
            return None
        return GyroZero(round(CALIBRATION_S * self._tick_rate_hz / self.period_ticks))

    def _is_heard(self) -> bool:
        """Before the first state was sent nobody can have answered."""
        self._keeper.attend()
        return self._met or self._state is None or self._asked(0.0)

    def _asked(self, seconds: float) -> bool:
        """Send the last state again, which Betaflight answers even if it has just started."""
        if self._state is not None and not self._heard:
            self._keeper.attend()
            self._ask_again(self._state)
            self._heard = self._sockets.receive(seconds)
        return self._heard

    def _ask_again(self, state: FlightState) -> None:
        if self._is_gone:
            # Whoever answers next may be its successor. While that starts it must not hear a
            # state, which would end it, nor a radio: 4.5 and 2025.12 would stay deaf to it.
            self._sockets.forget_peer()
            if not self._sockets.is_awake():
                return
        else:
            # The world stands, but Betaflight would take a radio that stops for lost.
            self._send_radio()
        self._sockets.send_state(state)
        self._even.sent(self._sent_s)

    def _note_answer(self) -> None:
        self._heard_s, self._heard_ns = self._sent_s, self._coordinator.now_ns()

    @property
    def _is_gone(self) -> bool:
        """Has it never answered, or been silent for longer than a busy host explains?"""
        if self._heard_ns is None:
            return True
        return (self._coordinator.now_ns() - self._heard_ns) / _NS_PER_S > _SILENCE_S

    def _send_radio(self) -> None:
        if self._radio is not None:
            self._sockets.send_radio(self._radio)

    def _write(self) -> None:
        sockets = self._sockets
        if sockets.outputs is not None:
            pulses = sockets.outputs.pulses_us
        elif sockets.motors is not None:
            first, second, third, fourth = sockets.motors
            native = (fourth, first, second, third) if self._swapped else sockets.motors
            span = PWM_MOST_US - PWM_LEAST_US
            pulses = tuple(PWM_LEAST_US + span * share for share in native)
        else:
            pulses = ()
        self._outputs.write(self._map.from_pwm(pulses))


def _to_launch(app: App, record: Record, config: Config, number: int) -> AutopilotProcess | None:
    if config.launch is None:
        return None
    places = {"port": config.ports_of(number)[2], "instance": number, "vehicle_id": number + 1}
    arguments = (*config.host_arguments, *config.launch.arguments)
    return autopilot_process(app, record.name, replace(config.launch, arguments=arguments), places)
