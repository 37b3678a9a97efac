"""A vehicle of columns for the safety tasks: ready to arm, with a clock, an IMU and a radio."""

import sys
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from ready_flags import READY_FLAGS
from simloop.firmware.codes import Mode, Phase
from simloop.firmware.command.reasons import REASONS
from simloop.firmware.command.tasks import AFTER_MODES, BEFORE_MODES
from simloop.firmware.component import Row
from simloop.firmware.field import Field
from simloop.firmware.fields.command import (
    EVENTS_KEPT,
    Intention,
    MissionItems,
    Notices,
    Requests,
    Vehicle,
)
from simloop.firmware.fields.estimate import Estimate
from simloop.firmware.fields.mission import MissionStart, ModeState
from simloop.firmware.fields.navigation import Calibration
from simloop.firmware.fields.radio import RADIO
from simloop.firmware.fields.safety import SAFETY
from simloop.firmware.fields.samples import Imu, RcReceiver
from simloop.firmware.task import Task
from task_bench import TaskBench

PASS_S = 0.02

FIELDS = (
    *Estimate.columns,
    *Imu.columns,
    *RcReceiver.columns,
    *Vehicle.columns,
    *Intention.columns,
    *Requests.columns,
    *MissionItems.columns,
    *Notices.columns,
    *MissionStart.columns,
    *ModeState.columns,
    *Calibration.columns,
    *SAFETY,
    *RADIO,
)


def tick(period_s: float, fw_clock_running: Row, fw_time_s: Row, imu_sequence: Row) -> None:
    """Board time and Imu.columns samples go on."""
    if fw_clock_running[0] > 0.0:
        fw_time_s[0] += period_s
        imu_sequence[0] += 1.0


TICK = Task(name="tick", block=tick, group="estimate")


class SafetyBench(TaskBench):
    """Passes of the command tasks; `radio` sends a frame before each of them."""

    def __init__(self, **values: float | Sequence[float]) -> None:
        running = Field("fw_clock_running", 1, "1", "-", "1 while time goes on", 1.0)
        super().__init__((*FIELDS, running), (TICK, *BEFORE_MODES, *AFTER_MODES), {"ITEMS": 4})
        self.radio = False
        self._told = 0
        for flag in READY_FLAGS:
            self.set(**{flag: 1.0})
        self.set(fw_mode=Mode.HOLD)
        self.set(**values)

    def passes(self, count: int) -> None:
        """Let passes go by."""
        for _ in range(count):
            if self.radio:
                self.set(rc_sequence=self.get("rc_sequence") + 1.0)
            self.run(PASS_S)

    def seconds(self, seconds: float) -> None:
        """Let time go by."""
        self.passes(round(seconds / PASS_S))

    def passes_until(self, column: str, place: int, value: float, most: int = 2000) -> int:
        """How many passes until an element of a column has a value."""
        for count in range(most + 1):
            if self.lane.read(column)[place] == value:
                return count
            self.passes(1)
        raise AssertionError(f"{column}[{place}] never became {value}")

    def element(self, column: str, place: int) -> float:
        """One element of a column."""
        return self.lane.read(column)[place]

    def put(self, column: str, place: int, value: float) -> None:
        """Write one element of a column."""
        values = self.lane.read(column)
        values[place] = value
        self.lane.write(column, values)

    def channels(self, **channels: float) -> None:
        """Set channels of the radio: c0=0.5 and so on."""
        for name, value in channels.items():
            self.put("rc_channel", int(name[1:]), value)

    def sticks(
        self, roll: float = 0.0, pitch: float = 0.0, yaw: float = 0.0, throttle: float = 0.0
    ) -> None:
        """Sticks of a pilot, on the default channels."""
        self.channels(c0=0.5 + 0.5 * roll, c1=0.5 + 0.5 * pitch, c2=throttle, c3=0.5 + 0.5 * yaw)

    def request(self, *numbers: float) -> tuple[float, str]:
        """Ask something, and read the answer of the next pass with its reason."""
        self.ask(*numbers)
        self.passes(1)
        assert self.get("fw_answer_id") == self.get("fw_request_id"), "nobody answered"
        return self.get("fw_answer"), REASONS[self.get("fw_answer_reason")]

    def ask(self, *numbers: float) -> None:
        """Put a request into the mailbox."""
        self.set(fw_request=[*numbers, *[0.0] * (8 - len(numbers))])
        self.set(fw_request_id=self.get("fw_request_id") + 1.0)

    def news(self) -> list[str]:
        """What the pilot was told since the last call."""
        count = int(self.get("fw_event_count"))
        assert count - self._told <= EVENTS_KEPT, "more events than the ring holds"
        ring = self.lane.read("fw_event")
        codes = [ring[2 * (k % EVENTS_KEPT)] for k in range(self._told, count)]
        self._told = count
        return [REASONS[code] for code in codes]

    def arm(self) -> None:
        """Bring it into the state armed, by the link."""
        self.passes(2)
        assert self.request(1.0, 1.0)[0] == 0.0, self.news()
        self.news()

    def fly(self) -> None:
        """Arm, and let the modes say that it flies."""
        self.arm()
        self.set(fw_flying=1.0, fw_phase=Phase.WAYPOINT)
        self.passes(1)
        self.news()
