"""Vehicles that nothing moves: who says that a system moves them, and has no such system."""

from simloop.server.events import EventLog
from simloop.sitl.foreign_body import ADAPTER_FACT, MOVED_BY
from simloop.world.entities import Record
from simloop.world.runner import Runner
from simloop.world.system import Stage
from simloop.world.world import World


def tell_unmoved(world: World, runner: Runner, log: EventLog) -> None:
    """Say at the start which vehicles will stand still, and what would help."""
    asked = {r.name: mover for r in world.models() if (mover := _mover(r)) is not None}
    if not asked:
        return
    movers = {system.name for system in runner.systems if system.stage is Stage.MOTION}
    for vehicle, mover in asked.items():
        if mover not in movers:
            told = (
                f"its plugin says that '{mover}' moves it, but no system of that name runs in "
                "Stage.MOTION: add one in build(), or leave 'moved_by' out; until then it stands"
            )
            log.add(world.tick, vehicle, "not moved", told=told)


def _mover(record: Record) -> str | None:
    """The system that should move a vehicle; None for bodies of physics and of simulators."""
    mover = record.facts.get(MOVED_BY)
    elsewhere = mover == f"adapter '{record.facts.get(ADAPTER_FACT)}'"
    return None if mover is None or elsewhere else str(mover)
