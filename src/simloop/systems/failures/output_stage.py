"""The stage between the commands for rotors and the rotors: faulty commands, tick by tick.

It enters the schedule when the first such failure sets in, since a compiled tick has to be cut in
two for it. After the tick the commands are put back, so that all who read them see what was asked.
"""

from typing import Protocol

from simloop.systems.failures.victim import Victim
from simloop.world.activity import Activity
from simloop.world.entities import Entity
from simloop.world.plugin import App
from simloop.world.runner import TickInfo
from simloop.world.system import PythonSystem, Stage

COMMAND = "motor_command"


class CommandFault(Protocol):
    """A failure that changes the commands of rotors."""

    victim: Victim

    @property
    def order(self) -> tuple[str, ...]:
        """Faults of one vehicle act in this order, whichever came first."""

    def pass_on(self, commands: list[float], tick: int) -> None:
        """Change the commands of this tick in place."""


class OutputStage:
    """All vehicles whose rotors get faulty commands now."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._world = app.world
        self._faults: dict[Entity, list[CommandFault]] = {}
        self._asked: dict[Entity, list[float]] = {}
        self._joined = False
        self._activity = Activity(lambda: bool(self._faults))

    def attach(self, fault: CommandFault) -> None:
        """Let a fault have the commands, from the next tick on."""
        self._join()
        self._activity.stir()
        faults = self._faults.setdefault(fault.victim.entity, [])
        faults.append(fault)
        faults.sort(key=lambda each: each.order)

    def detach(self, fault: CommandFault) -> None:
        """Let a fault go."""
        faults = self._faults.get(fault.victim.entity, [])
        if fault in faults:
            faults.remove(fault)
        if not faults:
            self._faults.pop(fault.victim.entity, None)

    def _join(self) -> None:
        if self._joined:
            return
        self._joined = True
        for name, stage, run in (
            ("failures of rotors", Stage.CONTROL, self._change),
            ("failures of rotors end", Stage.SENSE, self._put_back),
        ):
            self._app.add_system(
                PythonSystem(name=name, stage=stage, run=run, active=self._activity)
            )

    def _change(self, info: TickInfo) -> None:
        for entity, faults in self._faults.items():
            if entity not in self._world.entities:
                continue
            commands = self._world.vector(entity, COMMAND)
            self._asked[entity] = commands.tolist()
            changed = commands.tolist()
            for fault in faults:
                fault.pass_on(changed, info.tick)
            commands[:] = changed

    def _put_back(self, info: TickInfo) -> None:
        for entity, asked in self._asked.items():
            self._world.vector(entity, COMMAND)[:] = asked
        self._asked.clear()
