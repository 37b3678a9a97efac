"""Tasks of wing and VTOL give the same bits interpreted and compiled, and fill vector registers."""

import pytest
from vtol_bench import VTOL_FIELDS, VtolBench
from wing_bench import WingBench

from packed_lanes import instructions_of
from simloop.component.column import Column, ColumnGroup, Kind
from simloop.firmware.codes import Axis, Level, Phase, VtolRequest
from simloop.firmware.fields.outputs import Actuators, Motors
from simloop.firmware.task import Task
from simloop.firmware.vtol.tasks import VTOL_ATTITUDE, VTOL_OUTPUTS
from simloop.firmware.wing.tasks import WING_ATTITUDE
from simloop.world.plugin import VehicleClass, VehicleKit
from simloop.world.system import BlockSystem, Stage
from simloop.world.table import Table

WIND = "{speed_mps: 5, direction_from_deg: 270, turbulence: light}"


def all_levels(compiled: bool) -> int:
    """Fly a moment of each level and phase, and come to a hash of all that is."""
    bench = WingBench("trainer", height_m=80.0, airspeed_mps=15.0, wind=WIND, compiled=compiled)
    bench.run(0.02)
    bench.line((0.0, 0.0, -80.0), (500.0, 50.0, -90.0))
    bench.run(0.5)
    bench.circle((100.0, 0.0, -80.0), 60.0)
    bench.run(0.3)
    for phase in (Phase.TAKEOFF, Phase.DESCEND):
        bench.fly(phase, fw_goal_ned_m=[200.0, 0.0, -90.0])
        bench.run(0.3)
    for level, kind in (
        (Level.VELOCITY, Axis.ANGLE),
        (Level.CLIMB, Axis.ANGLE),
        (Level.ANGLE, Axis.ANGLE),
        (Level.RATE, Axis.RATE),
        (Level.PASS_THROUGH, Axis.PASS_THROUGH),
    ):
        bench.set(
            fw_control_level=level,
            fw_command=[0.6, 0.0, 0.0, 0.1, 0.05, 0.02],
            fw_command_type=[Axis.THROTTLE, 0.0, 0.0, kind, kind, kind],
            fw_goal_velocity_ned_mps=[12.0, 5.0, -1.0],
        )
        bench.run(0.2)
    return bench.world.state_hash()


def transition(compiled: bool) -> int:
    """Begin a transition, and come to a hash of all that is."""
    bench = VtolBench(height_m=40.0, wind=WIND, compiled=compiled)
    bench.run(0.02)
    bench.go((600.0, 0.0, -40.0), VtolRequest.CRUISE)
    bench.run(1.5)
    return bench.world.state_hash()


def test_a_wing_compiled_equals_interpreted() -> None:
    assert all_levels(True) == all_levels(False)


def test_a_vtol_compiled_equals_interpreted() -> None:
    assert transition(True) == transition(False)


def table_of(task: Task, lanes: int) -> Table:
    """A table whose only system is the task."""
    kit = VehicleKit(400)
    kit.constant("ROTORS", 4)
    kit.constant("OUTPUTS", 5)
    columns = tuple(
        Column(f.name, f.size, f.unit, f.frame, f.meaning, f.default, f.dtype, f.scratch)
        for f in (*VTOL_FIELDS, *Motors.columns, *Actuators.columns)
    )
    kit.component(ColumnGroup("bench", Kind.INTENT, "columns of the bench", columns))
    kit.system(BlockSystem(name=task.name, stage=Stage.CONTROL, block=task.block))
    return Table(VehicleClass.from_kit(kit), lanes)


@pytest.mark.parametrize("task", [WING_ATTITUDE, VTOL_ATTITUDE, VTOL_OUTPUTS], ids=lambda t: t.name)
def test_sixteen_lanes_become_packed_instructions(task: Task) -> None:
    table = table_of(task, 16)
    for _ in range(16):
        table.add_row()
    packed, scalar, _ = instructions_of(table, task.name)
    assert packed > 5
    # What is the same for all lanes is worked out once.
    assert scalar < packed
