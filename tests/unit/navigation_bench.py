"""A bench for the navigation: its tasks on columns of their own, compiled or interpreted."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simloop.component.column import Column, ColumnGroup, Kind
from simloop.firmware.field import Field
from simloop.firmware.fields.command import Intention, Vehicle
from simloop.firmware.fields.estimate import Estimate
from simloop.firmware.fields.navigation import PARAMETERS, STATE
from simloop.firmware.fields.samples import SAMPLES
from simloop.firmware.navigation.tasks import NAVIGATION_TASKS
from simloop.firmware.task import Task
from simloop.math.quaternion import from_euler, multiply, rotate_to_body, rotate_to_world
from simloop.server.simulation import Simulation
from simloop.world.plugin import VehicleClass, VehicleKit
from simloop.world.steps import TableSteps
from simloop.world.system import BlockSystem, Stage
from simloop.world.table import Table

FIELDS: tuple[Field, ...] = (
    PARAMETERS + STATE + Estimate.columns + Intention.columns + Vehicle.columns + SAMPLES
)

Values = Sequence[float] | NDArray[Any] | float


class NavigationBench:
    """Rows of vehicles in one table; `lanes` is 1 or 16, `compiled` picks code or Python."""

    def __init__(
        self,
        count: int = 1,
        lanes: int = 1,
        compiled: bool = True,
        tasks: Sequence[Task] = NAVIGATION_TASKS,
        rate_hz: int = 400,
    ) -> None:
        kit = VehicleKit(rate_hz)
        columns = tuple(
            Column(f.name, f.size, f.unit, f.frame, f.meaning, f.default, f.dtype, f.scratch)
            for f in FIELDS
        )
        kit.component(ColumnGroup("bench", Kind.INTENT, "columns of the bench", columns))
        earlier: list[str] = []
        for task in tasks:
            kit.system(
                BlockSystem(
                    name=task.name,
                    stage=Stage.ESTIMATE,
                    block=task.block,
                    rate_hz=task.rate_hz,
                    after=tuple(earlier),
                )
            )
            earlier.append(task.name)
        self.table = Table(VehicleClass.from_kit(kit), lanes)
        self.rows = [self.table.add_row() for _ in range(count)]
        self.steps = TableSteps(self.table, compiled=compiled)
        self.tick = 0

    def set(self, row: int = 0, **values: Values) -> None:
        """Write columns of one vehicle."""
        for name, value in values.items():
            self.table.set_value(row, name, value)

    def view(self, column: str, row: int = 0) -> NDArray[Any]:
        """A column of one vehicle, to read and write in place."""
        return self.table.vector(row, column)

    def get(self, column: str, row: int = 0) -> float:
        """The first element of a column."""
        return float(self.table.vector(row, column)[0])

    def block(self, column: str) -> NDArray[Any]:
        """A column of the first block, as elements by lanes, to read and write in place."""
        return self.table.blocks_of(column)[0].reshape(-1, self.table.lanes)

    def run(self, ticks: int = 1) -> None:
        """Let IMU samples pass."""
        with np.errstate(all="ignore"):
            self.steps.run(0, len(self.steps.systems), tick=self.tick + 1, ticks=ticks, pool=None)
        self.tick += ticks


class Swing:
    """A smooth flight whose truth is known at every time, and what perfect sensors see of it."""

    def __init__(self, gravity_mps2: float = 9.80665) -> None:
        self.gravity_mps2 = gravity_mps2

    def position_ned_m(self, t: float) -> NDArray[Any]:
        """Where it is."""
        return np.array([30 * np.sin(0.3 * t), 40 * np.sin(0.2 * t), 5 * np.sin(0.25 * t) - 50])

    def velocity_ned_mps(self, t: float) -> NDArray[Any]:
        """How it moves."""
        return np.array([9 * np.cos(0.3 * t), 8 * np.cos(0.2 * t), 1.25 * np.cos(0.25 * t)])

    def attitude_wxyz(self, t: float) -> NDArray[Any]:
        """How it is turned."""
        return np.array(from_euler(0.3 * np.sin(0.7 * t), 0.2 * np.sin(0.5 * t), 0.4 * t))

    def rate_frd_radps(self, t: float) -> NDArray[Any]:
        """How fast it turns."""
        roll, pitch = 0.3 * np.sin(0.7 * t), 0.2 * np.sin(0.5 * t)
        dr, dp, dy = 0.21 * np.cos(0.7 * t), 0.1 * np.cos(0.5 * t), 0.4
        return np.array(
            [
                dr - dy * np.sin(pitch),
                dp * np.cos(roll) + dy * np.cos(pitch) * np.sin(roll),
                -dp * np.sin(roll) + dy * np.cos(pitch) * np.cos(roll),
            ]
        )

    def force_frd_mps2(self, t: float) -> NDArray[Any]:
        """What an accelerometer feels."""
        n, e, d = (
            -2.7 * np.sin(0.3 * t),
            -1.6 * np.sin(0.2 * t),
            -0.3125 * np.sin(0.25 * t) - self.gravity_mps2,
        )
        return np.array(rotate_to_body(*self.attitude_wxyz(t), n, e, d))

    def field_frd_t(self, t: float, field_ned_t: Sequence[float]) -> NDArray[Any]:
        """What a magnetometer feels."""
        return np.array(rotate_to_body(*self.attitude_wxyz(t), *field_ned_t))


def attitude_error(truth_wxyz: Values, attitude_wxyz: Values) -> NDArray[Any]:
    """The rotation in NED that an attitude lacks to be the truth."""
    w, x, y, z = np.asarray(attitude_wxyz)
    e = np.array(multiply(*np.asarray(truth_wxyz), w, -x, -y, -z))
    return 2.0 * np.sign(e[0]) * e[1:]


TRUTH = (
    "position_ned_m",
    "velocity_frd_mps",
    "attitude_wxyz",
    "rate_frd_radps",
    "wind_ned_mps",
    "origin_llh",
    "mag_world_field_ned_t",
    "gnss_wander_ned_m",
)


class Recording:
    """What the sensors of a simulated vehicle said in every tick, and the truth beside it."""

    def __init__(self, simulation: Simulation, seconds: float) -> None:
        world = simulation.world
        entity = world.by_name(simulation.scenario.vehicles[0].name)
        there = world.tables[world.entities.get(entity).table].layout.places
        names = [f.name for f in SAMPLES if f.name in there]
        self.samples = (*names, *(("fw_armed",) if "fw_armed" in there else ()))
        kept: dict[str, list[NDArray[Any]]] = {name: [] for name in (*self.samples, *TRUTH)}
        for _ in range(round(400 * seconds)):
            simulation.advance(1)
            for name, numbers in kept.items():
                numbers.append(np.array(world.vector(entity, name)))
        self.data = {name: np.array(numbers) for name, numbers in kept.items()}
        self.ticks = len(self.data["imu_sequence"])
        self.velocity_ned_mps = np.array(
            [
                rotate_to_world(*q, *v)
                for q, v in zip(
                    self.data["attitude_wxyz"], self.data["velocity_frd_mps"], strict=True
                )
            ]
        )

    @property
    def declination_rad(self) -> float:
        """The declination of the place."""
        north, east, _ = self.data["mag_world_field_ned_t"][0]
        return float(np.arctan2(east, north))


class Replay:
    """A recording played to several filters at once, each of which may miss some of it."""

    def __init__(self, recording: Recording, rows: int) -> None:
        self.recording = recording
        self.bench = NavigationBench(rows, 16)
        self.rows = rows
        self.lost: dict[int, list[tuple[str, float, float]]] = {}
        self.errors: dict[int, list[dict[str, NDArray[Any]]]] = {row: [] for row in range(rows)}
        for row in range(rows):
            self.bench.set(row, fw_declination_rad=recording.declination_rad, fw_gnss_delay_s=0.05)

    def lose(self, row: int, column: str, first_s: float = 0.0, last_s: float = 1e9) -> None:
        """One filter sees zeros in a column for some time."""
        self.lost.setdefault(row, []).append((column, first_s, last_s))

    def play(self, look_every: int = 40) -> None:
        """Play all of it and note the errors of the public estimate."""
        views = {name: self.bench.block(name) for name in self.recording.samples}
        for tick in range(self.recording.ticks):
            for name, view in views.items():
                view[:, : self.rows] = self.recording.data[name][tick][:, None]
            for row, losses in self.lost.items():
                for column, first_s, last_s in losses:
                    if first_s <= tick / 400 < last_s:
                        views[column][:, row] = 0.0
            self.bench.run()
            if tick % look_every == 0:
                for row in range(self.rows):
                    self.errors[row].append(self._errors(tick, row))

    def _errors(self, tick: int, row: int) -> dict[str, NDArray[Any]]:
        data, view = self.recording.data, self.bench.view
        return {
            "time_s": np.array([tick / 400]),
            "attitude": attitude_error(data["attitude_wxyz"][tick], view("fw_attitude_wxyz", row)),
            "velocity": view("fw_velocity_ned_mps", row) - self.recording.velocity_ned_mps[tick],
            "position": view("fw_position_ned_m", row) - data["position_ned_m"][tick],
            "wander": data["gnss_wander_ned_m"][tick],
            "wind": view("fw_wind_ned_mps", row) - data["wind_ned_mps"][tick][:2],
            "flags": np.array(
                [
                    self.bench.get(f"fw_{flag}", row)
                    for flag in ("aligned", "attitude_ok", "velocity_ok", "position_ok")
                ]
            ),
            "dead_reckoning": view("fw_dead_reckoning", row).copy(),
        }

    def of(self, row: int, what: str, first_s: float = 0.0, last_s: float = 1e9) -> NDArray[Any]:
        """One kind of error of one filter over a time."""
        return np.array(
            [e[what] for e in self.errors[row] if first_s <= float(e["time_s"][0]) <= last_s]
        )


def spread(errors: NDArray[Any]) -> NDArray[Any]:
    """Root mean square over time."""
    rms: NDArray[Any] = np.sqrt(np.mean(errors**2, axis=0))
    return rms
