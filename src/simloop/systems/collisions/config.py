"""What users write about obstacles and the solver."""

from dataclasses import dataclass
from typing import Literal

from simloop.world.shapes import MOST_POINTS, Point, Solid, Surface, check_solid, check_surface

WHO = "collisions"


@dataclass(frozen=True, slots=True, kw_only=True)
class Obstacle:
    """Something that stands still and can be touched."""

    name: str
    """Its name in the world."""
    shape: Literal["sphere", "box", "cylinder", "capsule", "convex", "plane", "height_field"]
    """What it is; cylinders and capsules stand upright, a plane faces up until it is turned."""
    position_ned_m: Point = (0.0, 0.0, 0.0)
    """Its middle, or a point of the plane, north, east, down, m."""
    attitude_deg: Point = (0.0, 0.0, 0.0)
    """Roll, pitch and heading, degrees."""
    size_m: Point | None = None
    """Full lengths of a box along x, y, z, m."""
    radius_m: float | None = None
    """Radius of a sphere, cylinder or capsule, m."""
    length_m: float | None = None
    """Length of a cylinder, or of a capsule's straight part, m."""
    points_m: tuple[Point, ...] = ()
    """Corners of a convex shape, m."""
    heights_m: tuple[tuple[float, ...], ...] = ()
    """Heights of a height field: rows from south to north, in each from west to east, m."""
    spacing_m: float = 1.0
    """Distance between the points of a height field, m."""
    friction: float = 0.6
    """Coulomb's coefficient; two surfaces take the geometric mean."""
    restitution: float = 0.0
    """Share of the speed that a bounce keeps; two surfaces take the larger."""
    rolling_m: float = 0.0
    """Arm of the normal force against rolling and spinning, m; two surfaces take the larger."""
    colour: str = "#8a8f98"
    """How a viewer draws it, as #rrggbb."""

    @property
    def surface(self) -> Surface:
        """Its surface."""
        return Surface(
            friction=self.friction, restitution=self.restitution, rolling_m=self.rolling_m
        )

    @property
    def solid(self) -> Solid | None:
        """Its shape, if it is one that bodies can have too."""
        if self.shape in ("plane", "height_field"):
            return None
        return Solid(
            shape=self.shape,  # type: ignore[arg-type]
            size_m=self.size_m,
            radius_m=self.radius_m,
            length_m=self.length_m,
            points_m=self.points_m,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Grove:
    """Upright cylinders at random places, such as trees."""

    name: str = "tree"
    """Names begin with it."""
    count: int = 100
    """How many."""
    centre_ned_m: Point = (0.0, 0.0, 0.0)
    """Middle of the square they stand in; down is the ground, m."""
    width_m: float = 100.0
    """Side of the square, m."""
    clear_m: float = 5.0
    """No trunk is nearer to the middle than this, m."""
    apart_m: float = 2.0
    """No two axes are nearer than this, m."""
    radius_m: tuple[float, float] = (0.15, 0.4)
    """Smallest and largest radius, m."""
    height_m: tuple[float, float] = (6.0, 14.0)
    """Smallest and largest height, m."""
    seed: int = 1
    """Another number gives another grove."""
    friction: float = 0.8
    """Coulomb's coefficient."""
    restitution: float = 0.0
    """Share of the speed that a bounce keeps."""
    colour: str = "#5d7a4a"
    """How a viewer draws them, as #rrggbb."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """Obstacles, the ground, and how contacts are solved."""

    obstacles: tuple[Obstacle, ...] = ()
    """What stands around."""
    groves: tuple[Grove, ...] = ()
    """Trunks at random places."""
    ground: bool = True
    """Whether bodies without feet (no `contacts`) touch the ground below them."""
    ground_friction: float = 0.8
    """Coulomb's coefficient of the ground."""
    ground_restitution: float = 0.0
    """Share of the speed that a bounce on the ground keeps."""
    iterations: int = 60
    """Visits to each contact in a tick at most; groups that settle sooner stop sooner."""
    tolerance_mps: float = 1e-7
    """A group has settled when a visit changes no velocity by more, m/s."""
    bounce_from_mps: float = 0.1
    """Slower contacts do not bounce, m/s."""
    push_out_mps: float = 0.05
    """What has sunk in comes out no faster, m/s."""
    skin_m: float = 0.005
    """Contacts are looked for this far ahead of slow surfaces, m."""
    quiet_s: float = 0.1
    """A touch that comes sooner after the last one of the pair is no event, s."""


def check(config: Config) -> None:
    """Refuse what makes no sense, and name the field."""
    for field in ("iterations", "tolerance_mps", "skin_m"):
        _positive(field, getattr(config, field))
    for field in ("bounce_from_mps", "push_out_mps", "quiet_s"):
        if not getattr(config, field) >= 0.0:
            raise ValueError(
                f"{WHO}: {field} must be zero or positive, not {getattr(config, field)}"
            )
    ground = Surface(friction=config.ground_friction, restitution=config.ground_restitution)
    check_surface(f"{WHO}: ground", ground)
    names = [obstacle.name for obstacle in config.obstacles]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise ValueError(f"{WHO}: obstacles has two of name '{twice}'; change one")
    for obstacle in config.obstacles:
        _check_obstacle(obstacle)
    for grove in config.groves:
        _check_grove(grove)


def _check_obstacle(obstacle: Obstacle) -> None:
    who = f"{WHO}: {obstacle.name}"
    check_surface(who, obstacle.surface)
    solid = obstacle.solid
    if solid is not None:
        check_solid(who, solid)
    if obstacle.shape == "convex" and len(obstacle.points_m) > MOST_POINTS:
        raise ValueError(f"{who}: points_m has more than {MOST_POINTS} points")
    if obstacle.shape == "height_field":
        _positive("spacing_m", obstacle.spacing_m)
        widths = {len(row) for row in obstacle.heights_m}
        if len(obstacle.heights_m) < 2 or len(widths) != 1 or widths.pop() < 2:
            raise ValueError(
                f"{who}: heights_m needs two rows or more of equal length, two or more"
            )


def _check_grove(grove: Grove) -> None:
    for field in ("count", "width_m"):
        _positive(field, getattr(grove, field))
    for field in ("radius_m", "height_m"):
        low, high = getattr(grove, field)
        if not 0.0 < low <= high:
            raise ValueError(f"{WHO}: {field} must be smallest and largest, not {[low, high]}")


def _positive(field: str, value: float) -> None:
    if not value > 0.0:
        raise ValueError(f"{WHO}: {field} must be positive, not {value}")
