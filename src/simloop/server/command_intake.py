"""The way of user commands into a world, which may have nobody who takes them."""

from collections.abc import Mapping
from typing import Any

from simloop.server.events import EventLog
from simloop.server.refusal_events import log_refusal, log_refusals
from simloop.systems.user_commands.desk import CommandDesk, Receipt, UserCommand
from simloop.transport.bus import Bus
from simloop.transport.inbox import Reply, Stamped
from simloop.world.commands import CommandRefused

DESK = "user_commands"
NOBODY = "this world takes no commands: its systems lack 'user_commands'"


class CommandIntake:
    """Hands commands to the desk that is there now; a system may leave and come back."""

    def __init__(self, bus: Bus, provided: Mapping[str, Any], log: EventLog) -> None:
        self._bus = bus
        self._provided = provided
        self._log = log
        self._last: CommandDesk | None = None

    def welcome(self, desk: CommandDesk) -> None:
        """Log what a desk refuses; one that comes back knows the verbs that plugins had offered."""
        log_refusals(desk, self._log)
        if self._last is not None:
            desk.adopt(self._last)
        self._last = desk

    @property
    def desk(self) -> CommandDesk | None:
        """Who takes commands, if anybody does."""
        desk = self._provided.get(DESK)
        return desk if isinstance(desk, CommandDesk) else None

    @property
    def verbs(self) -> tuple[str, ...]:
        """Every command that is understood now."""
        return self.desk.verbs if self.desk is not None else ()

    def hand_in(self, verb: str, arguments: Mapping[str, Any]) -> Reply:
        """Queue a command of a program; its reply fills in once its tick has run.

        Raises:
            CommandRefused: nobody here knows the verb; names the nearest.
        """
        if self.desk is None:
            raise CommandRefused(NOBODY)
        self.desk.check(verb)
        reply = Reply()
        self._bus.inbox.push("program", UserCommand(verb, dict(arguments)), reply)
        return reply

    def take(self, item: Stamped) -> None:
        """Give an input of the tick that opens to the desk, or refuse it."""
        if not isinstance(item.payload, UserCommand):
            raise TypeError(f"{item.source} sent {type(item.payload).__name__}: not a command")
        self.give(item.payload, item.tick, item.reply)

    def give(self, command: UserCommand, tick: int, reply: Reply | None = None) -> None:
        """Give a command to the desk, or refuse it where there is none."""
        if self.desk is not None:
            self.desk.take(command, reply)
            return
        receipt = Receipt(command, reply=reply)
        receipt.close("refused", tick, NOBODY)
        log_refusal(self._log, receipt)
