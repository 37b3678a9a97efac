"""Which mixer is in use: the pilot's or the program's, by number, for the motors that work."""

from simloop.firmware.component import Mut
from simloop.firmware.fields.command import Requests
from simloop.firmware.fields.craft import Craft
from simloop.firmware.fields.multirotor_loops import MixerInUse, MixerWork
from simloop.firmware.fields.multirotor_model import MixerTable
from simloop.firmware.fields.safety import SafetyFacts
from simloop.firmware.multirotor.components import Loops
from simloop.firmware.multirotor.reallocation import (
    COUNT_ALL,
    fill_products,
    invert_products,
    reallocate,
)
from simloop.firmware.output_mixer import ATTITUDE_BITS, THRUST_BITS, program_rules

LAST_CANNED = 8.0
CUSTOM = 11.0
GEOMETRY = 255.0
# Places in the table of mixers: the canned ones, the vehicle's own, then none and the custom ones.
PLACE_GEOMETRY = 9
PLACE_NONE = 10
PLACE_CUSTOM_PRIMARY = 11
PLACE_CUSTOM_SECONDARY = 12
CUSTOM_OUTPUTS = 10


def choose_mixer(
    table: MixerTable,
    craft: Craft,
    requests: Requests,
    loops: Loops,
    work: Mut[MixerWork],
    mixer: Mut[MixerInUse],
    safety: Mut[SafetyFacts],
) -> None:
    """Put together the mixer of thrust and that of the torques, when the choice has changed."""
    primary = place_of(table.number.primary, PLACE_CUSTOM_PRIMARY)
    secondary = primary
    if table.number.secondary != GEOMETRY:
        secondary = place_of(table.number.secondary, PLACE_CUSTOM_SECONDARY)
    lift = secondary if program_rules(craft, requests, THRUST_BITS) else primary
    torque = secondary if program_rules(craft, requests, ATTITUDE_BITS) else primary

    broken = 0.0
    for rotor in range(len(loops.ok)):
        broken = 2.0 * broken + (0.0 if loops.ok[rotor] > 0.0 else 1.0)
    key = float(lift) + 16.0 * float(torque) + 256.0 * broken
    # A custom mixer may change at any time; the others do not.
    if key == mixer.key and lift <= PLACE_NONE and torque <= PLACE_NONE:
        return

    rotors = len(loops.ok)
    total = 0.0
    for rotor in range(rotors):
        mixer.shares[rotor] = share_of(table, lift, 0, rotor, rotors)
        total += mixer.shares[rotor]
        for row in range(1, 4):
            mixer.shares[row * rotors + rotor] = share_of(table, torque, row, rotor, rotors)
    # Is there lift, and a torque about every axis by itself? Dead motors are no fault of it.
    fill_products(4, mixer.shares, loops.ok, COUNT_ALL, mixer.shares, work.work)
    valid = invert_products(4, work.work)
    if broken > 0.0:
        reallocate(table.allocation, loops.ok, work.work, mixer.shares)
        valid = 1.0
    mixer.key = key
    safety.mixer_valid = valid if total > 0.0 else 0.0


def place_of(number: float, custom: int) -> int:
    """Where in the table the mixer of a number is."""
    if number == GEOMETRY:
        return PLACE_GEOMETRY
    if number == CUSTOM:
        return custom
    if 0.0 <= number <= LAST_CANNED:
        return int(number)
    return PLACE_NONE


def share_of(table: MixerTable, place: int, row: int, rotor: int, rotors: int) -> float:
    """What a rotor gives of one effect in the mixer at a place."""
    # Custom mixers count force down, and a command of 1 for every motor as full lift.
    unit = -1.0 / float(rotors) if row == 0 else 1.0
    share: float = 0.0
    if place <= PLACE_GEOMETRY:
        share = table.table[(place * 4 + row) * rotors + rotor]
    elif place == PLACE_CUSTOM_PRIMARY and rotor < CUSTOM_OUTPUTS:
        share = unit * table.custom_primary[row * CUSTOM_OUTPUTS + rotor]
    elif place == PLACE_CUSTOM_SECONDARY and rotor < CUSTOM_OUTPUTS:
        share = unit * table.custom_secondary[row * CUSTOM_OUTPUTS + rotor]
    return share
