"""All vehicles of a world that ArduPilots fly: outputs when a tick begins, states when it ends."""

from simloop.links.ardupilot.config import Config
from simloop.links.ardupilot.flown_vehicle import FlownVehicle
from simloop.sitl.sil_board import OUTPUT_COLUMNS
from simloop.sitl.sil_boards import SYSTEM as BOARDS
from simloop.sitl.time_coordinator import COORDINATOR, TimeCoordinator
from simloop.world.entities import Entity
from simloop.world.plugin import App
from simloop.world.runner import TickInfo
from simloop.world.system import PythonSystem, Stage

FACT = "ardupilot"
SYSTEM = "ardupilot"
# Others that set outputs of other vehicles in the same stage; the order between them is free.
_OTHERS = (BOARDS, "jsbsim newcomers")


class PhysicsServer:
    """Plays the physics for every ArduPilot of a run."""

    def __init__(self, app: App) -> None:
        coordinator = app.provided.get(COORDINATOR)
        if not isinstance(coordinator, TimeCoordinator):
            raise ValueError("ardupilot: nobody in this run can wait for it")
        self._app, self._world, self._coordinator = app, app.world, coordinator
        self._flown: dict[Entity, FlownVehicle] = {}
        self._population = -1
        self._instances = 0

    @property
    def vehicles(self) -> dict[str, FlownVehicle]:
        """Who is flown, by name."""
        return {vehicle.name: vehicle for vehicle in self._flown.values()}

    def open(self) -> None:
        """Open the ports of all vehicles there are; close those of vehicles that have gone."""
        world = self._world
        self._population = world.population_version
        there = {r.entity: r for r in world.models() if isinstance(r.facts.get(FACT), Config)}
        for entity in [entity for entity in self._flown if entity not in there]:
            self._flown.pop(entity).close()
        for entity, record in there.items():
            if entity not in self._flown:
                self._flown[entity] = FlownVehicle(
                    self._app, self._coordinator, record, record.facts[FACT], self._instances
                )
                self._instances += 1

    def close(self) -> None:
        """Close all ports."""
        for vehicle in self._flown.values():
            vehicle.close()
        self._flown = {}

    def systems(self) -> tuple[PythonSystem, PythonSystem]:
        """What the schedule runs: both are at an edge of the tick, which stays one step."""
        ask = PythonSystem(
            name=SYSTEM,
            stage=Stage.COMMANDS,
            run=self._ask,
            writes=OUTPUT_COLUMNS,
            active=self._any,
            next_tick=lambda: self._next(first=1),
            after=_OTHERS,
        )
        tell = PythonSystem(
            name=f"{SYSTEM} state",
            stage=Stage.OBSERVE,
            run=self._tell,
            active=self._any,
            next_tick=lambda: self._next(first=0),
        )
        return ask, tell

    def _any(self) -> bool:
        return bool(self._flown) or self._population != self._world.population_version

    def _next(self, *, first: int) -> int:
        """The next tick in which somebody is due: n, 2n, ... counted from `first`."""
        if self._population != self._world.population_version:
            return self._world.tick + 1
        tick = self._world.tick + 1 - first
        return first + min(-(-tick // v.period) * v.period for v in self._flown.values())

    def _ask(self, info: TickInfo) -> None:
        if info.paused:
            return
        if self._population != self._world.population_version:
            self.open()
        for vehicle in self._flown.values():
            if (info.tick - 1) % vehicle.period == 0:
                vehicle.ask()

    def _tell(self, info: TickInfo) -> None:
        if info.paused:
            return
        for vehicle in self._flown.values():
            if info.tick % vehicle.period == 0:
                vehicle.tell_state(info.tick)
