"""The composition root: a scenario becomes a world, plugins, a schedule and a clock."""

from collections.abc import Callable, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, TypeVar

from simloop.server.collector import uncollected
from simloop.server.command_intake import CommandIntake
from simloop.server.events import EventLog
from simloop.server.expectations import check_expectations, unmet
from simloop.server.failure_events import check_failures, log_failures
from simloop.server.files.find import check_known
from simloop.server.files.load import load_scenario, load_vehicle
from simloop.server.files.mistake import FileMistake
from simloop.server.files.resolved import ResolvedScenario
from simloop.server.first_things import first_things
from simloop.server.flight_monitor import FlightMonitor
from simloop.server.launch_consent import Consent, LaunchGuard
from simloop.server.movers import tell_unmoved
from simloop.server.plugin_host import PluginHost
from simloop.server.plugins import Registry
from simloop.server.port_plan import check_free, check_plan, plan_ports
from simloop.server.rate_events import RateEvents
from simloop.server.respawn import offer_respawn
from simloop.server.sitl_rig import SitlRig, coordinator_of
from simloop.server.starting_grid import StartingGrid, plan_capacity
from simloop.server.thread_pool import pool_of
from simloop.server.time_setup import serve_time, time_manager_of
from simloop.server.timeline import Timeline
from simloop.server.touch_events import crash_detail, log_touches
from simloop.server.vehicle_factory import VehicleFactory
from simloop.server.vehicle_spawner import VehicleSpawner
from simloop.server.verdict import Verdict, judge, witnesses
from simloop.sitl.firmware_links import RECALLED
from simloop.sitl.sil_boards import SilBoards
from simloop.sitl.vehicle import Vehicle
from simloop.sitl.vehicle_config import VehicleConfig
from simloop.systems.collisions import TouchBoard
from simloop.systems.failures import FailureDesk
from simloop.systems.user_commands.desk import CommandDesk
from simloop.timing.statistics import Durations, StepTimes
from simloop.timing.wall import WallClock
from simloop.transport.bus import Bus
from simloop.transport.inbox import Inbox, Reply, Stamped
from simloop.world.compile_progress import TellProgress, tell_nobody
from simloop.world.entities import Entity
from simloop.world.runner import Runner
from simloop.world.steps import Background
from simloop.world.system import PythonSystem
from simloop.world.system_calls import Policy
from simloop.world.world import ModelSpec, Snapshot, World

if TYPE_CHECKING:
    from simloop.sitl.bridge import SitlBridge

T = TypeVar("T")

# Reading the clock in every tick would cost as much as a light system.
_TIMED_TICKS = 16
# What plain Python manages in the first seconds; it soon has less to do, as systems are made.
_INTERPRETED_TICKS_PER_S = 1600


class Simulation:
    """A scenario, ready to run. It is the `App` that plugins see."""

    def __init__(
        self,
        scenario: ResolvedScenario,
        *,
        registry: Registry | None = None,
        compiled: bool = True,
        threads: int | None = None,
        policy: Policy = "stop",
        replay: Sequence[Stamped] | None = None,
        wall: WallClock | None = None,
        open_links: bool = True,
        allow_launch: bool | Consent = False,
    ) -> None:
        self.scenario = scenario
        self._open_links = open_links
        self.registry = registry or Registry()
        self._guard = LaunchGuard(self.registry, allow_launch)
        self._guard.check(scenario.models.values())
        self.ports = plan_ports(scenario, self.registry)
        check_plan(self.ports)
        self.world = World(seed=scenario.seed, tick_rate_hz=scenario.tick_rate_hz)
        self.bus = Bus(inbox=Inbox(replay=replay))
        self.time = time_manager_of(scenario, wall)
        self._now_ns = self.time.wall.monotonic_ns
        self.durations = Durations()
        self.step_times = StepTimes()
        self.pool = pool_of(threads)
        self.runner = Runner(
            self.world,
            bus=self.bus,
            compiled=compiled,
            pool=self.pool,
            policy=policy,
            clock_ns=self.time.wall.monotonic_ns,
            record=self.durations.record,
            timed_every=_TIMED_TICKS,
        )
        self.log = EventLog(scenario.tick_rate_hz)
        self.monitor = FlightMonitor(self.world, self.log, self.runner.hold)
        self.coordinator = coordinator_of(scenario, self.time.wall, self.world, self.log)
        self.provided = first_things(scenario, self.coordinator, self.time)
        self.commands = CommandIntake(self.bus, self.provided, self.log)
        self.runner.take_input = self.commands.take
        self._rig = SitlRig(
            scenario, self.runner, self.registry, self.coordinator, self.time.wall.sleep, self
        )
        self.vehicles, self.adapters = self._rig.vehicles, self._rig.adapters
        self.exchange = self._rig.exchange
        factory = VehicleFactory(
            scenario,
            self.registry,
            items=plan_capacity(scenario),
            foreign=self._rig.foreign_body,
            tell_rates=RateEvents(self.world, self.log),
        )
        self.plugins = PluginHost(self, self.provided, self.runner, self.registry, factory)
        self._reset_wanted = False
        self._closing: list[Callable[[], None]] = []
        self._between: list[Callable[[bool], None]] = []
        try:
            self._fill(StartingGrid(scenario, self.world, factory, self.registry))
        except BaseException:
            # Links and autopilots that are open already would keep their ports.
            self.close()
            raise

    @classmethod
    @uncollected
    def load(
        cls,
        name_or_path: str = "square",
        *,
        vehicle: str | None = None,
        count: int | None = None,
        seed: int | None = None,
        sets: Sequence[str] = (),
        **options: Any,
    ) -> "Simulation":
        """Load a scenario of the library or a file."""
        scenario = load_scenario(name_or_path, vehicle=vehicle, count=count, seed=seed, sets=sets)
        return cls(scenario, **options)

    def vehicle(self, name: str) -> Vehicle:
        """A vehicle to look at: `sim.vehicle("quad_0").baro.pressure_pa`; KeyError if unknown."""
        return self.vehicles[name]

    def __getitem__(self, name: str) -> Vehicle:
        """The same in short: `sim["quad_0"]`; go through `sim.vehicles` for all of them."""
        return self.vehicles[name]

    @property
    def tick_rate_hz(self) -> int:
        """Ticks per second."""
        return self.world.tick_rate_hz

    @property
    def compiled(self) -> bool:
        """Whether kernels run compiled."""
        return self.runner.compiled

    @property
    def seconds(self) -> float:
        """Simulated time."""
        return self.world.tick / self.world.tick_rate_hz

    @property
    def missions_over(self) -> bool:
        """Have all missions been flown, and is there one at all?"""
        return self.monitor.over

    @property
    def over(self) -> bool:
        """Have all missions been flown, or has the scenario's time passed?"""
        end_s = max(self.scenario.duration_s, self.scenario.stop_after_s or 0.0)
        return self.missions_over or self.world.tick >= round(end_s * self.tick_rate_hz)

    def prepare(
        self, background: Background | None = None, *, progress: TellProgress = tell_nobody
    ) -> None:
        """Check the schedule and compile what this scenario needs, now or in the background.

        What is new takes some seconds: `progress` hears which system of how many is compiled.
        """
        self.runner.prepare(background, progress)
        if self._boards is not None:
            self._boards.prepare()

    @property
    def can_fly_interpreted(self) -> bool:
        """Is the interpreter fast enough for this scenario at its speed?"""
        work = len(self.scenario.vehicles) * self.tick_rate_hz * self.time.speed
        boards = self._boards is not None and self._boards.any
        return work <= _INTERPRETED_TICKS_PER_S and not self.runner.has_fused_work and not boards

    def advance(self, ticks: int) -> int:
        """Run up to `ticks` ticks and say how many ran."""
        world, now_ns = self.world, self._now_ns
        begin, begin_ns = world.tick, now_ns()
        self.runner.advance(ticks)
        ran, end_ns = world.tick - begin, now_ns()
        if ran:
            self.step_times.record(end_ns - begin_ns, ran)
        self.time.advance(ran, end_ns)
        if self._reset_wanted:
            self._reset_if_wanted()
        if self._between:
            self.attend()
        return ran

    def idle(self) -> None:
        """Serve commands and observers while paused."""
        self.runner.idle()
        self._reset_if_wanted()
        self.attend(paused=True)

    def attend(self, *, paused: bool = False) -> None:
        """Do what is done between ticks, such as letting viewers look; no time passes."""
        for job in self._between:
            job(paused)

    def snapshot(self) -> Snapshot:
        """A bit-exact copy of now."""
        return self.runner.snapshot()

    def restore(self, snapshot: Snapshot) -> None:
        """Back to a snapshot; call it between ticks. Events after it are forgotten."""
        self.runner.restore(snapshot)
        self.time.jump_to(snapshot.tick)
        self.log.forget_after(snapshot.tick)

    def verdict(self, *, cut_short: bool = False) -> Verdict:
        """Hold the run against the scenario's conditions."""
        flights, asked = list(self.monitor.flights.values()), self.scenario.success
        missed = [] if cut_short else unmet(self.world, asked.expect)
        verdict = judge(flights, asked, time_s=self.seconds, cut_short=cut_short)
        for witness in witnesses(self.provided).values():
            missed += witness.verdict_reasons()
        return Verdict((*verdict.reasons, *missed))

    def command(self, verb: str, **arguments: Any) -> Reply:
        """Hand a user command in; it takes effect in the next tick.

        The reply tells it: `done`, and then `error` says why it was refused. CommandRefused is
        raised for a verb that nobody knows.
        """
        return self.commands.hand_in(verb, arguments)

    def add_system(self, system: PythonSystem) -> None:
        """Put a system into the schedule, now or while running."""
        self.runner.add_system(system)

    def remove_system(self, name: str) -> None:
        """Take a system out of the schedule."""
        self.runner.remove_system(name)

    def model(self, name: str) -> ModelSpec:
        """A vehicle of the scenario or of the library, ready to be spawned."""
        if name in self.scenario.models:
            return self.plugins.factory.spec(name, self.scenario.models[name])
        try:
            # By a path, whoever may send commands could look into any file.
            check_known("vehicle", name)
            vehicle = load_vehicle(name)
            self._guard.check([vehicle])
            spec = self.plugins.factory.spec(f"library:{name}", vehicle)
            self.plugins.join(vehicle)
        except FileMistake as mistake:
            raise ValueError(str(mistake)) from mistake
        return spec

    @cached_property
    def bridge(self) -> "SitlBridge":
        """The vehicles and simulators of this run, for a program to add to and to look at."""
        from simloop.sitl.bridge import SitlBridge

        return SitlBridge(self)

    def place_vehicle(self, config: VehicleConfig) -> Entity:
        """Put a vehicle into the world, between two ticks; see `bridge.spawn_vehicle`."""
        return self._changed(self._spawner.place(config))

    def remove_vehicle(self, name: str) -> None:
        """Take a vehicle out of the world, between two ticks; see `bridge.despawn_vehicle`."""
        self._spawner.remove(name)
        self._changed(name)

    def hand_over(self, name: str, adapter: str) -> Entity:
        """Let another simulator move a vehicle; see `bridge.assign_vehicle_to_adapter`."""
        return self._changed(self._spawner.hand_over(name, adapter))

    def _changed(self, result: T) -> T:
        """Before the first tick, what is there now is the start that `reset` goes back to."""
        if self.world.tick == 0:
            self.vehicles.settle()
            self.runner.mark_start()
        return result

    @property
    def _spawner(self) -> VehicleSpawner:
        return VehicleSpawner(self.world, self.plugins, self.registry, self.monitor, self._guard)

    def provide(self, name: str, thing: object) -> None:
        """Offer an object to programs under a name."""
        self.provided[name] = thing
        if isinstance(thing, CommandDesk):
            self.commands.welcome(thing)
        elif isinstance(thing, TouchBoard):
            log_touches(thing, self.log)
            self.monitor.crash_detail = partial(crash_detail, thing)
        elif isinstance(thing, FailureDesk):
            log_failures(thing, self.log)

    def pause(self, paused: bool) -> None:
        """Hold the world after this tick, or let it go on."""
        if paused:
            self.time.pause()
            self.runner.hold()
        else:
            self.time.play()

    def step(self, ticks: int) -> None:
        """While paused, let so many ticks run; ValueError says why not."""
        self.time.step(ticks)

    def set_speed(self, factor: float) -> None:
        """Aim at so many simulated seconds per second, inf for flat out; ValueError if not."""
        self.time.aim_at(factor)

    def reset(self) -> None:
        """Back to the start, once the tick under way has ended."""
        self._reset_wanted = True
        self.runner.hold()

    def reset_now(self) -> None:
        """Back to the start, at once: call it between ticks."""
        self._reset_wanted = True
        self._reset_if_wanted()

    def between_ticks(self, job: Callable[[bool], None]) -> None:
        """Have something done after every batch of ticks, and (True) every round while paused."""
        self._between.append(job)

    def at_close(self, job: Callable[[], None]) -> None:
        """Have something done when the run is over: sockets, files and threads end there."""
        self._closing.append(job)

    def close(self) -> None:
        """Let links and threads go."""
        while self._closing:
            self._closing.pop()()
        if self.pool is not None:
            self.pool.close()

    def _reset_if_wanted(self) -> None:
        if self._reset_wanted:
            self._reset_wanted = False
            self.runner.reset()
            self.time.jump_to(0)
            self.log.forget_after(0)

    def _fill(self, grid: StartingGrid) -> None:
        """Vehicles first, then everything that works on them."""
        grid.spawn_all(self.monitor)
        grid.give_ids(self.vehicles)
        check_expectations(self.world, self.scenario.success.expect)
        self._build_plugins()
        grid.set_firmware()
        serve_time(self.time, self.bus, self.runner)
        self.at_close(self.exchange.close_all)
        self._rig.connect()
        tell_unmoved(self.world, self.runner, self.log)
        self.runner.mark_start()

    def _build_plugins(self) -> None:
        # Autopilots open ports when they are built.
        if self._open_links:
            check_free(self.ports)
        self.plugins.build_all()
        for vehicle, told in self.provided.get(RECALLED, {}).items():
            for sentence in told.sentences:
                self.log.add(0, vehicle, "parameters", told=sentence)
        self._rig.settle_ids()
        offer_respawn(self.provided, self.plugins, self.registry, self.monitor, self.vehicles)
        # A replay has the links in its scenario, since they shape vehicles, but opens none.
        if self._open_links:
            self.plugins.build_links(self.scenario.links)
        self.runner.add_system(self.monitor.system())
        self._schedule_timeline()

    def _schedule_timeline(self) -> None:
        """Put the scenario's events into the ticks they belong to."""
        events = self.scenario.timeline
        if not events:
            return
        timeline = Timeline(events, self.tick_rate_hz, self.commands, self.log)
        check_failures(events, self.provided.get("failures"), self.world)
        self.runner.add_system(timeline.system())

    @property
    def _boards(self) -> SilBoards | None:
        """The boards of vehicles whose firmware runs apart."""
        boards = self.provided.get("sil_boards")
        return boards if isinstance(boards, SilBoards) else None
