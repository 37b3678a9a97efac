"""GazeboAdapter: vehicles that Gazebo moves, by way of its ardupilot_gazebo plugins."""

from collections.abc import Iterator
from select import select

from simloop.adapters.bound_ports import is_free
from simloop.adapters.gazebo.config import GazeboConfig
from simloop.adapters.gazebo.frames import sensor_frame
from simloop.adapters.gazebo.plugin_link import PluginLink, Tell
from simloop.messages.actuator_commands import ActuatorFrame
from simloop.messages.sensor_data import SensorFrame
from simloop.sitl.simulator_adapter import SimulatorCapabilities, SimulatorError
from simloop.world.port_use import is_open_host

# Shorter than what an adapter may take, so that who waits longer can be interrupted.
_WAIT_S = 0.04
# A plugin that repeats itself without end may not keep a wait from ending.
_MOST_ROUNDS = 1000
# Rounds without an answer, though something came, that may keep a wait from ending.
_MOST_USELESS = 16
# Steps that models may take while others of their Gazebo are missing.
_MOST_NUDGES = 20
_US_PER_S = 1_000_000
_USUAL_RATE_HZ = 400


def _nobody(what: str, detail: str) -> None:
    """For adapters that nobody listens to."""


class GazeboAdapter:
    """One Gazebo, and one socket per vehicle in it.

    All are sent to before any is waited for: a model that waits for its packet stops all others.
    """

    def __init__(self, config: GazeboConfig | None = None, name: str = "gazebo") -> None:
        self._config = config or GazeboConfig()
        self._name = name
        self._links: dict[int, PluginLink] = {}
        self._numbers: dict[int, int] = {}
        self._asked: tuple[int, ...] = ()
        self._due: set[int] = set()
        self._nudges = 0
        self._open = False
        self._tell: Tell = _nobody
        self._reached_us: int | None = None
        self._rate_hz = _USUAL_RATE_HZ
        self._may_wait = True
        self._told_us = 0

    def may_wait(self, allowed: bool) -> None:
        """Wait for Gazebo, or go on without it and only look whether it is back."""
        if self._may_wait and not allowed:
            for number in self._due:
                self._links[number].send_again()
        self._may_wait = allowed

    def report_to(self, tell: Tell) -> None:
        """From now on tell of restarts and of datagrams that could not be read."""
        self._tell = tell

    def adapter_type(self) -> str:
        """What kind of simulator this is."""
        return "gazebo"

    def name(self) -> str:
        """What this one is called."""
        return self._name

    @property
    def links(self) -> dict[int, PluginLink]:
        """The talk with each vehicle's plugin, by vehicle id."""
        return dict(self._links)

    async def connect(self) -> None:
        """Ready to talk; sockets open with the vehicles, and Gazebo may come later."""
        self._open = True

    async def disconnect(self) -> None:
        """Close all sockets."""
        for link in self._links.values():
            link.close()
        self._links, self._numbers, self._due = {}, {}, set()
        self._reached_us, self._told_us = None, 0
        self._open = False

    def is_connected(self) -> bool:
        """Do all plugins answer?"""
        return bool(self._links) and all(link.alive for link in self._links.values())

    def is_away(self, vehicle_ids: tuple[int, ...]) -> bool:
        """Has nobody the port of a plugin? Of other machines nothing is known."""
        if is_open_host(self._config.host):
            return False
        return any(is_free("udp", port) for port in self._ports(vehicle_ids))

    async def send_actuators(self, commands: ActuatorFrame) -> None:
        """Send every vehicle's pulses for the step that leads to the frame's time."""
        if not self._open:
            raise SimulatorError(f"adapter '{self._name}' is not connected", "call connect first")
        if self._repeats(commands):
            for number in self._due:
                self._links[number].send_again()
            return
        self._meet(commands.vehicle_ids)
        self._learn_rate(commands.timestamp_us)
        for number in commands.vehicle_ids:
            pulses = commands.pwm_us(number)
            self._links[number].drive(pulses, commands.timestamp_us, self._rate_hz)
        self._asked, self._nudges = commands.vehicle_ids, 0
        self._due = set(commands.vehicle_ids)
        self._begin_round()

    async def step(self) -> None:
        """Nothing to do: in lockstep the packet itself lets Gazebo take its step."""

    async def receive_sensors(self) -> SensorFrame | None:
        """Vehicles whose tick is complete, or in free run whose newest state has come."""
        if not self._due:
            return None
        if self._must_wait():
            self._wait()
        else:
            self._look()
        done = [number for number in sorted(self._due) if self._links[number].there]
        if not done:
            return None
        self._due -= set(done)
        return sensor_frame(self.sim_time_us(), [self._links[number] for number in done])

    def sim_time_us(self) -> int:
        """Gazebo's time as the slowest vehicle has heard it."""
        known = [link.clock.told_s for link in self._links.values()]
        slowest_s = min((now for now in known if now is not None), default=0.0)
        # A vehicle that comes after Gazebo began anew does not know of the time before.
        self._told_us = max(self._told_us, round(_US_PER_S * slowest_s))
        return self._told_us

    def supports_lockstep(self) -> bool:
        """As configured: the plugin's `<lock_step>` cannot be asked before the first state."""
        return self._config.lockstep

    def capabilities(self) -> SimulatorCapabilities:
        """Truth and contact; ready-made sensors only as configured."""
        return SimulatorCapabilities(sensors=frozenset(self._config.sensors), contact=True)

    def _must_wait(self) -> bool:
        """In lockstep, and until all have come; a Gazebo that was given up must answer first."""
        if not self._config.lockstep and self._all_met():
            return False
        if self._may_wait:
            return True
        self._listen(list(self._links.values()))
        return not any(link.waiting for link in self._links.values())

    def _all_met(self) -> bool:
        return all(link.state is not None for link in self._links.values())

    def _repeats(self, commands: ActuatorFrame) -> bool:
        """Is this the tick that is under way, asked for once more?"""
        same = (commands.timestamp_us, commands.vehicle_ids) == (self._reached_us, self._asked)
        return same and bool(self._due)

    def _meet(self, vehicle_ids: tuple[int, ...]) -> None:
        """A socket for every vehicle; those of vehicles that have gone are closed."""
        known = {vehicle.id for vehicle in self._config.vehicles}
        for vehicle_id in vehicle_ids if known else ():
            if vehicle_id not in known:
                raise SimulatorError(
                    f"adapter '{self._name}' knows no vehicle {vehicle_id}",
                    "list it below 'vehicles', or list none there",
                )
        for number in [number for number in self._links if number not in vehicle_ids]:
            self._links.pop(number).close()
            del self._numbers[number]
        for vehicle_id in vehicle_ids:
            if vehicle_id not in self._links:
                self._links[vehicle_id] = self._link(vehicle_id)

    def _ports(self, vehicle_ids: tuple[int, ...]) -> Iterator[int]:
        """The ports of vehicles, also of those to which no socket is open yet."""
        numbers = dict(self._numbers)
        known = {vehicle.id for vehicle in self._config.vehicles} or set(vehicle_ids)
        # Who is not known is refused when it is sent to.
        for vehicle_id in (each for each in vehicle_ids if each in known):
            if vehicle_id not in numbers:
                taken = set(numbers.values())
                numbers[vehicle_id] = self._config.number_of(vehicle_id, taken)
            port = self._config.of_vehicle(vehicle_id, numbers[vehicle_id]).port
            if port is not None:
                yield port

    def _link(self, vehicle_id: int) -> PluginLink:
        number = self._config.number_of(vehicle_id, set(self._numbers.values()))
        self._numbers[vehicle_id] = number
        return PluginLink(self._config, self._config.of_vehicle(vehicle_id, number), self._say)

    def _say(self, what: str, detail: str) -> None:
        self._tell(what, detail)

    def _learn_rate(self, reached_us: int) -> None:
        """The rate we would like is that of our own ticks."""
        last_us, self._reached_us = self._reached_us, reached_us
        if last_us is not None and reached_us > last_us:
            self._rate_hz = min(round(_US_PER_S / (reached_us - last_us)), 65535)

    def _begin_round(self) -> bool:
        """Send to all: they share one Gazebo, which takes a step when every model has a packet.

        Returns:
            False if nothing is needed: the tick has come to its end for all.
        """
        links = list(self._links.values())
        if self._config.lockstep and all(link.clock.there for link in links):
            return False
        for link in links:
            link.send_next()
        return True

    def _wait(self) -> None:
        """Listen to all until their tick is complete, or for a short while."""
        useless = 0
        for _ in range(_MOST_ROUNDS):
            waiting = [link for link in self._links.values() if link.waiting]
            if not waiting and not (self._config.lockstep and self._begin_round()):
                return
            sockets = [link.socket for link in self._links.values() if link.waiting]
            ready, _, _ = select(sockets, (), (), _WAIT_S)
            if not ready or useless >= _MOST_USELESS:
                # All of them are told, whoever is the first to knock.
                knocks = [link.waited(_WAIT_S) for link in waiting]
                if any(knocks):
                    self._nudge()
                return
            self._listen([link for link in self._links.values() if link.socket in ready])
            useless += all(link.waiting for link in waiting)

    def _nudge(self) -> None:
        """Let Gazebo take a step for a model that has not been reached.

        A model that has been answered already waits for its next packet, and until that comes no
        other model looks at its own.
        """
        if not self._config.lockstep or self._nudges >= _MOST_NUDGES:
            return
        self._nudges += 1
        for link in self._links.values():
            if not link.waiting:
                link.send_next()

    def _look(self) -> None:
        """Take what is there, without waiting; a tick without news is a while of silence."""
        self._listen(list(self._links.values()))
        for number in self._due:
            if self._links[number].waiting:
                self._links[number].waited(1.0 / self._rate_hz)

    def _listen(self, links: list[PluginLink]) -> None:
        for link in links:
            link.listen()
