"""Thrust of a rotor that air meets from below: vortex ring, and beyond it autorotation.

Propeller data end at zero advance ratio J. Below it the thrust coefficient follows its tangent
there down to J = -0.2. Then come recirculating states for which momentum theory has no solution;
Leishman's fit to measured induced velocity (Principles of Helicopter Aerodynamics, 2nd edition,
section 2.13) tells the flow through the disc in them: in units of the induced velocity in hover at
the same thrust it is x + 1 - 1.125 x - 1.372 x^2 - 1.718 x^3 - 0.655 x^4 for a climb of x, and zero
at x = -1.7766: the rotor turns in still air, and its blades meet their pitch alone. There, with the
slope of thrust over flow that the tangent at J = 0 has, ends a parabola that leaves J = -0.2 level.
Faster descent stalls the blades: the coefficient stays.
"""

from math import pi, sqrt

from simloop.systems.multirotor.config import Config
from simloop.systems.multirotor.rotor_model import thrust_scale

RING_BEGINS = -0.2  # advance ratio
STILL_DISC = -1.7766023  # climb over induced velocity in hover at which no air passes the disc
# A propeller whose thrust hardly falls in a climb tells nothing about its blades.
LEAST_FLOW_SLOPE = 0.1


def hover_inflow(thrust_coefficient: float) -> float:
    """Induced velocity in hover as an advance ratio, by momentum theory."""
    return sqrt(2.0 * thrust_coefficient / pi)


def still_disc(config: Config) -> tuple[float, float]:
    """Advance ratio and thrust coefficient at which no air passes through the disc."""
    at_rest, slope, _ = config.C_T
    inflow = hover_inflow(at_rest)
    # How the flow through the disc grows with J: momentum theory, thrust falling as it does.
    flow_slope = max(0.5 + slope / (pi * inflow), LEAST_FLOW_SLOPE)
    thrust = max(at_rest - slope / flow_slope * inflow, ring_thrust(config))
    return STILL_DISC * hover_inflow(thrust), thrust


def ring_thrust(config: Config) -> float:
    """Thrust coefficient where the vortex ring begins."""
    return max(config.C_T[0] + RING_BEGINS * config.C_T[1], 0.0)


def ring_polynomial(config: Config) -> tuple[float, float, float]:
    """Thrust coefficient in the vortex ring as a polynomial in the advance ratio."""
    end, thrust = still_disc(config)
    begin = ring_thrust(config)
    bend = (thrust - begin) / ((end - RING_BEGINS) * (end - RING_BEGINS))
    return begin + bend * RING_BEGINS * RING_BEGINS, -2.0 * bend * RING_BEGINS, bend


def descent_gains(config: Config) -> tuple[float, float, float, float]:
    """Thrust per density of speed^2, speed * inflow, inflow^2 in the ring; of speed^2 beyond it."""
    scale, advance = thrust_scale(config)
    constant, linear, square = ring_polynomial(config)
    return (
        scale * constant,
        scale * linear * advance,
        scale * square * advance * advance,
        scale * still_disc(config)[1],
    )


def descent_inflows_m(config: Config) -> tuple[float, float]:
    """Flow from below per rotor speed at which the vortex ring begins and ends."""
    _, advance = thrust_scale(config)
    return -RING_BEGINS / advance, -still_disc(config)[0] / advance
