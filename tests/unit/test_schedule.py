"""What the schedule orders, and what it refuses."""

from collections.abc import Callable

import pytest

from simloop.testing.tiny_kernels import tiny_motion
from simloop.testing.tiny_world import TINY_SYSTEMS, tiny_kit, tiny_runner
from simloop.world.plugin import VehicleClass
from simloop.world.runner import Runner, TickInfo
from simloop.world.schedule import ScheduleError, class_order, kinds_of, order
from simloop.world.system import BlockSystem, PythonSystem, Stage
from simloop.world.system_failure import SystemFailure

KINDS = kinds_of(tiny_kit().components)


def python_system(name: str, stage: Stage, **more: object) -> PythonSystem:
    return PythonSystem(name=name, stage=stage, run=lambda info: None, **more)  # type: ignore[arg-type]


def test_stages_decide_the_order_whatever_the_order_of_adding() -> None:
    names = [system.name for system in order(tuple(reversed(TINY_SYSTEMS)), KINDS)]
    assert names == ["push", "motion", "look"]


def test_a_writer_runs_before_a_reader_of_the_same_stage() -> None:
    reader = python_system("reader", Stage.OBSERVE, reads=("seen_m",))
    writer = python_system("writer", Stage.OBSERVE, writes=("seen_m",))
    assert [s.name for s in order((reader, writer), KINDS)] == ["writer", "reader"]


def test_a_wrong_kind_names_system_column_and_stage() -> None:
    wrong = python_system("meddler", Stage.COMMANDS, writes=("place_m",))
    with pytest.raises(ScheduleError, match="meddler may not write TRUTH column place_m.*COMMANDS"):
        order((wrong,), KINDS)
    peeking = python_system("peeker", Stage.CONTROL, reads=("place_m",))
    with pytest.raises(ScheduleError, match="peeker may not read TRUTH column place_m"):
        order((peeking,), KINDS)


def test_two_writers_of_a_column_are_both_named() -> None:
    first = python_system("first", Stage.OBSERVE, writes=("seen_m",))
    second = python_system("second", Stage.OBSERVE, writes=("seen_m",))
    with pytest.raises(ScheduleError, match="first and second both write column seen_m"):
        order((first, second), KINDS)


def test_a_stated_order_allows_two_writers() -> None:
    first = python_system("first", Stage.OBSERVE, writes=("seen_m",))
    second = python_system("second", Stage.OBSERVE, writes=("seen_m",), after=("first",))
    assert [s.name for s in order((second, first), KINDS)] == ["first", "second"]


def test_systems_of_own_vehicles_need_no_order() -> None:
    one, two = (
        python_system(
            name, Stage.MOTION, reads=("place_m",), writes=("place_m",), own_vehicles=True
        )
        for name in ("one", "two")
    )
    # The class of the tiny world is moved by a block system, which writes the same column.
    names = [system.name for system in order((*TINY_SYSTEMS, one, two), KINDS)]
    assert names == ["push", "motion", "one", "two", "look"]
    meddler = python_system("meddler", Stage.MOTION, writes=("place_m",))
    with pytest.raises(ScheduleError, match="both write column place_m"):
        order((one, meddler), KINDS)


def test_a_cycle_names_everyone_in_it() -> None:
    hen = python_system("hen", Stage.OBSERVE, reads=("seen_m",), writes=("seen_sequence",))
    egg = python_system("egg", Stage.OBSERVE, reads=("seen_sequence",), writes=("seen_m",))
    with pytest.raises(ScheduleError, match="hen.*egg.*wait for each other"):
        order((hen, egg), KINDS)


def test_an_undeclared_column_is_named() -> None:
    kit = tiny_kit()
    kit.system(
        BlockSystem(
            name="lost", stage=Stage.MOTION, block=tiny_motion, bind={"push_mps2": "nowhere_mps2"}
        )
    )
    with pytest.raises(ScheduleError, match="lost needs column nowhere_mps2"):
        class_order(VehicleClass.from_kit(kit))


def test_a_rate_that_does_not_divide_the_tick_rate_is_refused() -> None:
    runner = tiny_runner()
    with pytest.raises(ValueError, match="odd"):
        runner.add_system(python_system("odd", Stage.OBSERVE, rate_hz=300.0))


def counting(seen: list[int]) -> Callable[[TickInfo], None]:
    return lambda info: seen.append(info.tick)


def test_python_systems_run_at_their_rate_and_only_when_active() -> None:
    runner = tiny_runner()
    seen: list[int] = []
    active = True
    runner.add_system(
        PythonSystem(
            name="count",
            stage=Stage.OBSERVE,
            run=counting(seen),
            rate_hz=100.0,
            active=lambda: active,
        )
    )
    runner.advance(10)
    assert seen == [4, 8]
    active = False
    runner.advance(10)
    assert seen == [4, 8]


def test_systems_come_and_go_while_running() -> None:
    runner = tiny_runner()
    seen: list[int] = []
    runner.advance(2)
    runner.add_system(PythonSystem(name="count", stage=Stage.OBSERVE, run=counting(seen)))
    runner.advance(2)
    runner.remove_system("count")
    runner.advance(2)
    assert seen == [3, 4]
    with pytest.raises(KeyError, match="count"):
        runner.remove_system("count")


def test_while_paused_only_commands_and_observers_run() -> None:
    runner = tiny_runner()
    calls: list[str] = []
    for stage in (Stage.COMMANDS, Stage.CONTROL, Stage.MOTION, Stage.SENSE, Stage.OBSERVE):
        runner.add_system(
            PythonSystem(
                name=stage.name,
                stage=stage,
                run=lambda info, n=stage.name: calls.append(n),  # type: ignore[misc]
            )
        )
    before = runner.world.state_hash()
    runner.idle()
    assert calls == ["COMMANDS", "OBSERVE"]
    assert runner.world.state_hash() == before


def raising(info: TickInfo) -> None:
    raise RuntimeError("wheel came off")


def test_a_raising_system_is_named_and_stops_the_run() -> None:
    runner = tiny_runner()
    runner.add_system(PythonSystem(name="clumsy", stage=Stage.OBSERVE, run=raising))
    with pytest.raises(SystemFailure, match="clumsy failed in tick 1.*wheel came off"):
        runner.advance(1)


def test_by_policy_a_raising_system_is_disabled() -> None:
    runner = tiny_runner()
    runner.calls.policy = "disable"
    runner.add_system(PythonSystem(name="clumsy", stage=Stage.OBSERVE, run=raising))
    runner.advance(5)
    assert [failure.name for failure in runner.calls.failures] == ["clumsy"]
    assert runner.systems == ()


def leaving() -> int:
    raise SystemExit(0)


ASKED = {
    "active": {"active": leaving},
    "next_tick": {"next_tick": leaving},
    "a next tick that is none": {"next_tick": lambda: None},
}


@pytest.mark.parametrize("asked", ASKED)
def test_a_system_that_raises_when_it_is_asked_is_named_too(asked: str) -> None:
    runner = tiny_runner()
    system = PythonSystem(name="quitter", stage=Stage.OBSERVE, run=raising, **ASKED[asked])
    runner.add_system(system)
    runner.advance(0)
    with pytest.raises(SystemFailure, match="quitter failed in tick 1: (SystemExit|TypeError)"):
        runner.advance(1)
    runner.calls.policy = "disable"
    runner.advance(5)
    assert runner.world.tick == 5
    assert [failure.name for failure in runner.calls.failures] == ["quitter"] * 2
    assert runner.systems == ()


@pytest.mark.parametrize("look", ["idle", "prepare", "has_fused_work"])
def test_one_that_leaves_outside_of_a_tick_is_named(look: str) -> None:
    runner = tiny_runner()
    runner.compiled = True
    quitter = PythonSystem(
        name="quitter", stage=Stage.OBSERVE, run=raising, active=leaving, fused=leaving
    )
    runner.add_system(quitter)
    with pytest.raises(SystemFailure, match="quitter failed in tick 1: SystemExit"):
        runner.has_fused_work if look == "has_fused_work" else getattr(runner, look)()


def test_a_python_system_between_block_systems_changes_no_bit() -> None:
    plain = tiny_runner(3)
    plain.advance(40)
    split = tiny_runner(3)
    for stage in Stage:
        split.add_system(PythonSystem(name=stage.name, stage=stage, run=lambda info: None))
    split.advance(40)
    assert split.world.state_hash() == plain.world.state_hash()


def test_a_push_in_preupdate_is_felt_in_the_same_tick() -> None:
    runner = tiny_runner()
    world = runner.world

    def push(info: TickInfo) -> None:
        world.vector(world.by_name("point_0"), "push_mps2")[:] = 4.0

    runner.add_system(
        PythonSystem(
            name="pusher", stage=Stage.CONTROL, run=push, writes=("push_mps2",), after=("push",)
        )
    )
    runner.advance(1)
    assert world.vector(world.by_name("point_0"), "speed_mps")[0] == 4.0 / 400


def test_profile_splits_the_tick_and_keeps_the_bits() -> None:
    plain = tiny_runner(2)
    plain.advance(20)
    times: dict[str, int] = {}
    world = tiny_runner(2).world
    profiled = Runner(
        world,
        compiled=False,
        clock_ns=lambda: len(times),
        record=lambda name, ns: times.update({name: ns}),
    )
    profiled.profile = True
    profiled.advance(20)
    assert set(times) == {"push", "motion", "look"}
    assert profiled.world.state_hash() == plain.world.state_hash()
