"""The integrator against what mechanics says on paper."""

from functools import partial

import numpy as np
import pytest
from numpy.typing import NDArray

from simloop.math.quaternion import rotate_to_body, rotate_to_world
from simloop.math.vector import SymmetricTensor
from simloop.systems import multirotor, physics
from simloop.testing.body_bench import BodyBench
from simloop.testing.tiny_forces import drag, lift
from simloop.world.motion.motion_model import ForceModel
from simloop.world.plugin import VehicleKit

MOVE = partial(physics.equip, config=physics.Config())

Vector = NDArray[np.float64]

# A body without symmetry; the products of inertia have different signs.
INERTIA = (0.08, 0.11, 0.15, 0.012, -0.02, 0.007)
TENSOR = np.array([[0.08, 0.012, -0.02], [0.012, 0.11, 0.007], [-0.02, 0.007, 0.15]])


def passive(*, count: int = 1, lanes: int = 1, tick_rate_hz: int = 400) -> BodyBench:
    """A body without forces of its own."""
    config = physics.Config(mass_kg=2.0, inertia_kgm2=INERTIA)
    equip = partial(physics.equip, config=config)
    return BodyBench(equip, count=count, lanes=lanes, tick_rate_hz=tick_rate_hz)


def to_ned(bench: BodyBench, column: str) -> Vector:
    """A body vector of the first body in NED."""
    return np.array(rotate_to_world(*bench.get("attitude_wxyz"), *bench.get(column)))


def angular_momentum_ned(bench: BodyBench) -> Vector:
    momentum = TENSOR @ bench.get("rate_frd_radps")
    return np.array(rotate_to_world(*bench.get("attitude_wxyz"), *momentum))


def test_a_spinning_body_falls_like_the_formula() -> None:
    bench = passive()
    bench.set("rate_frd_radps", (3.0, -5.0, 2.0))
    bench.set("velocity_frd_mps", (4.0, 1.0, -2.0))
    bench.run(800)
    t = 2.0
    expected = np.array([4.0, 1.0, -2.0]) * t + np.array([0.0, 0.0, 0.5 * 9.80665 * t * t])
    assert bench.get("position_ned_m") == pytest.approx(expected, abs=1e-11)
    assert to_ned(bench, "velocity_frd_mps") == pytest.approx([4.0, 1.0, 9.80665 * t - 2.0], 1e-12)
    assert to_ned(bench, "acceleration_frd_mps2") == pytest.approx([0.0, 0.0, 9.80665], abs=1e-12)


def test_tumbling_keeps_energy_and_angular_momentum() -> None:
    bench = passive()
    rate = np.array([3.0, -2.0, 4.0])
    bench.set("rate_frd_radps", rate)
    energy, momentum = 0.5 * rate @ TENSOR @ rate, angular_momentum_ned(bench)
    bench.run(800)
    rate_after = bench.get("rate_frd_radps")
    assert 0.5 * rate_after @ TENSOR @ rate_after == pytest.approx(energy, rel=2e-9)
    assert angular_momentum_ned(bench) == pytest.approx(momentum, abs=2e-9)
    # It did tumble: the rates moved far from where they were.
    assert np.linalg.norm(rate_after - rate) > 1.0
    assert np.linalg.norm(bench.get("attitude_wxyz")) == pytest.approx(1.0, abs=1e-15)


def test_the_inertia_is_the_tensor_itself() -> None:
    bench = passive(tick_rate_hz=100_000)
    rate = np.array([3.0, -2.0, 4.0])
    torque = np.array([0.3, 0.1, -0.2])
    bench.set("rate_frd_radps", rate)
    bench.set("external_torque_frd_nm", torque)
    bench.run(1)
    expected = np.linalg.solve(TENSOR, torque - np.cross(rate, TENSOR @ rate))
    assert bench.get("angular_acceleration_frd_radps2") == pytest.approx(expected, rel=1e-3)


def test_invert_inertia_gives_the_inverse() -> None:
    xx, yy, zz, xy, xz, yz = SymmetricTensor(*INERTIA).inverse()
    inverse = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    assert inverse @ TENSOR == pytest.approx(np.eye(3), abs=1e-14)


@pytest.mark.parametrize(
    "tensor",
    [(0.1, 0.1, 0.1, 0.2, 0.0, 0.0), (0.1, 0.1, 0.1, 0.0, 0.08, 0.08), (-1, 1, 1, 0, 0, 0)],
)
def test_an_impossible_inertia_is_refused(tensor: tuple[float, ...]) -> None:
    config = physics.Config(inertia_kgm2=tensor)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="positive definite"):
        physics.equip(VehicleKit(400), config)


def test_a_push_acts_in_ned_and_is_felt_in_the_body() -> None:
    bench = passive()
    half = np.sqrt(0.5)
    bench.set("attitude_wxyz", (half, 0.0, 0.0, half))  # nose east
    bench.set("external_force_ned_n", (6.0, 0.0, 0.0))
    bench.run(400)
    assert bench.get("position_ned_m")[0] == pytest.approx(1.5)
    assert bench.get("velocity_frd_mps")[1] == pytest.approx(-3.0)
    assert bench.get("acceleration_frd_mps2") == pytest.approx([0.0, -3.0, 9.80665])


def climbing_with_drag(tick_rate_hz: int) -> BodyBench:
    """A multirotor that tumbles while it climbs through wind; its rotors keep their speeds."""
    config = multirotor.Config(inertia_kgm2=INERTIA, ground_effect=(0.0, 0.0, 0.0, 0.0, 0.0))
    bench = BodyBench(partial(multirotor.equip, config=config), MOVE, tick_rate_hz=tick_rate_hz)
    bench.set("rotor_lag_gain", 0.0)
    bench.set("rotor_speed_radps", (300.0, 310.0, 305.0, 295.0))
    bench.set("wind_ned_mps", (-3.0, 2.0, 1.0))
    bench.set("velocity_frd_mps", (6.0, -3.0, -5.0))
    bench.set("rate_frd_radps", (1.0, -1.5, 2.0))
    return bench


def test_the_error_falls_with_the_fourth_power_of_the_step() -> None:
    def end(tick_rate_hz: int) -> Vector:
        bench = climbing_with_drag(tick_rate_hz)
        bench.run(tick_rate_hz // 2)
        columns = ("position_ned_m", "attitude_wxyz", "velocity_frd_mps", "rate_frd_radps")
        return np.concatenate([bench.get(column) for column in columns])

    exact = end(1280)
    coarse, fine = (np.abs(end(rate) - exact).max() for rate in (40, 80))
    assert 3.7 < np.log2(coarse / fine) < 4.4
    assert fine < 1e-7


def test_a_spinning_vehicle_feels_its_thrust_straight_up() -> None:
    config = multirotor.Config(C_D=0.0, CD_induced=0.0)
    bench = BodyBench(partial(multirotor.equip, config=config), MOVE)
    bench.set("rotor_lag_gain", 0.0)
    bench.set("rotor_speed_radps", 400.0)
    bench.set("rate_frd_radps", (10.0, 0.0, 0.0))
    bench.set("position_ned_m", (0.0, 0.0, -20.0))
    bench.run(1)
    w, x, y, z = bench.get("attitude_wxyz")
    gravity = rotate_to_body(w, x, y, z, 0.0, 0.0, 9.80665)
    specific_force = bench.get("acceleration_frd_mps2") - gravity
    assert specific_force[:2] == pytest.approx([0.0, 0.0], abs=1e-12)
    assert specific_force[2] == pytest.approx(bench.get("force_frd_n")[2] / 3.5, rel=2e-3)


@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_a_body_freezes_when_its_numbers_break(bad: float) -> None:
    bench = passive(count=2, lanes=16)
    for row in (0, 1):
        bench.set("velocity_frd_mps", (1.0, 2.0, 3.0), row)
        bench.set("rate_frd_radps", (0.1, 0.2, 0.3), row)
    bench.run(5)
    before = bench.get("position_ned_m"), bench.get("attitude_wxyz")
    bench.set("external_force_ned_n", (0.0, bad, 0.0))
    bench.run(3)
    assert bench.get("frozen") == 1.0
    assert bench.get("frozen_tick") == 6.0
    bench.set("external_force_ned_n", 0.0)
    bench.run(4)
    assert np.array_equal(bench.get("position_ned_m"), before[0])
    assert np.array_equal(bench.get("attitude_wxyz"), before[1])
    for column in ("velocity_frd_mps", "rate_frd_radps", "acceleration_frd_mps2", "force_frd_n"):
        assert np.all(bench.get(column) == 0.0), column
    assert bench.get("frozen_tick") == 6.0
    # The neighbour flies on.
    assert bench.get("frozen", 1) == 0.0
    assert bench.get("frozen_tick", 1) == -1.0
    assert bench.get("position_ned_m", 1)[0] == pytest.approx(12 / 400, rel=1e-12)


def test_a_thawed_body_moves_again() -> None:
    bench = passive()
    bench.set("frozen", 1.0)
    bench.run(1)
    assert np.all(bench.get("position_ned_m") == 0.0)
    bench.set("frozen", 0.0)
    bench.run(1)
    assert bench.get("position_ned_m")[2] > 0.0


def test_force_models_add_up() -> None:
    def fall(*models: ForceModel) -> np.ndarray:
        bench = BodyBench(*(partial(VehicleKit.forces, model=m) for m in models), MOVE)
        bench.set("velocity_frd_mps", (3.0, -2.0, 1.0))
        bench.run(1)
        return bench.get("force_frd_n")

    assert np.all(fall(lift) + fall(drag) == fall(lift, drag))
    assert fall(lift, drag)[2] < 0.0
