"""The supply of a vehicle without a battery: its voltage never sags."""

from simloop.component import Mut
from simloop.world.bus import Bus


def mains(bus: Mut[Bus]) -> None:
    """Start a new sum of what the motors draw."""
    bus.current_a = 0.0
    bus.conductance_s = 0.0
