"""A program on the bus flies a quad: in this thread, in another one, late, or not at all."""

import importlib.util
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest

from simloop.messages.builtin_interfaces import Time
from simloop.messages.rosflight_msgs import GNSS, PwmOutput
from simloop.messages.sensor_msgs import Imu, Range
from simloop.messages.std_msgs import Header
from simloop.server.files.mistake import FileMistake
from simloop.server.files.scenario_file import Record
from simloop.server.history.journal import Journal
from simloop.server.recording.reader import RunFile
from simloop.server.recording.recording import Recording
from simloop.server.recording.replay import replay
from simloop.server.simulation import Simulation
from simloop.systems.user_commands.desk import UserCommand
from simloop.transport.inbox import Inbox, TopicInput
from simloop.world.system_failure import SystemFailure

EXAMPLE = Path(__file__).parents[2] / "examples" / "11_external_autopilot.py"
TICKS = 800


def _pilot(rate_hz: int) -> Any:
    spec = importlib.util.spec_from_file_location("external_example", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module.Pilot(rate_hz)


@contextmanager
def _open(settings: str = "", patience: str = "", **options: Any) -> Iterator[Simulation]:
    sets = [f"vehicles[0].set={{autopilot: {{kind: external, settings: {{{settings}}}}}}}"]
    if patience:
        sets.append(f"patience={{{patience}}}")
    sim = Simulation.load("stand", sets=sets, compiled=False, **options)
    yield sim
    sim.close()


def _command(sim: Simulation) -> list[float]:
    entity = sim.world.models()[0].entity
    return [round(float(n), 6) for n in sim.world.vector(entity, "motor_command")]


def _pulses(tick: int, rate_hz: int, *pulses: int) -> PwmOutput:
    stamp = Time.from_nanoseconds(tick * 1_000_000_000 // rate_hz)
    return PwmOutput(Header(stamp), (*pulses, *[1000] * (14 - len(pulses))))


def _fly_here(sim: Simulation) -> str:
    """The program is called at the end of each tick."""
    pilot = _pilot(sim.tick_rate_hz)
    command = sim.bus.advertise("sim/pwm_command", PwmOutput, by="test", external=True)
    sim.bus.subscribe("sim/sensors/range", Range, pilot.hear_range)
    sim.bus.subscribe("sim/sensors/gnss", GNSS, pilot.hear_gnss)
    sim.bus.subscribe("sim/sensors/imu/data", Imu, lambda imu: command.publish(pilot.answer(imu)))
    sim.advance(TICKS)
    return sim.world.state_hash()


def _fly_there(sim: Simulation) -> str:
    """The program is a thread that reads queues, as one behind a socket would."""
    pilot = _pilot(sim.tick_rate_hz)
    command = sim.bus.advertise("sim/pwm_command", PwmOutput, by="test", external=True)
    heights = sim.bus.subscribe("sim/sensors/range", Range, depth=1000)
    fixes = sim.bus.subscribe("sim/sensors/gnss", GNSS, depth=1000)
    samples = sim.bus.subscribe("sim/sensors/imu/data", Imu, depth=1000)
    stop = Event()

    def work() -> None:
        """A sample of the IMU goes first in its tick, so it is answered by what is older."""
        waiting: list[Any] = []
        while not stop.wait(0.0001):
            for sample in samples.take():
                waiting += [*heights.take(), *fixes.take()]
                older = [item for item in waiting if item.tick < sample.tick]
                waiting = [item for item in waiting if item.tick >= sample.tick]
                for item in sorted(older, key=lambda item: item.tick):
                    is_height = isinstance(item.message, Range)
                    (pilot.hear_range if is_height else pilot.hear_gnss)(item.message)
                command.publish(pilot.answer(sample.message))

    thread = Thread(target=work, daemon=True)
    thread.start()
    try:
        sim.advance(TICKS)
    finally:
        stop.set()
        thread.join(timeout=10.0)
    return sim.world.state_hash()


def test_a_run_has_the_same_bits_wherever_the_program_runs_and_when_replayed() -> None:
    with _open() as sim:
        here = _fly_here(sim)
        log = sim.bus.inbox.log
        assert _command(sim) != [0.0] * 4
        assert -sim.world.vector(sim.world.models()[0].entity, "position_ned_m")[2] > 0.3
    with _open() as sim:
        assert _fly_there(sim) == here
    with _open(replay=log) as sim:
        sim.advance(TICKS)
        assert sim.world.state_hash() == here


def test_what_came_while_a_tick_waited_is_recorded_and_remembered(tmp_path: Path) -> None:
    with _open() as sim:
        recording = Recording(sim, tmp_path / "run.mcap", Record(checkpoint_ticks=200))
        journal = Journal(sim)
        flown = _fly_there(sim)
        recording.finish()
        # One round a tick, however often the tick took something in.
        ticks = [each.tick for each in journal.rounds]
        assert len(ticks) == len(set(ticks)) > TICKS // 2
        assert [item for each in journal.rounds for item in each.items] == list(sim.bus.inbox.log)
    report = replay(RunFile(tmp_path), compiled=False)
    assert (report.same, report.to_the_end, report.state_hash) == (True, True, flown)
    assert report.inputs == len(sim.bus.inbox.log)


def test_without_lockstep_the_last_command_holds_and_old_ones_are_passed_over() -> None:
    with _open("lockstep: false") as sim:
        rate = sim.tick_rate_hz
        command = sim.bus.advertise("sim/pwm_command", PwmOutput, external=True)
        sim.advance(10)
        assert _command(sim) == [0.0] * 4
        command.publish(_pulses(10, rate, 1100, 1200, 1300, 1400))
        sim.advance(20)
        command.publish(_pulses(5, rate, 2000, 2000, 2000, 2000))
        sim.advance(20)
        assert _command(sim) == [0.1, 0.2, 0.3, 0.4]


def test_a_program_may_answer_less_often_than_every_tick() -> None:
    with _open("rate_hz: 100", "policy: fail, timeout_s: 0.05, start_timeout_s: 0.05") as sim:
        rate = sim.tick_rate_hz
        command = sim.bus.advertise("sim/pwm_command", PwmOutput, external=True)
        sim.advance(4)
        command.publish(_pulses(4, rate, 1100, 1100, 1100, 1100))
        sim.advance(4)
        with pytest.raises(SystemFailure, match="program of quad_0 has not answered"):
            sim.advance(1)


def test_one_that_does_not_answer_is_named_and_its_motors_stop() -> None:
    with _open(patience="policy: drop, timeout_s: 0.05, start_timeout_s: 0.05") as sim:
        rate = sim.tick_rate_hz
        command = sim.bus.advertise("sim/pwm_command", PwmOutput, external=True)
        sim.advance(1)
        command.publish(_pulses(1, rate, 1500, 1500, 1500, 1500))
        sim.advance(1)
        assert _command(sim) == [0.5] * 4
        sim.advance(3)
        late, dropped = sim.log.events
        assert (late.name, dropped.name) == ("late", "dropped")
        assert late.detail["party"] == "program of quad_0"
        assert "publish sim/pwm_command with the stamp of the samples" in late.detail["detail"]
        assert _command(sim) == [0.0] * 4
        command.publish(_pulses(sim.world.tick, rate, 1250, 1250, 1250, 1250))
        sim.advance(1)
        assert sim.log.events[-1].name == "back"
        assert _command(sim) == [0.25] * 4


def test_a_vehicle_without_outputs_is_refused() -> None:
    with pytest.raises(FileMistake, match="no outputs that a program could command"):
        Simulation.load("stand", vehicle="ball", sets=["vehicles[0].set.autopilot.kind=external"])


def test_a_wait_takes_messages_and_leaves_the_rest_in_order() -> None:
    inbox = Inbox()
    inbox.push("a", UserCommand("first", {}))
    inbox.push("b", TopicInput("sim/pwm_command", PwmOutput()))
    inbox.push("c", UserCommand("second", {}))
    assert [item.source for item in inbox.drain_messages(7)] == ["b"]
    assert inbox.drain_messages(7) == ()
    assert [item.source for item in inbox.drain(8)] == ["a", "c"]
    assert [(item.tick, item.source) for item in inbox.log] == [(7, "b"), (8, "a"), (8, "c")]
