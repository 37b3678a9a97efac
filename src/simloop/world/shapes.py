"""Shapes that can touch: the vocabulary that vehicles and obstacles share."""

from dataclasses import dataclass
from typing import Literal

Point = tuple[float, float, float]

# More corners would not make a better contact.
MOST_POINTS = 48


@dataclass(frozen=True, slots=True, kw_only=True)
class Solid:
    """A convex shape around its own origin, along its own axes."""

    shape: Literal["sphere", "box", "cylinder", "capsule", "convex"]
    """What it is; cylinders and capsules stand upright, along z."""
    size_m: Point | None = None
    """Full lengths of a box along x, y, z, m."""
    radius_m: float | None = None
    """Radius of a sphere, cylinder or capsule, m."""
    length_m: float | None = None
    """Length of a cylinder, or of a capsule's straight part, m."""
    points_m: tuple[Point, ...] = ()
    """Corners of a convex shape, m; those inside the others do not count."""
    offset_frd_m: Point = (0.0, 0.0, 0.0)
    """Where its origin is on the body, m."""
    attitude_deg: Point = (0.0, 0.0, 0.0)
    """Its roll, pitch and heading on the body, degrees."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Surface:
    """How a surface holds on and throws back."""

    friction: float = 0.6
    """Coulomb's coefficient; two surfaces take the geometric mean."""
    restitution: float = 0.0
    """Share of the speed that a bounce keeps; two surfaces take the larger."""
    rolling_m: float = 0.0
    """Arm of the normal force against rolling and spinning, m; the larger of two."""


def check_solid(who: str, solid: Solid) -> None:
    """Refuse a shape whose sizes are missing or make no sense."""
    needed = {
        "sphere": ("radius_m",),
        "box": ("size_m",),
        "cylinder": ("radius_m", "length_m"),
        "capsule": ("radius_m", "length_m"),
        "convex": ("points_m",),
    }[solid.shape]
    for field in needed:
        value = getattr(solid, field)
        if value is None or value == ():
            raise ValueError(f"{who}: {field} is missing: a {solid.shape} needs it")
        numbers = value if field == "size_m" else (value,)
        if field != "points_m" and not all(number > 0.0 for number in numbers):
            raise ValueError(f"{who}: {field} must be positive, not {value}")
    if len(solid.points_m) > MOST_POINTS:
        raise ValueError(
            f"{who}: points_m has {len(solid.points_m)} points; give at most {MOST_POINTS}"
        )


def check_surface(who: str, surface: Surface) -> None:
    """Refuse coefficients that no surface has."""
    for field in ("friction", "rolling_m"):
        if not getattr(surface, field) >= 0.0:
            raise ValueError(
                f"{who}: {field} must be zero or positive, not {getattr(surface, field)}"
            )
    if not 0.0 <= surface.restitution <= 1.0:
        raise ValueError(f"{who}: restitution must be from 0 to 1, not {surface.restitution}")
