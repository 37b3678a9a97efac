"""Wheel brakes, for aeroplanes that have them: they hold on the way to a stop."""

from simloop.firmware.component import Mut
from simloop.firmware.fields.craft import Craft
from simloop.firmware.fields.outputs import WheelBrakes
from simloop.firmware.wing.components import Wing


def apply_brakes(craft: Craft, wing: Wing, wheels: Mut[WheelBrakes]) -> None:
    """Hand the wish of the stages to the wheels; disarmed they are held."""
    wheels.command = wing.brake if craft.armed > 0.0 else 1.0
