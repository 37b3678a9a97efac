"""The flight tasks as the simulator runs them: compiled, several lanes wide, declared in full."""

import numpy as np
import pytest
from flight_puppet import FIELDS, ITEMS, NAN, OUTPUTS, PASS_S, Puppet

from compiled_block import compile_block
from simloop.firmware.board import Lanes
from simloop.firmware.bound_tasks import BoundTasks, Compile, allocate
from simloop.firmware.codes import Airframe, Answer, Mode, Phase, RequestKind
from simloop.firmware.command.tasks import (
    AFTER_MODES,
    AHEAD_TASKS,
    BEFORE_MODES,
    FLIGHT_TASKS,
    SERVO_TASKS,
)
from simloop.firmware.fields.mission import FLIGHT_STATE, FlightSettings, MissionStart
from simloop.world.kernel_columns import columns_of

TASKS = (*SERVO_TASKS, *FLIGHT_TASKS, *AHEAD_TASKS)
WRITTEN = sorted({name for task in TASKS for name in columns_of(task.block).written})
CONSTANTS = {"ITEMS": ITEMS, "OUTPUTS": OUTPUTS}


def compiler(width: int) -> Compile:
    """Compiles block functions for several lanes, as the simulator does."""
    return lambda block: compile_block(block, width, CONSTANTS)


class Shadow:
    """The same tasks, compiled two lanes wide; the second lane sees what a puppet sees."""

    def __init__(self, puppet: Puppet) -> None:
        lanes = Lanes(2, 2)
        self.columns = allocate(FIELDS, lanes, CONSTANTS)
        self.tasks = BoundTasks(TASKS, self.columns, lanes, compile_block=compiler(2))
        self.puppet = puppet
        for name in self.columns:
            self._copy(name)

    def step(self) -> None:
        """One pass of both, and every number that the tasks write must be the same."""
        for name in self.columns:
            if name not in WRITTEN:
                self._copy(name)
        before = {name: self.puppet.bench.columns[name].copy() for name in WRITTEN}
        for name in WRITTEN:
            self.columns[name][:, 1::2] = before[name]
        self.tasks.run(8)
        # The puppet's own pass, from the same numbers.
        self.puppet.bench.run(PASS_S)
        for name in WRITTEN:
            plain = self.puppet.bench.columns[name]
            np.testing.assert_array_equal(self.columns[name][:, 1::2], plain, name)

    def _copy(self, name: str) -> None:
        self.columns[name][:, 1::2] = self.puppet.bench.columns[name]


def test_no_column_is_declared_twice() -> None:
    names = [field.name for field in FIELDS]
    assert len(set(names)) == len(names)


def test_parameters_have_names_that_nobody_else_has() -> None:
    names = [name for field in FIELDS for name in field.names]
    assert len(set(names)) == len(names)
    assert all(len(name) <= 16 and name == name.upper() for name in names)
    ours = [name for field in FlightSettings.columns for name in field.names]
    assert len(ours) == 18
    assert not any(field.names for field in (*MissionStart.columns, *FLIGHT_STATE))


def test_tasks_of_safety_and_flight_have_different_names() -> None:
    tasks = (*BEFORE_MODES, *TASKS, *AFTER_MODES)
    assert len({task.name for task in tasks}) == len(tasks)


def test_compiled_tasks_give_the_same_bits() -> None:
    puppet = Puppet()
    puppet.load(
        (22.0, 0.0, 0.0, 0.0, NAN, NAN, NAN, -6.0),
        (178.0, 1.0, 12.0, -1.0),
        (16.0, 0.5, 0.0, 0.0, 0.3, 20.0, 5.0, -8.0),
        (112.0, 0.4),
        (183.0, 2.0, 1600.0),
        (18.0, 1.0, 0.0, 8.0, NAN, 20.0, 20.0, -8.0),
        (177.0, 2.0, 1.0),
        (4000.0,),
        (20.0,),
    )
    puppet.ask(RequestKind.MODE, Mode.AUTO)
    puppet.set(fw_armed=1.0)
    shadow = Shadow(puppet)
    modes = {900: Mode.CIRCLE, 1000: Mode.FOLLOW, 1150: Mode.SMART_RTL}
    landed = False
    for step in range(4000):
        if step in modes:
            request = [RequestKind.MODE, modes[step]] + [0.0] * 6
            puppet.set(fw_request=request, fw_request_id=1.0 + step, fw_follow_seen=1.0 + step)
        elif step == 950:
            request = [RequestKind.LOOK_AT, 9.0, -9.0, 0.0] + [0.0] * 4
            puppet.set(fw_request=request, fw_request_id=1.0 + step)
        puppet.set(fw_time_s=puppet.get("fw_time_s") + PASS_S)
        shadow.step()
        puppet._move()
        landed = landed or puppet.get("fw_phase") == Phase.LANDED
        if landed and step > 1200:
            break
    assert landed
    assert puppet.get("fw_mode") == Mode.SMART_RTL


# With the state manager, the radio and the mux


def armed_by_link(airframe: float = Airframe.MULTIROTOR) -> Puppet:
    puppet = Puppet(airframe, safety=True)
    puppet.run(1.0)
    assert puppet.ask(RequestKind.ARM, 1.0, 0.0) == (Answer.ACCEPTED, 0.0)
    puppet.run(1.5)
    return puppet


def test_a_whole_flight_by_requests() -> None:
    puppet = armed_by_link()
    assert puppet.ask(RequestKind.TAKEOFF, 8.0, NAN) == (Answer.ACCEPTED, 0.0)
    puppet.until_phase(Phase.HOLD)
    puppet.ask(RequestKind.GO_TO, 30.0, 0.0, -8.0, NAN, 0.0, 0.0)
    puppet.run(3.0)
    answer, _ = puppet.ask(RequestKind.ARM, 0.0, 0.0)
    assert answer != Answer.ACCEPTED
    puppet.ask(RequestKind.MODE, Mode.RTL)
    puppet.until_phase(Phase.LANDED)
    puppet.run(0.2)
    assert puppet.get("fw_armed") == 0.0
    # And once more, without anything left of the first flight.
    assert puppet.ask(RequestKind.ARM, 1.0, 0.0) == (Answer.ACCEPTED, 0.0)
    puppet.run(1.5)
    assert puppet.get("fw_phase") == Phase.SPIN_UP
    puppet.ask(RequestKind.TAKEOFF, 5.0, NAN)
    puppet.until_phase(Phase.HOLD)


def test_a_mission_of_the_scenario_arms_flies_lands_and_rests() -> None:
    puppet = Puppet(safety=True)
    puppet.load((16.0, 1.0, 0.0, 0.0, NAN, 20.0, 0.0, -6.0), (20.0,))
    puppet.set(fw_mission_start=1.0)
    puppet.until_phase(Phase.TAKEOFF, 10.0)
    puppet.until_phase(Phase.LANDED)
    puppet.run(30.0)
    assert puppet.get("fw_armed") == 0.0
    assert puppet.get("fw_phase") == Phase.LANDED


def test_a_lost_ground_station_brings_it_home() -> None:
    puppet = armed_by_link()
    puppet.ask(RequestKind.TAKEOFF, 8.0, NAN)
    puppet.until_phase(Phase.HOLD)
    puppet.ask(RequestKind.GO_TO, 60.0, 0.0, -8.0, NAN, 0.0, 0.0)
    puppet.set(fw_gcs_seen=1.0)
    lost = puppet.until(lambda: puppet.get("fw_mode") == Mode.RTL, 30.0)
    assert lost == pytest.approx(5.0, abs=0.1)
    puppet.until_phase(Phase.LANDED)
    assert abs(puppet.place[0]) < 1.0


def test_an_idle_vehicle_is_disarmed_and_a_rover_may_be_disarmed_standing() -> None:
    puppet = armed_by_link()
    puppet.run(12.0)
    assert puppet.get("fw_armed") == 0.0
    rover = armed_by_link(Airframe.ROVER)
    assert rover.get("fw_flying") == 1.0
    rover.run(5.0)
    assert rover.ask(RequestKind.ARM, 0.0, 0.0) == (Answer.ACCEPTED, 0.0)
