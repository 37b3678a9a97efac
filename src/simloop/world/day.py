"""The air and the gravity under which figures on paper hold."""

from typing import NamedTuple


class Day(NamedTuple):
    """Sea level and usual gravity, unless told otherwise."""

    air_density_kgpm3: float = 1.225
    gravity_mps2: float = 9.80665
