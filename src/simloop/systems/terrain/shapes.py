"""Heights of the shapes that a world adds up, on the points of a grid."""

from collections.abc import Iterator
from math import cos, radians, sin, tan

import numpy as np
from numpy.typing import NDArray

from simloop.kernels.noise import mix
from simloop.math.address import address_key
from simloop.systems.terrain.config import Config, Crater, Mound, Noise, Plane, Ridge, Steps, Wave
from simloop.systems.terrain.surface import weights

Floats = NDArray[np.float64]
# A rim is this part of its crater's radius wide.
RIM_WIDTH = 0.25
# Lattice numbers are counted from here, so that they stay positive for any place.
FAR_SOUTH_WEST = 1 << 20
# Libraries differ in the last bits of a cosine: heights are whole parts of a metre, so that one
# world is the same on every machine.
PARTS_PER_METRE = 2.0**20


def sum_of_shapes(config: Config, north: Floats, east: Floats) -> Floats:
    """The heights of all shapes at rows `north` and columns `east`."""
    n, e = north[:, None], east[None, :]
    total = np.zeros((north.size, east.size))
    for part in _parts(config, n, e):
        total += part
    for noise in config.noise:
        total += rough(noise, north, east)
    rounded: Floats = np.rint(total * PARTS_PER_METRE) / PARTS_PER_METRE
    return rounded


def _parts(config: Config, n: Floats, e: Floats) -> Iterator[Floats]:
    if config.plane is not None:
        yield plane(config.plane, n - config.centre_ne_m[0], e - config.centre_ne_m[1])
    yield from (wave(shape, n, e) for shape in config.waves)
    yield from (mound(shape, *_from(shape.position_ne_m, n, e)) for shape in config.mounds)
    yield from (ridge(shape, *_from(shape.position_ne_m, n, e)) for shape in config.ridges)
    yield from (crater(shape, *_from(shape.position_ne_m, n, e)) for shape in config.craters)
    yield from (steps(shape, *_from(shape.position_ne_m, n, e)) for shape in config.steps)


def _from(place: tuple[float, float], n: Floats, e: Floats) -> tuple[Floats, Floats]:
    return n - place[0], e - place[1]


def _along(direction_deg: float, n: Floats, e: Floats) -> Floats:
    """How far a place lies in a direction."""
    angle = radians(direction_deg)
    return n * cos(angle) + e * sin(angle)


def plane(shape: Plane, n: Floats, e: Floats) -> Floats:
    """Evenly rising ground."""
    return tan(radians(shape.slope_deg)) * _along(shape.uphill_deg, n, e)


def wave(shape: Wave, n: Floats, e: Floats) -> Floats:
    """Long crests."""
    turns = _along(shape.direction_deg, n, e) * (2.0 * np.pi / shape.wavelength_m)
    crests: Floats = shape.amplitude_m * np.cos(turns + radians(shape.phase_deg))
    return crests


def mound(shape: Mound, n: Floats, e: Floats) -> Floats:
    """A round hill."""
    bell: Floats = shape.height_m * np.exp(-(n * n + e * e) / shape.radius_m**2)
    return bell


def ridge(shape: Ridge, n: Floats, e: Floats) -> Floats:
    """A long hill."""
    across = _along(shape.along_deg + 90.0, n, e) / shape.width_m
    along = _along(shape.along_deg, n, e) / shape.length_m if shape.length_m > 0.0 else 0.0
    crest: Floats = shape.height_m * np.exp(-(across * across) - along * along)
    return crest


def crater(shape: Crater, n: Floats, e: Floats) -> Floats:
    """A flat-bottomed bowl and its rim."""
    r = np.sqrt(n * n + e * e) / shape.radius_m
    rim = (r - 1.0) / RIM_WIDTH
    bowl: Floats = shape.rim_m * np.exp(-rim * rim) - shape.depth_m * np.exp(-(r**4))
    return bowl


def steps(shape: Steps, n: Floats, e: Floats) -> Floats:
    """A flight of stairs."""
    number = np.floor(_along(shape.uphill_deg, n, e) / shape.run_m) + 1.0
    stairs: Floats = shape.rise_m * np.clip(number, 0.0, float(shape.count))
    return stairs


def rough(shape: Noise, north: Floats, east: Floats) -> Floats:
    """Octaves of random heights on ever finer lattices, joined by the terrain's own cubics."""
    total = np.zeros((north.size, east.size))
    key = address_key(shape.seed, "terrain")
    for octave in range(shape.octaves):
        cell = shape.wavelength_m * 0.5**octave
        rows, to_rows = _spread(north, cell)
        columns, to_columns = _spread(east, cell)
        lattice = _chance(key + np.uint64(octave), rows, columns)
        total += shape.amplitude_m * shape.roughness**octave * (to_rows @ lattice @ to_columns.T)
    return total


def _spread(places: Floats, cell: float) -> tuple[NDArray[np.int64], Floats]:
    """The lattice numbers that matter for some places, and how much each counts at each place."""
    x = places / cell
    below = np.floor(x).astype(np.int64)
    numbers = np.arange(below.min() - 1, below.max() + 3)
    shares = np.zeros((places.size, numbers.size))
    which = np.arange(places.size)
    for offset, share in enumerate(weights(x - below)):  # type: ignore[arg-type]
        shares[which, below - numbers[0] - 1 + offset] = share
    return numbers, shares


def _chance(key: np.uint64, rows: NDArray[np.int64], columns: NDArray[np.int64]) -> Floats:
    """A number from [-1, 1) at each lattice point, by its address."""
    i = (rows + FAR_SOUTH_WEST).astype(np.uint64)[:, None]
    k = (columns + FAR_SOUTH_WEST).astype(np.uint64)[None, :]
    with np.errstate(over="ignore"):
        bits = mix(key ^ mix((i << np.uint64(32)) ^ k))  # type: ignore[arg-type]
    uniform: Floats = np.asarray(bits >> np.uint64(11), dtype=np.float64) * 2.0**-52 - 1.0
    return uniform
