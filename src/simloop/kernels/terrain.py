"""The height field below each vehicle: smooth between its points, level beyond its edges.

Catmull-Rom's cubics go through the points and have no kinks, so a wheel that rolls over a cell's
border feels no step in the slope; a plane and a paraboloid come out exactly. The array has one
more row and column on every side, which the plugin fills, so that no place needs a special case.
"""

from simloop.math.row import Row

# Lanes per block; compiled copies set it.
W = 1

# Elements of `terrain_frame`: north and east of the south-western point, points per metre.


def held(x: float, last: float) -> float:
    """`x` between 0 and `last`; what is no number counts as 0, or it would index anything."""
    above = x if x > 0.0 else 0.0
    return above if above < last else last


def weights(t: float) -> tuple[float, float, float, float]:
    """What four neighbouring points count for at part `t` of the way from second to third."""
    return (
        -0.5 * t * (1.0 - t) * (1.0 - t),
        1.0 + t * t * (1.5 * t - 2.5),
        0.5 * t * (1.0 + t * (4.0 - 3.0 * t)),
        -0.5 * t * t * (1.0 - t),
    )


def weight_slopes(t: float) -> tuple[float, float, float, float]:
    """How the weights change with `t`."""
    return (
        -0.5 + t * (2.0 - 1.5 * t),
        t * (4.5 * t - 5.0),
        0.5 + t * (4.0 - 4.5 * t),
        t * (1.5 * t - 1.0),
    )


def row_sum(grid: Row, i: int, k: int, a: float, b: float, c: float, d: float) -> float:
    """Four points of a row, weighed."""
    total: float = a * grid[i, k] + b * grid[i, k + 1] + c * grid[i, k + 2] + d * grid[i, k + 3]
    return total


def surface(
    terrain_height_m: Row, terrain_frame: Row, north_m: float, east_m: float
) -> tuple[float, float, float]:
    """Height at a place, and how much it rises to the north and to the east."""
    per_m = terrain_frame[2]
    rows = terrain_height_m.shape[0] - 3
    columns = terrain_height_m.shape[1] - 3
    x = (north_m - terrain_frame[0]) * per_m
    y = (east_m - terrain_frame[1]) * per_m
    x_held = held(x, float(rows))
    y_held = held(y, float(columns))
    i = int(x_held)
    k = int(y_held)
    # The last point belongs to the last cell.
    i = i if i < rows else rows - 1
    k = k if k < columns else columns - 1
    n0, n1, n2, n3 = weights(x_held - i)
    e0, e1, e2, e3 = weights(y_held - k)
    s0, s1, s2, s3 = weight_slopes(x_held - i)
    t0, t1, t2, t3 = weight_slopes(y_held - k)
    h0 = row_sum(terrain_height_m, i, k, e0, e1, e2, e3)
    h1 = row_sum(terrain_height_m, i + 1, k, e0, e1, e2, e3)
    h2 = row_sum(terrain_height_m, i + 2, k, e0, e1, e2, e3)
    h3 = row_sum(terrain_height_m, i + 3, k, e0, e1, e2, e3)
    d0 = row_sum(terrain_height_m, i, k, t0, t1, t2, t3)
    d1 = row_sum(terrain_height_m, i + 1, k, t0, t1, t2, t3)
    d2 = row_sum(terrain_height_m, i + 2, k, t0, t1, t2, t3)
    d3 = row_sum(terrain_height_m, i + 3, k, t0, t1, t2, t3)
    # Beyond an edge the height stays what it is there.
    rises_n = per_m if x == x_held else 0.0
    rises_e = per_m if y == y_held else 0.0
    return (
        n0 * h0 + n1 * h1 + n2 * h2 + n3 * h3,
        rises_n * (s0 * h0 + s1 * h1 + s2 * h2 + s3 * h3),
        rises_e * (n0 * d0 + n1 * d1 + n2 * d2 + n3 * d3),
    )


def terrain(
    terrain_height_m: Row,
    terrain_frame: Row,
    position_ned_m: Row,
    ground_down_m: Row,
    ground_slope_ne: Row,
) -> None:
    """Find the ground below, and its slope."""
    for j in range(W):
        height, rise_n, rise_e = surface(
            terrain_height_m, terrain_frame, position_ned_m[j], position_ned_m[W + j]
        )
        ground_down_m[j] = -height
        ground_slope_ne[j] = -rise_n
        ground_slope_ne[W + j] = -rise_e
