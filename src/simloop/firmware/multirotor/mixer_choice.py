"""Which mixer is in use: the pilot's or the program's, by number, for the motors that work.

Mixers, and the allocation that they invert, are matrices with a column for each rotor.
"""

from simloop.firmware.component import Mut, Row
from simloop.firmware.fields.command import Requests
from simloop.firmware.fields.craft import Craft
from simloop.firmware.fields.multirotor import Loops
from simloop.firmware.fields.multirotor_loops import MixerInUse, MixerWork
from simloop.firmware.fields.multirotor_model import MixerTable
from simloop.firmware.fields.safety import SafetyFacts
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
# The work space is a matrix of four rows, a left half and a right half.
WIDTH = 8
LEAST_PIVOT = 1e-6
# No share of the lift is below this: every rotor that works counts.
COUNT_ALL = -1e30
# A rotor with less than this share of an even lift has no room to give torque both ways.
LEAST_LIFT = 0.05


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


def reallocate(allocation: Row, motor_ok: Row, work: Row, mix: Row) -> None:
    """A mixer of the rotors that work; where they cannot hold the vehicle it does what it can.

    First all four effects by the rotors that are left. Where that leaves a rotor without lift, as
    the one opposite to a hexarotor's dead one, it could not give way to a torque: then roll and
    pitch go to the others, whatever yaw they cause, and that rotor gives only yaw, one way.
    """
    fill_products(4, allocation, motor_ok, COUNT_ALL, mix, work)
    if invert_products(4, work) > 0.0:
        store_shares(0, 4, 4, allocation, motor_ok, COUNT_ALL, work, mix)
    # The lift keeps its shares, which cause no torque; what stands by has none at all.
    least = LEAST_LIFT / float(len(motor_ok))
    weak = False
    for rotor in range(len(motor_ok)):
        if mix[rotor] < least or motor_ok[rotor] <= 0.0:
            weak = weak or motor_ok[rotor] > 0.0
            mix[rotor] = 0.0
    if weak:
        fill_products(3, allocation, motor_ok, least, mix, work)
        if invert_products(3, work) > 0.0:
            store_shares(1, 3, 3, allocation, motor_ok, least, work, mix)


def counts(rotor: int, motor_ok: Row, mix: Row, least_share: float) -> bool:
    """A rotor counts if it works and its share of the lift is not below the least."""
    is_counted: bool = motor_ok[rotor] > 0.0 and mix[rotor] >= least_share
    return is_counted


def fill_products(
    rows: int, columns: Row, motor_ok: Row, least_share: float, mix: Row, work: Row
) -> None:
    """Products of the rows of a matrix over the rotors that count, with the unit matrix beside."""
    rotors = len(motor_ok)
    for r in range(rows):
        for s in range(rows):
            total = 0.0
            for i in range(rotors):
                if counts(i, motor_ok, mix, least_share):
                    total += columns[r * rotors + i] * columns[s * rotors + i]
            work[r * WIDTH + s] = total
            work[r * WIDTH + 4 + s] = 1.0 if r == s else 0.0


def invert_products(rows: int, work: Row) -> float:
    """Turn the right half into the inverse of the left; 1 if there is one, else 0."""
    largest = 0.0
    for r in range(rows):
        size = abs(work[r * WIDTH + r])
        largest = size if size > largest else largest
    found = 1.0
    for c in range(rows):
        pivot = c
        for r in range(c + 1, rows):
            if abs(work[r * WIDTH + c]) > abs(work[pivot * WIDTH + c]):
                pivot = r
        size = work[pivot * WIDTH + c]
        usable = abs(size) > LEAST_PIVOT * largest
        found = found if usable else 0.0
        scale = 1.0 / size if usable else 0.0
        for k in range(WIDTH):
            swapped = work[pivot * WIDTH + k]
            work[pivot * WIDTH + k] = work[c * WIDTH + k]
            work[c * WIDTH + k] = swapped * scale
        for r in range(rows):
            factor = work[r * WIDTH + c] if r != c else 0.0
            for k in range(WIDTH):
                work[r * WIDTH + k] -= factor * work[c * WIDTH + k]
    return found


def store_shares(
    first: int,
    last: int,
    rows: int,
    columns: Row,
    motor_ok: Row,
    least_share: float,
    work: Row,
    mix: Row,
) -> None:
    """Write rows `first` to `last` of the pseudo-inverse into the mixer, from its inverse."""
    rotors = len(motor_ok)
    for i in range(rotors):
        is_used = counts(i, motor_ok, mix, least_share)
        for r in range(first, last):
            total = 0.0
            for k in range(rows):
                total += columns[k * rotors + i] * work[k * WIDTH + 4 + r]
            mix[r * rotors + i] = total if is_used else 0.0
