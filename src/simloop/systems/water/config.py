"""The `water:` section of a world file."""

from dataclasses import dataclass
from typing import Literal

Spectrum = Literal["none", "regular", "jonswap", "pierson_moskowitz"]
Bins = Literal["equal_energy", "equal_frequency"]

MOST_WAVES = 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class Waves:
    """The waves, by what an observer would report."""

    spectrum: Spectrum = "none"
    """none, regular (one wave), jonswap (a growing wind sea), pierson_moskowitz (full grown)."""
    significant_height_m: float = 0.5
    """Mean height of the highest third, crest to trough; of a regular wave, its height."""
    peak_period_s: float = 4.0
    """Period at which the sea has most energy."""
    peakedness: float = 3.3
    """JONSWAP's gamma: how much higher the peak is than Pierson and Moskowitz's."""
    direction_from_deg: float = 0.0
    """Where the waves come from, degrees clockwise from north."""
    spreading_s: float | None = 15.0
    """Exponent s of cos^2s(angle/2): higher is narrower; null has all go one way."""
    components: int = 48
    """How many waves the sea is made of."""
    bins: Bins = "equal_energy"
    """Cut the spectrum into parts of equal energy or of equal width."""
    seed: int = 1
    """Where phases, and frequencies within their parts, come from."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """Water for all vehicles of a world."""

    level_down_m: float = 0.0
    """Where the surface is without waves, NED down."""
    density_kgpm3: float = 1025.0
    """Density; fresh water has 1000."""
    depth_m: float | None = None
    """From the level to the bed; deep water if left out."""
    current_speed_mps: float = 0.0
    """Speed of the current, the same at every depth."""
    current_direction_to_deg: float = 0.0
    """Where the current goes TO, degrees clockwise from north, as seamen name it."""
    waves: Waves = Waves()
    """The waves."""
    rate_hz: float | None = None
    """Updates per second, held between; every tick if left out."""


def check(config: Config) -> None:
    """Refuse water that cannot be, naming the field."""
    waves = config.waves
    _positive("density_kgpm3", config.density_kgpm3)
    _positive("depth_m", 1.0 if config.depth_m is None else config.depth_m)
    _positive("peak_period_s", waves.peak_period_s)
    if not config.current_speed_mps >= 0.0:
        raise ValueError(
            f"water: current_speed_mps is {config.current_speed_mps}; "
            "turn current_direction_to_deg instead"
        )
    if not waves.significant_height_m >= 0.0:
        raise ValueError(
            f"water: significant_height_m is {waves.significant_height_m}, must not be negative"
        )
    if not 1 <= waves.components <= MOST_WAVES:
        raise ValueError(f"water: components is {waves.components}; give 1 to {MOST_WAVES}")
    if not 1.0 <= waves.peakedness <= 10.0:
        raise ValueError(f"water: peakedness is {waves.peakedness}; give 1 to 10, 3.3 is usual")
    if waves.spreading_s is not None and not 0.0 <= waves.spreading_s <= 1000.0:
        raise ValueError(f"water: spreading_s is {waves.spreading_s}; give 0 to 1000, or null")
    if not 0 <= waves.seed < 2**63:
        raise ValueError(f"water: seed is {waves.seed}; give a number from 0 to 2^63 - 1")


def _positive(name: str, value: float) -> None:
    if not value > 0.0:
        raise ValueError(f"water: {name} is {value}, must be positive")
