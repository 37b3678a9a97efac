"""The vehicle as most tasks see it."""

from simloop.firmware.fields.command import Intention, Vehicle
from simloop.firmware.fields.estimate import Estimate


class Craft(Vehicle, Estimate, Intention):
    """What kind of vehicle it is, how it moves, and what it means to do."""
