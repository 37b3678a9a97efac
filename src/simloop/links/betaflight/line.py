"""The line to one Betaflight: state out, the newest outputs in, and no lockstep."""

from math import isfinite

from simloop.links.autopilot_process import OUTPUT_FILE, AutopilotProcess, autopilot_process
from simloop.links.betaflight.config import Config
from simloop.links.betaflight.readings import Readings
from simloop.links.betaflight.sockets import BetaflightSockets
from simloop.messages.actuator_commands import PWM_LEAST_US, PWM_MOST_US
from simloop.sitl.channel_map import channel_map
from simloop.sitl.time_coordinator import COORDINATOR, TimeCoordinator
from simloop.sitl.vehicle_outputs import VehicleOutputs
from simloop.sitl.world_lane import WorldLane
from simloop.timing.rates import period_ticks
from simloop.wire.betaflight import FlightState
from simloop.world.entities import Record
from simloop.world.plugin import App

# Simulated time without a packet after which Betaflight is asked for, and waited for.
_SILENCE_S = 0.5


class BetaflightLine:
    """Betaflight's clock is the wall's: the run goes on with whatever it said last."""

    def __init__(self, app: App, record: Record, config: Config, number: int) -> None:
        rate = app.tick_rate_hz
        self.party = f"betaflight of {record.name}"
        self.period_ticks = period_ticks(config.rate_hz or float(rate), rate, "rate_hz")
        self._radio_ticks = period_ticks(config.rc_rate_hz, rate, "rc_rate_hz")
        self._tick_rate_hz = rate
        self._coordinator: TimeCoordinator = app.provided[COORDINATOR]
        self._outputs = VehicleOutputs(app.world, record.entity)
        self._map = channel_map(record.facts, "betaflight", config.channels)
        self._readings = Readings(WorldLane(app.world, record.entity), config)
        # Until 2025.12 the four motors go out in the order of another autopilot.
        self._swapped = config.release != "2026.6"
        self._sockets = BetaflightSockets(config, number)
        self._process = _to_launch(app, record, config, number)
        *_, state_port, _ = config.ports_of(number)
        self._start = (
            f"start Betaflight's SITL with '--ip {config.host}'; it listens on UDP port "
            f"{state_port} of {config.address}"
        )
        self._state: FlightState | None = None
        self._base_s = self._sent_s = self._heard_s = 0.0
        self._radio_tick = -self._radio_ticks
        self._met = self._heard = False

    def supports_lockstep(self) -> bool:
        """Never: it is outside of the promise that a run repeats bit for bit."""
        return False

    @property
    def dropped(self) -> int:
        """Datagrams of a wrong size so far."""
        return self._sockets.dropped

    def tell(self, tick: int) -> None:
        """Send the state, and what the radio says as often as it is due."""
        self._sent_s = self._base_s + tick / self._tick_rate_hz
        self._state = self._readings.state(self._sent_s)
        self._sockets.send_state(self._state)
        if tick - self._radio_tick >= self._radio_ticks:
            self._radio_tick = tick
            radio = self._readings.radio(self._sent_s)
            if radio is not None:
                self._sockets.send_radio(radio)

    def listen(self, tick: int) -> None:
        """Hand the newest outputs on; wait only for one that has fallen silent."""
        if self._process is not None:
            if self._process.pid is None and not self._process.ended:
                self._process.start()
            self._process.check()
        if self._state is None:
            return
        self._heard = self._sockets.receive(0.0)
        if self._heard:
            self._heard_s = self._sent_s
        silent = self._sent_s - self._heard_s > _SILENCE_S
        if silent or not self._met or self._coordinator.is_dropped(self.party):
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
        if self._process is not None:
            self._process.clean()
        self._sockets.close()

    def _wait(self) -> None:
        if not self._coordinator.wait_for(self.party, self._asked, fix=self._fix()):
            # No signal, no motor.
            self._sockets.outputs = self._sockets.motors = None
            return
        self._heard_s = self._sent_s
        if not self._met:
            self._met = True
            self._coordinator.tell(
                self.party,
                "not_in_lockstep",
                "Betaflight runs by the wall clock: this run does not repeat bit for bit",
            )

    def _fix(self) -> str:
        """What helps: to start it, or to look why ours has not come or has gone."""
        process = self._process
        if process is None:
            return self._start
        return process.ended or f"its console is in {process.directory}/{OUTPUT_FILE}"

    def _asked(self, seconds: float) -> bool:
        """Send the last state again, which Betaflight answers even if it has just started."""
        if self._state is not None and not self._heard:
            self._sockets.send_state(self._state)
            self._heard = self._sockets.receive(seconds)
        return self._heard

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
        sound = [pulse if isfinite(pulse) else 0.0 for pulse in pulses]
        self._outputs.write(self._map.from_pwm(sound))


def _to_launch(app: App, record: Record, config: Config, number: int) -> AutopilotProcess | None:
    if config.launch is None:
        return None
    places = {"port": config.ports_of(number)[2], "instance": number, "vehicle_id": number + 1}
    return autopilot_process(app, record.name, config.launch, places)
