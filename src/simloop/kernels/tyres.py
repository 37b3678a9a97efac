"""Tyres: a brush that is stretched by slip and slides at the circle of friction.

A tyre's contact is stretched, along and across the wheel, by the velocity at which tread and ground
slip past each other, and relaxes as the wheel rolls: e' = slip - |rolling speed| e / length. So a
rolling tyre has the steady slip e / length, with a lag of one relaxation length; a locked or
standing tyre is a spring, which holds a vehicle on a slope without creeping. Force follows from the
stretch by Fiala's brush: linear at first, and all of the friction where the contact slides.
"""

from math import sqrt


def brush_share(slide: float) -> float:
    """Force over linear force; `slide` is the linear force over three times the friction."""
    beyond = slide if slide > 1.0 else 1.0
    return 1.0 / (3.0 * beyond) if slide > 1.0 else 1.0 - slide + slide * slide * (1.0 / 3.0)


def tyre_force(
    stretch_x: float,
    stretch_y: float,
    rate_x: float,
    rate_y: float,
    stiffness_x: float,
    stiffness_y: float,
    damping_x: float,
    damping_y: float,
    friction: float,
    load: float,
) -> tuple[float, float]:
    """Force on the vehicle along and across the wheel, never more than friction times load.

    Stiffness is per load and stretch (1/m), damping per load and rate of stretch (s/m).
    """
    linear_x = stiffness_x * stretch_x
    linear_y = stiffness_y * stretch_y
    size = sqrt(linear_x * linear_x + linear_y * linear_y)
    share = brush_share(size / (3.0 * friction))
    fx = share * linear_x + damping_x * rate_x
    fy = share * linear_y + damping_y * rate_y
    total = sqrt(fx * fx + fy * fy)
    over = total > friction
    scale = load * (friction / (total if over else 1.0) if over else 1.0)
    return fx * scale, fy * scale


def slide_back(
    stretch_x: float, stretch_y: float, stiffness_x: float, stiffness_y: float, friction: float
) -> tuple[float, float]:
    """The stretch without what has slid: at most that at which all of the contact slides."""
    linear_x = stiffness_x * stretch_x
    linear_y = stiffness_y * stretch_y
    size = sqrt(linear_x * linear_x + linear_y * linear_y)
    most = 3.0 * friction
    over = size > most
    scale = most / (size if over else 1.0) if over else 1.0
    return stretch_x * scale, stretch_y * scale


def dry_torque(
    windup: float, speed: float, limit: float, most_windup: float, damping: float
) -> float:
    """Torque of dry friction against a turning wheel: a stiff spring that slips at its limit."""
    torque = limit * windup / most_windup + damping * speed
    torque = torque if torque < limit else limit
    return torque if torque > -limit else -limit
