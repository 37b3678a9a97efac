"""The slalom boat steps as the original does, in metres."""

from dataclasses import replace
from functools import partial
from math import cos, pi, sin

import numpy as np
import pytest

from simloop.math.quaternion import from_euler, to_euler
from simloop.systems import physics, slalom_boat
from simloop.testing.body_bench import BodyBench
from simloop.world.plugin import VehicleKit

DT = 1.0 / 60.0
NOISY = slalom_boat.Config(rate_hz=60.0, pool_size_ne_m=None)
CALM = replace(NOISY, noise_scale=0.0)


def bench_of(
    config: slalom_boat.Config,
    *,
    rate: int = 60,
    count: int = 1,
    lanes: int = 1,
    compiled: bool = False,
) -> BodyBench:
    return BodyBench(
        partial(slalom_boat.equip, config=config),
        partial(physics.equip, config=physics.Config()),
        count=count,
        lanes=lanes,
        compiled=compiled,
        tick_rate_hz=rate,
    )


def velocity_ne(bench: BodyBench, row: int = 0) -> np.ndarray:
    yaw = to_euler(*bench.get("attitude_wxyz", row))[2]
    u, v, _ = bench.get("velocity_frd_mps", row)
    return np.array([cos(yaw) * u - sin(yaw) * v, sin(yaw) * u + cos(yaw) * v])


def test_free_decay_is_the_recursion() -> None:
    bench = bench_of(CALM)
    bench.set("velocity_frd_mps", (0.5, -0.2, 0.0))
    bench.set("rate_frd_radps", (0.0, 0.0, 0.3))
    x, v, yaw, omega = np.array([0.0, 0.0]), np.array([0.5, -0.2]), 0.0, 0.3
    for _ in range(300):
        v = v + (0.0 - 0.1 * v) / 1.0 * DT
        omega = omega + -0.1 * omega * DT
        x = x + v * DT
        yaw = yaw + omega * DT
    bench.run(300)
    assert bench.get("position_ned_m")[:2] == pytest.approx(x, rel=1e-12)
    assert velocity_ne(bench) == pytest.approx(v, rel=1e-12)
    assert v == pytest.approx(np.array([0.5, -0.2]) * (1.0 - 0.1 * DT) ** 300, rel=1e-12)
    assert bench.get("rate_frd_radps")[2] == pytest.approx(omega, rel=1e-13)
    assert to_euler(*bench.get("attitude_wxyz"))[2] == pytest.approx(yaw, rel=1e-12)


def test_force_two_ends_at_twenty_centimetres_a_second() -> None:
    bench = bench_of(CALM, compiled=True)
    bench.set("boat_force_ned_n", (0.02, 0.0))
    v = 0.0
    for _ in range(60 * 30):
        v = v + (0.02 - 0.1 * v) * DT
    bench.run(60 * 30)
    assert bench.get("velocity_frd_mps")[0] == pytest.approx(v, rel=1e-12)
    bench.run(60 * 400)
    assert bench.get("velocity_frd_mps")[0] == pytest.approx(0.20, rel=1e-13)
    assert slalom_boat.terminal_speed_mps(CALM, 0.02) == pytest.approx(0.20)
    assert slalom_boat.terminal_speed_mps(CALM, 5.0) == pytest.approx(1.0)


def test_a_command_is_shortened_to_the_limit_as_a_vector() -> None:
    bench = bench_of(CALM)
    bench.set("boat_force_ned_n", (3.0, -4.0))
    bench.run(1)
    assert bench.get("acceleration_frd_mps2") == pytest.approx([0.06, -0.08, 0.0])
    bench.set("boat_force_ned_n", (np.nan, 0.05))
    bench.run(1)
    assert bench.get("frozen") == 0.0


def test_force_is_in_world_axes_whatever_the_heading() -> None:
    bench = bench_of(CALM)
    bench.set("attitude_wxyz", from_euler(0.0, 0.0, 2.0))
    bench.set("boat_force_ned_n", (0.05, 0.0))
    bench.run(120)
    n, e, _ = bench.get("position_ned_m")
    assert n > 0.09
    assert e == pytest.approx(0.0, abs=1e-14)
    # The accelerometer turns with the boat.
    assert bench.get("acceleration_frd_mps2")[1] < -0.03


def test_imu_reads_the_clean_acceleration() -> None:
    bench = bench_of(replace(NOISY, noise_scale=1000.0))
    bench.set("noise_key", 5)
    bench.set("velocity_frd_mps", (1.0, 0.0, 0.0))
    bench.set("boat_force_ned_n", (0.03, 0.04))
    bench.run(1)
    yaw = to_euler(*bench.get("attitude_wxyz"))[2]
    ax, ay, _ = bench.get("acceleration_frd_mps2")
    north, east = cos(yaw) * ax - sin(yaw) * ay, sin(yaw) * ax + cos(yaw) * ay
    assert (north, east) == pytest.approx((0.03 - 0.1, 0.04), rel=1e-12)
    assert abs(velocity_ne(bench)[1] - 0.04 * DT) > 1e-4


def test_one_step_draws_the_noise_of_q() -> None:
    count = 20_000
    bench = bench_of(NOISY, count=count, lanes=16, compiled=True)
    for row in range(count):
        bench.set("noise_key", 1000 + row, row)
    bench.run(1)
    sigma2, alpha2 = 0.01e-4, 0.001
    v = np.array([velocity_ne(bench, row) for row in range(count)])
    x = np.array([bench.get("position_ned_m", row)[:2] for row in range(count)])
    omega = np.array([bench.get("rate_frd_radps", row)[2] for row in range(count)])
    yaw = np.array([to_euler(*bench.get("attitude_wxyz", row))[2] for row in range(count)])
    q = np.array([[DT**4 / 4.0, DT**3 / 2.0], [DT**3 / 2.0, DT**2]])
    for place, speed, variance in (
        (x[:, 0], v[:, 0], sigma2),
        (x[:, 1], v[:, 1], sigma2),
        (yaw, omega, alpha2),
    ):
        # From rest, what is not the new speed's way is the noise of the position.
        drawn = np.cov(np.stack([place - speed * DT, speed]))
        assert drawn / variance == pytest.approx(q, rel=0.04)
        # The step adds the new speed's way: the state spreads by F Q F'.
        f = np.array([[1.0, DT], [0.0, 1.0]])
        assert np.cov(np.stack([place, speed])) / variance == pytest.approx(f @ q @ f.T, rel=0.04)
    assert abs(np.corrcoef(v[:, 0], v[:, 1])[0, 1]) < 0.03
    assert abs(np.corrcoef(v[:, 0], omega)[0, 1]) < 0.03


def test_noise_scale_is_a_factor_on_the_deviation() -> None:
    speeds = []
    for scale in (1.0, 3.0):
        bench = bench_of(replace(NOISY, noise_scale=scale))
        bench.set("noise_key", 9)
        bench.run(1)
        speeds.append(velocity_ne(bench)[0])
    assert speeds[1] == pytest.approx(3.0 * speeds[0])
    assert speeds[0] != 0.0


@pytest.mark.parametrize(("ticks", "steps"), [(600, 60.0), (60, 60.0), (400, 400.0)])
def test_it_takes_sixty_steps_where_they_fit(ticks: int, steps: float) -> None:
    assert slalom_boat.steps_per_s(slalom_boat.Config(), ticks) == steps


@pytest.mark.parametrize("rate", [60, 240])
def test_the_velocity_wanders_as_far_at_every_rate(rate: int) -> None:
    config = replace(NOISY, rate_hz=float(rate), damping_nspm=1e-9, yaw_damping_per_s=0.0)
    count = 4000
    bench = bench_of(config, rate=rate, count=count, lanes=16, compiled=True)
    for row in range(count):
        bench.set("noise_key", 7000 + row, row)
    bench.run(rate)
    speed2 = np.mean([(bench.get("velocity_frd_mps", row) ** 2).sum() for row in range(count)])
    assert speed2 == pytest.approx(2.0 * 1e-6 / 60.0, rel=0.06)


@pytest.mark.parametrize(
    ("start", "speed", "axis", "wall"),
    [
        ((0.21, 4.0), (-0.9, 0.0), 0, 0.2),
        ((5.79, 4.0), (0.9, 0.0), 0, 5.8),
        ((3.0, 0.21), (0.0, -0.9), 1, 0.2),
        ((3.0, 7.79), (0.0, 0.9), 1, 7.8),
    ],
)
def test_walls_give_half_of_the_speed_back(
    start: tuple[float, float], speed: tuple[float, float], axis: int, wall: float
) -> None:
    bench = bench_of(slalom_boat.Config(noise_scale=0.0))
    bench.set("position_ned_m", (*start, 0.0))
    bench.set("velocity_frd_mps", (*speed, 0.0))
    bench.run(1)
    assert bench.get("position_ned_m")[axis] == pytest.approx(wall, abs=1e-15)
    hit = speed[axis] * (1.0 - 0.1 * DT)
    assert velocity_ne(bench)[axis] == pytest.approx(-0.5 * hit, rel=1e-12)
    # The wall is not in what the IMU reads.
    assert bench.get("acceleration_frd_mps2")[axis] == pytest.approx(-0.1 * speed[axis])
    bench.run(1)
    assert bench.get("position_ned_m")[axis] != pytest.approx(wall, abs=1e-6)


def test_faster_ticks_hold_the_state_between_steps() -> None:
    slow, fast = bench_of(NOISY), bench_of(NOISY, rate=600)
    for bench in (slow, fast):
        bench.set("boat_force_ned_n", (0.03, -0.02))
    slow.set("boat_noise_sigma", 0.0)
    fast.set("boat_noise_sigma", 0.0)
    slow.run(30)
    fast.run(300)
    assert np.all(slow.get("position_ned_m") == fast.get("position_ned_m"))
    held = fast.get("position_ned_m")
    fast.run(9)
    assert np.all(fast.get("position_ned_m") == held)
    fast.run(1)
    assert np.any(fast.get("position_ned_m") != held)


def test_torque_needs_inertia() -> None:
    without, having = bench_of(CALM), bench_of(replace(CALM, yaw_inertia_kgm2=0.5))
    for bench in (without, having):
        bench.set("boat_torque_nm", 0.01)
        bench.run(1)
    assert without.get("rate_frd_radps")[2] == 0.0
    assert having.get("rate_frd_radps")[2] == pytest.approx(0.02 * DT)


def test_heading_wraps() -> None:
    bench = bench_of(CALM)
    bench.set("attitude_wxyz", from_euler(0.0, 0.0, pi - 0.001))
    bench.set("rate_frd_radps", (0.0, 0.0, 1.0))
    bench.run(1)
    assert to_euler(*bench.get("attitude_wxyz"))[2] == pytest.approx(
        -pi - 0.001 + (1.0 - 0.1 * DT) * DT, rel=1e-12
    )


def test_pushes_from_outside_count_and_nonsense_freezes() -> None:
    bench = bench_of(CALM)
    bench.set("external_force_ned_n", (0.0, 0.7, 5.0))
    bench.run(1)
    assert bench.get("acceleration_frd_mps2") == pytest.approx([0.0, 0.7, 0.0])
    bench.set("external_force_ned_n", (np.inf, 0.0, 0.0))
    place = bench.get("position_ned_m")
    bench.run(2)
    assert bench.get("frozen") == 1.0
    assert bench.get("frozen_tick") == 2.0
    assert np.all(bench.get("position_ned_m") == place)
    assert np.all(bench.get("velocity_frd_mps") == 0.0)


def test_same_bits_compiled_and_in_every_lane_count() -> None:
    states = set()
    for lanes in (1, 16):
        for compiled in (False, True):
            config = slalom_boat.Config(rate_hz=60.0, yaw_inertia_kgm2=0.1)
            bench = bench_of(config, rate=600, count=3, lanes=lanes, compiled=compiled)
            for row in range(3):
                bench.set("noise_key", 31 + row, row)
                bench.set("position_ned_m", (1.0 + row, 2.0, 0.0), row)
                bench.set("boat_force_ned_n", (0.05, 0.1), row)
                bench.set("boat_torque_nm", 0.01, row)
            bench.run(300)
            names = ("position_ned_m", "attitude_wxyz", "velocity_frd_mps", "rate_frd_radps")
            states.add(b"".join(bench.get(n, row).tobytes() for row in range(3) for n in names))
    assert len(states) == 1


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"mass_kg": 0.0}, "mass_kg"),
        ({"damping_nspm": -0.1}, "damping_nspm"),
        ({"noise_scale": -1.0}, "noise_scale"),
        ({"max_force_n": 0.0}, "max_force_n"),
        ({"pool_size_ne_m": (0.3, 8.0)}, "pool_size_ne_m"),
    ],
)
def test_impossible_boats_are_refused_by_name(change: dict[str, object], word: str) -> None:
    with pytest.raises(ValueError, match=word):
        slalom_boat.equip(VehicleKit(600), replace(CALM, **change))  # type: ignore[arg-type]
