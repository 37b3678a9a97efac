"""A wing's steady coefficients over the angle of attack, before and after the stall.

They are those of chapter 4 of Beard and McLain, Small Unmanned Aircraft.
"""

from simloop.math.scalar import clamp, exp


def attached_share(alpha: float, sharpness: float, stall_alpha: float, residue: float) -> float:
    """How much of the flow follows the wing: 1 before the stall, 0 after it, 1/2 at `stall_alpha`.

    It is one minus the book's blending function
    sigma = (1 + e1 + e2) / ((1 + e1) (1 + e2)), e1 = exp(-M (a - a0)), e2 = exp(M (a + a0)),
    rewritten with x = exp(M (|a| - a0)) and residue = exp(-2 M a0): one exponential serves, and
    with the exponent held nothing overflows.
    """
    x = exp(clamp(sharpness * (abs(alpha) - stall_alpha), -300.0, 300.0))
    return x / (x * (1.0 + residue + x) + residue)


def lift_curve(
    attached: float, cosine: float, sine: float, alpha: float, zero: float, slope: float
) -> float:
    """The lift coefficient over the angle of attack: a straight line, then a flat plate."""
    plate = 2.0 * abs(sine) * sine * cosine
    return attached * (zero + slope * alpha) + (1.0 - attached) * plate


def drag_curve(attached: float, sine: float, line: float, induced: float) -> float:
    """Drag due to lift: induced by the `line` of lift, then that of a flat plate."""
    plate = 2.0 * abs(sine) * sine * sine
    return attached * induced * line * line + (1.0 - attached) * plate


def moment_alpha(attached: float, sine: float, alpha: float) -> float:
    """The angle of attack that moments see: its sine when stalled, so that they stay bounded."""
    return attached * alpha + (1.0 - attached) * sine
