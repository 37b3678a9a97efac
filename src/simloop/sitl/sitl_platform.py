"""SitlPlatform: the board of one vehicle, as code that would run on it sees it from outside.

A simulated board has a lane per vehicle; this is one of them: its clock, the bytes of its serial
line, the pulses of its outputs, its pins and lamps, its battery, and the samples that its firmware
will read next. Everything lives in the world, so two platforms never share anything.
"""

from collections.abc import Callable
from math import nan

from simloop.messages.actuator_commands import ActuatorCommands, pwm_of
from simloop.messages.sensor_data import SensorData
from simloop.messages.simloop_msgs import SerialData
from simloop.sitl.firmware_links import LINES, FirmwareLinks
from simloop.sitl.fleet_view import FleetView
from simloop.sitl.injected_samples import inject_samples
from simloop.sitl.serial_port import SERIAL_IN, SERIAL_OUT
from simloop.sitl.sil_boards import SilBoards
from simloop.sitl.vehicle_outputs import VehicleOutputs, actuator_frame
from simloop.timing.clock import microseconds_at
from simloop.transport.topic import Publisher, Subscription
from simloop.world.entities import Entity, Record
from simloop.world.plugin import App
from simloop.world.topic_prefix import prefix_of

# What the microcontroller of the first hardware reports.
SYSTEM_CLOCK_HZ = 125_000_000
_UART_FRAMES = 4096


class SitlPlatform:
    """One vehicle's board; `number` tells its current id."""

    def __init__(self, app: App, entity: Entity, number: Callable[[], int]) -> None:
        self._app = app
        self._entity = entity
        self._number = number
        self._pins: dict[int, bool] = {}
        self._to_board: Publisher[SerialData] | None = None
        self._from_board: Subscription[SerialData] | None = None
        self._unread = b""
        self._view = FleetView(app.world, lambda: [(number(), entity)])

    @property
    def system_clock_hz(self) -> int:
        """How fast the processor says it runs."""
        return SYSTEM_CLOCK_HZ

    def timer_us(self) -> int:
        """Simulated time: the only time there is on board."""
        return microseconds_at(self._app.world.tick, self._app.tick_rate_hz)

    def uart_write(self, data: bytes) -> None:
        """Send bytes to the board; they are there when the next tick opens."""
        self._open_uart()
        if self._to_board is not None:
            self._to_board.publish(SerialData(0, data))

    def uart_read(self, limit: int | None = None) -> bytes:
        """Bytes that the board has sent since the last call; listening opens the line."""
        self._open_uart()
        if self._from_board is not None:
            self._unread += b"".join(d.message.data for d in self._from_board.take())
        count = len(self._unread) if limit is None else limit
        taken, self._unread = self._unread[:count], self._unread[count:]
        return taken

    def spi_transfer(self, data: bytes) -> bytes:
        """Nothing hangs on the bus: every answer is zero."""
        return bytes(len(data))

    def pwm_us(self) -> tuple[int, ...]:
        """The pulses that the outputs get, in the order of the outputs."""
        outputs = VehicleOutputs(self._app.world, self._entity)
        asked, least = outputs.read().tolist(), outputs.least.tolist()
        return tuple(pwm_of(command, low) for command, low in zip(asked, least, strict=True))

    def gpio_write(self, pin: int, high: bool) -> None:
        """Set a pin from outside, as a switch would."""
        self._pins[pin] = high

    def gpio_read(self, pin: int) -> bool:
        """The level of a pin; low unless somebody set it."""
        return self._pins.get(pin, False)

    def led(self, number: int = 0) -> bool:
        """Is a lamp of the board lit? A firmware without a board of its own lights none."""
        boards, record = self._app.provided.get("sil_boards"), self._record
        crew = boards.crew_of(record) if isinstance(boards, SilBoards) else None
        if crew is None:
            return False
        part = crew.board.parts[record.row]
        return part.led1 if number else part.led0

    def battery_voltage_v(self) -> float:
        """What the firmware reads from its battery; NaN without one, and before a sample."""
        record = self._record
        table = self._app.world.tables[record.table]
        # A firmware has the column with and without a battery to fill it.
        known = "battery_sequence" in table.layout.places
        if not known or table.vector(record.row, "battery_sequence")[0] == 0.0:
            return nan
        return float(table.vector(record.row, "battery_voltage_v")[0])

    def sensors(self) -> SensorData:
        """Samples that came since the last call, and the truth."""
        return self._view.sensor_frame().of(self._number())

    def inject(self, data: SensorData) -> None:
        """Let the firmware read these samples next, in place of those of its own sensors.

        Call it between two ticks; a sensor of the vehicle overwrites it when it samples again.
        """
        inject_samples(self._app.world, self._record, data)

    def actuators(self) -> ActuatorCommands:
        """What the outputs are asked for now."""
        outputs = VehicleOutputs(self._app.world, self._entity)
        return actuator_frame(self.timer_us(), [(self._number(), outputs)]).of(self._number())

    def close(self) -> None:
        """Hang up."""
        if self._to_board is not None:
            self._to_board.close()
        if self._from_board is not None:
            self._from_board.close()
        self._to_board = self._from_board = None

    @property
    def _record(self) -> Record:
        return self._app.world.entities.get(self._entity)

    def _open_uart(self) -> None:
        """Join the topics of the vehicle's line."""
        if self._from_board is not None:
            return
        name = self._record.name
        lines = self._app.provided.get(LINES)
        if isinstance(lines, FirmwareLinks):
            # Before its first tick a vehicle has no line yet, and nobody would hear that we listen.
            lines.line_of(name)
        topics = {info.name for info in self._app.bus.graph().topics if name in info.subscribers}
        own = f"{name}/"
        # The line was named when the vehicle came: alone without its name, else with it.
        known = next((p for p in (own, "") if p + SERIAL_IN in topics), None)
        prefix = prefix_of(self._app.world, name, always=False) if known is None else known
        bus, who = self._app.bus, f"platform of {name}"
        self._to_board = bus.advertise(prefix + SERIAL_IN, SerialData, by=who, external=True)
        self._from_board = bus.subscribe(
            prefix + SERIAL_OUT, SerialData, depth=_UART_FRAMES, by=who
        )
        # A link opens when it first hears something.
        self._to_board.publish(SerialData(0, b""))
