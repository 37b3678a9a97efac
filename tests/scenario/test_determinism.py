"""The same scenario and seed give the same bits: any batch, any thread count, any path."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import os
import subprocess
from dataclasses import replace

import pytest

from lone_scenarios import lone_scenarios
from simloop.messages.rosflight_msgs import SimState
from simloop.server.files import FileMistake, load_lock, load_scenario, write_lock
from simloop.server.session import Session
from simloop.server.simulation import Simulation
from simloop.timing.mode import TimeMode
from simloop.world import steps

SCENARIOS = lone_scenarios()
# One class of vehicles, so that only one step is compiled per block width.
QUICK = ["square", "square_turbulence", "hover", "gust"]
BATCHES = (1, 7, 64)


@pytest.fixture(autouse=True)
def threads_always_share_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small fleets would otherwise run on one thread."""
    monkeypatch.setattr(steps, "_WORTH_THREADS_NS", 0)


def fly(name: str, *, seconds: float, **options: object) -> Simulation:
    simulation = Simulation.load(name, **options)  # type: ignore[arg-type]
    # The end of a mission would stop small fleets before large ones.
    simulation.remove_system("flight monitor")
    simulation.advance(round(seconds * simulation.tick_rate_hz))
    return simulation


def hashes_of_first(name: str, seed: int, seconds: float) -> set[str]:
    """The first vehicle's hash for every batch size and thread count."""
    found = set()
    for count in BATCHES:
        for threads in (1, 2):
            simulation = fly(name, seconds=seconds, count=count, seed=seed, threads=threads)
            first = simulation.world.models()[0]
            found.add(simulation.world.model_hash(first.entity))
            simulation.close()
    return found


def takes_a_count(name: str) -> bool:
    """Whether more vehicles change nothing for the first: not where they could collide."""
    try:
        scenario = load_scenario(name, count=7)
    except FileMistake:
        return False
    # JSBSim steps one aircraft at a time: sixty-four of them would take minutes.
    by_jsbsim = any("jsbsim" in model.dynamics for model in scenario.models.values())
    return "collisions" not in scenario.systems and not by_jsbsim


@pytest.mark.parametrize("name", QUICK)
def test_batch_and_threads_change_no_bit(name: str) -> None:
    assert len(hashes_of_first(name, seed=3, seconds=6.0)) == 1


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("name", SCENARIOS)
def test_batch_and_threads_change_no_bit_in_any_scenario(name: str, seed: int) -> None:
    if takes_a_count(name):
        assert len(hashes_of_first(name, seed=seed, seconds=20.0)) == 1
    else:
        found = {
            fly(name, seconds=20.0, seed=seed, threads=threads).world.state_hash()
            for threads in (1, 2)
        }
        assert len(found) == 1


def test_the_seed_decides() -> None:
    one, same, other = (fly("square", seconds=2.0, seed=seed) for seed in (3, 3, 4))
    assert one.world.state_hash() == same.world.state_hash()
    assert one.world.state_hash() != other.world.state_hash()


def test_calls_of_any_length_give_the_same_bits() -> None:
    whole = fly("square", seconds=2.0)
    pieces = Simulation.load("square")
    for ticks in (1, 2, 3, 94, 300, 400):
        pieces.advance(ticks)
    assert pieces.world.state_hash() == whole.world.state_hash()


def test_restoring_a_snapshot_and_going_on_equals_going_on() -> None:
    straight, branched = Simulation.load("square"), Simulation.load("square")
    straight.advance(3200)
    branched.advance(2000)
    saved = branched.snapshot()
    branched.advance(2000)
    branched.restore(saved)
    assert branched.time.tick == 2000
    branched.advance(1200)
    assert branched.world.state_hash() == straight.world.state_hash()
    assert branched.log.events == straight.log.events


def test_a_flight_that_was_over_can_be_taken_back() -> None:
    simulation = Simulation.load("hover")
    simulation.advance(3200)
    saved = simulation.snapshot()
    while not simulation.over:
        simulation.advance(400)
    simulation.restore(saved)
    assert not simulation.over
    assert simulation.advance(400) == 400


def test_reset_equals_a_fresh_start() -> None:
    used = fly("square", seconds=7.0)
    used.reset_now()
    assert used.world.tick == 0
    used.advance(1000)
    assert used.world.state_hash() == fly("square", seconds=2.5).world.state_hash()


def test_interpreted_equals_compiled() -> None:
    compiled = fly("square", seconds=0.5)
    plain = fly("square", seconds=0.5, compiled=False)
    assert plain.world.state_hash() == compiled.world.state_hash()


def test_subscribers_and_profiling_change_no_bit() -> None:
    quiet = fly("square", seconds=1.0)
    watched = Simulation.load("square")
    heard: list[SimState] = []
    watched.bus.subscribe("sim/truth_state", SimState, heard.append)
    watched.advance(400)
    assert watched.world.state_hash() == quiet.world.state_hash()
    assert len(heard) == 400


def test_speed_changes_no_bit() -> None:
    scenario = replace(load_scenario("square"), stop_after_s=3.0)
    flat_out, paced = Simulation(scenario), Simulation(scenario)
    flat_out.time.mode = TimeMode.Scaled(factor=float("inf"))
    paced.time.mode = TimeMode.Scaled(factor=20.0)
    results = [Session(simulation).run(lambda: None) for simulation in (flat_out, paced)]
    assert results[0].state_hash == results[1].state_hash


def test_a_lock_file_repeats_the_run(tmp_path: Path) -> None:
    first = Simulation.load("square", seed=11, sets=["world.systems.wind.speed_mps=6"])
    write_lock(first.scenario, tmp_path / "config.lock")
    second = Simulation(load_lock(tmp_path / "config.lock"))
    for simulation in (first, second):
        simulation.advance(800)
    assert first.world.state_hash() == second.world.state_hash()


def test_a_replayed_inbox_repeats_the_run() -> None:
    live = Simulation.load("square")
    live.advance(700)
    live.command("push", name="quad_0", force_ned_n=[3.0, 0.0, 0.0])
    live.advance(900)
    live.command("push", name="quad_0", force_ned_n=[0.0, 0.0, 0.0])
    live.advance(400)
    again = Simulation.load("square", replay=live.bus.inbox.log)
    again.advance(2000)
    assert again.world.state_hash() == live.world.state_hash()
    untouched = fly("square", seconds=5.0)
    assert untouched.world.state_hash() != live.world.state_hash()


@pytest.mark.parametrize("hash_seed", ["0", "5"])
def test_pythons_hash_seed_does_not_matter(hash_seed: str) -> None:
    code = (
        "from simloop.server.simulation import Simulation as S\n"
        "s = S.load('square', seed=3); s.advance(400); print(s.world.state_hash())"
    )
    printed = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()
    assert printed == fly("square", seconds=1.0, seed=3).world.state_hash()
