"""What a world says about its terrain."""

from typing import Annotated

from simloop.systems.terrain.near_file import NearFile
from simloop.world.setting import Count, Positive, Within, required, setting, settings

Place = tuple[float, float]


@settings
class Plane:
    """Ground that rises evenly in one direction, and is at height 0 at the centre."""

    slope_deg: Annotated[float, Within(-89.0, 89.0)] = required("How steep it is, degrees.")
    uphill_deg: float = setting(0.0, "Direction in which it rises, degrees clockwise from north.")


@settings
class Wave:
    """A cosine wave; several of them make hills."""

    amplitude_m: float = required("Height of a crest above the mean, m.")
    wavelength_m: Positive = required("From crest to crest, m.")
    direction_deg: float = setting(0.0, "Across the crests, degrees clockwise from north.")
    phase_deg: float = setting(0.0, "0 puts a crest at NED zero, 180 a trough.")


@settings
class Mound:
    """A round hill, height exp(-(r / radius)^2)."""

    position_ne_m: Place = required("Its summit, m north and east.")
    height_m: float = required("Height of the summit; negative makes a hollow, m.")
    radius_m: Positive = required("Where 1/e of the height is left, m.")


@settings
class Ridge:
    """A long hill, height exp(-(x / width)^2) across a line."""

    position_ne_m: Place = required("A place on the line, m north and east.")
    along_deg: float = required("Direction of the line, degrees clockwise from north.")
    height_m: float = required("Height of the crest; negative makes a valley, m.")
    width_m: Positive = required("Distance from the crest where 1/e of the height is left, m.")
    length_m: float = 0.0
    """Along the line, distance where 1/e of the height is left, m; 0 is endless."""


@settings
class Crater:
    """A bowl with a rim around it."""

    position_ne_m: Place = required("Its middle, m north and east.")
    radius_m: Positive = required("From the middle to the rim, m.")
    depth_m: float = required("How far the floor is below the land around, m.")
    rim_m: float = setting(0.0, "How far the rim rises above it, m.")


@settings
class Steps:
    """A flight of stairs; a riser is as steep as one spacing of the grid."""

    position_ne_m: Place = required("The foot of the lowest riser, m north and east.")
    uphill_deg: float = setting(0.0, "Direction in which they rise, degrees clockwise from north.")
    rise_m: float = setting(0.2, "Height of one step, m.")
    run_m: Positive = setting(2.0, "Length of one step, m.")
    count: Count = setting(5, "Number of steps.")


@settings
class Noise:
    """Rough ground: smooth noise at several wavelengths, the same for the same seed."""

    amplitude_m: float = required("Largest height of the longest waves, m.")
    wavelength_m: Positive
    """Distance between independent heights of the longest waves, m."""
    octaves: Count = setting(4, "Each further octave has half the wavelength.")
    roughness: float = setting(0.5, "Amplitude of an octave over that of the one before.")
    seed: int = setting(0, "Another seed is another landscape.")


@settings
class Config:
    """Ground that is not flat: heights from a file or a list, and shapes that are added."""

    size_m: Place = (400.0, 400.0)
    """Extent to the north and to the east, if no heights are given, m."""
    spacing_m: Positive = 2.0
    """Distance between the points of the grid, m; an .asc file brings its own."""
    centre_ne_m: Place = setting((0.0, 0.0), "Where the middle of the grid lies, m north and east.")
    file: NearFile | None = None
    """Heights from a file, .asc (ESRI grid) or .npy, named as seen from the world file."""
    heights_m: tuple[tuple[float, ...], ...] = ()
    """Heights written down as on a map: the first row is the northern edge, m."""
    base_height_m: float = 0.0
    """Added to all heights: where the ground is if nothing else is said, m."""
    plane: Plane | None = setting(None, "Evenly rising ground.")
    waves: tuple[Wave, ...] = setting((), "Cosine waves: hills.")
    mounds: tuple[Mound, ...] = setting((), "Round hills or hollows.")
    ridges: tuple[Ridge, ...] = setting((), "Long hills or valleys.")
    craters: tuple[Crater, ...] = setting((), "Bowls with rims.")
    steps: tuple[Steps, ...] = setting((), "Stairs.")
    noise: tuple[Noise, ...] = setting((), "Rough ground.")
    zero_at_origin: bool = True
    """Shift all heights so that the ground at NED zero is at height zero."""
    rate_hz: float | None = None
    """How often the ground below a vehicle is looked up, every tick if left out."""
