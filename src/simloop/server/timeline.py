"""The scenario's timeline: commands that take effect in the ticks they belong to."""

from collections.abc import Sequence
from math import ceil

from simloop.server.command_intake import DESK, CommandIntake
from simloop.server.events import EventLog
from simloop.server.files.mistake import FileMistake
from simloop.server.files.scenario_file import Event
from simloop.systems.user_commands.desk import CommandDesk, UserCommand
from simloop.world.activity import Activity
from simloop.world.commands import CommandRefused
from simloop.world.runner import TickInfo
from simloop.world.system import PythonSystem, Stage


class Timeline:
    """Knows what is due next; its place is part of a snapshot."""

    def __init__(
        self, events: Sequence[Event], tick_rate_hz: int, intake: CommandIntake, log: EventLog
    ) -> None:
        if intake.desk is None:
            fix = f"keep '{DESK}', or drop the timeline"
            raise FileMistake(None, "this world takes no commands, but has a timeline", fix)
        for event in events:
            _check_command(intake.desk, event.command)
        self._events = events
        self._intake = intake
        self._log = log
        self._position = 0
        self._due = sorted(
            (ceil(event.at_s * tick_rate_hz - 1e-9), number) for number, event in enumerate(events)
        )

    def system(self) -> PythonSystem:
        """The timeline as a system that sleeps between its events."""
        return PythonSystem(
            name="timeline",
            stage=Stage.COMMANDS,
            run=self._run,
            active=Activity(lambda: self._position < len(self._due)),
            next_tick=lambda: self._due[self._position][0],
            save=lambda: self._position,
            load=self._load,
        )

    def _run(self, info: TickInfo) -> None:
        while self._position < len(self._due) and self._due[self._position][0] <= info.tick:
            event = self._events[self._due[self._position][1]]
            self._intake.give(UserCommand(event.command, event.arguments), info.tick)
            name = str(event.arguments.get("name", ""))
            rest = {key: value for key, value in event.arguments.items() if key != "name"}
            self._log.add(info.tick, name, "timeline", command=event.command, arguments=rest)
            self._position += 1
        if self._intake.desk is not None:
            self._intake.desk.run(info)

    def _load(self, saved: int) -> None:
        self._position = saved


def _check_command(desk: CommandDesk, name: str) -> None:
    """A timeline with a misspelt command is told at load, not when its time has come."""
    try:
        desk.check(name)
    except CommandRefused as unknown:
        message, _, fix = str(unknown).partition(": ")
        raise FileMistake(None, f"timeline: {message}", fix) from None
