"""What a vehicle knows about its wind."""

from typing import NamedTuple

from simloop.component import Component, FloatRow, param, truth
from simloop.math.vector import Range, Vec2, Vec3


class MeanWind(Component, prefix="wind"):
    """The mean wind, and how it changes with height."""

    mean_ned_mps: Vec3 = param("m/s", "mean wind at the reference height", frame="NED")
    reference_height_m: float = param("m", "height of the mean wind", default=10.0)
    shear_heights_m: Range = param(
        "m",
        "lowest and highest height above ground between which shear and veer work",
        default=(1.0, 300.0),
    )
    shear_exponent: float = param("1", "power law of the horizontal mean wind")
    roughness_m: float = param("m", "roughness length of the log law", default=0.03)
    gradient_ne_per_s: Vec2 = param("1/s", "wind gained per metre, linear law", frame="NED")
    veer_radpm: float = param("rad/m", "turn of the wind with height, clockwise")
    lift_height_m: float = param("m", "height at which slope lift has faded", default=100.0)


class Gusts(Component, prefix="gust"):
    """Gusts of the 1-cos shape."""

    start_s: FloatRow = param("s", "time at which the gust begins", size="GUSTS")
    duration_s: FloatRow = param("s", "time from calm to calm", size="GUSTS", default=1.0)
    ned_mps: FloatRow = param("m/s", "wind added at the gust's peak", frame="NED", size="3*GUSTS")


class WindFloor(Component, prefix="wind_floor"):
    """What the wind blows over, in worlds with terrain and water."""

    down_m: float = truth("m", "where ground or water is, the higher one", frame="NED")


class Turbulence(Component, prefix="turbulence"):
    """How strong the turbulence is."""

    w20_mps: float = param("m/s", "wind 20 ft above ground")
    aloft_mps: float = param("m/s", "standard deviation above 2000 ft")
    along_ne: Vec2 = param("1", "unit vector along the mean wind", frame="NED", default=(1.0, 0.0))


class DrydenState(NamedTuple):
    """One number of the filter along the wind, two each of those across it, of unit variance."""

    along: float
    across_1: float
    across_2: float
    vertical_1: float
    vertical_2: float


class Dryden(Component, prefix="dryden"):
    """The state of the turbulence filters."""

    state: DrydenState = truth("1", "along; across, two; vertical, two; unit variance")
    running: float = truth("1", "1 once the states have been drawn")


class VonKarman(Component, prefix="von_karman"):
    """The state of the turbulence filters."""

    state: FloatRow = truth(
        "1",
        "lags: along, two; across, three; vertical, three; then three fast ones of each",
        size=17,
    )
    running: float = truth("1", "1 once the states have been drawn")
