"""Vehicles of new kinds in a flying world: compiled elsewhere, and flown meanwhile."""

import random
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest

from simloop.compiler import unit
from simloop.compiler.unit import translate
from simloop.server.compile_worker import CompileWorker, in_words, serve
from simloop.server.simulation import Simulation
from simloop.testing.tiny_world import tiny_runner
from simloop.world.shipped import LEFT_OUT_VARIABLE
from simloop.world.steps import CompileJob, TableSteps


@pytest.fixture(autouse=True)
def nothing_shipped(monkeypatch: pytest.MonkeyPatch) -> None:
    """What came along compiled would leave nothing to do."""
    monkeypatch.setenv(LEFT_OUT_VARIABLE, "1")


@pytest.fixture
def worker() -> Iterator[CompileWorker]:
    made = CompileWorker()
    yield made
    made.close()


def flying(compile_by: object = None) -> Simulation:
    simulation = Simulation.load("square", seed=2)
    simulation.prepare()
    if compile_by is not None:
        simulation.runner.newcomers_compile = lambda: compile_by  # type: ignore[assignment,return-value]
    simulation.advance(40)
    return simulation


def spawn(simulation: Simulation, model: str, number: int = 0) -> None:
    place = [20.0 * number, 30.0, -15.0]
    simulation.command("spawn", model=model, name=f"new_{number}", position_ned_m=place)
    simulation.advance(1)


def test_nothing_of_a_new_kind_is_compiled_in_this_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, worker: CompileWorker
) -> None:
    simulation = flying(worker)
    monkeypatch.setenv("SIMLOOP_CACHE_DIR", str(tmp_path))

    def refuse(*arguments: object, **more: object) -> object:
        raise AssertionError("translated in the process that flies")

    monkeypatch.setattr(unit, "translate", refuse)
    spawn(simulation, "hexa")
    simulation.advance(2)
    assert not simulation.runner.ready
    worker.wait()
    assert simulation.runner.ready
    simulation.advance(2)
    simulation.close()


def test_what_classes_share_is_not_interpreted_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SIMLOOP_CACHE_DIR", str(tmp_path))
    jobs: list[CompileJob] = []
    simulation = flying(jobs.append)
    spawn(simulation, "octo")
    simulation.advance(1)
    (job,) = jobs
    stand_in = job.steps.stand_in
    assert stand_in is not None
    assert 0 < stand_in.interpreted < 10 < len(job.steps.systems)
    simulation.close()


def test_the_bits_are_the_same_whenever_the_compiler_is_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SIMLOOP_CACHE_DIR", str(tmp_path))
    waiting: list[CompileJob] = []
    late, never, early = flying(waiting.append), flying([].append), flying()
    for simulation in (late, never, early):
        spawn(simulation, "hexa")
        simulation.advance(30)
    for job in waiting:
        job()
    for simulation in (late, never, early):
        simulation.advance(30)
    hashes = {simulation.world.state_hash() for simulation in (late, never, early)}
    assert late.runner.ready
    assert not never.runner.ready
    assert len(hashes) == 1
    for simulation in (late, never, early):
        simulation.close()


def test_what_is_made_runs_before_the_rest_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SIMLOOP_CACHE_DIR", str(tmp_path))
    jobs: list[CompileJob] = []
    taking, never = flying(jobs.append), flying([].append)
    for simulation in (taking, never):
        spawn(simulation, "hexa")
        simulation.advance(10)
    (job,) = jobs
    steps = job.steps
    for system in steps.systems[::2]:
        steps.units.maker.make([system])
        before = steps.stand_in.interpreted if steps.stand_in else 0
        job.take_in()
        assert steps.stand_in is not None
        assert steps.stand_in.interpreted <= before
        for simulation in (taking, never):
            simulation.advance(1)
    assert steps.stand_in is not None
    assert steps.stand_in.interpreted < len(steps.systems) / 2 + 1
    assert taking.world.state_hash() == never.world.state_hash()
    for simulation in (taking, never):
        simulation.close()


def test_the_process_tells_of_every_unit() -> None:
    simulation = flying()
    (table,) = simulation.world.tables
    words = in_words(CompileJob(TableSteps(table, compiled=True)).order)
    orders, answers = BytesIO(len(words).to_bytes(8, "little") + words), BytesIO()
    serve(orders, answers)
    *made, done = answers.getvalue().split()
    assert made == [b"made"] * len(table.vehicle_class.systems)
    assert done == b"done"
    simulation.close()


def test_a_kernel_that_no_other_process_knows_is_compiled_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, worker: CompileWorker
) -> None:
    monkeypatch.setenv("SIMLOOP_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(CompileWorker, "_running", lambda self: (_ for _ in ()).throw(OSError()))
    runner, plain = tiny_runner(3, compiled=True), tiny_runner(3)
    runner.prepare(background=worker)
    worker.wait()
    assert runner.ready
    runner.advance(20)
    plain.advance(20)
    assert runner.world.state_hash() == plain.world.state_hash()


def test_a_closed_worker_begins_nothing_more(worker: CompileWorker) -> None:
    runner = tiny_runner(3, compiled=True)
    worker.close()
    runner.prepare(background=worker)
    assert not runner.ready


def test_kernels_that_code_has_written_are_told_by_their_text() -> None:
    simulation = flying()
    (table,) = simulation.world.tables
    words = in_words(CompileJob(TableSteps(table, compiled=True)).order)
    assert b"simloop_generated" not in words
    simulation.close()


def test_a_crowd_that_comes_and_goes_compiles_nothing_in_the_tick(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, worker: CompileWorker
) -> None:
    simulation = flying(worker)
    monkeypatch.setenv("SIMLOOP_CACHE_DIR", str(tmp_path))
    translated: list[str] = []

    def counting(*arguments: object, **more: object) -> object:
        translated.append(str(arguments[0]))
        return translate(*arguments, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(unit, "translate", counting)
    dice, there = random.Random(1), list[int]()
    for number in range(30):
        if there and dice.random() < 0.4:
            simulation.command("remove", name=f"new_{there.pop(0)}")
            simulation.advance(2)
        else:
            spawn(simulation, dice.choice(("ball", "crate", "buoy", "slalom_boat")), number)
            there.append(number)
    worker.wait()
    simulation.advance(4)
    assert translated == []
    assert simulation.runner.ready
    assert len(simulation.world.models()) == 1 + len(there)
    simulation.close()
