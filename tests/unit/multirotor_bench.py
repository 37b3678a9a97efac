"""A multirotor of the library that hangs in the air, flown on the truth, for the tests beside."""

import sys
from collections.abc import Sequence
from math import atan2
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from simloop.firmware.codes import Axis, Phase
from simloop.firmware.field import Field
from simloop.firmware.fields.command import Intention, Progress, Requests, Vehicle
from simloop.firmware.fields.estimate import Estimate
from simloop.firmware.fields.multirotor import PARAMETERS, STATE
from simloop.firmware.multirotor.gains import design_gains
from simloop.firmware.multirotor.tasks import MULTIROTOR_TASKS
from simloop.sitl.multirotor_facts import multirotor_facts
from simloop.systems.multirotor.config import Config
from simloop.world.plugin import Value, VehicleKit
from task_bench import TaskBench, TruthBench

__all__ = ["TaskBench", "TruthBench"]

VALID = (Field("fw_mixer_valid", 1, "1", "-", "1 if the outputs can be driven", 1.0),)
FIELDS: tuple[Field, ...] = (
    *Vehicle.columns,
    *Intention.columns,
    *Progress.columns,
    *Requests.columns,
    *Estimate.columns,
    *PARAMETERS,
    *STATE,
    *VALID,
)
HEIGHT_M = 30.0


def config_of(kit: VehicleKit) -> Config:
    """The multirotor's section of the vehicle file."""
    config = kit.facts["multirotor"]
    assert isinstance(config, Config)
    return config


def designed(kit: VehicleKit) -> dict[str, Value]:
    """All parameters that follow from the vehicle file."""
    return dict(design_gains(multirotor_facts(config_of(kit), kit.tick_rate_hz)))


def in_the_air(
    vehicle: str,
    *,
    wind_mps: float = 0.0,
    turbulence: str = "none",
    sets: Sequence[str] = (),
    settle_s: float = 5.0,
    compiled: bool = True,
    **values: Value,
) -> TruthBench:
    """A vehicle that holds its place in the air, some time after it was let go there."""
    wind = f"{{speed_mps: {wind_mps}, turbulence: {turbulence}, switchable: true}}"
    place = [0.0, 0.0, -HEIGHT_M]
    bench = TruthBench(
        vehicle,
        FIELDS,
        MULTIROTOR_TASKS,
        lambda kit: {
            **designed(kit),
            "fw_armed": 1.0,
            "fw_flying": 1.0,
            "fw_phase": Phase.HOLD,
            "fw_goal_ned_m": place,
            **values,
        },
        sets=(f"systems.wind={wind}", f"vehicles[0].position_ned_m={place}", *sets),
        compiled=compiled,
    )
    bench.run(settle_s)
    return bench


def roll_of(bench: TruthBench) -> float:
    """Roll in rad."""
    w, x, y, z = bench.read("attitude_wxyz")
    return atan2(2.0 * (w * x + y * z), 1.0 - 2.0 * (x * x + y * y))


def hover_share(bench: TruthBench) -> float:
    """Throttle that carries the vehicle."""
    full = bench.read("fw_mc_rotor_thrust_limits_n")[1] * len(bench.read("motor_command"))
    mass: float = bench.get("fw_mc_mass_kg")
    return mass * 9.80665 / float(full)


def throttle(bench: TruthBench, level: float, kind: float, roll: float) -> None:
    """Hand the attitude over to sticks, with the throttle at hover."""
    bench.set(
        fw_control_level=level,
        fw_command=[0.0, 0.0, hover_share(bench), roll, 0.0, 0.0],
        fw_command_type=[0.0, 0.0, Axis.THROTTLE, kind, kind, Axis.RATE],
    )
