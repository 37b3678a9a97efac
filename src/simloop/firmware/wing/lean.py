"""Lateral control of a wing without rudder whose nose does not turn into the wind by itself.

Held level by its ailerons, such a wing yaws away. It is balanced like a bicycle: the ailerons
answer to sideslip and yaw rate, and bank follows the nose. Gains are those of one linear-quadratic
regulator for sideslip, roll rate, yaw rate, bank, heading and distance from the line: what it does
with the last two is written as the gains of guidance, which limits the bank it asks for.
"""

import numpy as np
from numpy.typing import NDArray

from simloop.firmware.maths import GRAVITY_MPS2
from simloop.firmware.wing.facts import WingFacts

Value = float | tuple[float, ...]
Matrix = NDArray[np.float64]

# What errors cost: sideslip, roll rate, yaw rate, bank, heading, distance; and full aileron.
STATE_COSTS = (1.0, 0.05, 4.0, 10.0, 0.5, 0.004)
AILERON_COST = 1000.0
# A nose that turns into the wind with this acceleration per radian needs no help.
STIFF_PER_S2 = 3.0
BANK_LIMIT_RAD = 0.4
# It banks to the wrong side first, the more the faster another bank is asked for.
BANK_SLEW_RADPS = 0.15
# Sideslip is no error to be averaged away: it lasts for seconds. The estimator hardly believes it.
SLIP_SIGMA_MPS = 8.0
LOITER_BANK_TAN = 0.3
# Corners are cut by what a turn of 90 degrees needs, the time to begin it included.
TURN_LEAD_S = 7.0


def must_lean(facts: WingFacts) -> bool:
    """Has it no rudder, and too little stability with wings held level?"""
    if facts.power_radps2[2] > 0.0 or not facts.lateral:
        return False
    roll_slip, _, _, roll_aileron, yaw_slip, _, _, yaw_aileron, _ = facts.lateral
    return yaw_slip - yaw_aileron * roll_slip / roll_aileron < STIFF_PER_S2


def lean_values(facts: WingFacts) -> dict[str, Value]:
    """Gains of the regulator, in place of bank and roll rate loops, and slow guidance."""
    cruise = facts.cruise_speed_mps
    gains, forward, course, path = lean_gains(facts)
    loiter = (1.3 * cruise) ** 2 / (GRAVITY_MPS2 * LOITER_BANK_TAN)
    return {
        "fw_wing_lean_gains": (*gains, forward),
        "fw_wing_bank_limit_rad": BANK_LIMIT_RAD,
        "fw_wing_bank_slew_radps": BANK_SLEW_RADPS,
        "fw_wing_course_gains": (course, path, 0.0),
        "fw_wing_loiter_radius_m": loiter,
        "fw_wing_acceptance_m": TURN_LEAD_S * cruise,
    }


def lean_gains(facts: WingFacts) -> tuple[tuple[float, ...], float, float, float]:
    """Aileron share per state, and per bank wanted; turn per course error, course per distance.

    Guidance turns by the course, which is heading and sideslip: its part of sideslip is taken off.
    """
    cruise = facts.cruise_speed_mps
    free, push = lateral_model(facts)
    *inner, heading, distance = regulator(
        *line_model(free, push, cruise), np.diag(STATE_COSTS), AILERON_COST
    ).tolist()
    gains = np.array(inner) - np.array([heading, 0.0, 0.0, 0.0])
    # A steady turn: sideslip, yaw rate and aileron that go with a bank of one radian.
    turn = np.array(
        [
            [free[0, 0], free[0, 2], 0.0],
            [free[1, 0], free[1, 2], push[1]],
            [free[2, 0], free[2, 2], push[2]],
        ]
    )
    slip, yaw, aileron = np.linalg.solve(turn, np.array([-free[0, 3], 0.0, 0.0])).tolist()
    forward = aileron + float(gains @ np.array([slip, 0.0, yaw, 1.0]))
    course = heading * GRAVITY_MPS2 / (forward * cruise)
    return tuple(gains.tolist()), forward, course, cruise * distance / heading


def lateral_model(facts: WingFacts) -> tuple[Matrix, Matrix]:
    """Rates of sideslip, roll rate, yaw rate and bank per the same four, and per aileron."""
    lb, lp, lr, la, nb, np_, nr, na, yb = facts.lateral
    alpha = facts.alpha_rad[0] + facts.alpha_rad[1]
    free = np.array(
        [
            [yb, alpha, -1.0, GRAVITY_MPS2 / facts.cruise_speed_mps],
            [lb, lp, lr, 0.0],
            [nb, np_, nr, 0.0],
            [0.0, 1.0, alpha, 0.0],
        ]
    )
    return free, np.array([0.0, la, na, 0.0])


def line_model(free: Matrix, push: Matrix, speed: float) -> tuple[Matrix, Matrix]:
    """The same with heading and distance from a line below it: both follow."""
    larger = np.zeros((6, 6))
    larger[:4, :4] = free
    larger[4, 2] = 1.0
    larger[5, [0, 4]] = speed
    return larger, np.append(push, [0.0, 0.0])


def regulator(free: Matrix, push: Matrix, costs: Matrix, push_cost: float) -> Matrix:
    """Gains of the linear-quadratic regulator, by the stable half of the Hamiltonian."""
    size = len(free)
    square = np.outer(push, push) / push_cost
    hamiltonian = np.block([[free, -square], [-costs, -free.T]])
    values, vectors = np.linalg.eig(hamiltonian)
    stable = vectors[:, values.real < 0.0]
    riccati = np.real(stable[size:] @ np.linalg.inv(stable[:size]))
    found: Matrix = push @ riccati / push_cost
    return found
