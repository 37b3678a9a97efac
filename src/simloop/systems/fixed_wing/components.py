"""What a fixed wing has: the derivatives of its coefficients, and its stall.

Defaults are harmless numbers, so that an unused lane computes nothing odd.
"""

from simloop.world.component import Change, Column, Component, Kind

COLUMNS = "1, alpha, beta, p, q, r, aileron, elevator, rudder"


def _derivatives(name: str, meaning: str) -> Column:
    return Column(name, 9, "1, then 1/rad", "FRD", f"{meaning}: {COLUMNS}")


WING_MODEL = Component(
    "wing_model",
    Kind.PARAM,
    "Aerodynamic coefficients of a fixed wing; rates count as p b/(2V), q c/(2V), r b/(2V).",
    (
        Column(
            "wing_stall",
            3,
            "1/rad, rad, 1",
            "-",
            "sharpness M of the stall, its angle alpha0, exp(-2 M alpha0)",
            (50.0, 0.5, 0.0),
        ),
        Column("wing_induced", 1, "1", "-", "induced drag coefficient per lift coefficient^2"),
        _derivatives("C_L", "lift"),
        _derivatives("C_D", "drag without the induced share"),
        _derivatives("C_Y", "force to the right"),
        _derivatives("C_ell", "roll moment per span"),
        _derivatives("C_m", "pitch moment per chord"),
        _derivatives("C_n", "yaw moment per span"),
    ),
    Change.ONE_TIME,
)
