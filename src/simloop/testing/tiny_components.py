"""A pushed point for tests of the world: a column of every kind."""

from simloop.component import Component, intent, param, sample, truth


class Wish(Component):
    """What a test asks for."""

    wish_mps2: float = param("m/s^2", "wanted acceleration", default=1.0)


class Push(Component):
    """What is pushed."""

    push_mps2: float = intent("m/s^2", "push")


class Point(Component):
    """Where the point is."""

    place_m: float = truth("m", "place")
    speed_mps: float = truth("m/s", "speed")


class Look(Component):
    """What is seen of it."""

    seen_m: float = sample("m", "place with noise")
    sequence: float = sample("1", "samples so far", column="seen_sequence")
