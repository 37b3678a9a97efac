"""How a set point moves: to a goal, round a circle, at a velocity, never out of reach."""

from math import sqrt

from simloop.firmware.maths import clamp, smaller
from simloop.firmware.vector import Vec2

LEASH_M = 4.0
VERTICAL_LEASH_M = 1.5
APPROACH_PER_S = 1.2
# On a circle: how fast the set point closes in on it, and the share of the acceleration it uses.
CLOSE_IN_PER_S = 0.8
CENTRIPETAL_SHARE = 0.8
# Landing waits for a gust to pass: it slows at this cosine of the tilt and stops at the other.
STEADY_COSINE = 0.85
GUST_COSINE = 0.7
# It waits likewise for a vehicle that was blown off its place: slower from here, none from there.
CLOSE_M = 1.0
BLOWN_OFF_M = 2.5
LONGEST_WAIT_S = 30.0


def approach_speed(distance: float, top_speed: float, acceleration: float) -> float:
    """The speed from which one can still stop in time, and gently at the end."""
    brake = sqrt(2.0 * acceleration * distance)
    return smaller(smaller(top_speed, 0.9 * brake), APPROACH_PER_S * distance)


def patience(lag_m: float) -> float:
    """Share of the speed: the set point waits for a vehicle that lags over half the leash."""
    return clamp(2.0 - lag_m * (2.0 / LEASH_M), 0.0, 1.0)


def turn_velocity(velocity: Vec2, wanted: Vec2, allowed: float) -> Vec2:
    """The velocity (or acceleration) one step later, changed by no more than what is allowed."""
    off = wanted - velocity
    change = off.norm()
    share = allowed / change if change > allowed else 1.0
    return velocity + share * off


def limit_velocity(velocity: Vec2, top_speed: float) -> Vec2:
    """The velocity, or as much of it as may be."""
    speed = velocity.norm()
    return (top_speed / speed if speed > top_speed else 1.0) * velocity


def goal_velocity(way: Vec2, passes: bool, top_speed: float, acceleration: float) -> Vec2:
    """The velocity on the way to a goal; one that is passed costs no speed."""
    distance = way.norm()
    speed = top_speed if passes else approach_speed(distance, top_speed, acceleration)
    return (speed / distance if distance > 1e-6 else 0.0) * way


def orbit_velocity(place: Vec2, radius_m: float, top_speed: float, acceleration: float) -> Vec2:
    """The velocity on a circle, or towards it; radius positive for clockwise from above.

    The set point lies at a place seen from the centre.
    """
    distance = place.norm()
    # Any way out of the centre is as good: north.
    out = place / distance if distance > 1e-3 else Vec2(1.0, 0.0)
    around = radius_m if radius_m > 0.0 else -radius_m
    speed = smaller(top_speed, sqrt(CENTRIPETAL_SHARE * acceleration * around))
    off = clamp(CLOSE_IN_PER_S * (around - distance), -speed, speed)
    along = sqrt(speed * speed - off * off)
    along = along if radius_m > 0.0 else -along
    # Clockwise from above is from north to east.
    return off * out + along * out.right()


def landing_share(level: float, off_m: float, waited_s: float) -> float:
    """Share of the landing speed for a tilt whose cosine is `level`; waiting has an end."""
    steady = clamp((level - GUST_COSINE) * (1.0 / (STEADY_COSINE - GUST_COSINE)), 0.0, 1.0)
    close = clamp((BLOWN_OFF_M - off_m) * (1.0 / (BLOWN_OFF_M - CLOSE_M)), 0.0, 1.0)
    return smaller(steady, close) if waited_s < LONGEST_WAIT_S else 1.0
