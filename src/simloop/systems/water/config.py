"""The `water:` section of a world file."""

from typing import Annotated, Literal

from simloop.world.setting import NotNegative, Positive, Within, setting, settings

Spectrum = Literal["none", "regular", "jonswap", "pierson_moskowitz"]
Bins = Literal["equal_energy", "equal_frequency"]

MOST_WAVES = 1024
Speed = Annotated[float, Within(0.0, instead="; turn current_direction_to_deg instead")]


@settings
class Waves:
    """The waves, by what an observer would report."""

    spectrum: Spectrum = "none"
    """none, regular (one wave), jonswap (a growing wind sea), pierson_moskowitz (full grown)."""
    significant_height_m: NotNegative = 0.5
    """Mean height of the highest third, crest to trough; of a regular wave, its height."""
    peak_period_s: Positive = setting(4.0, "Period at which the sea has most energy.")
    peakedness: Annotated[float, Within(1.0, 10.0)] = 3.3
    """JONSWAP's gamma: how much higher the peak is than Pierson and Moskowitz's."""
    direction_from_deg: float = 0.0
    """Where the waves come from, degrees clockwise from north."""
    spreading_s: Annotated[float, Within(0.0, 1000.0)] | None = 15.0
    """Exponent s of cos^2s(angle/2): higher is narrower; null has all go one way."""
    components: Annotated[int, Within(1, MOST_WAVES)] = 48
    """How many waves the sea is made of."""
    bins: Bins = "equal_energy"
    """Cut the spectrum into parts of equal energy or of equal width."""
    seed: Annotated[int, Within(0, 2**63 - 1)] = 1
    """Where phases, and frequencies within their parts, come from."""


@settings
class Config:
    """Water for all vehicles of a world."""

    level_down_m: float = setting(0.0, "Where the surface is without waves, NED down.")
    density_kgpm3: Positive = setting(1025.0, "Density; fresh water has 1000.")
    depth_m: Positive | None = setting(None, "From the level to the bed; deep water if left out.")
    current_speed_mps: Speed = setting(0.0, "Speed of the current, the same at every depth.")
    current_direction_to_deg: float = 0.0
    """Where the current goes TO, degrees clockwise from north, as seamen name it."""
    waves: Waves = setting(Waves(), "The waves.")
    rate_hz: float | None = None
    """Updates per second, held between; every tick if left out."""
