"""Lateral control of a wing without rudder whose nose does not turn into the wind by itself.

Held level by its ailerons, such a wing yaws away. It is balanced like a bicycle: the ailerons
answer to sideslip and yaw rate, and bank follows the nose. Gains are those of a linear-quadratic
regulator for sideslip, roll rate, yaw rate and bank.
"""

import numpy as np
from numpy.typing import NDArray

from simloop.firmware.maths import GRAVITY_MPS2
from simloop.firmware.wing.facts import WingFacts

Value = float | tuple[float, ...]
Matrix = NDArray[np.float64]

# What errors cost: sideslip, roll rate, yaw rate, bank; and full aileron.
STATE_COSTS = (1.0, 0.05, 4.0, 4.0)
AILERON_COST = 8.0
# A nose that turns into the wind with this acceleration per radian needs no help.
STIFF_PER_S2 = 3.0
# The zigzag of a balanced wing limits how fast its course may be led.
COURSE_PER_S = 0.25
BANK_LIMIT_RAD = 0.5
LOITER_BANK_TAN = 0.3


def must_lean(facts: WingFacts) -> bool:
    """Has it no rudder, and too little stability with wings held level?"""
    if facts.power_radps2[2] > 0.0 or not facts.lateral:
        return False
    roll_slip, _, _, roll_aileron, yaw_slip, _, _, yaw_aileron, _ = facts.lateral
    return yaw_slip - yaw_aileron * roll_slip / roll_aileron < STIFF_PER_S2


def lean_values(facts: WingFacts) -> dict[str, Value]:
    """Gains of the regulator, in place of bank and roll rate loops, and slow guidance."""
    cruise = facts.cruise_speed_mps
    gains, forward = lean_gains(facts)
    loiter = (1.3 * cruise) ** 2 / (GRAVITY_MPS2 * LOITER_BANK_TAN)
    return {
        "fw_wing_lean_gains": (*gains, forward),
        "fw_wing_bank_limit_rad": BANK_LIMIT_RAD,
        "fw_wing_course_gains": (COURSE_PER_S, COURSE_PER_S / 4.0, 0.0),
        "fw_wing_loiter_radius_m": loiter,
        "fw_wing_acceptance_m": 2.5 * cruise,
    }


def lean_gains(facts: WingFacts) -> tuple[tuple[float, ...], float]:
    """Aileron share per state, and per bank wanted."""
    free, push = lateral_model(facts)
    gains = regulator(free, push, np.diag(STATE_COSTS), AILERON_COST)
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
    return tuple(gains.tolist()), forward


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
