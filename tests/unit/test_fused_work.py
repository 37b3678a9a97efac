"""Cross-vehicle work inside fused runs: the same bits, whoever calls it and how often."""

import pytest

from simloop.kernels.collision.layout import Ball
from simloop.systems.collisions import Config, Grove, Obstacle
from simloop.testing.collision_bench import CollisionBench
from simloop.world.runner import TickInfo
from simloop.world.shapes import Solid
from simloop.world.system import PythonSystem, Stage

BALL = Solid(shape="sphere", radius_m=0.2)
WALL = Obstacle(name="wall", shape="box", size_m=(0.2, 20.0, 6.0), position_ned_m=(6.0, 0.0, -3.0))
GROVE = Grove(count=40, width_m=24.0)


def drift(count: int = 9, **options: bool) -> CollisionBench:
    """Balls that drift between trunks and towards a wall, without gravity."""
    bench = CollisionBench(Config(obstacles=(WALL,), groves=(GROVE,)), gravity_mps2=0.0, **options)
    for number in range(count):
        row, column = divmod(number, 3)
        bench.add(
            f"ball_{number}",
            BALL,
            own={
                "position_ned_m": (3.0 * row - 5.0, 3.0 * column - 3.0, -3.0 - 0.4 * (number % 2)),
                "velocity_frd_mps": (3.0 - row, 0.7 * column - 0.5, 0.1),
                "rate_frd_radps": (0.5, 0.0, 2.0),
            },
            restitution=0.9,
        )
    bench.start()
    return bench


def counted(bench: CollisionBench) -> list[int]:
    """The ticks in which the collider's `run` was called from Python."""
    ticks: list[int] = []
    (collider,) = [s.run.__self__ for s in bench.app.runner.systems if s.name == "collisions"]
    run = collider.run

    def note(info: TickInfo) -> None:
        ticks.append(info.tick)
        run(info)

    bench.app.runner.remove_system("collisions")
    system = collider.system()
    bench.app.runner.add_system(
        PythonSystem(
            name="collisions",
            stage=Stage.CONTACT,
            run=note,
            reads=system.reads,
            writes=system.writes,
            active=system.active,
            after=system.after,
            fused=system.fused,
        )
    )
    return ticks


@pytest.mark.parametrize("chunk", [1, 7, 1200])
def test_the_length_of_a_run_changes_no_bit(chunk: int) -> None:
    plain, driven = drift(compiled=False), drift()
    plain.app.runner.advance(1200)
    done = 0
    while done < 1200:
        driven.app.runner.advance(min(chunk, 1200 - done))
        done = driven.world.tick
    assert driven.world.state_hash() == plain.world.state_hash()
    assert driven.touches == plain.touches
    assert len(driven.touches) >= 3


def test_python_is_hardly_ever_asked() -> None:
    bench = drift()
    asked = counted(bench)
    bench.app.runner.advance(1200)
    assert bench.world.tick == 1200
    assert len(bench.touches) >= 3
    assert len(asked) <= 2


def test_another_system_in_the_middle_of_the_tick_still_runs_every_tick() -> None:
    bench, seen = drift(), []
    look = PythonSystem(name="look", stage=Stage.ACTUATION, run=lambda info: seen.append(info.tick))
    bench.app.runner.add_system(look)
    bench.app.runner.advance(300)
    alone = drift()
    alone.app.runner.advance(300)
    assert seen == list(range(1, 301))
    assert bench.world.state_hash() == alone.world.state_hash()


def test_observers_are_served_at_the_end_of_a_driven_run() -> None:
    bench, seen = drift(), []
    look = PythonSystem(
        name="look", stage=Stage.OBSERVE, run=lambda info: seen.append(info.tick), rate_hz=50.0
    )
    bench.app.runner.add_system(look)
    bench.app.runner.advance(100)
    assert seen == [8 * n for n in range(1, 13)]


def test_balls_of_room_overlap_nothing() -> None:
    bench = drift()
    (collider,) = [s.run.__self__ for s in bench.app.runner.systems if s.name == "collisions"]
    for _ in range(60):
        bench.app.runner.advance(5)
        balls = [Ball(row) for row in collider._room.rooms.balls]
        for number, ball in enumerate(balls):
            for other in balls[:number]:
                apart = (ball.middle - other.middle).norm()
                assert apart >= ball.radius + other.radius - 1e-9
            # The wall's near face is at 5.9 m north.
            if ball.radius > 0.0 and abs(ball.middle.y) < 10.0:
                assert ball.middle.x + ball.radius <= 5.9 + 1e-9


def test_a_teleport_is_noticed() -> None:
    bench = drift()
    bench.app.runner.advance(50)
    bench.world.set(bench.world.by_name("ball_0"), "position_ned_m", (5.85, 0.0, -3.0))
    bench.world.set(bench.world.by_name("ball_0"), "velocity_frd_mps", (0.0, 0.0, 0.0))
    before = len(bench.touches)
    bench.app.runner.advance(20)
    assert any(touch.body == "ball_0" for touch in bench.touches[before:])
