"""A height field as a surface: smooth between its points, level beyond its edges.

Catmull-Rom's cubics go through the points and have no kinks, so a wheel that rolls over a cell's
border feels no step in the slope; a plane and a paraboloid come out exactly. The array has one
more row and column on every side, which the plugin fills, so that no place needs a special case.
"""

from typing import NamedTuple

from simloop.component import FloatRow


class Four(NamedTuple):
    """What is known of four neighbouring points."""

    a: float
    b: float
    c: float
    d: float

    def dot(self, other: "Four") -> float:
        """The sum of products."""
        return self.a * other.a + self.b * other.b + self.c * other.c + self.d * other.d


def surface(
    terrain_height_m: FloatRow, terrain_frame: FloatRow, north_m: float, east_m: float
) -> tuple[float, float, float]:
    """Height at a place, and how much it rises to the north and to the east.

    `terrain_frame` holds north and east of the south-western point, and points per metre.
    """
    per_m = terrain_frame[2]
    rows = terrain_height_m.shape[0] - 3
    columns = terrain_height_m.shape[1] - 3
    x = (north_m - terrain_frame[0]) * per_m
    y = (east_m - terrain_frame[1]) * per_m
    x_held = held(x, float(rows))
    y_held = held(y, float(columns))
    # The last point belongs to the last cell.
    i = min(int(x_held), rows - 1)
    k = min(int(y_held), columns - 1)
    part_n, part_e = x_held - i, y_held - k
    weights_n, slopes_n = weights(part_n), weight_slopes(part_n)
    heights = four_rows(terrain_height_m, i, k, weights(part_e))
    eastward = four_rows(terrain_height_m, i, k, weight_slopes(part_e))
    # Beyond an edge the height stays what it is there.
    scale_n = per_m if x == x_held else 0.0
    scale_e = per_m if y == y_held else 0.0
    return (
        weights_n.dot(heights),
        scale_n * slopes_n.dot(heights),
        scale_e * weights_n.dot(eastward),
    )


def held(x: float, last: float) -> float:
    """`x` between 0 and `last`; what is no number counts as 0, or it would index anything."""
    above = x if x > 0.0 else 0.0
    return above if above < last else last


def weights(t: float) -> Four:
    """What four neighbouring points count for at part `t` of the way from second to third."""
    return Four(
        -0.5 * t * (1.0 - t) * (1.0 - t),
        1.0 + t * t * (1.5 * t - 2.5),
        0.5 * t * (1.0 + t * (4.0 - 3.0 * t)),
        -0.5 * t * t * (1.0 - t),
    )


def weight_slopes(t: float) -> Four:
    """How the weights change with `t`."""
    return Four(
        -0.5 + t * (2.0 - 1.5 * t),
        t * (4.5 * t - 5.0),
        0.5 + t * (4.0 - 4.5 * t),
        t * (1.5 * t - 1.0),
    )


def four_rows(grid: FloatRow, i: int, k: int, w: Four) -> Four:
    """Four rows from `i` on, each with its points from `k` on weighed."""
    return Four(*(w.dot(Four(*(grid[i + m, k + n] for n in range(4)))) for m in range(4)))
