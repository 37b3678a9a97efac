"""Water waves of linear theory: one function that physics, sensors and pictures share.

A sea is a table with a row per wave. Each wave is a cosine that travels; elevation, slope and the
orbital velocity of the water come from the same angle, so they always belong together. Time is an
argument: nothing here remembers. Down is positive downwards, as everywhere in NED.
"""

from math import sqrt
from typing import NamedTuple

from simloop.math.row import Row
from simloop.math.scalar import clamp, exp, sin_cos

STANDARD_GRAVITY_MPS2 = 9.80665
# More than any sea: water without a bed.
BOTTOMLESS_M = 1e9


class Wave(NamedTuple):
    """A row of the table; speeds are those at the surface, without the factor of the depth."""

    amplitude_m: float
    north_radpm: float
    east_radpm: float
    omega_radps: float
    phase_rad: float
    number_radpm: float
    echo: float
    """Of the sea bed: exp(-2 k h), 0 in deep water."""
    speed_north_mps: float
    speed_east_mps: float
    speed_down_mps: float


def wave(
    one: Wave, north_m: float, east_m: float, depth_m: float, time_s: float
) -> tuple[float, float, float, float, float, float]:
    """What one wave does at a place and a depth below the mean level.

    Returns the elevation, by how much the surface goes down to the north and to the east, and the
    velocity of the water, NED.
    """
    angle = one.north_radpm * north_m + one.east_radpm * east_m - one.omega_radps * time_s
    s, c = sin_cos(angle + one.phase_rad)
    # Water moves in circles that shrink with depth; near a bed they flatten to lines.
    fade = exp(-one.number_radpm * depth_m)
    bed = one.echo / fade
    along = (fade + bed) * c
    return (
        one.amplitude_m * c,
        one.amplitude_m * one.north_radpm * s,
        one.amplitude_m * one.east_radpm * s,
        one.speed_north_mps * along,
        one.speed_east_mps * along,
        -one.speed_down_mps * (fade - bed) * s,
    )


def depth_below(down_m: float, level_down_m: float, water_depth_m: float) -> float:
    """How far a place is below the mean level; what is in a crest counts as at the level."""
    return clamp(down_m - level_down_m, 0.0, water_depth_m)


def sea(
    wave_table: Row,
    level_down_m: float,
    water_depth_m: float,
    north_m: float,
    east_m: float,
    down_m: float,
    time_s: float,
) -> tuple[float, float, float, float, float, float]:
    """The surface above a place, and the water at it, from all waves of a table.

    Returns where the surface is (down), its two slopes, and the orbital velocity, NED.
    """
    depth_m = depth_below(down_m, level_down_m, water_depth_m)
    surface, slope_n, slope_e, vn, ve, vd = level_down_m, 0.0, 0.0, 0.0, 0.0, 0.0
    for i in range(wave_table.shape[0]):
        one = Wave(
            wave_table[i, 0],
            wave_table[i, 1],
            wave_table[i, 2],
            wave_table[i, 3],
            wave_table[i, 4],
            wave_table[i, 5],
            wave_table[i, 6],
            wave_table[i, 7],
            wave_table[i, 8],
            wave_table[i, 9],
        )
        up, to_n, to_e, wn, we, wd = wave(one, north_m, east_m, depth_m, time_s)
        surface -= up
        slope_n += to_n
        slope_e += to_e
        vn += wn
        ve += we
        vd += wd
    return surface, slope_n, slope_e, vn, ve, vd


def wave_number(omega_radps: float, water_depth_m: float, gravity_mps2: float) -> float:
    """The k of omega^2 = g k tanh(k h): how water of a depth carries a frequency."""
    deep = omega_radps * omega_radps / gravity_mps2
    # Newton's method on x tanh(x) = y with x = k h, from the shallow or the deep end.
    y = deep * water_depth_m
    if y > 300.0:
        return deep
    x = sqrt(y) if y < 1.0 else y
    for _ in range(30):
        t = 1.0 - 2.0 / (exp(2.0 * x) + 1.0)
        x = x - (x * t - y) / (t + x * (1.0 - t * t))
    return x / water_depth_m
