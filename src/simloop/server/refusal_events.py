"""Puts user commands that were refused into the log of events."""

from functools import partial

from simloop.server.events import EventLog
from simloop.systems.user_commands.desk import CommandDesk, Receipt
from simloop.world.one_line import one_line

# Whoever sent the command chose the words.
_LONGEST_WORD = 64


def log_refusals(desk: CommandDesk, log: EventLog) -> None:
    """Tell of every refusal from now on."""
    desk.on_refused = partial(log_refusal, log)


def log_refusal(log: EventLog, receipt: Receipt) -> None:
    """Tell of one, by the name that the command was about."""
    about = str(receipt.command.arguments.get("name", ""))
    log.add(
        receipt.tick,
        one_line(about, _LONGEST_WORD),
        "refused",
        command=one_line(receipt.command.verb, _LONGEST_WORD),
        reason=receipt.reason,
    )
