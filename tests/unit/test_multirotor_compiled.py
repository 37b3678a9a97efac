"""The multirotor's tasks give the same bits interpreted and compiled, and fill vector registers."""

from collections.abc import Sequence

import numpy as np
import pytest
from multirotor_bench import FIELDS, TruthBench, hover_share, in_the_air
from test_multirotor_design import QUAD

from packed_lanes import instructions_of
from simloop.component.column import Column, ColumnGroup, Kind
from simloop.firmware.codes import Axis, GoalKind, Level
from simloop.firmware.fields.outputs import Motors
from simloop.firmware.multirotor.gains import design_gains
from simloop.firmware.multirotor.tasks import MULTIROTOR_TASKS
from simloop.firmware.task import Task
from simloop.world.plugin import VehicleClass, VehicleKit
from simloop.world.steps import TableSteps
from simloop.world.system import BlockSystem, Stage
from simloop.world.table import Table


def all_levels(bench: TruthBench) -> str:
    """Fly half a second of each level and come to a hash of all that is."""
    throttle = hover_share(bench)
    angle, rate, passes = Axis.ANGLE, Axis.RATE, Axis.PASS_THROUGH
    for level, kind in (
        (Level.ANGLE, angle),
        (Level.VELOCITY, angle),
        (Level.CLIMB, angle),
        (Level.RATE, rate),
        (Level.PASS_THROUGH, passes),
        (Level.GOAL, angle),
    ):
        bench.set(
            fw_control_level=level,
            fw_command=[0.0, 0.0, throttle, 0.1, -0.1, 0.2],
            fw_command_type=[0.0, 0.0, Axis.THROTTLE, kind, kind, rate],
            fw_goal_velocity_ned_mps=[1.0, 2.0, -0.5],
            fw_goal_kind=GoalKind.ORBIT,
            fw_goal_radius_m=6.0,
        )
        bench.run(0.5)
    bench.set(fw_motor_ok=[1.0, 0.0, *[1.0] * (len(bench.read("motor_command")) - 2)])
    bench.run(0.3)
    return str(bench.world.state_hash())


@pytest.mark.parametrize("vehicle", ["quad", "hexa"])
def test_compiled_equals_interpreted(vehicle: str) -> None:
    hashes = {
        all_levels(
            in_the_air(vehicle, wind_mps=5.0, turbulence="light", settle_s=0.5, compiled=compiled)
        )
        for compiled in (True, False)
    }
    assert len(hashes) == 1


def table_of(tasks: Sequence[Task], lanes: int) -> Table:
    """A table whose only systems are the tasks."""
    kit = VehicleKit(400)
    kit.constant("ROTORS", 4)
    columns = tuple(
        Column(f.name, f.size, f.unit, f.frame, f.meaning, f.default, f.dtype, f.scratch)
        for f in (*FIELDS, *Motors.columns)
    )
    kit.component(ColumnGroup("bench", Kind.INTENT, "columns of the bench", columns))
    earlier: list[str] = []
    for task in tasks:
        kit.system(
            BlockSystem(name=task.name, stage=Stage.CONTROL, block=task.block, after=tuple(earlier))
        )
        earlier.append(task.name)
    return Table(VehicleClass.from_kit(kit), lanes)


@pytest.mark.parametrize(
    "name", ["fw_mc_ground_torque", "fw_mc_position", "fw_mc_attitude", "fw_mc_mixer"]
)
def test_sixteen_lanes_become_packed_instructions(name: str) -> None:
    task = next(task for task in MULTIROTOR_TASKS if task.name == name)
    table = table_of([task], 16)
    for _ in range(16):
        table.add_row()
    packed, scalar, _ = instructions_of(table, name)
    assert packed > 10
    # What is the same for all lanes is worked out once.
    assert scalar <= packed


ROWS = 6


def scatter(table: Table, row: int, place: int) -> None:
    """Put a vehicle into a state of its own, at a level of its own."""
    chance = np.random.default_rng(place)
    for name, value in design_gains(QUAD).items():
        table.set_value(row, name, value)
    table.set_value(row, "fw_armed", 1.0)
    table.set_value(row, "fw_flying", 1.0)
    table.set_value(row, "fw_control_level", float(place))
    table.set_value(row, "fw_goal_kind", float(place % 3))
    table.set_value(row, "fw_goal_radius_m", 5.0)
    table.set_value(row, "fw_command", chance.uniform(-0.5, 0.5, 6).tolist())
    table.set_value(row, "fw_command_type", chance.integers(1, 5, 6).astype(float).tolist())
    table.set_value(row, "fw_goal_ned_m", chance.uniform(-20.0, 20.0, 3).tolist())
    table.set_value(row, "fw_rate_frd_radps", chance.normal(0.0, 1.0, 3).tolist())
    attitude = chance.normal(0.0, 0.2, 4) + np.array([1.0, 0.0, 0.0, 0.0])
    table.set_value(row, "fw_attitude_wxyz", (attitude / np.linalg.norm(attitude)).tolist())
    if place == 2:
        table.set_value(row, "fw_motor_ok", [1.0, 1.0, 0.0, 1.0])


def after_steps(lanes: int, places: Sequence[int], *, compiled: bool) -> list[dict[str, bytes]]:
    """All columns of each vehicle after a few steps of all tasks."""
    table = table_of(MULTIROTOR_TASKS, lanes)
    for place in places:
        scatter(table, table.add_row(), place)
    steps = TableSteps(table, compiled=compiled)
    steps.run(0, len(steps.systems), tick=1, ticks=12, pool=None)
    names = [field.name for field in (*FIELDS, *Motors.columns) if not field.scratch]
    return [
        {name: table.vector(row, name).tobytes() for name in names} for row in range(len(places))
    ]


def test_a_lane_alone_is_the_lane_among_others_compiled_or_not() -> None:
    alone = [after_steps(1, [place], compiled=False)[0] for place in range(ROWS)]
    assert len({lane["motor_command"] for lane in alone}) == ROWS
    assert after_steps(16, range(ROWS), compiled=True) == alone
