"""Mixers by number, for frames whose geometry is known by name: quad, hexa, octo, Y6, X8.

A table says what each output does to the body per unit of its command, in rows Fz (down), Qx, Qy
and Qz with arms of length one. Applied is its pseudo-inverse, so that a throttle of 1 asks every
motor for 1, and a torque asks motors for shares of that. Motors are counted clockwise from the
front, or from the front right.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from simloop.firmware.multirotor.allocation import geometry_mixer, invert_allocation
from simloop.firmware.multirotor.facts import MultirotorFacts

MIXER_ESC_CALIBRATION = 0
MIXER_QUAD_PLUS = 1
MIXER_QUAD_X = 2
MIXER_HEXA_PLUS = 3
MIXER_HEXA_X = 4
MIXER_OCTO_PLUS = 5
MIXER_OCTO_X = 6
MIXER_Y6 = 7
MIXER_X8 = 8
MIXER_CUSTOM = 11
# The geometry of the vehicle file as primary mixer; as secondary mixer, the same as the primary.
MIXER_GEOMETRY = 255

CUSTOM_OUTPUTS = 10

Shares = list[tuple[float, ...]]

_S = 0.7071
_WEST = (0.3827, 0.9239, 0.9239, 0.3827)


@dataclass(frozen=True, slots=True)
class CannedMixer:
    """Force down and torques per output."""

    name: str
    down: float
    roll: tuple[float, ...]
    pitch: tuple[float, ...]

    @property
    def rows(self) -> list[tuple[float, ...]]:
        """Fz, Qx, Qy, Qz; neighbours turn in opposite directions."""
        outputs = len(self.roll)
        yaw = tuple(1.0 if i % 2 == 0 else -1.0 for i in range(outputs))
        return [(self.down,) * outputs, self.roll, self.pitch, yaw]


CANNED_MIXERS: Mapping[int, CannedMixer] = {
    MIXER_QUAD_PLUS: CannedMixer("quad +", -0.25, (0.0, -1.0, 0.0, 1.0), (1.0, 0.0, -1.0, 0.0)),
    MIXER_QUAD_X: CannedMixer("quad X", -0.25, (-_S, -_S, _S, _S), (_S, -_S, -_S, _S)),
    MIXER_HEXA_PLUS: CannedMixer(
        "hexa +",
        -0.1667,
        (0.0, -0.866, -0.866, 0.0, 0.866, 0.866),
        (1.0, 0.5, -0.5, -1.0, -0.5, 0.5),
    ),
    MIXER_HEXA_X: CannedMixer(
        "hexa X",
        -0.1667,
        (-0.5, -1.0, -0.5, 0.5, 1.0, 0.5),
        (0.866, 0.0, -0.866, -0.866, 0.0, 0.866),
    ),
    MIXER_OCTO_PLUS: CannedMixer(
        "octo +",
        -0.125,
        (0.0, -_S, -1.0, -_S, 0.0, _S, 1.0, _S),
        (1.0, _S, 0.0, -_S, -1.0, -_S, 0.0, _S),
    ),
    MIXER_OCTO_X: CannedMixer(
        "octo X",
        -0.125,
        (*(-share for share in _WEST), *_WEST),
        (0.9239, 0.3827, -0.3827, -0.9239, -0.9239, -0.3827, 0.3827, 0.9239),
    ),
    MIXER_Y6: CannedMixer(
        "Y6", -0.1667, (-0.866, -0.866, 0.0, 0.0, 0.866, 0.866), (0.5, 0.5, -1.0, -1.0, 0.5, 0.5)
    ),
    MIXER_X8: CannedMixer(
        "X8", -0.125, (-_S, -_S, -_S, -_S, _S, _S, _S, _S), (_S, _S, -_S, -_S, -_S, -_S, _S, _S)
    ),
}


def canned_shares(number: int) -> Shares:
    """What each output gets per unit of Fz, Qx, Qy and Qz."""
    if number == MIXER_ESC_CALIBRATION:
        nothing = (0.0,) * CUSTOM_OUTPUTS
        return [(1.0,) * CUSTOM_OUTPUTS, nothing, nothing, nothing]
    return invert_allocation(CANNED_MIXERS[number].rows)


def mixer_columns(number: int, facts: MultirotorFacts, custom: Sequence[float] = ()) -> Shares:
    """Thrust of each rotor per newton of lift, and of roll, pitch and yaw torque over their arm.

    `custom` is what mixer 11 consists of: ten outputs per unit of Fz, then of Qx, Qy and Qz. A
    number that is no multirotor's mixer gives nothing to any rotor.
    """
    rotors = facts.rotors
    if number == MIXER_GEOMETRY:
        return geometry_mixer(facts)
    if number == MIXER_CUSTOM and len(custom) == 4 * CUSTOM_OUTPUTS:
        rows = [custom[k * CUSTOM_OUTPUTS : (k + 1) * CUSTOM_OUTPUTS] for k in range(4)]
        return in_newtons(rows, rotors)
    if number == MIXER_ESC_CALIBRATION:
        return in_newtons([[-share for share in row] for row in canned_shares(number)], rotors)
    if number in CANNED_MIXERS:
        return in_newtons(canned_shares(number), rotors)
    return [(0.0,) * rotors] * 4


def in_newtons(shares: Sequence[Sequence[float]], rotors: int) -> Shares:
    """Shares per Fz, Qx, Qy, Qz for the rotors there are, lift upwards and counted once for all.

    Outputs without a rotor are left out, rotors without an output get nothing.
    """
    down, roll, pitch, yaw = (
        tuple(row[i] if i < len(row) else 0.0 for i in range(rotors)) for row in shares
    )
    return [tuple(-share / rotors for share in down), roll, pitch, yaw]
