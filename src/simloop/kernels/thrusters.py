"""Rudder and windage as a hull's force model takes them: number by number."""

from math import sqrt


def rudder_force(
    gain_kgpm: float, s: float, c: float, wash_m2ps2: float, u_mps: float, v_mps: float
) -> tuple[float, float]:
    """Force forward and to the right of a rudder at angle (s, c) in a flow (u, v) at its place.

    A flat plate: its force is normal to it, and per density, area and lift slope half the speed
    times the speed normal to it. A positive angle turns the bow to the right.
    """
    # The wash adds its energy to the flow along the keel.
    squared = u_mps * abs(u_mps) + wash_m2ps2
    along = sqrt(abs(squared))
    along = along if squared >= 0.0 else -along
    speed = sqrt(abs(squared) + v_mps * v_mps)
    normal = -gain_kgpm * speed * (along * s + v_mps * c)
    return normal * s, normal * c


def wind_drag(
    air_density_kgpm3: float,
    forward_area_m2: float,
    side_area_m2: float,
    u_air_mps: float,
    v_air_mps: float,
) -> tuple[float, float]:
    """Force of the air forward and to the right; areas are half of drag coefficient times area."""
    push = -air_density_kgpm3 * sqrt(u_air_mps * u_air_mps + v_air_mps * v_air_mps)
    return push * forward_area_m2 * u_air_mps, push * side_area_m2 * v_air_mps
