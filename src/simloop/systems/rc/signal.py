"""The user command `radio`: switch a transmitter on, lose its signal, or let it fall silent."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, Protocol, get_args

from simloop.systems.rc.frame_verb import check_receiver
from simloop.world.commands import Command, CommandRefused, MakeCommand
from simloop.world.world import World

Signal = Literal["off", "on", "lost", "silent"]
"""Nobody has sent yet; heard; lost, which the receiver tells; frames stop without a word."""

SIGNALS: tuple[Signal, ...] = get_args(Signal)


class Receiver(Protocol):
    """What the command needs of the receivers of all vehicles."""

    def signal_of(self, vehicle: str) -> Signal:
        """How a vehicle's receiver hears its transmitter."""

    def set_signal(self, vehicle: str, signal: Signal) -> None:
        """Let it hear it otherwise."""


@dataclass(frozen=True, slots=True)
class SetSignal:
    """Change how one vehicle hears its transmitter."""

    receiver: Receiver
    vehicle: str
    signal: Signal

    def apply(self, world: World) -> Command:
        """Change it; undone by what it was before."""
        check_receiver(world, self.vehicle)
        before = self.receiver.signal_of(self.vehicle)
        self.receiver.set_signal(self.vehicle, self.signal)
        return SetSignal(self.receiver, self.vehicle, before)


def radio_verb(receiver: Receiver) -> MakeCommand:
    """The verb `radio` with arguments `name` and `signal`."""

    def make(arguments: Mapping[str, Any]) -> Command:
        name, signal = arguments.get("name"), _signal(arguments.get("signal"))
        if not isinstance(name, str) or not name:
            raise CommandRefused("argument 'name' is missing: write a name")
        return SetSignal(receiver, name, signal)

    return make


def _signal(word: object) -> Signal:
    # YAML reads a bare `on` as true, and `off` as false.
    if isinstance(word, bool):
        return "on" if word else "off"
    for known in SIGNALS:
        if word == known:
            return known
    raise CommandRefused(f"argument 'signal' is one of {', '.join(SIGNALS)}")
