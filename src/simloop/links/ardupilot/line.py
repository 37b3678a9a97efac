"""The line to one ArduPilot: its port, its vehicle's outputs and state, its process."""

from dataclasses import replace
from math import degrees

from simloop.links.ardupilot.config import Config
from simloop.links.ardupilot.servo_port import ServoPort
from simloop.links.ardupilot.state_reader import StateReader
from simloop.links.autopilot_keeper import AutopilotKeeper
from simloop.links.autopilot_process import AutopilotProcess, autopilot_process
from simloop.links.launch import Launch
from simloop.math.quaternion import to_euler
from simloop.sitl.channel_map import channel_map
from simloop.sitl.peer_notices import PeerNotices
from simloop.sitl.time_coordinator import COORDINATOR, TimeCoordinator
from simloop.sitl.vehicle_outputs import VehicleOutputs
from simloop.timing.rates import period_ticks
from simloop.wire.ardupilot_json import PORTS_PER_VEHICLE, ServoPacket, encode_state
from simloop.world.entities import Record
from simloop.world.plugin import App
from simloop.world.world import World

# Beyond these a pulse is no pulse; 0 is an output that is off.
_SHORTEST_US, _LONGEST_US = 500, 2500


class ArduPilotLine:
    """Takes outputs from its ArduPilot before a step, and tells it the state after."""

    def __init__(self, app: App, record: Record, config: Config, number: int) -> None:
        rate_hz = config.rate_hz or float(app.tick_rate_hz)
        self.period_ticks = period_ticks(rate_hz, app.tick_rate_hz, "rate_hz")
        self._config, self._tick_rate_hz = config, app.tick_rate_hz
        self._coordinator: TimeCoordinator = app.provided[COORDINATOR]
        self._outputs = VehicleOutputs(app.world, record.entity)
        self._map = channel_map(record.facts, "ardupilot", config.channels)
        self._state = StateReader(
            app.world,
            record.entity,
            imu=config.imu,
            geodetic=config.geodetic,
            exact=config.exact_state,
        )
        port = config.port + PORTS_PER_VEHICLE * number if config.port else 0
        self._socket = ServoPort(config.host, port, self._report)
        self.party = f"ardupilot of {record.name} (udp {config.host}:{self.port})"
        self._notices = PeerNotices(self._report)
        self._keeper = AutopilotKeeper(
            self._to_launch(app, record, number),
            self._coordinator,
            f"start it with '--model JSON:{config.host} --sim-port-out {self.port}'",
        )
        if not config.no_lockstep:
            self._coordinator.expect(self.party, lambda: self._poll(0.0), fix=self._keeper.fix)
        self._boots = self._first_tick = 0

    @property
    def port(self) -> int:
        """The UDP port that its ArduPilot sends to."""
        return self._socket.port

    def listen(self, tick: int) -> None:
        """Wait for the next outputs, and hand them over."""
        if self._config.no_lockstep:
            self._keeper.attend()
            newest = self._socket.take_newest()
            if newest is not None:
                self._drive(newest, tick)
            return
        self._coordinator.wait_for(self.party, self._poll, fix=self._keeper.fix)
        if self._socket.packet is not None:
            self._drive(self._socket.packet, tick)
        else:
            # No pulses come any more, and outputs without pulses are off.
            self._outputs.write([0.0] * len(self._outputs))

    def tell(self, tick: int) -> None:
        """Answer with the state that the step has led to."""
        config, free = self._config, self._config.no_lockstep
        if self._socket.packet is None and not free:
            return
        since_boot_s = (tick - self._first_tick) / self._tick_rate_hz
        state = self._state.read(since_boot_s, no_time_sync=config.no_time_sync, no_lockstep=free)
        text = encode_state(state)
        if free:
            self._socket.send(text)
        else:
            self._socket.answer(text)

    def time_jumped(self, tick: int) -> None:
        """ArduPilot sees timestamps go back and takes it for a physics reset."""
        self._first_tick = min(self._first_tick, tick)

    def close(self) -> None:
        """Let go of the port and of the process; the run waits for it no more."""
        self._socket.close()
        self._coordinator.forget(self.party)
        self._keeper.close()

    def _poll(self, wait_s: float) -> bool:
        # One that has ended is told at once, not when patience has.
        self._keeper.attend()
        return self._socket.poll(wait_s)

    def _drive(self, packet: ServoPacket, tick: int) -> None:
        if self._boots != self._socket.boots:
            # It takes the first timestamp for the time since its boot.
            self._boots, self._first_tick = self._socket.boots, tick - 1
        self._outputs.write(self._map.from_pwm([self._sound(each) for each in packet.pulses_us]))

    def _sound(self, pulse_us: int) -> int:
        if pulse_us == 0 or _SHORTEST_US <= pulse_us <= _LONGEST_US:
            return pulse_us
        self._notices.once("malformed", f"a pulse of {pulse_us} us is none: its output is off")
        return 0

    def _report(self, what: str, detail: str) -> None:
        self._coordinator.tell(self.party, what, detail)

    def _to_launch(self, app: App, record: Record, number: int) -> AutopilotProcess | None:
        launch = self._config.launch
        if launch is None:
            return None
        places = {"port": self.port, "instance": number, "vehicle_id": number + 1}
        return autopilot_process(app, record.name, led_here(launch, app.world, record), places)


def led_here(launch: Launch, world: World, record: Record) -> Launch:
    """The program with arguments that lead it here; its home becomes the origin of the world."""
    latitude, longitude, height_m = world.numbers(record.entity, "origin_llh").tolist()
    heading = to_euler(*world.vector(record.entity, "attitude_wxyz").tolist())[2]
    home = f"{degrees(latitude):.8f},{degrees(longitude):.8f},{height_m:.3f}"
    own = (
        *("--model", "JSON", "--sim-port-out", "{port}", "-I", "{instance}"),
        # Without it every one of a fleet is system 1.
        *("--sysid", "{vehicle_id}"),
        *("--home", f"{home},{degrees(heading) % 360.0:.2f}"),
        # Its own default would wait for somebody to connect by TCP.
        *("--serial0", "udpclient:127.0.0.1:14550"),
    )
    return replace(launch, arguments=(*own, *launch.arguments))
