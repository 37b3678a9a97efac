"""A transmitter that its pilot has let go of is put away, once the vehicle stands disarmed.

In the air a pilot who lets go is a lost radio. On the ground nobody waits for him any more: the
vehicle is as if no transmitter had been switched on, and flies missions again.
"""

from collections.abc import Mapping
from typing import Any

from simloop.timing.rates import highest_rate_hz
from simloop.world.activity import Activity
from simloop.world.commands import TakeInput
from simloop.world.entities import Entity
from simloop.world.plugin import App
from simloop.world.runner import TickInfo
from simloop.world.system import PythonSystem, Stage
from simloop.world.table import Table

LOOKS_PER_S = 4
# Longer than a page that is busy, or its line, may take between two frames.
_LET_GO_S = 2.0
_HEARD = ("rc_channel", "rc_lost", "rc_sequence")
_BELIEVED = ("fw_rc_ok", "fw_rc_seen", "fw_rc_age_s", "fw_rc_counted")


class PutAway:
    """Knows who is or was flown by frames of the user command `rc`; part of a snapshot."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._heard: dict[Entity, int] = {}
        self._activity = Activity(lambda: bool(self._heard))

    def join(self) -> None:
        """Enter the schedule; asleep until somebody takes the controls."""
        self._app.add_system(
            PythonSystem(
                name="rc put away",
                stage=Stage.COMMANDS,
                run=self._look,
                rate_hz=highest_rate_hz(LOOKS_PER_S, self._app.tick_rate_hz),
                active=self._activity,
                after=("rc",),
                reset=self._heard.clear,
                save=lambda: dict(self._heard),
                load=self._load,
            )
        )

    def noting(self, take: TakeInput) -> TakeInput:
        """The same verb, with a note of when each vehicle got its last frame."""

        def taken(arguments: Mapping[str, Any]) -> None:
            take(arguments)
            world = self._app.world
            self._heard[world.by_name(arguments["name"])] = world.tick
            self._activity.stir()

        return taken

    def _look(self, info: TickInfo) -> None:
        if info.paused:
            return
        world = self._app.world
        for entity, heard in list(self._heard.items()):
            if entity not in world.entities:
                del self._heard[entity]
            elif info.tick - heard > _LET_GO_S * info.tick_rate_hz:
                record = world.entities.get(entity)
                self._put_away(entity, world.tables[record.table], record.row)

    def _put_away(self, entity: Entity, table: Table, row: int) -> None:
        known = table.layout.places
        if "fw_armed" in known and table.vector(row, "fw_armed")[0] > 0.0:
            return
        del self._heard[entity]
        # An autopilot elsewhere knows of its radio only what it hears.
        if all(column in known for column in _BELIEVED):
            for column in (*_HEARD, *_BELIEVED):
                table.vector(row, column)[:] = known[column].column.default

    def _load(self, saved: dict[Entity, int]) -> None:
        self._heard.clear()
        self._heard.update(saved)
