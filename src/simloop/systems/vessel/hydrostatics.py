"""How a hull floats at rest: draft, waterplane and the heights that keep it upright."""

from dataclasses import dataclass

from simloop.math.ordered_sum import ordered_sum
from simloop.systems.vessel.config import Cell, Config

HALVINGS = 200


@dataclass(frozen=True, slots=True)
class Flotation:
    """A level hull at rest."""

    waterline_m: float
    """The waterline, down from the centre of mass."""
    draft_m: float
    """From the waterline to the lowest point."""
    volume_m3: float
    """Displaced volume."""
    buoyancy_m: float
    """Centre of the displaced volume, down from the centre of mass."""
    waterplane_m2: float
    """Area that the waterline cuts."""
    waterline_length_m: float
    """From the foremost to the aftmost point of it."""
    gm_roll_m: float
    """Transverse metacentric height; negative capsizes."""
    gm_pitch_m: float
    """Longitudinal metacentric height."""


def area(cell: Cell) -> float:
    """The cross-section of a box."""
    return cell.length_m * cell.width_m * cell.fullness


def wet_length(cell: Cell, waterline_m: float) -> float:
    """How much of a box's height is below a waterline."""
    return min(max(cell.bottom_m - waterline_m, 0.0), cell.height_m)


def volume(hull: tuple[Cell, ...], waterline_m: float) -> float:
    """What a level hull displaces."""
    return ordered_sum(area(cell) * wet_length(cell, waterline_m) for cell in hull)


def waterline(config: Config) -> float:
    """Where the water stands at a level hull at rest, down from the centre of mass."""
    wanted = config.mass_kg / config.water_density_kgpm3
    high = min(cell.bottom_m - cell.height_m for cell in config.hull)
    low = max(cell.bottom_m for cell in config.hull)
    if not volume(config.hull, high) > wanted:
        raise ValueError(
            f"vessel: mass_kg {config.mass_kg} sinks: the hull displaces "
            f"{volume(config.hull, high) * config.water_density_kgpm3:.4g} kg at most"
        )
    for _ in range(HALVINGS):
        middle = 0.5 * (high + low)
        if volume(config.hull, middle) > wanted:
            high = middle
        else:
            low = middle
    return 0.5 * (high + low)


def flotation(config: Config) -> Flotation:
    """All figures of a hull at rest."""
    line = waterline(config)
    displaced = volume(config.hull, line)
    cut = [cell for cell in config.hull if 0.0 < wet_length(cell, line) < cell.height_m]
    plane = ordered_sum(area(cell) for cell in cut)
    depth = ordered_sum(
        area(cell) * wet_length(cell, line) * (cell.bottom_m - 0.5 * wet_length(cell, line))
        for cell in config.hull
    )
    buoyancy = depth / displaced
    across = ordered_sum(area(cell) * (cell.y_m**2 + cell.width_m**2 / 12.0) for cell in cut)
    along = ordered_sum(area(cell) * (cell.x_m**2 + cell.length_m**2 / 12.0) for cell in cut)
    ends = [(cell.x_m - 0.5 * cell.length_m, cell.x_m + 0.5 * cell.length_m) for cell in cut]
    return Flotation(
        waterline_m=line,
        draft_m=max(cell.bottom_m for cell in config.hull) - line,
        volume_m3=displaced,
        buoyancy_m=buoyancy,
        waterplane_m2=plane,
        waterline_length_m=max(e for _, e in ends) - min(s for s, _ in ends) if ends else 0.0,
        # Metacentre above buoyancy by I/V; buoyancy is below the centre of mass by its place.
        gm_roll_m=across / displaced - buoyancy,
        gm_pitch_m=along / displaced - buoyancy,
    )
