"""Commands that speak on the bus: publish a message, call a service. They cannot be taken back."""

from collections.abc import Callable, Mapping
from difflib import get_close_matches

from simloop.messages.plain_values import WrongMessage, message_of
from simloop.systems.user_commands.arguments import Arguments
from simloop.transport.errors import BusError
from simloop.transport.inbox import Reply
from simloop.world.command_arguments import text
from simloop.world.commands import CommandRefused
from simloop.world.plugin import App

_WHO = "user_commands"


def _publish(app: App, given: Arguments) -> Reply | None:
    topic, bus = text(given, "topic"), app.bus
    try:
        kind = bus.message_type(topic)
        message = message_of(kind, given.get("message", {}))
        publisher = bus.advertise(topic, kind, by=_WHO)
    except WrongMessage as wrong:
        raise CommandRefused(str(wrong)) from None
    except (BusError, ValueError) as unknown:
        near = get_close_matches(topic, [each.name for each in bus.graph().topics], 1)
        hint = f"; did you mean {near[0]}?" if near else ""
        raise CommandRefused(f"{unknown}{hint}") from None
    publisher.publish(message)
    publisher.close()
    return None


def _call(app: App, given: Arguments) -> Reply | None:
    service, bus = text(given, "service"), app.bus
    try:
        request = message_of(bus.request_type(service), given.get("request", {}))
        if bus.inbox.repeats:
            # The log has the call itself, for the tick in which it was answered.
            return None
        return bus.request(service, request, by=_WHO)
    except (BusError, ValueError) as wrong:
        raise CommandRefused(str(wrong)) from None


SPEECH: Mapping[str, Callable[[App, Arguments], Reply | None]] = {
    "publish": _publish,
    "call": _call,
}
"""Each gives back where an answer arrives, or None if it is done."""
