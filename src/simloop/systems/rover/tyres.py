"""Tyres: a brush that is stretched by slip and slides at the circle of friction.

A tyre's contact is stretched, along and across the wheel, by the velocity at which tread and ground
slip past each other, and relaxes as the wheel rolls: e' = slip - |rolling speed| e / length. So a
rolling tyre has the steady slip e / length, with a lag of one relaxation length; a locked or
standing tyre is a spring, which holds a vehicle on a slope without creeping. Force follows from the
stretch by Fiala's brush: linear at first, and all of the friction where the contact slides.
"""

from simloop.math.vector import Vec2


def brush_share(slide: float) -> float:
    """Force over linear force; `slide` is the linear force over three times the friction."""
    if slide > 1.0:
        return 1.0 / (3.0 * slide)
    return 1.0 - slide + slide * slide * (1.0 / 3.0)


def tyre_force(
    stretch: Vec2, rate: Vec2, stiffness: Vec2, damping: Vec2, friction: float, load: float
) -> Vec2:
    """Force on the vehicle along and across the wheel, never more than friction times load.

    Stiffness is per load and stretch (1/m), damping per load and rate of stretch (s/m).
    """
    linear = stiffness.times(stretch)
    share = brush_share(linear.norm() / (3.0 * friction))
    force = share * linear + damping.times(rate)
    total = force.norm()
    return load * (friction / total if total > friction else 1.0) * force


def slide_back(stretch: Vec2, stiffness: Vec2, friction: float) -> Vec2:
    """The stretch without what has slid: at most that at which all of the contact slides."""
    size = stiffness.times(stretch).norm()
    most = 3.0 * friction
    return (most / size if size > most else 1.0) * stretch


def dry_torque(
    windup: float, speed: float, limit: float, most_windup: float, damping: float
) -> float:
    """Torque of dry friction against a turning wheel: a stiff spring that slips at its limit."""
    torque = limit * windup / most_windup + damping * speed
    torque = torque if torque < limit else limit
    return torque if torque > -limit else -limit
