"""A bench for collisions: bodies of any shape among obstacles, without a server around them."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simloop.math.ordered_sum import ordered_sum
from simloop.systems import collision_shape, collisions, physics
from simloop.systems.collisions import Config, Touch, TouchBoard
from simloop.testing.plain_app import PlainApp
from simloop.world.body import BODY_COMPONENTS
from simloop.world.plugin import Value, VehicleClass, VehicleKit
from simloop.world.runner import Runner
from simloop.world.shapes import Solid
from simloop.world.world import ModelSpec, World

Tensor = tuple[float, float, float, float, float, float]


def box_inertia(mass_kg: float, size_m: tuple[float, float, float]) -> Tensor:
    """The tensor of a solid box, elements as in the column."""
    x, y, z = (length * length for length in size_m)
    twelfth = mass_kg / 12.0
    return twelfth * (y + z), twelfth * (x + z), twelfth * (x + y), 0.0, 0.0, 0.0


def ball_inertia(mass_kg: float, radius_m: float) -> Tensor:
    """The tensor of a solid sphere."""
    one = 0.4 * mass_kg * radius_m * radius_m
    return one, one, one, 0.0, 0.0, 0.0


class CollisionBench:
    """Bodies with shapes; `add` them, then `start`, then `run`."""

    def __init__(
        self,
        config: Config | None = None,
        *,
        compiled: bool = True,
        tick_rate_hz: int = 400,
        gravity_mps2: float = 9.80665,
    ) -> None:
        self.world = World(seed=1, tick_rate_hz=tick_rate_hz)
        self.app = PlainApp(self.world)
        self.app.runner = Runner(self.world, bus=self.app.bus, compiled=compiled)
        self._config = config or Config()
        self._gravity_mps2 = gravity_mps2
        self._specs: dict[Any, ModelSpec] = {}

    def add(
        self,
        name: str,
        solid: Solid,
        *,
        mass_kg: float = 1.0,
        inertia_kgm2: Tensor | None = None,
        own: Mapping[str, Value] | None = None,
        **surface: Any,
    ) -> None:
        """Put a body of one shape into the world; `own` are its columns at the start."""
        inertia = inertia_kgm2 or _inertia(mass_kg, solid)
        key = (solid, mass_kg, inertia, tuple(sorted(surface.items())))
        if key not in self._specs:
            self._specs[key] = self._spec(solid, mass_kg, inertia, surface)
        self.world.spawn(name, self._specs[key], own or {})

    def start(self) -> TouchBoard:
        """Let the plugin join; returns where touches are put up."""
        collisions.build(self.app, self._config)
        self.app.runner.mark_start()
        board = self.app.provided["collisions"]
        assert isinstance(board, TouchBoard)
        return board

    @property
    def touches(self) -> list[Touch]:
        """The last touches."""
        board = self.app.provided["collisions"]
        assert isinstance(board, TouchBoard)
        return list(board.recent)

    def run(self, seconds: float) -> None:
        """Let time pass."""
        self.app.runner.advance(round(seconds * self.world.tick_rate_hz))

    def get(self, name: str, column: str) -> NDArray[Any]:
        """A copy of a body's column."""
        return self.world.vector(self.world.by_name(name), column).copy()

    def velocity_ned(self, name: str) -> NDArray[Any]:
        """A body's velocity in NED."""
        turned: NDArray[Any] = rotation_of(self.get(name, "attitude_wxyz")) @ self.get(
            name, "velocity_frd_mps"
        )
        return turned

    def energy_j(self) -> float:
        """Kinetic and potential energy of all bodies, zero at rest at down = 0."""
        return self.kinetic_j() + ordered_sum(
            -float(self.get(r.name, "mass_kg")[0] * self.get(r.name, "gravity_mps2")[0])
            * float(self.get(r.name, "position_ned_m")[2])
            for r in self.world.models()
        )

    def kinetic_j(self) -> float:
        """Kinetic energy of all bodies."""
        total = 0.0
        for record in self.world.models():
            velocity = self.get(record.name, "velocity_frd_mps")
            rate = self.get(record.name, "rate_frd_radps")
            xx, yy, zz, xy, xz, yz = self.get(record.name, "inertia_kgm2")
            tensor = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
            mass = float(self.get(record.name, "mass_kg")[0])
            total += 0.5 * (mass * float(velocity @ velocity) + float(rate @ tensor @ rate))
        return total

    def _spec(
        self, solid: Solid, mass_kg: float, inertia: Tensor, surface: dict[str, Any]
    ) -> ModelSpec:
        kit = VehicleKit(self.world.tick_rate_hz)
        for component in BODY_COMPONENTS:
            kit.component(component)
        collision_shape.equip(kit, collision_shape.Config(shapes=(solid,), **surface))
        settings = physics.Config(
            gravity_mps2=self._gravity_mps2, mass_kg=mass_kg, inertia_kgm2=inertia
        )
        physics.equip(kit, settings)
        return ModelSpec(VehicleClass.from_kit(kit), dict(kit.values), facts=dict(kit.facts))


def rotation_of(attitude_wxyz: NDArray[Any]) -> NDArray[np.float64]:
    """The rotation from FRD to NED as a matrix."""
    w, x, y, z = attitude_wxyz
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )


def _inertia(mass_kg: float, solid: Solid) -> Tensor:
    if solid.size_m is not None:
        return box_inertia(mass_kg, solid.size_m)
    radius, length = solid.radius_m or 0.1, solid.length_m or 0.0
    if length == 0.0:
        return ball_inertia(mass_kg, radius)
    # A cylinder's, for capsules too.
    across = mass_kg * (3.0 * radius * radius + length * length) / 12.0
    return across, across, 0.5 * mass_kg * radius * radius, 0.0, 0.0, 0.0
