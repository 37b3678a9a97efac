"""The user command `radio`: switch a transmitter on, lose its signal, or let it fall silent."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, get_args

from simloop.systems.rc.frame_verb import check_receiver
from simloop.systems.rc.stick import SimulatedStick
from simloop.world.command_arguments import only, the_name
from simloop.world.commands import Command, CommandRefused, MakeCommand
from simloop.world.world import World

if TYPE_CHECKING:
    from simloop.systems.rc.receiver import RcReceiver

Signal = Literal["off", "on", "lost", "silent"]
"""Nobody has sent yet; heard; lost, which the receiver tells; frames stop without a word."""

SIGNALS: tuple[Signal, ...] = get_args(Signal)


@dataclass(frozen=True, slots=True)
class RadioState:
    """The transmitter that stands in for a pilot's, and what cuts the contact, if anything."""

    stick: SimulatedStick = field(default_factory=SimulatedStick)
    cut: Signal | None = None


@dataclass(frozen=True, slots=True)
class SetRadio:
    """Change how one vehicle hears its transmitter."""

    receiver: "RcReceiver"
    vehicle: str
    wanted: Signal | RadioState

    def apply(self, world: World) -> Command:
        """Change it; undone by what it was before, on or off."""
        check_receiver(world, self.vehicle)
        before = self.receiver.radio_of(self.vehicle)
        if isinstance(self.wanted, RadioState):
            self.receiver.set_radio(self.vehicle, self.wanted)
        else:
            self.receiver.set_signal(self.vehicle, self.wanted)
        return SetRadio(self.receiver, self.vehicle, before)


def radio_verb(receiver: "RcReceiver") -> MakeCommand:
    """The verb `radio` with arguments `name` and `signal`."""

    def make(arguments: Mapping[str, Any]) -> Command:
        only("radio", arguments, ("name", "signal"))
        return SetRadio(receiver, the_name(arguments), _signal(arguments.get("signal")))

    return make


def _signal(word: object) -> Signal:
    # YAML reads a bare `on` as true, and `off` as false.
    if isinstance(word, bool):
        return "on" if word else "off"
    for known in SIGNALS:
        if word == known:
            return known
    raise CommandRefused(f"argument 'signal' is one of {', '.join(SIGNALS)}")
