"""Benches for parts of the firmware in a world that is known; column_bench.py has those without."""

from collections.abc import Callable, Mapping, Sequence
from types import SimpleNamespace
from typing import Any

from column_bench import TaskBench
from ready_flags import READY_FLAGS
from simloop.component.column import Column, ColumnGroup, Kind
from simloop.firmware.field import Field
from simloop.firmware.task import Task
from simloop.math.quaternion import rotate_to_world
from simloop.server.files.load import load_scenario
from simloop.server.plugins import Registry
from simloop.server.simulation import Simulation
from simloop.sitl.firmware_autopilot import Config
from simloop.world.plugin import Value, VehicleKit
from simloop.world.runner import TickInfo
from simloop.world.system import BlockSystem, PythonSystem, Stage

__all__ = ["TaskBench", "TruthBench"]

STAGES = {"estimate": Stage.ESTIMATE, "control": Stage.CONTROL, "command": Stage.CONTROL}


class TruthBench:
    """A vehicle of the library in a world, flown by tasks whose estimate is the truth.

    `values` are columns at the start (a sequence for several elements), `sets` changes to the
    scenario such as `vehicles[0].position_ned_m=[0,0,-100]`. Use `scenario` to choose the world.
    """

    def __init__(
        self,
        vehicle: str,
        fields: Sequence[Field],
        tasks: Sequence[Task],
        values: Mapping[str, Value] | Callable[[VehicleKit], Mapping[str, Value]],
        *,
        scenario: str = "stand",
        sets: Sequence[str] = (),
        initial: Mapping[str, Value] | None = None,
        constants: Mapping[str, int] | None = None,
        compiled: bool = True,
    ) -> None:
        def equip(kit: VehicleKit, config: object) -> None:
            for name, number in (constants or {}).items():
                kit.constant(name, number)
            columns = tuple(
                Column(f.name, f.size, f.unit, f.frame, f.meaning, f.default, f.dtype, f.scratch)
                for f in fields
            )
            kit.component(ColumnGroup("bench", Kind.INTENT, "columns of the bench", columns))
            given = values(kit) if callable(values) else values
            for name, value in given.items():
                kit.value(name, value)
            earlier: list[str] = []
            for task in tasks:
                kit.system(
                    BlockSystem(
                        name=task.name,
                        stage=STAGES[task.group],
                        block=task.block,
                        rate_hz=task.rate_hz,
                        after=tuple(earlier),
                    )
                )
                earlier.append(task.name)

        pilot = SimpleNamespace(Config=Config, equip=equip)
        resolved = load_scenario(scenario, vehicle=vehicle, sets=tuple(sets))
        self.simulation = Simulation(resolved, registry=_Registry(pilot), compiled=compiled)
        self.world = self.simulation.world
        self._entity = self.world.by_name(self.simulation.scenario.vehicles[0].name)
        for name, value in (initial or {}).items():
            self.world.set(self._entity, name, value)
        self.simulation.add_system(
            PythonSystem(name="truth", stage=Stage.COMMANDS, run=self._tell_truth)
        )

    def run(self, seconds: float) -> None:
        """Let the world run."""
        self.simulation.advance(round(seconds * self.world.tick_rate_hz))

    def set(self, **values: Value) -> None:
        """Write columns of the vehicle."""
        for name, value in values.items():
            self.world.set(self._entity, name, value)

    def read(self, column: str) -> list[float]:
        """All elements of a column of the vehicle."""
        numbers: list[float] = self.world.vector(self._entity, column).tolist()
        return numbers

    def get(self, column: str) -> float:
        """The first element of a column."""
        return self.read(column)[0]

    def _tell_truth(self, info: TickInfo) -> None:
        attitude = self.read("attitude_wxyz")
        velocity = rotate_to_world(*attitude, *self.read("velocity_frd_mps"))
        wind = self.read("wind_ned_mps") if self._has("wind_ned_mps") else [0.0, 0.0, 0.0]
        air = [v - w for v, w in zip(velocity, wind, strict=True)]
        told: dict[str, Any] = {
            "fw_time_s": info.tick / self.world.tick_rate_hz,
            "fw_attitude_wxyz": attitude,
            "fw_rate_frd_radps": self.read("rate_frd_radps"),
            "fw_acceleration_frd_mps2": self.read("imu_accel_frd_mps2"),
            "fw_position_ned_m": self.read("position_ned_m"),
            "fw_velocity_ned_mps": velocity,
            "fw_wind_ned_mps": wind[:2],
            "fw_airspeed_mps": sum(a * a for a in air) ** 0.5,
            "fw_ground_age_s": 1e9,
        }
        for flag in READY_FLAGS:
            told[flag] = 1.0
        for name, value in told.items():
            if self._has(name):
                self.world.set(self._entity, name, value)

    def _has(self, column: str) -> bool:
        record = self.world.entities.get(self._entity)
        return column in self.world.tables[record.table].layout.places


class _Registry(Registry):
    """The installed plugins, with a pilot of the bench's own in every vehicle."""

    def __init__(self, pilot: Any) -> None:
        super().__init__()
        self._pilot = pilot

    def load(self, name: str, group: str = "simloop.systems") -> Any:
        return self._pilot if group == "simloop.autopilots" else super().load(name, group)
