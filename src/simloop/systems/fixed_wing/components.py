"""What a fixed wing has: the derivatives of its coefficients, and its stall.

Defaults are harmless numbers, so that an unused lane computes nothing odd.
"""

from typing import NamedTuple

from simloop.component import Component, param


class Stall(NamedTuple):
    """How the flow comes off: sharpness M, its angle alpha0, exp(-2 M alpha0)."""

    sharpness_prad: float
    angle_rad: float
    far_share: float


class Derivatives(NamedTuple):
    """One coefficient by what it depends on; `steady` is what is always there."""

    steady: float
    alpha: float
    beta: float
    p: float
    q: float
    r: float
    aileron: float
    elevator: float
    rudder: float


_UNIT = "1, then 1/rad"
_COLUMNS = "1, alpha, beta, p, q, r, aileron, elevator, rudder"


class Wing(Component, frame="FRD"):
    """Aerodynamic coefficients of a fixed wing; rates count as p b/(2V), q c/(2V), r b/(2V)."""

    stall: Stall = param(
        "1/rad, rad, 1",
        "sharpness M of the stall, its angle alpha0, exp(-2 M alpha0)",
        default=(50.0, 0.5, 0.0),
        frame="-",
        column="wing_stall",
    )
    induced: float = param(
        "1", "induced drag coefficient per lift coefficient^2", column="wing_induced", frame="-"
    )
    C_L: Derivatives = param(_UNIT, f"lift: {_COLUMNS}")
    C_D: Derivatives = param(_UNIT, f"drag without the induced share: {_COLUMNS}")
    C_Y: Derivatives = param(_UNIT, f"force to the right: {_COLUMNS}")
    C_ell: Derivatives = param(_UNIT, f"roll moment per span: {_COLUMNS}")
    C_m: Derivatives = param(_UNIT, f"pitch moment per chord: {_COLUMNS}")
    C_n: Derivatives = param(_UNIT, f"yaw moment per span: {_COLUMNS}")
