"""Everything of a run that has to do with other simulators: adapters, vehicle ids, the exchange."""

from collections.abc import Callable

from simloop.server.adapters import make_adapters
from simloop.server.events import EventLog
from simloop.server.files.mistake import FileMistake
from simloop.server.files.resolved import ResolvedScenario
from simloop.server.plugins import Registry
from simloop.sitl.adapter_exchange import AdapterExchange
from simloop.sitl.adapter_registry import AdapterRegistry
from simloop.sitl.foreign_body import ForeignBody
from simloop.sitl.simulator_adapter import SimulatorError
from simloop.sitl.time_coordinator import TimeCoordinator
from simloop.sitl.vehicle_roster import Hangar, VehicleManager
from simloop.timing.wall import WallClock
from simloop.world.runner import Runner
from simloop.world.world import World


class SitlRig:
    """The simulators and the ids of one run."""

    def __init__(
        self,
        scenario: ResolvedScenario,
        runner: Runner,
        registry: Registry,
        coordinator: TimeCoordinator,
        rest: Callable[[float], None],
        hangar: Hangar,
    ) -> None:
        self._scenario, world = scenario, runner.world
        self.vehicles = VehicleManager(world, hangar)
        # The first of all: nothing of a newcomer may speak before it has its id.
        runner.add_system(self.vehicles.system())
        self.adapters = AdapterRegistry(self.vehicles.on_adapter)
        self.exchange = AdapterExchange(
            world, self.adapters, self.vehicles, coordinator, rest, runner.add_system
        )
        make_adapters(scenario, registry, self.adapters)

    def foreign_body(self, adapter: str) -> ForeignBody | None:
        """What an adapter does to its vehicles; nothing if they live in this world."""
        if adapter not in self.adapters:
            return None
        capabilities = self.adapters.get(adapter).capabilities()
        return None if capabilities.native else ForeignBody.of(adapter, capabilities)

    def settle_ids(self) -> None:
        """Ids follow what firmwares have recalled, and are fit for the links to come."""
        self.vehicles.adopt()
        mavlink = self._scenario.links.get("mavlink")
        if mavlink is not None:
            try:
                self.vehicles.check_mavlink()
            except ValueError as error:
                raise mavlink.mistake(error) from None

    def connect(self) -> None:
        """Connect every adapter; what is wrong is told with its line."""
        for adapter in self.adapters:
            place = self._scenario.adapters.get(adapter.name())
            try:
                self.exchange.open(adapter)
            except SimulatorError as error:
                mark = None if place is None else place.node.mark
                raise FileMistake(mark, error.cause, error.remedy) from None
        try:
            self.exchange.check()
        except (SimulatorError, ValueError) as error:
            raise FileMistake(None, str(error)) from None


def coordinator_of(
    scenario: ResolvedScenario, wall: WallClock, world: World, log: EventLog
) -> TimeCoordinator:
    """Who waits for simulators and autopilots elsewhere, and tells who is late."""

    def tell(party: str, what: str, detail: str) -> None:
        log.add(world.tick, "", what, party=party, detail=detail)

    patience = scenario.patience
    return TimeCoordinator(
        now_ns=wall.monotonic_ns,
        policy=patience.policy,
        timeout_s=patience.timeout_s,
        start_timeout_s=patience.start_timeout_s,
        tell=tell,
    )
