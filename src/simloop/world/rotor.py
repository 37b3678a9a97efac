"""What rotors show to others: vibration, recordings, other autopilots."""

from simloop.component import Component, FloatRow, truth


class RotorSpeed(Component, prefix="rotor"):
    """How fast each rotor turns."""

    speed_radps: FloatRow = truth("rad/s", "rotor speed, never negative", size="ROTORS")
