"""A bench for rovers and boats: a vehicle of the library, driven by the surface tasks."""

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import atan2, hypot, pi, sqrt
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from simloop.firmware.codes import Axis, GoalKind, Level, Phase
from simloop.firmware.fields.command import Intention, Progress, Vehicle
from simloop.firmware.fields.estimate import Estimate
from simloop.firmware.fields.navigation import AlignmentSettings
from simloop.firmware.fields.outputs import OutputMixer, OutputState
from simloop.firmware.fields.surface import SURFACE_FIELDS
from simloop.firmware.surface.gains import design_surface
from simloop.firmware.surface.tasks import GOAL, MOTION, SETTLING, SURFACE_TASKS, VECTOR
from simloop.firmware.task import Task
from simloop.sitl.slalom_push import slalom_push
from simloop.sitl.surface_facts import slalom_facts, surface_facts, surface_values
from simloop.world.plugin import Value, VehicleKit
from task_bench import TruthBench

DRIVEN = (
    *Estimate.columns,
    *AlignmentSettings.columns,
    *Vehicle.columns,
    *Intention.columns,
    *Progress.columns,
    *SURFACE_FIELDS,
)
FIELDS = (*DRIVEN, *OutputMixer.columns, *OutputState.columns)
# The slalom boat has no outputs, hence no mixer: its force takes the standard commands.
VECTOR_FIELDS = (*DRIVEN, OutputState.columns[0])
SLALOM_PUSH = Task(name="slalom_push", block=slalom_push, group="control")
DRIVING = {"fw_armed": 1.0, "fw_flying": 1.0, "fw_phase": Phase.WAYPOINT}
STEP_S = 0.1
INF = float("inf")


@dataclass(frozen=True)
class Step:
    """How a quantity answered a step: time to 90 %, share beyond, error at the end."""

    rise_s: float
    overshoot: float
    left: float

    @classmethod
    def of(cls, seen: Sequence[float], want: float) -> "Step":
        rise = next((STEP_S * i for i, x in enumerate(seen, 1) if x >= 0.9 * want), INF)
        return cls(rise, max(seen) / want - 1.0, abs(seen[-1] / want - 1.0))


@dataclass(frozen=True)
class Course:
    """How a square was driven."""

    time_s: float
    cross_rms_m: float
    overshoot_m: float
    """Farthest outside the square."""
    corner_m: float
    """Worst closest approach to a corner."""
    stop_m: float
    """How far from the last corner it stopped."""


class SurfaceBench(TruthBench):
    """A driven vehicle, with the questions that tests ask of it."""

    def __init__(
        self, vehicle: str, sets: Sequence[str] = (), *, scenario: str = "stand", **changes: Value
    ) -> None:
        def values(kit: VehicleKit) -> Mapping[str, Value]:
            return {**_designed(kit), **DRIVING, **changes}

        slalom = vehicle == "slalom_boat"
        super().__init__(
            vehicle,
            VECTOR_FIELDS if slalom else FIELDS,
            (MOTION, GOAL, SETTLING, VECTOR, SLALOM_PUSH) if slalom else SURFACE_TASKS,
            values,
            scenario=scenario,
            sets=sets,
        )

    @property
    def place(self) -> tuple[float, float]:
        """North and east."""
        north, east, _ = self.read("position_ned_m")
        return north, east

    @property
    def speed(self) -> float:
        """Speed forward."""
        return self.get("velocity_frd_mps")

    @property
    def heading(self) -> float:
        """Where the bow points."""
        w, x, y, z = self.read("attitude_wxyz")
        return atan2(2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z))

    def off(self, north: float, east: float) -> float:
        """Distance from a place."""
        return hypot(self.place[0] - north, self.place[1] - east)

    def watch(self, seconds: float, look: Callable[[], float]) -> list[float]:
        """What a look tells in every step of a while."""
        seen = []
        for _ in range(round(seconds / STEP_S)):
            self.run(STEP_S)
            seen.append(look())
        return seen

    def go(self, goal: Sequence[float], kind: float = GoalKind.STOP, **more: Value) -> None:
        """Send it from where it is to a place."""
        north, east = self.place
        columns: dict[str, Value] = {
            "fw_control_level": Level.GOAL,
            "fw_goal_start_ned_m": [north, east, 0.0],
            "fw_goal_ned_m": [goal[0], goal[1], 0.0],
            "fw_goal_kind": kind,
        }
        self.set(**(columns | more))

    def speed_step(self, share: float, seconds: float) -> Step:
        """Ask for a share of the top speed, straight on."""
        self.set(
            fw_control_level=Level.RATE,
            fw_command=[share, 0.0, 0.0, 0.0, 0.0, 0.0],
            fw_command_type=[Axis.THROTTLE, 0.0, 0.0, 0.0, 0.0, Axis.RATE],
        )
        return Step.of(
            self.watch(seconds, lambda: self.speed), share * self.get("fw_top_speed_mps")
        )

    def heading_step(self, angle: float, share: float, seconds: float) -> Step:
        """Ask for another heading while it goes on."""
        before = self.heading
        self.set(
            fw_control_level=Level.ANGLE,
            fw_command=[share, 0.0, 0.0, 0.0, 0.0, before + angle],
            fw_command_type=[Axis.THROTTLE, 0.0, 0.0, 0.0, 0.0, Axis.ANGLE],
        )
        turned = self.watch(seconds, lambda: (self.heading - before + pi) % (2.0 * pi) - pi)
        return Step.of(turned, angle)

    def square(
        self, side: float, limit_s: float, origin: tuple[float, float] = (0.0, 0.0)
    ) -> Course:
        """Drive a square to the right and stop where it began; told the next corner in advance."""
        n0, e0 = origin
        corners = [(n0 + side, e0), (n0 + side, e0 + side), (n0, e0 + side), (n0, e0)]
        start, time, near, cross = (n0, e0), 0.0, [], []
        for number, goal in enumerate(corners):
            last = number == len(corners) - 1
            following = corners[min(number + 1, 3)]
            self.go(
                goal,
                GoalKind.STOP if last else GoalKind.PASS,
                fw_goal_start_ned_m=[*start, 0.0],
                fw_next_ned_m=[*following, 0.0],
                fw_next_known=0.0 if last else 1.0,
            )
            closest = INF
            while time < limit_s:
                self.run(STEP_S)
                time += STEP_S
                n, e = self.place
                aside = (e - start[1]) * (goal[0] - start[0]) - (n - start[0]) * (
                    goal[1] - start[1]
                )
                cross.append(aside / side)
                closest = min(closest, self.off(*goal))
                arrived = self.get("fw_arrived") > 0.0 and abs(self.speed) < 0.05
                if arrived if last else self.get("fw_goal_reached") > 0.0:
                    break
            near.append(closest)
            start = goal
        rms = sqrt(sum(x * x for x in cross) / len(cross))
        # To the left of every side lies the outside.
        return Course(time, rms, -min(cross), max(near[:3]), self.off(n0, e0))

    def circle(self, radius: float, settle_s: float, watch_s: float) -> float:
        """Drive around a place beside it; the worst error of the radius once it has settled."""
        n, e = self.place
        self.go((n, e + radius), GoalKind.ORBIT, fw_phase=Phase.CIRCLE, fw_goal_radius_m=radius)
        self.run(settle_s)
        return max(self.watch(watch_s, lambda: abs(self.off(n, e + radius) - radius)))


def _designed(kit: VehicleKit) -> Mapping[str, Value]:
    """What the firmware knows of this vehicle; the twist controller stays at home."""
    kit.systems[:] = [system for system in kit.systems if system.name != "drive_control"]
    if "slalom_boat" in kit.facts:
        return design_surface(slalom_facts(kit.facts["slalom_boat"]))
    facts = surface_facts(kit)
    assert facts is not None
    return surface_values(facts, kit.facts["mixer"])
