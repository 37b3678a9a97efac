"""A bob on a spring, with parameters of every form."""

from simloop.component import Component, FloatRow, param, truth


class Spring(Component):
    """A spring."""

    stiffness_npm: float = param("N/m", "stiffness", default=4.0)
    knots_m: FloatRow = param("m", "knots", size=3, default=(1.0, 2.0, 3.0))
    wear: float = param("1", "how worn it is", by_row=True)


class Bob(Component):
    """What hangs on it."""

    place_m: float = truth("m", "place")
    speed_mps: float = truth("m/s", "speed")


class Tuned(Component):
    """How hard it pulls."""

    gain: float = param("1", "gain", default=0.5)
