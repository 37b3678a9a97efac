"""Every port that a run will use, known and checked before any of them is opened."""

import errno
import socket
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from itertools import count

from simloop.server.files.mistake import FileMistake
from simloop.server.files.parts import configure
from simloop.server.files.resolved import ResolvedScenario, ResolvedVehicle
from simloop.server.files.settings import Settings
from simloop.server.plugins import AUTOPILOTS, LINKS, SYSTEMS, Registry
from simloop.server.port_owner import port_owner
from simloop.sitl.vehicle_id import LEAST_MAVLINK_ID
from simloop.world.port_use import PortUse

_ANY_HOST = ("", "0.0.0.0")
# Autopilots whose serial line links lead outside.
_LINKED = ("firmware",)

Tell = Callable[[int], Iterable[PortUse]]


class PortTaken(OSError):
    """A port that another program has; the words name both and the fix."""


@dataclass(frozen=True, slots=True)
class PlannedPort:
    """A port, and the vehicle it is for."""

    use: PortUse
    vehicle: str = ""

    @property
    def owner(self) -> str:
        """In words."""
        return f"{self.use.owner} of '{self.vehicle}'" if self.vehicle else self.use.owner

    @property
    def place(self) -> str:
        """In words."""
        return f"{self.use.kind} {self.use.host}:{self.use.port}"


def planned_port(owner: str, host: str, port: int) -> PlannedPort:
    """A port of the run itself, such as the page's."""
    return PlannedPort(PortUse(kind="tcp", host=host, port=port, owner=owner))


def plan_ports(scenario: ResolvedScenario, registry: Registry) -> list[PlannedPort]:
    """What all plugins of a scenario say, in the order of the file.

    Links are asked for every vehicle, autopilots and parts for the vehicle that has them, and
    systems of the world once, as for vehicle 0.
    """
    return [*_of_systems(scenario, registry), *_of_vehicles(scenario, registry)]


def check_plan(plan: Sequence[PlannedPort]) -> None:
    """Refuse two owners of one port."""
    seen: dict[tuple[str, int], list[PlannedPort]] = {}
    for port in plan:
        if not port.use.binds:
            continue
        others = seen.setdefault((port.use.kind, port.use.port), [])
        for other in others:
            if _overlap(port.use.host, other.use.host) and not _shared(port, other):
                fix = port.use.fix or other.use.fix or "give one of them another port"
                raise FileMistake(
                    None, f"{port.place} is wanted by {other.owner} and by {port.owner}", fix
                )
        others.append(port)


def check_free(plan: Iterable[PlannedPort]) -> None:
    """Refuse ports that other programs have now."""
    for port in {port.place: port for port in plan if port.use.binds}.values():
        if not _is_free(port.use):
            other = port_owner(port.use.kind, port.use.port) or "another program"
            fix = port.use.fix or "choose another port"
            raise PortTaken(
                errno.EADDRINUSE,
                f"{port.place}, which {port.owner} needs, is in use by {other}: end it, or {fix}",
            )


def _of_systems(scenario: ResolvedScenario, registry: Registry) -> Iterator[PlannedPort]:
    given = ((name, settings, SYSTEMS) for name, settings in scenario.systems.items())
    for _, _, tell in _tellers(scenario, registry, given):
        yield from (PlannedPort(use) for use in tell(0))


def _of_vehicles(scenario: ResolvedScenario, registry: Registry) -> Iterator[PlannedPort]:
    links = [(name, each, LINKS) for name, each in scenario.links.items()]
    known: dict[str, list[tuple[Settings, str, Tell]]] = {}
    numbers = _numbers(scenario.vehicles)
    for place, (vehicle, number) in enumerate(zip(scenario.vehicles, numbers, strict=True)):
        if vehicle.model not in known:
            model = scenario.model_of(vehicle)
            pilot = model.autopilot
            given = [(name, each, SYSTEMS) for name, each in model.parts().items()]
            given.append((pilot.kind, pilot.settings_in_use, AUTOPILOTS))
            given += links if pilot.kind in _LINKED else []
            known[vehicle.model] = list(_tellers(scenario, registry, given))
        for settings, group, tell in known[vehicle.model]:
            try:
                # Links go by ids, which vehicles keep; autopilots by the place in the run.
                uses = list(tell(number if group == LINKS else place))
            except ValueError as error:
                raise settings.mistake(error) from None
            yield from (PlannedPort(use, vehicle.name) for use in uses)


def _tellers(
    scenario: ResolvedScenario, registry: Registry, given: Iterable[tuple[str, Settings, str]]
) -> Iterator[tuple[Settings, str, Tell]]:
    """The plugins that tell of ports, each with its settings and its group."""
    for name, settings, group in given:
        plugin, config = configure(
            registry, name, settings, tick_rate_hz=scenario.tick_rate_hz, group=group
        )
        if hasattr(plugin, "ports"):
            yield settings, group, partial(plugin.ports, config)


def _numbers(vehicles: Sequence[ResolvedVehicle]) -> Iterator[int]:
    """Which vehicle each is, counted from 0: by its id, or by the one that it will get."""
    taken = {vehicle.id for vehicle in vehicles if vehicle.id is not None}
    free = (number for number in count(LEAST_MAVLINK_ID) if number not in taken)
    for vehicle in vehicles:
        number = next(free) if vehicle.id is None else vehicle.id
        yield max(0, number - LEAST_MAVLINK_ID)


def _overlap(one: str, other: str) -> bool:
    return one == other or one in _ANY_HOST or other in _ANY_HOST


def _shared(one: PlannedPort, other: PlannedPort) -> bool:
    return one.use.shared and one.use == other.use and one.vehicle != other.vehicle


def _is_free(use: PortUse) -> bool:
    kind = socket.SOCK_DGRAM if use.kind == "udp" else socket.SOCK_STREAM
    with closing(socket.socket(socket.AF_INET, kind)) as probe:
        if use.kind == "tcp":
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((use.host, use.port))
        except OSError as error:
            return error.errno != errno.EADDRINUSE
    return True
