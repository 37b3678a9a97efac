"""The vehicle as most tasks see it."""

from simloop.firmware.fields.command import Intention, Progress, Vehicle
from simloop.firmware.fields.estimate import Estimate


class Craft(Vehicle, Estimate, Intention, Progress):
    """What kind of vehicle it is, how it moves, what it means to do, and how far it is."""
