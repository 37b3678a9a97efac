"""A vehicle on strings: the flight tasks on bare columns, and motion that follows their goals."""

import sys
from collections.abc import Callable, Sequence
from math import atan2, copysign, cos, hypot, pi, sin
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from column_bench import TaskBench
from ready_flags import READY_FLAGS
from simloop.firmware.board import Lanes
from simloop.firmware.bound_tasks import BoundTasks
from simloop.firmware.codes import Airframe, GoalKind, Level, Phase
from simloop.firmware.command.tasks import (
    AFTER_MODES,
    AHEAD_TASKS,
    BEFORE_MODES,
    FLIGHT_TASKS,
    LISTEN,
    SERVO_TASKS,
)
from simloop.firmware.fields.command import (
    Intention,
    MissionItems,
    Notices,
    Progress,
    Requests,
    Vehicle,
)
from simloop.firmware.fields.estimate import Estimate
from simloop.firmware.fields.link import RallyPoints
from simloop.firmware.fields.mission import FLIGHT_STATE, FlightSettings, MissionStart
from simloop.firmware.fields.navigation import Calibration
from simloop.firmware.fields.outputs import OutputState
from simloop.firmware.fields.radio import RADIO
from simloop.firmware.fields.safety import SAFETY
from simloop.firmware.fields.samples import Imu, RcReceiver
from simloop.firmware.fields.surface import WayAhead
from simloop.firmware.maths import GRAVITY_MPS2

FIELDS = (
    *Estimate.columns,
    *Vehicle.columns,
    *Intention.columns,
    *Progress.columns,
    *Requests.columns,
    *MissionItems.columns,
    *Notices.columns,
    *FlightSettings.columns,
    *MissionStart.columns,
    *FLIGHT_STATE,
    *RallyPoints.columns,
    *OutputState.columns,
    *RADIO,
    *SAFETY,
    *RcReceiver.columns,
    *Imu.columns,
    *Calibration.columns,
    *WayAhead.columns,
)
ITEMS = 50
OUTPUTS = 5
PASS_S = 0.02
CLIMB_MPS = 2.0
SETTLE_S = 0.8
NAN = float("nan")
Place = tuple[float, float, float]


class Puppet:
    """Flies where the tasks want it to, without any physics.

    Without the safety tasks it is armed by the test, and disarmed when it has landed.
    """

    def __init__(
        self, airframe: float = Airframe.MULTIROTOR, *, servos: bool = True, safety: bool = False
    ) -> None:
        flight = (*(SERVO_TASKS if servos else ()), *FLIGHT_TASKS, *AHEAD_TASKS)
        tasks = (*BEFORE_MODES, *flight, *AFTER_MODES) if safety else (LISTEN, *flight)
        self.bench = TaskBench(FIELDS, (), {"ITEMS": ITEMS, "OUTPUTS": OUTPUTS})
        self.bench.tasks = BoundTasks(tasks, self.bench.columns, Lanes())
        self.airframe = airframe
        self.safety = safety
        self.radius_m = 20.0 if airframe == Airframe.WING else 1.0
        self.loiter_m = 60.0
        self.blocked = False
        self.track: list[Place] = []
        self.phases: list[float] = []
        self.set(fw_airframe=airframe, fw_acceleration_frd_mps2=[0.0, 0.0, -GRAVITY_MPS2])
        self.set(**dict.fromkeys(READY_FLAGS, 1.0))
        self.run(2 * PASS_S)

    def set(self, **values: float | Sequence[float]) -> None:
        self.bench.set(**values)

    def get(self, column: str) -> float:
        return self.bench.get(column)

    def read(self, column: str) -> list[float]:
        return self.bench.lane.read(column)

    @property
    def place(self) -> list[float]:
        return self.read("fw_position_ned_m")

    def ask(self, kind: float, *arguments: float) -> tuple[float, float]:
        """Send a request and give its answer and reason."""
        request = [kind, *arguments] + [0.0] * (7 - len(arguments))
        number = self.get("fw_request_id") + 1.0
        self.set(fw_request=request, fw_request_id=number)
        self.run(PASS_S)
        assert self.get("fw_answer_id") == number
        return self.get("fw_answer"), self.get("fw_answer_reason")

    def arm(self) -> None:
        self.set(fw_armed=1.0)
        self.run(1.2)

    def load(self, *items: Sequence[float]) -> None:
        """Load a mission of rows: command, four parameters, place; missing numbers are 0."""
        numbers: list[float] = []
        for item in items:
            numbers += [*item] + [0.0] * (8 - len(item))
        numbers += [0.0] * (8 * ITEMS - len(numbers))
        self.set(fw_item=numbers, fw_item_count=float(len(items)))

    def events(self) -> list[tuple[float, float]]:
        """All events that the ring still holds, oldest first."""
        ring = self.read("fw_event")
        count = int(self.get("fw_event_count"))
        kept = range(max(0, count - 8), count)
        return [(ring[2 * (i % 8)], ring[2 * (i % 8) + 1]) for i in kept]

    def posted(self, code: float) -> list[float]:
        """The numbers that came with an event."""
        return [value for event, value in self.events() if event == code]

    def run(self, seconds: float) -> None:
        for _ in range(round(seconds / PASS_S)):
            self.bench.set(fw_time_s=self.get("fw_time_s") + PASS_S)
            self.bench.set(imu_sequence=self.get("imu_sequence") + 8.0)
            self.bench.run(PASS_S)
            self._move()

    def until(self, condition: Callable[[], bool], most_s: float = 200.0) -> float:
        """Run until something is so, and say how long it took."""
        for step in range(round(most_s / PASS_S)):
            if condition():
                return step * PASS_S
            self.run(PASS_S)
        raise AssertionError(f"not within {most_s} s, phase {self.get('fw_phase')}")

    def until_phase(self, phase: float, most_s: float = 200.0) -> float:
        return self.until(lambda: self.get("fw_phase") == phase, most_s)

    def _move(self) -> None:
        phase = self.get("fw_phase")
        if not self.phases or self.phases[-1] != phase:
            self.phases.append(phase)
        if phase == Phase.LANDED and not self.safety:
            self.set(fw_armed=0.0)
        n, e, d = self.place
        vn, ve, vd = self._velocity(phase)
        if self.blocked:
            vn, ve, vd = 0.0, 0.0, 0.0
        n, e, d = n + vn * PASS_S, e + ve * PASS_S, d + vd * PASS_S
        grounded = phase == Phase.DESCEND and d >= 0.0
        stands = self.airframe >= Airframe.ROVER and phase == Phase.DESCEND
        settled = phase == Phase.TOUCH_DOWN and self.get("fw_phase_time_s") > SETTLE_S
        self.set(
            fw_position_ned_m=[n, e, min(d, 0.0)],
            fw_velocity_ned_mps=[vn, ve, vd],
            fw_touched=float(grounded or stands),
            fw_settled=float(settled),
            fw_goal_reached=float(self._reached()),
        )
        self.track.append((n, e, d))

    def _velocity(self, phase: float) -> Place:
        if self.get("fw_flying") == 0.0 or phase == Phase.TOUCH_DOWN:
            return 0.0, 0.0, 0.0
        level = self.get("fw_control_level")
        if level == Level.VELOCITY:
            vn, ve, vd = self.read("fw_goal_velocity_ned_mps")
            return vn, ve, vd
        if level != Level.GOAL:
            return 0.0, 0.0, 0.0
        n, e, d = self.place
        goal_n, goal_e, goal_d = self.read("fw_goal_ned_m")
        speed = self.get("fw_goal_speed_mps")
        vn, ve = self._towards(goal_n - n, goal_e - e, speed)
        vd = max(-CLIMB_MPS, min(CLIMB_MPS, (goal_d - d) / PASS_S))
        vd = 1.5 if phase == Phase.DESCEND else vd
        return vn, ve, 0.0 if self.airframe >= Airframe.ROVER else vd

    def _towards(self, to_n: float, to_e: float, speed: float) -> tuple[float, float]:
        off = hypot(to_n, to_e)
        around = self._around()
        if around == 0.0:
            speed = min(speed, off / PASS_S)
            return (speed * to_n / off, speed * to_e / off) if off > 0.0 else (0.0, 0.0)
        if off > abs(around) + 1.0:
            return speed * to_n / off, speed * to_e / off
        out = atan2(-to_e, -to_n) + copysign(pi / 2.0, around)
        widen = max(-speed, min(speed, abs(around) - off))
        radial = atan2(-to_e, -to_n)
        return speed * cos(out) + widen * cos(radial), speed * sin(out) + widen * sin(radial)

    def _around(self) -> float:
        if self.get("fw_goal_kind") == GoalKind.ORBIT:
            return self.get("fw_goal_radius_m")
        gliding = self.airframe == Airframe.WING or (
            self.airframe == Airframe.VTOL and self.get("fw_vtol_request") == 2.0
        )
        stops = self.get("fw_goal_kind") == GoalKind.STOP and self.get("fw_phase") != Phase.DESCEND
        return self.loiter_m if gliding and stops else 0.0

    def _reached(self) -> bool:
        n, e, d = self.place
        goal_n, goal_e, goal_d = self.read("fw_goal_ned_m")
        off = hypot(goal_n - n, goal_e - e)
        around = self._around()
        if around != 0.0:
            return abs(off - abs(around)) < 2.0
        high = abs(goal_d - d) < 1.0 or self.airframe != Airframe.MULTIROTOR
        start_n, start_e, _ = self.read("fw_goal_start_ned_m")
        past = (goal_n - start_n) * (n - goal_n) + (goal_e - start_e) * (e - goal_e) > 0.0
        passes = self.get("fw_goal_kind") == GoalKind.PASS and past
        return (off < self.radius_m and high) or passes
