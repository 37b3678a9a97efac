"""The world file: where on Earth, how time is cut, and which systems run."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from simloop.math.magnetic_field import FIRST_YEAR, LAST_YEAR
from simloop.server.files.range_check import above_zero, between, plain_name
from simloop.server.files.settings import Settings


@dataclass(frozen=True, slots=True)
class Origin:
    """The place of NED zero on the WGS84 ellipsoid."""

    latitude_deg: float = 40.2463724
    """Latitude, north positive, degrees."""
    longitude_deg: float = -111.6474138
    """Longitude, east positive, degrees."""
    altitude_m: float = 0.0
    """Height of the ground above mean sea level, metres."""

    def __post_init__(self) -> None:
        """Refuse places that are not on Earth."""
        between(self, "latitude_deg", -90.0, 90.0)
        between(self, "longitude_deg", -180.0, 180.0)
        between(self, "altitude_m", -500.0, 9000.0)


@dataclass(frozen=True, slots=True)
class WorldFile:
    """A place to fly in, with its air and its systems."""

    EXTRA_KEYS: ClassVar[tuple[str, ...]] = ("extends",)

    name: str
    """How other files call this world; the file name if left out."""
    description: str = ""
    """One line for `simloop list worlds`."""
    origin: Origin = Origin()
    """The place of NED zero."""
    gravity_mps2: float = 9.80665
    """Acceleration of free fall, m/s^2."""
    year: float = 2026.0
    """Decimal year for the world magnetic model."""
    tick_rate_hz: int = 400
    """Ticks per second; every rate must divide it."""
    systems: Mapping[str, Settings] = field(default_factory=dict)
    """Plugins that act on the whole world, by name, each with its settings."""
    remove: tuple[str, ...] = ()
    """Default systems to leave out, by name."""

    def __post_init__(self) -> None:
        """Refuse what no world can be."""
        plain_name(self)
        above_zero(self, "gravity_mps2", "tick_rate_hz")
        between(self, "year", FIRST_YEAR, LAST_YEAR)
        between(self, "tick_rate_hz", 1, 100_000)
