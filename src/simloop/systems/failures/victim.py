"""The vehicle that a failure befalls: its columns, what its class can feel, its autopilot sees."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from simloop.systems.failures.chance import Chance
from simloop.systems.failures.effect import UnsupportedError
from simloop.systems.failures.request import FailureRequest
from simloop.world.arena import Arena
from simloop.world.entities import Record
from simloop.world.schedule import Access
from simloop.world.system import Stage
from simloop.world.world import World

_MOVES = (Stage.ACTUATION, Stage.MOTION)
# What another engine that moves a vehicle takes from us.
_FELT_ELSEWHERE = ("wind_ned_mps", "external_force_ned_n", "external_torque_frd_nm")


class Victim:
    """One vehicle, found by the name in a request; rows never move while it lives."""

    def __init__(self, world: World, request: FailureRequest) -> None:
        self.world = world
        self.name = request.vehicle
        self.entity = world.by_name(request.vehicle)
        self.use = (request.component, request.kind, request.instance)

    @property
    def record(self) -> Record:
        """The vehicle's facts."""
        return self.world.entities.get(self.entity)

    def has(self, *columns: str) -> bool:
        """Does the vehicle have all these columns?"""
        known = self.world.tables[self.record.table].layout.places
        return all(column in known for column in columns)

    def feels(self, column: str) -> bool:
        """Does what moves the vehicle read this column?"""
        if not self.has(column):
            return False
        if self.fact("moved_by") is not None and column in _FELT_ELSEWHERE:
            return True
        systems = self.world.tables[self.record.table].vehicle_class.systems
        movers = (system for system in systems if system.stage in _MOVES)
        return any(column in Access.of(system).reads for system in movers)

    def vector(self, column: str) -> Arena:
        """A view of the vehicle's numbers in a column."""
        return self.world.vector(self.entity, column)

    def numbers(self, column: str) -> list[float]:
        """The vehicle's numbers in a column, as a copy."""
        numbers: list[float] = self.world.numbers(self.entity, column).tolist()
        return numbers

    def fact(self, name: str) -> Any:
        """What is known of the vehicle beside its columns."""
        return self.record.facts.get(name)

    def chance(self) -> Chance:
        """The draws of this failure."""
        return Chance(self.vector("noise_key")[0], *self.use)

    @property
    def tick(self) -> int:
        """The tick that runs now or comes next."""
        return self.world.tick + 1

    def need(self, columns: Iterable[str], what: str) -> None:
        """Refuse a failure that needs columns which the vehicle lacks."""
        self.must(self.has(*columns), f"has no {what}")

    def must(self, fits: bool, otherwise: str) -> None:
        """Refuse a failure of a vehicle that is not made for it."""
        if not fits:
            raise UnsupportedError(f"'{self.name}' {otherwise}")


SENSES_FACT = "autopilot_senses"


@dataclass(frozen=True, slots=True)
class AutopilotSenses:
    """What an autopilot's protocol carries of the sensors that can fail."""

    autopilot: str
    sensors: frozenset[str]
    """Components, as failures name them."""
    fix: str
    """How else its own sensor is made to fail, or what lets it see this one."""


def check_reach(victim: Victim, component: str) -> None:
    """Refuse a failure of a sensor that the vehicle's autopilot would not notice."""
    senses = victim.fact(SENSES_FACT)
    if isinstance(senses, AutopilotSenses) and component not in senses.sensors:
        raise UnsupportedError(
            f"'{victim.name}' is flown by {senses.autopilot}, which does not see its "
            f"{component}: {senses.fix}"
        )
