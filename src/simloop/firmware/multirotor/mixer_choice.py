"""Which mixer is in use: the pilot's or the program's, by number, for the motors that work."""

from simloop.firmware.mixer_rule import ATTITUDE_BITS, THRUST_BITS, program_rules
from simloop.firmware.multirotor.reallocation import (
    COUNT_ALL,
    fill_products,
    invert_products,
    reallocate,
)
from simloop.firmware.row import Row

# Lanes per block; compiled copies set it.
W = 1
# Rotors of the vehicle; compiled copies set it.
ROTORS = 4

LAST_CANNED = 8.0
CUSTOM = 11.0
GEOMETRY = 255.0
# Places in the table of mixers: the canned ones, the vehicle's own, then none and the custom ones.
PLACE_GEOMETRY = 9
PLACE_NONE = 10
PLACE_CUSTOM_PRIMARY = 11
PLACE_CUSTOM_SECONDARY = 12
CUSTOM_OUTPUTS = 10


def place_of(number: float, custom: int) -> int:
    """Where in the table the mixer of a number is."""
    if number == GEOMETRY:
        return PLACE_GEOMETRY
    if number == CUSTOM:
        return custom
    if 0.0 <= number <= LAST_CANNED:
        return int(number)
    return PLACE_NONE


def choose_mixer(
    fw_mc_allocation: Row,
    fw_mc_mixer_table: Row,
    fw_mc_mixer_number: Row,
    fw_mc_custom_primary: Row,
    fw_mc_custom_secondary: Row,
    fw_control_level: Row,
    fw_override: Row,
    fw_offboard_kind: Row,
    fw_motor_ok: Row,
    fw_mc_mix_key: Row,
    fw_mc_work: Row,
    fw_mc_mix: Row,
    fw_mixer_valid: Row,
) -> None:
    """Put together the mixer of thrust and that of the torques, when the choice has changed."""
    for j in range(W):
        primary = place_of(fw_mc_mixer_number[j], PLACE_CUSTOM_PRIMARY)
        secondary = primary
        if fw_mc_mixer_number[W + j] != GEOMETRY:
            secondary = place_of(fw_mc_mixer_number[W + j], PLACE_CUSTOM_SECONDARY)
        kind, level, override = fw_offboard_kind[j], fw_control_level[j], fw_override[j]
        lift = secondary if program_rules(kind, level, override, THRUST_BITS) else primary
        torque = secondary if program_rules(kind, level, override, ATTITUDE_BITS) else primary

        broken = 0.0
        for i in range(ROTORS):
            broken = 2.0 * broken + (0.0 if fw_motor_ok[i * W + j] > 0.0 else 1.0)
        key = float(lift) + 16.0 * float(torque) + 256.0 * broken
        # A custom mixer may change at any time; the others do not.
        if key == fw_mc_mix_key[j] and lift <= PLACE_NONE and torque <= PLACE_NONE:
            continue

        for row in range(4):
            place = lift if row == 0 else torque
            # Custom mixers count force down, and a command of 1 for every motor as full lift.
            unit = -1.0 / float(ROTORS) if row == 0 else 1.0
            for i in range(ROTORS):
                share = 0.0
                if place <= PLACE_GEOMETRY:
                    share = fw_mc_mixer_table[((place * 4 + row) * ROTORS + i) * W + j]
                elif place == PLACE_CUSTOM_PRIMARY and i < CUSTOM_OUTPUTS:
                    share = unit * fw_mc_custom_primary[(row * CUSTOM_OUTPUTS + i) * W + j]
                elif place == PLACE_CUSTOM_SECONDARY and i < CUSTOM_OUTPUTS:
                    share = unit * fw_mc_custom_secondary[(row * CUSTOM_OUTPUTS + i) * W + j]
                fw_mc_mix[(row * ROTORS + i) * W + j] = share
        # Is there lift, and a torque about every axis by itself? Dead motors are no fault of it.
        total = 0.0
        for i in range(ROTORS):
            total += fw_mc_mix[i * W + j]
        fill_products(j, 4, fw_mc_mix, fw_motor_ok, COUNT_ALL, fw_mc_mix, fw_mc_work)
        valid = invert_products(j, 4, fw_mc_work)
        if broken > 0.0:
            reallocate(j, fw_mc_allocation, fw_motor_ok, fw_mc_work, fw_mc_mix)
            valid = 1.0
        fw_mc_mix_key[j] = key
        fw_mixer_valid[j] = valid if total > 0.0 else 0.0
