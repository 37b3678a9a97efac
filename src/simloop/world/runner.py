"""The one loop: runs ticks through the schedule, fused where nothing in Python is due."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

from simloop.component.column import Kind
from simloop.timing.rates import period_ticks
from simloop.transport.bus import Bus
from simloop.transport.inbox import Stamped
from simloop.world.agenda import Agenda
from simloop.world.compile_progress import TellProgress, prepare_all, tell_nobody
from simloop.world.drives import Drives
from simloop.world.fused_work import DONE, FusedWork
from simloop.world.plan_entry import Entry
from simloop.world.schedule import class_kinds, order
from simloop.world.steps import Background, Pool, TableSteps
from simloop.world.system import BlockSystem, PythonSystem, Stage, System, TickInfo
from simloop.world.system_calls import Policy, SystemCalls
from simloop.world.world import Snapshot, World

__all__ = ["Runner", "TickInfo"]


class Runner:
    """Advances a world. Server and SitlBridge build it; nothing else runs ticks."""

    def __init__(
        self,
        world: World,
        *,
        bus: Bus | None = None,
        compiled: bool = True,
        pool: Pool | None = None,
        policy: Policy = "stop",
        clock_ns: Callable[[], int] | None = None,
        record: Callable[[str, int], None] | None = None,
        timed_every: int = 1,
    ) -> None:
        self.world = world
        self.bus = bus if bus is not None else Bus()
        self.compiled = compiled
        self.pool = pool
        self.calls = SystemCalls(policy, self.remove_system, clock_ns, record, timed_every)
        self.profile = False
        self.take_input: Callable[[Stamped], None] = _refuse_input
        # What compiles a class that comes while the world runs; without it the world waits.
        self.newcomers_compile: Callable[[], Background | None] = lambda: None
        self._systems: list[PythonSystem] = []
        self._periods: dict[str, int] = {}
        self._steps: list[TableSteps] = []
        self._agenda = Agenda((), world, self.bus, self.calls)
        self._ends: tuple[int, ...] = ()
        self._planned_version = -1
        self._drives = Drives(())
        self._held = False
        self._start: Snapshot | None = None

    @property
    def systems(self) -> tuple[PythonSystem, ...]:
        """The Python systems, in the order of a tick."""
        self._replan()
        return tuple(entry.system for entry in self._agenda.entries)

    @property
    def block_systems(self) -> dict[int, tuple[BlockSystem, ...]]:
        """The compiled systems of each table, in the order of a tick."""
        self._replan()
        return {number: steps.systems for number, steps in enumerate(self._steps)}

    @property
    def system_names(self) -> tuple[str, ...]:
        """The Python systems as they were added; nothing has to be ordered for that."""
        return tuple(system.name for system in self._systems)

    def add_system(self, system: PythonSystem) -> None:
        """Put a system into the schedule; refused with the reason when it does not fit."""
        if any(other.name == system.name for other in self._systems):
            raise ValueError(f"system {system.name} is there already")
        rate = float(self.world.tick_rate_hz if system.rate_hz is None else system.rate_hz)
        period = period_ticks(rate, self.world.tick_rate_hz, system.name)
        # Who joins can only disturb its own stage.
        self.check_order([*self._systems, system], (system.stage,))
        self._periods[system.name] = period
        self._systems.append(system)
        self._planned_version = -1

    def remove_system(self, name: str) -> None:
        """Take a system out of the schedule."""
        kept = [system for system in self._systems if system.name != name]
        if len(kept) == len(self._systems):
            raise KeyError(f"no system named {name!r}")
        self._systems = kept
        self._planned_version = -1

    @property
    def roster(self) -> tuple[PythonSystem, ...]:
        """The Python systems as they were added."""
        return tuple(self._systems)

    def set_roster(self, systems: Sequence[PythonSystem]) -> None:
        """Let these be the Python systems, as after a change that was taken back."""
        self._systems = list(systems)
        self._planned_version = -1

    def check_order(
        self, systems: Sequence[PythonSystem], stages: Collection[Stage] = tuple(Stage)
    ) -> None:
        """Refuse Python systems that cannot be ordered with those of a class, with the reason."""
        for table in self.world.tables:
            members: list[System] = [*table.vehicle_class.systems, *systems]
            kinds = class_kinds(table.vehicle_class)
            order([system for system in members if system.stage in stages], kinds)

    def prepare(
        self, background: Background | None = None, tell: TellProgress = tell_nobody
    ) -> None:
        """Check the schedule and compile every class's tick, now or in the background.

        `tell` hears of each part before it is compiled, if that is done now.
        """
        self._replan()
        if background is not None and self.compiled:
            for steps in self._steps:
                steps.prepare_later(background)
            return
        prepare_all(self._steps, tell)
        if self.compiled:
            for entry in self._agenda.entries:
                if entry.fused is not None and self._is_active(entry):
                    self._drives.run(entry, entry.fused(), first_tick=1, ticks=0)

    def read_kernels(self) -> None:
        """Read in what classes that come later will share; from any thread."""
        for steps in self._steps:
            steps.read_kernels()

    @property
    def has_fused_work(self) -> bool:
        """Is there cross-vehicle work that is compiled with the ticks around it?"""
        self._replan()
        return any(
            entry.fused is not None and self._is_active(entry) for entry in self._agenda.entries
        )

    def start_profile(self) -> None:
        """From now on run every block system by itself and time it."""
        self._replan()
        for steps in self._steps:
            # Compiled beforehand, or the compiler would be timed too.
            steps.prepare()
        self.profile = True

    @property
    def cached(self) -> bool:
        """Would `prepare` only have to load, not to compile?"""
        self._replan()
        return all(steps.cached for steps in self._steps)

    @property
    def ready(self) -> bool:
        """Is nothing being compiled in the background?"""
        return all(steps.ready for steps in self._steps)

    def mark_start(self) -> None:
        """Remember now as the state that `reset` goes back to."""
        self._start = self.snapshot()

    def reset(self) -> None:
        """Back to the start: columns, entities and what systems hold."""
        if self._start is None:
            raise RuntimeError("reset before mark_start")
        self.restore(self._start)
        for system in self._systems:
            if system.reset is not None:
                system.reset()
        self._agenda.stir()

    def snapshot(self) -> Snapshot:
        """A copy of the world and of what systems hold."""
        parts = {s.name: s.save() for s in self._systems if s.save is not None}
        return self.world.snapshot(parts)

    def restore(self, snapshot: Snapshot) -> None:
        """Back to a snapshot."""
        self.world.restore(snapshot)
        self.bus.go_back(snapshot.tick)
        for system in self._systems:
            if system.load is not None and system.name in snapshot.parts:
                system.load(snapshot.parts[system.name])
        self._agenda.stir()

    def hold(self) -> None:
        """Let `advance` come back after the tick under way."""
        self._held = True

    def advance(self, ticks: int) -> None:
        """Run `ticks` ticks, or fewer if a system calls `hold`."""
        world, bus = self.world, self.bus
        end = world.tick + ticks
        self._held = False
        while world.tick < end and not self._held:
            for item in bus.ingest(world.tick + 1):
                self.take_input(item)
            if self._planned_version != world.structure_version:
                self._replan()
            if not self._run_calm(end):
                self._run_asked(end)
            if world.commands.waiting:
                world.commands.commit()
            bus.flush(world.tick)

    def _run_calm(self, end: int) -> bool:
        """Run what can be run without asking anybody: one tick for those who watch, or all."""
        world, agenda = self.world, self._agenda
        tick, watchers = world.tick + 1, agenda.watchers
        last = tick if watchers else end
        if last >= agenda.calm_before or self.profile or world.commands.waiting:
            return False
        if not agenda.is_calm:
            return False
        if not agenda.watch_at_end:
            self._run_tick(tick, watchers)
            return True
        if last > tick or not tick % self.calls.timed_every:
            self._run_fused(tick, last + 1 - tick)
            world.tick = last
            self._observe(watchers)
            return True
        for steps in self._steps:
            steps.run_whole(tick, 1, self.pool)
        world.tick = tick
        if watchers:
            self.calls.run_all(watchers, TickInfo(tick, world.tick_rate_hz))
        return True

    def _run_asked(self, end: int) -> None:
        """Ask who is due, and run as many ticks as nobody has to be called in between."""
        world = self.world
        ticks, due, driven = self._look_ahead(end - world.tick)
        if ticks and driven is not None and driven.fused is not None:
            self._run_driven(driven, driven.fused(), ticks, due)
        elif ticks:
            self._run_fused(world.tick + 1, ticks)
            world.tick += ticks
            if due:
                self._observe(due)
        else:
            self._run_tick(world.tick + 1, due)

    def idle(self) -> None:
        """While paused: commands and observers run, the tick stays."""
        self._ingest(self.world.tick)
        self._replan()
        info = TickInfo(self.world.tick, self.world.tick_rate_hz, paused=True)
        for entry in self._agenda.entries:
            stage = entry.system.stage
            if stage in (Stage.COMMANDS, Stage.OBSERVE) and self._is_active(entry):
                self._call(entry.system, info)
        if self.world.commands.waiting:
            self.world.commands.commit()
        self.bus.flush(self.world.tick)

    def _ingest(self, tick: int) -> None:
        for item in self.bus.ingest(tick):
            self.take_input(item)

    def _look_ahead(self, most: int) -> tuple[int, list[Entry], Entry | None]:
        """How many ticks run fused from here, who is due in the last of them, and who drives."""
        if self.world.commands.waiting:
            most = 1
        scripted = self.bus.inbox.next_tick
        if scripted is not None:
            # A replayed input must meet the tick it belongs to.
            most = min(most, scripted - self.world.tick - 1)
        found = self._agenda.look_ahead(0 if self.profile else most, self._may_drive)
        if scripted is not None:
            self._agenda.calm_before = min(self._agenda.calm_before, scripted)
        return found

    def _may_drive(self) -> bool:
        """Can a fused run call a system's compiled work?"""
        return self.compiled and all(steps.ready for steps in self._steps)

    def _run_driven(self, entry: Entry, work: FusedWork, ticks: int, due: list[Entry]) -> None:
        """Run ticks with one system's compiled work in each, until it asks for Python."""
        world = self.world
        begin = self.calls.now_ns()
        done, answer = self._drives.run(entry, work, first_tick=world.tick + 1, ticks=ticks)
        world.tick += done
        if done:
            self.calls.note("fused step", begin, done)
        if answer != DONE:
            self._finish_tick(entry, work, answer)
            done += 1
        if done == ticks:
            self._observe(due)

    def _finish_tick(self, entry: Entry, work: FusedWork, answer: int) -> None:
        """The rest of a tick whose cross-vehicle work had something to tell."""
        tick = self.world.tick + 1
        info = TickInfo(tick, self.world.tick_rate_hz)
        ask = replace(entry.system, run=lambda info: work.ask(info, answer))
        self._call(ask, info)
        self._run_up_to(self._ends, list(entry.positions), tick)
        self.world.tick = tick

    def _observe(self, due: Sequence[Entry]) -> None:
        info = TickInfo(self.world.tick, self.world.tick_rate_hz)
        for entry in due:
            self._call(entry.system, info)

    def _run_tick(self, tick: int, due: Sequence[Entry]) -> None:
        info = TickInfo(tick, self.world.tick_rate_hz)
        done = [0] * len(self._steps)
        for entry in due:
            self._run_up_to(entry.positions, done, tick)
            # Observers see the tick that they are told about.
            if entry.observes:
                self.world.tick = tick
            self._call(entry.system, info)
        self._run_up_to(self._ends, done, tick)
        self.world.tick = tick

    def _run_up_to(self, positions: tuple[int, ...], done: list[int], tick: int) -> None:
        for number, steps in enumerate(self._steps):
            first, last = done[number], positions[number]
            if last <= first:
                continue
            if self.profile:
                self._run_split(steps, first, last, tick)
            else:
                steps.run(first, last, tick=tick, ticks=1, pool=self.pool)
            done[number] = last

    def _run_split(self, steps: TableSteps, first: int, last: int, tick: int) -> None:
        """One system at a time: the same bits, and a time for each."""
        for index in range(first, last):
            begin = self.calls.now_ns()
            steps.run(index, index + 1, tick=tick, ticks=1, pool=None)
            self.calls.note(steps.systems[index].name, begin)

    def _run_fused(self, tick: int, ticks: int) -> None:
        calls = self.calls
        timed = ticks > 1 or not tick % calls.timed_every
        begin = calls.now_ns() if timed else 0
        for steps in self._steps:
            steps.run_whole(tick, ticks, self.pool)
        if timed:
            calls.note("fused step", begin, ticks)

    def _call(self, system: PythonSystem, info: TickInfo) -> None:
        self.calls.run(system, info, is_timed=self.profile)

    def _is_active(self, entry: Entry) -> bool:
        return self.calls.is_active(entry, self.world.tick + 1)

    def _replan(self) -> None:
        if self._planned_version == self.world.structure_version:
            return
        old = {id(steps.table): steps for steps in self._steps}
        self._steps = []
        for table in self.world.tables:
            steps = old.get(id(table))
            if steps is None or not steps.matches(table):
                steps = TableSteps(table, compiled=self.compiled)
            self._steps.append(steps)
        self._ends = tuple(len(steps.systems) for steps in self._steps)
        entries = [self._place(system) for system in self._python_order()]
        self._agenda = Agenda(entries, self.world, self.bus, self.calls)
        self._drives = Drives(self._steps)
        self._planned_version = self.world.structure_version
        background = self.newcomers_compile() if self.compiled else None
        for steps in self._steps:
            if background and steps not in old.values() and not steps.cached:
                steps.prepare_later(background)

    def _place(self, system: PythonSystem) -> Entry:
        positions = tuple(steps.position_of(system) for steps in self._steps)
        period = self._periods[system.name]
        return Entry(system, positions, period, at_end=positions == self._ends)

    def _python_order(self) -> list[PythonSystem]:
        kinds: dict[str, Kind] = {}
        for steps in self._steps:
            steps.check_order(self._systems)
            kinds |= steps.kinds
        found = order(self._systems, kinds)
        return [system for system in found if isinstance(system, PythonSystem)]


def _refuse_input(item: Stamped) -> None:
    raise ValueError(f"nothing takes input {item.payload!r} of {item.source}")
