"""One vehicle that an ArduPilot flies: its port, its outputs, its state, its process."""

from math import degrees

from simloop.links.ardupilot.config import Config
from simloop.links.ardupilot.servo_port import ServoPort
from simloop.links.ardupilot.state_reader import StateReader
from simloop.links.autopilot_process import AutopilotProcess, Launch, autopilot_process
from simloop.math.quaternion import to_euler
from simloop.sitl.channel_map import channel_map
from simloop.sitl.time_coordinator import TimeCoordinator
from simloop.sitl.vehicle_outputs import VehicleOutputs
from simloop.timing.rates import period_ticks
from simloop.wire.ardupilot_json import ServoPacket, encode_state
from simloop.world.entities import Record
from simloop.world.plugin import App
from simloop.world.world import World


class FlownVehicle:
    """Asks its ArduPilot for outputs before a step, and tells it the state after."""

    def __init__(
        self, app: App, coordinator: TimeCoordinator, record: Record, config: Config, instance: int
    ) -> None:
        self.name = record.name
        self.period = period_ticks(
            config.rate_hz or float(app.tick_rate_hz), app.tick_rate_hz, "rate_hz"
        )
        self._config, self._coordinator, self._rate_hz = config, coordinator, app.tick_rate_hz
        self._outputs = VehicleOutputs(app.world, record.entity)
        self._map = channel_map(record.facts, "ardupilot", config.channels)
        self._state = StateReader(
            app.world,
            record.entity,
            imu=config.imu,
            geodetic=config.geodetic,
            exact=config.exact_state,
        )
        self.socket = ServoPort(config.host, port_of(config, instance), self._tell)
        where = f"udp {config.host}:{self.socket.port}"
        self.party = f"ardupilot of {record.name} ({where})"
        self._process = self._start_later(app, record, instance)
        self._started = False

    def ask(self) -> None:
        """Wait for the next outputs, and hand them over."""
        if self._process is not None and not self._started:
            self._started = True
            self._process.start()
        if self._config.no_lockstep:
            newest = self.socket.take_newest()
            if newest is not None:
                self._drive(newest)
            return
        if self._coordinator.wait_for(self.party, self._poll, fix=self._fix()):
            packet = self.socket.packet
            if packet is not None:
                self._drive(packet)
        else:
            # No pulses come any more, and outputs without pulses are off.
            self._outputs.write([0.0] * len(self._outputs))

    def tell_state(self, tick: int) -> None:
        """Answer with the state that the step has led to."""
        config, free = self._config, self._config.no_lockstep
        if self.socket.packet is None and not free:
            return
        state = self._state.read(
            tick / self._rate_hz, no_time_sync=config.no_time_sync, no_lockstep=free
        )
        (self.socket.send if free else self.socket.answer)(encode_state(state))

    def close(self) -> None:
        """Let go of the port and of the process; the run waits for it no more."""
        self.socket.close()
        self._coordinator.forget(self.party)
        if self._process is not None:
            self._process.clean()

    def _poll(self, wait_s: float) -> bool:
        if wait_s > 0.0 and self._process is not None:
            # One that has ended is told at once, not when patience has.
            self._process.check()
        return self.socket.poll(wait_s)

    def _drive(self, packet: ServoPacket) -> None:
        self._outputs.write(self._map.from_pwm(packet.pulses_us))

    def _tell(self, what: str, detail: str) -> None:
        self._coordinator.tell(self.party, what, detail)

    def _fix(self) -> str:
        ended = self._process.ended if self._process is not None else None
        if ended is not None:
            return ended
        return f"start it with '--model JSON:{self._config.host} --sim-port-out {self.socket.port}'"

    def _start_later(self, app: App, record: Record, instance: int) -> AutopilotProcess | None:
        config = self._config
        if config.command is None:
            return None
        launch = Launch(
            command=config.command,
            arguments=(*_arguments(app.world, record, config.host), *config.arguments),
            directory=config.directory,
            environment=config.environment,
        )
        places = {"port": self.socket.port, "instance": instance, "vehicle_id": instance + 1}
        return autopilot_process(app, record.name, launch, places)


def port_of(config: Config, instance: int) -> int:
    """The port of the n-th vehicle, 10 apart as ArduPilot's own instances are."""
    return config.port + 10 * instance if config.port else 0


def _arguments(world: World, record: Record, host: str) -> tuple[str, ...]:
    """What leads an ArduPilot here, and makes its home the origin of the world."""
    latitude, longitude, height_m = world.vector(record.entity, "origin_llh").tolist()
    heading = to_euler(*world.vector(record.entity, "attitude_wxyz").tolist())[2]
    home = f"{degrees(latitude):.8f},{degrees(longitude):.8f},{height_m:.3f}"
    return (
        *("--model", f"JSON:{host}", "--sim-port-out", "{port}", "-I", "{instance}"),
        *("--home", f"{home},{degrees(heading) % 360.0:.2f}"),
        # Its own default would wait for somebody to connect by TCP.
        *("--serial0", "udpclient:127.0.0.1:14550"),
    )
