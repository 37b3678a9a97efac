"""The user command `rc`: one frame of a pilot's radio, as a message of `sim/RC` would bring it."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from simloop.messages.rosflight_msgs import RC_CHANNELS
from simloop.systems.rc.spoilers import LONGEST_US, SHORTEST_US
from simloop.world.command_arguments import only, the_name
from simloop.world.commands import CommandRefused, TakeInput, find
from simloop.world.entities import EntityKind
from simloop.world.world import World

if TYPE_CHECKING:
    from simloop.systems.rc.receiver import RcReceiver


def rc_verb(receiver: "RcReceiver", world: World) -> TakeInput:
    """The verb `rc` with arguments `name` and `channels`, eight pulses in us."""

    def take(arguments: Mapping[str, Any]) -> None:
        only("rc", arguments, ("name", "channels"))
        name = the_name(arguments)
        channels = _pulses(arguments.get("channels"))
        check_receiver(world, name)
        receiver.hear(name, channels)

    return take


def check_receiver(world: World, name: str) -> None:
    """Refuse what hears no radio."""
    record = world.entities.get(find(world, name))
    is_vehicle = record.kind is EntityKind.MODEL
    if not is_vehicle or "rc_channel" not in world.tables[record.table].layout.places:
        raise CommandRefused(f"'{name}' has no RC receiver: give it an autopilot")


def _pulses(given: object) -> tuple[int, ...]:
    """Eight whole pulses that a receiver could tell."""
    wrong = CommandRefused(
        f"argument 'channels' takes {RC_CHANNELS} whole numbers "
        f"from {SHORTEST_US} to {LONGEST_US} us"
    )
    if not isinstance(given, (list, tuple)) or len(given) != RC_CHANNELS:
        raise wrong
    if any(isinstance(pulse, bool) or not isinstance(pulse, int) for pulse in given):
        raise wrong
    if not all(SHORTEST_US <= pulse <= LONGEST_US for pulse in given):
        raise wrong
    return tuple(given)
