"""The supply of a vehicle without a battery: its voltage never sags."""

from simloop.math.row import Row

# Lanes per block; compiled copies set it
W = 1


def mains(bus_current_a: Row, bus_conductance_s: Row) -> None:
    """Start a new sum of what the motors draw."""
    for j in range(W):
        bus_current_a[j] = 0.0
        bus_conductance_s[j] = 0.0
