"""Serial lines of all vehicles with the flight stack: topics carry the bytes, links join them."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

from simloop.firmware.parameters.store import LoadReport
from simloop.firmware.parameters.table import ParameterTable
from simloop.sitl.impaired_line import ImpairedLine
from simloop.sitl.serial_port import SerialPort
from simloop.sitl.serial_wire import SERIAL_IN, SERIAL_OUT, Wire
from simloop.sitl.sil_boards import SilBoards
from simloop.sitl.time_coordinator import COORDINATOR, TimeCoordinator
from simloop.sitl.vehicle_link import VehicleLink
from simloop.sitl.vehicle_memory import VehicleMemories
from simloop.systems.failures import FAILURES, FailureDesk
from simloop.timing.clock import microseconds_at
from simloop.timing.rates import highest_rate_hz
from simloop.world.activity import Activity
from simloop.world.entities import Entity, Record
from simloop.world.plugin import App
from simloop.world.runner import TickInfo
from simloop.world.system import PythonSystem, Stage
from simloop.world.topic_prefix import prefix_of

if TYPE_CHECKING:
    from simloop.sitl.board_port import BoardPort
    from simloop.sitl.failure_commands import FailureCommands

__all__ = ["LINES", "MAILBOX", "RECALLED", "SERIAL_IN", "SERIAL_OUT", "FirmwareLinks"]

SYSTEM = "firmware links"
# Under this name programs find what became of parameters that memory had, by vehicle.
RECALLED = "recalled_parameters"
# Who has this column has a firmware that takes requests.
MAILBOX = "fw_request_id"
FASTEST_RATE_HZ = 100
# Under this name those who spoil links find the lines of vehicles.
LINES = "serial_lines"

Port: TypeAlias = "SerialPort | BoardPort"


class FirmwareLinks:
    """The serial ports of all vehicles as one system, which sleeps while nobody listens."""

    def __init__(self, app: App, boards: SilBoards, memories: VehicleMemories) -> None:
        self._app = app
        self._boards = boards
        self._memories = memories
        self._ports: dict[str, tuple[Entity, Port]] = {}
        # Nobody speaks to most vehicles of a large fleet: only those who had mail are looked at.
        self._rung: set[str] = set()
        self._awake: list[Port] | None = None
        self._population = -1
        # The revision of the bus whose listeners are known.
        self._listeners_of = -1
        self._activity = Activity(self._in_use)
        self._recalled: dict[str, LoadReport] = {}
        app.provide(RECALLED, self._recalled)
        app.provide(LINES, self)

    def join(self) -> None:
        """Open the ports and enter the schedule."""
        self._refresh()
        self._app.add_system(
            PythonSystem(
                name=SYSTEM,
                stage=Stage.COMMANDS,
                run=self._run,
                rate_hz=highest_rate_hz(FASTEST_RATE_HZ, self._app.tick_rate_hz),
                active=self._activity,
                reset=self._forget,
                save=self._save,
                load=self._load,
            )
        )

    def line_of(self, vehicle: str) -> ImpairedLine | None:
        """The radio line of a vehicle; None if it has none."""
        if self._population != self._app.world.population_version:
            self._refresh()
        return self._ports[vehicle][1].line if vehicle in self._ports else None

    def parameters_of(self, vehicle: str) -> ParameterTable | None:
        """The parameters of a vehicle, as its link knows them; None if it has none here."""
        if self.line_of(vehicle) is None:
            return None
        return self._ports[vehicle][1].vehicle.parameters

    def restart(self, vehicle: str) -> bool:
        """Start a vehicle's firmware anew, as after power was off; False if it has none here."""
        if self.line_of(vehicle) is None:
            return False
        self._ports[vehicle][1].vehicle.reboot()
        self._activity.stir()
        return True

    def _in_use(self) -> bool:
        if self._population != self._app.world.population_version:
            self._refresh()
        if self._listeners_of != self._app.bus.revision:
            self._listeners_of = self._app.bus.revision
            for _, port in self._ports.values():
                port.meet_listeners()
        return any(port.in_use for port in self._listening())

    def _listening(self) -> list[Port]:
        """Ports that ever had mail, in the order of their vehicles."""
        if self._awake is None:
            self._awake = [p for name, (_, p) in self._ports.items() if name in self._rung]
        return self._awake

    def _ring(self, vehicle: str) -> None:
        self._activity.stir()
        if vehicle not in self._rung:
            self._rung.add(vehicle)
            self._awake = None

    def _run(self, info: TickInfo) -> None:
        now_us = microseconds_at(info.tick, info.tick_rate_hz)
        for port in self._listening():
            if port.in_use:
                port.run(now_us, info.tick)
                self._tell_of_keys(port)

    def _tell_of_keys(self, port: Port) -> None:
        """Put into the log what became of keys that peers sent."""
        link = port.vehicle.link
        if link is None or not link.signing.news:
            return
        coordinator = self._app.provided.get(COORDINATOR)
        if isinstance(coordinator, TimeCoordinator):
            for text in link.signing.news:
                coordinator.tell(f"mavlink of {port.vehicle.name}", "signing", text)
        link.signing.news = []

    def _forget(self) -> None:
        for _, port in self._ports.values():
            port.forget()

    def _save(self) -> dict[str, Any]:
        ports = {name: port.save() for name, (_, port) in self._ports.items()}
        return {"ports": ports, "memories": self._memories.save()}

    def _load(self, saved: dict[str, Any]) -> None:
        # A vehicle that is back has its parameters in its columns already.
        self._refresh(recall=False)
        self._memories.load(saved["memories"])
        for name, (_, port) in self._ports.items():
            if name in saved["ports"]:
                port.load(saved["ports"][name])
            if port.in_use or port.vehicle.link is not None:
                self._ring(name)

    def _refresh(self, *, recall: bool = True) -> None:
        world = self._app.world
        self._population = world.population_version
        self._awake = None
        there = {r.name: r for r, table in world.each() if MAILBOX in table.layout.places}
        gone = [n for n, (e, _) in self._ports.items() if n not in there or there[n].entity != e]
        for name in gone:
            self._ports.pop(name)[1].close()
        for name, record in there.items():
            if name not in self._ports:
                self._ports[name] = record.entity, self._open(record)
                if recall and self._memories.holds_something(name):
                    self._recalled[name] = self._ports[name][1].vehicle.recall()

    def _open(self, record: Record) -> Port:
        world = self._app.world
        line = ImpairedLine(world.seed, record.name, world.tick_rate_hz)
        prefix = prefix_of(world, record.name, always=False)
        wire = Wire(self._app.bus, record.name, prefix, line, partial(self._ring, record.name))
        make = partial(VehicleLink, self._app, record, self._memories.of(record.name))
        failures = self._failure_commands(record)
        crew = self._boards.crew_of(record)
        if crew is None:
            return SerialPort(wire, make(), failures)
        from simloop.sitl.board_port import BoardPort
        from simloop.sitl.table_firmware import BoardReset

        crew.vehicles[record.row] = make(BoardReset(crew, record.row))
        return BoardPort(wire, crew.vehicles[record.row], crew, record.row, failures)

    def _failure_commands(self, record: Record) -> "Callable[[], FailureCommands] | None":
        desk = self._app.provided.get(FAILURES)
        if not isinstance(desk, FailureDesk):
            return None
        entities, entity = self._app.world.entities, record.entity
        inject = desk.inject

        def make() -> "FailureCommands":
            # The codec of commands is loaded for the first peer that sends something.
            from simloop.sitl.failure_commands import FailureCommands

            return FailureCommands(lambda: entities.get(entity).name, inject)

        return make
