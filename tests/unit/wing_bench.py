"""A wing of the library in a world, flown by the wing's tasks on the truth."""

import sys
from collections.abc import Callable, Mapping, Sequence
from math import asin, atan2, hypot
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from simloop.firmware.codes import GoalKind, Level, Phase
from simloop.firmware.field import Field
from simloop.firmware.fields.command import Intention, Progress, Vehicle
from simloop.firmware.fields.estimate import Estimate
from simloop.firmware.fields.navigation import AirAround
from simloop.firmware.fields.outputs import OutputMixer, OutputState
from simloop.firmware.fields.wing import WING_STATE
from simloop.firmware.fields.wing_settings import WING_PARAMETERS
from simloop.firmware.task import Task
from simloop.firmware.wing.design import design_wing
from simloop.firmware.wing.facts import WingFacts, wing_facts_from
from simloop.firmware.wing.tasks import WING_TASKS
from simloop.math.quaternion import rotate_to_body, rotate_to_world
from simloop.server.files.load import load_vehicle
from simloop.sitl.wing_facts import wing_facts_of
from simloop.world.mixer import least_of
from simloop.world.plugin import Value, VehicleKit
from simloop.world.runner import TickInfo
from task_bench import TaskBench, TruthBench

__all__ = ["TaskBench", "WingBench"]

# Wind estimators know the mean wind: gusts pass within this time.
WIND_LAG_S = 2.0


WING_FIELDS: tuple[Field, ...] = (
    *AirAround.columns,
    *Vehicle.columns,
    *Intention.columns,
    *Progress.columns,
    *Estimate.columns,
    *OutputMixer.columns,
    *OutputState.columns,
    *WING_PARAMETERS,
    *WING_STATE,
)


def facts_of_kit(kit: VehicleKit, given: Mapping[str, Any] | None = None) -> WingFacts:
    """The facts of whichever winged plugin the vehicle has, or those given."""
    if given is not None:
        return wing_facts_from(given)
    config = kit.facts.get("fixed_wing") or kit.facts["aero_table"]
    return wing_facts_of(config, kit.tick_rate_hz)


def wing_values(kit: VehicleKit, given: Mapping[str, Any] | None = None) -> dict[str, Value]:
    """Columns of an armed wing: its design and its mixer."""
    mixing = kit.facts["mixer"]
    return {
        **design_wing(facts_of_kit(kit, given)),
        "fw_output_mix": [number for row in mixing.matrix for number in row],
        "fw_output_least": [least_of(kind) for kind in mixing.outputs],
        "fw_armed": 1.0,
    }


class WingBench(TruthBench):
    """A wing under way; in the air it starts on the line it is to fly."""

    def __init__(
        self,
        vehicle: str,
        *,
        height_m: float | None = None,
        airspeed_mps: float = 0.0,
        sets: Sequence[str] = (),
        wind: str | None = None,
        facts: Mapping[str, Any] | None = None,
        tasks: Sequence[Task] = WING_TASKS,
        fields: Sequence[Field] = WING_FIELDS,
        values: Callable[[VehicleKit], Mapping[str, Value]] | None = None,
        compiled: bool = True,
    ) -> None:
        asked = list(sets)
        if height_m is not None:
            asked.append(f"vehicles[0].position_ned_m=[0,0,-{height_m}]")
        if airspeed_mps > 0.0:
            asked.append(f"vehicles[0].initial={{velocity_frd_mps: [{airspeed_mps},0,0]}}")
        if wind is not None:
            asked.append(f"systems.wind={wind}")
        super().__init__(
            vehicle,
            fields,
            tasks,
            values or (lambda kit: wing_values(kit, facts)),
            sets=asked,
            compiled=compiled,
        )
        self._views: dict[str, Any] = {}
        self.home()

    def _tell_truth(self, info: TickInfo) -> None:
        """As the bench does it, by views: minutes of flight pass in seconds."""
        view = self._view
        for name in ("attitude_wxyz", "rate_frd_radps", "position_ned_m"):
            view(f"fw_{name}")[:] = view(name)
        view("fw_acceleration_frd_mps2")[:] = view("imu_accel_frd_mps2")
        w, x, y, z = view("attitude_wxyz").tolist()
        velocity = rotate_to_world(w, x, y, z, *view("velocity_frd_mps").tolist())
        wind = view("wind_ned_mps").tolist()
        view("fw_velocity_ned_mps")[:] = velocity
        mean, share = view("fw_wind_ned_mps"), 1.0 / (WIND_LAG_S * self.world.tick_rate_hz)
        mean += (1.0 if info.tick <= 1 else share) * (view("wind_ned_mps")[:2] - mean)
        view("fw_airspeed_mps")[0] = hypot(*(a - b for a, b in zip(velocity, wind, strict=True)))
        view("fw_air_density_kgpm3")[:] = view("air_density_kgpm3")
        view("fw_time_s")[0] = info.tick / self.world.tick_rate_hz
        view("fw_ground_age_s")[0] = 1e9

    def _view(self, name: str) -> Any:
        found = self._views.get(name)
        if found is None:
            found = self._views[name] = self.world.vector(self._entity, name)
        return found

    def home(self) -> None:
        """Home is where it stands or, in the air, below."""
        down = self.read("position_ned_m")[2]
        self.set(fw_home_ned_m=[0.0, 0.0, min(0.0, down) if down > -10.0 else 0.0])

    def fly(self, phase: float, **values: Value) -> None:
        """Begin or go on with a phase of automatic flight."""
        self.set(
            fw_flying=1.0,
            fw_phase=phase,
            fw_control_level=Level.GOAL,
            fw_phase_time_s=0.0,
            **{"fw_goal_speed_mps": 0.0, **values},
        )

    def line(self, start: Sequence[float], goal: Sequence[float], speed: float = 0.0) -> None:
        """Fly a line and pass its end."""
        self.fly(
            Phase.WAYPOINT,
            fw_goal_kind=GoalKind.PASS,
            fw_goal_start_ned_m=list(start),
            fw_goal_ned_m=list(goal),
            fw_goal_speed_mps=speed,
        )

    def hold(self, goal: Sequence[float]) -> None:
        """Wait above a place."""
        self.fly(
            Phase.HOLD,
            fw_goal_kind=GoalKind.STOP,
            fw_goal_ned_m=list(goal),
            fw_goal_start_ned_m=self.read("position_ned_m"),
        )

    def circle(self, goal: Sequence[float], radius_m: float) -> None:
        """Fly round a place, clockwise for a positive radius."""
        self.fly(
            Phase.CIRCLE,
            fw_goal_kind=GoalKind.ORBIT,
            fw_goal_ned_m=list(goal),
            fw_goal_radius_m=radius_m,
        )

    @property
    def height_m(self) -> float:
        """Height above the origin."""
        return -self.read("position_ned_m")[2]

    @property
    def ground_speed_mps(self) -> float:
        """Over the ground."""
        return hypot(*self.read("fw_velocity_ned_mps")[:2])

    @property
    def euler_rad(self) -> tuple[float, float, float]:
        """Roll, pitch and heading."""
        w, x, y, z = self.read("attitude_wxyz")
        return (
            atan2(2.0 * (w * x + y * z), 1.0 - 2.0 * (x * x + y * y)),
            asin(max(-1.0, min(1.0, 2.0 * (w * y - z * x)))),
            atan2(2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z)),
        )

    @property
    def air(self) -> tuple[float, float, float]:
        """True airspeed, angle of attack and sideslip."""
        body = self.read("velocity_frd_mps")
        wind = rotate_to_body(*self.read("attitude_wxyz"), *self.read("wind_ned_mps"))
        u, v, w = (a - b for a, b in zip(body, wind, strict=True))
        speed = hypot(u, v, w)
        return speed, atan2(w, u), asin(v / max(speed, 1e-6))


def facts_of_file(vehicle: str) -> dict[str, Any]:
    """The facts that a vehicle file tells the firmware."""
    facts: dict[str, Any] = load_vehicle(vehicle).autopilot.settings.values["wing"]
    return facts


C172P_FACTS = facts_of_file("c172p")
