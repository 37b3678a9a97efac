"""What a scenario says about time, under ROSflight's names too, is what its clock does."""

from pathlib import Path

import pytest

from simloop.messages.rosgraph_msgs import Clock
from simloop.server.files import FileMistake, load_lock, load_scenario, write_lock
from simloop.server.simulation import Simulation


def test_the_multiplier_makes_a_run_faster() -> None:
    sets = ["real_time_multiplier=4.0", "speed=0.5"]
    assert Simulation.load("square_calm", sets=sets, compiled=False).time.speed == 2.0


def test_the_clock_is_published_as_seldom_as_asked() -> None:
    sim = Simulation.load("square_calm", sets=["default_pub_rate_us=10000"], compiled=False)
    clock = sim.bus.subscribe("clock", Clock, depth=100)
    sim.advance(40)
    assert [delivery.tick for delivery in clock.take()] == list(range(4, 41, 4))


@pytest.mark.parametrize("name", ["real_time_multiplier", "default_pub_rate_us"])
@pytest.mark.parametrize("value", ["0", "-1", ".nan"])
def test_a_rate_that_is_none_is_refused(name: str, value: str) -> None:
    with pytest.raises(FileMistake, match=name):
        load_scenario("square_calm", sets=[f"{name}={value}"])


def test_a_lock_keeps_them(tmp_path: Path) -> None:
    sets = ["real_time_multiplier=4.0", "default_pub_rate_us=5000"]
    scenario = load_scenario("square_calm", sets=sets)
    write_lock(scenario, tmp_path / "config.lock")
    again = load_lock(tmp_path / "config.lock")
    assert (again.real_time_multiplier, again.default_pub_rate_us) == (4.0, 5000.0)
