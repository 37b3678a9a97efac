"""The plane of the ground under a vehicle that stays on it: axes, heading, attitude, arcs.

The plane has an axis that points north along the slope, one at a right angle to it, to the east,
and the normal, which points down into the ground. A vehicle's heading in the plane is the angle of
its forward axis from the first to the second. On level ground the three are north, east and down.
"""

from math import sqrt

from simloop.math.scalar import atan2, sin, sin_cos

# A change of the normal by more than this in one tick means that the vehicle was put somewhere.
PLACED_RAD = 0.05


def plane_axes(
    slope_north: float, slope_east: float
) -> tuple[float, float, float, float, float, float, float, float]:
    """The axes in NED: first (north, down; it has no east), second and normal (all three)."""
    along = 1.0 / sqrt(1.0 + slope_north * slope_north)
    whole = 1.0 / sqrt(1.0 + slope_north * slope_north + slope_east * slope_east)
    first_n = along
    first_d = slope_north * along
    normal_n = -slope_north * whole
    normal_e = -slope_east * whole
    normal_d = whole
    # Normal cross first.
    second_n = normal_e * first_d
    second_e = normal_d * first_n - normal_n * first_d
    second_d = -normal_e * first_n
    return first_n, first_d, second_n, second_e, second_d, normal_n, normal_e, normal_d


def heading_in_plane(
    forward_n: float,
    forward_e: float,
    forward_d: float,
    first_n: float,
    first_d: float,
    second_n: float,
    second_e: float,
    second_d: float,
) -> float:
    """The heading of a body whose forward axis in NED is given, whether it lies in the plane."""
    along_first = forward_n * first_n + forward_d * first_d
    along_second = forward_n * second_n + forward_e * second_e + forward_d * second_d
    return atan2(along_second, along_first)


def attitude_in_plane(
    heading: float,
    first_n: float,
    first_d: float,
    second_n: float,
    second_e: float,
    second_d: float,
    normal_n: float,
    normal_e: float,
    normal_d: float,
) -> tuple[float, float, float, float]:
    """The quaternion FRD to NED of a body that stands in the plane."""
    # From the matrix of the axes; its trace is positive on any slope that is not overhanging.
    w = 0.5 * sqrt(1.0 + first_n + second_e + normal_d)
    scale = 0.25 / w
    x = (second_d - normal_e) * scale
    y = (normal_n - first_d) * scale
    z = -second_n * scale
    s, c = sin_cos(0.5 * heading)
    return w * c - z * s, x * c + y * s, y * c - x * s, w * s + z * c


def tilt_rates(
    old_n: float,
    old_e: float,
    old_d: float,
    normal_n: float,
    normal_e: float,
    normal_d: float,
    forward_n: float,
    forward_e: float,
    forward_d: float,
    per_s: float,
) -> tuple[float, float]:
    """Roll and pitch rate of a body whose down axis turned from old to normal within a tick."""
    turn_n = old_e * normal_d - old_d * normal_e
    turn_e = old_d * normal_n - old_n * normal_d
    turn_d = old_n * normal_e - old_e * normal_n
    size = turn_n * turn_n + turn_e * turn_e + turn_d * turn_d
    scale = per_s if size < PLACED_RAD * PLACED_RAD else 0.0
    # Right is normal cross forward.
    right_n = normal_e * forward_d - normal_d * forward_e
    right_e = normal_d * forward_n - normal_n * forward_d
    right_d = normal_n * forward_e - normal_e * forward_n
    return (
        scale * (turn_n * forward_n + turn_e * forward_e + turn_d * forward_d),
        scale * (turn_n * right_n + turn_e * right_e + turn_d * right_d),
    )


def chord_share(half_turn: float) -> float:
    """The chord over the arc of a path that turns by twice this angle: sin(x)/x."""
    # Below 1e-4 rad the series is exact to the last bit and avoids dividing by zero.
    small = half_turn * half_turn < 1e-8
    angle = 1.0 if small else half_turn
    return 1.0 - half_turn * half_turn * (1.0 / 6.0) if small else sin(angle) / angle
