"""How the functions that move a body are joined, and what they may ask for."""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest

from simloop.component import Mut
from simloop.math.vector import ZERO, Matrix3, Vec3
from simloop.systems import physics
from simloop.testing.body_bench import BodyBench
from simloop.testing.tiny_forces import drag, lift
from simloop.world.body import Air, Body, Ground
from simloop.world.motion.motion import Acceleration, Held, Motion, Wrench
from simloop.world.motion.motion_model import MotionModel
from simloop.world.motion.newton import accelerate
from simloop.world.plugin import VehicleKit

MOVE = partial(physics.equip, config=physics.Config())


def weight(motion: Motion, body: Body, ground: Ground) -> Wrench:
    """A force model of two components."""
    height = ground.down_m - motion.position_ned_m.z
    return Wrench(Vec3(0.0, 0.0, -body.mass_kg * height), ZERO)


def wind(air: Air, body: Body) -> Wrench:
    """One that does not care how the body moves."""
    return Wrench(body.mass_kg * air.wind_ned_mps, ZERO)


def sluggish(
    wrench: Wrench, held: Held, rotation: Matrix3, body: Body, ground: Ground
) -> Acceleration:
    """An inertia model: forces take effect at a hundredth, and nothing turns."""
    pushed = (0.01 / body.mass_kg) * wrench.force_frd_n
    return Acceleration(held.acceleration_ned_mps2 + rotation @ pushed, ZERO, pushed)


def mach(motion: Motion, mach_number: float) -> Wrench:
    return Wrench(mach_number * motion.velocity_frd_mps, ZERO)


def heat(motion: Motion, air: Mut[Air]) -> Wrench:
    return Wrench(ZERO, ZERO)


def lift_off(motion: Motion, ground: Ground) -> Wrench:
    ground.down_m = 100.0
    return Wrench(ZERO, ZERO)


def deep(motion: Motion, ground: Ground) -> Wrench:
    return Wrench(Vec3(0.0, 0.0, ground.depth_m), ZERO)  # type: ignore[attr-defined]


def test_without_models_nothing_pushes_and_newton_answers() -> None:
    model = MotionModel()
    assert model == VehicleKit(400).motion_model
    assert set(model.columns) == {"mass_kg", "inertia_kgm2", "inverse_inertia"}
    assert [part.cls for part in model.components] == ["Body"]


def test_what_plugins_named_is_summed_in_their_order() -> None:
    kit = VehicleKit(400)
    for model in (weight, drag, wind):
        kit.forces(model)
    assert kit.motion_model == MotionModel((weight, drag, wind))
    source = kit.motion_model.source()
    call = "wrench_0(motion, body_0, ground_1) + wrench_1(motion) + wrench_2(air_2, body_0)"
    assert f"    return {call}\n" in source


def test_a_component_that_several_ask_for_is_one() -> None:
    model = MotionModel((weight, wind), sluggish)
    assert [part.cls for part in model.components] == ["Body", "Ground", "Air"]
    assert model.columns == ("mass_kg", "ground_down_m", "wind_ned_mps")


@pytest.mark.parametrize("lanes", [1, 16])
def test_joined_models_have_the_same_bits_compiled(lanes: int) -> None:
    def fall(compiled: bool) -> bytes:
        models = (partial(VehicleKit.forces, model=one) for one in (weight, drag, wind))
        inertia = partial(VehicleKit.inertia, model=sluggish)
        bench = BodyBench(*models, inertia, MOVE, count=3, lanes=lanes, compiled=compiled)
        for row in range(3):
            bench.set("velocity_frd_mps", (3.0, -2.0, 1.0 + row), row)
            bench.set("wind_ned_mps", (1.0 - row, 0.5, 0.1), row)
            bench.set("ground_down_m", 2.0 * row, row)
        bench.run(20)
        names = ("position_ned_m", "velocity_frd_mps", "force_frd_n", "acceleration_frd_mps2")
        return b"".join(bench.get(name, row).tobytes() for row in range(3) for name in names)

    assert fall(compiled=True) == fall(compiled=False)


def test_the_inertia_model_takes_newtons_place() -> None:
    heavy = BodyBench(partial(VehicleKit.inertia, model=sluggish), MOVE)
    light = BodyBench(partial(VehicleKit.forces, model=lift), MOVE)
    both = BodyBench(
        partial(VehicleKit.forces, model=lift), partial(VehicleKit.inertia, model=sluggish), MOVE
    )
    for bench in (heavy, light, both):
        bench.set("gravity_mps2", 0.0)
        bench.set("velocity_frd_mps", (5.0, 0.0, 0.0))
        bench.run(1)
    assert np.all(heavy.get("acceleration_frd_mps2") == 0.0)
    ratio = both.get("acceleration_frd_mps2")[2] / light.get("acceleration_frd_mps2")[2]
    assert ratio == pytest.approx(0.01, rel=1e-3)


@pytest.mark.parametrize(
    ("model", "words"),
    [
        (mach, "mach asks for mach_number: it may have motion, and components, each annotated"),
        (heat, "heat writes air: the kernel that calls it only lends Air"),
        (lift_off, "lift_off writes ground: the kernel that calls it only lends Ground"),
        (deep, "deep: Ground has no field depth_m"),
        (accelerate, "accelerate asks for rotation: it may have motion, and components"),
    ],
)
def test_a_force_model_is_refused_by_name(model: Callable[..., Any], words: str) -> None:
    with pytest.raises(ValueError, match=words) as refused:
        VehicleKit(400).forces(model)
    assert "\n" not in str(refused.value)


def test_an_inertia_model_only_reads_too() -> None:
    with pytest.raises(ValueError, match="lift_off writes ground"):
        VehicleKit(400).inertia(lift_off)  # type: ignore[arg-type]


def test_a_second_inertia_model_is_refused() -> None:
    kit = VehicleKit(400)
    kit.inertia(sluggish)
    with pytest.raises(ValueError, match="inertia model already"):
        kit.inertia(sluggish)
