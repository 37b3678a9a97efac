"""Serial lines of all vehicles with the flight stack: topics carry the bytes, links join them."""

from collections.abc import Sequence

from simloop.firmware.link.comm_link import CommLink
from simloop.firmware.parameters.store import ParameterStore
from simloop.firmware.parameters.table import ParameterTable
from simloop.firmware.stack import STACKS
from simloop.messages.simloop_msgs import SerialData
from simloop.sitl.firmware_upkeep import Upkeep
from simloop.sitl.vehicle_memory import VehicleMemory
from simloop.sitl.world_lane import WorldLane
from simloop.systems.rc.receiver import RcReceiver
from simloop.timing.clock import microseconds_at
from simloop.timing.rates import highest_rate_hz
from simloop.transport.topic import Publisher, Subscription
from simloop.world.entities import Record
from simloop.world.plugin import App
from simloop.world.runner import TickInfo
from simloop.world.system import PythonSystem, Stage
from simloop.world.topic_prefix import prefix_of

SERIAL_IN, SERIAL_OUT = "serial_in", "serial_out"
# Who has this column has a firmware that takes requests.
MAILBOX = "fw_request_id"
FASTEST_RATE_HZ = 100
MOST_CHANNELS = 16


class SerialPort:
    """The serial line of one vehicle, and the link that speaks on it once somebody listens."""

    def __init__(self, app: App, record: Record, prefix: str, memory: VehicleMemory) -> None:
        self._app = app
        self._record = record
        self._lane = WorldLane(app.world, record.entity)
        self._memory = memory
        self._waiting: list[SerialData] = []
        self._link: CommLink | None = None
        self._out: Publisher[SerialData] = app.bus.advertise(
            prefix + SERIAL_OUT, SerialData, "bytes from the board", by=record.name
        )
        self._in: Subscription[SerialData] = app.bus.subscribe(
            prefix + SERIAL_IN,
            SerialData,
            self._waiting.append,
            by=record.name,
            doc="bytes to the board",
        )

    @property
    def in_use(self) -> bool:
        """Does anybody send or listen?"""
        return bool(self._waiting) or (self._link is not None and self._out.has_subscribers)

    def run(self, now_us: int) -> None:
        """Telemetry out, then what was received."""
        if self._link is not None:
            self._link.stream(now_us)
        waiting, self._waiting[:] = list(self._waiting), []
        for message in waiting:
            if message.channel >= MOST_CHANNELS:
                continue
            link = self._open(message.channel)
            if message.data:
                link.receive(message.data, now_us, message.channel)

    def forget(self) -> None:
        """Begin anew, as after a reset of the world."""
        channels = 0 if self._link is None else len(self._link.channels)
        self._link = None
        if channels:
            self._open(channels - 1)

    def close(self) -> None:
        """Leave the topics."""
        self._in.close()
        self._out.close()

    def _open(self, channel: int) -> CommLink:
        if self._link is None:
            self._link = self._make()
        while len(self._link.channels) <= channel:
            self._link.open(self._sender(len(self._link.channels)), safe=True)
        return self._link

    def _sender(self, channel: int) -> "_Send":
        return _Send(self._out, channel)

    def _make(self) -> CommLink:
        world, record = self._app.world, self._record
        stack = STACKS[record.facts["firmware_stack"]]
        constants = dict(world.tables[record.table].vehicle_class.constants)
        table = ParameterTable((*stack.parameters, *stack.state), constants, self._lane)
        store = ParameterStore(table, self._memory)
        receiver = self._app.provided.get("rc")

        def override(channels: Sequence[float | None]) -> None:
            if isinstance(receiver, RcReceiver):
                pulses = [None if c is None else round(1000.0 + 1000.0 * c) for c in channels]
                receiver.override(record.name, pulses)

        return CommLink(
            self._lane,
            table,
            self._sender(0),
            safe=True,
            rc_override=override,
            maintenance=Upkeep(self._lane, record, stack, store, table),
        )


class _Send:
    """Publishes the bytes of one channel."""

    def __init__(self, out: Publisher[SerialData], channel: int) -> None:
        self._out = out
        self._channel = channel

    def __call__(self, data: bytes) -> None:
        self._out.publish(SerialData(self._channel, data))


class FirmwareLinks:
    """The serial ports of all vehicles as one system, which sleeps while nobody listens."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._ports: dict[str, SerialPort] = {}
        self._memories: dict[str, VehicleMemory] = {}
        self._population = -1

    def join(self) -> None:
        """Open the ports and enter the schedule."""
        self._refresh()
        self._app.add_system(
            PythonSystem(
                name="firmware links",
                stage=Stage.COMMANDS,
                run=self._run,
                rate_hz=highest_rate_hz(FASTEST_RATE_HZ, self._app.tick_rate_hz),
                active=self._in_use,
                reset=self._forget,
            )
        )

    def _in_use(self) -> bool:
        if self._population != self._app.world.population_version:
            self._refresh()
        return any(port.in_use for port in self._ports.values())

    def _run(self, info: TickInfo) -> None:
        now_us = microseconds_at(info.tick, info.tick_rate_hz)
        for port in self._ports.values():
            if port.in_use:
                port.run(now_us)

    def _forget(self) -> None:
        for port in self._ports.values():
            port.forget()

    def _refresh(self) -> None:
        world = self._app.world
        self._population = world.population_version
        there = {r.name: r for r, table in world.each() if MAILBOX in table.layout.places}
        for name in [name for name in self._ports if name not in there]:
            self._ports.pop(name).close()
        for name, record in there.items():
            if name not in self._ports:
                memory = self._memories.setdefault(name, VehicleMemory())
                prefix = prefix_of(world, name, always=False)
                self._ports[name] = SerialPort(self._app, record, prefix, memory)
