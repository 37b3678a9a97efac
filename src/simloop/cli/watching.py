"""Lets people watch a run: its scene port, the studio beside it, and the words about both."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Literal

from simloop.cli.page_options import address_lines
from simloop.cli.scene_token import watch_line
from simloop.cli.words import event_words
from simloop.server.events import Event
from simloop.server.files.find import known_names
from simloop.server.history import History
from simloop.server.history.history import DEFAULT_MB
from simloop.server.port_plan import PlannedPort, planned_port
from simloop.server.port_table import port_rows
from simloop.server.session import Result, Session
from simloop.server.simulation import Simulation
from simloop.studio.access import Role
from simloop.studio.page_rules import PageRules
from simloop.studio.process import StudioProcess
from simloop.studio.questions import QUESTIONS, timeline
from simloop.studio.questions.ports import PORTS, PortLine
from simloop.studio.questions.timeline_answers import Marker
from simloop.studio.questions.vehicle_columns import VehicleColumns
from simloop.studio.readouts import STATUS_COLUMNS, PlanReader, failures_of, status_of
from simloop.studio.scene_port import ScenePort
from simloop.systems.failures import FailureDesk
from simloop.systems.scene import SceneOffer
from simloop.systems.scene.broadcast import Plan, Readouts
from simloop.systems.scene.looks import item_of
from simloop.systems.scene.messages import (
    EndMessage,
    EventMessage,
    Hello,
    Item,
    Point,
    ToViewer,
    VehicleStatus,
    VerdictMessage,
)
from simloop.world.entities import Record
from simloop.world.table import Table

Level = Literal["info", "good", "warn", "bad"]
Outcome = Literal["success", "failure"]
_LEVELS: Mapping[Level, tuple[str, ...]] = {
    "bad": ("crashed", "frozen"),
    "warn": ("refused", "failure", "touched", "touched the ground in flight"),
    "good": ("landed", "arrived", "waypoint reached", "recovered"),
}
_PAST = 300


class Watching:
    """The scene port of a simulation, and a studio if one was asked for."""

    def __init__(self, simulation: Simulation) -> None:
        self._simulation = simulation
        self.studio: StudioProcess | None = None
        self._plans = PlanReader()
        self._failure_news = 0
        self.port: ScenePort | None = None
        self.look: Callable[[], None] = lambda: None
        """Lets viewers look at the world as it is, while something else takes long."""
        self.is_compiled_first = False
        self._verdict: Callable[[], Iterable[VerdictMessage]] = tuple

    def open(
        self,
        *,
        page_port: int | None,
        rules: PageRules | None = None,
        shares: Sequence[Role] = (),
        history_mb: float = DEFAULT_MB,
    ) -> list[str]:
        """Open the port, and a page unless `page_port` is None; gives the lines to print."""
        if not isinstance(self._simulation.provided.get("scene"), SceneOffer):
            return ["no page: this world leaves the system 'scene' out"]
        port = ScenePort(self._simulation.bus.inbox)
        self.attend(port, history_mb)
        port.open()
        if page_port is None:
            return [f"watch it with: {watch_line(port.address)}"]
        rules = rules or PageRules()
        self.studio = StudioProcess(port.address, page_port, rules)
        return address_lines(self.studio.addresses, rules, shares)

    def tell(self, words: str) -> None:
        """Tell viewers what the run itself does."""
        if self.port is not None and self.port.viewers:
            self.port.tell(self._of_run(words))

    def _of_run(self, words: str) -> EventMessage:
        tick, time_s = self._simulation.world.tick, self._simulation.seconds
        return EventMessage(tick, time_s, "", "run", words, "info")

    def end_with(self, stop: Callable[[], None]) -> None:
        """Let the owner end the run from the page."""
        if self.port is not None:
            self.port.on_quit = stop

    @property
    def ports(self) -> list[PlannedPort]:
        """The ports that are open for viewers."""
        found = []
        if self.studio is not None:
            page = self.studio.addresses
            found.append(("page", page.host, page.port))
        if self.port is not None:
            found.append(("scene", self.port.address.host, self.port.address.port))
        return [planned_port(owner, host, port) for owner, host, port in found]

    def attend(self, port: ScenePort, history_mb: float = DEFAULT_MB) -> None:
        """Feed a port, of our own or one that was there before."""
        scene: SceneOffer = self._simulation.provided["scene"]
        self._simulation.provide(PORTS, self._ports)
        # Without a history nobody is told that the past may be asked for.
        left_out = () if history_mb > 0.0 else timeline.QUESTIONS
        scene.questions.offer(each for each in QUESTIONS if each not in left_out)
        self.port = port
        look = scene.broadcast_between_ticks(port, self._readouts())
        self._simulation.between_ticks(look)
        # Who keeps a tick waiting, such as an autopilot not started yet, keeps nobody from looking.
        self.look = self._simulation.coordinator.while_waiting = lambda: look(False)
        if history_mb > 0.0:
            self._remember(port, history_mb)
        self._simulation.log.listen(self._tell)

    def tell_verdict(self, session: Session, result: Result) -> None:
        """Tell those who look, and those who come while it holds, what the run came to."""
        outcome: Outcome = "success" if result.outcome == "success" else "failure"
        words = f"{result.outcome} after {result.sim_time_s:.1f} s of simulated time"
        verdict = VerdictMessage(outcome, result.reasons, words, result.ticks, result.sim_time_s)
        self._verdict = lambda: (verdict,) if session.verdict_holds else ()
        if self.port is not None and self.port.viewers:
            self.port.tell(verdict)

    def finish(self, result: Result) -> None:
        """Tell those who look how the run ended: it goes now."""
        if self.port is not None and self.port.viewers:
            words = f"{result.outcome} after {result.sim_time_s:.1f} s of simulated time"
            self.port.tell(EndMessage(words))

    def _remember(self, port: ScenePort, history_mb: float) -> None:
        """Keep the past, for viewers to look at and to go on from."""
        simulation = self._simulation
        history = History(
            simulation,
            status=status_of,
            status_columns=STATUS_COLUMNS,
            item=self._item,
            marker=_marker,
            budget_mb=history_mb,
            on_branch=port.tell_anew,
        )

        history.snapshots.on_long_way = lambda way_s: self.tell(
            f"repeats {way_s:.0f} s to get there"
        )
        history.join()

    def close(self) -> None:
        """End thread and process."""
        if self.port is not None:
            self.port.close()
        if self.studio is not None:
            self.studio.close()

    def _readouts(self) -> Readouts:
        time = self._simulation.time
        return Readouts(
            hello=self._hello,
            pace=lambda: (0.0 if time.paused else time.factor.report().one_second, time.speed),
            status=self._status,
            status_columns=STATUS_COLUMNS,
            status_version=lambda: self._failure_news,
            plan=self._plan,
            past=self._past,
        )

    def _hello(self) -> Hello:
        simulation, scenario = self._simulation, self._simulation.scenario
        return Hello(
            scenario.name,
            scenario.description,
            scenario.tick_rate_hz,
            vehicles=tuple(known_names("vehicle")),
            verbs=(*simulation.commands.verbs, "quit"),
            questions=simulation.provided["questions"].names,
        )

    def _status(self, record: Record, table: Table) -> VehicleStatus:
        desk = self._simulation.provided.get("failures")
        failing = failures_of(desk, record.name) if isinstance(desk, FailureDesk) else ()
        return status_of(record, table, failing)

    def _plan(self, record: Record, table: Table) -> Plan:
        flight = self._simulation.monitor.flights.get(record.name)
        start = self._believed_start(record) if flight is None else flight.home_ned_m
        return self._plans.read(record, table, start)

    def _believed_start(self, record: Record) -> Point | None:
        """Where the firmware of a vehicle that came later believes to have begun."""
        columns = VehicleColumns(self._simulation.world, record)
        return columns.from_firmware((0.0, 0.0, 0.0)) if columns.number("fw_aligned") else None

    def _item(self, record: Record) -> Item:
        world = self._simulation.world
        plan: Plan = (None, ())
        if record.table >= 0:
            plan = self._plan(record, world.tables[record.table])
        return item_of(world, record, *plan)

    def _ports(self) -> Iterable[PortLine]:
        return [
            PortLine(
                row.use.owner, row.use.kind, row.use.host, row.numbers, row.use.binds, row.vehicles
            )
            for row in port_rows(self._simulation.ports)
        ]

    def _past(self) -> Iterable[ToViewer]:
        past: list[ToViewer] = [
            event_message(event) for event in self._simulation.log.events[-_PAST:]
        ]
        if self.is_compiled_first:
            past.append(self._of_run("is compiled, once; then it starts"))
        elif not self._simulation.runner.ready:
            past.append(self._of_run("is compiled while it runs; until then it may be slow"))
        return [*past, *self._verdict()]

    def _tell(self, event: Event) -> None:
        self._failure_news += event.name in ("failure", "recovered")
        if self.port is not None and self.port.viewers:
            self.port.tell(event_message(event))


def event_message(event: Event) -> EventMessage:
    """An event as viewers are told."""
    return EventMessage(
        event.tick, event.time_s, event.vehicle, event.name, event_words(event), _level(event.name)
    )


def _marker(event: Event) -> Marker | None:
    words = event_words(event)
    if not words:
        return None
    return Marker(event.tick, event.time_s, event.vehicle, words, _level(event.name))


def _level(name: str) -> Level:
    for level, names in _LEVELS.items():
        if name in names:
            return level
    return "info"
