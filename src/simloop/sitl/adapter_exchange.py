"""Adapters inside the tick: commands go to all simulators, all step, all are heard, truth follows.

Adapters take their turn in the order of their names and vehicles in the order of their ids, so
that a run does not depend on who was registered or spawned first. Every adapter is sent to before
any is waited for: simulators work side by side, and none can lock another out.
"""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from simloop.sitl.adapter_registry import AdapterRegistry
from simloop.sitl.adapter_step import AdapterStep, fit_step
from simloop.sitl.fleet_view import FleetView, NativeAdapter
from simloop.sitl.foreign_body import ADAPTER_FACT
from simloop.sitl.simulator_adapter import SimulatorAdapter, SimulatorError, finish
from simloop.sitl.time_coordinator import TimeCoordinator
from simloop.sitl.vehicle_roster import VEHICLE_ID, VehicleManager
from simloop.world.commands import CommandRefused
from simloop.world.entities import Entity, Record
from simloop.world.runner import TickInfo
from simloop.world.system import PythonSystem, Stage
from simloop.world.world import World

if TYPE_CHECKING:
    from simloop.sitl.simulator_party import Passenger, SimulatorParty

SYSTEM = "simulators"
SAMPLES_SYSTEM = "simulators' sensors"


@runtime_checkable
class Restorable(Protocol):
    """An adapter whose capabilities name `snapshot`."""

    def save(self) -> Any:
        """A copy of the simulator's state."""

    def load(self, saved: Any) -> None:
        """Back to a copy."""


class AdapterExchange:
    """The adapters of a world. `rest` waits on the wall clock, `add_system` joins the schedule."""

    def __init__(
        self,
        world: World,
        registry: AdapterRegistry,
        roster: VehicleManager,
        coordinator: TimeCoordinator,
        rest: Callable[[float], None],
        add_system: Callable[[PythonSystem], None],
    ) -> None:
        self._world = world
        self._add_system = add_system
        self._joined = False
        self._met_anew = False
        self._registry = registry
        self._roster = roster
        self._coordinator = coordinator
        self._rest = rest
        self._parties: dict[str, SimulatorParty] = {}
        self._population = -1

    def open(self, adapter: SimulatorAdapter) -> None:
        """Connect an adapter; one that is not native takes part in every tick from now on."""
        if adapter.capabilities().native:
            if isinstance(adapter, NativeAdapter):
                adapter.attach(FleetView(self._world, partial(self._fleet_of, adapter.name())))
        else:
            # Most runs have no other simulator.
            from simloop.sitl.simulator_party import SimulatorParty

            step = self.fit(adapter)
            name = adapter.name()
            self._parties[name] = SimulatorParty(adapter, step, self._coordinator, self._rest)
            self._parties = {name: self._parties[name] for name in sorted(self._parties)}
            self._population = -1
            self._join()
        finish(adapter.connect(), adapter.name())

    def fit(self, adapter: SimulatorAdapter) -> AdapterStep:
        """How an adapter's step fits into ticks; one that does not is refused."""
        step_size_us = adapter.capabilities().step_size_us
        return fit_step(adapter.name(), step_size_us, self._world.tick_rate_hz)

    def check(self) -> None:
        """Let all vehicles travel with their adapters now; one that cannot is an error."""
        if self._population != self._world.population_version:
            self._refresh()

    def check_room(self, name: str) -> None:
        """Refuse one more vehicle for an adapter that is full, before anything is changed."""
        if name in self._parties:
            _check_room(self._registry.get(name), 1 + len(self._roster.on_adapter(name)))

    def forget(self, adapter: SimulatorAdapter) -> None:
        """Let an adapter take no further part."""
        party = self._parties.pop(adapter.name(), None)
        if party is not None:
            party.take_aboard(())

    def close(self, adapter: SimulatorAdapter) -> None:
        """Disconnect an adapter and forget it."""
        self.forget(adapter)
        finish(adapter.disconnect(), adapter.name())

    def close_all(self) -> None:
        """Disconnect every adapter, whatever the others do."""
        failures = []
        for adapter in list(self._registry):
            try:
                self.close(adapter)
            except SimulatorError as error:
                failures.append(error)
        if failures:
            raise failures[0]

    def _join(self) -> None:
        """Enter the schedule; a run of native vehicles is not cut into pieces for nothing."""
        if not self._joined:
            self._joined = True
            for system in self._systems():
                self._add_system(system)

    def _systems(self) -> tuple[PythonSystem, PythonSystem]:
        # They declare no columns: nothing else moves their vehicles or senses for them.
        move = PythonSystem(
            name=SYSTEM,
            stage=Stage.MOTION,
            run=self._run,
            active=self._any,
            next_tick=self._next_tick,
            save=self._save,
            load=self._load,
            reset=self._reset,
        )
        show = PythonSystem(
            name=SAMPLES_SYSTEM,
            stage=Stage.SENSE,
            run=self._show,
            active=self._any,
            next_tick=self._next_tick,
        )
        return move, show

    def _any(self) -> bool:
        self.check()
        return any(party.passengers for party in self._parties.values())

    def _next_tick(self) -> int:
        """The next tick with which an exchange ends."""
        tick = self._world.tick
        return min(party.step.next_due(tick) for party in self._parties.values())

    def _run(self, info: TickInfo) -> None:
        due = [p for p in self._parties.values() if p.passengers and p.step.is_due(info.tick)]
        for number in range(max((party.step.rounds for party in due), default=0)):
            active = [party for party in due if number < party.step.rounds]
            for party in active:
                party.send(party.step.reached_us(info.tick, info.tick_rate_hz, number))
            for party in active:
                party.advance()
            self._collect(active)
        for party in due:
            party.write(info.tick, info.tick_rate_hz)

    def _collect(self, active: "list[SimulatorParty]") -> None:
        """Hear all; while one is waited for the others are looked at, so all missing are named."""
        for party in active:
            party.expect_answer()
        for party in active:
            party.collect()
            party.expect_between()

    def _show(self, info: TickInfo) -> None:
        for party in self._parties.values():
            if party.passengers and party.step.is_due(info.tick):
                party.show_samples()

    def _refresh(self) -> None:
        """Let every vehicle travel with its adapter."""
        self._roster.settle()
        self._population = self._world.population_version
        aboard: dict[str, list[Passenger]] = {name: [] for name in self._parties}
        for record in self._world.models():
            name = record.facts.get(ADAPTER_FACT)
            if name in aboard:
                aboard[name].append(self._passenger(record, self._parties[name].adapter))
        for name, passengers in aboard.items():
            _check_room(self._parties[name].adapter, len(passengers))
            self._parties[name].take_aboard(passengers)

    def _fleet_of(self, name: str) -> list[tuple[int, Entity]]:
        """The vehicles of a native adapter."""
        self._roster.settle()
        models = [r for r in self._world.models() if r.facts.get(ADAPTER_FACT) == name]
        return [(r.facts[VEHICLE_ID], r.entity) for r in models if r.facts[VEHICLE_ID] is not None]

    def _passenger(self, record: Record, adapter: SimulatorAdapter) -> "Passenger":
        number = record.facts.get(VEHICLE_ID)
        if number is None:
            raise SimulatorError(
                f"'{record.name}' has no id, so adapter '{adapter.name()}' cannot tell it apart",
                "give it 'id:', or fly at most 254 vehicles",
            )
        from simloop.sitl.ready_samples import ReadySamples
        from simloop.sitl.simulator_party import Passenger
        from simloop.sitl.truth_writer import TruthWriter
        from simloop.sitl.vehicle_outputs import VehicleOutputs

        world, entity = self._world, record.entity
        return Passenger(
            int(number),
            record.name,
            VehicleOutputs(world, entity),
            TruthWriter(world, entity),
            ReadySamples(world, entity, adapter.capabilities().sensors),
        )

    def _save(self) -> dict[str, Any]:
        """What simulators can copy; before the first tick there is nothing to copy yet."""
        saved: dict[str, Any] = {}
        for name, party in self._parties.items():
            if not party.passengers:
                continue
            if party.adapter.capabilities().snapshot and isinstance(party.adapter, Restorable):
                saved[name] = party.adapter.save()
            elif self._world.tick > 0:
                raise CommandRefused(
                    f"a snapshot in mid-flight is not possible: simulator '{name}' keeps the state "
                    "of its vehicles and offers no copy of it; reset goes back to the start"
                )
        return saved

    def _load(self, saved: dict[str, Any]) -> None:
        """Back to what was saved."""
        self._met_anew = True
        self._meet(saved)

    def _reset(self) -> None:
        """Meet those anew that came after the start was marked."""
        if not self._met_anew:
            self._meet({})
        self._met_anew = False

    def _meet(self, saved: dict[str, Any]) -> None:
        """Simulators that cannot go back are met anew, as at the start."""
        for name, party in self._parties.items():
            party.begin_anew(self._world.tick)
            if name in saved and isinstance(party.adapter, Restorable):
                party.adapter.load(saved[name])
            else:
                finish(party.adapter.disconnect(), name)
                finish(party.adapter.connect(), name)


def _check_room(adapter: SimulatorAdapter, vehicles: int) -> None:
    most = adapter.capabilities().most_vehicles
    if most is not None and vehicles > most:
        raise SimulatorError(
            f"adapter '{adapter.name()}' takes {most} vehicles, not {vehicles}",
            "register a second adapter for the others",
        )
