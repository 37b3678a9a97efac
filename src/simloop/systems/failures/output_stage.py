"""The stage between the commands for rotors and the rotors: faulty commands, tick by tick.

It enters the schedule when the first such failure sets in, since a compiled tick has to be cut in
two for it. After the tick the commands are put back, so that all who read them see what was asked.
"""

from typing import Any

from simloop.systems.failures.fault import Fault, Passage
from simloop.world.activity import Activity
from simloop.world.entities import Entity
from simloop.world.plugin import App
from simloop.world.runner import TickInfo
from simloop.world.system import PythonSystem, Stage

COMMAND = "motor_command"


class OutputStage(Passage):
    """All vehicles whose rotors get faulty commands now."""

    def __init__(self, app: App) -> None:
        super().__init__()
        self._app = app
        self._world = app.world
        self._asked: dict[Entity, list[float]] = {}
        self._joined = False
        self._activity = Activity(lambda: bool(self.faults))

    def enter(self, fault: Fault[Any]) -> None:
        """Let a fault have the commands, from the next tick on."""
        self._join()
        self._activity.stir()
        super().enter(fault)

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
        for faults in self.faults.values():
            entity = faults[0].victim.entity
            if entity not in self._world.entities:
                continue
            commands = self._world.vector(entity, COMMAND)
            self._asked[entity] = commands.tolist()
            changed = commands.tolist()
            for fault in faults:
                fault.tick = info.tick
                # The stage could have missed the tick of the onset.
                if info.tick > fault.onset_tick:
                    felt = fault.kind.act(fault, list(changed))
                    for output in fault.on:
                        changed[output.place] = felt[output.place]
            commands[:] = changed

    def _put_back(self, info: TickInfo) -> None:
        for entity, asked in self._asked.items():
            self._world.vector(entity, COMMAND)[:] = asked
        self._asked.clear()
