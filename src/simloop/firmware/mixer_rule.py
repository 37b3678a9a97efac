"""Whom a mixer works for: sticks, or the commands of a program."""

from simloop.firmware.codes import Level, Offboard
from simloop.firmware.fields.command import Requests
from simloop.firmware.fields.craft import Craft

# Bits of fw_override that put sticks in charge of the thrust, and of the attitude.
THRUST_BITS = 2 + 32
ATTITUDE_BITS = 1 + 4 + 8 + 16


def program_rules(craft: Craft, requests: Requests, bits: int) -> bool:
    """Does a program command these axes itself, and no stick overrides it?"""
    asks = (requests.offboard_kind == Offboard.AXES) & (craft.control_level <= Level.CLIMB)
    return asks & ((int(craft.override) & bits) == 0)
