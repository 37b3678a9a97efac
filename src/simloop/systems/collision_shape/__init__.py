"""The shapes by which a body touches obstacles, other bodies and the ground."""

from dataclasses import dataclass
from math import radians
from typing import Literal

from simloop.math.quaternion import from_euler, rotate_to_world
from simloop.systems.collision_shape.components import Collision, CollisionRoom
from simloop.systems.collision_shape.kernel import collision_guard
from simloop.world.plugin import VehicleKit
from simloop.world.shapes import Solid, Surface, check_solid, check_surface
from simloop.world.system import BlockSystem, Stage

GUARD_SYSTEM = BlockSystem(name="collision_guard", stage=Stage.CONTACT, block=collision_guard)


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """One or more shapes, their surface, and what the body survives.

    The plugin `collisions` of the world lets them touch; without it they pass through all.
    """

    shapes: tuple[Solid, ...] = (Solid(shape="sphere", radius_m=0.25),)
    """What the body is made of."""
    friction: float = 0.6
    """Coulomb's coefficient; two surfaces take the geometric mean."""
    restitution: float = 0.0
    """Share of the speed that a bounce keeps; two surfaces take the larger."""
    rolling_m: float = 0.0
    """Arm of the normal force against rolling and spinning, m; two surfaces take the larger."""
    crash_speed_mps: float | None = None
    """An impact faster than this, along the normal, is a crash, m/s; never if left out."""
    after_crash: Literal["bounce", "freeze"] = "bounce"
    """Whether a crashed body goes on, or stays where it crashed."""

    @property
    def surface(self) -> Surface:
        """The surface of all shapes."""
        return Surface(
            friction=self.friction, restitution=self.restitution, rolling_m=self.rolling_m
        )


def equip(kit: VehicleKit, config: Config) -> None:
    """Let the vehicle have a shape."""
    _check(config)
    kit.component(Collision, after_crash=float(config.after_crash == "freeze"))
    if config.crash_speed_mps is not None:
        kit.component(Collision, crash_speed_mps=config.crash_speed_mps)
    kit.component(CollisionRoom)
    kit.system(GUARD_SYSTEM)
    kit.fact("collision_shape", config)
    if "standing_height_m" not in kit.facts:
        kit.fact("standing_height_m", max(lowest_m(solid) for solid in config.shapes))


def lowest_m(solid: Solid) -> float:
    """How far a shape reaches below the level body's centre of mass."""
    turn = from_euler(*(radians(angle) for angle in solid.attitude_deg))
    # How far each of the shape's axes points down.
    x, y, z = (rotate_to_world(*turn, *axis)[2] for axis in ((1, 0, 0), (0, 1, 0), (0, 0, 1)))
    radius, half = solid.radius_m or 0.0, 0.5 * (solid.length_m or 0.0)
    if solid.shape == "sphere":
        reach = radius
    elif solid.shape == "capsule":
        reach = radius + half * abs(z)
    elif solid.shape == "cylinder":
        reach = radius * max(1.0 - z * z, 0.0) ** 0.5 + half * abs(z)
    elif solid.size_m is not None and solid.shape == "box":
        a, b, c = solid.size_m
        reach = 0.5 * (a * abs(x) + b * abs(y) + c * abs(z))
    else:
        reach = max(x * px + y * py + z * pz for px, py, pz in solid.points_m)
    return solid.offset_frd_m[2] + reach


def _check(config: Config) -> None:
    if not config.shapes:
        raise ValueError("collision_shape: shapes is empty; give at least one shape")
    for solid in config.shapes:
        check_solid("collision_shape", solid)
    check_surface("collision_shape", config.surface)
    if config.crash_speed_mps is not None and not config.crash_speed_mps > 0.0:
        raise ValueError(
            f"collision_shape: crash_speed_mps must be positive, not {config.crash_speed_mps}"
        )
