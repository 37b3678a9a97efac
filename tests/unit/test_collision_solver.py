"""Collisions against textbook results, on a bench of bodies with shapes.

1. One body: bounces, friction on slopes in all directions, rolling, resting.
2. Two bodies: momentum, elastic exchange. Several: stacks.
3. Crashes, events, feet; order, snapshots, compiled and interpreted bits.
"""

from math import atan, cos, degrees, radians, sin
from typing import Any

import numpy as np
import pytest

from simloop.kernels.collision.solver import NOT_YET, allowed_velocity
from simloop.math.quaternion import from_euler
from simloop.systems import collision_shape, collisions
from simloop.systems.collision_shape import lowest_m
from simloop.systems.collisions import Config, Grove, Obstacle
from simloop.testing.collision_bench import CollisionBench, rotation_of
from simloop.testing.system_checker import check_system_plugin
from simloop.world.shapes import Solid

G = 9.80665
BALL = Solid(shape="sphere", radius_m=0.1)
CRATE = Solid(shape="box", size_m=(0.5, 0.5, 0.5))
PYRAMID = ((0.3, 0.0, 0.2), (-0.2, 0.3, 0.2), (-0.2, -0.3, 0.2), (0.0, 0.0, -0.4))


def falling_ball(restitution: float, **options: Any) -> CollisionBench:
    bench = CollisionBench(**options)
    start = {"position_ned_m": (0.0, 0.0, -1.1)}
    bench.add("ball", BALL, own=start, restitution=restitution)
    bench.start()
    return bench


@pytest.mark.parametrize("restitution", [0.5, 0.7, 0.9, 1.0])
@pytest.mark.parametrize("tick_rate_hz", [400, 1000])
def test_every_bounce_keeps_e_squared_of_the_height(restitution: float, tick_rate_hz: int) -> None:
    bench = falling_ball(restitution, tick_rate_hz=tick_rate_hz)
    heights = []
    for _ in range(3 * tick_rate_hz):
        bench.app.runner.advance(1)
        heights.append(-float(bench.get("ball", "position_ned_m")[2]) - 0.1)
    peaks = [
        b
        for a, b, c in zip(heights, heights[1:], heights[2:], strict=False)
        if a < b >= c and b > 0.01
    ]
    assert len(peaks) >= 2
    for bounce, peak in enumerate(peaks, 1):
        assert peak == pytest.approx(restitution ** (2 * bounce), rel=0.01)
    # It never went through the floor.
    assert min(heights) > -1e-4


def test_an_elastic_ball_loses_and_gains_nothing() -> None:
    bench = falling_ball(1.0)
    before = bench.energy_j()
    bench.run(20.0)
    assert bench.energy_j() == pytest.approx(before, rel=1e-9)


def test_a_dead_ball_stays_where_it_falls() -> None:
    bench = falling_ball(0.0)
    bench.run(2.0)
    assert bench.get("ball", "position_ned_m")[2] == pytest.approx(-0.1, abs=1e-6)
    assert np.abs(bench.get("ball", "velocity_frd_mps")).max() < 1e-9


def test_the_accelerometer_feels_rest_and_impact() -> None:
    """At rest the inertial acceleration is zero: gravity and the held force cancel."""
    bench = falling_ball(0.0)
    bench.run(2.0)
    assert np.abs(bench.get("ball", "acceleration_frd_mps2")).max() < 1e-6
    assert bench.get("ball", "contact_force_frd_n")[2] == pytest.approx(-G, rel=1e-6)


def slide(slope_deg: float, friction: float, heading_deg: float, shape: str) -> tuple[float, float]:
    """Speed and way of a crate after a second on a slope, from rest."""
    thick = 1.0 if shape == "box" else 0.0
    ramp = Obstacle(
        name="ramp",
        shape=shape,  # type: ignore[arg-type]
        size_m=(20.0, 20.0, 1.0) if shape == "box" else None,
        attitude_deg=(0.0, slope_deg, heading_deg),
        friction=friction,
    )
    bench = CollisionBench(Config(ground=False, obstacles=(ramp,)))
    attitude = from_euler(0.0, radians(slope_deg), radians(heading_deg))
    up = -rotation_of(np.array(attitude))[:, 2]
    start = up * (0.25 + 0.5 * thick)
    own = {"position_ned_m": start, "attitude_wxyz": attitude}
    bench.add("crate", CRATE, own=own, friction=friction)
    bench.start()
    bench.run(1.0)
    way = bench.get("crate", "position_ned_m") - start
    return float(np.linalg.norm(bench.velocity_ned("crate"))), float(np.linalg.norm(way))


@pytest.mark.parametrize("shape", ["plane", "box"])
@pytest.mark.parametrize("heading_deg", [0.0, 37.0, 135.0])
def test_the_friction_cone(shape: str, heading_deg: float) -> None:
    limit = degrees(atan(0.5))
    speed, way = slide(limit - 0.5, 0.5, heading_deg, shape)
    assert speed < 1e-5
    assert way < 1e-4
    for slope in (limit + 1.0, 35.0, 45.0):
        speed, _ = slide(slope, 0.5, heading_deg, shape)
        expected = G * (sin(radians(slope)) - 0.5 * cos(radians(slope)))
        assert speed == pytest.approx(expected, rel=0.005)


def test_friction_is_the_same_in_all_directions() -> None:
    """A crate pushed over the ground: deceleration mu g, straight against the motion."""
    for angle in np.radians([0.0, 20.0, 45.0, 77.0]):
        bench = CollisionBench(Config(ground_friction=0.4))
        way = np.array([cos(angle), sin(angle), 0.0])
        own = {"position_ned_m": (0.0, 0.0, -0.25), "velocity_frd_mps": 3.0 * way}
        bench.add("crate", CRATE, own=own, friction=0.4)
        bench.start()
        bench.run(0.5)
        velocity = bench.velocity_ned("crate")
        assert velocity @ way == pytest.approx(3.0 - 0.4 * G * 0.5, rel=2e-3)
        assert np.linalg.norm(velocity - (velocity @ way) * way) < 2e-3


def test_a_sliding_ball_rolls_at_five_sevenths() -> None:
    bench = CollisionBench()
    own = {"position_ned_m": (0.0, 0.0, -0.1), "velocity_frd_mps": (7.0, 0.0, 0.0)}
    bench.add("ball", BALL, own=own)
    bench.start()
    bench.run(3.0)
    assert bench.velocity_ned("ball")[0] == pytest.approx(5.0, rel=1e-4)
    assert bench.get("ball", "rate_frd_radps")[1] == pytest.approx(-50.0, rel=1e-4)


def test_rolling_resistance_is_an_arm_of_the_normal_force() -> None:
    """v' = -g rho / (r (1 + 2/5)) for a ball that rolls without slipping."""
    bench = CollisionBench()
    own = {
        "position_ned_m": (0.0, 0.0, -0.1),
        "velocity_frd_mps": (2.0, 0.0, 0.0),
        "rate_frd_radps": (0.0, -20.0, 0.0),
    }
    bench.add("ball", BALL, own=own, rolling_m=0.005)
    bench.start()
    bench.run(1.0)
    expected = 2.0 - G * 0.005 / (0.1 * 1.4)
    assert bench.velocity_ned("ball")[0] == pytest.approx(expected, rel=0.01)


def two_balls(
    first: dict[str, Any], second: dict[str, Any], **surface: Any
) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    bench = CollisionBench(Config(ground=False), gravity_mps2=0.0)
    bench.add("a", BALL, mass_kg=2.0, own=first, **surface)
    bench.add("b", BALL, mass_kg=1.0, own=second, **surface)
    bench.start()
    bench.run(1.0)
    return bench.velocity_ned("a"), bench.velocity_ned("b")


def test_elastic_balls_of_equal_mass_swap_their_velocities() -> None:
    bench = CollisionBench(Config(ground=False), gravity_mps2=0.0)
    for name, north, speed in (("a", 0.0, 3.0), ("b", 1.0, 0.0)):
        own = {"position_ned_m": (north, 0.0, 0.0), "velocity_frd_mps": (speed, 0.0, 0.0)}
        bench.add(name, BALL, own=own, restitution=1.0, friction=0.0)
    bench.start()
    bench.run(1.0)
    assert bench.velocity_ned("a") == pytest.approx([0.0, 0.0, 0.0], abs=1e-12)
    assert bench.velocity_ned("b") == pytest.approx([3.0, 0.0, 0.0], abs=1e-12)


def test_momentum_is_kept_and_restitution_holds_for_unequal_masses() -> None:
    a, b = two_balls(
        {"velocity_frd_mps": (3.0, 0.0, 0.0)},
        {"position_ned_m": (1.0, 0.0, 0.0), "velocity_frd_mps": (-1.0, 0.0, 0.0)},
        restitution=0.5,
    )
    assert 2.0 * a + b == pytest.approx([5.0, 0.0, 0.0], abs=1e-12)
    assert b[0] - a[0] == pytest.approx(0.5 * 4.0, rel=1e-9)


def test_an_oblique_hit_with_friction_keeps_momentum_and_angular_momentum() -> None:
    bench = CollisionBench(Config(ground=False), gravity_mps2=0.0)
    starts = {
        "a": ((0.0, 0.0, 0.0), (3.0, 0.0, 0.0), (0.0, 5.0, 2.0)),
        "b": ((1.0, 0.07, 0.05), (-1.0, 0.0, 0.0), (1.0, 0.0, 0.0)),
    }
    for name, (place, velocity, rate) in starts.items():
        own = {"position_ned_m": place, "velocity_frd_mps": velocity, "rate_frd_radps": rate}
        bench.add(name, BALL, own=own, restitution=0.4)
    bench.start()

    def momenta() -> tuple[Any, Any]:
        linear, angular = np.zeros(3), np.zeros(3)
        for name in starts:
            velocity = bench.velocity_ned(name)
            turn = rotation_of(bench.get(name, "attitude_wxyz"))
            linear += velocity
            angular += np.cross(bench.get(name, "position_ned_m"), velocity)
            angular += 0.4 * 0.01 * turn @ bench.get(name, "rate_frd_radps")
        return linear, angular

    before = momenta()
    bench.run(1.0)
    after = momenta()
    assert len(bench.touches) == 1
    assert after[0] == pytest.approx(before[0], abs=1e-12)
    # The impulse acts between the surfaces, which it finds some millimetres apart.
    assert after[1] == pytest.approx(before[1], abs=0.02)


def test_a_stack_of_five_stands_for_ten_seconds() -> None:
    bench = CollisionBench()
    for k in range(5):
        place = (0.01 * (-1) ** k, 0.003 * k, -0.25 - 0.502 * k)
        bench.add(f"crate_{k}", CRATE, own={"position_ned_m": place})
    bench.start()
    bench.run(1.0)
    before = [bench.get(f"crate_{k}", "position_ned_m") for k in range(5)]
    fastest = 0.0
    for _ in range(90):
        bench.run(0.1)
        for k in range(5):
            speed = np.abs(bench.get(f"crate_{k}", "velocity_frd_mps")).max()
            fastest = max(fastest, float(speed))
    moved = max(
        float(np.abs(bench.get(f"crate_{k}", "position_ned_m") - before[k]).max()) for k in range(5)
    )
    assert fastest < 1e-4
    assert moved < 1e-3


def test_a_resting_crate_is_quiet() -> None:
    bench = CollisionBench()
    bench.add("crate", CRATE, own={"position_ned_m": (0.0, 0.0, -0.3)})
    bench.start()
    bench.run(2.0)
    before = bench.get("crate", "position_ned_m")
    bench.run(5.0)
    assert np.abs(bench.get("crate", "velocity_frd_mps")).max() < 1e-7
    assert np.abs(bench.get("crate", "position_ned_m") - before).max() < 1e-6


@pytest.mark.parametrize("solid", [
    Solid(shape="capsule", radius_m=0.15, length_m=0.5),
    Solid(shape="cylinder", radius_m=0.2, length_m=0.4),
    Solid(shape="convex", points_m=PYRAMID),
])  # fmt: skip
def test_every_shape_comes_to_rest_on_the_ground(solid: Solid) -> None:
    bench = CollisionBench()
    own = {"position_ned_m": (0.0, 0.0, -1.0), "attitude_wxyz": from_euler(0.3, 0.4, 0.5)}
    bench.add("body", solid, inertia_kgm2=(0.02, 0.02, 0.02, 0, 0, 0), own=own, rolling_m=0.003)
    bench.start()
    last = bench.energy_j()
    for _ in range(3200):
        bench.app.runner.advance(1)
        now = bench.energy_j()
        assert now < last + 1e-4
        last = now
    assert bench.kinetic_j() < 1e-6


def test_a_fast_ball_does_not_pass_a_thin_wall() -> None:
    """At 200 m/s it covers half a metre in a tick."""
    wall = Obstacle(
        name="wall", shape="box", size_m=(0.01, 4.0, 4.0), position_ned_m=(10.0, 0.0, 0.0)
    )
    bench = CollisionBench(Config(ground=False, obstacles=(wall,)), gravity_mps2=0.0)
    bench.add("ball", BALL, own={"velocity_frd_mps": (200.0, 0.0, 0.0)}, restitution=0.5)
    touched = bench.start()
    bench.run(0.2)
    assert bench.velocity_ned("ball")[0] == pytest.approx(-100.0, rel=1e-6)
    assert touched.recent[0].speed_mps == pytest.approx(200.0)
    assert touched.recent[0].impulse_ns == pytest.approx(300.0, rel=1e-6)


def test_what_is_allowed_at_a_contact() -> None:
    dt = 0.0025
    # A gap that closes slowly may close on; what sank in comes out at no more than the set speed.
    assert allowed_velocity(0.001, 0.0, 0.0, 0.0, dt, 0.1, 0.05) == pytest.approx(-0.08)
    assert allowed_velocity(-0.1, 0.0, 0.0, 0.0, dt, 0.1, 0.05) == 0.05
    # A bounce waits until it must happen, and then gives e times the speed back.
    assert allowed_velocity(0.1, -4.0, 0.0, 0.5, dt, 0.1, 0.05) == NOT_YET
    assert allowed_velocity(0.005, -4.0, 0.0, 0.5, dt, 0.1, 0.05) == pytest.approx(2.0)


def hit_wall(**shape: Any) -> CollisionBench:
    wall = Obstacle(
        name="wall", shape="box", size_m=(1.0, 4.0, 4.0), position_ned_m=(2.5, 0.0, 0.0)
    )
    bench = CollisionBench(Config(ground=False, obstacles=(wall,)), gravity_mps2=0.0)
    bench.add("ball", BALL, mass_kg=2.0, own={"velocity_frd_mps": (5.0, 0.0, 0.0)}, **shape)
    bench.start()
    bench.run(1.0)
    return bench


def test_an_event_says_who_where_and_how_hard() -> None:
    bench = hit_wall(restitution=0.2)
    (touch,) = bench.touches
    assert (touch.body, touch.other, touch.crashed) == ("ball", "wall", ())
    assert touch.point_ned_m == pytest.approx((2.0, 0.0, 0.0), abs=0.02)
    assert touch.speed_mps == pytest.approx(5.0)
    assert touch.impulse_ns == pytest.approx(2.0 * 5.0 * 1.2, rel=1e-6)
    assert bench.get("ball", "collision_count") == 1
    assert bench.get("ball", "collision_tick") == touch.tick
    assert bench.get("ball", "collision_impulse_ns")[0] == pytest.approx(touch.impulse_ns)
    assert bench.get("ball", "crashed") == 0
    assert bench.velocity_ned("ball")[0] == pytest.approx(-1.0)


def test_a_soft_hit_tells_its_whole_impulse() -> None:
    (touch,) = hit_wall(restitution=0.0).touches
    assert touch.impulse_ns == pytest.approx(10.0, rel=1e-6)


@pytest.mark.parametrize(("after", "speed"), [("bounce", -1.0), ("freeze", 0.0)])
def test_a_crash_goes_on_or_holds(after: str, speed: float) -> None:
    bench = hit_wall(restitution=0.2, crash_speed_mps=4.0, after_crash=after)
    (touch,) = bench.touches
    assert touch.crashed == ("ball",)
    assert bench.get("ball", "crashed") == 1
    assert bench.get("ball", "crash_tick") == touch.tick
    assert bench.get("ball", "impact_speed_mps")[0] == pytest.approx(5.0)
    assert bench.velocity_ned("ball")[0] == pytest.approx(speed, abs=1e-9)
    # The integrator's own guard is another matter.
    assert bench.get("ball", "frozen") == 0


def heap(**options: Any) -> CollisionBench:
    bench = CollisionBench(**options)
    names = ["d", "a", "c", "b"]
    for k, name in enumerate(reversed(names) if options.get("compiled") is None else names):
        solid = BALL if name in "ac" else Solid(shape="box", size_m=(0.2, 0.2, 0.2))
        number = names.index(name)
        place = (0.03 * number, 0.02 * number, -0.15 - 0.25 * number)
        bench.add(name, solid, own={"position_ned_m": place}, restitution=0.3)
        assert k < 4
    bench.start()
    return bench


def test_compiled_and_interpreted_give_the_same_bits() -> None:
    compiled, plain = heap(compiled=True), heap(compiled=False)
    for _ in range(8):
        compiled.run(0.05)
        plain.run(0.05)
        assert compiled.world.state_hash() == plain.world.state_hash()
    assert len(compiled.touches) >= 3


def test_the_order_of_creation_changes_no_bit() -> None:
    one, other = heap(compiled=True), heap()
    one.run(2.0)
    other.run(2.0)
    assert one.world.state_hash() == other.world.state_hash()


def test_strangers_change_no_bit() -> None:
    """A heap falls the same among many others: groups are solved by themselves."""
    alone, among = heap(compiled=True), CollisionBench()
    names = ["d", "a", "c", "b"]
    for k in range(30):
        place = (5.0 + 0.5 * k, 0.0, -0.3 - 0.01 * k)
        among.add(f"x_{k}" if k % 2 else f"A_{k}", BALL, own={"position_ned_m": place})
    for number, name in enumerate(names):
        solid = BALL if name in "ac" else Solid(shape="box", size_m=(0.2, 0.2, 0.2))
        place = (0.03 * number, 0.02 * number, -0.15 - 0.25 * number)
        among.add(name, solid, own={"position_ned_m": place}, restitution=0.3)
    among.start()
    alone.run(2.0)
    among.run(2.0)
    for name in names:
        hashes = {b.world.model_hash(b.world.by_name(name)) for b in (alone, among)}
        assert len(hashes) == 1


def test_a_snapshot_in_the_middle_goes_on_the_same() -> None:
    bench = heap(compiled=True)
    bench.run(0.35)
    middle = bench.app.runner.snapshot()
    bench.run(1.0)
    there, touches = bench.world.state_hash(), bench.touches
    bench.app.runner.restore(middle)
    bench.run(1.0)
    assert bench.world.state_hash() == there
    assert bench.touches == touches


def test_who_leaves_is_touched_no_more() -> None:
    bench = CollisionBench()
    bench.add("lower", CRATE, own={"position_ned_m": (0.0, 0.0, -0.25)})
    bench.add("upper", CRATE, own={"position_ned_m": (0.0, 0.0, -0.75)})
    bench.start()
    bench.run(1.0)
    bench.world.remove(bench.world.by_name("lower"))
    bench.run(1.0)
    assert bench.get("upper", "position_ned_m")[2] == pytest.approx(-0.25, abs=1e-4)


def test_mistakes_are_told_by_field() -> None:
    bad: list[tuple[Config, str]] = [
        (Config(iterations=0), "iterations must be positive"),
        (Config(ground_restitution=1.5), "restitution must be from 0 to 1"),
        (Config(obstacles=(Obstacle(name="a", shape="box"),)), "size_m is missing: a box needs it"),
        (Config(obstacles=(Obstacle(name="a", shape="plane"),) * 2), "two of name 'a'"),
        (Config(obstacles=(Obstacle(name="a", shape="height_field"),)), "heights_m needs two rows"),
        (Config(groves=(Grove(radius_m=(0.5, 0.1)),)), "radius_m must be smallest and largest"),
    ]
    for config, message in bad:
        with pytest.raises(ValueError, match=message):
            CollisionBench(config).start()
    with pytest.raises(ValueError, match="crash_speed_mps must be positive"):
        CollisionBench().add("a", BALL, crash_speed_mps=-1.0)
    with pytest.raises(ValueError, match="radius_m must be positive"):
        CollisionBench().add("a", Solid(shape="sphere", radius_m=-1.0))


def test_bodies_stand_on_their_lowest_point() -> None:
    assert lowest_m(BALL) == pytest.approx(0.1)
    assert lowest_m(CRATE) == pytest.approx(0.25)
    lying = Solid(shape="cylinder", radius_m=0.1, length_m=2.0, attitude_deg=(90.0, 0.0, 0.0))
    assert lowest_m(lying) == pytest.approx(0.1)
    capsule = Solid(shape="capsule", radius_m=0.1, length_m=1.0, offset_frd_m=(0, 0, 0.2))
    assert lowest_m(capsule) == pytest.approx(0.8)


def test_both_plugins_keep_the_contract() -> None:
    check_system_plugin(collision_shape)
    check_system_plugin(collisions)
