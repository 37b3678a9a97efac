"""Orders systems by stage and by what they read and write, and refuses what cannot be ordered."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from simloop.component.column import ColumnGroup, Kind
from simloop.world.plugin import VehicleClass
from simloop.world.system import (
    MAY_READ,
    MAY_WRITE,
    PHASE_OF_STAGE,
    BlockSystem,
    PythonSystem,
    Stage,
    System,
)


class ScheduleError(ValueError):
    """Two systems, or a system and a column, that do not fit together."""


@dataclass(frozen=True, slots=True)
class Access:
    """A system with the columns it reads and writes."""

    system: System
    reads: frozenset[str]
    writes: frozenset[str]

    @classmethod
    def of(cls, system: System) -> "Access":
        """A Python system declares them; those of a kernel are read off its source."""
        if isinstance(system, BlockSystem):
            writes = frozenset(system.writes)
            return cls(system, frozenset(system.columns) - writes, writes)
        return cls(system, frozenset(system.reads), frozenset(system.writes))


def kinds_of(components: Iterable[ColumnGroup]) -> dict[str, Kind]:
    """Which kind each column has."""
    return {column.name: part.kind for part in components for column in part.columns}


def order(systems: Sequence[System], kinds: Mapping[str, Kind]) -> tuple[System, ...]:
    """All systems in the order of a tick; stages first, then writers before readers."""
    accesses = [Access.of(system) for system in systems]
    for access in accesses:
        _check_kinds(access, kinds)
    ordered: list[System] = []
    for stage in Stage:
        members = [access for access in accesses if access.system.stage is stage]
        _check_writers(members, stage)
        ordered += _sorted_by_relation(members)
    return tuple(ordered)


def class_kinds(vehicle_class: VehicleClass) -> dict[str, Kind]:
    """Which kind each column of a class has; shared arrays are parameters."""
    shared = {array.name: Kind.PARAM for array in vehicle_class.shared}
    return kinds_of(vehicle_class.components) | shared


def class_order(vehicle_class: VehicleClass) -> tuple[BlockSystem, ...]:
    """The block systems of a class in the order of a tick."""
    ordered = order(vehicle_class.systems, class_kinds(vehicle_class))
    return tuple(system for system in ordered if isinstance(system, BlockSystem))


def _check_kinds(access: Access, kinds: Mapping[str, Kind]) -> None:
    system = access.system
    phase = PHASE_OF_STAGE[system.stage]
    for names, allowed, verb in (
        (access.reads, MAY_READ[phase], "read"),
        (access.writes, MAY_WRITE[phase], "write"),
    ):
        for name in sorted(names):
            if name not in kinds:
                if isinstance(system, PythonSystem):
                    continue  # a world-wide system may serve columns that no vehicle has yet
                raise ScheduleError(
                    f"system {system.name} needs column {name}, which nothing declares"
                )
            if kinds[name] not in allowed:
                raise ScheduleError(
                    f"system {system.name} may not {verb} {kinds[name].name} column {name} "
                    f"in stage {system.stage.name}: {phase.name} may {verb} "
                    f"{', '.join(sorted(kind.name for kind in allowed))}"
                )


def _check_writers(members: Sequence[Access], stage: Stage) -> None:
    writer: dict[str, Access] = {}
    for access in members:
        for name in sorted(access.writes):
            other = writer.setdefault(name, access)
            pair = other.system, access.system
            if other is not access and not _ordered_by_hand(*pair) and not _apart(*pair):
                raise ScheduleError(
                    f"systems {other.system.name} and {access.system.name} both write column "
                    f"{name} in stage {stage.name}; remove one, or state the order with after="
                )


def _apart(first: System, second: System) -> bool:
    """Do they work on different vehicles, though on columns of the same names?"""
    python = [system for system in (first, second) if isinstance(system, PythonSystem)]
    return bool(python) and all(system.own_vehicles for system in python)


def _ordered_by_hand(first: System, second: System) -> bool:
    return first.name in second.after or second.name in first.after


def _sorted_by_relation(members: Sequence[Access]) -> list[System]:
    """A topological order; systems without relation keep the order in which they were added."""
    waiting = list(members)
    done: list[System] = []
    while waiting:
        ready = next((a for a in waiting if not _blockers(a, waiting)), None)
        if ready is None:
            chain = _find_cycle(waiting)
            raise ScheduleError(
                f"systems {' -> '.join(chain)} wait for each other in stage "
                f"{waiting[0].system.stage.name}: each reads what the next writes"
            )
        waiting.remove(ready)
        done.append(ready.system)
    return done


def _blockers(access: Access, waiting: Sequence[Access]) -> list[Access]:
    return [other for other in waiting if other is not access and _must_precede(other, access)]


def _must_precede(first: Access, second: Access) -> bool:
    if first.system.name in second.system.after:
        return True
    if second.system.name in first.system.after:
        return False
    if _apart(first.system, second.system):
        return False
    return bool(first.writes & second.reads)


def _find_cycle(waiting: Sequence[Access]) -> list[str]:
    path = [waiting[0]]
    while True:
        following = _blockers(path[-1], waiting)[0]
        if following in path:
            loop = path[path.index(following) :]
            return [access.system.name for access in [*loop, following]]
        path.append(following)
