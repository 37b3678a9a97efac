"""A world of pushed points: small enough to read in a test, with every kind of column."""

from simloop.testing.tiny_components import Look, Point, Push, Wish
from simloop.testing.tiny_kernels import tiny_look, tiny_motion, tiny_push
from simloop.world.body import NoiseKey
from simloop.world.entities import Entity
from simloop.world.plugin import VehicleClass, VehicleKit
from simloop.world.runner import Runner
from simloop.world.system import BlockSystem, Stage
from simloop.world.world import ModelSpec, World

TINY_SYSTEMS = (
    BlockSystem(name="push", stage=Stage.CONTROL, block=tiny_push),
    BlockSystem(name="motion", stage=Stage.MOTION, block=tiny_motion),
    BlockSystem(name="look", stage=Stage.SENSE, block=tiny_look, rate_hz=100.0),
)


def tiny_kit(tick_rate_hz: int = 400) -> VehicleKit:
    """A kit with the three tiny systems."""
    kit = VehicleKit(tick_rate_hz)
    for component in (NoiseKey, Wish, Push, Point, Look):
        kit.component(component)
    for system in TINY_SYSTEMS:
        kit.system(system)
    return kit


def tiny_spec(tick_rate_hz: int = 400) -> ModelSpec:
    """A model made from the tiny kit."""
    return ModelSpec(VehicleClass.from_kit(tiny_kit(tick_rate_hz)), {}, sensors=("eye",))


def tiny_world(count: int = 1, *, seed: int = 0, tick_rate_hz: int = 400) -> World:
    """A world with `count` points named point_0, point_1 ..., each with a wish of its own."""
    world = World(seed=seed, tick_rate_hz=tick_rate_hz)
    spec = tiny_spec(tick_rate_hz)
    for number in range(count):
        world.spawn(f"point_{number}", spec, {"wish_mps2": 0.5 + 0.1 * number})
    return world


def tiny_runner(count: int = 1, *, seed: int = 0, compiled: bool = False) -> Runner:
    """A runner over a tiny world; interpreted unless asked otherwise."""
    runner = Runner(tiny_world(count, seed=seed), compiled=compiled)
    runner.mark_start()
    return runner


def first_point(world: World) -> Entity:
    """The entity of point_0."""
    return world.by_name("point_0")
